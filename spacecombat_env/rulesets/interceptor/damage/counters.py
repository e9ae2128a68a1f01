"""Chapters AST, DES, DEF: hits on counters on the map: asteroids, missiles."""

from spacecombat_env.core.native import native

from ..model import NONE, Event, MissileStatus, Rock, note
from ..model.record_types import State


@native
def hurt_rock(state: State, n, points):
    """IN-AST-04 An asteroid takes 200 points, then it is gone; the event is ROCK_HIT."""
    rock = state.rock[n]
    rock.hits = max(int(rock.hits) - int(points), 0)
    event = note(state, Event.ROCK_HIT, NONE)
    event.a = rock.hits
    event.c = rock.q
    event.d = rock.r
    if rock.hits == 0:
        rock.kind = Rock.NONE


@native
def lose_missile(state: State, n):
    """IN-DEF-01, IN-DES-05 A missile is gone: its slot is blank again."""
    missile = state.missile[n]
    missile.kind = NONE
    missile.status = MissileStatus.NONE
    missile.craft = NONE
    missile.contact = 0
    missile.q = 0
    missile.r = 0
    missile.heading = 0
    missile.velocity = 0
    missile.target = NONE
    missile.target_missile = NONE
    missile.launched = 0
    missile.tried = 0
    missile.passed = 0
