"""Measure the house: floors and arrows between rooms, long files, what rule sets say alike.

    python scripts/house.py            # a table a house: each rule set, and the players
    python scripts/house.py --json

A room is a folder of a house, or a module beside the folders. An arrow leads from a room to one
that it imports from; a room stands one floor above the highest that it imports.
"""

from __future__ import annotations

import argparse
import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RULESETS = ROOT / "spacecombat_env" / "rulesets"
PLAYERS = "agents"
LONG, STRETCH = 400, 6
"""Lines of a file that is long, and of a stretch that two rule sets have alike."""
DRIVER, CONTRACT = "spacecombat_env/core/kernels/driver.py", "spacecombat_env/core/ruleset.py"
ALSO_WANTED = {
    "RULESET": "the registry",
    "KERNELS": "the door of the compiled engine (core/kernels/driver.py)",
    "compiled_beside": "warming (core/engine/jit.py)",
    "DECISIONS": "the table of questions (core/model/decisions.py)",
    "CHAPTER_OF": "the same",
    "SWITCHES": "scripts/rules_page.py",
    "SCHEMA": "scripts/view_schema.py",
    "view_schema": "the same",
    "__all__": "Python",
}
"""Names that every rule set must have, by who asks for them, beside what the driver and the
contract list: that both have them says nothing of what they share."""


def folder_of(house: str) -> Path:
    """Return the folder of a rule set, or of the players."""
    return ROOT / house if house == PLAYERS else RULESETS / house


def modules_of(house: str) -> dict[str, Path]:
    """Return the modules of a house by their dotted name within it."""
    base = folder_of(house)
    found = {}
    for path in sorted(base.rglob("*.py")):
        name = ".".join(path.relative_to(base).with_suffix("").parts)
        found[name.removesuffix("__init__").rstrip(".")] = path
    return found


def imports_of(house: str, path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of its own house that a file imports."""
    inside = f"spacecombat_env.rulesets.{house}"
    own = "spacecombat_agents" if house == PLAYERS else inside
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(own):
            continue
        source = (node.module or "")[len(own) :].lstrip(".")
        for alias in node.names:
            deeper = f"{source}.{alias.name}".lstrip(".")
            yield deeper if deeper in modules else source


def room_of(module: str) -> str:
    """Return the room that a module stands in."""
    return module.split(".", 1)[0] or "(package)"


def arrows_of(house: str) -> dict[str, set[str]]:
    """Return the rooms that each room imports from."""
    modules = modules_of(house)
    arrows: dict[str, set[str]] = {room_of(module): set() for module in modules}
    for module, path in modules.items():
        for other in imports_of(house, path, modules):
            if room_of(other) != room_of(module):
                arrows[room_of(module)].add(room_of(other))
    return arrows


def floors_of(arrows: dict[str, set[str]]) -> dict[str, int]:
    """Return the floor of each room; ValueError where rooms import each other in a circle."""
    floors: dict[str, int] = {}

    def floor(room: str, below: tuple[str, ...]) -> int:
        if room in below:
            raise ValueError(f"rooms in a circle: {' -> '.join((*below, room))}")
        if room not in floors:
            floors[room] = 1 + max((floor(r, (*below, room)) for r in arrows[room]), default=0)
        return floors[room]

    for room in arrows:
        floor(room, ())
    return floors


def names_of(ruleset: str) -> dict[str, set[str]]:
    """Return the functions, classes and constants at the top of a rule set's modules.

    Each name with what is said of it there, words for people left out.
    """
    found: dict[str, set[str]] = {}
    for path in modules_of(ruleset).values():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.setdefault(node.name, set()).add(_said(node))
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, set()).add(ast.dump(node.value))
    return found


def _said(node: ast.FunctionDef | ast.ClassDef) -> str:
    """Return the code of a definition."""
    first = node.body[0] if ast.get_docstring(node) else None
    return ast.unparse([part for part in ast.iter_child_nodes(node) if part is not first])  # type: ignore[arg-type]


def wanted_names() -> set[str]:
    """Return the names that every rule set must have: of the driver, of a RuleSet, and some."""
    found = set(ALSO_WANTED)
    for node in ast.parse((ROOT / DRIVER).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REQUIRED_NAMES":
            found |= set(ast.literal_eval(node.value))
    for node in ast.parse((ROOT / CONTRACT).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == "RuleSet":
            fields = (part for part in node.body if isinstance(part, ast.AnnAssign))
            found |= {ast.unparse(field.target) for field in fields}
    return found


def alike(first: str, second: str) -> int:
    """Return how many stretches of STRETCH or more lines of code two rule sets have alike.

    Imports, a line or several, are no code: what they name stands elsewhere, once.
    """

    def lines(ruleset: str) -> Iterator[list[str]]:
        for path in modules_of(ruleset).values():
            text = path.read_text(encoding="utf-8")
            kept = [line.strip() for line in text.splitlines()]
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    for n in range(node.lineno - 1, node.end_lineno or node.lineno):
                        kept[n] = ""
            yield [line for line in kept if line and not line.startswith("#")]

    def windows(code: list[str]) -> list[tuple[str, ...]]:
        return [tuple(code[n : n + STRETCH]) for n in range(len(code) - STRETCH + 1)]

    known = {window for code in lines(first) for window in windows(code)}
    stretches = 0
    for code in lines(second):
        before = False
        for window in windows(code):
            stretches += window in known and not before
            before = window in known
    return stretches


def long_files() -> dict[str, int]:
    """Return the Python files of the packages and the tests that are long."""
    folders = ("spacecombat_env", "agents", "scripts", "tests")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    counts = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in paths}
    return {p.relative_to(ROOT).as_posix(): n for p, n in counts.items() if n > LONG}


def built(house: str) -> dict[str, int]:
    """Return how a house is built: rooms, floors, arrows, its largest folder and its top."""
    arrows = arrows_of(house)
    folders = [path.parent for path in modules_of(house).values()]
    return {
        "rooms": len(arrows),
        "floors": max(floors_of(arrows).values()),
        "arrows": sum(map(len, arrows.values())),
        "largest folder": max(map(folders.count, set(folders))),
        "files at the top": folders.count(folder_of(house)),
    }


def measured() -> dict[str, Any]:
    """Return all figures."""
    names = sorted(p.name for p in RULESETS.iterdir() if (p / "__init__.py").is_file())
    figures: dict[str, Any] = {}
    for name in names:
        figures[name] = {
            **built(name),
            "entry.py": len((RULESETS / name / "entry.py").read_text().splitlines()),
            "actions.py": len((RULESETS / name / "actions.py").read_text().splitlines()),
            "view schema": len(
                (RULESETS / name / "presentation/views/schema.py").read_text().splitlines()
            ),
        }
    figures[PLAYERS] = built(PLAYERS)
    for n, first in enumerate(names):
        for second in names[n + 1 :]:
            one, other = names_of(first), names_of(second)
            shared = set(one) & set(other)
            own = shared - wanted_names()
            figures[f"{first} and {second}"] = {
                "names both define": len(own),
                "of them said alike": sum(1 for name in own if one[name] & other[name]),
                "names that every rule set must have": len(shared & wanted_names()),
                "like stretches": alike(first, second),
            }
    figures["long files"] = long_files()
    return figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="as JSON")
    figures = measured()
    if parser.parse_args().json:
        print(json.dumps(figures, indent=1))
        return
    for part, values in figures.items():
        print(part)
        for name, value in values.items():
            print(f"  {value:6d}  {name}")


if __name__ == "__main__":
    main()
