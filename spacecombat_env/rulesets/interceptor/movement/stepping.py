"""Chapter MOV: hexes."""

from spacecombat_env.core.native import native

from ..damage.carried import take_along
from ..damage.large_ships.tows import take_tow
from ..damage.leaving import lose_crew
from ..engagement.moments import note_opportunities
from ..engagement.opportunity import begin_watch
from ..model import (
    NONE,
    Event,
    Status,
    end_run,
    is_active,
    is_beyond_top,
    is_off,
    is_there,
    neighbour,
    note_craft,
    side_of,
)
from ..model.record_types import Rules, State
from ..planet.gravity import is_below, leave_below
from ..planet.interface import is_turned_away
from .asteroids import rock_at


@native
def begin_move(state: State, rules: Rules, k):
    """IN-MOV-01 A unit begins its move: it has as many hexes to fly as its velocity."""
    craft = state.craft[k]
    craft.start_velocity = craft.velocity
    state.mover = k
    state.begun = 0
    state.lane = craft.velocity
    state.last_moment = 0
    state.moment = 0
    state.order[side_of(state, k)].ahead = 0
    begin_watch(state)


@native
def enter_hex(state: State, rules: Rules, k, direction):
    """IN-MOV-01, 18 Into the next hex, whatever the number of units there.

    `exchange.rock` is the asteroid in that hex, until asteroids.meet_rock has handled it.
    """
    craft = state.craft[k]
    q, r = neighbour(craft.q, craft.r, direction)
    craft.q = q
    craft.r = r
    craft.hexes = int(craft.hexes) + 1
    state.arrivals = int(state.arrivals) + 1
    craft.arrived = state.arrivals
    if state.mover == k:
        state.lane = max(int(state.lane) - 1, 0)
    if is_off(rules, craft) and not flees(state, rules, k):
        leave_map(state, rules, k)
        return
    state.exchange.rock = rock_at(state, q, r, int(craft.altitude))
    event = note_craft(state, Event.MOVED, k)
    event.c = q
    event.d = r
    note_opportunities(state, rules, k)


@native
def flees(state: State, rules: Rules, k):
    """IN-SCN-12, IN-AMB-119 Whether a craft flies on over the top edge.

    It carries the prize, or follows the ship that has done so.
    """
    holder = int(state.prize_holder)
    if not rules.option.pursuit or holder == NONE or not is_beyond_top(rules, state.craft[k]):
        return False
    fleeing = state.craft[holder]
    return holder == k or (is_there(fleeing) and is_beyond_top(rules, fleeing))


@native
def fly_hex(state: State, rules: Rules, k):
    """IN-MOV-01, IN-PLN-04 Into the next hex ahead, unless the interface turns it away."""
    if rules.option.planet and is_turned_away(state, rules, k):
        return
    enter_hex(state, rules, k, int(state.craft[k].heading))


@native
def leave_map(state: State, rules: Rules, k):
    """IN-AMB-190, IN-SCN-11 A ship leaves: broken off, or without a flier lost with all aboard."""
    craft = state.craft[k]
    if is_below(state, rules, craft):
        leave_below(state, rules, k)
        return
    flown = is_active(craft)
    craft.status = Status.BROKEN_OFF if flown else Status.DESTROYED
    if state.prize_holder == k and flown and not rules.option.pursuit:
        state.prize_taken = side_of(state, k)
    if flown:
        end_run(craft)
        take_along(state, k)
    else:
        lose_crew(state, rules, k)
    take_tow(state, rules, k)
    if state.mover == k:
        state.lane = 0
    event = note_craft(state, Event.LEFT_MAP, k)
    event.c = not flown
