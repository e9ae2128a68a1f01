"""Chapter SCN 12: pursuit: map sheets are laid again before the ship that flees with the prize."""

from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.carried import take_along
from ..damage.counters import lose_counter, lose_missile
from ..damage.leaving import lose_crew
from ..model import (
    NONE,
    SHEET_ROWS,
    Event,
    MissileStatus,
    Rock,
    Status,
    Step,
    end_run,
    is_active,
    is_beyond_top,
    is_there,
    note,
    note_craft,
    proceed,
    side_of,
)
from ..model.record_types import Rules, State


@native
def sheets_step(state: State, rules: Rules):
    """IN-SCN-12 At the end of the turn the maps follow the ship that flees with the prize."""
    holder = int(state.prize_holder)
    if rules.option.pursuit and holder != NONE and is_active(state.craft[holder]):
        if is_beyond_top(rules, state.craft[holder]):
            lay_sheets(state, rules, sheets_needed(state, rules, holder))
            end_pursuit(state, holder)
    proceed(state, Step.SCORE)


@native
def sheets_needed(state: State, rules: Rules, holder):
    """IN-SCN-12, IN-AMB-119 Sheets until the fleeing ship is on the map again."""
    craft = state.craft[holder]
    beyond = offset_row(int(craft.q), int(craft.r)) - int(rules.option.rows)
    return (beyond + SHEET_ROWS - 1) // SHEET_ROWS


@native
def lay_sheets(state: State, rules: Rules, count):
    """IN-SCN-12 The lower sheet is laid on top: everything moves down, what lay on it is out."""
    state.sheet = int(state.sheet) + int(count)
    event = note(state, Event.SHEETS, NONE)
    event.a = count
    down = int(count) * SHEET_ROWS
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if is_there(craft):
            craft.r = int(craft.r) - down
            leave_behind(state, rules, k)
    shift_missiles(state, down)
    shift_crews(state, down)
    shift_rocks(state, down)


@native
def is_below(piece):
    """Return whether a piece lies below the lowest row."""
    return offset_row(int(piece.q), int(piece.r)) < 1


@native
def leave_behind(state: State, rules: Rules, k):
    """IN-SCN-12, IN-AMB-190 A ship left behind is out; without a flier all aboard are lost."""
    craft = state.craft[k]
    if not is_below(craft):
        return
    if is_active(craft):
        craft.status = Status.BROKEN_OFF
        end_run(craft)
        take_along(state, k)
    else:
        craft.status = Status.DESTROYED
        lose_crew(state, rules, k)
    note_craft(state, Event.LEFT_BEHIND, k)


@native
def shift_missiles(state: State, down):
    """IN-SCN-12 The same for missiles."""
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if missile.status != MissileStatus.NONE:
            missile.r = int(missile.r) - down
            if is_below(missile):
                lose_missile(state, n)


@native
def shift_crews(state: State, down):
    """IN-SCN-12, IN-AMB-119 The same for crews in space: those left behind are lost."""
    for n in range(len(state.adrift)):
        crew = state.adrift[n]
        if crew.people > 0:
            crew.r = int(crew.r) - down
            if is_below(crew):
                lose_counter(state, n)


@native
def shift_rocks(state: State, down):
    """IN-SCN-12 The same for asteroids and wrecks."""
    for n in range(len(state.rock)):
        rock = state.rock[n]
        if rock.kind != Rock.NONE:
            rock.r = int(rock.r) - down
            if is_below(rock):
                rock.kind = Rock.NONE


@native
def end_pursuit(state: State, holder):
    """IN-SCN-12, 13 Without a pursuer left the ship has carried off the prize."""
    for k in side_range(state.craft, 1 - side_of(state, holder)):
        if is_active(state.craft[k]):
            return
    state.prize_taken = side_of(state, holder)
    state.craft[holder].status = Status.BROKEN_OFF
    end_run(state.craft[holder])
    take_along(state, holder)
