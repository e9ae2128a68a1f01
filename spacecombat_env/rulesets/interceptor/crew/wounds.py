"""Chapter IDE: cockpits, wounds, waking."""

from spacecombat_env.core.native import native

from ..model import (
    COCKPIT_BOXES,
    NONE,
    Chance,
    CrewStatus,
    Event,
    Race,
    Status,
    class_of,
    crew_of,
    crewman,
    is_skilled,
    is_there,
    note_own,
    roll_own,
    side_of,
)
from ..model.record_types import Crew, Rules, State
from .flight import can_act, settle_flier
from .takeover import release_weapons, resume_weapons


@native
def consciousness(state: State, rules: Rules, m, hits):
    """IN-IDE-09 On or below which a crewman keeps or regains consciousness, after `hits` in all."""
    k = int(state.crew[m].craft)
    race = int(Race.HUMAN) if k == NONE else int(class_of(state, rules, k).race)
    return int(rules.consciousness[race, int(hits)])


@native
def wound_cockpit(state: State, rules: Rules, k, component, hits):
    """IN-IDE-08, 09, IN-AMB-44 A roll for each box lost of a cockpit, `hits` in all.

    Each roll is at the total reached by then, until one fails. A crewman who is dead, unconscious
    or without controls stops (stop_crewman).
    """
    m = crewman(state, k, int(class_of(state, rules, k).component[component].crewman))
    member = state.crew[m]
    before = int(member.hits)
    member.hits = hits
    if not is_alive(member):
        return
    if hits >= COCKPIT_BOXES:
        note_wound(state, m, 0, 0, CrewStatus.DEAD)
        kill_crewman(state, rules, m)
        return
    for total in range(before, hits):
        if member.status == CrewStatus.AWAKE:
            stand_wound(state, rules, m, total + 1)
    if not can_act(member):  # IN-IDE-06; IN-IDE-08: awake in a disabled cockpit
        stop_crewman(state, rules, m)


@native
def stand_wound(state: State, rules: Rules, m, total):
    """IN-IDE-09, IN-AMB-44 A crewman rolls to stay conscious at a total of boxes lost."""
    side = side_of(state, int(state.crew[m].craft))
    number, die = consciousness(state, rules, m, total), roll_own(state, Chance.WOUND, m, side)
    if die > number:
        state.crew[m].status = CrewStatus.UNCONSCIOUS
    note_wound(state, m, number, die, state.crew[m].status)


@native
def stop_crewman(state: State, rules: Rules, m):
    """IN-IDE-06, 08, IN-TSK-09 A crewman who cannot act neither works weapons nor flies.

    The ship drifts until another takes the controls in the Decision Phase.
    """
    release_weapons(state, rules, m)
    state.crew[m].flies = 0


@native
def kill_crewman(state: State, rules: Rules, m):
    """IN-IDE-08 He is dead, and stops."""
    state.crew[m].status = CrewStatus.DEAD
    stop_crewman(state, rules, m)


@native
def note_wound(state: State, m, number, die, crew_status):
    """Log a crewman's wound, for his side alone."""
    k = int(state.crew[m].craft)
    event = note_own(state, Event.WOUND, k)
    event.c = m - int(state.craft[k].first_crew)
    event.d = number
    event.e = die
    event.f = crew_status


@native
def severity(member: Crew):
    """IN-IDE-05, 07, 09 Column of the consciousness table in which a wounded crewman rolls.

    It is that of his wound at a Bridge or in quarters, or the boxes lost of his cockpit.
    """
    return max(int(member.column), int(member.hits))


@native
def wake_crews(state: State, rules: Rules):
    """IN-IDE-07, 34 Each unconscious crewman on the map rolls (Chance.WAKE).

    Called once at the start of the Decision Phase.
    """
    for m in range(len(state.crew)):
        member = state.crew[m]
        if member.craft == NONE or member.status != CrewStatus.UNCONSCIOUS:
            continue
        if not is_there(state.craft[int(member.craft)]):
            continue
        number = consciousness(state, rules, m, severity(member))
        die = roll_own(state, Chance.WAKE, m, side_of(state, int(member.craft)))
        if die > number:
            continue
        member.status = CrewStatus.AWAKE
        note_wound(state, m, number, die, CrewStatus.AWAKE)
        if can_act(member) and state.craft[int(member.craft)].status == Status.ON_MAP:
            resume_weapons(state, rules, m)
            settle_flier(state, rules, int(member.craft))


@native
def is_alive(member: Crew):
    """Return whether a crewman is aboard and lives."""
    return member.status == CrewStatus.AWAKE or member.status == CrewStatus.UNCONSCIOUS


@native
def has_living(state: State, rules: Rules, k):
    """Return whether living crew is aboard.

    IN-DES-08: skilled crew; with a Bridge any, IN-FLT-05.
    """
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if is_alive(member) and (is_skilled(member) or class_of(state, rules, k).bridge):
            return True
    return False
