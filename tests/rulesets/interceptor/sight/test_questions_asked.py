"""Whether a seat is asked tells nothing: two games that differ in secret ask it the same.

The enemy's secrets are changed, and both games are played on with the same words: what the seat
gets, and how often it is asked, must be the same until the dice make public what differs.
"""

import numpy as np
import pytest
from kit.interceptor.looking import CLOSE, copied, looks, offered, walk, with_field_changed
from kit.interceptor.scenes import scene
from kit.knowing import change_hidden

from spacecombat_env.core.ruleset import Games
from spacecombat_env.rulesets.interceptor.engagement.opportunity import shot_value
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Step
from spacecombat_env.rulesets.interceptor.sight.knowledge import KNOWLEDGE

OUTCOMES = (
    *(Event.SHOT, Event.SHIELD, Event.HIT, Event.LOCK, Event.RECOVERY, Event.OUT_OF_CONTROL),
    *(Event.EXPLODED, Event.COLLAPSE, Event.DERELICT, Event.ABANDONED, Event.SEEN, Event.RAM),
    *(Event.ASTEROID, Event.COLLIDED, Event.INTERCEPTED, Event.GUARD, Event.FIREWALL),
    *(Event.MANOEUVRE, Event.POINTS),
)
"""Events by which dice, or a look, make public what was hidden."""
FIELDS = [
    *("craft.armour", "state.rows", "craft.shield", "craft.collapse"),
    *("craft.ecm", "crew.piloting", "crew.kills"),
    *("craft.card", "craft.points", "missile.kind", "rack.load"),
]
"""Secrets by which no word of the enemy's own menus is won or lost: `inside`, skills of gunners and
thrust are left out, as they decide what the enemy is asked, and so when."""
SEEN = ("seen_armour", "seen_inside", "seen_disabled")
LATER = 6


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
    for play in (play for seed in (7,) for play in walk(CLOSE, seed, 70)):
        if play.ask not in (Ask.SPEED, Ask.MOVE):
            continue
        watcher = 1 - int(play.state.seat)  # it may be asked while the enemy moves
        other, count = with_field_changed(play, watcher, field, lots)
        changed += count
        asked += go_on(play, copied(play.games), other, watcher, lots)
    assert asked > 10, "the walk asks too little to prove anything"
    assert changed > 0 or field == "missile.kind"


@pytest.mark.rule("IN-LOS-02", "IN-CMB-01")
def test_what_a_shot_is_worth_reads_nothing_hidden():
    table = scene()
    table.put("LANCEA", at=(10, 5))
    it = table.put("CHEETAH", side=1, at=(10, 8), heading=3)
    state, rules, lots = table.state, table.rules, np.random.default_rng(3)
    value = shot_value(state, rules, 0, it)
    assert value > 0
    for _ in range(40):
        change_hidden(KNOWLEDGE["small"], state, 0, lots)
        assert shot_value(state, rules, 0, it) == value
