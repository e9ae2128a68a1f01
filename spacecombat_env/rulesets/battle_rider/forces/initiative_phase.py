"""Chapter SEQ-03: the Initiative Phase, each side's actions with its craft and task forces."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    MAX_DEEDS,
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Step,
    Verb,
    craft_action,
    decode_craft,
    next_planner,
    plans,
    plans_force,
    proceed,
    request_decision,
)
from ..model.record_types import Rules, State
from .craft_launching import can_launch_craft, recover_craft, recoverer
from .reconfiguring import can_merge_any, can_spawn_dummy, can_transfer, may_empty


@native
def has_deeds_left(state: State, side):
    """BR-SEQ-03 Whether a side may make more changes to its task forces this turn."""
    return state.order[side].step < MAX_DEEDS


@native
def may_launch_craft(state: State, rules: Rules, side):
    """BR-LCH-01 Whether the player whose turn it is has a rider or a drone to launch."""
    for k in side_range(state.craft, side):
        if can_launch_craft(state, rules, k) and plans(state, side, int(state.craft[k].player)):
            return True
    return False


@native
def legal_forces_menu(state: State, rules: Rules, side, mask):
    """BR-SEQ-03 Launch or recover craft, transfer craft, split off a dummy, merge; or done."""
    mask[Verb.DONE] = 1
    if not has_deeds_left(state, side):
        return
    if may_launch_craft(state, rules, side):
        mask[Verb.LAUNCH_CRAFT] = 1
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and plans(state, side, int(craft.player)):
            if can_transfer(state, k):
                mask[Verb.TRANSFER] = 1
            if recoverer(state, rules, k) != NONE and may_empty(state, k):
                mask[Verb.RECOVER] = 1
    for k in side_range(state.tf, side):
        if state.tf[k].status == ForceStatus.UNUSED or not plans_force(state, k):
            continue
        if can_spawn_dummy(state, k):
            mask[Verb.DUMMY] = 1
        if can_merge_any(state, k, side):
            mask[Verb.MERGE] = 1


@native
def apply_forces_menu(state: State, rules: Rules, action):
    """BR-SEQ-03 The activity; its pieces follow."""
    side = int(state.seat)
    state.order[side].step += 1
    if action == Verb.DONE:
        end_forces(state, rules, side)
    elif action == Verb.LAUNCH_CRAFT:
        request_decision(state, Decision.CRAFT_TO_LAUNCH, side)
    elif action == Verb.RECOVER:
        request_decision(state, Decision.CRAFT_TO_RECOVER, side)
    elif action == Verb.TRANSFER:
        request_decision(state, Decision.CRAFT_TO_TRANSFER, side)
    elif action == Verb.DUMMY:
        request_decision(state, Decision.DUMMY_FROM, side)
    else:
        request_decision(state, Decision.MERGE_FROM, side)


@native
def end_forces(state: State, rules: Rules, side):
    """BR-SEQ-03, BR-AMB-17 Next side: first the one without the initiative.

    The operations follow. With several players on a side, each launches and reconfigures in turn
    (BR-MPL-01).
    """
    if next_planner(state, side):
        proceed(state, Step.LAUNCH)
        return
    if side == state.initiative:
        state.mover = 1 - side if rules.option.non_initiative_first else side
        proceed(state, Step.BOARDING if rules.option.boarding else Step.NEXT_ROUND)
        return
    state.mover = state.initiative
    proceed(state, Step.LAUNCH)


@native
def legal_craft(state: State, rules: Rules, side, mask, decision):
    """Craft that can be launched, recovered or transferred."""
    for k in side_range(state.craft, side):
        if decision == Decision.CRAFT_TO_LAUNCH:
            fits = can_launch_craft(state, rules, k)
        elif decision == Decision.CRAFT_TO_RECOVER:
            fits = (
                state.craft[k].status == CraftStatus.IN_FORCE
                and recoverer(state, rules, k) != NONE
                and may_empty(state, k)
            )
        else:
            fits = state.craft[k].status == CraftStatus.IN_FORCE and can_transfer(state, k)
        if fits and plans(state, side, int(state.craft[k].player)):
            mask[craft_action(state, k)] = 1


legal_craft_to_launch = legal_craft_to_recover = legal_craft_to_transfer = legal_craft


@native
def apply_craft(state: State, rules: Rules, action, decision):
    """The craft is named; its destination is chosen next."""
    order = state.order[state.seat]
    order.craft = decode_craft(state, int(state.seat), action)
    if decision == Decision.CRAFT_TO_LAUNCH:
        request_decision(state, Decision.LAUNCH_TO, state.seat)
    elif decision == Decision.CRAFT_TO_TRANSFER:
        request_decision(state, Decision.TRANSFER_TO, state.seat)
    else:
        recover_craft(state, rules, int(order.craft))


apply_craft_to_launch = apply_craft_to_recover = apply_craft_to_transfer = apply_craft
