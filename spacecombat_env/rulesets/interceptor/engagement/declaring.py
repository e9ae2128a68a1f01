"""Chapter CMB: fire is declared.

Decisions: FIRE_SHIP, FIRE_TARGET, FIRE_COLUMN, FIRE_ROW, FIRE_WEAPONS, RETURN, ARC, STRUCK.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.hits import clear_exchange
from ..damage.leaving import begin_eject, leaver_after, may_leave
from ..missiles.interception import shoot
from ..missiles.lock_on import roll_locks
from ..model import (
    NONE,
    Decision,
    Step,
    Target,
    Verb,
    adrift_action,
    amount_action,
    class_of,
    craft_action,
    decode_adrift,
    decode_amount,
    decode_craft,
    decode_enemy_craft,
    decode_missile,
    decode_weapon,
    enemy_craft_action,
    flees,
    missile_action,
    proceed,
    request_decision,
    side_of,
    weapon_action,
)
from ..model.record_types import Rules, State
from .naming import any_left, any_of_all, has_named, name_all, name_row
from .rocks import count_in_column, nearest_column, nth_in_column, outer_column
from .struck import apply_arc as apply_arc
from .struck import apply_struck as apply_struck
from .struck import legal_arc as legal_arc
from .struck import legal_struck as legal_struck
from .targets import any_counter, any_craft, any_ready, any_rock, is_open_target, may_name
from .volleys import write_volley


@native
def can_fire(state: State, rules: Rules, k):
    """IN-CMB-01, IN-AMB-132 Whether craft k may open fire: one that flees only returns it."""
    return not flees(rules, state.craft[k]) and can_answer(state, rules, k)


@native
def can_answer(state: State, rules: Rules, k):
    """IN-CMB-01 Whether craft k has a ready weapon or missile for any target in its field.

    A test without a list. Asteroids count in its own move only, so that they cause no decision in
    another's move.
    """
    if not any_ready(state, rules, k):
        return False
    if any_craft(state, rules, k) or any_counter(state, rules, k):
        return True
    return state.mover == k and any_rock(state, rules, k)


@native
def begin_fire(state: State, rules: Rules, seat, k):
    """IN-CMB-02 Craft k (NONE: request FIRE_SHIP) begins its fire; request FIRE_TARGET."""
    order = state.order[seat]
    order.verb = Verb.FIRE
    order.craft = k
    order.target = NONE
    order.weapons = 0
    order.locks = 0
    order.laid = False
    request_decision(state, Decision.FIRE_SHIP if k == NONE else Decision.FIRE_TARGET, seat)


@native
def choose_leaver(state: State, rules: Rules, seat):
    """IN-AMB-103 A crew leaves its ship: the only one that may, or FIRE_SHIP chooses one."""
    k = leaver_after(state, rules, seat, NONE)
    if leaver_after(state, rules, seat, k) == NONE:
        begin_eject(state, rules, seat, k)
        return
    state.order[seat].verb = Verb.EJECT
    request_decision(state, Decision.FIRE_SHIP, seat)


@native
def legal_fire_ship(state: State, rules: Rules, side, mask):
    """IN-CMB-02, IN-AMB-103 Own craft that can fire, or, after `eject`, whose crew may leave."""
    leaves = state.order[side].verb == Verb.EJECT
    for k in side_range(state.craft, side):
        if may_leave(state, rules, k) if leaves else can_fire(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_fire_ship(state: State, rules: Rules, seat, action):
    """Let that ship fire, or its crew leave."""
    k = decode_craft(state, seat, action)
    if state.order[seat].verb == Verb.EJECT:
        begin_eject(state, rules, seat, k)
    else:
        begin_fire(state, rules, seat, k)


# --- targets -------------------------------------------------------------------------------------


@native
def legal_fire_target(state: State, rules: Rules, side, mask):
    """IN-CMB-02, 07 Enemy craft, missiles, crews adrift in the field; `rock` for an asteroid."""
    k = int(state.order[side].craft)
    for target in side_range(state.craft, 1 - side):
        if is_open_target(state, rules, k, Target.CRAFT, target):
            mask[enemy_craft_action(state, target)] = 1
    for target in side_range(state.missile, 1 - side):
        if is_open_target(state, rules, k, Target.MISSILE, target):
            mask[missile_action(state, target)] = 1
    for target in side_range(state.adrift, 1 - side):
        if is_open_target(state, rules, k, Target.ADRIFT, target):
            mask[adrift_action(state, side, target)] = 1
    if any_rock(state, rules, k):
        mask[Verb.ROCK] = 1


@native
def take_target(state: State, seat, kind, target):
    """Store a target; request its weapons."""
    order = state.order[seat]
    order.target_kind = kind
    order.target = target
    request_decision(state, Decision.FIRE_WEAPONS, seat)


@native
def apply_fire_target(state: State, rules: Rules, seat, action):
    """IN-CMB-02 Store the target; `rock` requests a column between those that hold one in field."""
    if action == Verb.ROCK:
        low = outer_column(state, rules, seat, False)
        begin_number(state.order[seat], low, outer_column(state, rules, seat, True))
        request_decision(state, Decision.FIRE_COLUMN, seat)
        return
    craft = decode_enemy_craft(state, seat, action)
    missile = decode_missile(state, seat, action)
    if craft != NONE:
        take_target(state, seat, Target.CRAFT, craft)
    elif missile != NONE:
        take_target(state, seat, Target.MISSILE, missile)
    else:
        take_target(state, seat, Target.ADRIFT, decode_adrift(state, seat, action))


@native
def apply_fire_column(state: State, rules: Rules, seat, number):
    """IN-AST-04 Take the nearest column with an asteroid in field; request one of its asteroids."""
    state.order[seat].column = nearest_column(state, rules, seat, number)
    request_decision(state, Decision.FIRE_ROW, seat)


@native
def legal_fire_row(state: State, rules: Rules, side, mask):
    """IN-AST-04 Asteroids in field of that column, counted 1, 2, .. from the seat's own edge.

    One action cannot hold a row beyond 23, but it can hold the number of an asteroid in a column.
    """
    for nth in range(1, count_in_column(state, rules, side) + 1):
        mask[amount_action(state, nth)] = 1


@native
def apply_fire_row(state: State, rules: Rules, seat, action):
    """IN-AST-04 The asteroid is the target."""
    nth = nth_in_column(state, rules, seat, decode_amount(state, action))
    take_target(state, seat, Target.ROCK, nth)


# --- weapons -------------------------------------------------------------------------------------


@native
def legal_fire_weapons(state: State, rules: Rules, side, mask):
    """IN-CMB-02, 03 Weapon rows not yet chosen that can shoot or launch; `all`; `done`.

    `done` needs a weapon chosen or a missile laid, or stands alone: a ship that names a target
    fires.
    """
    order = state.order[side]
    k, kind, target = int(order.craft), int(order.target_kind), int(order.target)
    for w in range(int(class_of(state, rules, k).weapons)):
        if not has_named(order, w) and may_name(state, rules, k, w, kind, target):
            mask[weapon_action(state, w)] = 1
    if any_of_all(state, rules, side):
        mask[Verb.ALL] = 1
    named = int(order.weapons) | int(order.locks) != 0 or order.laid
    if named or not any_left(state, rules, side):
        mask[Verb.DONE] = 1


@native
def apply_fire_weapons(state: State, rules: Rules, seat, action):
    """IN-CMB-03, IN-DIR-19 A row is chosen, its TOT mates with it; `all` and `done` close.

    A rack with missiles requests the kind (the engine chooses a single kind).
    """
    w = decode_weapon(state, action)
    if w != NONE:
        name_row(state, rules, seat, w)
        return
    if action == Verb.ALL:
        name_all(state, rules, seat)
    if int(state.order[seat].target_kind) == Target.MISSILE:
        shoot(state, rules, seat)
    else:
        close_volley(state, rules, seat)


@native
def close_volley(state: State, rules: Rules, seat):
    """IN-CMB-03, IN-AMB-143 Roll the locks, write the next volley, and proceed to DECLARED.

    Without a weapon left (every lock has failed, or a TGM was laid) there is no volley: the shot is
    taken back, and a return is waived.
    """
    roll_locks(state, rules, seat)
    order, returning = state.order[seat], int(state.exchange.volleys) > 0
    if int(order.weapons) | int(order.locks) == 0:
        state.exchange.volley[0].answered = returning
        proceed(state, Step.DECLARED if returning else after_nothing(state, seat))
        return
    if not returning:
        clear_exchange(state)
    write_volley(state, rules, seat, int(returning))
    state.exchange.volley[0].answered = returning
    proceed(state, Step.DECLARED)


@native
def after_nothing(state: State, seat):
    """IN-MSL-05 Return from a shot taken back: it is secret, so there is no reaction to it.

    The mover continues its move; a seat that had a decision has it again.
    """
    mover = int(state.mover)
    if mover != NONE and side_of(state, mover) == seat:
        return int(state.back)
    return Step.OPPORTUNITY | 0


# --- return fire ---------------------------------------------------------------------------------


@native
def legal_return(state: State, rules: Rules, side, mask):
    """IN-CMB-04, IN-AMB-103 Pass, or any target in the field of the ship fired at, order.craft.

    Eject, if its crew may leave.
    """
    mask[Verb.PASS] = 1
    mask[Verb.EJECT] = may_leave(state, rules, int(state.order[side].craft))
    legal_fire_target(state, rules, side, mask)


@native
def apply_return(state: State, rules: Rules, seat, action):
    """IN-CMB-04 Pass: it undergoes the attack; a target: as FIRE_TARGET; eject: its crew leaves."""
    if action == Verb.PASS:
        state.exchange.volley[0].answered = 1
        proceed(state, Step.DECLARED)
    elif action == Verb.EJECT:
        begin_eject(state, rules, seat, int(state.order[seat].craft))
    else:
        apply_fire_target(state, rules, seat, action)
