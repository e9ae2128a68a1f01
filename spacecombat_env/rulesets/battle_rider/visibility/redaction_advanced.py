"""Redaction for advanced and optional rules, missions and buying."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import RESULTS, CraftStatus, Errand, Secrecy, has_players
from .redacted_fields import (
    redact_advanced_stores,
    redact_advanced_undetected,
    redact_battery_fire,
    redact_fulfilment,
    redact_markers,
    redact_mission,
    redact_money,
    redact_near_side,
    redact_player,
    redact_report,
    redact_results,
    redact_suits,
    redact_tactics,
    redact_team,
    redact_watch,
)


@native
def redact_advanced(state, seat):
    """Hide the secrets of advanced and optional rules, missions and buying."""
    enemy = 1 - seat
    redact_money(state, enemy)
    if state.buyer[enemy]:
        redact_tactics(state, enemy)
    if state.battery_side == enemy:
        redact_batteries(state)
    redact_watch(state.watch[enemy])
    if has_players(state, enemy):
        redact_players(state, enemy)
    if state.mission[seat].number != 0:
        redact_missions(state, enemy)
    for k in range(len(state.craft)):
        redact_markers(state.craft[k])
    if int(state.secrecy) & Secrecy.DAMAGE:
        redact_damage(state, enemy)
    for k in side_range(state.craft, enemy):
        redact_advanced_craft(state.craft[k])
    for k in side_range(state.craft, seat):
        redact_report(state.craft[k])


@native
def redact_damage(state, enemy):
    """BR-HID-01, 02 Hide the enemy's damage except the number of markers, and the cup.

    Hide also whether one of them is a result other than No Effect (BR-MIR-07, BR-MIB-09), or Life
    Support (BR-S2-03).
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        craft.errand = int(craft.errand) & Errand.SPOTTED
        for result in range(RESULTS):
            if craft.damage[result]:
                craft.markers += 1
                state.pool[result] += 1
        redact_results(craft)
        redact_suits(craft)


@native
def redact_points(state, enemy):
    """The enemy's losses are known as far as its craft are."""
    state.points_lost[enemy] = state.known_lost[enemy]
    state.points_escaped[enemy] = state.known_escaped[enemy]


@native
def redact_players(state, enemy):
    """BR-MPL-01 Hide how the enemy divides its ships, and its players' skills."""
    redact_team(state.team[enemy])
    for k in side_range(state.craft, enemy):
        redact_player(state.craft[k])


@native
def redact_missions(state, enemy):
    """BR-ASG-05, 14 Hide the enemy's mission, and whether its ships off the map have escaped."""
    redact_mission(state.mission[enemy])
    for side in range(2):
        redact_fulfilment(state.mission[side])
    state.known_lost[enemy] += state.known_escaped[enemy]
    state.known_escaped[enemy] = 0
    redact_points(state, enemy)
    for k in side_range(state.craft, enemy):
        if state.craft[k].status == CraftStatus.ESCAPED:
            state.craft[k].status = CraftStatus.LOST


@native
def redact_batteries(state):
    """BR-BAT-03, BR-RFC-02 Hide the use of a side's batteries and directors."""
    redact_battery_fire(state)
    for k in range(len(state.tf)):
        redact_near_side(state.tf[k])


@native
def redact_advanced_craft(craft):
    """BR-AMB-88 Of a detected enemy craft the errand shows hits and sightings."""
    errand = int(craft.errand)
    redact_advanced_stores(craft)
    if craft.detected:
        craft.errand = errand & (Errand.HIT | Errand.SPOTTED)
    else:
        redact_advanced_undetected(craft)
