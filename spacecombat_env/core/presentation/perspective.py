"""What tells a game to a reader, whatever the game is: plain records, names, questions, the log.

A reader is a seat, who is told what its redacted record holds, or the umpire (seat -1), who reads
the true one, or the public (seat -2), who reads what all seats know and to whom no piece is its
own. A rule set's `told/` knows its pieces and its words; nothing here does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from spacecombat_env.core.model.record import field_names
from spacecombat_env.core.ruleset import Scenario

UMPIRE, PUBLIC = -1, -2
SIDES = ("Red", "Blue")
SEATS = ("red_0", "blue_0")
WAITING = "Not asked now."
"""What a reader sees in place of a question: nobody is told whether and when others are asked."""
OPEN, DRAW = -1, 2
"""Of a record's `verdict`, which else is the side that has won."""


# --- readers -------------------------------------------------------------------------------------


def is_own(seat: int, side: int) -> bool:
    """Whether a reader sees the pieces of a side as its own; the umpire sees all so."""
    return seat in (UMPIRE, side)


def own_sides(seat: int) -> list[int]:
    """Return the sides whose pieces a reader sees as its own."""
    return [] if seat == PUBLIC else [0, 1] if seat == UMPIRE else [seat]


def enemy_sides(seat: int) -> list[int]:
    """Return the sides of which a reader sees what the other side has found out."""
    return [] if seat == UMPIRE else [0, 1] if seat == PUBLIC else [1 - seat]


def reader_name(seat: int, side: int, name: str) -> str:
    """Return a name as a reader has it: an own one bare, any other with its side."""
    return name if side == seat else f"{SIDES[side]} {name}"


def enemy_name(seat: int, side: int, name: str) -> str:
    """Return the name that a side's enemy has for a piece of it: to the public with the side."""
    return f"{SIDES[side]} {name}" if seat == PUBLIC else name


def owner_text(seat: int, side: int) -> str:
    """Return `enemy`, of what is not a reader's own; to the public the side."""
    return SIDES[side] if seat == PUBLIC else "enemy"


def without_side(name: str, side: int) -> str:
    """Return a name without its side, where that is told beside it."""
    return name.removeprefix(f"{SIDES[side]} ")


# --- records as plain Python ---------------------------------------------------------------------


def to_plain(value: Any, leave: tuple[str, ...] = ("chance", "delivered")) -> Any:
    """Return a record as namespaces, lists and ints; NumPy's own fields are slow to read.

    Fields called as in `leave` are left out: chance, and the other readers' logs, which no name,
    view or picture needs.
    """
    if value.dtype.names is None:
        return value.tolist()
    fields = tuple(name for name in field_names(value.dtype) if name not in leave)
    if isinstance(value, np.ndarray):
        if value.ndim > 1:
            return [to_plain(row, leave) for row in value]
        columns = [to_plain(value[name], leave) for name in fields]
        rows = zip(*columns, strict=True)
        return [SimpleNamespace(**dict(zip(fields, row, strict=True))) for row in rows]
    return _PlainRecord(value, fields, leave)


def slots_of(pieces: list[Any], side: int) -> range:
    """Return the slots of a side, of pieces made plain."""
    half = len(pieces) // 2
    return range(side * half, (side + 1) * half)


class _PlainRecord:
    """A record made plain field by field, each when it is first read: most readers need few."""

    def __init__(self, record: Any, fields: tuple[str, ...], leave: tuple[str, ...]) -> None:
        self.__dict__["_record"] = record, fields, leave

    def raw(self, name: str) -> Any:
        """Return a field as it stands in the record, where it is not plain yet."""
        record, fields, _ = self.__dict__["_record"]
        return self.__dict__.get(name, record[name] if name in fields else None)

    def __getattr__(self, name: str) -> Any:
        """Make a field plain that has not been read before."""
        record, fields, leave = self.__dict__.get("_record", (None, (), ()))
        if name not in fields:
            raise AttributeError(name)
        self.__dict__[name] = to_plain(record[name], leave)
        return self.__dict__[name]


def options_of(scenario: Scenario) -> Any:
    """Return a scenario's options, made plain."""
    return to_plain(scenario.table.rules[0].option)


def resolved_of(scenario: Scenario) -> dict[str, list[str]]:
    """Return the names that the records do not hold."""
    found: dict[str, list[str]] = scenario.source["resolved"]
    return found


# --- words ---------------------------------------------------------------------------------------


def as_text(name: str) -> str:
    """Return the word for a name of the code: `end round` for END_ROUND."""
    return name.lower().replace("_", " ")


def normalize_text(name: str) -> str:
    """Return a name as orders are compared: no case, no punctuation that splits words."""
    return " ".join(part for part in re.split(r"[\s·,;>]+", name.casefold()) if part)


def pluralize(number: int, thing: str) -> str:
    """Return `1 hit`, `2 hits`, `no hits`."""
    return f"{int(number) or 'no'} {thing}{'' if number == 1 else 's'}"


def true_keys(shown: dict[str, Any]) -> list[str]:
    """Return the words that hold."""
    return [word for word, is_so in shown.items() if is_so]


# --- questions and outcomes ----------------------------------------------------------------------


class TemplateFields(dict[str, Any]):
    """Fills the blanks of a sentence: from what is given, else when asked for, by a method."""

    def __init__(self, filler: object, **given: Any) -> None:
        super().__init__(given)
        self.filler = filler

    def __missing__(self, blank: str) -> Any:
        """Ask the filler."""
        return getattr(self.filler, blank)()


def waiting_text(state: Any, seat: int, reasons: Sequence[str]) -> str:
    """Return what a seat reads that is not asked anything; empty where it is."""
    if state.verdict != OPEN:
        return f"The game is over: {outcome_text(state, reasons)}."
    return "" if state.decision and state.seat == seat else WAITING


def to_act(state: Any, seat: int) -> str | None:
    """Return the seat that is asked, as far as a reader may know: itself; the umpire any."""
    is_told = seat in (UMPIRE, state.seat) and state.decision and state.verdict == OPEN
    return SEATS[state.seat] if is_told else None


def outcome_text(state: Any, reasons: Sequence[str]) -> str:
    """Return who has won, and why."""
    verdict = int(state.verdict)
    winner = "a draw" if verdict == DRAW else f"{SIDES[verdict]} wins"
    return f"{winner} ({reasons[int(state.reason)]})"


def outcome_sentence(verdict: int, reason: str) -> str:
    """Return who has won, and why, as the log tells it."""
    said = "The game is drawn" if verdict == DRAW else f"{SIDES[verdict]} wins"
    return f"{said}: {reason}."


# --- the log -------------------------------------------------------------------------------------


def logged_events(state: Any, since: int) -> Iterator[Any]:
    """Yield the events since that count that the record's ring `log` still keeps."""
    log = state.raw("log") if isinstance(state, _PlainRecord) else state.log
    count = int(state.log_count)
    numbers = [n % len(log) for n in range(max(since, count - len(log), 0), count)]
    yield from to_plain(log[numbers]) if isinstance(log, np.ndarray) else (log[n] for n in numbers)


# --- views ---------------------------------------------------------------------------------------


def game_keys(
    state: Any, seat: int, scenario: Scenario, turn_limit: int, phase: str, reasons: Sequence[str]
) -> dict[str, Any]:
    """Return the keys with which the view of any game begins."""
    over = state.verdict != OPEN
    return {
        "seat": None if seat < 0 else SEATS[seat],
        "scenario": scenario.name,
        "turn": state.turn,
        "turn_limit": turn_limit,
        "phase": phase,
        "over": over,
        "result": _result(state, reasons) if over else None,
    }


def _result(state: Any, reasons: Sequence[str]) -> dict[str, Any]:
    """Return who has won and why."""
    winner = None if state.verdict == DRAW else SEATS[state.verdict]
    return {"winner": winner, "reason": reasons[state.reason]}
