"""Fire: the expected effect of a volley, and the choice of the most valuable target."""

from spacecombat_agents.scripted.battle_rider.contacts import range_to
from spacecombat_agents.scripted.battle_rider.doctrines import AGGRESSIVE, FAR, chance
from spacecombat_agents.scripted.battle_rider.first_clash import clash_share
from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.battle_rider.beams.gunnery import (
    beams_left,
    hit_difficulty,
    weapon_damage,
)
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    WEAPON_ROWS,
    Beam,
    CraftStatus,
    Result,
    Sensor,
    Side,
    Victory,
    craft_slots,
    enemy_craft_action,
)
from spacecombat_env.rulesets.battle_rider.orders.order_estimates import first_action, lock_estimate
from spacecombat_env.rulesets.battle_rider.ships.abilities import can_screen, is_on_map

__all__ = ["best_fire", "fire_target_action", "target_value"]


@native
def expected_result(rules, target, kind, value):
    """Expected damage results of one hit of a weapon on a target."""
    klass = rules.classes[target.klass]
    size, armor = int(klass.size_mod), int(klass.armor)
    if kind == Beam.LASER:
        left = value - armor // 10 + size
    elif kind == Beam.PARTICLE:
        left = value - armor + size
    else:
        screen = int(klass.meson_screen)
        if screen > 0 and can_screen(target):
            failure = 1.0 - chance(2 + value - screen)
            return failure * max(0.4, value + size - screen)
        left = value + size
    if left < 0:
        return 0.0
    return 0.4 if left == 0 else float(left)


@native
def expected_volley(state, rules, index, target):
    """Expected damage results of a ship's beams on a detected craft this phase."""
    other = state.craft[target]
    own, force = state.tf[state.craft[index].tf], state.tf[other.tf]
    away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
    size = int(rules.classes[other.klass].size_mod)
    total = 0.0
    for row in range(WEAPON_ROWS):
        beams = beams_left(state, rules, index, row)
        if beams == 0:
            continue
        difficulty = hit_difficulty(state, rules, index, row, away, size, int(force.evade))
        weapon = rules.classes[state.craft[index].klass].weapon[row]
        value = weapon_damage(weapon, away)
        if value >= 0:
            hit = chance(difficulty) * expected_result(rules, other, int(weapon.kind), value)
            total += beams * hit
    return total


@native
def lock_chance(state, rules, index, target):
    """Chance of a lock with the better sensor that is ready."""
    passive = lock_estimate(state, rules, index, Sensor.PASSIVE, target) - 1
    active = lock_estimate(state, rules, index, Sensor.ACTIVE, target) - 1
    if not state.craft[index].active:
        active = FAR
    return chance(min(passive, active))


@native
def is_spent(craft):
    """Whether a craft can neither fire nor steer missiles any more."""
    return craft.damage[Result.FIRE_CONTROL] == 3


@native
def target_value(state, rules, side, target):
    """Value of firing at a craft with the whole force of the round."""
    other = state.craft[target]
    if other.boarders != NONE:
        return 0.0
    klass = rules.classes[other.klass]
    total = 0.0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.round_tf:
            results = expected_volley(state, rules, k, target)
            total += lock_chance(state, rules, k, target) * min(results, 12.0)
    worth = 10.0 + int(klass.points)
    if klass.directors > 0:
        worth += int(klass.directors)
    if rules.option.victory == Victory.FIRST_CLASH and side == Side.RED:
        worth *= clash_share(state, rules, target)
    elif is_spent(other):
        worth *= 0.2
    return total * worth


@native
def fire_target_action(state, rules, side, mask, doctrine):
    """The target that the volley hurts most, or the nearest for `aggressive`."""
    best, action = -1.0, NONE
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if not craft.detected or not is_on_map(state, craft):
            continue
        candidate = enemy_craft_action(state, k)
        away = range_to(state, int(state.round_tf), int(craft.tf))
        if not mask[candidate] or away > doctrine.open_fire_range:
            continue
        if doctrine.number == AGGRESSIVE:
            value = float(FAR - away)
        else:
            value = target_value(state, rules, side, k)
        if value > best:
            best = value
            action = candidate
    return action if action != NONE else first_action(mask, 0, len(mask))


@native
def best_fire(state, rules, side, doctrine):
    """Worth of the best target of the round's force, 0 when nothing would hurt."""
    best = 0.0
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if not craft.detected or not is_on_map(state, craft):
            continue
        if range_to(state, int(state.round_tf), int(craft.tf)) <= doctrine.open_fire_range:
            best = max(best, target_value(state, rules, side, k))
    return best
