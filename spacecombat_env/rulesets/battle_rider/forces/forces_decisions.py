# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter FORCES: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .boarding import (
    apply_board_ship,
    apply_board_target,
    apply_boarding_defense,
    apply_boarding_menu,
    apply_recall_ship,
    legal_board_ship,
    legal_board_target,
    legal_boarding_defense,
    legal_boarding_menu,
    legal_recall_ship,
)
from .craft_launching import apply_launch_to, legal_launch_to
from .initiative_phase import (
    apply_craft_to_launch,
    apply_craft_to_recover,
    apply_craft_to_transfer,
    apply_forces_menu,
    legal_craft_to_launch,
    legal_craft_to_recover,
    legal_craft_to_transfer,
    legal_forces_menu,
)
from .operations import apply_choose_force, legal_choose_force
from .reconfiguring import (
    apply_dummy_from,
    apply_merge_from,
    apply_merge_into,
    apply_transfer_to,
    legal_dummy_from,
    legal_merge_from,
    legal_merge_into,
    legal_transfer_to,
)
from .round_menu import apply_round_menu, legal_round_menu


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 8:  # FORCES_MENU
        legal_forces_menu(state, rules, seat, mask)
    elif decision == 9:  # CRAFT_TO_LAUNCH
        legal_craft_to_launch(state, rules, seat, mask, decision)
    elif decision == 11:  # CRAFT_TO_RECOVER
        legal_craft_to_recover(state, rules, seat, mask, decision)
    elif decision == 12:  # CRAFT_TO_TRANSFER
        legal_craft_to_transfer(state, rules, seat, mask, decision)
    elif decision == 10:  # LAUNCH_TO
        legal_launch_to(state, seat, mask)
    elif decision == 13:  # TRANSFER_TO
        legal_transfer_to(state, seat, mask)
    elif decision == 14:  # DUMMY_FROM
        legal_dummy_from(state, seat, mask)
    elif decision == 15:  # MERGE_FROM
        legal_merge_from(state, seat, mask)
    elif decision == 16:  # MERGE_INTO
        legal_merge_into(state, seat, mask)
    elif decision == 17:  # CHOOSE_FORCE
        legal_choose_force(state, rules, seat, mask)
    elif decision == 18:  # ROUND_MENU
        legal_round_menu(state, rules, seat, mask)
    elif decision == 65:  # BOARDING_MENU
        legal_boarding_menu(state, rules, seat, mask)
    elif decision == 66:  # BOARD_SHIP
        legal_board_ship(state, rules, seat, mask)
    elif decision == 67:  # BOARD_TARGET
        legal_board_target(state, rules, seat, mask)
    elif decision == 68:  # RECALL_SHIP
        legal_recall_ship(state, seat, mask)
    elif decision == 69:  # BOARDING_DEFENSE
        legal_boarding_defense(mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 8:  # FORCES_MENU
        apply_forces_menu(state, rules, action)
    elif decision == 9:  # CRAFT_TO_LAUNCH
        apply_craft_to_launch(state, rules, action, decision)
    elif decision == 11:  # CRAFT_TO_RECOVER
        apply_craft_to_recover(state, rules, action, decision)
    elif decision == 12:  # CRAFT_TO_TRANSFER
        apply_craft_to_transfer(state, rules, action, decision)
    elif decision == 10:  # LAUNCH_TO
        apply_launch_to(state, rules, action)
    elif decision == 13:  # TRANSFER_TO
        apply_transfer_to(state, rules, action)
    elif decision == 14:  # DUMMY_FROM
        apply_dummy_from(state, rules, action)
    elif decision == 15:  # MERGE_FROM
        apply_merge_from(state, rules, action)
    elif decision == 16:  # MERGE_INTO
        apply_merge_into(state, rules, action)
    elif decision == 17:  # CHOOSE_FORCE
        apply_choose_force(state, rules, action)
    elif decision == 18:  # ROUND_MENU
        apply_round_menu(state, rules, action)
    elif decision == 65:  # BOARDING_MENU
        apply_boarding_menu(state, rules, action)
    elif decision == 66:  # BOARD_SHIP
        apply_board_ship(state, rules, action)
    elif decision == 67:  # BOARD_TARGET
        apply_board_target(state, rules, action)
    elif decision == 68:  # RECALL_SHIP
        apply_recall_ship(state, rules, action)
    elif decision == 69:  # BOARDING_DEFENSE
        apply_boarding_defense(state, rules, action)
