"""What a seat gets of a game, and games that differ in what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kit.interceptor.games import Play
from kit.knowing import change_hidden, copied
from spacecombat_env.core.model.record import diff, field_names
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS, deliver_events
from spacecombat_env.rulesets.interceptor.visibility.knowledge import knowledge


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
ABOVE_AIR = {
    **CLOSE,
    "name": "above the air",
    "sides": {
        "red": _side(("CHEETAH", "FLUTTERING PETAL", "PENETRATOR"), (7, 10), 4),
        "blue": _side(("LANCEA", "SPICULUM", "GLADIUS"), (9, 12), 4),
    },
    "planet": {"ground": "bottom", "atmosphere": 5, "interface": 1},
    "gravity": {},
}
"""Ships of every kind in and above the air of a planet."""


def redacted(play: Play, seat: int, games: Games | None = None) -> Games:
    """Return what a seat may know of a game."""
    visible = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(games or play.games, 0, visible, 0, seat)
    return visible


def observation_of(play: Play, visible: Games, seat: int) -> np.ndarray:
    """Return the observation of a redacted record."""
    row = np.full(play.scenario.observation.size, 99, np.int8)
    KERNELS.observe(visible, 0, play.table, seat, row)
    return row


def legal_mask(play: Play, games: Games) -> np.ndarray:
    """Return the legal actions of a record."""
    mask = np.zeros(play.scenario.actions.size, np.int8)
    KERNELS.legal(games, 0, play.table, mask)
    return mask


def seat_view(play: Play, seat: int, games: Games | None = None) -> dict[str, bytes]:
    """Return all that a seat gets of a game, by name."""
    visible = redacted(play, seat, games)
    requested = int(visible.states[0].seat) == seat
    return {
        "record": visible.raw[0].tobytes(),
        "observation": observation_of(play, visible, seat).tobytes(),
        "mask": legal_mask(play, visible).tobytes() if requested else b"",
        "log": delivered_events(games or play.games, seat),
    }


def delivered_events(games: Games, seat: int) -> bytes:
    """Return what a seat would receive if the whole stored log were sent again."""
    state = copied(games).states[0]
    state.log_delivered = max(0, int(state.log_count) - len(state.log))
    state.delivered[:], state.delivered_count[:] = np.zeros((), state.delivered.dtype), 0
    deliver_events(state)
    return state.delivered[seat].tobytes() + bytes([int(state.delivered_count[seat]) % 256])


def walk(scenario: Any, seed: int, actions: int, **more: Any) -> Iterator[Play]:
    """Play at random; yield each decision before it is made."""
    play, rng = Play(scenario, seed=seed, **more), np.random.default_rng(seed)
    for _ in range(actions):
        if play.is_over:
            return
        yield play
        play.say(int(rng.choice(play.legal_actions())))


def with_hidden_changed(play: Play, seat: int, rng: np.random.Generator) -> Games:
    """Return the game with every field changed that the seat cannot know."""
    changed = copied(play.games)
    change_hidden(knowledge(play.scenario), changed.states[0], seat, rng)
    return changed


def differences(a: Any, b: Any) -> list[str]:
    """The numbers in which two records differ, as core/model/record.py lists them; equal parts unread."""
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
