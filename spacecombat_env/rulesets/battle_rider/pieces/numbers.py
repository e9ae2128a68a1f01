"""What the log's events call the pieces that they name: numbers under which the enemy knows them.

A number may pass to another piece, and a piece that is gone has none; so an event keeps those that
its pieces have when it happens, and a sentence is the same whenever it is told. They stand in the
event's `detail`, in the order of COLUMNS, 0 for a piece that the enemy does not know.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import LOG_LENGTH, Event
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.referee import is_of_force, referee

COLUMNS = ("actor", "target", "c")
ACTOR, TARGET, THIRD = 0, 1, 2


@jit
def settle(state):
    """What is done after each step: the referee's work, and the numbers of pieces in the log."""
    referee(state)
    for n in range(max(int(state.log_told), int(state.log_count) - LOG_LENGTH), state.log_count):
        number_pieces(state, state.log[n % LOG_LENGTH])


@jit
def number_pieces(state, event):
    """Write into an event how the enemy calls its pieces."""
    kind = int(event.kind)
    if kind == Event.TASK or kind == Event.CARDS:
        return
    if kind == Event.SCAN or kind == Event.LOCK:
        number_seeking(state, event)
    elif kind == Event.FIRE:
        event.detail[ACTOR] = craft_number(state, int(event.actor))
        event.detail[TARGET] = craft_number(state, int(event.target))
        event.detail[THIRD] = force_number(state, int(event.c))
    elif kind == Event.DETECTED and event.actor == NONE:
        event.detail[TARGET] = spread_number(state, int(event.target))
    elif is_of_spread(kind):
        number_spread(state, event, kind)
    elif kind == Event.LAUNCH_MISSILES or kind == Event.DAMPED:
        event.detail[ACTOR] = craft_number(state, int(event.actor))
        event.detail[TARGET] = spread_number(state, int(event.target))
    elif kind == Event.DEFENSE_FIRE:
        event.detail[ACTOR] = force_number(state, int(event.actor))
        event.detail[TARGET] = spread_number(state, int(event.target))
    elif is_of_force(kind) or kind == Event.SENSORS:
        event.detail[TARGET] = force_number(state, int(event.target))
    elif kind != Event.FORCE_REMOVED and kind != Event.SPREAD_GONE:  # their actor is a number
        number_craft(state, event, kind)


@jit
def is_of_spread(kind):
    """Events whose actor is a missile spread."""
    move = kind == Event.SPREAD_MOVE or kind == Event.SPREAD_ATTACK
    return move or kind == Event.SALVO or kind == Event.MISSILES_FIRE or kind == Event.DUEL


@jit
def number_spread(state, event, kind):
    """The same of a spread: it attacks a task force or a spread, or fires at a craft."""
    event.detail[ACTOR] = spread_number(state, int(event.actor))
    if kind == Event.SPREAD_MOVE or kind == Event.SPREAD_ATTACK:
        event.detail[TARGET] = force_number(state, int(event.target))
        event.detail[THIRD] = spread_number(state, int(event.c))
    else:
        event.detail[TARGET] = craft_number(state, int(event.target))


@jit
def number_seeking(state, event):
    """The same of a scan or a lock; the side that is sought reads of a task force that seeks."""
    if int(event.known) == 1 << int(event.side):
        event.detail[ACTOR] = craft_number(state, int(event.actor))
    else:
        event.detail[ACTOR] = force_number(state, int(event.actor))
    event.detail[TARGET] = force_number(state, int(event.target))
    event.detail[THIRD] = spread_number(state, int(event.c))


@jit
def number_craft(state, event, kind):
    """The same of events whose actor is a craft: its target is its task force, or another craft."""
    event.detail[ACTOR] = craft_number(state, int(event.actor))
    target = int(event.target)
    if kind == Event.DETECTED or kind == Event.LAUNCH_CRAFT or kind == Event.RECONFIGURE:
        event.detail[TARGET] = force_number(state, target)
    else:
        event.detail[TARGET] = craft_number(state, target)


@jit
def craft_number(state, index):
    """A craft's number and one more; 0 while it is undetected."""
    if index == NONE or not state.craft[index].detected:
        return 0
    return int(state.craft[index].contact) + 1


@jit
def force_number(state, index):
    """A task force's number and one more; 0 if it shows nowhere."""
    return 0 if index == NONE else int(state.tf[index].contact) + 1


@jit
def spread_number(state, index):
    """A spread's number and one more; 0 if it shows nowhere."""
    return 0 if index == NONE else int(state.spread[index].contact) + 1
