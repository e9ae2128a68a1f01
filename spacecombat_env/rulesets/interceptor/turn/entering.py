"""Chapter SCN 8: ships that enter the map in the Decision Phase.

Decisions: ENTRY (own craft, `done`), ENTRY_HEX (the number of a hex of the scenario's list); then
heading, facing and velocity as in the set-up.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    Chance,
    Decision,
    Status,
    Step,
    Verb,
    craft_action,
    decode_craft,
    proceed,
    request_decision,
    roll_own,
)
from ..model.record_types import Rules, State
from .setup import set_heading


@native
def enters_later(rules: Rules, side):
    """IN-SCN-08 Whether the ships of a side enter the map instead of being set up."""
    return rules.option.entry_hexes[side] > 0


@native
def roll_entries(state: State, rules: Rules):
    """IN-SCN-08 A die for each ship that waits to enter; in the last turn for it all may."""
    for k in range(len(state.craft)):
        side = k // (len(state.craft) // 2)
        if state.craft[k].status != Status.WAITING or not enters_later(rules, side):
            continue
        die = roll_own(state, Chance.ENTRY, k, side)
        last = state.turn >= rules.option.entry_turn[side]
        state.craft[k].may_enter = last or die <= rules.option.entry_die[side]


@native
def has_entry(state: State, side):
    """IN-SCN-08 Whether a ship of a side may enter now."""
    for k in side_range(state.craft, side):
        if state.craft[k].status == Status.WAITING and state.craft[k].may_enter:
            return True
    return False


@native
def entry_stage(state: State, rules: Rules, side):
    """IN-SCN-08 Request the next entry of a side; its stage ends when none is left."""
    if has_entry(state, side):
        request_decision(state, Decision.ENTRY, side)
    else:
        state.cursor += 1


@native
def legal_entry(state: State, rules: Rules, side, mask):
    """IN-SCN-08 Ships that may enter; `done` before the last turn for it."""
    for k in side_range(state.craft, side):
        if state.craft[k].status == Status.WAITING and state.craft[k].may_enter:
            mask[craft_action(state, k)] = 1
    mask[Verb.DONE] = state.turn < rules.option.entry_turn[side]


@native
def apply_entry(state: State, rules: Rules, seat, action):
    """IN-SCN-08 Store a ship and request its hex, or let the others wait for the next turn."""
    if action == Verb.DONE:
        for k in side_range(state.craft, seat):
            state.craft[k].may_enter = 0
        proceed(state, Step.DECISION)
        return
    state.order[seat].craft = decode_craft(state, seat, action)
    begin_number(state.order[seat], 1, int(rules.option.entry_hexes[seat]))
    request_decision(state, Decision.ENTRY_HEX, seat)


@native
def apply_entry_hex(state: State, rules: Rules, seat, number):
    """IN-SCN-08 Its place; then heading, facing and velocity."""
    craft = state.craft[int(state.order[seat].craft)]
    craft.q = rules.option.entry_q[seat, number - 1]
    craft.r = rules.option.entry_r[seat, number - 1]
    craft.altitude = rules.option.level[seat]
    craft.may_enter = 0
    set_heading(state, rules, seat)
