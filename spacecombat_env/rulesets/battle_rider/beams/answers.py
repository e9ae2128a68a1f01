"""Questions of this room: targets, locks, weapons, overpowering, sand."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.beams.fire import (
    hear_fire_hexside,
    hear_fire_sensor,
    hear_fire_subject,
    hear_fire_target,
    hear_weapon_number,
    hear_weapons,
    legal_fire_hexside,
    legal_fire_sensor,
    legal_fire_subject,
    legal_fire_target,
    legal_weapons,
)
from spacecombat_env.rulesets.battle_rider.beams.overpower import (
    hear_overpower_level,
    hear_overpower_ship,
    hear_overpower_weapon,
    legal_overpower_ship,
    legal_overpower_weapon,
)
from spacecombat_env.rulesets.battle_rider.beams.screens import hear_sand
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.FIRE_TARGET:
        legal_fire_target(state, rules, side, mask)
    elif question == Ask.FIRE_SUBJECT:
        legal_fire_subject(state, rules, side, mask)
    elif question == Ask.FIRE_SENSOR:
        legal_fire_sensor(state, rules, state.order[side], mask)
    elif question == Ask.WEAPONS:
        legal_weapons(state, rules, state.order[side], mask)
    elif question == Ask.OVERPOWER_SHIP:
        legal_overpower_ship(state, rules, side, mask)
    elif question == Ask.OVERPOWER_WEAPON:
        legal_overpower_weapon(state, rules, state.order[side], mask)
    elif question == Ask.FIRE_HEXSIDE:
        legal_fire_hexside(state, rules, state.order[side], mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.FIRE_TARGET:
        hear_fire_target(state, rules, word)
    elif question == Ask.FIRE_SUBJECT:
        hear_fire_subject(state, rules, word)
    elif question == Ask.FIRE_SENSOR:
        hear_fire_sensor(state, rules, word)
    elif question == Ask.WEAPONS:
        hear_weapons(state, rules, word)
    elif question == Ask.OVERPOWER_SHIP:
        hear_overpower_ship(state, rules, word)
    elif question == Ask.OVERPOWER_WEAPON:
        hear_overpower_weapon(state, rules, word)
    elif question == Ask.FIRE_HEXSIDE:
        hear_fire_hexside(state, rules, word)


@jit
def hear_number(state, rules, number):
    """A number is complete."""
    question = int(state.ask)
    if question == Ask.WEAPON_NUMBER:
        hear_weapon_number(state, rules, number)
    elif question == Ask.OVERPOWER_LEVEL:
        hear_overpower_level(state, rules, number)
    elif question == Ask.SAND_NUMBER:
        hear_sand(state, rules, number)
