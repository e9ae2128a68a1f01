"""Chapter DMG: what hits do to ships, what damaged ships can still do, and the loss of craft."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import pick
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    DIE,
    GLOBE_FULL,
    LOG_LENGTH,
    MAX_WHITEOUTS,
    NONE,
    RESERVE_BURNED,
    RESULTS,
    ROLL_AGAIN,
    TURN_LENGTH_MARKER,
    Chance,
    CraftStatus,
    Damage,
    Errand,
    Event,
    ForceStatus,
    Phase,
    Removal,
    Result,
    Surface,
)
from spacecombat_env.rulesets.battle_rider.pieces.missions import is_vampire
from spacecombat_env.rulesets.battle_rider.pieces.tasks import luck, note, pair
from spacecombat_env.rulesets.battle_rider.pieces.words import craft_slots, force_slots
from spacecombat_env.rulesets.battle_rider.ships.life_support import suit_up

# --- what a ship can do --------------------------------------------------------------------------


@jit
def is_on_map(state, craft):
    """Whether a craft is in a task force on the map (not aboard, not waiting to enter)."""
    return craft.status == CraftStatus.IN_FORCE and state.tf[craft.tf].status == ForceStatus.ON_MAP


@jit
def on_ground(state, craft):
    """BR-AMB-61 Landing, landed or taking off: the craft can do little else."""
    return craft.tf != NONE and state.tf[craft.tf].surface != Surface.SPACE


@jit
def has_power(craft):
    """BR-DMG-12, BR-PWR-02, 03 The plant works, and is neither powered down nor powering up."""
    return not craft.damage[Result.POWER_PLANT] and not craft.power


@jit
def can_maneuver(craft):
    """BR-DMG-10, 18, 25, BR-BGL-10, BR-SUR-02 Bridge, power, maneuver drive; a tumbling ship must
    recover; no full globe, no surprise."""
    damage = craft.damage
    out = damage[Result.BRIDGE] or damage[Result.MANEUVER_DRIVE]
    held = craft.tumble or craft.stunned or craft.globe == GLOBE_FULL
    return has_power(craft) and not out and not held


@jit
def can_evade(craft):
    """BR-DMG-16, BR-EVA-04, BR-AMB-04, BR-PAC-09 As maneuver; gravity, no array extended."""
    gravity = craft.damage[Result.ARTIFICIAL_GRAVITY]
    return can_maneuver(craft) and not gravity and not craft.extended


@jit
def can_jam(craft):
    """BR-DMG-10, 13 No jamming without bridge, power or sensors."""
    damage = craft.damage
    return has_power(craft) and not (damage[Result.BRIDGE] or damage[Result.SENSORS])


@jit
def can_fire_beams(craft):
    """BR-DMG-11, BR-FIR-15, BR-SUR-02 Fire control, power and circuits must work; no surprise."""
    if craft.overload or craft.stunned:
        return False
    return has_power(craft) and not craft.damage[Result.FIRE_CONTROL]


@jit
def can_operate_missiles(craft):
    """BR-DMG-11, 12 Only a Fire Control result stops missiles; a dead power plant does not."""
    return not craft.damage[Result.FIRE_CONTROL]


@jit
def can_screen(craft):
    """BR-SCR-12, BR-DMG-10, BR-AMB-05, BR-PAC-10 Meson screen and dampers: bridge and power."""
    return has_power(craft) and not craft.damage[Result.BRIDGE]


@jit
def can_jump(craft, klass):
    """BR-GEN-09, BR-SCN-07, BR-DMG-17, 20, BR-FUE-03 Jump drive and fuel; no result against it."""
    damage = craft.damage
    return (
        klass.jump > 0
        and craft.fuel != RESERVE_BURNED
        and damage[Result.COMPUTER] != Damage.PERMANENT
        and damage[Result.BRIDGE] != Damage.PERMANENT
        and damage[Result.LIFE_SUPPORT] != Damage.PERMANENT
        and damage[Result.JUMP_DRIVE] != Damage.PERMANENT
    )


@jit
def fire_control(craft, klass):
    """BR-CTR-09, BR-AMB-04, BR-PAC-09 Fire control rating; none without a bridge."""
    if craft.damage[Result.BRIDGE]:
        return 0
    return int(klass.fire_control)


# --- losses --------------------------------------------------------------------------------------


@jit
def white_out(state, q, r):
    """BR-MIS-30, BR-DMG-15 Place a White Out-2 marker in a hex.

    Printed markers are no limit, but for those of damage (BR-AMB-87).
    """
    for k in range(MAX_WHITEOUTS):
        marker = state.whiteout[k]
        if marker.timer == 0:
            marker.timer = TURN_LENGTH_MARKER
            marker.q = q
            marker.r = r
            return


@jit
def remove_force(state, index, why):
    """Take a task force counter off the map; `why` is a Removal."""
    event = note(state, Event.FORCE_REMOVED, index // force_slots(state))
    event.actor = state.tf[index].contact
    event.a = index
    event.b = why
    state.tf[index].status = ForceStatus.UNUSED


@jit
def leave_force(state, index):
    """BR-TF-09, BR-AMB-28 Take a craft out of its task force; an exposed empty force goes too."""
    tf = int(state.craft[index].tf)
    state.craft[index].tf = NONE
    if tf == NONE:
        return
    force = state.tf[tf]
    force.strength -= 1
    if force.strength == 0 and force.shadow_found:
        remove_force(state, tf, Removal.GONE)


@jit
def return_markers(state, craft):
    """BR-AMB-37 Put the markers of a ship that is gone back into the cup."""
    for result in range(RESULTS):
        if craft.damage[result]:
            state.pool[result] += 1
            craft.damage[result] = Damage.INTACT


@jit
def count_points(state, rules, index, status):
    """BR-SCN-06, BR-S2-05 A craft out of the game counts its printed points: lost, as captured ones
    do, or escaped."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    points = int(rules.classes[craft.klass].points)
    known = points if craft.detected else 0
    if status == CraftStatus.ESCAPED:
        state.points_escaped[side] += points
        state.known_escaped[side] += known
    else:
        state.points_lost[side] += points
        state.known_lost[side] += known


@jit
def lose_craft(state, rules, index, status):
    """BR-AMB-89 Take a craft out of the game; what it carries shares its fate."""
    craft = state.craft[index]
    count_points(state, rules, index, status)
    return_markers(state, craft)
    leave_force(state, index)
    craft.status = status
    for k in range(len(state.craft)):
        if state.craft[k].status == CraftStatus.ABOARD and state.craft[k].keeper == index:
            count_points(state, rules, k, status)
            return_markers(state, state.craft[k])
            state.craft[k].status = status


@jit
def destroy_craft(state, rules, index):
    """BR-DMG-07, 15 A craft is destroyed; a ship that explodes leaves a White Out-2 marker."""
    craft = state.craft[index]
    force = state.tf[craft.tf]
    event = note(state, Event.DESTROYED, index // craft_slots(state))
    event.actor = index
    event.a = craft.klass
    if not rules.classes[craft.klass].drone:
        white_out(state, force.q, force.r)
    lose_craft(state, rules, index, CraftStatus.DESTROYED)
    remove_orphans(state, rules)


@jit
def is_gone(craft):
    """Whether a craft has left the game; one aboard its tender has not."""
    return craft.status != CraftStatus.IN_FORCE and craft.status != CraftStatus.ABOARD


@jit
def remove_orphans(state, rules):
    """BR-MIS-11, BR-AMB-48, BR-DRN-03, BR-AMB-50 Remove what has lost its controlling ship.

    Spreads go at once in the Operations Phase and at the end of the Missile Attack Phase.
    """
    if state.phase != Phase.MISSILE_ATTACK:
        remove_orphaned_spreads(state)
    for k in range(len(state.craft)):
        drone = state.craft[k]
        if drone.status == CraftStatus.IN_FORCE and rules.classes[drone.klass].drone:
            keeper = state.craft[drone.keeper]
            if is_gone(keeper) or keeper.damage[Result.BRIDGE]:
                lose_craft(state, rules, k, CraftStatus.LOST)


@jit
def remove_orphaned_spreads(state):
    """BR-MIS-11 Spreads of ships that are gone or have a Fire Control result are removed."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0:
            owner = state.craft[spread.owner]
            if is_gone(owner) or not can_operate_missiles(owner):
                remove_spread(state, k)


@jit
def remove_spread(state, index):
    """Take a missile spread off the map."""
    event = note(state, Event.SPREAD_GONE, index // (len(state.spread) // 2))
    event.actor = state.spread[index].contact
    event.a = index
    state.spread[index].count = 0
    state.spread[index].target_tf = NONE
    state.spread[index].target_spread = NONE


# --- damage results ------------------------------------------------------------------------------


@jit
def draw_marker(state, index):
    """BR-DMG-09 Draw a marker from the cup; NONE when it is empty. It may owe some (BR-BGL-05)."""
    total = 0
    for result in range(RESULTS):
        total += max(0, int(state.pool[result]))
    if total == 0:
        return NONE
    chosen = pick(luck(state, Chance.MARKER, pair(index, 0)), total)
    for result in range(RESULTS):
        chosen -= max(0, int(state.pool[result]))
        if chosen < 0:
            state.pool[result] -= 1
            return result
    return NONE


@jit
def draws_again(state, rules, index):
    """BR-S2-04 Whether another result than No Effect must be drawn, and is in the cup."""
    if not rules.option.redraws[index // craft_slots(state)]:
        return False
    for result in range(RESULTS):
        if result != Result.NO_EFFECT and state.pool[result] > 0:
            return True
    return False


@jit
def tell_damage(state, rules, index, result, lasting):
    """Log a result on a ship; by BR-DMG-08 both players may look at the markers, by BR-HID-01 not.

    Of a marker that lies face down the opponent is told no more than that.
    """
    side = index // craft_slots(state)
    if result == Result.NO_EFFECT and add_blank(state, index):
        return
    event = note(state, Event.DAMAGE, side)
    event.actor = index
    event.a = result
    event.b = lasting
    if rules.option.hidden_damage:
        event.known = 1 << side
        other = note(state, Event.MARKER, side)
        other.known = 1 << (1 - side)
        other.actor = index


@jit
def add_blank(state, index):
    """Count a further No Effect of one step in the event that tells of the first."""
    for n in range(int(state.log_told), int(state.log_count)):
        event = state.log[n % LOG_LENGTH]
        if event.kind == Event.DAMAGE and event.actor == index and event.a == Result.NO_EFFECT:
            event.c += 1
            return True
    return False


@jit
def place_result(state, rules, index, result, lasting):
    """BR-DMG-06, 07, BR-HID-02, BR-AMB-37, 38, 82 Place a drawn marker, or return a duplicate.

    `lasting` is Damage.TEMPORARY_2 or Damage.PERMANENT. A permanent result replaces a temporary
    one. An auxiliary bridge makes the first Bridge result temporary and the second permanent.
    """
    craft = state.craft[index]
    stays = rules.option.no_effect_stays or rules.option.hidden_damage
    if result == Result.NO_EFFECT and not stays:
        state.pool[result] += 1
        tell_damage(state, rules, index, result, lasting)
        return
    if result == Result.BRIDGE and rules.classes[craft.klass].aux_bridge:
        lasting = Damage.PERMANENT if craft.bridge_shifted else Damage.TEMPORARY_2
        craft.bridge_shifted = 1
    if result == Result.LIFE_SUPPORT and rules.option.suits_up[index // craft_slots(state)]:
        suit_up(craft)  # BR-AMB-102 also by a duplicate
    had = craft.damage[result]
    if had:
        state.pool[result] += 1
    if lasting > had:
        if not had or lasting == Damage.PERMANENT:
            craft.damage[result] = lasting
            tell_damage(state, rules, index, result, lasting)


@jit
def take_damage(state, rules, index, value):
    """BR-DMG-05 Below 0 nothing, at 0 one temporary result, else that many permanent results."""
    if value < 0:
        return
    if rules.classes[state.craft[index].klass].drone:  # BR-AMB-50
        destroy_craft(state, rules, index)
        return
    lasting = Damage.PERMANENT if value > 0 else Damage.TEMPORARY_2
    draw_results(state, rules, index, max(1, value), lasting)


@jit
def table_result(state, rules, index):
    """BR-LRG-05, 06, 07, 08 Two dice and the table; it has as many of each result as are rolled.

    The cup, of which more may be taken than it holds, keeps the account.
    """
    who = pair(index, 0)
    total = 2 + pick(luck(state, Chance.DAMAGE_TABLE, who), DIE)
    total += pick(luck(state, Chance.DAMAGE_TABLE, who), DIE)
    result = int(rules.rolled[total])
    if total == ROLL_AGAIN:
        result = int(rules.rolled_again[pick(luck(state, Chance.DAMAGE_TABLE, who), DIE)])
    state.pool[result] -= 1
    return result


@jit
def next_result(state, rules, index):
    """BR-DMG-09, BR-LRG-05 A result from the cup, or from the table of large scenarios."""
    if rules.option.damage_table:
        return table_result(state, rules, index)
    return draw_marker(state, index)


@jit
def draw_results(state, rules, index, count, lasting):
    """BR-DMG-06, 07 Draw markers together, then place them; Ship Explodes returns them all."""
    drawn = state.drawn
    for _ in range(count):
        result = next_result(state, rules, index)
        while result == Result.NO_EFFECT and draws_again(state, rules, index):
            state.pool[result] += 1
            result = next_result(state, rules, index)
        if result != NONE:
            drawn[result] += 1
    if drawn[Result.SHIP_EXPLODES]:
        if state.mission[index // craft_slots(state)].number != 0:
            mark_hit(state, index, drawn)
        for result in range(RESULTS):
            state.pool[result] += drawn[result]
            drawn[result] = 0
        destroy_craft(state, rules, index)
        return
    if state.mission[index // craft_slots(state)].number != 0:
        mark_hit(state, index, drawn)
    for result in range(RESULTS):
        placed = int(drawn[result])
        drawn[result] = 0
        for _ in range(placed):
            place_result(state, rules, index, result, lasting)
    if drawn[Result.COMPUTER] and is_vampire(state, index):
        destroy_craft(state, rules, index)
    remove_orphans(state, rules)


@jit
def mark_hit(state, index, drawn):
    """BR-MIR-07, BR-MIB-09 A hit counts if it has a result other than No Effect."""
    for result in range(RESULTS):
        if drawn[result]:
            mark_result(state, index, result)


@jit
def mark_result(state, index, result):
    """BR-MIR-07, BR-MIB-09 The same of one result."""
    if result != Result.NO_EFFECT:
        state.craft[index].errand = int(state.craft[index].errand) | Errand.HIT


@jit
def end_temporary_damage(state):
    """BR-SEQ-11, BR-DMG-06, 23 Temporary Damage-1 ends, -2 becomes 1; nothing else is repaired."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.UNUSED:
            continue
        for result in range(RESULTS):
            if craft.damage[result] == Damage.TEMPORARY_1:
                craft.damage[result] = Damage.INTACT
                state.pool[result] += 1
            elif craft.damage[result] == Damage.TEMPORARY_2:
                craft.damage[result] = Damage.TEMPORARY_1
