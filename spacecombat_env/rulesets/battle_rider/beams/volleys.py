"""Chapter FIR-08, 17, 19: the volley, its hits, and its log events."""

from spacecombat_env.core.native import native

from ..model import (
    MAX_HITS,
    NONE,
    UNDISCLOSED,
    WEAPON_ROWS,
    Chance,
    Event,
    Grade,
    Step,
    attempt_task,
    craft_slots,
    is_blind,
    log_event,
    pair_key,
    proceed,
)
from ..model.record_types import EventRecord, Order, Rules, State
from ..ships.batteries import charge_volley
from ..ships.black_globes import absorb_volley
from ..ships.losses import remove_spread
from .gunnery import log_hit, row_difficulty, spend_beam, target_range, weapon_damage

MAX_VALUE = 127  # damage of one hit; the cup holds 36 markers (BR-DMG-09)


@native
def fire_volley(state: State, rules: Rules):
    """BR-FIR-08, 17, BR-AMB-39 One card for each weapon named; hits await the screens."""
    order = state.order[state.mover]
    index = int(order.craft)
    charge_volley(state, rules, order)
    if order.target_spread != NONE:
        fire_at_spread(state, rules, order)
        return
    volley = state.volley
    volley.shooter = index
    volley.target = order.target_craft
    volley.tech_level = rules.classes[state.craft[index].klass].tech_level
    volley.hits = 0
    volley.next_hit = 0
    shots = 0
    for row in range(WEAPON_ROWS):
        for _ in range(int(order.beams[row])):
            shots += 1
            fire_beam(state, rules, index, row, order)
    log_fire(state, index, int(order.target_craft), shots, int(volley.hits))
    if rules.option.black_globes:
        absorb_volley(state, rules, volley)
    proceed(state, Step.SAND)


@native
def fire_beam(state: State, rules: Rules, index, row, order: Order):
    """BR-FIR-17, BR-SCR-01, BR-DMG-01 One weapon: a hit, or with outstanding success a double."""
    craft = state.craft[index]
    weapon = rules.classes[craft.klass].weapon[row]
    difficulty = row_difficulty(state, rules, index, row, order)
    who = pair_key(index, order.target_craft)
    grade = attempt_task(state, rules, Chance.HIT, who, difficulty)
    log_hit(state, rules, index, row, order)
    spend_beam(craft, row)
    volley = state.volley
    if grade == Grade.FAILURE or volley.hits >= MAX_HITS:
        return
    hit = volley.hit[volley.hits]
    hit.kind = weapon.kind
    hit.value = min(MAX_VALUE, weapon_damage(weapon, target_range(state, index, order)) * grade)
    hit.sand = 0
    volley.hits += 1


@native
def fire_at_spread(state: State, rules: Rules, order: Order):
    """BR-FIR-19 Each hit destroys one missile of a detected spread."""
    index = int(order.craft)
    spread = state.spread[order.target_spread]
    shots, hits = 0, 0
    for row in range(WEAPON_ROWS):
        for _ in range(int(order.beams[row])):
            difficulty = row_difficulty(state, rules, index, row, order)
            who = pair_key(index, order.target_spread)
            shots += 1
            if attempt_task(state, rules, Chance.HIT, who, difficulty) != Grade.FAILURE:
                hits += 1
            log_hit(state, rules, index, row, order)
            spend_beam(state.craft[index], row)
    log_fire(state, index, NONE, shots, hits)
    spread.count = max(0, int(spread.count) - hits)
    if spread.count == 0:
        remove_spread(state, int(order.target_spread))
    end_volley(state, index // craft_slots(state))


@native
def log_fire(state: State, index, target, shots, hits):
    """Log a volley: shots and hits. An unseen shooter appears as its task force only."""
    side = index // craft_slots(state)
    event = log_event(state, Event.FIRE, side)
    event.actor = index
    event.target = target
    event.a = shots
    event.b = hits
    event.c = state.craft[index].tf
    if is_blind(state) and target != NONE:
        log_blind_fire(state, event)
        return
    if not state.craft[index].detected:
        event.known = 1 << side
        other = log_event(state, Event.FIRE, side)
        other.known = 1 << (1 - side)
        other.target = target
        other.a = shots
        other.b = hits
        other.c = state.craft[index].tf


@native
def log_blind_fire(state: State, event: EventRecord):
    """BR-REF-01 The firing player learns of no hit, the target of no shooter that it cannot see."""
    side = int(event.side)
    event.known = 0
    own = log_event(state, Event.FIRE, side)
    own.known = 1 << side
    own.actor = event.actor
    own.target = event.target
    own.a = event.a
    own.b = UNDISCLOSED
    own.c = event.c
    other = log_event(state, Event.FIRE, side)
    other.known = 1 << (1 - side)
    other.actor = event.actor if state.craft[event.actor].detected else NONE
    other.target = event.target
    other.a = event.a
    other.b = event.b
    other.c = event.c


@native
def end_volley(state: State, side):
    """The fire of one ship at one target is over."""
    state.order[side].hexside = NONE
    proceed(state, Step.FIRE_NEXT if state.order[side].together else Step.ROUND)
