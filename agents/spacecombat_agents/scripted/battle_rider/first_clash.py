"""First Clash: the targets that each side's victory conditions make worth shooting or sparing.

Points count as destroyed for a ship that is gone, and at the end for one that cannot jump. So Red
wants the jump drives of Blue's expensive ships more than their guns, and must not end the game
early.
"""

from spacecombat_agents.scripted.battle_rider.contacts import may_attack
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Side, Victory, craft_slots
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_jump, is_on_map
from spacecombat_env.rulesets.battle_rider.victory.scenario_verdicts import (
    CLASH_ESCAPE,
    CLASH_LEAD,
    CLASH_POINTS,
)

__all__ = ["clash_share", "has_won_clash", "spares_enemy"]

GROUNDED, GROUNDED_HULK = 0.3, 0.02  # of a ship's worth to Red once it cannot jump, or attack too
LAST_ARMED = 0.05  # of the worth of the ship whose disarming would end the game too early


@native
def has_won_clash(state):
    """BR-S3-03 Whether Red's points destroyed suffice without those of ships still there."""
    return suffices(state, int(state.points_lost[Side.BLUE]))


@native
def suffices(state, destroyed):
    """BR-S3-03 Whether this number of Blue points destroyed wins the game for Red."""
    lost = int(state.points_lost[Side.RED])
    return destroyed >= CLASH_POINTS and destroyed >= lost + CLASH_LEAD


@native
def destroyed_if_over(state, rules):
    """BR-S3-05 Blue points that would count as destroyed now: lost, or seen unable to jump."""
    points = int(state.points_lost[Side.BLUE])
    for k in range(craft_slots(state), 2 * craft_slots(state)):
        craft = state.craft[k]
        if craft.detected and is_on_map(state, craft):
            klass = rules.classes[craft.klass]
            if not klass.drone and not can_jump(craft, klass):
                points += int(klass.points)
    return points


@native
def enemies_able(state, rules, side):
    """Enemies still in play that may attack, unknown ones included."""
    armed = 0
    for k in range((1 - side) * craft_slots(state), (2 - side) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE:
            if not craft.detected or may_attack(state, rules, k):
                armed += 1
    return armed


@native
def clash_share(state, rules, target):
    """BR-S3-03, 05 Share of a ship's worth that Red's fire at it would win in First Clash."""
    craft = state.craft[target]
    armed = may_attack(state, rules, target)
    if not can_jump(craft, rules.classes[craft.klass]):
        enough = suffices(state, destroyed_if_over(state, rules))
        last = armed and not enough and enemies_able(state, rules, Side.RED | 0) == 1
        return LAST_ARMED if last else (GROUNDED if armed else GROUNDED_HULK)
    return 1.0


@native
def spares_enemy(state, rules, side, left):
    """BR-S3-02, 04 Whether to hold fire: a side that has not yet escaped must not end the game.

    First Clash ends with the last enemy able to attack; Blue leaves `left` of those it knows.
    """
    if rules.option.victory != Victory.FIRST_CLASH or side != Side.BLUE:
        return False
    if state.points_escaped[side] >= CLASH_ESCAPE or escaping_points(state, rules) < CLASH_ESCAPE:
        return False
    armed = 0
    for k in range(craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.detected and may_attack(state, rules, k):
            armed += 1
    return armed <= left


@native
def escaping_points(state, rules):
    """BR-S3-04 Points of Blue that have escaped or still can."""
    points = int(state.points_escaped[Side.BLUE])
    for k in range(craft_slots(state), 2 * craft_slots(state)):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        if craft.status == CraftStatus.IN_FORCE and can_jump(craft, klass):
            points += int(klass.points)
    return points
