"""Chapters AST, DES, DEF, ABN: hits on counters on the map: asteroids, missiles, crews adrift."""

from spacecombat_env.core.native import native

from ..model import NONE, CrewStatus, Event, MissileStatus, Rock, note
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
    missile.altitude = 0
    missile.heading = 0
    missile.velocity = 0
    missile.target = NONE
    missile.target_missile = NONE
    missile.launched = 0
    missile.tried = 0
    missile.passed = 0


@native
def lose_place(state: State, n, place):
    """IN-ABN-06, 11 The man of counter n with this slot of his side dies in space."""
    crew = state.adrift[n]
    crewmen = len(state.crew) // 2
    crew.crew = int(crew.crew) & ~(1 << place)
    crew.people = int(crew.people) - 1
    state.crew[n // (len(state.adrift) // 2) * crewmen + place].status = CrewStatus.DEAD


@native
def lose_first(state: State, n):
    """IN-ABN-11 A hit kills one man of a crew adrift: the first of them."""
    for place in range(len(state.crew) // 2):
        if (int(state.adrift[n].crew) >> place) & 1:
            lose_place(state, n, place)
            return


@native
def lose_counter(state: State, n):
    """IN-ABN-03, 11, IN-DES-05 A whole counter is lost."""
    for place in range(len(state.crew) // 2):
        if (int(state.adrift[n].crew) >> place) & 1:
            lose_place(state, n, place)
    state.adrift[n].people = 0
