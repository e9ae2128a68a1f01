"""What a side may change in a game without the other side's knowing, each so that play goes on.

Each function takes (state, rules, side, random numbers), changes secrets of that side, and tells whether it
found any to change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    MISSILES,
    NONE,
    WOUNDS,
    CrewStatus,
    Load,
    MissileStatus,
    Phase,
    Status,
    allot,
    feed_engines,
    lay_card,
    most_engines,
    raise_evenly,
    raise_shields,
    starve,
)
from spacecombat_env.rulesets.interceptor.visibility.determinize_loads import is_loadable

MOST_SKILL = 9
USED = (Status.WAITING, Status.ABOARD, Status.ON_MAP)


def half(pieces: Any, side: int) -> range:
    """The slots of a side."""
    each = len(pieces) // 2
    return range(side * each, (side + 1) * each)


def ships(state: Any, side: int) -> list[int]:
    """Slots of the crewed ships of a side, and of those that wait."""
    return [k for k in half(state.craft, side) if state.craft[k].status in USED]


def share_facts(state: Any, twin: Any, side: int) -> None:
    """Give a twin what is no secret: drawn contact numbers, thrust used in air.

    A number says nothing of what lies in a slot. A ship that has not used thrust in air is seen to
    slow down at the end of movement (IN-ATM-02, 06, 08).
    """
    for k in half(state.craft, side):
        if state.craft[k].status != Status.UNUSED:
            twin.craft[k].contact = state.craft[k].contact
            twin.craft[k].worked = state.craft[k].worked


def redeal(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Cards lie in other slots of their size class; before anything was told of them."""
    mine = ships(state, side)
    if any(state.craft[k].disclosed or state.craft[k].disclosed_weapons for k in mine):
        return False
    dealt = {k: int(state.craft[k].card) for k in mine}
    for size in {int(state.craft[k].size_class) for k in mine}:
        alike = [k for k in mine if state.craft[k].size_class == size]
        for k, other in zip(alike, rng.permutation(alike), strict=True):
            dealt[k] = int(state.craft[other].card)
    if all(dealt[k] == state.craft[k].card for k in mine):
        return False
    clear_pools(state, side)
    for k in mine:
        lay_card(state, rules, k, dealt[k])
    if state.phase != Phase.SETUP:
        other_loads(state, rules, side, rng)
    return True


def clear_pools(state: Any, side: int) -> None:
    """Nobody serves, nothing hangs anywhere."""
    state.rows[side] = 0
    for m in half(state.crew, side):
        state.crew[m] = np.zeros((), state.crew.dtype)
        state.crew[m].craft = NONE
    for n in half(state.rack, side):
        state.rack[n] = np.zeros((), state.rack.dtype)
        state.rack[n].craft, state.rack[n].pod = NONE, NONE


def other_skills(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Piloting, Gunnery, familiarity of all its people."""
    found = False
    for m in half(state.crew, side):
        member = state.crew[m]
        if member.craft != NONE:
            member.piloting, member.gunnery = rng.integers(0, MOST_SKILL + 1, 2)
            member.fam_piloting, member.fam_gunnery = rng.integers(-1, 4, 2)
            found = True
    return found


def other_loads(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Racks hang full of another kind of missile, or empty."""
    found = False
    for n in half(state.rack, side):
        rack = state.rack[n]
        if rack.craft == NONE or rack.pod != NONE or state.phase == Phase.SETUP:
            continue
        craft = state.craft[rack.craft]
        klass, card = rules.classes[int(craft.klass)], rules.cards[int(craft.card)]
        bears = int(rules.mount[int(klass.mount[n - int(craft.first_rack)])].half_tons)
        kinds = [k for k in range(MISSILES) if is_loadable(rules, k, int(card.allowed), bears)]
        rack.load[:] = 0
        if kinds:
            kind = int(rng.choice(kinds))
            most = bears // int(rules.missile[kind].half_tons)
            rack.load[kind] = rng.integers(0, most + 1)
            found = True
    return found


def other_armour(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Boxes of armour that nobody has looked at, and the shields behind which they lie."""
    found = False
    for k in ships(state, side):
        craft = state.craft[k]
        klass = rules.classes[int(craft.klass)]
        if craft.armour_turn:
            continue
        facing = int(rng.integers(DIRECTIONS))
        first = int(craft.first_row) + int(klass.armour_row[facing])
        for row in range(first, first + int(klass.armour_rows[facing])):
            state.rows[side, row] &= int(rng.integers(1024))
        rows = state.rows[side, first : first + int(klass.armour_rows[facing])]
        craft.armour[facing] = sum(int(row).bit_count() for row in rows)
        craft.shield[facing] = craft.shield[facing] * int(rng.integers(0, 2))
        craft.ecm = rng.integers(0, 2)
        found = True
    return found


def other_hull(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """A box inside is gone, a component may be out: weapons, engines, computers."""
    found = False
    for k in ships(state, side):
        craft = state.craft[k]
        klass = rules.classes[int(craft.klass)]
        if craft.inside_turn:
            continue
        row = int(craft.first_row) + int(klass.inner) + int(rng.integers(int(klass.depth) - 1))
        left = int(state.rows[side, row])
        if left:
            state.rows[side, row] = left & (left - 1)
            craft.inside += 1
        if rng.random() < 0.5 and klass.components:
            break_weapon(state, klass, k, rng)
        settle_thrust(state, rules, k)
        found = True
    return found


def break_weapon(state: Any, klass: Any, k: int, rng: np.random.Generator) -> None:
    """A weapon is out."""
    w = int(rng.integers(int(klass.weapons)))
    component = int(klass.weapon[w].component)
    state.craft[k].out = int(state.craft[k].out) | 1 << w
    if component != NONE:
        state.craft[k].disabled = int(state.craft[k].disabled) | 1 << component


def other_people(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Tired, wounded, decorated; gunners may sleep. Who flies goes on flying."""
    found = False
    for m in half(state.crew, side):
        member = state.crew[m]
        if member.craft == NONE:
            continue
        member.hits, member.overload, member.kills = rng.integers(0, 3, 3)
        member.service = rng.integers(0, 3)
        if not member.flies and member.status in (CrewStatus.AWAKE, CrewStatus.UNCONSCIOUS):
            member.status = CrewStatus.AWAKE if rng.random() < 0.5 else CrewStatus.UNCONSCIOUS
        found = True
    return found


def other_turn(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """What of this turn is its own: turning points, thrust spent, point defence kept, a flame-out."""
    found = False
    for k in ships(state, side):
        craft = state.craft[k]
        craft.heading_points, craft.facing_points = rng.integers(-2, 3, 2)
        craft.spent = rng.integers(0, max(int(craft.thrust), 1))
        craft.guard = rng.integers(0, 2)
        craft.plant_lost = rng.integers(0, 2)
        found = True
    return found


def other_power(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """Ships that can switch power have fed something else: engines, weapons, shields."""
    found = False
    for k in ships(state, side):
        if not rules.classes[int(state.craft[k].klass)].switches:
            continue
        starve(state, rules, k)
        if rng.random() < 0.5:
            allot(state, rules, k, int(rng.integers(DIRECTIONS)))
        else:
            feed_engines(state, rules, k, int(rng.integers(most_engines(state, rules, k) + 1)))
            raise_shields(state, rules, k)
            raise_evenly(state, rules, k, int(rng.integers(DIRECTIONS)))
        settle_thrust(state, rules, k)
        found = True
    return found


def other_missiles(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """What flies, or lies in wait, is of another kind."""
    found = False
    for n in half(state.missile, side):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE or missile.kind == Load.HELL:
            continue
        if missile.target_missile == NONE:
            mines = missile.status == MissileStatus.DORMANT
            kinds = (Load.TGM_1, Load.TGM_2) if mines else (Load.DAP, Load.RIS, Load.SSS)
            missile.kind = int(rng.choice(kinds))
            found = True
    return found


def other_stations(state: Any, rules: Any, side: int, rng: np.random.Generator) -> bool:
    """By which wounds its people wake, and with how many boxes lost its crews were last checked."""
    found = False
    for m in half(state.crew, side):
        if state.crew[m].craft != NONE:
            state.crew[m].column = rng.integers(0, WOUNDS)
            found = True
    for k in ships(state, side):
        state.craft[k].shaken = rng.integers(0, int(state.craft[k].inside) + 1)
    return found


SECRETS = (
    other_skills,
    other_loads,
    other_armour,
    other_hull,
    other_people,
    other_turn,
    other_missiles,
    other_stations,
)
