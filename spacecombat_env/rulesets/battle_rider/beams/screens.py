"""Chapters SCR and DMG: the screens that answer a volley, and the damage that gets through."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    ADVANCED_SAND_LEVEL,
    Beam,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Grade,
    Step,
    TaskDM,
    attempt_task,
    craft_slots,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    task_penalty,
)
from ..model.record_types import Craft, Hit, Rules, State
from ..ships.abilities import can_screen
from ..ships.batteries import charge_sand, sand_room, sandcaster_total, sides_of_fire
from ..ships.black_globes import discharge
from ..ships.damage import take_damage
from .volleys import end_volley

# --- sandcasters ---------------------------------------------------------------------------------


@native
def sand_left(rules: Rules, craft: Craft):
    """BR-SCR-07, BR-DMG-12, BR-BAT-01 Sandcasters not used in this round; they need no power."""
    return sandcaster_total(rules, rules.classes[craft.klass]) - int(craft.sand_used)


@native
def sand_against_volley(state: State, rules: Rules):
    """BR-SCR-07, BR-BAT-02 Sandcasters still available against a hit of the present volley."""
    volley = state.volley
    if rules.option.multiple_batteries:
        return sand_room(state, rules, int(volley.target), sides_of_fire(state))
    return sand_left(rules, state.craft[volley.target])


@native
def is_sandable(hit: Hit):
    """BR-SCR-04, 11, BR-FIR-04 Sand stops laser and particle hits, dampers none of a volley."""
    return hit.kind == Beam.LASER or hit.kind == Beam.PARTICLE


@native
def sand_step(state: State, rules: Rules):
    """BR-SCR-02, BR-AMB-39 All sandcasters are assigned, hit by hit, before any is resolved."""
    volley = state.volley
    while volley.next_hit < volley.hits:
        casters = sand_against_volley(state, rules)
        if is_sandable(volley.hit[volley.next_hit]) and casters > 0:
            side = int(volley.target) // craft_slots(state)
            order = state.order[side]
            order.craft = volley.target
            begin_number(order, 0, casters)
            request_decision(state, Decision.SAND_NUMBER, side)
            return
        volley.next_hit += 1
    proceed(state, Step.DAMAGE)


@native
def apply_sand_number(state: State, rules: Rules, number):
    """BR-SCR-02 This number of sandcasters meets this hit."""
    volley = state.volley
    volley.hit[volley.next_hit].sand = number
    if rules.option.multiple_batteries:
        charge_sand(state, rules, int(volley.target), sides_of_fire(state), number)
    state.craft[volley.target].sand_used += number
    volley.next_hit += 1
    proceed(state, Step.SAND)


@native
def half_towards_zero(levels):
    """BR-AMB-35, BR-PAC-11 Half of a TL difference, towards zero."""
    return levels // 2 if levels >= 0 else -(-levels // 2)


@native
def sand_points(rules: Rules, craft: Craft):
    """BR-SCR-05, BR-ATL-01, BR-AMB-74 Points that one sandcaster takes off: 1, or 2 at TL-15."""
    if rules.option.advanced_tech:
        if rules.classes[craft.klass].tech_level >= ADVANCED_SAND_LEVEL:
            return 2
    return 1


@native
def sand_effect(state: State, rules: Rules, index, tech_level, casters):
    """BR-SCR-03, 05, 06 Points taken off by sandcasters: one card each, outstanding twice."""
    craft = state.craft[index]
    levels = tech_level - int(rules.classes[craft.klass].tech_level)
    difficulty = 2 + half_towards_zero(levels) + task_penalty(craft)
    points = 0
    for _ in range(casters):
        points += attempt_task(state, rules, Chance.SANDCASTER, pair_key(index, 0), difficulty)
        log_modifier(state, Chance.SANDCASTER, TaskDM.BASE, 2)
        log_modifier(state, Chance.SANDCASTER, TaskDM.TECH, half_towards_zero(levels))
        log_modifier(state, Chance.SANDCASTER, TaskDM.OWN, task_penalty(craft))
    return points * sand_points(rules, craft)


@native
def renew_sandcasters(state: State, side):
    """BR-SCR-07 A side's sandcasters are ready again: an enemy round, or the MAP, is over."""
    for k in side_range(state.craft, side):
        state.craft[k].sand_used = 0


# --- damage values -------------------------------------------------------------------------------


@native
def laser_value(value, sand, armor, size):
    """BR-DMG-02 Damage of a laser or missile: less sand and a tenth of the armor, plus size."""
    return value - sand - armor // 10 + size


@native
def particle_value(value, sand, armor, size):
    """BR-DMG-03 Damage of a particle accelerator: less sand and armor, plus size."""
    return value - sand - armor + size


@native
def meson_value(state: State, rules: Rules, index, value):
    """BR-SCR-08, 09, 10, BR-DMG-04, BR-AMB-36 Damage of a meson gun through a meson screen."""
    craft = state.craft[index]
    klass = rules.classes[craft.klass]
    after_size = value + int(klass.size_mod)
    screen = int(klass.meson_screen)
    if screen == 0 or not can_screen(craft):
        return after_size
    difficulty = 2 + value - screen + task_penalty(craft)
    saved = attempt_task(state, rules, Chance.MESON_SCREEN, pair_key(index, 0), difficulty)
    log_modifier(state, Chance.MESON_SCREEN, TaskDM.BASE, 2)
    log_modifier(state, Chance.MESON_SCREEN, TaskDM.VALUE, value)
    log_modifier(state, Chance.MESON_SCREEN, TaskDM.SCREEN, -screen)
    log_modifier(state, Chance.MESON_SCREEN, TaskDM.OWN, task_penalty(craft))
    if saved != Grade.FAILURE:
        return -1
    if after_size > 0:
        return max(0, after_size - screen)
    return after_size - screen


@native
def hit_value(state: State, rules: Rules, index, hit: Hit, tech_level):
    """BR-DMG-01 Final damage value of one hit, screens resolved."""
    klass = rules.classes[state.craft[index].klass]
    value = int(hit.value)
    if hit.kind == Beam.MESON:
        return meson_value(state, rules, index, value)
    sand = sand_effect(state, rules, index, tech_level, int(hit.sand))
    if hit.kind == Beam.LASER:
        return laser_value(value, sand, int(klass.armor), int(klass.size_mod))
    return particle_value(value, sand, int(klass.armor), int(klass.size_mod))


@native
def damage_step(state: State, rules: Rules):
    """BR-AMB-39, BR-SEQ-12 All screens, then all damage; it counts before the next ship fires."""
    volley = state.volley
    index = int(volley.target)
    stopped = 0
    for k in range(volley.hits):
        hit = volley.hit[k]
        value = hit_value(state, rules, index, hit, int(volley.tech_level))
        hit.value = max(-1, value)
        if value < 0:
            stopped += 1
    log_screened(state, index, stopped)
    for k in range(volley.hits):
        if state.craft[index].status == CraftStatus.IN_FORCE:
            take_damage(state, rules, index, int(volley.hit[k].value))
    if rules.option.black_globes:
        discharge(state, rules, index)
    volley.hits = 0
    end_volley(state, int(volley.shooter) // craft_slots(state))


@native
def log_screened(state: State, index, stopped):
    """BR-AMB-39 Log what the screens stopped, once their tasks are over and before the damage."""
    if state.volley.hits > 0:
        event = log_event(state, Event.SCREENED, index // craft_slots(state))
        event.actor = index
        event.a = stopped
