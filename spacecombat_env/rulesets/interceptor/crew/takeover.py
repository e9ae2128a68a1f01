"""Chapter OVL: the crewmen of weapons.

Decisions: CREW (crewmen of order.craft, `done`), then CREW_WEAPON (weapon rows, `done`): a crewman
gives up a weapon that he works, and takes another. A weapon whose crewman cannot act is `out` but
stays his. He works it again when he wakes, unless another has taken it.
"""

from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Decision,
    Deed,
    Event,
    Verb,
    class_of,
    crew_of,
    crewman,
    crewman_action,
    decode_crewman,
    decode_weapon,
    is_skilled,
    note_own,
    request_decision,
    weapon_action,
)
from ..model.record_types import Rules, State
from .flight import STAND_IN, can_act
from .overload import is_lost, is_working, overload_now


@native
def stand_in_penalty(state: State, rules: Rules, k, w, m):
    """IN-OVL-13, 14 Penalty of crewman m on a shot with a weapon that is another's by the design.

    It is 3 without a Bridge.
    """
    klass = class_of(state, rules, k)
    if klass.bridge or crewman(state, k, int(klass.weapon[w].crewman)) == m:
        return 0
    return STAND_IN


@native
def may_take(state: State, rules: Rules, m, w):
    """IN-OVL-12..14, IN-AMB-07 A weapon without a crewman that he has not given up."""
    member = state.crew[m]
    k = int(member.craft)
    if (int(member.given_up) >> w) & 1 or (int(member.weapons) >> w) & 1:
        return False
    return (int(state.craft[k].out) >> w) & 1 == 1 and not is_lost(state, rules, k, w)


@native
def has_mate(state: State, rules: Rules, m):
    """Return whether another crewman of his craft could work a weapon."""
    for other in crew_of(state, rules, int(state.crew[m].craft)):
        if other != m and is_skilled(state.crew[other]) and can_act(state.crew[other]):
            return True
    return False


@native
def may_give_up(state: State, rules: Rules, m, w):
    """IN-OVL-16, 17 A weapon that he works: to relieve overload, or for another to take."""
    member = state.crew[m]
    if not (int(member.weapons) >> w) & 1 or not is_working(state, rules, int(member.craft), w):
        return False
    return has_mate(state, rules, m) or overload_now(state, rules, m) > 0


@native
def may_serve(state: State, rules: Rules, m):
    """Return whether a crewman may take or give up any weapon."""
    member = state.crew[m]
    if not is_skilled(member) or not can_act(member):
        return False
    for w in range(int(class_of(state, rules, int(member.craft)).weapons)):
        if may_take(state, rules, m, w) or may_give_up(state, rules, m, w):
            return True
    return False


@native
def may_change(state: State, rules: Rules, k):
    """Return whether a craft has a crewman who may take or give up a weapon (DECIDE_VERB)."""
    if int(state.craft[k].deeds) & Deed.MANNED:
        return False
    for m in crew_of(state, rules, k):
        if may_serve(state, rules, m):
            return True
    return False


@native
def legal_crew(state: State, rules: Rules, side, mask):
    """IN-OVL-12..14, IN-AMB-07 Crewmen who may change something, and `done`.

    Each comes up once in a Decision Phase.
    """
    order = state.order[side]
    k = int(order.craft)
    mask[Verb.DONE] = 1
    for place in range(int(class_of(state, rules, k).crew)):
        served = (int(order.served) >> place) & 1
        if not served and may_serve(state, rules, crewman(state, k, place)):
            mask[crewman_action(state, place)] = 1


@native
def apply_crew(state: State, rules: Rules, seat, action):
    """Set order.crewman and request CREW_WEAPON; `done` returns to DECIDE."""
    order = state.order[seat]
    k = int(order.craft)
    if action == Verb.DONE:
        order.served = 0
        order.crewman = NONE
        state.craft[k].deeds = int(state.craft[k].deeds) | Deed.MANNED
        request_decision(state, Decision.DECIDE, seat)
        return
    place = decode_crewman(state, action)
    order.served = int(order.served) | (1 << place)
    order.crewman = crewman(state, k, place)
    request_decision(state, Decision.CREW_WEAPON, seat)


@native
def legal_crew_weapon(state: State, rules: Rules, side, mask):
    """IN-OVL-13, 14, 16 Weapon rows that he may take or give up, and `done`."""
    order = state.order[side]
    m = int(order.crewman)
    mask[Verb.DONE] = 1
    for w in range(int(class_of(state, rules, int(order.craft)).weapons)):
        if may_take(state, rules, m, w) or may_give_up(state, rules, m, w):
            mask[weapon_action(state, w)] = 1


@native
def apply_crew_weapon(state: State, rules: Rules, seat, action):
    """IN-OVL-16, 17 Change crew.weapons, crew.given_up, craft.out; the event is MANNED.

    Request CREW_WEAPON again; `done` requests CREW.
    """
    order = state.order[seat]
    if action == Verb.DONE:
        request_decision(state, Decision.CREW, seat)
        return
    m, w = int(order.crewman), decode_weapon(state, action)
    if may_give_up(state, rules, m, w):
        give_up(state, m, w)
    else:
        take(state, rules, m, w)
    request_decision(state, Decision.CREW_WEAPON, seat)


@native
def give_up(state: State, m, w):
    """IN-OVL-16, IN-AMB-07 He abandons a weapon; he may not have it back."""
    member = state.crew[m]
    craft = state.craft[int(member.craft)]
    member.weapons = int(member.weapons) & ~(1 << w)
    member.given_up = int(member.given_up) | (1 << w)
    craft.out = int(craft.out) | (1 << w)
    note_manned(state, m, w, 0)


@native
def take(state: State, rules: Rules, m, w):
    """IN-OVL-13, 14, 17 He takes over a weapon without a crewman."""
    member = state.crew[m]
    k = int(member.craft)
    for other in crew_of(state, rules, k):
        state.crew[other].weapons = int(state.crew[other].weapons) & ~(1 << w)
    member.weapons = int(member.weapons) | (1 << w)
    state.craft[k].out = int(state.craft[k].out) & ~(1 << w)
    note_manned(state, m, w, 1)


@native
def note_manned(state: State, m, w, taken):
    """Log a change of a weapon's crewman; columns of the craft have changed."""
    k = int(state.crew[m].craft)
    event = note_own(state, Event.MANNED, k)
    event.c = m - int(state.craft[k].first_crew)
    event.a = w
    event.d = taken


@native
def release_weapons(state: State, rules: Rules, m):
    """IN-OVL-12 Weapons of a crewman who cannot act are out until taken over: sets craft.out."""
    craft = state.craft[int(state.crew[m].craft)]
    craft.out = int(craft.out) | int(state.crew[m].weapons)


@native
def resume_weapons(state: State, rules: Rules, m):
    """IN-IDE-07 A crewman who can act again works his weapons that are neither taken nor lost."""
    member = state.crew[m]
    k = int(member.craft)
    for w in range(int(class_of(state, rules, k).weapons)):
        if (int(member.weapons) >> w) & 1 and not is_lost(state, rules, k, w):
            state.craft[k].out = int(state.craft[k].out) & ~(1 << w)
