"""Chapter DES: structural collapse."""

from spacecombat_env.core.native import native

from ..crew.service import count_kill
from ..model import (
    MAX_ROCKS,
    ROCK_HITS,
    SHIP_DESTROYED_BOXES,
    Blast,
    Chance,
    Collapse,
    Event,
    Rock,
    Status,
    Step,
    is_active,
    is_hull,
    note_craft,
    note_own,
    proceed,
    roll,
    roll_own,
    side_of,
)
from ..model.record_types import Rules, State
from .derelicts import shut_down
from .explosions import explode, explode_plants
from .hits import clear_exchange
from .leaving import leave_hull, lose_crew


@native
def holds(state: State, rules: Rules, k):
    """IN-DES-06, IN-AMB-48 Roll for the hull when Ship Destroyed boxes were hit.

    The roll is made at once when a Piloting roll is due; on failure call fall_apart. False: the
    craft is no longer a hull; a blast may be due (Step.BLASTS).
    """
    lost = int(state.craft[k].collapse)
    if lost == 0:
        return True
    die = roll_own(state, Chance.COLLAPSE, k, side_of(state, k))
    if die > lost:
        event = note_own(state, Event.COLLAPSE, k)
        event.c = lost
        event.d = die
        return True
    fall_apart(state, rules, k, die)
    return False


@native
def fall_apart(state: State, rules: Rules, k, failed):
    """IN-DES-07 After a failed roll a second one: WRECK with a rock counter, or explosion."""
    die = roll(state, Chance.COLLAPSE_KIND, k)
    kind = int(rules.collapse[die])
    event = note_craft(state, Event.COLLAPSE, k)
    event.a = die
    event.c = state.craft[k].collapse
    event.d = failed
    event.e = 1
    event.f = kind
    if kind == Collapse.BREAKS_UP:
        break_up(state, rules, k)
        return
    if kind == Collapse.DELAYED:
        leave_hull(state, rules, k)
    explode(state, rules, k, Blast.PLANT)


@native
def break_up(state: State, rules: Rules, k):
    """IN-DES-07 A wreck drifts; crew who wake within the turns that are left may still leave.

    There are as many turns as boxes left, besides that in which it breaks up.
    """
    craft = state.craft[k]
    if is_active(craft):
        count_kill(state, rules, int(craft.hit_by), k)
    craft.status = Status.WRECK
    left = SHIP_DESTROYED_BOXES - int(craft.collapse)
    craft.leaving = left + 1 if left else 0  # IN-AMB-112
    leave_hull(state, rules, k)
    if left == 0:
        lose_crew(state, rules, k)
    shut_down(state, rules, k)
    for n in range(MAX_ROCKS):
        rock = state.rock[n]
        if rock.kind == Rock.NONE:
            rock.kind = Rock.WRECK
            rock.q = craft.q
            rock.r = craft.r
            rock.altitude = craft.altitude
            rock.heading = craft.heading
            rock.moving = craft.velocity > 0
            rock.hits = ROCK_HITS
            break


@native
def collapse_step(state: State, rules: Rules):
    """Run Step.COLLAPSE at the end of the turn, then proceed to RESCUE."""
    if not collapse_hulls(state, rules, Step.COMMAND | 0):
        leave_wrecks(state, rules)
        proceed(state, Step.RESCUE)


@native
def collapse_hulls(state: State, rules: Rules, back):
    """IN-DES-06 Rolls for hulls that lost Ship Destroyed boxes; whether a blast follows.

    A blast leads back to step `back`: a ship that it hits is due too, so all are tested again.
    """
    explode_plants(state, rules)
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if state.blasts == 0 and craft.collapse_due and is_hull(craft):
            craft.collapse_due = False
            holds(state, rules, k)
    if state.blasts == 0:
        return False
    clear_exchange(state)
    state.back = back
    proceed(state, Step.BLASTS)
    return True


@native
def leave_wrecks(state: State, rules: Rules):
    """IN-DES-07 One turn less to leave a wreck: awake crew go; on the last turn the others die."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status != Status.WRECK or craft.leaving == 0:
            continue
        leave_hull(state, rules, k)
        craft.leaving = int(craft.leaving) - 1
        if craft.leaving == 0:
            lose_crew(state, rules, k)
