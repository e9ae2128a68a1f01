"""Presentation for a reader in any game: plain records, names, decisions, the log.

A reader is a seat, the umpire (seat -1) or the public (seat -2). A seat reads its redacted record,
the umpire the true one. The public reads the information that all seats share, and owns no piece.
The `presentation/` package of a rule set knows its pieces and actions; this module does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from spacecombat_env.core.model.record import field_names
from spacecombat_env.core.ruleset import Scenario

UMPIRE, PUBLIC = -1, -2
SIDES = ("Red", "Blue")
SEATS = ("red_0", "blue_0")
WAITING = "Not asked now."
"""Text in place of a decision. Readers do not learn whether and when others decide."""
OPEN, DRAW = -1, 2
"""Values of a record's `verdict`; other values are the winning side."""


# --- readers -------------------------------------------------------------------------------------


def is_own(seat: int, side: int) -> bool:
    """Whether a reader sees the pieces of a side as its own; the umpire owns all."""
    return seat in (UMPIRE, side)


def own_sides(seat: int) -> list[int]:
    """Return the sides whose pieces a reader sees as its own."""
    return [] if seat == PUBLIC else [0, 1] if seat == UMPIRE else [seat]


def enemy_sides(seat: int) -> list[int]:
    """Return the sides of which a reader sees only what the other side has found out."""
    return [] if seat == UMPIRE else [0, 1] if seat == PUBLIC else [1 - seat]


def reader_name(seat: int, side: int, name: str) -> str:
    """Return a name for a reader: an own one without its side, any other with it."""
    return name if side == seat else f"{SIDES[side]} {name}"


def enemy_name(seat: int, side: int, name: str) -> str:
    """Return the name that a side's enemy uses for its piece; for the public, with the side."""
    return f"{SIDES[side]} {name}" if seat == PUBLIC else name


def owner_text(seat: int, side: int) -> str:
    """Return `enemy` for something that is not a reader's own; for the public, the side."""
    return SIDES[side] if seat == PUBLIC else "enemy"


def without_side(name: str, side: int) -> str:
    """Return a name without its side, for places that show the side separately."""
    return name.removeprefix(f"{SIDES[side]} ")


# --- records as plain Python ---------------------------------------------------------------------


def to_plain(value: Any, leave: tuple[str, ...] = ("chance", "delivered")) -> Any:
    """Return a record as namespaces, lists and ints, which are faster to read than NumPy's fields.

    Fields named in `leave` are left out: chance, and the logs of other readers. No name, view or
    picture needs them.
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
    """Return the slots of a side, for pieces as namespaces."""
    half = len(pieces) // 2
    return range(side * half, (side + 1) * half)


class _PlainRecord:
    """A record that converts each field when it is first read, since most readers need few."""

    def __init__(self, record: Any, fields: tuple[str, ...], leave: tuple[str, ...]) -> None:
        self.__dict__["_record"] = record, fields, leave

    def raw(self, name: str) -> Any:
        """Return a field of the record without conversion."""
        record, fields, _ = self.__dict__["_record"]
        return self.__dict__.get(name, record[name] if name in fields else None)

    def __getattr__(self, name: str) -> Any:
        """Convert a field on its first read."""
        record, fields, leave = self.__dict__.get("_record", (None, (), ()))
        if name not in fields:
            raise AttributeError(name)
        self.__dict__[name] = to_plain(record[name], leave)
        return self.__dict__[name]


def options_of(scenario: Scenario) -> Any:
    """Return a scenario's options as namespaces."""
    return to_plain(scenario.table.rules[0].option)


def resolved_of(scenario: Scenario) -> dict[str, list[str]]:
    """Return names that the records do not hold."""
    found: dict[str, list[str]] = scenario.source["resolved"]
    return found


# --- words ---------------------------------------------------------------------------------------


def as_text(name: str) -> str:
    """Return an identifier as text: `end round` for END_ROUND."""
    return name.lower().replace("_", " ")


def normalize_text(name: str) -> str:
    """Return a name for comparison with orders: casefolded, without separators."""
    return " ".join(part for part in re.split(r"[\s·,;>]+", name.casefold()) if part)


def distinct_name(
    names: Sequence[str], place: int, kind: str, is_taken: Callable[[str], bool]
) -> str:
    """Return the name of a piece, with kind and number where another text reads the same.

    `is_taken` tells this of texts that are no names of pieces, normalized.
    """
    name, number = names[place], f"{kind} {place + 1}"
    if not name:
        return number
    normalized = [normalize_text(other) for other in names]
    text = normalized[place]
    clashes = not text or normalized.count(text) > 1 or is_taken(text)
    return f"{name} ({number})" if clashes else name


def pluralize(number: int, thing: str) -> str:
    """Return `1 hit`, `2 hits`, `no hits`, `3 boxes`."""
    ending = "" if number == 1 else "es" if thing.endswith("x") else "s"
    return f"{int(number) or 'no'} {thing}{ending}"


def true_keys(shown: dict[str, Any]) -> list[str]:
    """Return the keys whose value is true."""
    return [key for key, is_so in shown.items() if is_so]


# --- questions and outcomes ----------------------------------------------------------------------


def waiting_text(state: Any, seat: int, reasons: Sequence[str]) -> str:
    """Return the text for a seat that is not to act; empty for the seat to act."""
    if state.verdict != OPEN:
        return f"The game is over: {outcome_text(state, reasons)}."
    return "" if state.decision and state.seat == seat else WAITING


def to_act(state: Any, seat: int) -> str | None:
    """Return the seat to act as far as a reader may know: itself, or for the umpire any seat."""
    knows_seat = seat in (UMPIRE, state.seat) and state.decision and state.verdict == OPEN
    return SEATS[state.seat] if knows_seat else None


def outcome_text(state: Any, reasons: Sequence[str]) -> str:
    """Return the winner and the reason."""
    verdict = int(state.verdict)
    winner = "a draw" if verdict == DRAW else f"{SIDES[verdict]} wins"
    return f"{winner} ({reasons[int(state.reason)]})"


def outcome_sentence(verdict: int, reason: str) -> str:
    """Return the winner and the reason as a sentence of the log."""
    result = "The game is drawn" if verdict == DRAW else f"{SIDES[verdict]} wins"
    return f"{result}: {reason}."


# --- the log -------------------------------------------------------------------------------------


def logged_events(state: Any, since: int) -> Iterator[Any]:
    """Yield the events from number `since` on that the ring buffer `log` still holds."""
    log = state.raw("log") if isinstance(state, _PlainRecord) else state.log
    count = int(state.log_count)
    numbers = [n % len(log) for n in range(max(since, count - len(log), 0), count)]
    yield from to_plain(log[numbers]) if isinstance(log, np.ndarray) else (log[n] for n in numbers)


# --- views ---------------------------------------------------------------------------------------


def winner_and_reason(state: Any, reasons: Sequence[str]) -> dict[str, Any]:
    """Return the winner and the reason."""
    winner = None if state.verdict == DRAW else SEATS[state.verdict]
    return {"winner": winner, "reason": reasons[state.reason]}
