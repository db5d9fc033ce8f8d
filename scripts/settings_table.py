"""Writes the tables of docs/settings.md from thoughtbank/settings.py: run it after changing a setting; a test compares.

Names, types and defaults come from the models, what they mean from the text under each field.
"""

import ast
import inspect
import json
from pathlib import Path
from types import ModuleType

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from thoughtbank import settings

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
BEGIN, END = "<!-- settings: made by scripts/settings_table.py -->\n", "<!-- end of settings -->\n"
FACTORIES = {"home": "the platform's folder for user data"}
PLAIN = {"tenant": "Whose users these are, when several applications share one store."}
GROUPS = ("recall", "graph", "gain", "think", "answer")


def rendered(page: str) -> str:
    """The page with its tables made anew."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    tables = (
        table("The bank", settings.Settings, ""),
        table("Recall", settings.RecallSettings, "recall"),
        table("Graph", settings.GraphSettings, "graph"),
        table("Gain", settings.GainSettings, "gain"),
        table("Thinking", settings.ThinkSettings, "think"),
        table("Answer", settings.AnswerSettings, "answer"),
    )
    return before + BEGIN + "\n".join(tables) + END + after


def table(title: str, model: type[BaseModel], group: str) -> str:
    """One model as a section."""
    meanings = described(settings, model.__name__)
    lines = [f"## {title}\n"] if not group else [f"## {title}: the group `{group}`\n", f"{inspect.getdoc(model)}\n"]
    lines += ["| setting | environment | default | meaning |", "| --- | --- | --- | --- |"]
    for name, field in model.model_fields.items():
        meaning = meanings.get(name) or PLAIN.get(name) or "See above."
        if name not in GROUPS:
            variable = "THOUGHTBANK_" + (f"{group.upper()}__" if group else "") + name.upper()
            cells = (f"`{name}`", f"`{variable}`", default(name, field), " ".join(meaning.split()))
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def default(name: str, field: FieldInfo) -> str:
    """The default as one would write it in the settings file."""
    if field.default_factory is not None:
        return FACTORIES[name]
    if field.default is None:
        return "none"
    return f"`{field.default}`" if isinstance(field.default, str) else f"`{json.dumps(field.default)}`"


def described(module: ModuleType, name: str) -> dict[str, str]:
    """The text under each field of a class."""
    tree = ast.parse(inspect.getsource(module))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    found = {}
    for field, after in zip(body, body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            text = after.value
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                found[field.target.id] = text.value
    return found


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
