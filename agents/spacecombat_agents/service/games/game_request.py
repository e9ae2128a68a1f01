"""A request for a new game, validated field by field: only bundled content and known players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from spacecombat_agents.bots.time_control import BANK, KINDS, NONE, ORDER, TimeControl
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.loading.reading import closest_name
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.protocol.validation import is_whole

__all__ = [
    "FIELDS",
    "GameRequest",
    "InvalidRequest",
    "MAX_NAME_LENGTH",
    "MIN_MS",
    "parse_game_request",
    "parse_name",
    "parse_setting",
]

PUBLIC, NOBODY = "public", "nobody"
CHAT = ("free", "phrases", "off")
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
    "chat",
    "rated",
)
CLOCK_FIELDS = {NONE: (), ORDER: ("order_ms",), BANK: ("order_ms", "bank_ms")}
MIN_MS = {"order_ms": 1_000, "bank_ms": 0}
MAX_MS = 24 * 60 * 60 * 1_000
"""Maximum milliseconds of a clock: a day."""
MAX_NAME_LENGTH = 40
MAX_OPTIONS, MAX_OPTION_LENGTH = 100, 200
MAX_SCENARIO_BYTES = 1 << 16
"""Maximum size of the content of a scenario of one's own, as JSON."""


class InvalidRequest(ConfigError):
    """A field of a request is wrong; the message names it."""


class SeatRequest(NamedTuple):
    """The requested occupant of a seat."""

    seat: str
    player: str | None
    """A built-in player; None for a person."""
    name: str | None
    """A person's name; None for an open invitation."""


class GameRequest(NamedTuple):
    """A valid request."""

    ruleset: RuleSet
    scenario: Scenario
    seats: tuple[SeatRequest, ...]
    watch: str
    umpire: str | None
    """The umpire's name; None for a game without an umpire."""
    clock: TimeControl
    """The clock of each person."""
    chat: str
    """How people may write to each other: one of CHAT."""
    rated: bool = False
    """Whether it counts for the rating of its one person."""


def parse_game_request(content: Any, opponents: Opponents) -> GameRequest:
    """Return the requested game; InvalidRequest names the wrong field."""
    if not isinstance(content, dict):
        raise InvalidRequest("body: is not a JSON object")
    for name in content:
        if name not in FIELDS:
            raise _invalid(
                str(name)[:MAX_NAME_LENGTH], f"unknown field{closest_name(str(name), FIELDS)}"
            )
    ruleset = _parse_ruleset(content.get("ruleset"))
    seats = _parse_seats(content.get("seats"), ruleset, opponents)
    watch = content.get("watch", PUBLIC)
    if watch not in (PUBLIC, NOBODY):
        raise _invalid("watch", f"is not one of {PUBLIC}, {NOBODY}")
    if watch == PUBLIC and not ruleset.has_public:
        watch = NOBODY
    clock = _parse_clock(content.get("clock"))
    umpire = _parse_umpire(content.get("umpire"), seats)
    scenario = _parse_scenario(content, ruleset)
    chat = content.get("chat", CHAT[0])
    if chat not in CHAT:
        raise _invalid("chat", f"is not one of {', '.join(CHAT)}")
    rated = _parse_rated(content.get("rated", False), seats)
    return GameRequest(ruleset, scenario, seats, watch, umpire, clock, chat, rated)


def parse_setting(content: Mapping[str, Any]) -> tuple[RuleSet, Scenario]:
    """Return rule set and scenario of a request; InvalidRequest names the wrong field."""
    ruleset = _parse_ruleset(content.get("ruleset"))
    return ruleset, _parse_scenario(content, ruleset)


def _invalid(field: str, reason: str) -> InvalidRequest:
    """Return the error about a field."""
    return InvalidRequest(f"{field}: {reason}")


def _parse_ruleset(name: Any) -> RuleSet:
    """Return the rule set."""
    known = registry.names()
    if not isinstance(name, str) or name not in known:
        raise _invalid("ruleset", f"is not one of {', '.join(known)}")
    return registry.ruleset(name)


def _parse_scenario(content: Mapping[str, Any], ruleset: RuleSet) -> Scenario:
    """Return the scenario: a bundled one or given content, with options of its rules."""
    chosen = _parse_choice(content.get("scenario", ruleset.default_scenario), ruleset)
    turns = content.get("max_turns")
    if turns is not None and not (is_whole(turns) and 1 <= turns <= 1000):
        raise _invalid("max_turns", "is not a whole number from 1 to 1000")
    delegate = _parse_delegate(content.get("delegate"), ruleset)
    options = _parse_options(content.get("options"))
    try:
        return open_scenario(ruleset, chosen, delegate, turns and int(turns), options or None)
    except SpaceCombatError as cause:
        field = "options" if isinstance(chosen, str) else "scenario"
        raise _invalid(field, str(cause).removeprefix("<scenario>: ")) from None


def _parse_choice(chosen: Any, ruleset: RuleSet) -> str | dict[str, Any]:
    """Return the name of a bundled scenario, or the content of another one; never a path."""
    known = ruleset.scenarios()
    if isinstance(chosen, dict):
        if len(json.dumps(chosen)) > MAX_SCENARIO_BYTES:
            raise _invalid("scenario", f"is larger than {MAX_SCENARIO_BYTES} bytes")
        return chosen
    if not isinstance(chosen, str) or chosen not in known:
        raise _invalid("scenario", f"is not one of {', '.join(known)}")
    return chosen


def _parse_options(content: Any) -> dict[str, Any]:
    """Return options: names with plain values; the loader checks the values."""
    if content is None:
        return {}
    if not isinstance(content, dict) or len(content) > MAX_OPTIONS:
        raise _invalid("options", "is not an object of names and values")
    for name, value in content.items():
        if isinstance(value, dict | list) or len(str(value)) > MAX_OPTION_LENGTH:
            raise _invalid(f"options.{name[:MAX_NAME_LENGTH]}", "is not a plain value")
    return content


def _parse_delegate(content: Any, ruleset: RuleSet) -> dict[str, tuple[str, ...]] | None:
    """Return the kinds of decision that each named seat delegates to the engine."""
    if content is None:
        return None
    if not isinstance(content, dict):
        raise _invalid("delegate", "is not an object of seats and lists")
    found = {}
    for seat, delegated in content.items():
        if seat not in ruleset.seats:
            raise _invalid("delegate", f"there is no seat {str(seat)[:MAX_NAME_LENGTH]!r}")
        if not isinstance(delegated, list):
            raise _invalid(f"delegate.{seat}", "is not a list")
        for kind in delegated:
            if not isinstance(kind, str) or kind not in ruleset.delegates:
                known = ", ".join(ruleset.delegates) or "none"
                raise _invalid(f"delegate.{seat}", f"unknown kind; valid kinds: {known}")
        found[seat] = tuple(dict.fromkeys(delegated))
    return found


def _parse_clock(content: Any) -> TimeControl:
    """Return the clock: its kind, and all times of that kind."""
    if content is None:
        return TimeControl()
    if not isinstance(content, dict):
        raise _invalid("clock", "is not an object")
    kind = content.get("kind")
    if kind not in KINDS:
        raise _invalid("clock.kind", f"is not one of {', '.join(KINDS)}")
    for name in content:
        if name not in ("kind", *CLOCK_FIELDS[kind]):
            raise _invalid(
                f"clock.{str(name)[:MAX_NAME_LENGTH]}", f"unknown field of the kind {kind}"
            )
    for name in CLOCK_FIELDS[kind]:
        value, least = content.get(name), MIN_MS[name]
        if not is_whole(value) or not least <= value <= MAX_MS:  # type: ignore[operator]
            raise _invalid(f"clock.{name}", f"is not a whole number from {least} to {MAX_MS}")
    return TimeControl(kind, **{name: int(content[name]) for name in CLOCK_FIELDS[kind]})


def _parse_seats(content: Any, ruleset: RuleSet, opponents: Opponents) -> tuple[SeatRequest, ...]:
    """Return the occupants of the seats."""
    if not isinstance(content, dict):
        raise _invalid("seats", "is not an object of seats")
    for seat in content:
        if seat not in ruleset.seats:
            known = ", ".join(ruleset.seats)
            raise _invalid("seats", f"there is no seat {str(seat)[:MAX_NAME_LENGTH]!r}: {known}")
    return tuple(_parse_seat(seat, content.get(seat), ruleset, opponents) for seat in ruleset.seats)


def _parse_seat(seat: str, content: Any, ruleset: RuleSet, opponents: Opponents) -> SeatRequest:
    """Return the occupant of a seat."""
    place = f"seats.{seat}"
    if not isinstance(content, dict) or len(content) != 1:
        raise _invalid(place, 'is neither {"person": NAME or null} nor {"player": NAME}')
    if "person" in content:
        return SeatRequest(seat, None, parse_name(content["person"], f"{place}.person"))
    player = content.get("player")
    if not isinstance(player, str):
        raise _invalid(f"{place}.player", "is not a player's name")
    try:
        return SeatRequest(seat, opponents.named(ruleset, player).name, player)
    except SpaceCombatError as cause:
        raise _invalid(f"{place}.player", str(cause)) from None


def _parse_rated(content: Any, seats: tuple[SeatRequest, ...]) -> bool:
    """Return whether the game is rated: only that of one person against players."""
    if not isinstance(content, bool):
        raise _invalid("rated", "is not true or false")
    if content and sum(each.player is None for each in seats) != 1:
        raise _invalid("rated", "needs a person in one seat, and a player in each other")
    return content


def parse_name(content: Any, place: str) -> str | None:
    """Return a person's name, on one line."""
    if content is None:
        return None
    if not isinstance(content, str) or not content.strip() or len(content) > MAX_NAME_LENGTH:
        raise _invalid(place, f"is not a name of 1 to {MAX_NAME_LENGTH} characters")
    if not content.isprintable():
        raise _invalid(place, "is not a name on one line")
    return content.strip()


def _parse_umpire(content: Any, seats: tuple[SeatRequest, ...]) -> str | None:
    """Return the umpire's name: the creator of the game, who then holds no seat of it."""
    name = parse_name(content, "umpire")
    if name is None:
        return None
    for seat in seats:
        if seat.player is None and seat.name is not None:
            reason = f"sees the true state, so seats.{seat.seat} must be an invitation or a player"
            raise _invalid("umpire", reason)
    return name
