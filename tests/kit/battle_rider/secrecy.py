"""What a seat cannot know, where a field alone does not say it; games that differ in it alone.

Every field above a seat's level is changed by `change_all_that_is_declared_hidden`. The functions
here change what is known in part (`Field.shows`), so that the part that is known stays.
"""

from __future__ import annotations

import functools

import numpy as np

from kit.battle_rider.scenes import SCENES
from kit.battle_rider.table import Table, position, side, started
from kit.knowing import assert_twins, change_all_that_is_declared_hidden, copied, looks
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    DETAILS,
    NONE,
    TASK_NOTES,
    VERBS,
    Chance,
    CraftStatus,
    Errand,
    Event,
    ForceStatus,
    Removal,
    SensorDM,
    TaskNote,
    spread_shows,
)
from spacecombat_env.rulesets.battle_rider.visibility.knowledge import (
    hides_missions,
    is_blind,
    is_piece_visible,
    is_sighted,
)

UNSEEN_MODIFIERS = (SensorDM.ACTIVE, SensorDM.EMITTER, SensorDM.AREA_JAMMING, SensorDM.CROSSING)
"""What is not told of a search in vain, although the sensing side reckons it."""


def unknown(s):
    """Undetected enemy craft in task forces."""
    for k in s.slots(s.state.craft):
        craft = s.state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf != NONE and not craft.detected:
            yield k


def hiding_places(s):
    """Enemy forces in which an unknown craft may be."""
    tf = s.state.tf
    return [
        k
        for k in s.slots(tf)
        if tf[k].status == ForceStatus.WAITING
        or (tf[k].status == ForceStatus.ON_MAP and not tf[k].shadow_found)
    ]


def emits(s, k):
    """Whether a craft shows the Active marker of its force."""
    craft = s.state.craft[k]
    return craft.status == CraftStatus.IN_FORCE and (craft.active or craft.jamming)


def move_unknown_craft(s):
    """Composition of task forces, dummies among them."""
    places = hiding_places(s)
    for k in unknown(s):
        if not emits(s, k) and places:
            s.state.craft[k].tf = s.rng.choice(places)


def change_emitters(s):
    """Which unknown craft emits, where the force shows an Active marker anyhow, or no marker yet."""
    for k in unknown(s):
        craft = s.state.craft[k]
        others = [c for c in s.slots(s.state.craft) if s.state.craft[c].tf == craft.tf and c != k]
        waits = s.state.tf[craft.tf].status == ForceStatus.WAITING
        if waits or any(emits(s, other) for other in others):
            craft.active, craft.jamming = s.rng.integers(0, 2, 2)


def change_unknown_damage(s):
    """Of unknown craft; where damage is hidden, which results lie face down. The cup tells none.

    Played double-blind, the number of those, too, is hidden.
    """
    hurt = set(unknown(s))
    if s.rules.option.hidden_damage and s.rules.option.double_blind:
        hurt = set(s.slots(s.state.craft))
    for k in s.slots(s.state.craft):
        damage = s.state.craft[k].damage
        before = (damage > 0).astype(np.int8)
        if k in hurt:
            damage[:] = s.rng.integers(0, 4, len(damage))
        elif s.rules.option.hidden_damage:
            damage[:] = s.rng.permutation(damage)
        if s.rules.option.hidden_damage:
            s.state.pool[:] += before - (damage > 0)


def change_cargo(s):
    """Which ship carries a craft, or whether it was lost with one that nobody has found (BR-AMB-89)."""
    ships = s.state.craft
    for k in s.slots(ships):
        craft = ships[k]
        if craft.keeper == NONE:
            continue
        found = ships[craft.keeper].detected
        craft.keeper = s.rng.choice(
            [c for c in s.slots(ships) if ships[c].detected == found] or [k]
        )
        inside = craft.status not in (CraftStatus.UNUSED, CraftStatus.IN_FORCE)
        if craft.detected and inside and not ships[craft.keeper].detected:
            craft.status = s.rng.choice([CraftStatus.ABOARD, CraftStatus.LOST])


def change_number_of_forces(s):
    """How many task forces wait to enter."""
    for k in s.slots(s.state.tf):
        force = s.state.tf[k]
        if force.status == ForceStatus.UNUSED and k != s.state.round_tf:
            force.status = s.rng.choice([ForceStatus.UNUSED, ForceStatus.WAITING])


def change_round(s):
    """Which waiting force it brings on; double-blind, whose round it is of those not found."""
    state = s.state
    secret = [
        k
        for k in s.slots(state.tf)
        if state.tf[k].status == ForceStatus.WAITING
        or (is_blind(state) and not is_sighted(state, k))
    ]
    if state.round_tf in secret:
        state.round_tf = s.rng.choice([NONE, *secret])


def change_searches_in_vain(s):
    """Double-blind, what one's own order and ships point at that is not found."""
    state = s.state
    if not is_blind(state):
        return
    order, half = state.order[s.seat], len(state.craft) // 2
    for kind, name, tried in (
        ("tf", "target_tf", "tried"),
        ("spread", "target_spread", "tried_spreads"),
    ):
        slots = s.slots(state[kind])
        unseen = [k for k in slots if not is_piece_visible(state, s.seat, name, k)]
        if order[name] in unseen:
            order[name] = s.rng.choice([NONE, *unseen])
        for craft in state.craft[s.seat * half : (s.seat + 1) * half]:
            for k in unseen:
                craft[tried] ^= s.rng.integers(0, 2, 2) << (k - slots.start)


def change_defenders(s):
    """Which unknown craft are under attack."""
    secret = [k for k in s.slots(s.state.craft) if not s.state.craft[k].detected]
    for member in range(len(s.state.defender)):
        if s.state.defender[member] in (NONE, *secret):
            s.state.defender[member] = s.rng.choice([NONE, *secret])


def change_batteries(s):
    """Whether the enemy is about to fire them; nothing has been fired yet."""
    state = s.state
    begun = (
        state.directed.any() or state.battery_fire.any() or (state.tf["near_side"] != NONE).any()
    )
    if s.rules.option.advanced and state.battery_side == NONE and not begun:
        state.battery_side = s.rng.choice([NONE, s.enemy])


def change_spreads(s):
    """How many missiles are in an undetected spread; double-blind, whether there is one.

    Nothing is left of one that is gone.
    """
    for spread in (s.state.spread[k] for k in s.slots(s.state.spread)):
        if s.rules.option.double_blind and not spread_shows(spread):
            spread.count = s.rng.integers(0, 9)
        elif spread.count == 0:
            spread.detected = s.rng.integers(2)
            spread.target_tf, spread.target_spread = s.rng.integers(-1, 9, 2)
        elif spread.count and not spread.detected and spread.target_tf == NONE:
            spread.count = s.rng.integers(1, 40)


def change_searches(s):
    """What enemy ships have searched, and what the enemy's order speaks of."""
    order = s.state.order[s.enemy]
    order.target_tf, order.target_spread = s.rng.integers(-1, 9, 2)
    for craft in (s.state.craft[k] for k in s.slots(s.state.craft)):
        craft.tried, craft.tried_spreads = s.rng.integers(0, 64, (2, 2))


def change_attempt(s):
    """Which enemy ship is sensing."""
    attempt = s.state.attempt
    craft = list(s.slots(s.state.craft))
    if attempt.actor in craft:
        attempt.actor = s.rng.choice(craft)


def change_purchase(s):
    """What a side that buys its fleet is offered."""
    if not s.state.buyer[s.enemy]:
        return
    for craft in (s.state.craft[k] for k in s.slots(s.state.craft)):
        offered = (CraftStatus.UNUSED, CraftStatus.OFFERED, CraftStatus.SET_ASIDE)
        if craft.status in offered and not craft.detected:
            craft.status = s.rng.choice([CraftStatus.UNUSED, CraftStatus.OFFERED])


def change_errands(s):
    """What ships have done for a mission, unknown ones at all, others but for hits and sightings."""
    every = functools.reduce(int.__or__, map(int, Errand))
    known = int(Errand.SPOTTED)
    if not s.rules.option.hidden_damage:
        known |= int(Errand.HIT)
    for craft in (s.state.craft[k] for k in s.slots(s.state.craft)):
        secret = every & ~known if craft.detected else every
        if s.rules.option.advanced:
            craft.errand = int(craft.errand) ^ (int(s.rng.integers(every + 1)) & secret)


def change_escapes(s):
    """Where missions are secret, whether ships off the map have escaped, and for what points."""
    state = s.state
    if not hides_missions(state, s.seat):
        return
    for craft in (state.craft[k] for k in s.slots(state.craft)):
        if craft.status in (CraftStatus.ESCAPED, CraftStatus.LOST):
            craft.status = s.rng.choice([CraftStatus.ESCAPED, CraftStatus.LOST])
    points = int(state.known_lost[s.enemy]) + int(state.known_escaped[s.enemy])
    state.known_lost[s.enemy] = s.rng.integers(points + 1)
    state.known_escaped[s.enemy] = points - state.known_lost[s.enemy]


def change_what_was_told_to_the_enemy(s):
    """Events that only the other side may read."""
    for event in (*s.state.log, *s.state.delivered[s.enemy]):
        if event.kind and event.known == 1 << s.enemy:
            event.kind = s.rng.integers(1, 20)
            event.actor, event.target, event.a, event.b, event.c = s.rng.integers(0, 5, 5)
            event.card, event.detail[:] = 7, s.rng.integers(0, 5, DETAILS)


def change_secret_parts_of_events(s):
    """What a seat is not told of an event that it may read; of tasks value, ship, crew, reasons."""
    for event in s.state.log:
        enemy = event.side == s.enemy
        seeks = event.a in (Chance.DETECTION, Chance.LOCK, Chance.SURVEY)
        if event.kind == Event.FORCE_REMOVED and enemy and event.b != Removal.FOUND_EMPTY:
            event.b = s.rng.choice([Removal.GONE, Removal.DUMMY])
        if event.kind not in (Event.TASK, Event.CARDS) or not event.known:
            continue
        if enemy:
            event.c = int(event.c) & TASK_NOTES | 4 * s.rng.integers(3)
            if event.a != Chance.JAMMING:
                event.b = s.rng.integers(-5, 9)
            if seeks or event.a == Chance.JAMMING:
                event.actor = s.rng.choice(list(s.slots(s.state.craft)))
        if event.kind == Event.CARDS:
            continue
        if enemy:
            first = SensorDM.JAMMING if seeks else DETAILS
            event.detail[:first] = s.rng.integers(-3, 4, first)
        elif event.c & TaskNote.UNKNOWN:
            event.b, event.card = s.rng.integers(-5, 9), s.rng.integers(96)
            for n in (*UNSEEN_MODIFIERS, *range(SensorDM.SIZE, DETAILS)) if seeks else ():
                event.detail[n] = s.rng.integers(-3, 4)
        elif seeks:
            event.detail[SensorDM.SIZE] += 1
            event.detail[SensorDM.TECH] -= 1


def log_the_enemy_more(s):
    """Further events that only the other side has received."""
    s.state.delivered_count[s.enemy] += s.rng.integers(1, 200)
    s.state.delivered[s.enemy] = s.state.delivered[s.enemy][s.rng.permutation(len(s.state.log))]


CHANGES = (
    change_all_that_is_declared_hidden,
    move_unknown_craft,
    change_emitters,
    change_unknown_damage,
    change_cargo,
    change_number_of_forces,
    change_round,
    change_searches_in_vain,
    change_defenders,
    change_batteries,
    change_spreads,
    change_searches,
    change_attempt,
    change_purchase,
    change_errands,
    change_escapes,
    change_what_was_told_to_the_enemy,
    change_secret_parts_of_events,
    log_the_enemy_more,
)


# --- the games -----------------------------------------------------------------------------------


@functools.cache
def scene(name, delegate):
    """A table set for a scenario."""
    return Table(SCENES[name], delegate=delegate, begin=False)


def walk(game, seed, length):
    """Play at random; yield after each action."""
    rng = np.random.default_rng(seed)
    entry.start(game.games, 0, game.table, seed)
    for _ in range(length):
        if game.over:
            return
        actions = sorted(game.legal())
        verbs = [action for action in actions if action < VERBS and action != game.action("DONE")]
        game.apply(rng.choice(verbs if verbs and rng.random() < 0.6 else actions))
        yield rng


def twin(ships, forces, actions, tactics=4, rules=None, **more):
    """What Blue gets after Red, its task forces as given, has spoken some actions in turn 1."""
    red = side(ships, forces, tactics=tactics, **more)
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1020"}], tactics=tactics)
    game = started(position(red, blue, rules=rules or {}), 0)
    game.state.chance.seed_lo = game.state.chance.seed_hi = 1
    actions(game)
    return looks(game, game.games, 1, True)


def check_twins(game, seat, change, actions, seed=1):
    """Play two games that differ in a secret of the other side; all that a seat gets is the same.

    The actions are legal in both; the one whose secret it is may have others to choose from.
    """
    other = Table(game.scenario.source, delegate=(), begin=False)
    other.scenario, other.table, other.rules = game.scenario, game.table, game.rules
    other.games = copied(game.games)
    other.state = other.games.states[0]
    change(other.state)
    rng = np.random.default_rng(seed)
    for n in range(actions):
        if game.over or other.over:
            break
        pair = [looks(one, one.games, seat, n % 8 == 0) for one in (game, other)]
        assert_twins(*pair)
        common = sorted(game.legal() & other.legal())
        if game.state.seat == seat:
            assert game.legal() == other.legal()
        verbs = [action for action in common if action < VERBS and action != game.action("DONE")]
        action = rng.choice(verbs if verbs and rng.random() < 0.4 else common)
        game.apply(action)
        other.apply(action)
    assert (game.games.raw != other.games.raw).any()  # there is a secret still
