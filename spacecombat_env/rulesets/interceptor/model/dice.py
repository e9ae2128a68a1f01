"""Dice, events and requests for decisions, shared by all chapters.

All dice are rolled here. `roll(state, Chance.X, who)` is 1..10, keyed by game, turn, kind, `who`
and the number of earlier rolls with that key this turn. Two tactics compared on one seed therefore
share the dice of every event they have in common. `who` is a slot, or `pair(actor, target)`.

Draws that depend on what one side alone knows (`roll_own`, `own_index`) are counted apart, so that
no other die depends on a secret.
"""

from spacecombat_env.core.model.rng import fold, keyed, pick, shared_half
from spacecombat_env.core.native import native

from .constants.categories import Disclosed, Status
from .constants.log import LOG_LENGTH
from .constants.sizes import DIE, NONE, RECORDED_USES
from .constants.turn import Chance, Phase
from .record_types import EventRecord, State

MOST_USES = 127


@native
def pair(actor, target):
    """Return one number for two pieces: the last part of the key of a die."""
    return (int(actor) + 1) * 256 + int(target) + 1


@native
def seed_half(state: State, kind):
    """Return the high half of the seed for a kind of die: set-up draws are each game's own."""
    high = int(state.chance.seed_hi)
    if kind == Chance.SETUP or state.phase == Phase.SETUP:
        return high
    return shared_half(high)


@native
def draw_key(state: State, kind, who):
    """Return the key of a draw: game, turn, kind and pieces.

    A draw counts as a step of the engine: the action that caused it completes its order.
    """
    chance = state.chance
    chance.changes += 1
    return keyed(chance.seed_lo, seed_half(state, kind), kind | 0, who, int(state.turn))


@native
def random_bits(state: State, kind, who):
    """Return 32 random bits by the key and the number of earlier draws this turn."""
    key = draw_key(state, kind, who)
    bucket = key % RECORDED_USES
    nth = int(state.chance.uses[bucket])
    state.chance.uses[bucket] = min(nth + 1, MOST_USES)
    return fold(key, nth)


@native
def own_bits(state: State, kind, who, side):
    """Return the same for a draw that depends on what a side alone knows."""
    key = draw_key(state, kind, who)
    bucket = key % RECORDED_USES
    nth = int(state.memory_draws[side, bucket])
    state.memory_draws[side, bucket] = min(nth + 1, MOST_USES)
    return fold(key, nth)


@native
def random_index(state: State, kind, who, count):
    """Return a number from 0 to count - 1 at random."""
    return pick(random_bits(state, kind, who), count)


@native
def own_index(state: State, kind, who, side, count):
    """Return the same where the draw depends on what a side alone knows."""
    return pick(own_bits(state, kind, who, side), count)


@native
def roll(state: State, kind, who):
    """Return one die: 1 to 10."""
    return 1 + pick(random_bits(state, kind, who), DIE)


@native
def roll_own(state: State, kind, who, side):
    """Return the same where the roll depends on what a side alone knows."""
    return 1 + pick(own_bits(state, kind, who, side), DIE)


@native
def reset_uses(state: State):
    """Reset the counts of draws for a new turn."""
    for bucket in range(RECORDED_USES):
        state.chance.uses[bucket] = 0
        state.memory_draws[0, bucket] = 0
        state.memory_draws[1, bucket] = 0


# --- events --------------------------------------------------------------------------------------


@native
def note(state: State, kind, side) -> EventRecord:
    """Append an event to the log and return its record, known to both sides, for filling in."""
    event = state.log[state.log_count % LOG_LENGTH]
    state.log_count += 1
    event.kind = kind
    event.side = side
    event.known = 3
    event.actor = NONE
    event.target = NONE
    event.actor_class = 0
    event.target_class = 0
    event.a = 0
    event.b = 0
    event.c = 0
    event.d = 0
    event.e = 0
    event.f = 0
    return event


@native
def disclosed_class(state: State, k):
    """IN-LOS-04 Class of a craft as the other side knows it now: 0 where it does not."""
    if k == NONE or not int(state.craft[k].disclosed) & Disclosed.CLASS:
        return 0
    return int(state.craft[k].klass)


@native
def name_actor(state: State, event: EventRecord, k):
    """Write an event's actor under its present name, whatever is learned later."""
    event.actor = k
    event.actor_class = disclosed_class(state, k)


@native
def name_target(state: State, event: EventRecord, k):
    """Write an event's target in the same way."""
    event.target = k
    event.target_class = disclosed_class(state, k)


@native
def keep_from_enemy(state: State, event: EventRecord, k):
    """Let its own side alone read an event of a craft that lies in a bay."""
    if state.craft[k].status == Status.ABOARD:
        event.known = 1 << int(event.side)


@native
def note_craft(state: State, kind, k) -> EventRecord:
    """Append an event of a craft, known to both sides; of one in a bay, to its own (IN-LOS-01)."""
    event = note(state, kind, int(k) // (len(state.craft) // 2))
    keep_from_enemy(state, event, k)
    name_actor(state, event, k)
    return event


@native
def note_own(state: State, kind, k) -> EventRecord:
    """Append an event of a craft that its own side alone may read."""
    event = note_craft(state, kind, k)
    event.known = 1 << int(event.side)
    return event


@native
def note_target(state: State, kind, k) -> EventRecord:
    """Append an event of which a craft is the `target`, known as by note_craft."""
    event = note(state, kind, int(k) // (len(state.craft) // 2))
    keep_from_enemy(state, event, k)
    name_target(state, event, k)
    return event


@native
def note_target_own(state: State, kind, k) -> EventRecord:
    """Append an event of which a craft is the `target`, for its own side alone."""
    event = note_target(state, kind, k)
    event.known = 1 << int(event.side)
    return event
