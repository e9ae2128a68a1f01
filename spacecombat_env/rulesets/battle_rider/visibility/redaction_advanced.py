"""Redaction for advanced and optional rules, missions and buying."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    MAX_DIRECTED,
    NONE,
    RESULTS,
    WEAPON_ROWS,
    CraftStatus,
    Errand,
    Secrecy,
    craft_slots,
    redact_players,
)
from ..model.record_types import Craft, State, Watch


@native
def redact_advanced(state: State, seat):
    """Hide the secrets of advanced and optional rules, missions and buying."""
    enemy = 1 - seat
    redact_purchase(state, enemy)
    if state.battery_side == enemy:
        redact_batteries(state)
    redact_watch(state.watch[enemy])
    redact_players(state, enemy)
    if state.mission[seat].number != 0:
        redact_mission(state, enemy)
    if int(state.secrecy) & Secrecy.DAMAGE:
        redact_damage(state, enemy)
    for k in side_range(state.craft, enemy):
        redact_advanced_stores(state.craft[k])
        if not state.craft[k].detected:
            blank_advanced_craft(state.craft[k])
    for k in side_range(state.craft, seat):
        state.craft[k].report = 0


@native
def redact_damage(state: State, enemy):
    """BR-HID-01, 02 Hide the enemy's damage except the number of markers, and the cup.

    Hide also whether one of them is a result other than No Effect (BR-MIR-07, BR-MIB-09), or Life
    Support (BR-S2-03).
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        craft.errand = int(craft.errand) & Errand.SPOTTED
        craft.suiting = 0
        for result in range(RESULTS):
            if craft.damage[result]:
                craft.markers += 1
                craft.damage[result] = 0
                state.pool[result] += 1


@native
def redact_points(state: State, enemy):
    """The enemy's losses are known as far as its craft are."""
    state.points_lost[enemy] = state.known_lost[enemy]
    state.points_escaped[enemy] = state.known_escaped[enemy]


@native
def redact_purchase(state: State, enemy):
    """BR-SCN-11 Hide a side's purchases, including Fleet Tactics and points left."""
    state.funds[enemy] = 0
    if state.buyer[enemy]:
        state.tactics[enemy] = 0


@native
def redact_watch(watch: Watch):
    """BR-SUR-07 Hide the readiness and fatigue of the enemy's crews."""
    watch.level = 0
    watch.alert = 0
    watch.stations = 0
    watch.rest = 0
    watch.fatigue = 0
    watch.stale = 0
    watch.ordered = 0
    watch.caught = 0


@native
def redact_mission(state: State, enemy):
    """BR-ASG-05, 14 Hide the enemy's mission, and whether its ships off the map have escaped."""
    mission = state.mission[enemy]
    mission.number = 0
    mission.asteroid = 0
    mission.late = 0
    mission.limit = 0
    mission.bombing = 0
    mission.landers = 0
    mission.secured = 0
    mission.landing_turn = 0
    mission.team = NONE
    mission.team_lost = 0
    mission.since = 0
    mission.escaped_before = 0
    mission.too_late = 0
    state.mission[1 - enemy].since = 0
    state.mission[1 - enemy].too_late = 0
    state.known_lost[enemy] += state.known_escaped[enemy]
    state.known_escaped[enemy] = 0
    redact_points(state, enemy)
    for k in side_range(state.craft, enemy):
        if state.craft[k].status == CraftStatus.ESCAPED:
            state.craft[k].status = CraftStatus.LOST


@native
def redact_batteries(state: State):
    """BR-BAT-03, BR-RFC-02 Hide the use of a side's batteries and directors."""
    state.battery_side = NONE
    for n in range(MAX_DIRECTED):
        state.directed[n] = 0
    for place in range(craft_slots(state)):
        for hexside in range(DIRECTIONS):
            for row in range(WEAPON_ROWS - 1):
                state.battery_fire[place, hexside, row] = 0
    for k in range(len(state.tf)):
        state.tf[k].near_side = NONE


@native
def redact_advanced_stores(craft: Craft):
    """BR-AMB-88 The same for advanced fields; the errand shows only hits and sightings."""
    craft.crew = 0
    craft.errand = int(craft.errand) & (Errand.HIT | Errand.SPOTTED)
    craft.party_sent = 0
    craft.globe_drain = 0
    craft.globe_marks = 0
    craft.sims = 0
    craft.facings = 0
    craft.fatigue = 0
    craft.stunned = 0


@native
def blank_advanced_craft(craft: Craft):
    """Blank the advanced fields of an undetected enemy craft."""
    craft.errand = 0
    craft.suiting = 0
    craft.power = 0
    craft.party_away = 0
    craft.boarders = NONE
    craft.sections = 0
    craft.fight = 0
    craft.globe = 0
    craft.markers = 0
    craft.facing = NONE
    craft.report = 0
