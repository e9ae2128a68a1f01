# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter BEAMS: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .fire import (
    apply_fire_hexside,
    apply_fire_sensor,
    apply_fire_subject,
    apply_fire_target,
    apply_weapon_number,
    apply_weapons,
    legal_fire_hexside,
    legal_fire_sensor,
    legal_fire_subject,
    legal_fire_target,
    legal_weapons,
)
from .overpower import (
    apply_overpower_level,
    apply_overpower_ship,
    apply_overpower_weapon,
    legal_overpower_ship,
    legal_overpower_weapon,
)
from .screens import apply_sand_number


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 29:  # FIRE_TARGET
        legal_fire_target(state, rules, seat, mask)
    elif decision == 30:  # FIRE_SUBJECT
        legal_fire_subject(state, rules, seat, mask)
    elif decision == 31:  # FIRE_SENSOR
        legal_fire_sensor(state, rules, state.order[seat], mask)
    elif decision == 32:  # WEAPONS
        legal_weapons(state, rules, state.order[seat], mask)
    elif decision == 34:  # OVERPOWER_SHIP
        legal_overpower_ship(state, rules, seat, mask)
    elif decision == 36:  # OVERPOWER_WEAPON
        legal_overpower_weapon(state, rules, state.order[seat], mask)
    elif decision == 64:  # FIRE_HEXSIDE
        legal_fire_hexside(state, rules, state.order[seat], mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 29:  # FIRE_TARGET
        apply_fire_target(state, rules, action)
    elif decision == 30:  # FIRE_SUBJECT
        apply_fire_subject(state, rules, action)
    elif decision == 31:  # FIRE_SENSOR
        apply_fire_sensor(state, rules, action)
    elif decision == 32:  # WEAPONS
        apply_weapons(state, rules, action)
    elif decision == 34:  # OVERPOWER_SHIP
        apply_overpower_ship(state, rules, action)
    elif decision == 36:  # OVERPOWER_WEAPON
        apply_overpower_weapon(state, rules, action)
    elif decision == 64:  # FIRE_HEXSIDE
        apply_fire_hexside(state, rules, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    decision = int(state.decision)
    if decision == 33:  # WEAPON_NUMBER
        apply_weapon_number(state, rules, number)
    elif decision == 35:  # OVERPOWER_LEVEL
        apply_overpower_level(state, rules, number)
    elif decision == 37:  # SAND_NUMBER
        apply_sand_number(state, rules, number)
