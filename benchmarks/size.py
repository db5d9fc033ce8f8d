"""What does an installation weigh?

Give the python of a fresh environment in which only the core is installed:
  python -m venv /tmp/core && /tmp/core/bin/pip install thoughtbank && python -m benchmarks.size --python /tmp/core/bin/python
Every file of its site-packages is counted for the distribution that brought it (bytecode for its source's); pip and setuptools, which an
environment may be made with, are counted apart.
"""

import json
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.report import parser, table, write

TOOLS = ("pip", "setuptools", "wheel")
_WEIGH = """
import importlib.metadata, json, os, sysconfig
roots = {os.path.realpath(sysconfig.get_paths()[name]) for name in ("purelib", "platlib")}
owners = {}
for one in importlib.metadata.distributions(path=sorted(roots)):
    base = str(one.locate_file(""))
    for file in one.files or ():
        owners[os.path.normpath(os.path.join(base, file))] = one.metadata["Name"]
sizes = {}
for root in roots:
    for folder, _, files in os.walk(root):
        for name in files:
            file = os.path.join(folder, name)
            source = os.path.join(os.path.dirname(folder), name.split(".")[0] + ".py")
            owner = owners.get(file) or (owners.get(source) if folder.endswith("__pycache__") else None) or "other"
            sizes[owner] = sizes.get(owner, 0) + os.lstat(file).st_size
print(json.dumps(sizes))
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Weighs and prints."""
    options = parser(__doc__)
    options.add_argument("--python", default=sys.executable, help="of the environment to weigh (default: this one)")
    options.add_argument("--top", type=int, default=12, help="how many distributions to list")
    given = options.parse_args(arguments)
    weighed = subprocess.run([given.python, "-c", _WEIGH], stdout=subprocess.PIPE, check=True)
    sizes = {name: size / 1e6 for name, size in json.loads(weighed.stdout).items()}
    counted = {name: size for name, size in sizes.items() if name.lower() not in TOOLS}
    largest = sorted(counted.items(), key=lambda item: -item[1])
    rest = largest[given.top :]
    rows: list[tuple[str, float]] = [*largest[: given.top], (f"{len(rest)} others", sum(size for _, size in rest))]
    rows += [("all", sum(counted.values())), ("apart: " + ", ".join(TOOLS), sum(sizes.values()) - sum(counted.values()))]
    table(["installed", "MB"], [(name, round(size, 2)) for name, size in rows])
    write(given.json, {"megabytes": dict(largest), "all": sum(counted.values())})


if __name__ == "__main__":
    main()
