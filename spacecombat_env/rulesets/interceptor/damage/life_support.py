"""Chapter IDE: the end of a turn for crews: life support, and hits on where they serve."""

from spacecombat_env.core.native import native

from ..crew.stations import wound_station
from ..crew.wounds import is_alive, kill_crewman, note_wound
from ..model import Comp, CrewStatus, Step, class_of, crew_of, is_active, is_broken, proceed
from ..model.record_types import Rules, State
from .derelicts import judge_crew
from .internals import lost_of
from .leaving import air_left


@native
def lives_in_suits(state: State, rules: Rules, k):
    """IN-IDE-39, IN-AMB-152 Whether a crew breathes the air of its suits.

    Short-duration life support is out, or has no power.
    """
    if class_of(state, rules, k).long_air:
        return False
    broken = is_broken(state, rules, k, Comp.LIFE_SUPPORT)
    return broken or is_broken(state, rules, k, Comp.PLANT)


@native
def use_suits(state: State, rules: Rules):
    """IN-IDE-39 At the end of a turn, a turn of the air of suits is used, aboard too."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if not is_active(craft) or not lives_in_suits(state, rules, k):
            continue
        craft.air_used = int(craft.air_used) + 1
        if air_left(craft) <= 0:
            suffocate(state, rules, k)


@native
def suffocate(state: State, rules: Rules, k):
    """IN-IDE-39, IN-DES-08 Not rescued in time: all aboard die."""
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            note_wound(state, m, 0, 0, CrewStatus.DEAD)
            kill_crewman(state, rules, m)
    judge_crew(state, rules, k)


# --- Bridges and quarters ------------------------------------------------------------------------


@native
def command_step(state: State, rules: Rules):
    """IN-IDE-04, 34 Run Step.COMMAND: after collisions, before hulls fail.

    It comes again after a blast in which a hull ends: that is another hit of the turn.
    """
    for k in range(len(state.craft)):
        if state.craft[k].stations_hit != 0:
            wound_stations(state, rules, k)
    proceed(state, Step.COLLAPSE)


@native
def wound_stations(state: State, rules: Rules, k):
    """IN-IDE-04, 34 Each Bridge and quarters that was hit, by all its boxes lost so far."""
    craft = state.craft[k]
    struck = int(craft.stations_hit)
    craft.stations_hit = 0
    if not is_active(craft):
        return
    for component in range(int(class_of(state, rules, k).components)):
        if (struck >> component) & 1:
            wound_station(state, rules, k, component, lost_of(state, rules, k, component))
    judge_crew(state, rules, k)
