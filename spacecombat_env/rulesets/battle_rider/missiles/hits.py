"""Chapter MIS, the Missile Attack Phase, step 5 and after: sandcasters, then the missiles fire."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.native import native

from ..beams.screens import laser_value, sand_left, sand_points
from ..model import (
    MAX_MEMBERS,
    MISSILE_SIZE,
    NONE,
    SAND_LEVELS,
    UNDISCLOSED,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Grade,
    Step,
    TaskDM,
    attempt_task,
    craft_slots,
    is_blind,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    spread_slots,
    turn_card,
)
from ..model.record_types import EventRecord, Rules, Spread, State
from ..ships.batteries import begin_batteries, charge_sand, entry_sides, sand_room
from ..ships.black_globes import absorbs, discharge, log_absorbed
from ..ships.damage import take_damage
from ..ships.losses import remove_orphaned_spreads, remove_spread, white_out
from .attack import attacks, end_defense
from .barrages import barrage_size, barrages_in, one_damage_card
from .semi_independent import duel_reach, reach_of_missile, request_ship_lock

SPENT, FIRED = 2, 1  # bits of spread.fired; only missiles with a lock fire (BR-SIM-03)

# --- sandcasters ---------------------------------------------------------------------------------


@native
def begin_sand(state: State):
    """BR-MIS-19, 27 Sandcasters and missile fire, one defender after the other.

    A ship's sand protects itself alone, so taking the ships in turn changes no odds.
    """
    state.attack_member = 0
    begin_member(state)
    proceed(state, Step.MISSILE_SAND)


@native
def begin_member(state: State):
    """No sand is assigned yet for the present defender."""
    state.attack_spread = 0
    state.attack_level = 0
    for k in range(len(state.spread)):
        for level in range(SAND_LEVELS):
            state.spread[k].sand[level] = 0


@native
def sand_ceiling(state: State, rules: Rules, spread: Spread, index):
    """Missiles or barrages that may get one more caster, of those that got one and are left."""
    level = int(state.attack_level)
    if level >= SAND_LEVELS:
        return 0
    group = int(spread.aim[state.attack_member]) if level == 0 else int(spread.sand[level - 1])
    left = sand_left(rules, state.craft[index])
    if rules.option.multiple_batteries:
        left = sand_room(state, rules, index, entry_sides(spread))
    if group <= left:
        return barrages_in(rules, group)
    return left // barrage_size(rules)


@native
def missile_sand_step(state: State, rules: Rules):
    """BR-MIS-27 All of a ship's sandcasters are assigned before the missiles' cards are turned."""
    index = int(state.defender[state.attack_member])
    if index == NONE or state.craft[index].status != CraftStatus.IN_FORCE:
        proceed(state, Step.MISSILE_FIRE)
        return
    while state.attack_spread < len(state.spread):
        spread = state.spread[state.attack_spread]
        ceiling = 0
        if attacks(state, int(state.attack_spread)):
            ceiling = sand_ceiling(state, rules, spread, index)
        if ceiling > 0:
            request_missile_sand(state, index, ceiling)
            return
        state.attack_spread += 1
        state.attack_level = 0
    proceed(state, Step.MISSILE_FIRE)


@native
def request_missile_sand(state: State, index, ceiling):
    """BR-MIS-27 Request how many of these missiles face one more sandcaster."""
    side = index // craft_slots(state)
    order = state.order[side]
    order.craft = index
    order.target_spread = state.attack_spread
    order.level = state.attack_level
    begin_number(order, 0, ceiling)
    request_decision(state, Decision.MISSILE_SAND_NUMBER, side)


@native
def apply_missile_sand_number(state: State, rules: Rules, number):
    """BR-MIS-27, BR-LRG-02, 03 The number of missiles or barrages; 0 ends the spread's sand."""
    index = int(state.defender[state.attack_member])
    spread = state.spread[state.attack_spread]
    missiles = min(number * barrage_size(rules), int(spread.aim[state.attack_member]))
    spread.sand[state.attack_level] = missiles
    if rules.option.multiple_batteries:
        charge_sand(state, rules, index, entry_sides(spread), missiles)
    state.craft[index].sand_used += missiles
    if number == 0:
        state.attack_spread += 1
        state.attack_level = 0
    else:
        state.attack_level += 1
    proceed(state, Step.MISSILE_SAND)


# --- the missiles --------------------------------------------------------------------------------


@native
def missile_fire_step(state: State, rules: Rules):
    """BR-MIS-28, 29 All missiles aimed at the present defender fire; then the next defender."""
    member = int(state.attack_member)
    index = int(state.defender[member])
    if index != NONE:
        there = state.craft[index].status == CraftStatus.IN_FORCE
        if rules.option.sims and there and request_ship_lock(state, rules, member):
            return
        for k in range(len(state.spread)):
            if attacks(state, k) and state.spread[k].aim[member] > 0:
                fire_missiles(state, rules, k, index)
    state.attack_member += 1
    if state.attack_member >= MAX_MEMBERS:
        spend_attackers(state)
        proceed(state, Step.NEXT_ATTACK)
        return
    begin_member(state)
    proceed(state, Step.MISSILE_SAND)


@native
def missile_difficulty(state: State, rules: Rules, spread: Spread, index, reach):
    """BR-MIS-28, BR-SIM-03 Base 1, size, evasion and the locker's range, less FC."""
    craft = state.craft[index]
    evade = int(state.tf[state.attack_tf].evade)
    offset = max(0, reach // 3 + evade - int(spread.fire_control))
    return 1 + int(rules.classes[craft.klass].size_mod) + offset + int(spread.penalty)


@native
def log_missile(state: State, spread: Spread, size, away):
    """BR-MIS-28 Log the modifiers of the missile hit just noted."""
    kind, away = Chance.MISSILE_HIT, max(0, away - int(spread.fire_control))
    log_modifier(state, kind, TaskDM.BASE, 1)
    log_modifier(state, kind, TaskDM.SIZE, size)
    log_modifier(state, kind, TaskDM.REACH, away)
    log_modifier(state, kind, TaskDM.OWN, int(spread.penalty))


@native
def casters_on(spread: Spread, missile):
    """Sandcasters assigned to the n-th missile of a group."""
    casters = 0
    for level in range(SAND_LEVELS):
        if spread.sand[level] > missile:
            casters += 1
    return casters


@native
def fire_missiles(state: State, rules: Rules, index, target):
    """BR-MIS-28..30, 01, BR-SEQ-10 A card for each missile; hits and missiles are used up."""
    spread = state.spread[index]
    missiles = int(spread.aim[state.attack_member])
    spread.fired |= SPENT
    begin_salvo(state, index, target)
    fired, hits, absorbed = missiles, 0, 0
    for barrage in range(barrages_in(rules, missiles)):
        if state.craft[target].status != CraftStatus.IN_FORCE:
            break
        first = barrage * barrage_size(rules)
        several = min(barrage_size(rules), missiles - first)
        reach = reach_of_missile(state, rules, index, target)
        if reach == NONE:
            fired -= several
            continue
        difficulty = missile_difficulty(state, rules, spread, target, reach)
        who = pair_key(index, target)
        grade = attempt_task(state, rules, Chance.MISSILE_HIT, who, difficulty)
        size = int(rules.classes[state.craft[target].klass].size_mod)
        log_missile(state, spread, size, reach // 3 + int(state.tf[state.attack_tf].evade))
        if grade != Grade.FAILURE:
            hits += several
            encoded = grade * 16 + casters_on(spread, first)
            absorbed += strike_with(state, rules, index, target, several * 256 + encoded)
    if rules.option.black_globes:
        log_absorbed(state, target, absorbed)
        discharge(state, rules, target)
    event = log_event(state, Event.MISSILES_FIRE, index // spread_slots(state))
    event.actor = index
    event.target = target
    event.a = fired
    spread.fired |= FIRED if fired > 0 else 0
    event.b = hits
    if is_blind(state):
        log_blind_missiles(state, event)


@native
def begin_salvo(state: State, index, target):
    """Log that missiles fire: the events up to their MISSILES_FIRE belong to them."""
    event = log_event(state, Event.SALVO, index // spread_slots(state))
    event.actor = index
    event.target = target


@native
def log_blind_missiles(state: State, event: EventRecord):
    """BR-REF-01 The attacker learns of no hit of its missiles."""
    side = int(event.side)
    event.known = 0
    for reader in range(2):
        copy = log_event(state, Event.MISSILES_FIRE, side)
        copy.known = 1 << reader
        copy.actor = event.actor
        copy.target = event.target
        copy.a = event.a
        copy.b = UNDISCLOSED if reader == side else event.b


@native
def strike_with(state: State, rules: Rules, index, target, encoded):
    """BR-LRG-04 Apply a barrage that has hit; return how many missiles a globe absorbed.

    `encoded` is 256 times their number plus 16 times the grade plus the sandcasters on each.
    """
    missiles, absorbed = encoded // 256, 0
    grade, sand = encoded % 256 // 16, encoded % 16
    group = int(state.spread[index].aim[state.attack_member])
    value = missile_damage(state, rules, target) * grade
    for missile in range(missiles):
        if state.craft[target].status != CraftStatus.IN_FORCE:
            break
        if missile > 0 and not one_damage_card(rules, group):
            value = missile_damage(state, rules, target) * grade
        absorbed += strike(state, rules, target, value, sand)
    return absorbed


@native
def strike(state: State, rules: Rules, target, value, sand):
    """BR-MIS-29, BR-AMB-49, 74 A card's value, doubled if outstanding, as a laser; sand works.

    Return whether a black globe absorbed it.
    """
    if rules.option.black_globes and absorbs(state, rules, target, value):
        return 1
    klass = rules.classes[state.craft[target].klass]
    sand *= sand_points(rules, state.craft[target])
    final = laser_value(value, sand, int(klass.armor), int(klass.size_mod))
    take_damage(state, rules, target, final)
    return 0


@native
def missile_damage(state: State, rules: Rules, target):
    """BR-MIS-29, BR-TSK-10 The missile value of a card, 1..6."""
    card = turn_card(state, rules, Chance.MISSILE_DAMAGE, pair_key(target, 0))
    return int(rules.card[card].missile_value)


@native
def spend_attackers(state: State):
    """BR-MIS-30 Missiles that fired are used up; their markers wait for the end of the phase."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.target_tf == state.attack_tf and spread.fired:
            spread.count = 0
            spread.target_tf = NONE


# --- the end of the phase ------------------------------------------------------------------------


@native
def end_attacks(state: State, rules: Rules):
    """BR-MIS-30, BR-AMB-07, 43, 48 Duels, white-outs; remove orphaned spreads."""
    fight_duels(state, rules)
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.fired:
            detonated = int(spread.fired) & FIRED
            spread.fired = 0
            spread.count = 0
            spread.target_tf = NONE
            spread.target_spread = NONE
            if not detonated:
                continue
            white_out(state, int(spread.q), int(spread.r))
            event = log_event(state, Event.WHITE_OUT, NONE)
            event.a = spread.q
            event.b = spread.r
    end_defense(state)
    begin_batteries(state, rules, NONE)
    remove_orphaned_spreads(state)
    proceed(state, Step.TURN_RECORD)


@native
def fight_duels(state: State, rules: Rules):
    """BR-SEQ-10, BR-AMB-43 Spreads attack spreads, all at once; one that flew on is out of reach.

    `aim[0]` holds the missiles that a spread fires, even if it is hit before its turn.
    """
    for k in range(len(state.spread)):
        spread = state.spread[k]
        spread.aim[0] = 0
        if spread.count > 0 and spread.target_spread != NONE:
            target = state.spread[spread.target_spread]
            there = target.q == spread.q and target.r == spread.r
            if there and (target.count > 0 or target.fired):
                spread.aim[0] = spread.count
    for k in range(len(state.spread)):
        if state.spread[k].aim[0] > 0:
            duel(state, rules, k)


@native
def duel(state: State, rules: Rules, index):
    """BR-AMB-43 Missiles against missiles: each hit removes one, there is no defence."""
    spread = state.spread[index]
    target = int(spread.target_spread)
    other = state.spread[target]
    base = 1 + MISSILE_SIZE + int(spread.penalty)
    spread.fired |= SPENT
    hits = 0
    for _ in range(spread.aim[0]):
        if other.count == 0:
            break
        reach = duel_reach(state, rules, index, target)
        if reach == NONE:
            continue
        spread.fired |= FIRED
        difficulty = base + max(0, reach // 3 - int(spread.fire_control))
        grade = attempt_task(state, rules, Chance.MISSILE_HIT, pair_key(index, target), difficulty)
        log_missile(state, spread, MISSILE_SIZE, reach // 3)
        if grade != Grade.FAILURE:
            other.count -= 1
            hits += 1
    log_duel(state, index)
    if hits > 0 and other.count == 0 and other.aim[0] == 0 and not other.fired:
        remove_spread(state, target)


@native
def log_duel(state: State, index):
    """BR-AMB-43 Log the fire of missiles at missiles, for their own side: the tasks are over."""
    side = index // spread_slots(state)
    event = log_event(state, Event.DUEL, side)
    event.actor = index
    event.known = 1 << side
