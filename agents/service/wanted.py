"""A game that is asked for, checked field by field: only what ships, only who is known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacecombat_agents.bots.clocks import BANK, KINDS, NONE, ORDER, Clock
from spacecombat_agents.service.opponents import Opponents
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.reading import close_to
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.protocol.checking import is_whole

PUBLIC, NOBODY = "public", "nobody"
FIELDS = (
    "ruleset",
    "scenario",
    "options",
    "max_turns",
    "seats",
    "delegate",
    "clock",
    "watch",
    "umpire",
)
CLOCK_FIELDS = {NONE: (), ORDER: ("order_ms",), BANK: ("order_ms", "bank_ms")}
LEAST_MS = {"order_ms": 1_000, "bank_ms": 0}
MOST_MS = 24 * 60 * 60 * 1_000
"""Milliseconds of a clock: a day at most."""
LONGEST_NAME = 40
MOST_OPTIONS, LONGEST_OPTION = 100, 200


class Wrong(ConfigError):
    """A field of a request is wrong; the words name it."""


class Seat(NamedTuple):
    """Who is to sit at a seat."""

    seat: str
    player: str | None
    """A player of ours; None for a person."""
    name: str | None
    """A person's name; None for whoever takes up an invitation."""


class Wanted(NamedTuple):
    """A game that can be made."""

    ruleset: RuleSet
    scenario: Scenario
    seats: tuple[Seat, ...]
    watch: str
    umpire: str | None
    """The umpire's name; None where nobody is to read the truth."""
    clock: Clock
    """How the time of people is kept, of each for itself."""


def read_wanted(content: Any, opponents: Opponents) -> Wanted:
    """Return the game that is asked for; Wrong says which field is not as it must be."""
    if not isinstance(content, dict):
        raise Wrong("body: no JSON object")
    for name in content:
        if name not in FIELDS:
            raise _wrong(str(name)[:LONGEST_NAME], f"unknown field{close_to(str(name), FIELDS)}")
    ruleset = _ruleset(content.get("ruleset"))
    seats = _seats(content.get("seats"), ruleset, opponents)
    watch = content.get("watch", PUBLIC)
    if watch not in (PUBLIC, NOBODY):
        raise _wrong("watch", f"is none of {PUBLIC}, {NOBODY}")
    if watch == PUBLIC and not ruleset.has_public:
        watch = NOBODY
    clock = _clock(content.get("clock"))
    umpire = _umpire(content.get("umpire"), seats)
    scenario = _scenario(content, ruleset)
    return Wanted(ruleset, scenario, seats, watch, umpire, clock)


def _wrong(field: str, reason: str) -> Wrong:
    """Return the error about a field."""
    return Wrong(f"{field}: {reason}")


def _ruleset(name: Any) -> RuleSet:
    """Return the rule set."""
    known = registry.names()
    if not isinstance(name, str) or name not in known:
        raise _wrong("ruleset", f"is none of {', '.join(known)}")
    return registry.ruleset(name)


def _scenario(content: Mapping[str, Any], ruleset: RuleSet) -> Scenario:
    """Return the scenario: a shipped one, with switches of its rules."""
    name = content.get("scenario", ruleset.default_scenario)
    known = ruleset.scenarios()
    if not isinstance(name, str) or name not in known:
        raise _wrong("scenario", f"is none of {', '.join(known)}")
    turns = content.get("max_turns")
    if turns is not None and not (is_whole(turns) and 1 <= turns <= 1000):
        raise _wrong("max_turns", "is no whole number from 1 to 1000")
    delegate = _delegate(content.get("delegate"), ruleset)
    options = _options(content.get("options"))
    try:
        return open_scenario(ruleset, name, delegate, turns and int(turns), options or None)
    except SpaceCombatError as cause:
        raise _wrong("options", str(cause)) from None


def _options(content: Any) -> dict[str, Any]:
    """Return switches: names with plain values; what they may be the loader knows."""
    if content is None:
        return {}
    if not isinstance(content, dict) or len(content) > MOST_OPTIONS:
        raise _wrong("options", "is no object of names and values")
    for name, value in content.items():
        if isinstance(value, dict | list) or len(str(value)) > LONGEST_OPTION:
            raise _wrong(f"options.{name[:LONGEST_NAME]}", "is no plain value")
    return content


def _delegate(content: Any, ruleset: RuleSet) -> dict[str, tuple[str, ...]] | None:
    """Return the kinds of decision that each seat leaves to the engine; those named alone."""
    if content is None:
        return None
    if not isinstance(content, dict):
        raise _wrong("delegate", "is no object of seats and lists")
    found = {}
    for seat, kinds in content.items():
        if seat not in ruleset.seats:
            raise _wrong("delegate", f"no seat is called {str(seat)[:LONGEST_NAME]!r}")
        if not isinstance(kinds, list):
            raise _wrong(f"delegate.{seat}", "is no list")
        for kind in kinds:
            if kind not in ruleset.delegates:
                known = ", ".join(ruleset.delegates) or "none"
                raise _wrong(f"delegate.{seat}", f"what can be delegated: {known}")
        found[seat] = tuple(dict.fromkeys(kinds))
    return found


def _clock(content: Any) -> Clock:
    """Return the clock: its kind, and all the times that kind has."""
    if content is None:
        return Clock()
    if not isinstance(content, dict):
        raise _wrong("clock", "is no object")
    kind = content.get("kind")
    if kind not in KINDS:
        raise _wrong("clock.kind", f"is none of {', '.join(KINDS)}")
    for name in content:
        if name not in ("kind", *CLOCK_FIELDS[kind]):
            raise _wrong(f"clock.{str(name)[:LONGEST_NAME]}", f"unknown field of the kind {kind}")
    for name in CLOCK_FIELDS[kind]:
        value, least = content.get(name), LEAST_MS[name]
        if not is_whole(value) or not least <= value <= MOST_MS:  # type: ignore[operator]
            raise _wrong(f"clock.{name}", f"is no whole number from {least} to {MOST_MS}")
    return Clock(kind, **{name: int(content[name]) for name in CLOCK_FIELDS[kind]})


def _seats(content: Any, ruleset: RuleSet, opponents: Opponents) -> tuple[Seat, ...]:
    """Return who sits where."""
    if not isinstance(content, dict):
        raise _wrong("seats", "is no object of seats")
    for seat in content:
        if seat not in ruleset.seats:
            known = ", ".join(ruleset.seats)
            raise _wrong("seats", f"no seat is called {str(seat)[:LONGEST_NAME]!r}: {known}")
    return tuple(_seat(seat, content.get(seat), ruleset, opponents) for seat in ruleset.seats)


def _seat(seat: str, content: Any, ruleset: RuleSet, opponents: Opponents) -> Seat:
    """Return who sits at a seat."""
    place = f"seats.{seat}"
    if not isinstance(content, dict) or len(content) != 1:
        raise _wrong(place, 'is neither {"person": NAME or null} nor {"player": NAME}')
    if "person" in content:
        return Seat(seat, None, read_name(content["person"], f"{place}.person"))
    player = content.get("player")
    if not isinstance(player, str):
        raise _wrong(f"{place}.player", "is no name of a player")
    try:
        return Seat(seat, opponents.named(ruleset, player).name, player)
    except SpaceCombatError as cause:
        raise _wrong(f"{place}.player", str(cause)) from None


def read_name(content: Any, place: str) -> str | None:
    """Return a person's name, in one line."""
    if content is None:
        return None
    if not isinstance(content, str) or not content.strip() or len(content) > LONGEST_NAME:
        raise _wrong(place, f"is no name of 1 to {LONGEST_NAME} characters")
    if not content.isprintable():
        raise _wrong(place, "is no name in one line")
    return content.strip()


def _umpire(content: Any, seats: tuple[Seat, ...]) -> str | None:
    """Return the umpire's name: whoever makes the game, and so holds no seat of it."""
    name = read_name(content, "umpire")
    if name is None:
        return None
    for seat in seats:
        if seat.player is None and seat.name is not None:
            reason = f"reads the truth, so seats.{seat.seat} must be an invitation or a player"
            raise _wrong("umpire", reason)
    return name
