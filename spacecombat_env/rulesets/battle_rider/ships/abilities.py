"""Chapters DMG and PWR: position of craft, and abilities of damaged ships."""

from spacecombat_env.core.native import native

from ..model import (
    GLOBE_FULL,
    NONE,
    RESERVE_BURNED,
    CraftStatus,
    Damage,
    ForceStatus,
    Result,
    Surface,
)
from ..model.record_types import Class, Craft, State


@native
def is_on_map(state: State, craft: Craft):
    """Whether a craft is in a task force on the map (not aboard, not waiting to enter)."""
    return craft.status == CraftStatus.IN_FORCE and state.tf[craft.tf].status == ForceStatus.ON_MAP


@native
def on_ground(state: State, craft: Craft):
    """BR-AMB-61 Landing, landed or taking off: the craft can hardly do anything else."""
    return craft.tf != NONE and state.tf[craft.tf].surface != Surface.SPACE


@native
def has_power(craft: Craft):
    """BR-DMG-12, BR-PWR-02, 03 The plant works, and is neither powered down nor powering up."""
    return not craft.damage[Result.POWER_PLANT] and not craft.power


@native
def can_maneuver(craft: Craft):
    """BR-DMG-10, 18, 25, BR-BGL-10, BR-SUR-02 Bridge, power, drive; no tumble, globe, surprise."""
    damage = craft.damage
    out = damage[Result.BRIDGE] or damage[Result.MANEUVER_DRIVE]
    held = craft.tumble or craft.stunned or craft.globe == GLOBE_FULL
    return has_power(craft) and not out and not held


@native
def can_evade(craft: Craft):
    """BR-DMG-16, BR-EVA-04, BR-AMB-04, BR-PAC-09 As for maneuver, with gravity and no array."""
    gravity = craft.damage[Result.ARTIFICIAL_GRAVITY]
    return can_maneuver(craft) and not gravity and not craft.extended


@native
def can_jam(craft: Craft):
    """BR-DMG-10, 13 No jamming without bridge, power or sensors."""
    damage = craft.damage
    return has_power(craft) and not (damage[Result.BRIDGE] or damage[Result.SENSORS])


@native
def can_fire_beams(craft: Craft):
    """BR-DMG-11, BR-FIR-15, BR-SUR-02 Fire control, power and circuits must work; no surprise."""
    if craft.overload or craft.stunned:
        return False
    return has_power(craft) and not craft.damage[Result.FIRE_CONTROL]


@native
def can_operate_missiles(craft: Craft):
    """BR-DMG-11, 12 Only a Fire Control result stops missiles; a dead power plant does not."""
    return not craft.damage[Result.FIRE_CONTROL]


@native
def can_screen(craft: Craft):
    """BR-SCR-12, BR-DMG-10, BR-AMB-05, BR-PAC-10 Meson screen and dampers: bridge and power."""
    return has_power(craft) and not craft.damage[Result.BRIDGE]


@native
def can_jump(craft: Craft, klass: Class):
    """BR-GEN-09, BR-SCN-07, BR-DMG-17, 20, BR-FUE-03 Jump drive and fuel, undamaged."""
    damage = craft.damage
    return (
        klass.jump > 0
        and craft.fuel != RESERVE_BURNED
        and damage[Result.COMPUTER] != Damage.PERMANENT
        and damage[Result.BRIDGE] != Damage.PERMANENT
        and damage[Result.LIFE_SUPPORT] != Damage.PERMANENT
        and damage[Result.JUMP_DRIVE] != Damage.PERMANENT
    )


@native
def fire_control(craft: Craft, klass: Class):
    """BR-CTR-09, BR-AMB-04, BR-PAC-09 Fire control rating; none without a bridge."""
    if craft.damage[Result.BRIDGE]:
        return 0
    return int(klass.fire_control)
