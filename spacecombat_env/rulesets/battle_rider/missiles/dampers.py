"""Chapter MIS, the Missile Attack Phase, step 4: nuclear dampers."""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_DIFFICULTY,
    Chance,
    Decision,
    Event,
    Grade,
    Step,
    TaskDM,
    Verb,
    attempt_task,
    craft_action,
    decode_craft,
    decode_enemy_spread,
    enemy_spread_action,
    log_event,
    log_modifier,
    pair_key,
    proceed,
    request_decision,
    task_penalty,
)
from ..model.record_types import Rules, State
from ..ships.abilities import can_screen
from ..ships.batteries import damper_total
from .attack import attacks, defending_side, is_defender, lose_missiles, member_of
from .barrages import barrage_of, legal_barrage, smallest_barrage
from .flight import closing_velocity
from .hits import begin_sand


@native
def dampers_left(state: State, rules: Rules, index):
    """BR-MIS-24, BR-AMB-45, BR-SCR-12 Dampers a ship may still use in this phase."""
    craft = state.craft[index]
    if not is_defender(state, index) or not can_screen(craft):
        return 0
    return damper_total(rules, rules.classes[craft.klass]) - int(craft.dampers_used)


@native
def damper_difficulty(state: State, rules: Rules, index, spread):
    """BR-MIS-25, 26 Base 2 plus closing velocity over 2, 3, 4, 5 for damper TL 12, 13, 14, 15."""
    craft = state.craft[index]
    level = int(rules.classes[craft.klass].tech_level)
    speed = closing_velocity(state, state.spread[spread], int(state.attack_tf))
    return 2 + speed // max(1, level - 10) + task_penalty(craft)


@native
def can_damp(state: State, rules: Rules, index, spread):
    """BR-TSK-05 Whether a ship may use a damper on missiles of a spread."""
    if dampers_left(state, rules, index) <= 0 or not attacks(state, spread):
        return False
    if dampers_left(state, rules, index) < smallest_barrage(rules, state.spread[spread]):
        return False
    return damper_difficulty(state, rules, index, spread) <= MAX_DIFFICULTY


@native
def can_damp_any(state: State, rules: Rules, index):
    """Whether a ship may use a damper on any attacking missile."""
    for k in range(len(state.spread)):
        if can_damp(state, rules, index, k):
            return True
    return False


@native
def damper_step(state: State, rules: Rules):
    """BR-MIS-24 Dampers after the beams, while any can be used."""
    side = defending_side(state)
    for k in side_range(state.craft, side):
        if is_defender(state, k) and can_damp_any(state, rules, k):
            request_decision(state, Decision.DAMPER_MENU, side)
            return
    begin_sand(state)


@native
def legal_damper_menu(state: State, rules: Rules, side, mask):
    """BR-MIS-24, BR-SCR-11 Ships with dampers left, or done."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if is_defender(state, k) and can_damp_any(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_damper_menu(state: State, rules: Rules, action):
    """BR-MIS-24 The ship, or on to the sandcasters."""
    if action == Verb.DONE:
        begin_sand(state)
        return
    state.order[state.seat].craft = decode_craft(state, int(state.seat), action)
    request_decision(state, Decision.DAMPER_SPREAD, state.seat)


@native
def legal_damper_spread(state: State, rules: Rules, side, mask):
    """BR-AMB-45 Any missile attacking its task force."""
    for k in range(len(state.spread)):
        if can_damp(state, rules, int(state.order[side].craft), k):
            mask[enemy_spread_action(state, k)] = 1


@native
def apply_damper_spread(state: State, rules: Rules, action):
    """BR-AMB-45 The spread."""
    order = state.order[state.seat]
    order.target_spread = decode_enemy_spread(state, int(state.seat), action)
    request_decision(state, Decision.DAMPER_MEMBER, state.seat)


@native
def legal_damper_member(state: State, rules: Rules, side, mask):
    """BR-AMB-45 Ships whose missiles, or barrages, its dampers are enough for."""
    order = state.order[side]
    left = dampers_left(state, rules, int(order.craft))
    legal_barrage(state, rules, state.spread[order.target_spread], left, mask)


@native
def apply_damper_member(state: State, rules: Rules, action):
    """BR-AMB-45, BR-LRG-02 The missiles aimed at this ship; their number is next."""
    order = state.order[state.seat]
    order.member = member_of(state, decode_craft(state, int(state.seat), action))
    group = int(state.spread[order.target_spread].aim[order.member])
    left = dampers_left(state, rules, int(order.craft)) // barrage_of(rules, group)
    begin_number(order, 1, left)
    request_decision(state, Decision.DAMPER_NUMBER, state.seat)


@native
def apply_damper_number(state: State, rules: Rules, number):
    """BR-MIS-25, BR-AMB-45, BR-LRG-02, 03 This number of dampers, in turn, a card each.

    Against barrages: this number of barrages, each with a damper per missile and one card.
    """
    order = state.order[state.seat]
    index, spread = int(order.craft), int(order.target_spread)
    difficulty = damper_difficulty(state, rules, index, spread)
    stopped = 0
    for _ in range(number):
        if not attacks(state, spread) or state.spread[spread].aim[order.member] == 0:
            break
        missiles = barrage_of(rules, state.spread[spread].aim[order.member])
        state.craft[index].dampers_used += missiles
        grade = attempt_task(state, rules, Chance.DAMPER, pair_key(index, spread), difficulty)
        penalty = task_penalty(state.craft[index])
        log_modifier(state, Chance.DAMPER, TaskDM.BASE, 2)
        log_modifier(state, Chance.DAMPER, TaskDM.SPEED, difficulty - 2 - penalty)
        log_modifier(state, Chance.DAMPER, TaskDM.OWN, penalty)
        if grade != Grade.FAILURE:
            lose_missiles(state, spread, int(order.member), missiles)
            stopped += missiles
    event = log_event(state, Event.DAMPED, state.seat)
    event.actor = index
    event.target = spread
    event.a = stopped
    event.known = 3 if state.craft[index].detected else 1 << state.seat
    proceed(state, Step.DAMPERS)
