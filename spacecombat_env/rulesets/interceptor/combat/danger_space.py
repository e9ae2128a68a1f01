"""Chapter LOS: danger space."""

from spacecombat_env.core.native import native

from ..model import NONE, is_hull, steps_between
from ..model.record_types import Rules, State
from .cover import is_covered

MANY = 100  # more than there are slots


@native
def size_order(state: State, k):
    """IN-LOS-11 Place of a craft among those of its hex: by size class, then by slot."""
    return int(state.craft[k].size_class) * MANY + int(k)


@native
def is_in_danger(state: State, rules: Rules, k, target, other):
    """IN-LOS-11 Whether a miss of craft k at `target` may strike another craft, friend or foe."""
    if other in (k, target) or not is_hull(state.craft[other]):
        return False
    if steps_between(state.craft[other], state.craft[target]) > 0:
        return False
    return not is_covered(state, rules, other, state.craft[k])


@native
def next_in_danger(state: State, rules: Rules, k, target, missed):
    """IN-LOS-11, IN-AMB-70 Uncovered unit of the target's hex that a miss of k strikes at next.

    The shot strikes at all others of the hex in turn, the largest first, until one is hit ("or
    until it has missed all of them"). `missed` is the last one missed, at first `target`. NONE: the
    shot is lost.
    """
    after = NONE if missed == target else size_order(state, missed)
    found = NONE
    for other in range(len(state.craft)):
        if not is_in_danger(state, rules, k, target, other) or size_order(state, other) <= after:
            continue
        if found == NONE or size_order(state, other) < size_order(state, found):
            found = other
    return found
