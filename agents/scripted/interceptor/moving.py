"""The move, word by word: the best plot is laid anew at each question and begun."""

from spacecombat_agents.scripted.interceptor.chart import clear_chart
from spacecombat_agents.scripted.interceptor.desk import PATH, Hull, Node, Tally
from spacecombat_agents.scripted.interceptor.doctrine import FASTEST, IN_HAND, LEAST_SHOT
from spacecombat_agents.scripted.interceptor.ends import best_place, judge_ends
from spacecombat_agents.scripted.interceptor.foes import fill_ways, list_foes, list_rocks
from spacecombat_agents.scripted.interceptor.guns import fill_enemy, fill_own, fill_thin
from spacecombat_agents.scripted.interceptor.plots import fill_hull, grow, plant
from spacecombat_agents.scripted.interceptor.wear import risk_of
from spacecombat_agents.scripted.interceptor.withdrawal import wants_to_leave
from spacecombat_agents.scripted.interceptor.words import legal_or, number_word
from spacecombat_env.core.jit import jit
from spacecombat_env.core.numbers import TEN
from spacecombat_env.rulesets.interceptor.engagement.values import volley_value
from spacecombat_env.rulesets.interceptor.movement.velocity import speed_bounds, velocity_cost
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import DIRECTIONS, NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Verb
from spacecombat_env.rulesets.interceptor.pieces.places import toward
from spacecombat_env.rulesets.interceptor.pieces.ships import nearest_enemy
from spacecombat_env.rulesets.interceptor.pieces.words import amount_word

MOST_AHEAD = 9  # hexes of one word


@jit
def lay_out(state, rules, desk, k, doctrine):
    """Everything that is known, on the desk, for craft k."""
    list_foes(state, rules, desk, k, doctrine)
    desk.risk[0] = risk_of(state, rules, k, doctrine)
    list_rocks(state, desk)
    fill_own(state, rules, desk, k)
    for j in range(desk.tally[Tally.FOES]):
        fill_enemy(state, rules, desk, j, desk.foe[j], k)
    fill_thin(state, rules, desk, k)
    fill_hull(state, rules, desk, k)
    fill_ways(state, rules, desk, k, doctrine)
    desk.tally[Tally.LEAVES] = wants_to_leave(state, rules, desk, k, doctrine)
    desk.tally[Tally.NODES] = 0
    clear_chart(desk)


@jit
def plot_turn(state, rules, desk, k, doctrine, luck):
    """Lay all plots of a whole turn of craft k; the place of the best on the desk, or NONE."""
    lay_out(state, rules, desk, k, doctrine)
    return lay_plots(state, rules, desk, k, doctrine, luck)


@jit
def lay_plots(state, rules, desk, k, doctrine, luck):
    """The same, of what lies on the desk."""
    craft = state.craft[k]
    low, high = speed_bounds(state, rules, k)
    for velocity in range(low, min(high, max(FASTEST, int(craft.velocity))) + 1):
        cost = int(velocity_cost(state, rules, k, velocity))
        if cost > desk.hull[Hull.LIMIT] and velocity != craft.velocity:
            continue
        q, r, heading = int(craft.q), int(craft.r), int(craft.heading)
        grow(rules, desk, plant(rules, desk, q, r, heading, velocity, cost), velocity)
    judge_ends(state, rules, desk, k, NONE, doctrine, luck)
    return best_place(desk)


@jit
def plot_rest(state, rules, desk, k, doctrine, luck):
    """Lay all plots of what is left of a move; the place of the best, or NONE."""
    lay_out(state, rules, desk, k, doctrine)
    craft, lane = state.craft[k], int(state.lane)
    q, r, heading = int(craft.q), int(craft.r), int(craft.heading)
    grow(rules, desk, plant(rules, desk, q, r, heading, int(craft.velocity), 0), lane)
    judge_ends(state, rules, desk, k, lane, doctrine, luck)
    return best_place(desk)


@jit
def planned_gain(state, rules, desk, k, doctrine, luck):
    """The best shot that the plot of a ship that has still to move promises."""
    place = plot_turn(state, rules, desk, k, doctrine, luck)
    return 0.0 if place == NONE else desk.gain[place]


@jit
def worth_of_guns(state, rules, desk, k, doctrine, luck):
    """How much more its plot is worth to a ship that has still to move than if it had fired."""
    lay_out(state, rules, desk, k, doctrine)
    loaded = score_of(desk, lay_plots(state, rules, desk, k, doctrine, luck))
    desk.tally[Tally.LOADED] = 0
    desk.tally[Tally.NODES] = 0
    clear_chart(desk)
    return loaded - score_of(desk, lay_plots(state, rules, desk, k, doctrine, luck))


@jit
def score_of(desk, place):
    """What a plot is worth; nothing where there is none."""
    return 0.0 if place == NONE else desk.score[place]


@jit
def speed_word(state, rules, desk, doctrine, luck):
    """The velocity of the best plot."""
    k = int(state.mover)
    order = state.order[int(state.seat)]
    place = plot_turn(state, rules, desk, k, doctrine, luck)
    velocity = int(state.craft[k].velocity)
    if place != NONE:
        velocity = int(desk.node[desk.best[place, 0], Node.VELOCITY])
    if order.tens != NONE:
        tens = TEN * int(order.tens)
        velocity = max(tens, min(tens + TEN - 1, velocity))
    return number_word(state, order, velocity)


@jit
def move_word(state, rules, desk, mask, doctrine, luck):
    """The next word of the best plot: fire, turn, fly on, and at the end face and roll."""
    k = int(state.mover)
    straight = amount_word(state, max(1, min(int(state.lane), MOST_AHEAD)))
    place = plot_rest(state, rules, desk, k, doctrine, luck)
    if place == NONE:
        return legal_or(mask, straight, Verb.DONE | 0)
    n, offset = desk.best[place, 0], desk.best[place, 1]
    length = trace(desk, n)
    shot = shot_step(desk, length, offset, desk.gain[place])
    if shot == 0:
        word = shooting_word(state, rules, desk, mask, k, offset)
        if word != NONE:
            return word
    if length > 1:
        return legal_or(mask, flying_word(state, desk, length, shot), straight)
    return legal_or(mask, last_word(desk, mask, place), straight)


@jit
def trace(desk, n):
    """Write the way from the root to a node into `desk.path`; returns its nodes."""
    length, step = 0, n
    while step != NONE and length < PATH:
        length += 1
        step = desk.node[step, Node.PARENT]
    step = n
    for place in range(length - 1, -1, -1):
        desk.path[place] = step
        step = desk.node[step, Node.PARENT]
    return length


@jit
def shot_step(desk, length, offset, gain):
    """Step of the way at which a shot is as good as it is likely to be; NONE before its end."""
    if gain < LEAST_SHOT:
        return NONE
    for place in range(length):
        if desk.moment[desk.path[place], offset] >= IN_HAND * gain:
            return place
    return NONE


@jit
def shooting_word(state, rules, desk, mask, k, offset):
    """Turn the nose to where the shot is, and fire; NONE where nothing may be fired after all."""
    if offset != desk.hull[Hull.OFFSET]:
        word = facing_word(desk, offset)
        return word if mask[word] else NONE
    if not mask[Verb.FIRE]:
        return NONE
    for j in range(desk.tally[Tally.FOES]):
        if volley_value(state, rules, k, desk.foe[j]) > 0:
            return Verb.FIRE | 0
    return NONE


@jit
def facing_word(desk, offset):
    """The next turn of the facing toward an angle from the heading, the shorter way."""
    turn = (offset - desk.hull[Hull.OFFSET]) % DIRECTIONS
    return Verb.FACE_STARBOARD | 0 if turn <= DIRECTIONS // 2 else Verb.FACE_PORT | 0


@jit
def flying_word(state, desk, length, shot):
    """The next turn of the way, or the hexes to the next turn or shot."""
    here, hexes = desk.node[desk.path[0]], 0
    for place in range(1, length):
        node = desk.node[desk.path[place]]
        turn = (node[Node.HEADING] - here[Node.HEADING]) % DIRECTIONS
        if turn != 0:
            if hexes > 0:
                break
            return Verb.STARBOARD | 0 if turn == 1 else Verb.PORT | 0
        hexes += 1
        if place == shot:
            break
    return amount_word(state, min(hexes, MOST_AHEAD))


@jit
def last_word(desk, mask, place):
    """All hexes are flown: the facing, the roll; turning points; done."""
    if desk.best[place, 1] != desk.hull[Hull.OFFSET]:
        return facing_word(desk, desk.best[place, 1])
    if desk.best[place, 2] and mask[Verb.ROLL]:
        return Verb.ROLL | 0
    if mask[Verb.STORE] and desk.hull[Hull.SAFE] > 0:
        return Verb.STORE | 0
    return Verb.DONE | 0


@jit
def store_word(state, mask):
    """IN-MOV-12 Points are put by for a turn toward the nearest enemy."""
    k = int(state.mover)
    enemy = nearest_enemy(state, k)
    if enemy == NONE:
        return legal_or(mask, Verb.PORT | 0, Verb.STARBOARD | 0)
    first, second = toward(state.craft[k], state.craft[enemy], int(state.craft[k].heading))
    if min(first, second) <= DIRECTIONS // 2:
        return legal_or(mask, Verb.STARBOARD | 0, Verb.PORT | 0)
    return legal_or(mask, Verb.PORT | 0, Verb.STARBOARD | 0)
