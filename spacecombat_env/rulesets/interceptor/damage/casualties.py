"""Chapter IDE: the end of a turn for crews whose Bridge or quarters were hit."""

from spacecombat_env.core.native import native

from ..crew.stations import wound_station
from ..model import Step, class_of, is_active, proceed
from ..model.record_types import Rules, State
from .derelicts import judge_crew
from .internals import lost_of


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
