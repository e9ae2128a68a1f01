"""Chapter CRW: kills and combat missions of this battle."""

from spacecombat_env.core.native import native

from ..model import NONE, Family, class_of, crew_of
from ..model.record_types import Class, Rules, State

HAS_FIRED, WAS_FIRED_AT = 1, 2
MISSION = HAS_FIRED | WAS_FIRED_AT
LARGE = 1000  # tons from which a kill is worth more than one


@native
def worth_of(klass: Class):
    """IN-CRW-08 Kills that a ship is worth: if armed one for each 1000 tons begun."""
    if klass.weapons == 0:
        return 1
    return (int(klass.tons) + LARGE - 1) // LARGE


@native
def count_kill(state: State, rules: Rules, m, k):
    """IN-CRW-07, 08, 10 A crewman (slot or NONE) has destroyed craft k."""
    if m == NONE:
        return
    member = state.crew[m]
    member.kills = int(member.kills) + worth_of(class_of(state, rules, k))
    member.service = MISSION


@native
def count_shot(state: State, rules: Rules, m, k):
    """IN-CRW-10 A crewman has fired at craft k within effective range."""
    if m != NONE:
        state.crew[m].service = int(state.crew[m].service) | HAS_FIRED
    for other in crew_of(state, rules, k):
        state.crew[other].service = int(state.crew[other].service) | WAS_FIRED_AT


@native
def launcher_of(state: State, rules: Rules, k):
    """IN-CRW-07 Crewman who has launched this turn, the first of several; NONE."""
    klass = class_of(state, rules, k)
    for m in crew_of(state, rules, k):
        fired = int(state.crew[m].weapons) & int(state.craft[k].fired)
        for w in range(int(klass.weapons)):
            if (fired >> w) & 1 and klass.weapon[w].family == Family.RACK:
                return m
    return NONE
