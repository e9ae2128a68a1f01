"""Dice, notes, decisions: what every chapter does in the same way.

Every die of the game is thrown here. `roll(state, Chance.X, who)` is 1..10, keyed by game, turn,
kind, `who` and how often that was asked this turn: two tactics compared on one seed share the luck
of every event they have in common. `who` is a slot, or `pair(actor, target)`.
"""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.rng import fold, keyed, pick, shared_half

from .constants.kinds import Disclosed
from .constants.log import LOG_LENGTH
from .constants.sizes import DIE, NONE, RECORDED_USES
from .constants.turn import Chance, Decision, Phase

MOST_USES = 127


@jit
def request_decision(state, decision, seat):
    """Request a decision of a seat; the engine stops until it is made."""
    state.decision = decision
    state.seat = seat


@jit
def proceed(state, step):
    """Let the engine go on with a step."""
    state.decision = Decision.NOTHING
    state.step = step


@jit
def pair(actor, target):
    """One number for two pieces: the last part of the key of a die."""
    return (int(actor) + 1) * 256 + int(target) + 1


@jit
def seed_half(state, kind):
    """High half of the seed for a kind of luck: what is drawn in the set-up is each game's own."""
    high = int(state.chance.seed_hi)
    if kind == Chance.SETUP or state.phase == Phase.SETUP:
        return high
    return shared_half(high)


@jit
def random_bits(state, kind, who):
    """32 random bits keyed by game, turn, kind, pieces and how often that was asked this turn.

    What is drawn counts as a step of the engine: the word that called for it was more than a word,
    and the order ends with it.
    """
    chance = state.chance
    chance.changes += 1
    key = keyed(chance.seed_lo, seed_half(state, kind), kind | 0, who, int(state.turn))
    bucket = key % RECORDED_USES
    nth = int(chance.uses[bucket])
    chance.uses[bucket] = min(nth + 1, MOST_USES)
    return fold(key, nth)


@jit
def random_index(state, kind, who, count):
    """A number from 0 to count - 1 at random."""
    return pick(random_bits(state, kind, who), count)


@jit
def roll(state, kind, who):
    """One die: 1 to 10."""
    return 1 + pick(random_bits(state, kind, who), DIE)


@jit
def reset_uses(state):
    """A new turn: every key begins again."""
    for bucket in range(RECORDED_USES):
        state.chance.uses[bucket] = 0


# --- notes ---------------------------------------------------------------------------------------


@jit
def note(state, kind, side):
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


@jit
def disclosed_class(state, k):
    """IN-LOS-04 Class of a craft as the other side knows it now: 0 where it does not."""
    if k == NONE or not int(state.craft[k].disclosed) & Disclosed.CLASS:
        return 0
    return int(state.craft[k].klass)


@jit
def name_actor(state, event, k):
    """Write down whom an event is about, by the name that he has now, whatever is learnt later."""
    event.actor = k
    event.actor_class = disclosed_class(state, k)


@jit
def name_target(state, event, k):
    """The same for its object."""
    event.target = k
    event.target_class = disclosed_class(state, k)


@jit
def note_craft(state, kind, k):
    """Note an event of a craft, known to both sides."""
    event = note(state, kind, int(k) // (len(state.craft) // 2))
    name_actor(state, event, k)
    return event


@jit
def note_own(state, kind, k):
    """Note an event of a craft that its own side alone may read."""
    event = note_craft(state, kind, k)
    event.known = 1 << int(event.side)
    return event


@jit
def note_target(state, kind, k):
    """Note what happens to a craft, known to both sides: `target` is the craft."""
    event = note(state, kind, int(k) // (len(state.craft) // 2))
    name_target(state, event, k)
    return event


@jit
def note_target_own(state, kind, k):
    """Note what happens to a craft, for its own side alone."""
    event = note_target(state, kind, k)
    event.known = 1 << int(event.side)
    return event


@jit
def touch(state, k):
    """Columns of a craft have changed: whoever writes to a craft says so (visibility/observe.py)."""
    state.chance.touched = int(state.chance.touched) | (1 << int(k))
