"""Questions of this room: launching, spreads, their attacks, the defense against them."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.missiles.attack import hear_aim
from spacecombat_env.rulesets.battle_rider.missiles.control import (
    hear_control_number,
    hear_spread_menu,
    legal_spread_menu,
)
from spacecombat_env.rulesets.battle_rider.missiles.dampers import (
    hear_damper_member,
    hear_damper_menu,
    hear_damper_number,
    hear_damper_spread,
    legal_damper_member,
    legal_damper_menu,
    legal_damper_spread,
)
from spacecombat_env.rulesets.battle_rider.missiles.defense import (
    hear_defense_menu,
    hear_shot_member,
    hear_shot_number,
    hear_shot_ship,
    hear_shot_spread,
    hear_shot_weapon,
    legal_defense_menu,
    legal_shot_member,
    legal_shot_ship,
    legal_shot_spread,
    legal_shot_weapon,
)
from spacecombat_env.rulesets.battle_rider.missiles.flight import (
    hear_attack_sensor,
    hear_attack_target,
    hear_split_number,
    hear_spread_words,
    legal_attack_sensor,
    legal_attack_target,
    legal_spread_words,
)
from spacecombat_env.rulesets.battle_rider.missiles.hits import hear_missile_sand
from spacecombat_env.rulesets.battle_rider.missiles.launching import (
    hear_launch_kind,
    hear_launch_menu,
    hear_launch_number,
    legal_launch_menu,
)
from spacecombat_env.rulesets.battle_rider.missiles.locks import (
    hear_defense_sensor,
    hear_defense_ship,
    hear_defense_spread,
    legal_defense_sensor,
    legal_defense_ship,
    legal_defense_spread,
)
from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import (
    hear_sim_menu,
    hear_sim_target,
    legal_launch_kind,
    legal_sim_menu,
    legal_sim_target,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.LAUNCH_MENU:
        legal_launch_menu(state, rules, side, mask)
    elif question == Ask.SPREAD_MENU:
        legal_spread_menu(state, rules, side, mask)
    elif question == Ask.SPREAD_WORDS:
        legal_spread_words(state, rules, side, mask)
    elif question == Ask.ATTACK_TARGET:
        legal_attack_target(state, rules, side, mask)
    elif question == Ask.ATTACK_SENSOR:
        legal_attack_sensor(state, rules, side, mask)
    elif question == Ask.LAUNCH_KIND:
        legal_launch_kind(state, side, mask)
    elif question == Ask.SIM_MENU:
        legal_sim_menu(state, side, mask)
    elif question == Ask.SIM_TARGET:
        legal_sim_target(state, side, mask)
    else:
        legal_under_attack(state, rules, side, mask)


@jit
def legal_under_attack(state, rules, side, mask):
    """Locks, shots and dampers of a task force under attack."""
    question = int(state.ask)
    if question == Ask.DEFENSE_MENU:
        legal_defense_menu(state, rules, side, mask)
    elif question == Ask.DEFENSE_SHIP:
        legal_defense_ship(state, rules, side, mask)
    elif question == Ask.DEFENSE_SPREAD:
        legal_defense_spread(state, rules, side, mask)
    elif question == Ask.DEFENSE_SENSOR:
        legal_defense_sensor(state, rules, side, mask)
    elif question == Ask.SHOT_SPREAD:
        legal_shot_spread(state, rules, side, mask)
    elif question == Ask.SHOT_MEMBER:
        legal_shot_member(state, rules, side, mask)
    elif question == Ask.SHOT_SHIP:
        legal_shot_ship(state, rules, side, mask)
    elif question == Ask.SHOT_WEAPON:
        legal_shot_weapon(state, rules, state.order[side], mask)
    elif question == Ask.DAMPER_MENU:
        legal_damper_menu(state, rules, side, mask)
    elif question == Ask.DAMPER_SPREAD:
        legal_damper_spread(state, rules, side, mask)
    elif question == Ask.DAMPER_MEMBER:
        legal_damper_member(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.LAUNCH_MENU:
        hear_launch_menu(state, rules, word)
    elif question == Ask.SPREAD_MENU:
        hear_spread_menu(state, rules, word)
    elif question == Ask.SPREAD_WORDS:
        hear_spread_words(state, rules, word)
    elif question == Ask.ATTACK_TARGET:
        hear_attack_target(state, rules, word)
    elif question == Ask.ATTACK_SENSOR:
        hear_attack_sensor(state, rules, word)
    elif question == Ask.LAUNCH_KIND:
        hear_launch_kind(state, rules, word)
    elif question == Ask.SIM_MENU:
        hear_sim_menu(state, rules, word)
    elif question == Ask.SIM_TARGET:
        hear_sim_target(state, rules, word)
    else:
        hear_under_attack(state, rules, word)


@jit
def hear_under_attack(state, rules, word):
    """Locks, shots and dampers of a task force under attack."""
    question = int(state.ask)
    if question == Ask.DEFENSE_MENU:
        hear_defense_menu(state, rules, word)
    elif question == Ask.DEFENSE_SHIP:
        hear_defense_ship(state, rules, word)
    elif question == Ask.DEFENSE_SPREAD:
        hear_defense_spread(state, rules, word)
    elif question == Ask.DEFENSE_SENSOR:
        hear_defense_sensor(state, rules, word)
    elif question == Ask.SHOT_SPREAD:
        hear_shot_spread(state, rules, word)
    elif question == Ask.SHOT_MEMBER:
        hear_shot_member(state, rules, word)
    elif question == Ask.SHOT_SHIP:
        hear_shot_ship(state, rules, word)
    elif question == Ask.SHOT_WEAPON:
        hear_shot_weapon(state, rules, word)
    elif question == Ask.DAMPER_MENU:
        hear_damper_menu(state, rules, word)
    elif question == Ask.DAMPER_SPREAD:
        hear_damper_spread(state, rules, word)
    elif question == Ask.DAMPER_MEMBER:
        hear_damper_member(state, rules, word)


@jit
def hear_number(state, rules, number):
    """A number is complete."""
    question = int(state.ask)
    if question == Ask.LAUNCH_NUMBER:
        hear_launch_number(state, rules, number)
    elif question == Ask.CONTROL_NUMBER:
        hear_control_number(state, rules, number)
    elif question == Ask.SPLIT_NUMBER:
        hear_split_number(state, rules, number)
    elif question == Ask.AIM_NUMBER:
        hear_aim(state, rules, number)
    elif question == Ask.SHOT_NUMBER:
        hear_shot_number(state, rules, number)
    elif question == Ask.DAMPER_NUMBER:
        hear_damper_number(state, rules, number)
    elif question == Ask.MISSILE_SAND_NUMBER:
        hear_missile_sand(state, rules, number)
