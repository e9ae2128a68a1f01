"""Gun tables: expected damage of a unit by arc, range and angle of attack, filled before a search.

A value is boxes of damage times their chance, before the target's shield and armour.
`workspace.vulnerability` holds what a box on a facing is worth.
"""

from spacecombat_agents.scripted.interceptor.doctrine import (
    INSIDE,
    LARGE_SHIELD,
    RACK_THREAT,
    RACK_TURNS,
    SHARE_FIRED,
    THICK,
    THIN,
    USUAL_GUNNERY,
    USUAL_PILOTING,
    USUAL_SHIELD,
    VARIABLE_SHIELD,
)
from spacecombat_agents.scripted.interceptor.workspace import (
    ANGLES,
    ARC_COUNT,
    MISSILE_RANGES,
    RANGES,
    Count,
    Guns,
)
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.combat.arcs import mirrored
from spacecombat_env.rulesets.interceptor.combat.lepc import second_damage
from spacecombat_env.rulesets.interceptor.combat.shields import penetration
from spacecombat_env.rulesets.interceptor.combat.to_hit import handling
from spacecombat_env.rulesets.interceptor.combat.weapons import (
    NO_GUN,
    crewman_of,
    damage_at,
    gun_row,
    is_ready,
    is_usable,
)
from spacecombat_env.rulesets.interceptor.crew.skills import dodge
from spacecombat_env.rulesets.interceptor.model import (
    DIRECT_RANGE,
    DIRECTIONS,
    MAX_CLASSES,
    NONE,
    Arc,
    Family,
    Load,
    Size,
    class_of,
    has_scanner,
    is_bare,
    rack_of,
)

__all__ = ["enemy_vulnerability", "fill_enemy", "fill_own", "fill_vulnerability"]

AHEAD_ARC = int(Arc.FORWARD)
JAM_OUT = 7
ARC_OF_SIDE = tuple(
    int(arc) for arc in (Arc.FORWARD, Arc.RIGHT, Arc.RIGHT, Arc.AFT, Arc.LEFT, Arc.LEFT)
)
"""Arcs of the fixed weapons of an installation, by side: an estimate, wider than they are."""
LAUNCHED = tuple(map(int, (Load.DAP, Load.DFM, Load.RIS, Load.SSS)))
"""Missiles that are launched at a named target."""


@native
def tenths(number):
    """IN-DIR-03 A number to hit as a chance: a 1 always hits, a 10 always misses."""
    return max(1, min(9, number)) / 10.0


@native
def clear_guns(workspace, unit):
    """Clear the guns of a unit."""
    for guns in range(2):
        for arc in range(ARC_COUNT):
            for distance in range(RANGES):
                for angle in range(ANGLES):
                    workspace.gun[unit, guns, arc, distance, angle] = 0.0


@native
def add_gun(rules, workspace, unit, guns, arc, gun, skill):
    """Add a gun that bears through an arc; `skill` is its number except for range and angle."""
    for distance in range(int(rules.weapon[gun].reach) + 1):
        if distance > DIRECT_RANGE:
            return
        points = damage_at(rules, gun, distance)
        second = second_damage(rules, gun, distance)
        if points == 0:
            continue
        for angle in range(ANGLES):
            chance = tenths(int(rules.base_to_hit[distance]) + skill - angle)
            workspace.gun[unit, guns, arc, distance, angle] += chance * (points + chance * second)


@native
def arc_of(craft, weapon):
    """Return the arc of a weapon as the ship flies: rolled, right is left; a jammed turret's; NONE:
    out.
    """
    arc = int(weapon.arc)
    if arc >= Arc.SIDE_1:
        return ARC_OF_SIDE[arc - Arc.SIDE_1] if weapon.turret == NONE else Arc.TURRET | 0
    if weapon.turret != NONE and craft.jam[int(weapon.turret)] > 0:
        jam = int(craft.jam[int(weapon.turret)])
        if jam == JAM_OUT:
            return NONE
        arc = Arc.RIGHT | 0 if jam <= DIRECTIONS // 2 else Arc.LEFT | 0
        if jam == 1:
            arc = Arc.FORWARD | 0
        elif jam == 1 + DIRECTIONS // 2:
            arc = Arc.AFT | 0
    if craft.rolled and arc == Arc.RIGHT:
        return Arc.LEFT | 0
    if craft.rolled and arc == Arc.LEFT:
        return Arc.RIGHT | 0
    return arc


# --- the own ship --------------------------------------------------------------------------------


@native
def fill_own(state, rules, workspace, k):
    """Fill in the guns and missiles of craft k: those ready now, and all."""
    clear_guns(workspace, 0)
    for guns in range(2):
        for distance in range(MISSILE_RANGES):
            workspace.lock[guns, distance, 0] = 0.0
            workspace.lock[guns, distance, 1] = 0.0
    workspace.counts[Count.LOADED] = 0
    for w in range(int(class_of(state, rules, k).weapons)):
        if is_usable(state, rules, k, w):
            ready = is_ready(state, rules, k, w)
            if ready:
                workspace.counts[Count.LOADED] = 1
            add_weapon(state, rules, workspace, k, w, ready)


@native
def add_weapon(state, rules, workspace, k, w, ready):
    """Add a weapon that works; `ready` is whether it can fire now."""
    gun = gun_row(state, rules, k, w)
    if gun == NO_GUN:
        add_rack(state, rules, workspace, k, w, Guns.ALL | 0)
        if ready:
            add_rack(state, rules, workspace, k, w, Guns.READY | 0)
        return
    arc = arc_of(state.craft[k], class_of(state, rules, k).weapon[w])
    if arc == NONE or crewman_of(state, rules, k, w) == NONE:
        return
    skill = handling(state, rules, k, w) - USUAL_PILOTING
    add_gun(rules, workspace, 0, Guns.ALL | 0, arc, gun, skill)
    if ready:
        add_gun(rules, workspace, 0, Guns.READY | 0, arc, gun, skill)


@native
def add_rack(state, rules, workspace, k, w, guns):
    """IN-MSL-02 Add the best missile of a rack at each range, in the target's rear or not."""
    rack = state.rack[rack_of(state, rules, k, w)]
    for distance in range(MISSILE_RANGES):
        for rear in range(2):
            best = 0.0
            for load in LAUNCHED:
                kind = rules.missile[load]
                barred = guns == Guns.READY and (int(rack.barred) >> load) & 1 == 1
                if rack.load[load] == 0 or barred or (kind.rear and not rear):
                    continue
                if distance < kind.least or distance > kind.most:
                    continue
                if kind.scanner and not has_scanner(state, rules, k):
                    continue
                chance = tenths(int(kind.intelligence) if load != Load.DFM else USUAL_GUNNERY)
                best = max(best, chance * int(kind.points))
            workspace.lock[guns, distance, rear] += best


# --- an enemy ------------------------------------------------------------------------------------


@native
def fill_enemy(state, rules, workspace, j, e, k):
    """Fill in the guns of enemy e, the jth in the workspace, at craft k: of its class, if known."""
    clear_guns(workspace, 1 + j)
    craft = state.craft[e]
    skill = USUAL_GUNNERY - int(dodge(state, rules, k))
    if craft.klass == 0:
        fill_unknown(state, rules, workspace, j, e, skill)
        return
    klass = rules.classes[int(craft.klass)]
    for w in range(int(klass.weapons)):
        weapon = klass.weapon[w]
        arc = arc_of(craft, weapon)
        if arc == NONE or (int(craft.last_seen_disabled) >> int(weapon.component)) & 1:
            continue
        fired = (int(craft.fired) >> w) & 1
        if weapon.family == Family.RACK:
            add_threat(state, rules, workspace, 1 + j, fired)
            continue
        add_gun(rules, workspace, 1 + j, Guns.ALL | 0, arc, int(weapon.table), skill)
        if not fired:
            add_gun(rules, workspace, 1 + j, Guns.READY | 0, arc, int(weapon.table), skill)


@native
def add_threat(state, rules, workspace, unit, fired):
    """Add the threat of an enemy's rack at a DAP's range, less as turns pass."""
    threat = RACK_THREAT / (1.0 + int(state.turn) / RACK_TURNS)
    for distance in range(int(rules.missile[Load.DAP].most) + 1):
        for angle in range(ANGLES):
            workspace.gun[unit, Guns.ALL, AHEAD_ARC, distance, angle] += threat
            if not fired:
                workspace.gun[unit, Guns.READY, AHEAD_ARC, distance, angle] += threat


@native
def fill_unknown(state, rules, workspace, j, e, skill):
    """Fill in the mean of the forward guns of all classes of its size."""
    left = SHARE_FIRED if state.craft[e].fired != 0 else 1.0
    for distance in range(RANGES):
        band, total, count = int(rules.band[distance]), 0.0, 0
        for c in range(1, MAX_CLASSES):
            klass = rules.classes[c]
            if klass.rows > 0 and klass.size_class == state.craft[e].size_class:
                total += int(klass.damage[band])
                count += 1
        mean = total / max(count, 1)
        for angle in range(ANGLES):
            value = mean * tenths(int(rules.base_to_hit[distance]) + skill - angle)
            workspace.gun[1 + j, Guns.ALL, AHEAD_ARC, distance, angle] = value
            workspace.gun[1 + j, Guns.READY, AHEAD_ARC, distance, angle] = value * left


# --- the worth of a box --------------------------------------------------------------------------


@native
def vulnerability_of(rules, flicker, armour):
    """IN-DEF-15 Return the worth of a box aimed at a facing, past its shield and armour."""
    past = min(1.0, max(0.0, 1.0 - (armour - THIN) / THICK))
    return penetration(rules, flicker) / 10.0 * (1.0 + INSIDE * past)


@native
def enemy_vulnerability(state, rules, e, facing):
    """Return the same for a facing of an enemy, as last seen, or as its class has it."""
    craft = state.craft[e]
    flicker, armour = USUAL_SHIELD, THICK
    if craft.size_class != Size.NONE and craft.size_class <= Size.PCS_1000:
        flicker = LARGE_SHIELD
    if craft.klass != 0:
        klass = rules.classes[int(craft.klass)]
        armour = 1.0 * int(klass.armour[facing])
        flicker = VARIABLE_SHIELD if klass.variable else int(klass.shield[facing])
    if craft.armour_turn > 0:
        armour = 1.0 * int(craft.last_seen_armour[facing])
    if is_bare(craft):
        flicker = 0
    return vulnerability_of(rules, flicker, armour)


@native
def fill_vulnerability(state, rules, workspace, k):
    """Fill in the facings of craft k and of the enemies in the workspace, by hexside."""
    craft = state.craft[k]
    for facing in range(DIRECTIONS):
        side = mirrored(craft, facing)
        flicker = 0 if is_bare(craft) else int(craft.shield[facing])
        worth = vulnerability_of(rules, flicker, int(craft.armour[facing]))
        workspace.vulnerability[0, side] = worth
        for j in range(workspace.counts[Count.ENEMIES]):
            e = workspace.enemy[j]
            side = mirrored(state.craft[e], facing)
            workspace.vulnerability[1 + j, side] = enemy_vulnerability(state, rules, e, facing)
