"""Write docs/<rule set>_fields.md: every field of a game's record, and who may know it.

python scripts/fields_page.py [--check]
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from spacecombat_env import registry
from spacecombat_env.core.model.fields import Field, Record, every_record

DOCS = Path(__file__).parents[1] / "docs"
ABOUT = """# {title}: the fields of a game

`scripts/fields_page.py` writes this page from the declarations in \
`rulesets/{name}/model/`. A game is one
packed record (`core/model/fields.py`, `core/model/record.py`). \
The column *who knows* lists the readers of a
field besides the umpire. For all others it is blank \
(0, or -1 where 0 would mean a piece), unless the
column names another value. Sizes are those of the smallest capacity. All readers know the printed
tables (`rules`).
"""


def page_file(name: str) -> Path:
    """Return where the page of a rule set lies."""
    return DOCS / f"{name}_fields.md"


def page(name: str) -> str:
    """Return the content of that page."""
    ruleset = registry.ruleset(name)
    assert ruleset.knowledge is not None
    state = ruleset.knowledge(ruleset.load(ruleset.default_scenario)).state
    printed = importlib.import_module(f"spacecombat_env.rulesets.{name}.model.printed")
    parts = [ABOUT.format(title=ruleset.title, name=name)]
    parts += [table(record) for root in (state, printed.RULES) for record in every_record(root)]
    return "\n".join(parts)


def table(record: Record) -> str:
    """Return the fields of one record."""
    head = [
        f"## {record.name}",
        "",
        "| field | what it is | range | who knows |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *(row(field) for field in record), ""])


def row(field: Field) -> str:
    """Return one field."""
    known = "" if field.known is None else str(field.known.value)
    if field.derived:
        known = f"{known}; others see: {field.derived}" if known else f"others see: {field.derived}"
    size = "".join(f"[{length}]" for length in field.shape)
    return f"| `{field.name}{size}` | {field.meaning} | {span(field)} | {known} |"


def span(field: Field) -> str:
    """Return what a field may hold, in words."""
    if field.record is not None:
        return f"[{field.record.name}](#{field.record.name})"
    if field.enum is not None or field.bits is not None:
        enum = field.enum or field.bits
        assert enum is not None
        return f"{enum.__name__}{' bits' if field.bits else ''}"
    if field.is_flag:
        return "yes, no"
    if field.pieces:
        return f"slot of `{field.pieces}`, or -1"
    if field.most is not None:
        return f"{field.least} to {field.most}"
    return "" if field.least is None else f"from {field.least}"


def main() -> None:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is old")
    check = parser.parse_args().check
    for name in registry.names():
        path, new = page_file(name), page(name)
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        if check and old != new:
            sys.exit(f"{path} is not what the code says: run scripts/fields_page.py")
        if not check:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
