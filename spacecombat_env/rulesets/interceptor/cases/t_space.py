"""Chapter CAM 6.5: how a ship leaves the battle through T-space.

In a Decision Phase its navigator begins to calculate; from then on it holds its heading. In a later
one it declares transition, and at the end of that turn it is gone.
"""

from spacecombat_env.core.native import native

from ..damage.carried import take_along
from ..damage.large_ships.tows import take_tow
from ..model import (
    MAX_VELOCITY,
    Comp,
    CrewStatus,
    Event,
    Role,
    Status,
    Tow,
    class_of,
    crew_of,
    end_run,
    is_active,
    is_fed,
    is_in_tow,
    is_tug,
    note_craft,
    note_own,
    side_of,
    works,
)
from ..model.record_types import Craft, Rules, State

ENTRY_VELOCITY = 30  # IN-CAM-20
FAST_TURNS = 3  # IN-CAM-21: straight turns at that velocity
SAFE_TURNS = 6  # the last row of data/ftl_misdirection.csv


@native
def mans(state: State, rules: Rules, k, role):
    """Return whether a crewman of a role is awake aboard craft k."""
    for m in crew_of(state, rules, k):
        if state.crew[m].role == role and state.crew[m].status == CrewStatus.AWAKE:
            return True
    return False


@native
def may_calculate(state: State, rules: Rules, k):
    """IN-POW-10, IN-CAM-24 Whether a ship with a drive and a navigator may begin to calculate."""
    craft = state.craft[k]
    if not is_active(craft) or craft.run or is_in_tow(craft) or not class_of(state, rules, k).ftl:
        return False
    navigator = mans(state, rules, k, Role.NAVIGATOR | 0)
    return navigator and works(state, rules, k, Comp.FTL_NAVIGATION)


@native
def takes_tow(craft: Craft):
    """IN-CON-30, IN-AMB-183 A tug can take its tow into T-space only by jumpers, if it has one."""
    return not is_tug(craft) or craft.tow_state == Tow.ATTACHED


@native
def is_ready(state: State, rules: Rules, k):
    """IN-CAM-20, 24, IN-POW-10 Velocity, drive, computer and crew that an entry needs."""
    if not takes_tow(state.craft[k]):
        return False
    drive = int(class_of(state, rules, k).system[Comp.FTL_DRIVE])
    if state.craft[k].velocity < ENTRY_VELOCITY or not works(state, rules, k, Comp.FTL_DRIVE):
        return False
    if not is_fed(state, rules, k, drive):
        return False
    if not works(state, rules, k, Comp.FTL_NAVIGATION) or not mans(state, rules, k, Role.PILOT | 0):
        return False
    navigator = mans(state, rules, k, Role.NAVIGATOR | 0)
    return navigator and mans(state, rules, k, Role.ENGINEER | 0)


@native
def may_enter(state: State, rules: Rules, k):
    """IN-TSK-02, IN-CAM-27, IN-AMB-165 Whether a ship may declare transition.

    It calculates since an earlier turn.
    """
    craft = state.craft[k]
    if not is_active(craft) or not craft.run or craft.transit or craft.run_turn == state.turn:
        return False
    return bool(is_ready(state, rules, k))


@native
def may_abort(craft: Craft):
    """IN-POW-10 A calculation may be given up until transition is declared."""
    return craft.run != 0 and craft.transit == 0


@native
def calculate(state: State, k):
    """IN-POW-10, IN-AMB-165 The calculation begins: the ship holds its heading."""
    state.craft[k].run = 1
    state.craft[k].run_turn = state.turn
    note_own(state, Event.CALCULATES, k)


@native
def abort(state: State, k):
    """IN-POW-10 The calculation is given up: the ship may turn again."""
    end_run(state.craft[k])
    note_own(state, Event.ABORTED, k)


@native
def declare_transit(state: State, k):
    """IN-TSK-02, IN-CAM-27 Transition is declared: both sides know."""
    state.craft[k].transit = 1
    note_craft(state, Event.TRANSIT, k)


# --- the end of the turn -------------------------------------------------------------------------


@native
def enter_t_space(state: State, rules: Rules):
    """IN-CAM-27, IN-POW-10 Ships that declared it are gone; one that lacks something stays."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not craft.transit:
            continue
        if is_active(craft):
            ready = is_ready(state, rules, k)
            note_craft(state, Event.T_SPACE if ready else Event.STAYS, k)
            craft.status = Status.BROKEN_OFF if ready else Status.ON_MAP
            if ready:
                take_along(state, k)
                take_tow(state, rules, k)
            if ready and state.prize_holder == k:
                state.prize_taken = side_of(state, k)
        craft.transit = craft.status == Status.BROKEN_OFF


@native
def count_straight_turns(state: State):
    """IN-CAM-21, IN-AMB-52 One more full turn on a straight course, or none after a turn."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if is_active(craft):
            craft.straight = min(int(craft.straight) + 1, MAX_VELOCITY)
            fast = craft.straight > 0 and craft.velocity >= ENTRY_VELOCITY
            craft.fast = min(int(craft.fast) + int(fast), MAX_VELOCITY)


@native
def straight_turns(craft: Craft):
    """IN-CAM-21, IN-AMB-52, 124 Straight turns that count; each fast one missing takes one off."""
    missing = max(FAST_TURNS - int(craft.fast), 0)
    return min(max(int(craft.straight) - missing, 0), SAFE_TURNS)
