"""A replay as one HTML page, without other files and without requests.

The page (page/, web/board/) draws nothing itself. For every frame and reader it holds the visible
lines of the rule set's own SVG, the log and the status panels. Each text is stored once, and each
frame only as changes; lines that differ only in numbers are stored as one format and its numbers. A
game of fifteen turns takes about a hundred kilobytes.

A seat's view comes from that seat's redacted record alone. The argument `readers` can leave out the
truth. Then nothing on the page, not even the number of frames, reveals more than these readers
know.

Conventions of `draw_svg`:

- Everything before `<g id="pieces">` stays the same. The rest is one element a line. A picture
  without that group is shown whole.

- Elements with `data-k` move smoothly. Children of class `turns` turn with the board.

- The attribute `data-cell` names the cell of a piece. The element `<metadata id="cells">` lists the
  cells.

- Names are labels (core/presentation/labels.py), placed by the page.

- Colours of the PALETTE in core/presentation/svg.py follow the reader's scheme.

- A `<symbol id="legend...">` with a title appears in the legend.

- Lines that begin with `<g data-beside="key"` are drawn next to the map, those of one key in one
  figure. The first is empty and has `data-box`, `data-side`, `data-name`, `data-note` and
  `data-bad`. The figure of a piece has the key of its `data-k`.

- A picture for a page has no style of its own. Elements of class `arcs` are shown while the pointer
  is on their piece.

- In the log, a line that begins with `Turn 4` opens a turn. One that ends with `!` is marked on the
  time line. Panels may give numbers for the graph (`trend`).
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from spacecombat_env.core.errors import ReplayError
from spacecombat_env.core.presentation.svg import changeable
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.replay.frames import PIECES, TRUTH, Frame, Overlay, ReaderFrame, frames
from spacecombat_env.replay.outcomes import outcome_of
from spacecombat_env.replay.record import Replay
from spacecombat_env.replay.remarks import RemarkPlacer, Remarks

PARTS = Path(__file__).parents[1] / "page"
BOARD = Path(__file__).parents[1] / "web" / "board"
"""The parts that the page shares with the browser client."""
SCRIPTS = (
    *(BOARD / f"{name}.js" for name in ("dom", "panels", "beside", "map", "scenes", "bar")),
    *(BOARD / f"{name}.js" for name in ("camera", "names", "stack", "gesture")),
    *(PARTS / f"{name}.js" for name in ("base", "log", "frames", "graph", "share", "time")),
)
"""Scripts of the page in the order in which they run."""
STYLES = (*(BOARD / f"{name}.css" for name in ("colours", "board", "playback")), PARTS / "page.css")
MODULE = re.compile(r"^import .*\n|^export \{.*\n|^export |^// @ts-check\n", re.MULTILINE)
"""Parts of a module that a plain script lacks."""
ROW = ("name", "kind", "state", "where", "figures", "marks", "damage")
"""The columns of a row in a panel."""
REMARKS = "remarks"
"""Script and style of an analysis, on pages that have one."""
NUMBER, GAP = re.compile(r"-?\d+(?:\.\d+)?"), "¤"
"""Numbers, which a line's format leaves out, and their placeholder."""


def write_page(
    replay: Replay,
    path: str | os.PathLike[str],
    title: str | None = None,
    readers: Iterable[int] | None = None,
    overlay: Overlay | None = None,
    remarks: Mapping[int, Remarks] | None = None,
) -> Path:
    """Write the page of a replay; `readers` are TRUTH and numbers of seats (default: all).

    `overlay` adds to the pictures of seats, as in `frames.frames`. The `remarks` of an analysis are
    shown to the reader of each seat, and to TRUTH. Raises ReplayError if the replay cannot be
    played or the page not be written.
    """
    path = Path(path)
    page = build_page(replay, title, readers, overlay, remarks)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(page, encoding="utf-8")
        part.replace(path)
    except OSError as cause:
        part.unlink(missing_ok=True)
        raise ReplayError.at(path, "file", f"cannot be written: {cause.strerror}") from None
    return path


def build_page(
    replay: Replay,
    title: str | None = None,
    readers: Iterable[int] | None = None,
    overlay: Overlay | None = None,
    remarks: Mapping[int, Remarks] | None = None,
) -> str:
    """Return the page of a replay as HTML; see `write_page`."""
    ruleset = replay.rules()
    chosen = tuple(readers) if readers is not None else (TRUTH, *range(len(ruleset.seats)))
    store = _Store(chosen)
    for frame in frames(replay, chosen, overlay=overlay, for_page=True):
        store.add(frame)
    content = {**_head(replay, ruleset, title, store), **store.content()}
    scripts, styles = list(SCRIPTS), [*STYLES]
    spoken_remarks = store.placer.content(chosen, remarks or {})
    if spoken_remarks is not None:
        content[REMARKS] = spoken_remarks
        scripts.insert(len(scripts) - 1, PARTS / f"{REMARKS}.js")
        styles.append(PARTS / f"{REMARKS}.css")
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
    data = data.replace("<!--", "<\\u0021--")
    style = "\n".join(_text(path) for path in styles)
    page = _text(PARTS / "page.html").replace("__STYLE__", style)
    page = page.replace("__SCRIPT__", "\n".join(MODULE.sub("", _text(path)) for path in scripts))
    page = page.replace("__TITLE__", html.escape(str(content["title"])))
    return page.replace("__DATA__", data)


def _text(path: Path) -> str:
    """Return a file that is part of every page."""
    return path.read_text(encoding="utf-8").rstrip("\n")


def _head(replay: Replay, ruleset: RuleSet, title: str | None, store: _Store) -> dict[str, Any]:
    """Return the data above the game; without the truth, only what the readers know."""
    scenario = replay.scenario.get("title") or replay.scenario.get("name") or "custom scenario"
    parts = [ruleset.title]
    if TRUTH in store.readers:
        parts += [f"seed {replay.seed}"]
    result = _result(replay, ruleset, store)
    end = []
    if result["winner"] is not None or result["why"]:
        end = [f"{store.frames[-1]['t']} turns"]
        end += [f"{len(replay.actions)} decisions"] if TRUTH in store.readers else []
    return {
        "title": title or str(scenario),
        "sub": parts if title is None else [str(scenario), *parts],
        "end": end,
        "seats": [
            {"seat": seat, "title": _side(seat), "agent": _agent(replay, n, seat, store.readers)}
            for n, seat in enumerate(ruleset.seats)
        ],
        "readers": [_reader(ruleset, reader) for reader in store.readers],
        **result,
        "made": f"{replay.made_by}, rules {replay.rules_hash[:12]}",
    }


def _agent(replay: Replay, number: int, seat: str, readers: tuple[int, ...]) -> str:
    """Return the player of a seat, for the reader of that seat and for the truth."""
    known = TRUTH in readers or number in readers
    return str(replay.agents.get(seat, "unknown")) if known else ""


def _side(seat: str) -> str:
    """Return `Red` for `red_0`."""
    return seat.rpartition("_")[0].replace("_", " ").title() or seat


def _reader(ruleset: RuleSet, reader: int) -> dict[str, Any]:
    """Return the name of a reader on the page."""
    if reader == TRUTH:
        return {"key": "truth", "seat": -1, "label": "Truth", "about": "the truth"}
    side = _side(ruleset.seats[reader])
    return {
        "key": ruleset.seats[reader],
        "seat": reader,
        "label": f"{side} knew",
        "about": f"as {side} knew it",
    }


def _result(replay: Replay, ruleset: RuleSet, store: _Store) -> dict[str, Any]:
    """Return how the game ended as text, as the first of the readers knows it."""
    known = store.result
    if TRUTH in store.readers:
        end = replay.outcome
        if end is None:
            return {"result": "Not finished", "why": "", "winner": None}
        winner = end.verdict if end.verdict < len(ruleset.seats) else None
        why = list(ruleset.reasons[end.reason : end.reason + 1])
        why += [f"{step} victory" for step in (outcome_of(replay),) if step]
        ahead = _side(ruleset.seats[0 if end.margin > 0 else 1])
        why += [f"{ahead} {abs(end.margin)} points ahead"] if end.margin else []
    elif known is None:
        return {"result": "Not finished", "why": "", "winner": None}
    else:
        seat = known.get("winner")
        winner = ruleset.seats.index(seat) if seat in ruleset.seats else None
        why = [str(known[key]) for key in ("reason",) if known.get(key)]
        why += [f"{known[key]} victory" for key in ("outcome",) if known.get(key)]
    result = "Draw" if winner is None else f"{_side(ruleset.seats[winner])} wins"
    return {"result": result, "why": ", ".join(why), "winner": winner}


class _Table:
    """Values stored once, by number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.numbers: dict[str, int] = {}

    def number(self, value: Any) -> int:
        """Return the number of a value, new or not."""
        key = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
        if key not in self.numbers:
            self.numbers[key] = len(self.values)
            self.values.append(value)
        return self.numbers[key]


class _Store:
    """The frames of a page in preparation."""

    def __init__(self, readers: tuple[int, ...]) -> None:
        self.readers = readers
        self.stills, self.lines, self.texts = (_Table() for _ in range(3))
        self.rows, self.panels, self.forms = (_Table() for _ in range(3))
        self.visible: dict[int, list[int]] = {reader: [] for reader in readers}
        """The lines of the last frame, by reader."""
        self.frames: list[dict[str, Any]] = []
        self.trends: list[str] = []
        """Labels of the graph."""
        self.result: Mapping[str, Any] | None = None
        """How the game ended, as the first reader knows it."""
        self.placer = RemarkPlacer()

    def add(self, frame: Frame) -> None:
        """Add a frame."""
        looks = [self._reader_data(frame, reader, frame.looks[reader]) for reader in self.readers]
        self.frames.append({"t": frame.turn, "n": frame.decision, "v": looks})
        self.placer.add(frame)
        self.result = frame.looks[self.readers[0]].result if self.readers else None

    def _reader_data(self, frame: Frame, reader: int, reader_frame: ReaderFrame) -> dict[str, Any]:
        """Return the data of one reader: still picture, lines, log, orders, panels."""
        still, pieces = _parts(changeable(reader_frame.svg))
        self.trends = self.trends or _trends(reader_frame)
        utterances = _utterances_for(frame, reader)
        before = self.visible[reader]
        self.visible[reader] = [self._line(line) for line in pieces]
        return {
            "b": self.stills.number([self._line(line) for line in still.split("\n")]),
            "p": _changes(before, self.visible[reader]),
            "l": [self.texts.number(line) for line in reader_frame.lines],
            "d": [self.texts.number(deed) for deed in reader_frame.deeds],
            "o": [[seat, " · ".join(texts)] for seat, texts in utterances],
            "g": [self.panels.number(self._panel(panel)) for panel in reader_frame.status],
        }

    def _line(self, line: str) -> int:
        """Return the number of a line of SVG, with quotes that JSON does not escape."""
        line = (line if "'" in line else line.replace('"', "'")).replace(GAP, " ")
        is_named = "://" in line  # the name of a format stays whole
        form = self.forms.number(line if is_named else NUMBER.sub(GAP, line))
        numbers = [] if is_named else NUMBER.findall(line)
        return self.lines.number(" ".join([str(form), *numbers]))

    def _panel(self, panel: Mapping[str, Any]) -> dict[str, Any]:
        """Return the panel of a side."""
        return {
            "t": panel["title"],
            "f": panel["figures"],
            "x": [value for _, value in panel.get("trend", [])],
            "r": [self.rows.number(self._row(row)) for row in panel["rows"]],
        }

    def _row(self, row: Mapping[str, Any]) -> list[Any]:
        """Return a row in the order of ROW, with its texts by number."""
        number = self.texts.number
        return [
            [number(each) for each in row[key]] if isinstance(row[key], list) else number(row[key])
            for key in ROW
        ]

    def content(self) -> dict[str, Any]:
        """Return all data, ready for JSON."""
        return {
            "stills": self.stills.values,
            "forms": self.forms.values,
            "lines": self.lines.values,
            "texts": self.texts.values,
            "rows": self.rows.values,
            "panels": self.panels.values,
            "row": ROW,
            "frames": self.frames,
            "trends": self.trends,
        }


def _changes(before: list[int], now: list[int]) -> list[list[int]]:
    """Return edits between two lists, last place first: [where, how many to delete, what to
    insert].
    """
    found = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    return [[a, b - a, *now[c:d]] for tag, a, b, c, d in reversed(found) if tag != "equal"]


def _utterances_for(frame: Frame, reader: int) -> list[tuple[int, list[str]]]:
    """Return the actions that a reader may read, with consecutive ones of a seat joined."""
    utterances: list[tuple[int, list[str]]] = []
    for seat, texts in frame.utterances:
        if reader not in (TRUTH, seat):
            continue
        if utterances and utterances[-1][0] == seat:
            texts = utterances.pop()[1] + texts
        utterances.append((seat, texts))
    return utterances


def _trends(reader_frame: ReaderFrame) -> list[str]:
    """Return the labels of the panels' numbers for the graph."""
    panels = [panel.get("trend", []) for panel in reader_frame.status]
    return [label for label, _ in panels[0]] if panels else []


def _parts(svg: str) -> tuple[str, list[str]]:
    """Return the still part of a picture, closed, and the lines of the moving part."""
    before, found, rest = svg.partition(PIECES)
    if not found:
        return "<svg viewBox='0 0 1 1'></svg>", [svg]
    inside = rest.rpartition("</g>")[0]
    return f"{before}{PIECES}</g></svg>", [line for line in inside.split("\n") if line]
