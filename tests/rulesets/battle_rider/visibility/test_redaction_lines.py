"""The leak test can fail: each line of the redaction, taken out, shows a seat a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from kit.battle_rider.redaction_lines import hide_without, hiding_lines
from kit.battle_rider.secrecy import CHANGES, scene, walk
from kit.knowing import Secrets, copied, fill

from spacecombat_env.core.ruleset import Games
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision
from spacecombat_env.rulesets.battle_rider.visibility import redaction

Pair = tuple[Games, Games, int]  # two games, and the seat that cannot tell them apart
HIDING = ("everything", "missions", "hidden damage", "double-blind", "fleets")
"""Scenes that between them keep secret whatever can be."""
DECISIONS = (
    Decision.EASIEST,
    Decision.JAM,
    Decision.DETECT_CHAIN,
    Decision.SAND_NUMBER,
    Decision.ROUND_MENU,
)
"""Questions by which redaction goes."""
ROUNDS = 2
PUBLIC = "shows what is public, and hides nothing"
DERIVED = "blanks what a line after it derives, and fields of its level that may come"
UNSET = "no true record has it set; for fields of its level that may come"
NEEDLESS = {
    "redact_state: mark_emissions(state)": PUBLIC,
    "redact_state: redact_points(state, enemy)": PUBLIC,
    "mark_emissions: state.tf[craft.tf].emitting = 1": PUBLIC,
    "redact_advanced: redact_markers(state.craft[k])": UNSET,
    "redact_damage: craft.markers += 1": "shows how many markers lie face down",
    "redact_advanced_craft: craft.errand = errand & (Errand.HIT | Errand.SPOTTED)": PUBLIC,
    "redact_points: state.points_lost[enemy] = state.known_lost[enemy]": PUBLIC,
    "redact_points: state.points_escaped[enemy] = state.known_escaped[enemy]": PUBLIC,
    "redact_side: piece.points_lost[side] = 0": DERIVED,
    "redact_side: piece.points_escaped[side] = 0": DERIVED,
    "redact_spread: redact_size(spread)": DERIVED,
    "redact_spread: spread.count = 1": "shows that it is there",
    "redact_size: piece.count = 0": DERIVED,
    "redact_turn: state.log_count = 0": "the driver puts the seat's own log there afterwards",
    "redact_decision: piece.seat = -1": "tests/test_fields.py: nobody sees whether the other is asked",
}
"""Lines, by function, that hide nothing by themselves, and why they stand."""


def filled(name: str) -> Iterator[tuple[Games, int]]:
    """Records filled with what they may hold, whether play reaches it or not, and a seat."""
    game = scene(name, ())
    next(walk(game, 7, 1))
    known = RULESET.knowledge(game.scenario)
    for n in range(ROUNDS * len(DECISIONS)):
        games = copied(game.games)
        state = games.states[0]
        fill(known, state, np.random.default_rng(n))
        make_sense(state)
        state.decision = DECISIONS[n % len(DECISIONS)]
        if n % 2:
            state.battery_side, state.directed, state.battery_fire = NONE, 0, 0
            state.tf["near_side"] = NONE
        for seat in (0, 1):
            state.seat = (seat + n // len(DECISIONS)) % 2
            yield games, seat


def make_sense(state: Any) -> None:
    """Craft are in forces of their side; some spreads are gone, and some nobody has seen."""
    half = len(state.tf) // 2
    for side, craft in enumerate(np.split(state.craft, 2)):
        craft["tf"] = np.where(craft["tf"] < 0, NONE, side * half + craft["tf"] % half)
    gone, unseen = state.spread[::3], state.spread[1::3]
    gone["count"] = 0
    unseen["detected"], unseen["target_tf"], unseen["target_spread"] = 0, NONE, NONE


def pairs() -> Iterator[Pair]:
    """Games, and the same games with everything changed that one seat cannot know."""
    for name in HIDING:
        for n, (games, seat) in enumerate(filled(name)):
            changed = copied(games)
            secrets = Secrets(scene(name, ()), changed, seat, np.random.default_rng(n))
            for change in CHANGES:
                change(secrets)
            yield copied(games), changed, seat


def shows(redact_state: Callable[..., None], pair: Pair) -> bool:
    """Whether a seat sees the difference of a pair through a redaction."""
    looks = [copied(games) for games in pair[:2]]
    for games in looks:
        state = games.states[0]
        redact_state(state, pair[2])
        for name in ("log_count", "log_delivered", "delivered_count", "log", "delivered", "chance"):
            state[name] = np.zeros((), state.dtype[name])
    return looks[0].raw.tobytes() != looks[1].raw.tobytes()


@pytest.mark.rule("BR-AMB-88", "BR-DET-01")
def test_every_line_of_the_redaction_is_needed_and_its_loss_noticed():
    corpus = list(pairs())
    assert not any(shows(redaction.redact_state, pair) for pair in corpus)
    missed = set()
    for module, function, line in hiding_lines():
        redact_state = hide_without(module, line)
        for place, pair in enumerate(corpus):
            if shows(redact_state, pair):
                corpus.insert(0, corpus.pop(place))  # what shows one secret shows the next
                break
        else:
            missed.add(f"{function}: {line.split(' ', 1)[1]}")
    assert missed == set(NEEDLESS)
