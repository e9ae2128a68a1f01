"""Chapter CMB: legal targets and weapons, by one's own record and public facts alone.

Fire at missiles in flight is in missiles/interception.py; here are only those that lie dormant.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import in_front, looks_elsewhere
from ..combat.weapons import can_shoot, could_shoot, is_open_to, is_ready
from ..missiles.interception import may_shoot_at
from ..missiles.launch_conditions import any_launchable
from ..model import (
    MAX_ROCKS,
    NONE,
    MissileStatus,
    Rock,
    Target,
    class_of,
    is_active,
    is_hull,
    rack_of,
    side_of,
)
from ..model.record_types import Rules, State


@native
def is_target(state: State, seat, kind, target):
    """IN-CMB-02, IN-ABN-11, IN-AST-04 Whether a piece is a legal target of a seat."""
    if kind == Target.CRAFT:
        return is_hull(state.craft[target]) and side_of(state, target) != seat
    if kind == Target.MISSILE:
        return state.missile[target].status == MissileStatus.DORMANT
    if kind == Target.ADRIFT:
        return int(state.adrift[target].people) > 0
    return state.rock[target].kind == Rock.ASTEROID


@native
def may_launch(state: State, rules: Rules, k, w, kind, target):
    """IN-MSL-02 Whether weapon row w is a rack with a missile for a target."""
    if rack_of(state, rules, k, w) == NONE:
        return False
    return any_launchable(state, rules, k, w, kind, target)


@native
def may_name(state: State, rules: Rules, k, w, kind, target):
    """IN-CMB-05 Whether weapon row w of craft k may be fired, or launch, at a target now."""
    if kind == Target.MISSILE:
        return may_shoot_at(state, rules, k, w, target)
    if can_shoot(state, rules, k, w, kind, target):
        return True
    return may_launch(state, rules, k, w, kind, target)


@native
def any_bears_on_craft(state: State, rules: Rules, k, target):
    """Return whether a gun of craft k reaches an enemy craft; sight is tested once for all."""
    it, klass = state.craft[target], class_of(state, rules, k)
    ahead = in_front(state.craft[k], it)
    for w in range(int(klass.weapons)):
        if not looks_elsewhere(klass.weapon[w], ahead) and could_shoot(state, rules, k, w, it):
            return is_open_to(state, rules, k, Target.CRAFT, target)
    return False


@native
def is_in_field(state: State, rules: Rules, k, kind, target):
    """IN-CMB-07 Whether any weapon of craft k may be chosen for a target."""
    if kind == Target.CRAFT and any_bears_on_craft(state, rules, k, target):
        return True
    for w in range(int(class_of(state, rules, k).weapons)):
        if kind == Target.CRAFT:
            named = may_launch(state, rules, k, w, kind, target)
        else:
            named = may_name(state, rules, k, w, kind, target)
        if named:
            return True
    return False


@native
def is_open_target(state: State, rules: Rules, k, kind, target):
    """Return whether a piece is a target of craft k, and in its field."""
    seat = side_of(state, k)
    return is_target(state, seat, kind, target) and is_in_field(state, rules, k, kind, target)


@native
def any_ready(state: State, rules: Rules, k):
    """IN-CMB-01 Whether craft k has a weapon left to fire this turn."""
    if not is_active(state.craft[k]):
        return False
    for w in range(int(class_of(state, rules, k).weapons)):
        if is_ready(state, rules, k, w):
            return True
    return False


@native
def any_craft(state: State, rules: Rules, k):
    """Return whether an enemy craft lies in the field of craft k."""
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if is_open_target(state, rules, k, Target.CRAFT, target):
            return True
    return False


@native
def any_counter(state: State, rules: Rules, k):
    """Whether a dormant enemy missile or an enemy crew in space lies in the field of craft k."""
    enemy = 1 - side_of(state, k)
    for target in side_range(state.missile, enemy):
        if is_open_target(state, rules, k, Target.MISSILE, target):
            return True
    for target in side_range(state.adrift, enemy):
        if is_open_target(state, rules, k, Target.ADRIFT, target):
            return True
    return False


@native
def any_rock(state: State, rules: Rules, k):
    """IN-AST-04 Whether an asteroid lies in the field of craft k."""
    for target in range(MAX_ROCKS):
        if is_open_target(state, rules, k, Target.ROCK, target):
            return True
    return False
