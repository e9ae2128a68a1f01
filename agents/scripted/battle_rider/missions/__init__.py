"""The captain in a pocket empire: what his secret mission makes of him.

`mission_word` answers the questions in which the mission matters (the asteroids, the fleet,
bombardment, the course, the deeds in orbit) and leaves every other to the captain who fights; the
set-up is that of the standing orders (orders/missions.py).
"""

from spacecombat_agents.scripted.battle_rider.missions.courses import course_word, is_found
from spacecombat_agents.scripted.battle_rider.missions.fleet import purchase_word
from spacecombat_agents.scripted.battle_rider.missions.goals import (
    AHEAD,
    FIGHT,
    all_jump,
    bombardments_wanted,
    goal_of,
    missiles_to_spare,
)
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.orders.estimates import first_word
from spacecombat_env.rulesets.battle_rider.orders.missiles import wants_bombardment
from spacecombat_env.rulesets.battle_rider.orders.missions import mission_order_word, speed_of
from spacecombat_env.rulesets.battle_rider.pieces.asks import DELEGATION
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import BodyKind, Side
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import MAX_BODIES, NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Delegate, Verb
from spacecombat_env.rulesets.battle_rider.pieces.words import amount_word, number_word
from spacecombat_env.rulesets.battle_rider.victory.deeds import RAID_TURNS

ASTEROID_COLUMNS = ((2, 18), (9, 11))  # of Red's asteroids, far from the planet; of Blue's, by it


# --- rounds and launching ------------------------------------------------------------------------


@jit
def steals_away(state, rules, tf):
    """Whether a task force has nothing to win by being noticed: it neither looks nor fires."""
    return goal_of(state, rules, tf) == AHEAD and not is_found(state, tf)


@jit
def extracts_here(state, rules):
    """MIR-04 By ships that can jump, whichever of them is taken; if there are none, by others."""
    tf, waited = int(state.round_tf), int(state.turn) - int(state.mission[Side.RED].landing_turn)
    if speed_of(state, rules, tf, True) == 0:
        return False
    return all_jump(state, rules, tf) or waited > RAID_TURNS


@jit
def deed_word(state, rules, mask):
    """Troops land, commandos come up, who has to be elsewhere takes off; others steal away."""
    if mask[Verb.LAND_TROOPS]:
        return Verb.LAND_TROOPS
    if mask[Verb.EXTRACT] and extracts_here(state, rules):
        return Verb.EXTRACT
    if mask[Verb.TAKE_OFF]:
        return Verb.TAKE_OFF
    if steals_away(state, rules, int(state.round_tf)):
        return Verb.MOVE if mask[Verb.MOVE] else Verb.END_ROUND
    return NONE


@jit
def launch_or_bombard(state, side, mask):
    """Bombard where it counts; keep what it takes; launching at ships is the fighter's word."""
    if side != Side.RED:
        return NONE
    if mask[Verb.BOMBARD] and wants_bombardment(state, side):
        return Verb.BOMBARD
    if bombardments_wanted(state) > 0 and missiles_to_spare(state) < 1:
        return Verb.DONE
    return NONE


@jit
def salvo_word(state, rules, side):
    """As many missiles as there are directors, but not those that are for the planet."""
    order = state.order[side]
    if side != Side.RED or bombardments_wanted(state) == 0:
        return NONE
    directors = int(rules.classes[state.craft[order.craft].klass].directors)
    number = min(directors, int(order.high), missiles_to_spare(state))
    return number_word(state, order, max(1, number))


# --- asteroids -----------------------------------------------------------------------------------


@jit
def body_column(state, side):
    """Red's asteroids far from the planet, Blue's before it: nobody has a mission yet."""
    placed = 0
    for k in range(1, MAX_BODIES):
        placed += 1 if state.body[k].kind == BodyKind.ASTEROID else 0
    return ASTEROID_COLUMNS[side][placed % 2]


# --- the answer ----------------------------------------------------------------------------------


@jit
def mission_word(state, rules, mask):
    """The word that the mission of the seat to act asks for, or NONE to fight on."""
    question = int(state.ask)
    side = int(state.seat)
    if question == Ask.BODY_COLUMN:
        return number_word(state, state.order[side], body_column(state, side))
    if question == Ask.BODY_ROW:
        return first_word(mask, amount_word(state, 0), len(mask))
    if question == Ask.LAUNCH_MENU:
        return launch_or_bombard(state, side, mask)
    if question == Ask.LAUNCH_NUMBER:
        return salvo_word(state, rules, side)
    if question == Ask.ROUND_MENU:
        return deed_word(state, rules, mask)
    if question == Ask.THRUST:
        goal = goal_of(state, rules, int(state.order[side].tf))
        return NONE if goal == FIGHT else course_word(state, rules, side, mask, goal)
    if DELEGATION[question] == Delegate.BUYING:
        return purchase_word(state, rules, side, mask)
    return mission_order_word(state, rules, side, mask)
