"""What a seat gets of a game, and games that differ in what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kit.interceptor.games import Play
from kit.knowing import change_hidden, copied
from spacecombat_env.core.fields import places
from spacecombat_env.core.record import diff, field_names
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS, tell_readers
from spacecombat_env.rulesets.interceptor.sight.knowledge import knowledge


def _side(classes: tuple[str, ...], rows: tuple[int, int], heading: int) -> dict[str, Any]:
    """Return a side of a scenario, its pilots as different as can be."""
    ships = [
        {"class": name, "pilot": {"piloting": 3 + 4 * (n % 2), "gunnery": 7 - 4 * (n % 2)}}
        for n, name in enumerate(classes)
    ]
    zone = {"columns": [9, 14], "rows": list(rows)}
    return {"zone": zone, "velocity": 1, "heading": heading, "facing": heading, "ships": ships}


CLOSE = {
    "name": "close",
    "map": {"columns": 22, "rows": 24},
    "sides": {
        "red": _side(("CHEETAH", "CHEETAH", "AUTUMN LEAF"), (9, 11), 1),
        "blue": _side(("LANCEA", "LANCEA", "AUTUMN LEAF"), (13, 15), 4),
    },
    "known_classes": ["CHEETAH", "LANCEA"],
    "turn_limit": 12,
}
"""Ships that see one another well from the first turn; one class of which nobody has heard."""


def redacted(play: Play, seat: int, games: Games | None = None) -> Games:
    """Return what a seat may know of a game."""
    seen = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(games or play.games, 0, seen, 0, seat)
    return seen


def observed(play: Play, seen: Games, seat: int) -> np.ndarray:
    """Return the observation of a redacted record."""
    row = np.full(play.scenario.observation.size, 99, np.int8)
    KERNELS.observe(seen, 0, play.table, seat, row)
    return row


def offered(play: Play, games: Games) -> np.ndarray:
    """Return the legal words of a record."""
    mask = np.zeros(play.scenario.actions.size, np.int8)
    KERNELS.legal(games, 0, play.table, mask)
    return mask


def looks(play: Play, seat: int, games: Games | None = None) -> dict[str, bytes]:
    """Return all that a seat gets of a game, by name."""
    seen = redacted(play, seat, games)
    asked = int(seen.states[0].seat) == seat
    return {
        "record": seen.raw[0].tobytes(),
        "observation": observed(play, seen, seat).tobytes(),
        "mask": offered(play, seen).tobytes() if asked else b"",
        "log": retold(games or play.games, seat),
    }


def retold(games: Games, seat: int) -> bytes:
    """Return what a seat would be told if all that is kept of the true log were told anew."""
    state = copied(games).states[0]
    state.log_told = max(0, int(state.log_count) - len(state.log))
    state.told[:], state.told_count[:] = np.zeros((), state.told.dtype), 0
    tell_readers(state)
    return state.told[seat].tobytes() + bytes([int(state.told_count[seat]) % 256])


def walk(scenario: Any, seed: int, words: int, **more: Any) -> Iterator[Play]:
    """Play at random; yield each decision before it is made."""
    play, lots = Play(scenario, seed=seed, **more), np.random.default_rng(seed)
    for _ in range(words):
        if play.is_over:
            return
        yield play
        play.say(int(lots.choice(play.words())))


def with_hidden_changed(play: Play, seat: int, lots: np.random.Generator) -> Games:
    """Return the game with every field changed that the seat cannot know."""
    changed = copied(play.games)
    change_hidden(knowledge(play.scenario), changed.states[0], seat, lots)
    return changed


def with_field_changed(
    play: Play, seat: int, field: str, lots: np.random.Generator
) -> tuple[Games, int]:
    """Return the game with one hidden field changed wherever it is, and in how many places."""
    known = knowledge(play.scenario)
    changed, count = copied(play.games), 0
    state = changed.states[0]
    for place in list(places(known.state, state)):
        name = f"{place.record}.{place.field.name}"
        if name == field and not known.knows(state, seat, place):
            least, most = place.field.bounds(known.state)
            before, value = place.value, int(lots.integers(max(least, -9), min(most, 99) + 1))
            place.put(value)
            if known.knows(state, seat, place):
                place.put(before)  # the change itself would be known
            count += place.value != before
    return changed, count


def differences(a: Any, b: Any) -> list[str]:
    """The numbers in which two records differ, as core/record.py lists them; equal parts unread."""
    lines = []
    for name in field_names(a.dtype):
        one, other = np.asarray(a[name]), np.asarray(b[name])
        for index in np.ndindex(one.shape):
            if one[index].tobytes() != other[index].tobytes():
                path = f"{name}[{','.join(map(str, index))}]" if index else name
                both = one[index], other[index]
                inside = diff(*both) if one.dtype.names else [f": {both[0]} -> {both[1]}"]
                lines += [f"{path}{'.' if one.dtype.names else ''}{line}" for line in inside]
    return lines
