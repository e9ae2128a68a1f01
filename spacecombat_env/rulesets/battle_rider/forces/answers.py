"""Questions of this room: task forces, rounds, boarding."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.forces.boarding import (
    hear_board_ship,
    hear_board_target,
    hear_boarding_defense,
    hear_boarding_menu,
    hear_recall_ship,
    legal_board_ship,
    legal_board_target,
    legal_boarding_defense,
    legal_boarding_menu,
    legal_recall_ship,
)
from spacecombat_env.rulesets.battle_rider.forces.initiative_phase import (
    hear_craft,
    hear_forces_menu,
    legal_craft,
    legal_forces_menu,
)
from spacecombat_env.rulesets.battle_rider.forces.launching import hear_launch_to, legal_launch_to
from spacecombat_env.rulesets.battle_rider.forces.operations import (
    hear_choose_force,
    legal_choose_force,
)
from spacecombat_env.rulesets.battle_rider.forces.reconfiguring import (
    hear_dummy_from,
    hear_merge_from,
    hear_merge_into,
    hear_transfer_to,
    legal_dummy_from,
    legal_merge_from,
    legal_merge_into,
    legal_transfer_to,
)
from spacecombat_env.rulesets.battle_rider.forces.round_menu import (
    hear_round_menu,
    legal_round_menu,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.FORCES_MENU:
        legal_forces_menu(state, rules, side, mask)
    elif (
        question == Ask.CRAFT_TO_LAUNCH
        or question == Ask.CRAFT_TO_RECOVER
        or question == Ask.CRAFT_TO_TRANSFER
    ):
        legal_craft(state, rules, side, mask, question)
    elif question == Ask.LAUNCH_TO:
        legal_launch_to(state, side, mask)
    elif question == Ask.TRANSFER_TO:
        legal_transfer_to(state, side, mask)
    elif question == Ask.DUMMY_FROM:
        legal_dummy_from(state, side, mask)
    elif question == Ask.MERGE_FROM:
        legal_merge_from(state, side, mask)
    elif question == Ask.MERGE_INTO:
        legal_merge_into(state, side, mask)
    elif question == Ask.CHOOSE_FORCE:
        legal_choose_force(state, rules, side, mask)
    elif question == Ask.ROUND_MENU:
        legal_round_menu(state, rules, side, mask)
    else:
        legal_boarding(state, rules, side, mask)


@jit
def legal_boarding(state, rules, side, mask):
    """Boarding actions."""
    question = int(state.ask)
    if question == Ask.BOARDING_MENU:
        legal_boarding_menu(state, rules, side, mask)
    elif question == Ask.BOARD_SHIP:
        legal_board_ship(state, rules, side, mask)
    elif question == Ask.BOARD_TARGET:
        legal_board_target(state, rules, side, mask)
    elif question == Ask.RECALL_SHIP:
        legal_recall_ship(state, side, mask)
    elif question == Ask.BOARDING_DEFENSE:
        legal_boarding_defense(mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.FORCES_MENU:
        hear_forces_menu(state, rules, word)
    elif (
        question == Ask.CRAFT_TO_LAUNCH
        or question == Ask.CRAFT_TO_RECOVER
        or question == Ask.CRAFT_TO_TRANSFER
    ):
        hear_craft(state, rules, word, question)
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
    elif question == Ask.ROUND_MENU:
        hear_round_menu(state, rules, word)
    else:
        hear_boarding(state, rules, word)


@jit
def hear_boarding(state, rules, word):
    """Boarding actions."""
    question = int(state.ask)
    if question == Ask.BOARDING_MENU:
        hear_boarding_menu(state, rules, word)
    elif question == Ask.BOARD_SHIP:
        hear_board_ship(state, rules, word)
    elif question == Ask.BOARD_TARGET:
        hear_board_target(state, rules, word)
    elif question == Ask.RECALL_SHIP:
        hear_recall_ship(state, rules, word)
    elif question == Ask.BOARDING_DEFENSE:
        hear_boarding_defense(state, rules, word)
