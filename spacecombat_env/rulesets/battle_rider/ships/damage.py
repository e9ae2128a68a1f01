"""Chapters DMG and LRG: damage to ships, by markers from the cup or by the table."""

from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    DIE,
    LOG_LENGTH,
    NONE,
    RESULTS,
    ROLL_AGAIN,
    Chance,
    CraftStatus,
    Damage,
    Errand,
    Event,
    Result,
    craft_slots,
    is_vampire,
    log_event,
    pair_key,
    random_bits,
)
from ..model.record_types import Rules, State
from .life_support import suit_up
from .losses import destroy_craft, remove_orphans


@native
def draw_marker(state: State, index):
    """BR-DMG-09 Draw a marker from the cup, which may owe some (BR-BGL-05); NONE if empty."""
    total = 0
    for result in range(RESULTS):
        total += max(0, int(state.pool[result]))
    if total == 0:
        return NONE
    chosen = pick(random_bits(state, Chance.MARKER, pair_key(index, 0)), total)
    for result in range(RESULTS):
        chosen -= max(0, int(state.pool[result]))
        if chosen < 0:
            state.pool[result] -= 1
            return result
    return NONE


@native
def draws_again(state: State, rules: Rules, index):
    """BR-S2-04 Whether a result other than No Effect must be drawn, and is available."""
    if not rules.option.redraws[index // craft_slots(state)]:
        return False
    for result in range(RESULTS):
        if result != Result.NO_EFFECT and state.pool[result] > 0:
            return True
    return False


@native
def log_damage(state: State, rules: Rules, index, result, lasting):
    """Log a result on a ship, for both players (BR-DMG-08) unless hidden (BR-HID-01).

    Of a face-down marker the opponent learns only that it exists.
    """
    side = index // craft_slots(state)
    if result == Result.NO_EFFECT and add_blank(state, index):
        return
    event = log_event(state, Event.DAMAGE, side)
    event.actor = index
    event.a = result
    event.b = lasting
    if rules.option.hidden_damage:
        event.known = 1 << side
        other = log_event(state, Event.MARKER, side)
        other.known = 1 << (1 - side)
        other.actor = index


@native
def add_blank(state: State, index):
    """Count a further No Effect of one step in the event of the first."""
    for n in range(int(state.log_delivered), int(state.log_count)):
        event = state.log[n % LOG_LENGTH]
        if event.kind == Event.DAMAGE and event.actor == index and event.a == Result.NO_EFFECT:
            event.c += 1
            return True
    return False


@native
def place_result(state: State, rules: Rules, index, result, lasting):
    """BR-DMG-06, 07, BR-HID-02, BR-AMB-37, 38, 82 Place a drawn marker, or return a duplicate.

    `lasting` is Damage.TEMPORARY_2 or Damage.PERMANENT. A permanent result replaces a temporary
    one. An auxiliary bridge makes the first Bridge result temporary and the second permanent.
    """
    craft = state.craft[index]
    stays = rules.option.no_effect_stays or rules.option.hidden_damage
    if result == Result.NO_EFFECT and not stays:
        state.pool[result] += 1
        log_damage(state, rules, index, result, lasting)
        return
    if result == Result.BRIDGE and rules.classes[craft.klass].aux_bridge:
        lasting = Damage.PERMANENT if craft.bridge_shifted else Damage.TEMPORARY_2
        craft.bridge_shifted = 1
    if result == Result.LIFE_SUPPORT and rules.option.suits_up[index // craft_slots(state)]:
        suit_up(craft)  # BR-AMB-102 also for a duplicate
    had = craft.damage[result]
    if had:
        state.pool[result] += 1
    if lasting > had:
        if not had or lasting == Damage.PERMANENT:
            craft.damage[result] = lasting
            log_damage(state, rules, index, result, lasting)


@native
def take_damage(state: State, rules: Rules, index, value):
    """BR-DMG-05 Below 0 nothing, at 0 one temporary result, else that many permanent results."""
    if value < 0:
        return
    if rules.classes[state.craft[index].klass].drone:  # BR-AMB-50
        destroy_craft(state, rules, index)
        return
    lasting = Damage.PERMANENT if value > 0 else Damage.TEMPORARY_2
    draw_results(state, rules, index, max(1, value), lasting)


@native
def table_result(state: State, rules: Rules, index):
    """BR-LRG-05, 06, 07, 08 Two dice and the table; the table never runs out of a result.

    The cup keeps the account, and its counts may fall below zero.
    """
    who = pair_key(index, 0)
    total = 2 + pick(random_bits(state, Chance.DAMAGE_TABLE, who), DIE)
    total += pick(random_bits(state, Chance.DAMAGE_TABLE, who), DIE)
    result = int(rules.rolled[total])
    if total == ROLL_AGAIN:
        result = int(rules.rolled_again[pick(random_bits(state, Chance.DAMAGE_TABLE, who), DIE)])
    state.pool[result] -= 1
    return result


@native
def next_result(state: State, rules: Rules, index):
    """BR-DMG-09, BR-LRG-05 A result from the cup, or from the table of large scenarios."""
    if rules.option.damage_table:
        return table_result(state, rules, index)
    return draw_marker(state, index)


@native
def draw_results(state: State, rules: Rules, index, count, lasting):
    """BR-DMG-06, 07 Draw markers together, then place them; Ship Explodes returns them all."""
    drawn = state.drawn
    for _ in range(count):
        result = next_result(state, rules, index)
        while result == Result.NO_EFFECT and draws_again(state, rules, index):
            state.pool[result] += 1
            result = next_result(state, rules, index)
        if result != NONE:
            drawn[result] += 1
    if drawn[Result.SHIP_EXPLODES]:
        if state.mission[index // craft_slots(state)].number != 0:
            mark_hit(state, index, drawn)
        for result in range(RESULTS):
            state.pool[result] += drawn[result]
            drawn[result] = 0
        destroy_craft(state, rules, index)
        return
    if state.mission[index // craft_slots(state)].number != 0:
        mark_hit(state, index, drawn)
    computers = int(drawn[Result.COMPUTER])
    for result in range(RESULTS):
        placed = int(drawn[result])
        drawn[result] = 0
        for _ in range(placed):
            place_result(state, rules, index, result, lasting)
    if computers and is_vampire(state, index):
        destroy_craft(state, rules, index)
    remove_orphans(state, rules)


@native
def mark_hit(state: State, index, drawn):
    """BR-MIR-07, BR-MIB-09 A hit counts if it has a result other than No Effect."""
    for result in range(RESULTS):
        if drawn[result]:
            mark_result(state, index, result)


@native
def mark_result(state: State, index, result):
    """BR-MIR-07, BR-MIB-09 The same for one result."""
    if result != Result.NO_EFFECT:
        state.craft[index].errand = int(state.craft[index].errand) | Errand.HIT


@native
def end_temporary_damage(state: State):
    """BR-SEQ-11, BR-DMG-06, 23 Temporary Damage-1 ends, -2 becomes 1; nothing else is repaired."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.UNUSED:
            continue
        for result in range(RESULTS):
            if craft.damage[result] == Damage.TEMPORARY_1:
                craft.damage[result] = Damage.INTACT
                state.pool[result] += 1
            elif craft.damage[result] == Damage.TEMPORARY_2:
                craft.damage[result] = Damage.TEMPORARY_1
