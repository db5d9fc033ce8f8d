# Everything works from a bare clone with Python 3.11 or later, pip and a package index; the first target you call makes .venv.
#
#   make demo    a dialogue is remembered and questions are answered from it, offline
#   make test    all tests
#   make check   format, lint, types, all tests: what CI checks
#   make clean   removes .venv and every cache

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
RECENT := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
# The first of these that runs and is recent enough; `make PYTHON=...` names another.
CANDIDATES := python3.11 python3 python3.12 python3.13 python3.14 python
PYTHON ?= $(shell for name in $(CANDIDATES); do "$$name" -c '$(RECENT)' 2>/dev/null && { echo "$$name"; break; }; done)

.DEFAULT_GOAL := help
.PHONY: help demo test check format lint types python clean

help:
	@sed -n 's/^#   //p' Makefile

demo: $(VENV)/installed
	@echo "demo: a dialogue is remembered in a folder of its own, and questions are answered from it"
	@$(BIN)/thoughtbank demo

test: $(VENV)/installed-dev
	@echo "test: all tests"
	@$(BIN)/python -m pytest

check: format lint types test

format: $(VENV)/installed-dev
	@echo "format: ruff format --check"
	@$(BIN)/python -m ruff format --check .

lint: $(VENV)/installed-dev
	@echo "lint: ruff check"
	@$(BIN)/python -m ruff check .

types: $(VENV)/installed-dev
	@echo "types: mypy --strict"
	@$(BIN)/python -m mypy

# The Python that would make .venv, for scripts.
python:
	@test -n "$(PYTHON)" && echo "$(PYTHON)"

clean:
	@echo "clean: $(VENV), build results and caches"
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml | $(VENV)/ready
	@echo "install: thoughtbank into $(VENV)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/ready
	@echo "install: thoughtbank and what its tests need into $(VENV)"
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/installed $@

$(VENV)/ready:
	@test -n "$(PYTHON)" || { echo "thoughtbank needs Python 3.11 or later with venv and pip; found none. Try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c '$(RECENT)' || { echo "$(PYTHON) isn't Python 3.11 or later with venv and pip" >&2; exit 1; }
	@echo "venv: $(VENV) with $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@
