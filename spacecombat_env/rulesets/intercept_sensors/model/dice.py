"""The log, the requests for decisions, and the dice."""

from spacecombat_env.core.model.rng import keyed, mix, pick, shared_half
from spacecombat_env.core.native import native

from .constants import LOG_LENGTH, NONE, InterceptChance
from .record_types import Event, State

DIE = 6


@native
def note(state: State, kind, side) -> Event:
    """Append an event to the log and return its record, known to its side alone, for filling in."""
    event = state.log[state.log_count % LOG_LENGTH]
    state.log_count += 1
    event.kind = kind
    event.side = side
    event.known = 1 << int(side)
    event.hidden = 0
    event.unit = NONE
    event.a = 0
    event.b = 0
    event.c = 0
    event.d = 0
    event.e = 0
    return event


@native
def note_unit(state: State, kind, side, index) -> Event:
    """Append an event about a unit: known to its side, and to the other while that tracks it."""
    event = note(state, kind, side)
    event.unit = index
    if state.unit_of[index].tracked:
        event.known = 3
    return event


@native
def roll_2d6(state: State, side, number):
    """Roll 2D6 for a side's Sense roll; `number` distinguishes the rolls of a turn.

    Both games of a pair share their rolls. (Random streams of the set-up take the whole seed.)
    """
    key = keyed(
        state.chance.seed_lo,
        shared_half(state.chance.seed_hi),
        InterceptChance.SENSE | 0,
        int(state.turn),
        2 * int(number) + int(side),
    )
    return pick(key, DIE) + pick(mix(key + 1), DIE) + 2
