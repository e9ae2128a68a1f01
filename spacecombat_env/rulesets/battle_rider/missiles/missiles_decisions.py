# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter MISSILES: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .attack import apply_aim_number
from .control import apply_control_number, apply_spread_menu, legal_spread_menu
from .dampers import (
    apply_damper_member,
    apply_damper_menu,
    apply_damper_number,
    apply_damper_spread,
    legal_damper_member,
    legal_damper_menu,
    legal_damper_spread,
)
from .defense import (
    apply_defense_menu,
    apply_shot_member,
    apply_shot_number,
    apply_shot_ship,
    apply_shot_spread,
    apply_shot_weapon,
    legal_defense_menu,
    legal_shot_member,
    legal_shot_ship,
    legal_shot_spread,
    legal_shot_weapon,
)
from .flight import (
    apply_attack_sensor,
    apply_attack_target,
    apply_split_number,
    apply_spread_words,
    legal_attack_sensor,
    legal_attack_target,
    legal_spread_words,
)
from .hits import apply_missile_sand_number
from .locks import (
    apply_defense_sensor,
    apply_defense_ship,
    apply_defense_spread,
    legal_defense_sensor,
    legal_defense_ship,
    legal_defense_spread,
)
from .missile_launching import (
    apply_launch_kind,
    apply_launch_menu,
    apply_launch_number,
    legal_launch_menu,
)
from .semi_independent import (
    apply_sim_menu,
    apply_sim_target,
    legal_launch_kind,
    legal_sim_menu,
    legal_sim_target,
)


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 6:  # LAUNCH_MENU
        legal_launch_menu(state, rules, seat, mask)
    elif decision == 38:  # SPREAD_MENU
        legal_spread_menu(state, rules, seat, mask)
    elif decision == 40:  # SPREAD_WORDS
        legal_spread_words(state, rules, seat, mask)
    elif decision == 42:  # ATTACK_TARGET
        legal_attack_target(state, rules, seat, mask)
    elif decision == 43:  # ATTACK_SENSOR
        legal_attack_sensor(state, rules, seat, mask)
    elif decision == 45:  # DEFENSE_MENU
        legal_defense_menu(state, rules, seat, mask)
    elif decision == 46:  # DEFENSE_SHIP
        legal_defense_ship(state, rules, seat, mask)
    elif decision == 47:  # DEFENSE_SPREAD
        legal_defense_spread(state, rules, seat, mask)
    elif decision == 48:  # DEFENSE_SENSOR
        legal_defense_sensor(state, rules, seat, mask)
    elif decision == 49:  # SHOT_SPREAD
        legal_shot_spread(state, rules, seat, mask)
    elif decision == 50:  # SHOT_MEMBER
        legal_shot_member(state, rules, seat, mask)
    elif decision == 51:  # SHOT_SHIP
        legal_shot_ship(state, rules, seat, mask)
    elif decision == 52:  # SHOT_WEAPON
        legal_shot_weapon(state, rules, state.order[seat], mask)
    elif decision == 54:  # DAMPER_MENU
        legal_damper_menu(state, rules, seat, mask)
    elif decision == 55:  # DAMPER_SPREAD
        legal_damper_spread(state, rules, seat, mask)
    elif decision == 56:  # DAMPER_MEMBER
        legal_damper_member(state, rules, seat, mask)
    elif decision == 72:  # LAUNCH_KIND
        legal_launch_kind(state, seat, mask)
    elif decision == 73:  # SIM_MENU
        legal_sim_menu(state, seat, mask)
    elif decision == 74:  # SIM_TARGET
        legal_sim_target(state, seat, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 6:  # LAUNCH_MENU
        apply_launch_menu(state, rules, action)
    elif decision == 38:  # SPREAD_MENU
        apply_spread_menu(state, rules, action)
    elif decision == 40:  # SPREAD_WORDS
        apply_spread_words(state, rules, action)
    elif decision == 42:  # ATTACK_TARGET
        apply_attack_target(state, rules, action)
    elif decision == 43:  # ATTACK_SENSOR
        apply_attack_sensor(state, rules, action)
    elif decision == 45:  # DEFENSE_MENU
        apply_defense_menu(state, rules, action)
    elif decision == 46:  # DEFENSE_SHIP
        apply_defense_ship(state, rules, action)
    elif decision == 47:  # DEFENSE_SPREAD
        apply_defense_spread(state, rules, action)
    elif decision == 48:  # DEFENSE_SENSOR
        apply_defense_sensor(state, rules, action)
    elif decision == 49:  # SHOT_SPREAD
        apply_shot_spread(state, rules, action)
    elif decision == 50:  # SHOT_MEMBER
        apply_shot_member(state, rules, action)
    elif decision == 51:  # SHOT_SHIP
        apply_shot_ship(state, rules, action)
    elif decision == 52:  # SHOT_WEAPON
        apply_shot_weapon(state, rules, action)
    elif decision == 54:  # DAMPER_MENU
        apply_damper_menu(state, rules, action)
    elif decision == 55:  # DAMPER_SPREAD
        apply_damper_spread(state, rules, action)
    elif decision == 56:  # DAMPER_MEMBER
        apply_damper_member(state, rules, action)
    elif decision == 72:  # LAUNCH_KIND
        apply_launch_kind(state, rules, action)
    elif decision == 73:  # SIM_MENU
        apply_sim_menu(state, rules, action)
    elif decision == 74:  # SIM_TARGET
        apply_sim_target(state, rules, action)


@native
def apply_number(state: State, rules: Rules, number):
    """Apply a complete number."""
    decision = int(state.decision)
    if decision == 7:  # LAUNCH_NUMBER
        apply_launch_number(state, rules, number)
    elif decision == 39:  # CONTROL_NUMBER
        apply_control_number(state, rules, number)
    elif decision == 41:  # SPLIT_NUMBER
        apply_split_number(state, rules, number)
    elif decision == 44:  # AIM_NUMBER
        apply_aim_number(state, rules, number)
    elif decision == 53:  # SHOT_NUMBER
        apply_shot_number(state, rules, number)
    elif decision == 57:  # DAMPER_NUMBER
        apply_damper_number(state, rules, number)
    elif decision == 58:  # MISSILE_SAND_NUMBER
        apply_missile_sand_number(state, rules, number)
