"""The result of one evaluation, as `evaluate --json` prints it and as a report or a comparison reads it.

What a reader doesn't know is left alone, so that an older one reads a newer result; what it needs is checked here, once. Checked by
`tests/evaluation/test_compare.py`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from thoughtbank.errors import InputError

ENGINE = "thoughtbank"
"""What is measured, beside its baselines."""
LEADING = ("recall@10", "m1", "f1")
"""The metric that a headline gives: the first of these that was measured, else the first of all."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Figure(_Part):
    """A metric's value and its 95 % interval; none of them where there was nothing to measure it on."""

    value: float | None
    low: float | None = None
    high: float | None = None


Figures = Mapping[str, Figure]
"""By the metric's name."""


class System(_Part):
    """What a baseline reached."""

    metrics: dict[str, Figure]


class Data(_Part):
    """What was measured on. The digest is of the files' content."""

    files: tuple[str, ...] = ()
    digest: str


class Question(_Part):
    """A question, and its value of each metric that questions have one of."""

    id: str
    category: str = ""
    conversation: str
    text: str = ""
    values: dict[str, float | None]


class Result(_Part):
    evaluation: str
    preset: str | None = None
    without: tuple[str, ...] = ()
    embedder: str | None = None
    model: str | None = None
    version: str
    data: Data
    n: int
    without_evidence: int = 0
    conversations: int
    metrics: dict[str, Figure]
    by: dict[str, dict[str, Figure]] = {}
    n_by: dict[str, int] = {}
    baselines: dict[str, System] = {}
    series: dict[str, tuple[tuple[float | None, ...], ...]] = {}
    judge_labels: dict[str, Any] = {}
    cost: dict[str, Any] = {}
    timings: dict[str, Any] | None = None
    questions: tuple[Question, ...] = ()
    settings: dict[str, Any] = {}
    remarks: tuple[str, ...] = ()

    @property
    def leading(self) -> str | None:
        """The metric to speak of first."""
        return next((name for name in (*LEADING, *self.metrics) if value_of(self.metrics, name) is not None), None)

    @property
    def systems(self) -> dict[str, Figures]:
        """The engine, then its baselines, each with its metrics."""
        return {ENGINE: self.metrics, **{name: one.metrics for name, one in self.baselines.items()}}


def value_of(figures: Figures, metric: str) -> float | None:
    """None where the metric is lacking, or has no value."""
    figure = figures.get(metric)
    return None if figure is None else figure.value


def number(value: float | None) -> str:
    """A metric as it is written; nothing where it wasn't measured."""
    return "" if value is None else f"{value:.3f}"


def between(low: float | None, high: float | None, sign: str = "") -> str:
    """An interval as it is written; `sign` is + where its ends are differences."""
    return "" if low is None or high is None else f"{low:{sign}.3f} to {high:{sign}.3f}"


def result_of(plain: Mapping[str, Any], what: str = "this") -> Result:
    """Raises InputError, which names `what` and its first fault."""
    try:
        return Result.model_validate(plain)
    except ValidationError as error:
        raise InputError(_fault(error, what)) from error


def read_result(file: Path) -> Result:
    """A file that holds one result. Raises InputError."""
    try:
        return Result.model_validate_json(file.read_bytes())
    except OSError as error:
        raise InputError(f"can't read {file}: {error.strerror}; name what `thoughtbank evaluate --json` printed") from error
    except ValidationError as error:
        raise InputError(_fault(error, str(file))) from error


def _fault(error: ValidationError, what: str) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{what} isn't a result of `thoughtbank evaluate --json`: {place + ': ' if place else ''}{first['msg']}"
