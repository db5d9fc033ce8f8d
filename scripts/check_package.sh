# Checks what is shipped: the wheel and the sdist hold what they should, and a bare install (no extras) works from a folder
# that isn't the checkout. Called from the checkout's root with the folder to work in; needs make's .venv only to find a Python.
work=$1
mkdir -p "$work"
python=$(make --no-print-directory -s python)
checkout=$PWD
unset THOUGHTBANK_HOME THOUGHTBANK_STORE THOUGHTBANK_EMBEDDER THOUGHTBANK_MODEL THOUGHTBANK_BASE_URL PYTHONPATH
pip=(-m pip --disable-pip-version-check --no-input -qq)

"$python" -m venv "$work/bare"
bare=$work/bare/bin
"$bare/python" "${pip[@]}" install .
echo "installed without extras: $("$bare/python" -m pip --disable-pip-version-check list --format=freeze | wc -l) packages"

cd "$work"
"$bare/python" - <<'PY'
import importlib.util
import sys

import thoughtbank

heavy = {"sqlalchemy", "numpy", "pydantic", "alembic", "typer"} & set(sys.modules)
assert not heavy, f"importing thoughtbank loads {heavy}"
extra = [name for name in ("pydantic_ai", "torch", "sentence_transformers", "pytest") if importlib.util.find_spec(name)]
assert not extra, f"a bare install brought {extra}"
print("imports thoughtbank", thoughtbank.__version__)
PY
"$bare/thoughtbank" --help >help.txt
grep -q recall help.txt

export THOUGHTBANK_HOME=$work/home
"$bare/thoughtbank" remember "I'm allergic to peanuts." --user ana
"$bare/thoughtbank" recall "What am I allergic to?" --user ana | tee recalled.txt
grep -q peanuts recalled.txt
echo "a turn was remembered by one process and recalled by another"

"$bare/python" "${pip[@]}" wheel "$checkout" --no-deps --wheel-dir "$work/wheel"
"$bare/python" "${pip[@]}" install hatchling
(cd "$checkout" && "$bare/python" -m hatchling build --target sdist --directory "$work/sdist" >/dev/null)
"$bare/python" "${pip[@]}" wheel "$work"/sdist/*.tar.gz --no-deps --wheel-dir "$work/from-sdist"
"$bare/python" - "$checkout" <<'PY'
import pathlib
import sys
import zipfile

names = [set(zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))).namelist()) for folder in ("wheel", "from-sdist")]
assert names[0] == names[1], f"the wheel from the sdist differs: {names[0] ^ names[1]}"
package = pathlib.Path(sys.argv[1])
wanted = {
    file.relative_to(package).as_posix()
    for file in (package / "thoughtbank").rglob("*")
    if file.is_file() and "__pycache__" not in file.parts
}
assert wanted <= names[0], f"the wheel lacks {sorted(wanted - names[0])}"
for part in ("/cli/data/demo_dialogue.jsonl", "/migrations/versions/", "/migrations/script.py.mako", "/py.typed", "/LICENSE"):
    assert any(part in name for name in names[0]), f"the wheel lacks {part}"
strange = {name.split("/")[0] for name in names[0]} - {"thoughtbank"}
assert all(name.endswith(".dist-info") for name in strange), f"the wheel also holds {strange}"
print(f"wheel and sdist agree: {len(names[0])} files, demo data and migrations among them")
PY
