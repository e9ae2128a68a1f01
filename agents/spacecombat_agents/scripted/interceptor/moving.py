"""The move, action by action: each decision plots the best rest of the move and begins it."""

from spacecombat_agents.scripted.interceptor.action_choice import legal_or, number_action
from spacecombat_agents.scripted.interceptor.chart import clear_chart
from spacecombat_agents.scripted.interceptor.damage_taken import risk_of, wants_to_leave
from spacecombat_agents.scripted.interceptor.doctrine import FASTEST, IN_HAND, LEAST_SHOT
from spacecombat_agents.scripted.interceptor.ends import best_place, judge_ends
from spacecombat_agents.scripted.interceptor.enemy_poses import fill_ways, list_enemies, list_rocks
from spacecombat_agents.scripted.interceptor.guns import fill_enemy, fill_own, fill_vulnerability
from spacecombat_agents.scripted.interceptor.levels import level_action
from spacecombat_agents.scripted.interceptor.plots import fill_hull, grow_tree, plant_tree
from spacecombat_agents.scripted.interceptor.rescue.errands import (
    Errand,
    errand_of,
    is_match,
    is_safe_bare,
)
from spacecombat_agents.scripted.interceptor.workspace import PATH, Count, Hull, PlotNode
from spacecombat_env.core.kernels.numbers import TEN
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.model import (
    DIRECTIONS,
    MAX_VELOCITY,
    NONE,
    Decision,
    Verb,
    amount_action,
    direction_action,
    down,
    nearest_enemy,
    toward,
)
from spacecombat_env.rulesets.interceptor.model.geometry import opposite
from spacecombat_env.rulesets.interceptor.movement.velocity import speed_bounds, velocity_cost

__all__ = [
    "fill_workspace",
    "move_action",
    "planet_action",
    "planned_gain",
    "plot_turn",
    "speed_action",
    "store_action",
    "worth_of_guns",
]

MOST_AHEAD = 9  # Hexes of one action.


@native
def fill_workspace(state, rules, workspace, k, doctrine):
    """Fill the workspace with everything that is known, for craft k."""
    list_enemies(state, rules, workspace, k, doctrine)
    workspace.risk[0] = risk_of(state, rules, k, doctrine)
    list_rocks(state, rules, workspace)
    fill_own(state, rules, workspace, k)
    for j in range(workspace.counts[Count.ENEMIES]):
        fill_enemy(state, rules, workspace, j, workspace.enemy[j], k)
    fill_vulnerability(state, rules, workspace, k)
    fill_hull(state, rules, workspace, k)
    fill_ways(state, rules, workspace, k, doctrine)
    choose_errand(state, rules, workspace, k, doctrine)
    workspace.counts[Count.NODES] = 0
    clear_chart(workspace)


@native
def choose_errand(state, rules, workspace, k, doctrine):
    """Write whether craft k leaves the map, and its errand: who has the man carries him off."""
    errand = errand_of(state, rules, k)
    leaves = wants_to_leave(state, rules, workspace, k, doctrine) and errand != Errand.CARRY
    workspace.counts[Count.LEAVES] = leaves
    workspace.counts[Count.ERRAND] = Errand.NONE | 0 if leaves else errand


@native
def plot_turn(state, rules, workspace, k, doctrine, random_bits):
    """Search all plots of a whole turn of craft k; return the place of the best, or NONE."""
    fill_workspace(state, rules, workspace, k, doctrine)
    return search_plots(state, rules, workspace, k, doctrine, random_bits)


@native
def search_plots(state, rules, workspace, k, doctrine, random_bits):
    """The same, with the workspace already filled."""
    craft = state.craft[k]
    low, high = speed_bounds(state, rules, k)
    fastest = MAX_VELOCITY if workspace.counts[Count.ERRAND] > Errand.FETCH else FASTEST
    for velocity in range(low, min(high, max(fastest, int(craft.velocity))) + 1):
        cost = int(velocity_cost(state, rules, k, velocity))
        if cost > workspace.hull[Hull.LIMIT] and velocity != craft.velocity:
            continue
        q, r, heading = int(craft.q), int(craft.r), int(craft.heading)
        root = plant_tree(rules, workspace, q, r, heading, velocity, cost)
        grow_tree(state, rules, workspace, root, velocity)
    judge_ends(state, rules, workspace, k, NONE, doctrine, random_bits)
    return best_place(workspace)


@native
def plot_rest(state, rules, workspace, k, doctrine, random_bits):
    """Search all plots of the rest of a move; return the place of the best, or NONE."""
    fill_workspace(state, rules, workspace, k, doctrine)
    craft, hexes_left = state.craft[k], int(state.lane)
    q, r, heading = int(craft.q), int(craft.r), int(craft.heading)
    root = plant_tree(rules, workspace, q, r, heading, int(craft.velocity), 0)
    grow_tree(state, rules, workspace, root, hexes_left)
    judge_ends(state, rules, workspace, k, hexes_left, doctrine, random_bits)
    return best_place(workspace)


@native
def planned_gain(state, rules, workspace, k, doctrine, random_bits):
    """Return the best shot in the plot of a ship that has still to move."""
    place = plot_turn(state, rules, workspace, k, doctrine, random_bits)
    return 0.0 if place == NONE else workspace.gain[place]


@native
def worth_of_guns(state, rules, workspace, k, doctrine, random_bits):
    """Return how much more the plot of a ship is worth than if it had fired."""
    fill_workspace(state, rules, workspace, k, doctrine)
    loaded = score_of(workspace, search_plots(state, rules, workspace, k, doctrine, random_bits))
    workspace.counts[Count.LOADED] = 0
    workspace.counts[Count.NODES] = 0
    clear_chart(workspace)
    return loaded - score_of(
        workspace, search_plots(state, rules, workspace, k, doctrine, random_bits)
    )


@native
def score_of(workspace, place):
    """Return the score of a plot; low where there is none."""
    return 0.0 if place == NONE else workspace.score[place]


@native
def speed_action(state, rules, workspace, doctrine, random_bits):
    """Choose the velocity of the best plot; IN-ABN-07 with a crew in its hex, its own."""
    k = int(state.mover)
    order = state.order[int(state.seat)]
    place, velocity = NONE, int(state.craft[k].velocity)
    if not flies_with_crew(state, rules, k):
        place = plot_turn(state, rules, workspace, k, doctrine, random_bits)
    if place != NONE:
        velocity = int(workspace.node[workspace.best[place, 0], PlotNode.VELOCITY])
    if order.tens != NONE:
        tens = TEN * int(order.tens)
        velocity = max(tens, min(tens + TEN - 1, velocity))
    return number_action(state, order, velocity)


@native
def flies_with_crew(state, rules, k):
    """IN-ABN-07 Return whether a ship has lowered its shields for a crew in its hex."""
    return state.craft[k].lowered and errand_of(state, rules, k) != Errand.FETCH


@native
def move_action(state, rules, workspace, mask, doctrine, random_bits):
    """Return the next action of the best plot: fire, turn, fly on; at the end face and roll.

    IN-ABN-07 A ship that will be with the man lowers its shields first.
    """
    k = int(state.mover)
    straight = amount_action(state, max(1, min(int(state.lane), MOST_AHEAD)))
    if flies_with_crew(state, rules, k):
        return legal_or(mask, straight, Verb.DONE | 0)
    place = plot_rest(state, rules, workspace, k, doctrine, random_bits)
    if place == NONE:
        return legal_or(mask, straight, Verb.DONE | 0)
    n, offset = workspace.best[place, 0], workspace.best[place, 1]
    if mask[Verb.LOWER] and workspace.counts[Count.ERRAND] == Errand.FETCH:
        node = workspace.node[n]
        if is_match(state, node) and is_safe_bare(state, rules, workspace, k, node):
            return Verb.LOWER | 0
    length = trace(workspace, n)
    shot = shot_step(workspace, length, offset, workspace.gain[place])
    if shot == 0:
        action = shooting_action(state, rules, workspace, mask, k, offset)
        if action != NONE:
            return action
    action = level_action(state, rules, workspace, mask, k, length == 1, doctrine)
    if action != NONE:
        return action
    if length > 1:
        return legal_or(mask, flying_action(state, workspace, length, shot), straight)
    return legal_or(mask, last_action(workspace, mask, place), straight)


@native
def trace(workspace, n):
    """Write the way from the root to a node into `workspace.path`; return its nodes."""
    length, step = 0, n
    while step != NONE and length < PATH:
        length += 1
        step = workspace.node[step, PlotNode.PARENT]
    step = n
    for place in range(length - 1, -1, -1):
        workspace.path[place] = step
        step = workspace.node[step, PlotNode.PARENT]
    return length


@native
def shot_step(workspace, length, offset, gain):
    """Return the step of the way with the best shot likely; NONE before its end."""
    if gain < LEAST_SHOT:
        return NONE
    for place in range(length):
        if workspace.best_shot[workspace.path[place], offset] >= IN_HAND * gain:
            return place
    return NONE


@native
def shooting_action(state, rules, workspace, mask, k, offset):
    """Turn the nose to the target and fire; NONE where nothing may be fired after all."""
    if offset != workspace.hull[Hull.OFFSET]:
        action = facing_action(workspace, offset)
        return action if mask[action] else NONE
    if not mask[Verb.FIRE]:
        return NONE
    for j in range(workspace.counts[Count.ENEMIES]):
        if volley_value(state, rules, k, workspace.enemy[j]) > 0:
            return Verb.FIRE | 0
    return NONE


@native
def facing_action(workspace, offset):
    """Return the next turn of the facing toward an angle from the heading, the shorter way."""
    turn = (offset - workspace.hull[Hull.OFFSET]) % DIRECTIONS
    return Verb.FACE_STARBOARD | 0 if turn <= DIRECTIONS // 2 else Verb.FACE_PORT | 0


@native
def flying_action(state, workspace, length, shot):
    """Return the next turn of the way, or the hexes to the next turn or shot."""
    here, hexes = workspace.node[workspace.path[0]], 0
    for place in range(1, length):
        node = workspace.node[workspace.path[place]]
        turn = (node[PlotNode.HEADING] - here[PlotNode.HEADING]) % DIRECTIONS
        if turn != 0:
            if hexes > 0:
                break
            return Verb.STARBOARD | 0 if turn == 1 else Verb.PORT | 0
        hexes += 1
        if place == shot:
            break
    return amount_action(state, min(hexes, MOST_AHEAD))


@native
def last_action(workspace, mask, place):
    """Hover if need be; choose the facing, the roll and turning points after all hexes; done."""
    if mask[Verb.HOVER]:
        return Verb.HOVER | 0
    if workspace.best[place, 1] != workspace.hull[Hull.OFFSET]:
        return facing_action(workspace, workspace.best[place, 1])
    if workspace.best[place, 2] and mask[Verb.ROLL]:
        return Verb.ROLL | 0
    if mask[Verb.STORE] and workspace.hull[Hull.SAFE] > 0:
        return Verb.STORE | 0
    return Verb.DONE | 0


@native
def planet_action(state, rules, mask):
    """IN-PLN-05 Bounce off the interface, straight up."""
    if state.decision == Decision.ZONE:
        return legal_or(mask, Verb.BOUNCE | 0, Verb.ENTER | 0)
    return legal_or(mask, direction_action(state, opposite(down(rules))), NONE)


@native
def store_action(state, mask):
    """IN-MOV-12 Store points for a turn toward the nearest enemy."""
    k = int(state.mover)
    enemy = nearest_enemy(state, k)
    if enemy == NONE:
        return legal_or(mask, Verb.PORT | 0, Verb.STARBOARD | 0)
    first, second = toward(state.craft[k], state.craft[enemy], int(state.craft[k].heading))
    if min(first, second) <= DIRECTIONS // 2:
        return legal_or(mask, Verb.STARBOARD | 0, Verb.PORT | 0)
    return legal_or(mask, Verb.PORT | 0, Verb.STARBOARD | 0)
