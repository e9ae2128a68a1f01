"""Chapter SEQ: claims on the order of movement, and the unit that moves now.

A craft that is about to move is `state.picked`. If it is on an enemy's tail its owner may make that
enemy move first (FORCE); if an enemy is on its tail, that one may claim to move right after it
(TAIL). Claims are followed to their head (IN-AMB-92), so a target is picked in its pursuer's place.
A ship behind a covering friend moves right after it, or before it (IN-AMB-150).
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..combat.arcs import in_front, in_rear
from ..combat.weapons import is_usable, reach
from ..damage.large_ships.tows import keep_tows
from ..missiles.launch_conditions import in_bracket
from ..model import (
    MISSILES,
    NONE,
    Decision,
    Deed,
    Event,
    Family,
    Load,
    Phase,
    Step,
    Verb,
    class_of,
    craft_action,
    decode_craft,
    decode_enemy_craft,
    enemy_craft_action,
    flier_of,
    is_active,
    is_installation,
    is_tug,
    name_target,
    note_craft,
    proceed,
    rack_of,
    request_decision,
    side_of,
    steps_between,
)
from ..model.record_types import Rules, State
from ..movement.stepping import begin_move
from .initiative import is_choice, is_to_move, next_tug, open_go, rest_of

REAR = 60


@native
def next_go_step(state: State, rules: Rules):
    """IN-SEQ-03, 08, 09, IN-CON-27, IN-AMB-150 The next unit to move.

    It is a unit that was picked, the other of a covered pair, a pursuer, a tug with its tow, or one
    of the next go.
    """
    state.phase = Phase.MOVEMENT
    keep_tows(state, rules)
    if state.picked != NONE:
        weigh_pick(state, rules)
        return
    follower = next_follower(state)
    if follower == NONE:
        follower = next_tug(state)
    if follower != NONE:
        pick(state, follower)
    elif not open_go(state):
        state.mover = NONE
        proceed(state, Step.LAST_SHOTS)
    elif rest_of(state, int(state.goer), int(state.size_class)) == 1:
        choose(state, only_choice(state))
    else:
        request_decision(state, Decision.CHOOSE_CRAFT, state.goer)


@native
def only_choice(state: State):
    """Return the one unit left to the side of the current go."""
    for k in side_range(state.craft, state.goer):
        if is_choice(state, k, int(state.size_class)):
            return k
    return NONE


@native
def legal_choose_craft(state: State, rules: Rules, side, mask):
    """IN-SEQ-04 The units of the class that are left."""
    for k in side_range(state.craft, side):
        if is_choice(state, k, int(state.size_class)):
            mask[craft_action(state, k)] = 1


@native
def apply_choose_craft(state: State, rules: Rules, seat, action):
    """IN-SEQ-04 Pick a unit."""
    choose(state, decode_craft(state, seat, action))


@native
def choose(state: State, k):
    """Pick a unit in its side's go."""
    state.goes[side_of(state, k)] -= 1
    pick(state, k)


@native
def pick(state: State, k):
    """Mark a unit as about to move."""
    state.picked = k
    state.claimed = 0
    proceed(state, Step.NEXT_GO)


@native
def next_follower(state: State):
    """IN-SEQ-07, 08, IN-AMB-150 The unit that moves right after one that has moved; NONE."""
    partner = next_partner(state)
    return next_pursuer(state) if partner == NONE else partner


@native
def next_partner(state: State):
    """IN-LOS-06, IN-AMB-150 The one of a covered pair that is still to move; both go as one."""
    for k in range(len(state.craft)):
        cover = int(state.craft[k].cover)
        if cover == NONE:
            continue
        craft, friend = state.craft[k], state.craft[cover]
        if friend.acted and is_to_move(craft):
            return k
        if craft.acted and is_to_move(friend):
            return cover
    return NONE


@native
def next_pursuer(state: State):
    """IN-SEQ-07, 10, IN-AMB-92, 104 A unit whose quarry has moved, the largest first; or NONE."""
    found = NONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.tailing == NONE or not is_to_move(craft):
            continue
        if is_to_move(state.craft[craft.tailing]):
            continue
        if found == NONE or craft.size_class < state.craft[found].size_class:
            found = k
    return found


@native
def weigh_pick(state: State, rules: Rules):
    """IN-SEQ-07, 10, IN-AMB-82, 92 Claims of the unit that is about to move, and on it."""
    k = int(state.picked)
    side = side_of(state, k)
    if not is_to_move(state.craft[k]):
        state.picked = NONE
        proceed(state, Step.NEXT_GO)
    elif not int(state.craft[k].deeds) & Deed.TAILED and has_quarry(state, rules, k):
        state.craft[k].deeds = int(state.craft[k].deeds) | Deed.TAILED
        state.order[side].craft = k
        request_decision(state, Decision.FORCE, side)
    elif not state.claimed and has_pursuer(state, rules, k):
        request_decision(state, Decision.TAIL, 1 - side)
    else:
        state.picked = NONE
        state.claimed = 0  # whether a claim was impossible or waived stays hidden
        begin_move(state, rules, k)
        proceed(state, Step.SPEED)


@native
def has_quarry(state: State, rules: Rules, k):
    """Return whether a unit may make an enemy move first."""
    for target in side_range(state.craft, 1 - side_of(state, k)):
        if may_force(state, rules, k, target):
            return True
    return False


@native
def has_pursuer(state: State, rules: Rules, k):
    """Return whether an enemy may claim to move right after a unit."""
    for pursuer in side_range(state.craft, 1 - side_of(state, k)):
        if may_claim(state, rules, pursuer, k):
            return True
    return False


@native
def may_force(state: State, rules: Rules, k, target):
    """IN-SEQ-07, IN-AMB-92, 182 A circle is cut at the unit picked first; no tug waits."""
    if state.craft[k].tailing != NONE or not is_to_move(state.craft[target]):
        return False
    if is_tug(state.craft[k]):
        return False
    return not waits_for(state, target, k) and is_on_tail(state, rules, k, target)


@native
def may_claim(state: State, rules: Rules, pursuer, target):
    """IN-SEQ-07, IN-AMB-82 A pursuer that has still to move and follows no unit yet."""
    craft = state.craft[pursuer]
    if not is_to_move(craft) or craft.tailing != NONE:
        return False
    return not waits_for(state, target, pursuer) and is_on_tail(state, rules, pursuer, target)


@native
def waits_for(state: State, k, other):
    """Return whether a unit moves after another one, at once or by a chain of claims."""
    for _ in range(len(state.craft)):
        k = int(state.craft[k].tailing)
        if k == NONE:
            return False
        if k == other:
            return True
    return False


@native
def is_on_tail(state: State, rules: Rules, k, target):
    """IN-SEQ-07, IN-AMB-99, 104 Front and rear 60 degrees, a weapon that reaches, a pilot awake."""
    me, it = state.craft[k], state.craft[target]
    distance = steps_between(me, it)
    if not is_active(it) or distance == 0 or flier_of(state, rules, k) == NONE:
        return False
    if is_installation(me) or not in_front(me, it) or not in_rear(it, me, REAR):
        return False
    for w in range(int(class_of(state, rules, k).weapons)):
        if is_usable(state, rules, k, w) and reaches(state, rules, k, w, distance):
            return True
    return False


@native
def reaches(state: State, rules: Rules, k, w, distance):
    """Return whether a weapon that works can do damage at a range, its rack's missiles included."""
    if class_of(state, rules, k).weapon[w].family != Family.RACK:
        return distance <= reach(state, rules, k, w)
    rack = state.rack[rack_of(state, rules, k, w)]
    if rack.pod != NONE:
        return distance <= reach(state, rules, k, w)
    for kind in range(MISSILES):
        aimed = kind != Load.DECOY and kind != Load.TGM_1 and kind != Load.TGM_2
        if (
            rack.load[kind] > 0
            and aimed
            and in_bracket(state, rules, state.craft[k], kind, distance)
        ):
            return True
    return False


# --- claims --------------------------------------------------------------------------------------


@native
def legal_force(state: State, rules: Rules, side, mask):
    """IN-SEQ-07, 10 Enemies on whose tail the picked unit is; it may waive."""
    mask[Verb.PASS] = 1
    for target in side_range(state.craft, 1 - side):
        if may_force(state, rules, int(state.picked), target):
            mask[enemy_craft_action(state, target)] = 1


@native
def apply_force(state: State, rules: Rules, seat, action):
    """IN-SEQ-07, 08 An enemy moves first: it is picked in its pursuer's place."""
    if action == Verb.PASS:
        proceed(state, Step.NEXT_GO)
        return
    target = decode_enemy_craft(state, seat, action)
    follow(state, int(state.picked), target)
    pick(state, target)


@native
def legal_tail(state: State, rules: Rules, side, mask):
    """IN-SEQ-07, 10 Own units on the tail of the unit that is about to move."""
    mask[Verb.PASS] = 1
    for pursuer in side_range(state.craft, side):
        if may_claim(state, rules, pursuer, int(state.picked)):
            mask[craft_action(state, pursuer)] = 1


@native
def apply_tail(state: State, rules: Rules, seat, action):
    """IN-SEQ-07, 10 A pursuer moves right after it; others may still claim the same."""
    if action == Verb.PASS:
        state.claimed = 1
    else:
        follow(state, decode_craft(state, seat, action), int(state.picked))
    proceed(state, Step.NEXT_GO)


@native
def follow(state: State, pursuer, target):
    """Write a claim."""
    state.craft[pursuer].tailing = target
    state.craft[pursuer].deeds = int(state.craft[pursuer].deeds) | Deed.TAILED
    event = note_craft(state, Event.TAIL, pursuer)
    name_target(state, event, target)
