"""Whether a seat is asked tells nothing: two games that differ in secret ask it the same.

The enemy's secrets are changed, and both games are played on with the same words: what the seat
gets, and how often it is asked, must be the same until the dice make public what differs.
"""

import numpy as np
import pytest
from kit.interceptor.looking import CLOSE, copied, looks, offered, walk, with_field_changed

from spacecombat_env.core.ruleset import Games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Phase, Step

OUTCOMES = (
    *(Event.SHOT, Event.SHIELD, Event.HIT, Event.LOCK, Event.RECOVERY, Event.OUT_OF_CONTROL),
    *(Event.EXPLODED, Event.COLLAPSE, Event.DERELICT, Event.ABANDONED, Event.SEEN, Event.RAM),
    *(Event.ASTEROID, Event.COLLIDED, Event.INTERCEPTED, Event.GUARD, Event.FIREWALL),
    *(Event.MANOEUVRE, Event.POINTS),
)
"""Events by which dice, or a look, make public what was hidden."""
FIELDS = [
    *("craft.armour", "state.rows", "craft.shield", "craft.inside", "craft.collapse"),
    *("craft.ecm", "crew.piloting", "crew.fam_piloting", "crew.kills", "crew.service"),
    *("craft.card", "craft.points", "missile.kind", "rack.load"),
]
"""Secrets that are none of the seat's business while it is asked where it may shoot."""
SEEN = ("seen_armour", "seen_inside", "seen_disabled")
LATER = 12


def public_outcomes(games: Games, seat: int) -> list[bytes]:
    """What a seat was told last, of outcomes alone."""
    state = games.states[0]
    length, count = len(state.log), int(state.told_count[seat])
    events = [state.told[seat, n % length] for n in range(max(0, count - length), count)]
    return [event.tobytes() for event in events if event.kind in OUTCOMES]


def is_shown(a, b) -> bool:
    """Whether what differs was shown: by a look from near, or by the facing turned to a shot."""
    looked = any((a.craft[name] != b.craft[name]).any() for name in SEEN)
    turned = (a.exchange.volley["facing"] != b.exchange.volley["facing"]).any()
    return bool(looked or turned or (a.seen_rows != b.seen_rows).any())


def go_on(play, one: Games, other: Games, seat: int, lots: np.random.Generator) -> int:
    """Play two games on with the same words; return how often the seat was asked in both."""
    asked = 0
    for _ in range(LATER):
        a, b = one.states[0], other.states[0]
        if a.step == Step.OVER or b.step == Step.OVER:
            return asked
        if public_outcomes(one, seat) != public_outcomes(other, seat):
            return asked
        if is_shown(a, b):
            return asked
        if Phase.DECISION in (a.phase, b.phase) and (a.ask, a.seat) != (b.ask, b.seat):
            return asked  # the enemy decides otherwise by his own record
        put = (int(a.seat), int(a.ask)) if a.seat == seat else (int(a.seat), -1)
        also = (int(b.seat), int(b.ask)) if b.seat == seat else (int(b.seat), -1)
        assert put == also
        if a.seat == seat:
            asked += 1
            first, second = looks(play, seat, one), looks(play, seat, other)
            assert first["record"] == second["record"]
            assert first["observation"] == second["observation"]
            assert first["mask"] == second["mask"]
        both = offered(play, one) & offered(play, other)
        words = np.flatnonzero(both)
        if len(words) == 0:
            return asked
        word = int(lots.choice(words))
        for games in (one, other):
            assert not KERNELS.apply(games, 0, play.table, word)
    return asked


@pytest.mark.rule("IN-LOS-02", "IN-CMB-01")
@pytest.mark.parametrize("field", FIELDS)
def test_a_seat_is_asked_the_same_whatever_the_enemy_hides(field):
    lots, asked, changed = np.random.default_rng(11), 0, 0
    for n, play in enumerate(walk(CLOSE, 7, 90)):
        if n < 20 or n % 17:
            continue
        for seat in (0, 1):
            other, count = with_field_changed(play, seat, field, lots)
            changed += count
            asked += go_on(play, copied(play.games), other, seat, lots)
    assert asked > 10, "the walk asks too little to prove anything"
    assert changed > 0 or field in ("missile.kind",)
