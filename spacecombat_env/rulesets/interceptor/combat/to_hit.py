"""Chapter DIR: the number to hit. Modifiers of the die are applied to the number, sign turned."""

from spacecombat_env.core.native import native

from ..crew.overload import overload_of
from ..crew.skills import dodge, gunnery
from ..crew.takeover import stand_in_penalty
from ..model import (
    DIE,
    MAX_VOLLEYS,
    NONE,
    Disclosed,
    Event,
    Load,
    Target,
    class_of,
    is_active,
    is_installation,
    is_out_of_control,
    name_target,
    note_craft,
    pair,
    roll,
    side_of,
    steps_between,
    target_bit,
    targets_of,
)
from ..model.record_types import Rules, State
from .attitude import angle_modifier, facing_struck
from .ranges import base_to_hit
from .weapons import crewman_of
from .zone_fire import crossing

ALWAYS = 1  # IN-DIR-03 a natural 1 hits, a natural 10 misses
OUT_OF_CONTROL = 3  # IN-DIR-11
AT_MISSILE = 4  # IN-DEF-01
AT_CREW = 3  # IN-ABN-11
TONS_OF_SIZE = 1000  # IN-DIR-10
USUAL_PILOT = 5  # value assumed for an unknown pilot
USUAL_MISSILE = int(Load.DAP)  # kind assumed for an unknown missile


@native
def prior_targets(state: State, m, kind, target):
    """IN-DIR-09, IN-AMB-84 Different targets of a crewman after the first, this one included."""
    return max(targets_of(state.crew[m], target_bit(state, kind, target)) - 1, 0)


@native
def engage(state: State, m, kind, target):
    """IN-DIR-09 A crewman has engaged a target: it counts for the rest of the turn."""
    member = state.crew[m]
    member.engaged = int(member.engaged) | target_bit(state, kind, target)


@native
def size_modifier(tons):
    """IN-DIR-10 On the die: -1 for each full 1000 t after the first."""
    return -max(int(tons) // TONS_OF_SIZE - 1, 0)


@native
def aim(state: State, rules: Rules, k, m):
    """IN-DIR-04, 11, 12, IN-AMB-20 The firer's addition to the number: Gunnery, less overload.

    Out of control it is 3 less in place of Gunnery.
    """
    skill = -OUT_OF_CONTROL if is_out_of_control(state.craft[k]) else gunnery(state, rules, m)
    return skill - overload_of(state, rules, m)


@native
def handling(state: State, rules: Rules, k, w):
    """IN-OVL-13, 14 Addition of the crewman of weapon row w: `aim`, less a stand-in's penalty."""
    m = crewman_of(state, rules, k, w)
    if m == NONE:
        return 0
    return aim(state, rules, k, m) - stand_in_penalty(state, rules, k, w, m)


@native
def distance_to(state: State, k, kind, target):
    """IN-DIR-01 Range from craft k to a target of any kind."""
    me = state.craft[k]
    if kind == Target.CRAFT:
        return steps_between(me, state.craft[target])
    if kind == Target.MISSILE:
        return steps_between(me, state.missile[target])
    if kind == Target.ADRIFT:
        return steps_between(me, state.adrift[target])
    return steps_between(me, state.rock[target])


@native
def zone_modifier(state: State, rules: Rules, k, kind, target):
    """IN-PLN-13 On the die of a shot of craft k that crosses the edge of space."""
    me = state.craft[k]
    if kind == Target.CRAFT:
        return crossing(state, rules, me, state.craft[target])
    if kind == Target.MISSILE:
        return crossing(state, rules, me, state.missile[target])
    if kind == Target.ADRIFT:
        return crossing(state, rules, me, state.adrift[target])
    return crossing(state, rules, me, state.rock[target])


@native
def number_against(state: State, rules: Rules, k, w, kind, target, evasion, tons):
    """IN-DIR-02..12 The number, given the target's modifier of the die and its tonnage.

    A missile, a crew and an asteroid have no angle (IN-AMB-97; the text is silent on crews and
    asteroids). Engaged targets are not counted here.
    """
    number = base_to_hit(rules, distance_to(state, k, kind, target))
    number += handling(state, rules, k, w)
    if rules.option.planet:
        number -= zone_modifier(state, rules, k, kind, target)
    if kind == Target.CRAFT:
        return number - evasion - angle_modifier(state, rules, k, w, target) - size_modifier(tons)
    if kind == Target.MISSILE:
        return number - evasion - AT_MISSILE
    return number - AT_CREW if kind == Target.ADRIFT else number


@native
def evasion_of(state: State, rules: Rules, kind, target):
    """IN-DIR-04, 11, 20, IN-DEF-01 The target's modifier of the die: Piloting, or Intelligence."""
    if kind == Target.CRAFT:
        return dodge(state, rules, target)
    if kind == Target.MISSILE:
        return int(rules.missile[int(state.missile[target].kind)].intelligence)
    return 0


@native
def tons_of(state: State, rules: Rules, kind, target):
    """IN-DIR-10 Tonnage of a target; 0 unless it is a craft."""
    return int(class_of(state, rules, target).tons) if kind == Target.CRAFT else 0


@native
def stray_number(state: State, rules: Rules, k, w, target):
    """IN-LOS-11 Number of a shot that has missed its target at another craft of the hex.

    IN-AMB-162 The firer has not engaged that craft, so the count of targets stays.
    """
    evasion, tons = dodge(state, rules, target), tons_of(state, rules, Target.CRAFT, target)
    number = number_against(state, rules, k, w, Target.CRAFT, target, evasion, tons)
    m = crewman_of(state, rules, k, w)
    return number if m == NONE else number - max(targets_of(state.crew[m], 0) - 1, 0)


@native
def number_to_hit(state: State, rules: Rules, k, w, kind, target):
    """IN-DIR-02..12, 20 On or below which weapon w of craft k hits (Target kind, slot).

    Privileged: it reads the target's pilot.
    """
    evasion, tons = evasion_of(state, rules, kind, target), tons_of(state, rules, kind, target)
    number = number_against(state, rules, k, w, kind, target, evasion, tons)
    m = crewman_of(state, rules, k, w)
    return number if m == NONE else number - prior_targets(state, m, kind, target)


@native
def known_evasion(state: State, rules: Rules, k, kind, target):
    """Return the target's modifier of the die as craft k's side knows it.

    A side knows its own pilots. Whether an enemy is crewed and under control is visible; a
    missile's kind only by its behaviour.
    """
    if kind == Target.CRAFT and side_of(state, target) != side_of(state, k):
        it = state.craft[target]
        piloted = is_active(it) and not is_out_of_control(it) and not is_installation(it)
        return USUAL_PILOT if piloted and not it.left_in else 0
    if kind == Target.MISSILE:
        load = int(state.missile[target].kind)
        is_disclosed = load == Load.HELL
        return int(rules.missile[load if is_disclosed else USUAL_MISSILE].intelligence)
    return evasion_of(state, rules, kind, target)


@native
def known_tons(state: State, rules: Rules, k, kind, target):
    """Return the tonnage of a target as craft k's side knows it; an enemy's once its class is
    known.
    """
    if kind != Target.CRAFT:
        return 0
    own = side_of(state, target) == side_of(state, k)
    is_disclosed = int(state.craft[target].disclosed) & Disclosed.CLASS
    return tons_of(state, rules, kind, target) if own or is_disclosed else 0


@native
def number_as_known(state: State, rules: Rules, k, w, kind, target):
    """IN-DIR-02..12 The same as the firer's side may know it: 5 for the pilot of an enemy.

    No enemy's card is ever shown (level OWNER), so 5 stands for every pilot who can act.
    """
    evasion = known_evasion(state, rules, k, kind, target)
    tons = known_tons(state, rules, k, kind, target)
    number = number_against(state, rules, k, w, kind, target, evasion, tons)
    m = crewman_of(state, rules, k, w)
    return number if m == NONE else number - prior_targets(state, m, kind, target)


@native
def facing_fired_at(state: State, rules: Rules, k, target):
    """Return the facing of craft `target` that the volley of craft k strikes, or a stray shot
    (IN-LOS-11).
    """
    for nth in range(MAX_VOLLEYS):
        volley = state.exchange.volley[nth]
        fired = nth < int(state.exchange.volleys) and volley.firer == k
        if fired and volley.target_kind == Target.CRAFT and volley.target == target:
            return int(volley.facing)
    return facing_struck(state, rules, target, k)


@native
def hits(state: State, rules: Rules, k, w, kind, target, number, chance):
    """IN-DIR-03 Roll against a number: 1 hits, 10 misses. The event is SHOT."""
    die = roll(state, chance, pair(k, target))
    hit = die == ALWAYS or (die != DIE and die <= int(number))
    event = note_craft(state, Event.SHOT, k)
    if kind == Target.CRAFT:
        name_target(state, event, target)
        event.f = facing_fired_at(state, rules, k, target)
    event.a = w
    event.c = number
    event.d = die
    event.e = hit
    return hit
