"""Draw the architecture from the imports: docs/architecture.svg.

    python scripts/architecture.py           # write it
    python scripts/architecture.py --check   # exit status 1 if it is out of date

A box is a package with its lines of code. It stands one level above the highest package that it
imports. A line leads down to an imported package; lines that follow from others are left out.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).parent))

from structure import ROOT, layers_of, modules_of, package_imports, package_of

PICTURE = ROOT / "docs" / "architecture.svg"
PACKAGES = {
    "spacecombat_env": ROOT / "spacecombat_env",
    "spacecombat_agents": ROOT / "agents" / "spacecombat_agents",
}
DOORS = "(doors)"
FEWEST = 10
"""Minimum lines of a part that gets a box."""
BOX, GAP, FLOOR, MARGIN = 126, 14, 74, 24
"""Pixels: width of a box, gap between two, height of a level, margin."""
TALL, TITLE = 38, 44
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1d2733; text-anchor: middle }
.size { font-size: 10px; fill: #5b6875 }
.title { font-size: 16px; font-weight: 600; text-anchor: start }
.said { font-size: 11px; fill: #5b6875; text-anchor: start }
rect { fill: #eef3f8; stroke: #7d93a8; rx: 5px }
path { fill: none; stroke: #9aa9b8; stroke-width: 1.1px }
.ground { fill: #ffffff; stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #dfe7ef } .size, .said { fill: #9db0c2 }
  rect { fill: #1f2c39; stroke: #5d7489 } path { stroke: #546779 } .ground { fill: #0f161d }
}
"""


class Panel(NamedTuple):
    """One part of the picture."""

    title: str
    said: str
    arrows: dict[str, set[str]]
    lines: dict[str, int]


def lines_of(paths: list[Path]) -> int:
    """Return the number of lines in some files."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def ruleset_panel(ruleset: str, title: str) -> Panel:
    """Return the packages of a rule set, without its top level."""
    arrows = {
        room: below for room, below in package_imports(ruleset).items() if room != "(package)"
    }
    arrows = {room: below - {"(package)"} for room, below in arrows.items()}
    files: dict[str, list[Path]] = {}
    for module, path in modules_of(ruleset).items():
        files.setdefault(package_of(module), []).append(path)
    said = f"folders of spacecombat_env/rulesets/{ruleset}, the parts of its book"
    return Panel(title, said, arrows, {room: lines_of(files[room]) for room in arrows})


def part_of(module: str) -> str:
    """Return the part of the project that a module belongs to; DOORS for entry modules."""
    package, *names = module.split(".")
    short = "" if package == "spacecombat_env" else "agents/"
    if short == "" and names[:1] == ["rulesets"] and len(names) > 1:
        return names[1]
    if not names or (short == "" and names[0].endswith(("_v0", "_v1"))):
        return DOORS
    return short + names[0]


def project_panel() -> Panel:
    """Return the parts of the project: core, rule sets, environments, agents.

    Imports inside functions are left out, and so are entry modules, which import anything.
    """
    arrows: dict[str, set[str]] = {}
    lines: dict[str, int] = {}
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            names = path.relative_to(folder).with_suffix("").parts
            part = part_of(".".join((package, *(name for name in names if name != "__init__"))))
            lines[part] = lines.get(part, 0) + lines_of([path])
            below = arrows.setdefault(part, set())
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                source = node.module or "" if isinstance(node, ast.ImportFrom) else ""
                if isinstance(node, ast.ImportFrom) and source.split(".")[0] in PACKAGES:
                    deeper = len(source.split(".")) > 1
                    below |= {
                        part_of(source if deeper else f"{source}.{a.name}") for a in node.names
                    }
    kept = {part for part in arrows if part != DOORS and lines[part] >= FEWEST}
    arrows = {part: (arrows[part] & kept) - {part} for part in kept}
    said = "imports at load time; agents/ stands for agents/spacecombat_agents/"
    return Panel("The project", said, arrows, lines)


def reach(arrows: dict[str, set[str]], room: str) -> set[str]:
    """Return all packages below a package."""
    found: set[str] = set()
    todo = list(arrows.get(room, ()))
    while todo:
        below = todo.pop()
        if below not in found:
            found.add(below)
            todo += arrows.get(below, ())
    return found


def needed(arrows: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the arrows that do not follow from others."""
    pairs = []
    for room, below in sorted(arrows.items()):
        by_way = set().union(*(reach(arrows, other) for other in below)) if below else set()
        pairs += [(room, other) for other in sorted(below - by_way)]
    return pairs


def drawn(panel: Panel, top: int) -> tuple[list[str], int, int]:
    """Return the SVG of a panel, its width and its lower end."""
    floors = layers_of(panel.arrows)
    rows = [
        [room for room in sorted(floors) if floors[room] == n]
        for n in range(max(floors.values()), 0, -1)
    ]
    width = max(len(row) for row in rows) * (BOX + GAP) - GAP
    places: dict[str, tuple[float, float]] = {}
    for nth, row in enumerate(rows):
        left = MARGIN + (width - len(row) * (BOX + GAP) + GAP) / 2
        for n, room in enumerate(row):
            places[room] = left + n * (BOX + GAP), top + TITLE + nth * FLOOR
    marks = [f'<text class="title" x="{MARGIN}" y="{top + 14}">{escape(panel.title)}</text>']
    marks.append(f'<text class="said" x="{MARGIN}" y="{top + 31}">{escape(panel.said)}</text>')
    for room, other in needed(panel.arrows):
        (x, y), (u, v) = places[room], places[other]
        x, u, y = x + BOX / 2, u + BOX / 2, y + TALL
        bend = max(18.0, (v - y) / 2)
        curve = f"M{x:g} {y:g}C{x:g} {y + bend:g} {u:g} {v - bend:g} {u:g} {v:g}"
        marks.append(f'<path d="{curve}"><title>{escape(f"{room} imports {other}")}</title></path>')
    for room, (x, y) in places.items():
        middle = x + BOX / 2
        marks.append(f'<rect x="{x:g}" y="{y:g}" width="{BOX}" height="{TALL}"/>')
        marks.append(f'<text x="{middle:g}" y="{y + 16:g}">{escape(room)}</text>')
        size = f"{panel.lines[room]:,} lines"
        marks.append(f'<text class="size" x="{middle:g}" y="{y + 31:g}">{size}</text>')
    return marks, width, top + TITLE + len(rows) * FLOOR


def picture() -> str:
    """Return the picture."""
    panels = [project_panel()]
    panels.append(ruleset_panel("battle_rider", "Battle Rider"))
    panels.append(ruleset_panel("intercept_sensors", "Intercept's sensor rules"))
    panels.append(ruleset_panel("interceptor", "Interceptor"))
    marks, widest, top = [], 0, MARGIN
    for panel in panels:
        of, width, top = drawn(panel, top)
        marks += of
        widest = max(widest, width)
        top += MARGIN
    size = f'viewBox="0 0 {widest + 2 * MARGIN} {top}" width="{widest + 2 * MARGIN}"'
    ground = '<rect class="ground" width="100%" height="100%"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="Architecture">'
    return "\n".join((head, f"<style>{STYLE}</style>", ground, *marks, "</svg>", ""))


def is_current() -> bool:
    """Whether the picture shows the present packages and imports; sizes may be out of date."""

    def marks(text: str) -> list[str]:
        return [line for line in text.splitlines() if 'class="size"' not in line]

    return PICTURE.is_file() and marks(PICTURE.read_text(encoding="utf-8")) == marks(picture())


def main() -> None:
    """Write the picture, or check that it is current."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit status 1 if it is out of date")
    if not parser.parse_args().check:
        PICTURE.write_text(picture(), encoding="utf-8")
    elif not is_current():
        sys.exit(f"{PICTURE.relative_to(ROOT)} is out of date: python scripts/architecture.py")


if __name__ == "__main__":
    main()
