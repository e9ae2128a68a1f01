"""The router: what may be said in answer to each question, and who hears it."""

from spacecombat_env.core.jit import hot, jit
from spacecombat_env.rulesets.battle_rider.beams.fire import (
    hear_fire_hexside,
    hear_fire_sensor,
    hear_fire_subject,
    hear_fire_target,
    hear_weapon_number,
    hear_weapons,
    legal_fire_hexside,
    legal_fire_subject,
    legal_fire_target,
    legal_weapons,
)
from spacecombat_env.rulesets.battle_rider.beams.gunnery import target_range
from spacecombat_env.rulesets.battle_rider.beams.overpower import (
    hear_overpower_level,
    hear_overpower_ship,
    hear_overpower_weapon,
    legal_overpower_ship,
    legal_overpower_weapon,
)
from spacecombat_env.rulesets.battle_rider.beams.screens import hear_sand
from spacecombat_env.rulesets.battle_rider.fleets.deployment import (
    hear_setup_column,
    hear_setup_dummies,
    hear_setup_force,
    hear_setup_turn,
    hear_setup_velocity,
    legal_setup_force,
)
from spacecombat_env.rulesets.battle_rider.fleets.missions import (
    hear_body_column,
    hear_body_row,
    hear_near_column,
    hear_near_heading,
    hear_near_row,
    hear_secret_asteroid,
    hear_setup_place,
    legal_body_row,
    legal_near_heading,
    legal_near_row,
    legal_setup_place,
)
from spacecombat_env.rulesets.battle_rider.fleets.pools import hear_pool_pick
from spacecombat_env.rulesets.battle_rider.fleets.purchase import (
    hear_buy_crew,
    hear_buy_keeper,
    hear_buy_merchant,
    hear_buy_missiles,
    hear_buy_ship,
    hear_buy_tactics,
    legal_buy_crew,
    legal_buy_keeper,
    legal_buy_merchant,
    legal_buy_missiles,
    legal_buy_ship,
)
from spacecombat_env.rulesets.battle_rider.forces.boarding import hear_boarding, legal_boarding
from spacecombat_env.rulesets.battle_rider.forces.operations import (
    hear_choose_force,
    hear_round_menu,
    legal_choose_force,
    legal_round_menu,
)
from spacecombat_env.rulesets.battle_rider.forces.task_forces import (
    hear_craft,
    hear_dummy_from,
    hear_forces_menu,
    hear_launch_to,
    hear_merge_from,
    hear_merge_into,
    hear_transfer_to,
    legal_craft,
    legal_dummy_from,
    legal_forces_menu,
    legal_launch_to,
    legal_merge_from,
    legal_merge_into,
    legal_transfer_to,
)
from spacecombat_env.rulesets.battle_rider.missiles.attack import hear_aim
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
    hear_control_number,
    hear_split_number,
    hear_spread_menu,
    hear_spread_words,
    legal_attack_sensor,
    legal_attack_target,
    legal_spread_menu,
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
from spacecombat_env.rulesets.battle_rider.movement.facing import hear_facing, legal_facing
from spacecombat_env.rulesets.battle_rider.movement.movement import (
    hear_evade,
    hear_thrust,
    hear_thrust_side,
    legal_thrust,
    legal_thrust_side,
)
from spacecombat_env.rulesets.battle_rider.pieces.asks import ASKS_NUMBER
from spacecombat_env.rulesets.battle_rider.pieces.constants import NONE, Ask, Verb
from spacecombat_env.rulesets.battle_rider.pieces.words import hear_number, legal_number
from spacecombat_env.rulesets.battle_rider.sensors.detection import (
    hear_chain,
    hear_easiest,
    legal_easiest,
)
from spacecombat_env.rulesets.battle_rider.sensors.jamming import hear_jam, legal_jam
from spacecombat_env.rulesets.battle_rider.sensors.orders import (
    hear_detect_sensor,
    hear_detect_subject,
    hear_detect_target,
    hear_status_subject,
    legal_detect_sensor,
    legal_detect_subject,
    legal_detect_target,
    legal_lock_sensor,
    legal_status_subject,
)
from spacecombat_env.rulesets.battle_rider.sensors.searching import (
    hear_survey_ship,
    hear_survey_target,
    legal_survey_ship,
    legal_survey_target,
)
from spacecombat_env.rulesets.battle_rider.sensors.surprise import hear_readiness, legal_readiness
from spacecombat_env.rulesets.battle_rider.ships.black_globes import (
    hear_globe_setting,
    hear_globe_ship,
    legal_globe_setting,
    legal_globe_ship,
)
from spacecombat_env.rulesets.battle_rider.victory.deeds import (
    hear_extract_ship,
    legal_extract_ship,
)

# --- what may be said ----------------------------------------------------------------------------


@hot
def legal(state, rules, mask):
    """Write the legal words of the seat to act; return how many there are."""
    mask[:] = 0
    question = int(state.ask)
    if question == Ask.NOTHING:
        return 0
    side = int(state.seat)
    if ASKS_NUMBER[question]:
        return legal_number(state, state.order[side], mask)
    if question >= Ask.BOARDING_MENU and question <= Ask.BOARDING_DEFENSE:
        return legal_boarding(state, rules, side, mask)
    if question == Ask.FIRE_HEXSIDE:
        return legal_fire_hexside(state, rules, state.order[side], mask)
    if question <= Ask.CHOOSE_FORCE:
        return legal_initiative(state, rules, side, mask)
    if question <= Ask.THRUST_SIDE:
        return legal_operations(state, rules, side, mask)
    if question <= Ask.OVERPOWER_WEAPON:
        return legal_fire(state, rules, side, mask)
    if question <= Ask.ATTACK_SENSOR:
        return legal_missiles(state, rules, side, mask)
    if question <= Ask.MISSILE_SAND_NUMBER:
        return legal_defense(state, rules, side, mask)
    if question >= Ask.BODY_COLUMN:
        return legal_mission(state, rules, side, mask)
    if question <= Ask.BUY_CREW:
        return legal_purchase(state, rules, side, mask)
    return legal_options(state, rules, side, mask)


@jit
def legal_initiative(state, rules, side, mask):
    """Set-up, launching, reconfiguring, and the choice of a task force."""
    question = int(state.ask)
    if question == Ask.SETUP_FORCE:
        return legal_setup_force(state, side, mask)
    if question == Ask.LAUNCH_MENU:
        return legal_launch_menu(state, rules, side, mask)
    if question == Ask.FORCES_MENU:
        return legal_forces_menu(state, rules, side, mask)
    if question == Ask.LAUNCH_TO:
        return legal_launch_to(state, side, mask)
    if question == Ask.TRANSFER_TO:
        return legal_transfer_to(state, side, mask)
    if question == Ask.DUMMY_FROM:
        return legal_dummy_from(state, side, mask)
    if question == Ask.MERGE_FROM:
        return legal_merge_from(state, side, mask)
    if question == Ask.MERGE_INTO:
        return legal_merge_into(state, side, mask)
    if question == Ask.CHOOSE_FORCE:
        return legal_choose_force(state, rules, side, mask)
    return legal_craft(state, rules, side, mask, question)


@jit
def legal_operations(state, rules, side, mask):
    """The round's menu, sensors, jamming and movement."""
    question = int(state.ask)
    if question == Ask.ROUND_MENU:
        return legal_round_menu(state, rules, side, mask)
    if question == Ask.STATUS_SUBJECT:
        return legal_status_subject(state, rules, side, mask)
    if question == Ask.DETECT_TARGET:
        return legal_detect_target(state, rules, side, mask)
    if question == Ask.DETECT_SUBJECT:
        return legal_detect_subject(state, rules, side, mask)
    if question == Ask.DETECT_SENSOR:
        return legal_detect_sensor(state, rules, side, mask)
    if question == Ask.DETECT_CHAIN:
        mask[Verb.CONTINUE] = 1
        mask[Verb.STOP] = 1
        return 2
    if question == Ask.EASIEST:
        return legal_easiest(state, rules, mask)
    if question == Ask.JAM:
        return legal_jam(state, rules, mask)
    if question == Ask.THRUST:
        return legal_thrust(state, rules, state.order[side], mask)
    return legal_thrust_side(state, rules, state.order[side], mask)


@jit
def legal_fire(state, rules, side, mask):
    """Targets, ships, locks, weapons and overpowering."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.FIRE_TARGET:
        return legal_fire_target(state, rules, side, mask)
    if question == Ask.FIRE_SUBJECT:
        return legal_fire_subject(state, rules, side, mask)
    if question == Ask.FIRE_SENSOR:
        index = int(order.craft)
        return legal_lock_sensor(state, rules, index, target_range(state, index, order), mask)
    if question == Ask.WEAPONS:
        return legal_weapons(state, rules, order, mask)
    if question == Ask.OVERPOWER_SHIP:
        return legal_overpower_ship(state, rules, side, mask)
    return legal_overpower_weapon(state, rules, order, mask)


@jit
def legal_missiles(state, rules, side, mask):
    """Spreads, their moves and attacks."""
    question = int(state.ask)
    if question == Ask.SPREAD_MENU:
        return legal_spread_menu(state, rules, side, mask)
    if question == Ask.SPREAD_WORDS:
        return legal_spread_words(state, rules, side, mask)
    if question == Ask.ATTACK_TARGET:
        return legal_attack_target(state, rules, side, mask)
    return legal_attack_sensor(state, rules, side, mask)


@jit
def legal_defense(state, rules, side, mask):
    """Defensive fire and dampers."""
    question = int(state.ask)
    order = state.order[side]
    if question == Ask.DEFENSE_MENU:
        return legal_defense_menu(state, rules, side, mask)
    if question == Ask.DEFENSE_SHIP:
        return legal_defense_ship(state, rules, side, mask)
    if question == Ask.DEFENSE_SPREAD:
        return legal_defense_spread(state, rules, side, mask)
    if question == Ask.DEFENSE_SENSOR:
        return legal_defense_sensor(state, rules, side, mask)
    if question == Ask.SHOT_SPREAD:
        return legal_shot_spread(state, rules, side, mask)
    if question == Ask.SHOT_SHIP:
        return legal_shot_ship(state, rules, side, mask)
    if question == Ask.SHOT_WEAPON:
        return legal_shot_weapon(state, rules, order, mask)
    if question == Ask.DAMPER_MENU:
        return legal_damper_menu(state, rules, side, mask)
    if question == Ask.DAMPER_SPREAD:
        return legal_damper_spread(state, rules, side, mask)
    if question == Ask.SHOT_MEMBER:
        return legal_shot_member(state, rules, side, mask)
    return legal_damper_member(state, rules, side, mask)


@jit
def legal_purchase(state, rules, side, mask):
    """The questions of the purchase that are answered by a word."""
    question = int(state.ask)
    if question == Ask.BUY_SHIP:
        return legal_buy_ship(state, rules, side, mask)
    if question == Ask.BUY_CREW:
        return legal_buy_crew(state, rules, side, mask)
    return legal_buy_keeper(state, rules, side, mask)


@jit
def legal_options(state, rules, side, mask):
    """The questions of advanced and optional rules."""
    question = int(state.ask)
    if question == Ask.GLOBE_SHIP:
        return legal_globe_ship(state, rules, side, mask)
    if question == Ask.GLOBE_SETTING:
        return legal_globe_setting(state, rules, side, mask)
    if question == Ask.LAUNCH_KIND:
        return legal_launch_kind(state, side, mask)
    if question == Ask.SIM_MENU:
        return legal_sim_menu(state, side, mask)
    if question == Ask.READINESS:
        return legal_readiness(state, mask)
    if question == Ask.FACING:
        return legal_facing(state, side, mask)
    if question == Ask.SURVEY_SHIP:
        return legal_survey_ship(state, rules, side, mask)
    if question == Ask.SURVEY_TARGET:
        return legal_survey_target(state, side, mask)
    return legal_sim_target(state, side, mask)


@jit
def legal_mission(state, rules, side, mask):
    """Asteroids, places at the start, merchants, missiles, the ship that takes commandos up."""
    question = int(state.ask)
    if question == Ask.BODY_ROW:
        return legal_body_row(state, rules, side, mask)
    if question == Ask.SETUP_PLACE:
        return legal_setup_place(state, rules, side, mask)
    if question == Ask.NEAR_ROW:
        return legal_near_row(state, rules, side, mask)
    if question == Ask.NEAR_HEADING:
        return legal_near_heading(state, mask)
    if question == Ask.BUY_MERCHANT:
        return legal_buy_merchant(state, rules, side, mask)
    if question == Ask.BUY_MISSILES:
        return legal_buy_missiles(state, rules, side, mask)
    return legal_extract_ship(state, rules, side, mask)


# --- who hears it --------------------------------------------------------------------------------


@hot
def hear(state, rules, word):
    """Carry out one legal word."""
    question = int(state.ask)
    if ASKS_NUMBER[question]:
        number = hear_number(state, state.order[state.seat], word)
        if number != NONE:
            hear_amount(state, rules, number)
    elif question >= Ask.BOARDING_MENU and question <= Ask.BOARDING_DEFENSE:
        hear_boarding(state, rules, word)
    elif question == Ask.FIRE_HEXSIDE:
        hear_fire_hexside(state, rules, word)
    elif question <= Ask.CHOOSE_FORCE:
        hear_initiative(state, rules, word)
    elif question <= Ask.THRUST_SIDE:
        hear_operations(state, rules, word)
    elif question <= Ask.OVERPOWER_WEAPON:
        hear_fire(state, rules, word)
    elif question <= Ask.ATTACK_SENSOR:
        hear_missiles(state, rules, word)
    elif question <= Ask.MISSILE_SAND_NUMBER:
        hear_defense(state, rules, word)
    elif question >= Ask.BODY_COLUMN:
        hear_mission(state, rules, word)
    elif question <= Ask.BUY_CREW:
        hear_purchase(state, rules, word)
    else:
        hear_options(state, rules, word)


@jit
def hear_amount(state, rules, number):
    """A number is complete."""
    question = int(state.ask)
    if question == Ask.SETUP_DUMMIES:
        hear_setup_dummies(state, rules, number)
    elif question == Ask.SETUP_COLUMN:
        hear_setup_column(state, rules, number)
    elif question == Ask.SETUP_VELOCITY:
        hear_setup_velocity(state, rules, number)
    elif question == Ask.SETUP_TURN:
        hear_setup_turn(state, rules, number)
    elif question == Ask.LAUNCH_NUMBER:
        hear_launch_number(state, rules, number)
    elif question == Ask.EVADE_NUMBER:
        hear_evade(state, rules, number)
    elif question == Ask.WEAPON_NUMBER:
        hear_weapon_number(state, rules, number)
    elif question == Ask.OVERPOWER_LEVEL:
        hear_overpower_level(state, rules, number)
    elif question == Ask.SAND_NUMBER:
        hear_sand(state, rules, number)
    else:
        hear_missile_amount(state, rules, number)


@jit
def hear_missile_amount(state, rules, number):
    """A number of missiles, beams, dampers or sandcasters is complete."""
    question = int(state.ask)
    if question == Ask.CONTROL_NUMBER:
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
    elif question == Ask.POOL_PICK:
        hear_pool_pick(state, rules, number)
    elif question == Ask.BODY_COLUMN:
        hear_body_column(state, rules, number)
    elif question == Ask.SECRET_ASTEROID:
        hear_secret_asteroid(state, rules, number)
    elif question == Ask.NEAR_COLUMN:
        hear_near_column(state, rules, number)
    else:
        hear_buy_tactics(state, rules, number)


@jit
def hear_mission(state, rules, word):
    """Asteroids, places at the start, merchants, missiles, the ship that takes commandos up."""
    question = int(state.ask)
    if question == Ask.BODY_ROW:
        hear_body_row(state, rules, word)
    elif question == Ask.SETUP_PLACE:
        hear_setup_place(state, rules, word)
    elif question == Ask.NEAR_ROW:
        hear_near_row(state, rules, word)
    elif question == Ask.NEAR_HEADING:
        hear_near_heading(state, rules, word)
    elif question == Ask.BUY_MERCHANT:
        hear_buy_merchant(state, rules, word)
    elif question == Ask.BUY_MISSILES:
        hear_buy_missiles(state, rules, word)
    else:
        hear_extract_ship(state, rules, word)


@jit
def hear_initiative(state, rules, word):
    """Set-up, launching, reconfiguring, and the choice of a task force."""
    question = int(state.ask)
    if question == Ask.SETUP_FORCE:
        hear_setup_force(state, rules, word)
    elif question == Ask.LAUNCH_MENU:
        hear_launch_menu(state, rules, word)
    elif question == Ask.FORCES_MENU:
        hear_forces_menu(state, rules, word)
    elif question == Ask.LAUNCH_TO:
        hear_launch_to(state, rules, word)
    elif question == Ask.TRANSFER_TO:
        hear_transfer_to(state, rules, word)
    elif question == Ask.DUMMY_FROM:
        hear_dummy_from(state, rules, word)
    elif question == Ask.MERGE_FROM:
        hear_merge_from(state, rules, word)
    elif question == Ask.MERGE_INTO:
        hear_merge_into(state, rules, word)
    elif question == Ask.CHOOSE_FORCE:
        hear_choose_force(state, rules, word)
    else:
        hear_craft(state, rules, word, question)


@jit
def hear_operations(state, rules, word):
    """The round's menu, sensors, jamming and movement."""
    question = int(state.ask)
    if question == Ask.ROUND_MENU:
        hear_round_menu(state, rules, word)
    elif question == Ask.STATUS_SUBJECT:
        hear_status_subject(state, rules, word)
    elif question == Ask.DETECT_TARGET:
        hear_detect_target(state, rules, word)
    elif question == Ask.DETECT_SUBJECT:
        hear_detect_subject(state, rules, word)
    elif question == Ask.DETECT_SENSOR:
        hear_detect_sensor(state, rules, word)
    elif question == Ask.DETECT_CHAIN:
        hear_chain(state, rules, word)
    elif question == Ask.EASIEST:
        hear_easiest(state, rules, word)
    elif question == Ask.JAM:
        hear_jam(state, rules, word)
    elif question == Ask.THRUST:
        hear_thrust(state, rules, word)
    else:
        hear_thrust_side(state, rules, word)


@jit
def hear_fire(state, rules, word):
    """Targets, ships, locks, weapons and overpowering."""
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
    else:
        hear_overpower_weapon(state, rules, word)


@jit
def hear_missiles(state, rules, word):
    """Spreads, their moves and attacks."""
    question = int(state.ask)
    if question == Ask.SPREAD_MENU:
        hear_spread_menu(state, rules, word)
    elif question == Ask.SPREAD_WORDS:
        hear_spread_words(state, rules, word)
    elif question == Ask.ATTACK_TARGET:
        hear_attack_target(state, rules, word)
    else:
        hear_attack_sensor(state, rules, word)


@jit
def hear_defense(state, rules, word):
    """Defensive fire and dampers."""
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
    else:
        hear_damper_member(state, rules, word)


@jit
def hear_purchase(state, rules, word):
    """The questions of the purchase that are answered by a word."""
    question = int(state.ask)
    if question == Ask.BUY_SHIP:
        hear_buy_ship(state, rules, word)
    elif question == Ask.BUY_CREW:
        hear_buy_crew(state, rules, word)
    else:
        hear_buy_keeper(state, rules, word)


@jit
def hear_options(state, rules, word):
    """The questions of advanced and optional rules."""
    question = int(state.ask)
    if question == Ask.GLOBE_SHIP:
        hear_globe_ship(state, rules, word)
    elif question == Ask.GLOBE_SETTING:
        hear_globe_setting(state, rules, word)
    elif question == Ask.LAUNCH_KIND:
        hear_launch_kind(state, rules, word)
    elif question == Ask.SIM_MENU:
        hear_sim_menu(state, rules, word)
    elif question == Ask.READINESS:
        hear_readiness(state, rules, word)
    elif question == Ask.FACING:
        hear_facing(state, rules, word)
    elif question == Ask.SURVEY_SHIP:
        hear_survey_ship(state, rules, word)
    elif question == Ask.SURVEY_TARGET:
        hear_survey_target(state, rules, word)
    else:
        hear_sim_target(state, rules, word)
