"""Chapter POW: the power of ships that can switch it, once a turn, before movement.

Decisions: POWER, POWER_HEAD, POWER_ENGINE, POWER_SIDE, POWER_RATE. Each weapon, each side and each
other head is named once: EPs are taken from one head first, then given to another. A head that is
not named stays as it was last turn.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.allotting import allot_standing
from ..damage.engines.engineering import settle_thrust
from ..model import (
    DIRECTIONS,
    FLICKER_STEP,
    NONE,
    Comp,
    Decision,
    Deed,
    Event,
    PowerHead,
    Step,
    Verb,
    are_shields_up,
    array_eps,
    array_of,
    can_feed,
    class_of,
    craft_action,
    cut_off,
    decode_craft,
    decode_side,
    decode_weapon,
    drop_shields,
    feed,
    feed_engines,
    has_share,
    highest_of,
    is_active,
    may_switch,
    most_engines,
    note_own,
    proceed,
    raise_shields,
    request_decision,
    set_rate,
    settle_eps,
    shields_wanted,
    side_action,
    starve,
    supply,
    switch_array,
    weapon_action,
    working_engines,
)
from ..model.record_types import Order, Rules, State


@native
def begin_power(state: State, rules: Rules):
    """IN-POW-02, IN-AMB-114 EPs left over are lost; the last allotment stays where nobody switches.

    Disabled components get nothing any more.
    """
    for k in range(len(state.craft)):
        if is_active(state.craft[k]) and class_of(state, rules, k).switches:
            settle_eps(state, rules, k)
            settle_thrust(state, rules, k)


@native
def request_power(state: State, rules: Rules, side):
    """IN-POW-01 POWER for a side that can still switch a ship's power, else the next stage."""
    for k in side_range(state.craft, side):
        if is_open(state, rules, k):
            request_decision(state, Decision.POWER, side)
            return
    state.cursor += 1


@native
def is_open(state: State, rules: Rules, k):
    """IN-POW-01, IN-AMB-65 Whether the power of a ship can be switched, and has not been."""
    return not int(state.craft[k].deeds) & Deed.POWERED and may_switch(state, rules, k)


# --- which ship ----------------------------------------------------------------------------------


@native
def legal_power(state: State, rules: Rules, side, mask):
    """IN-POW-01 Own ships that can switch power, once a turn, and `done`."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if is_open(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_power(state: State, rules: Rules, seat, action):
    """Store the craft; `done` ends the side's allotments: all others stay."""
    if action == Verb.DONE:
        state.cursor += 1
        proceed(state, Step.DECISION)
        return
    k, order = decode_craft(state, seat, action), state.order[seat]
    order.craft = k
    order.weapons = 0
    order.heads = 0
    state.craft[k].deeds = int(state.craft[k].deeds) | Deed.POWERED
    request_decision(state, Decision.POWER_HEAD, seat)


# --- what is fed ---------------------------------------------------------------------------------


@native
def legal_power_head(state: State, rules: Rules, side, mask):
    """IN-POW-03, 05..08 Heads not yet named that can be fed or cut off, and `done`."""
    order = state.order[side]
    k, heads = int(order.craft), int(order.heads)
    mask[Verb.DONE] = 1
    mask[Verb.ALL] = heads == 0 and order.weapons == 0
    mask[Verb.NONE] = mask[Verb.ALL]
    if not heads & PowerHead.ENGINES:
        mask[Verb.ENGINES] = working_engines(state, rules, k) != 0
    if not heads & PowerHead.SHIELDS:
        mask[Verb.SHIELDS] = may_shield(state, rules, k)
    if not heads & PowerHead.LIFTERS:
        mask[Verb.LIFTERS] = may_toggle(state, rules, k, system_of(state, rules, k, Verb.LIFTERS))
    if not heads & PowerHead.DRIVE:
        mask[Verb.DRIVE] = may_toggle(state, rules, k, system_of(state, rules, k, Verb.DRIVE))
    for w in range(int(class_of(state, rules, k).weapons)):
        if not (int(order.weapons) >> w) & 1:
            mask[weapon_action(state, w)] = may_arm(state, rules, k, w)


@native
def system_of(state: State, rules: Rules, k, verb):
    """Return the component that `lifters` or `drive` means, or NONE."""
    kind = Comp.ANTIGRAV | 0 if verb == Verb.LIFTERS else Comp.FTL_DRIVE | 0
    return int(class_of(state, rules, k).system[kind])


@native
def may_toggle(state: State, rules: Rules, k, component):
    """IN-POW-09, 10 Whether a component can be fed or cut off."""
    if component != NONE and has_share(state.craft[k], component):
        return True
    return can_feed(state, rules, k, component)


@native
def may_shield(state: State, rules: Rules, k):
    """IN-POW-07, IN-AMB-66 Whether the shields can be raised, all of them, or changed."""
    if are_shields_up(state, rules, k):
        return True
    return 0 < shields_wanted(state, rules, k) <= state.craft[k].eps


@native
def may_arm(state: State, rules: Rules, k, w):
    """IN-POW-05, 06 Whether a weapon can be fed or cut off, with its TOT array."""
    rows = array_of(state, rules, k, w)
    return rows != 0 and array_eps(state, rules, k, rows) <= state.craft[k].eps


@native
def apply_power_head(state: State, rules: Rules, seat, action):
    """IN-POW-03, 05..08 Feed or cut off a head; engines and variable shields ask how far."""
    order = state.order[seat]
    k, w = int(order.craft), decode_weapon(state, action)
    if action == Verb.DONE:
        end_power(state, rules, seat, k)
    elif action == Verb.ENGINES:
        order.heads = int(order.heads) | PowerHead.ENGINES
        begin_number(order, 0, most_engines(state, rules, k))
        request_decision(state, Decision.POWER_ENGINE, seat)
    elif action == Verb.SHIELDS:
        apply_shields(state, rules, seat, k)
    else:
        if w != NONE:
            toggle_array(state, rules, order, k, w)
        elif action == Verb.ALL or action == Verb.NONE:
            feed_whole(state, rules, order, k, action == Verb.ALL)
        else:
            toggle_system(state, rules, order, k, action)
        request_head(state, rules, seat, k)


@native
def request_head(state: State, rules: Rules, seat, k):
    """IN-POW-03, 04 Its thrust is that of the engines fed; POWER_HEAD again."""
    settle_thrust(state, rules, k)
    request_decision(state, Decision.POWER_HEAD, seat)


@native
def toggle_array(state: State, rules: Rules, order: Order, k, w):
    """IN-POW-05, 06 A weapon is fed or cut off, with its TOT array."""
    rows = array_of(state, rules, k, w)
    switch_array(state, rules, k, rows, array_eps(state, rules, k, rows) > 0)
    order.weapons = int(order.weapons) | rows


@native
def toggle_system(state: State, rules: Rules, order: Order, k, verb):
    """IN-POW-09, 10 Lifters or FTL drive are fed or cut off."""
    component = system_of(state, rules, k, verb)
    head = PowerHead.LIFTERS if verb == Verb.LIFTERS else PowerHead.DRIVE
    order.heads = int(order.heads) | head
    if has_share(state.craft[k], component):
        cut_off(state, rules, k, component)
    else:
        feed(state, rules, k, component)


@native
def feed_whole(state: State, rules: Rules, order: Order, k, fed):
    """IN-POW-01 The standing allotment, or nothing at all; single heads can follow."""
    order.heads = PowerHead.WHOLE
    if fed:
        allot_standing(state, rules, k)
    else:
        starve(state, rules, k)


@native
def end_power(state: State, rules: Rules, seat, k):
    """IN-POW-01 The allotment of a ship is done; POWER again where another ship is left."""
    order = state.order[seat]
    order.weapons = 0
    order.heads = 0
    event = note_own(state, Event.POWER, k)
    event.a = state.craft[k].eps
    event.b = supply(state, rules, k)
    proceed(state, Step.DECISION)


# --- engines -------------------------------------------------------------------------------------


@native
def apply_power_engine(state: State, rules: Rules, seat, number):
    """IN-POW-03 This many engines are fed, the strongest first."""
    k = int(state.order[seat].craft)
    feed_engines(state, rules, k, number)
    request_head(state, rules, seat, k)


# --- shields -------------------------------------------------------------------------------------


@native
def apply_shields(state: State, rules: Rules, seat, k):
    """IN-POW-07, IN-AMB-66 Fixed shields are switched as a set; POWER_SIDE for variable ones.

    Variable shields that were off come up at 10 on all sides.
    """
    order, up = state.order[seat], are_shields_up(state, rules, k)
    order.heads = int(order.heads) | PowerHead.SHIELDS
    if not up:
        raise_shields(state, rules, k)
    if class_of(state, rules, k).variable:
        request_decision(state, Decision.POWER_SIDE, seat)
        return
    if up:
        drop_shields(state, rules, k)
    request_head(state, rules, seat, k)


@native
def side_bit(side):
    """Return the bit of PowerHead of a side."""
    return PowerHead.SHIELD_F << int(side)


@native
def legal_power_side(state: State, rules: Rules, side, mask):
    """IN-POW-07, 08 Sides not yet named whose rate can be changed; none; `done`."""
    order = state.order[side]
    k, heads, named = int(order.craft), int(order.heads), False
    mask[Verb.DONE] = 1
    for facing in range(DIRECTIONS):
        named = named or heads & side_bit(facing) != 0
        if not heads & side_bit(facing) and highest_of(state, rules, k, facing) > FLICKER_STEP:
            mask[side_action(state, facing)] = 1
    mask[Verb.NONE] = not named


@native
def apply_power_side(state: State, rules: Rules, seat, action):
    """IN-POW-07, 08 Store the side; request POWER_RATE. `none`: all shields fall."""
    order = state.order[seat]
    k = int(order.craft)
    if action == Verb.DONE or action == Verb.NONE:
        if action == Verb.NONE:
            drop_shields(state, rules, k)
        request_head(state, rules, seat, k)
        return
    side = decode_side(state, action)
    order.direction = side
    begin_number(order, 1, highest_of(state, rules, k, side) // FLICKER_STEP)
    request_decision(state, Decision.POWER_RATE, seat)


@native
def apply_power_rate(state: State, rules: Rules, seat, number):
    """IN-POW-08 The flicker rate of the side, in tens; POWER_SIDE again."""
    order = state.order[seat]
    k, side = int(order.craft), int(order.direction)
    set_rate(state, rules, k, side, number * FLICKER_STEP)
    order.heads = int(order.heads) | side_bit(side)
    request_decision(state, Decision.POWER_SIDE, seat)
