"""Redaction for advanced and optional rules, double-blind play, missions and buying."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    RESULTS,
    CraftStatus,
    Errand,
    ForceStatus,
    Secrecy,
    force_slots,
    has_players,
    is_hidden_force,
    is_hidden_spread,
    is_sighted,
    spread_shows,
    spread_slots,
)
from ..model.record_types import Craft, State
from .redacted_advanced_fields import (
    redact_advanced_stores,
    redact_advanced_undetected,
    redact_battery_fire,
    redact_markers,
    redact_money,
    redact_near_side,
    redact_player,
    redact_report,
    redact_suits,
    redact_tactics,
    redact_team,
    redact_watch,
)
from .redacted_fields import (
    redact_empties,
    redact_fulfilment,
    redact_mission,
    redact_past_launch,
    redact_results,
    redact_round,
    redact_sand,
    redact_searches,
)


@native
def redact_advanced(state: State, seat):
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
def redact_damage(state: State, enemy):
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
def redact_points(state: State, enemy):
    """The enemy's losses are known as far as its craft are."""
    state.points_lost[enemy] = state.known_lost[enemy]
    state.points_escaped[enemy] = state.known_escaped[enemy]


@native
def redact_players(state: State, enemy):
    """BR-MPL-01 Hide how the enemy divides its ships, and its players' skills."""
    redact_team(state.team[enemy])
    for k in side_range(state.craft, enemy):
        redact_player(state.craft[k])


@native
def redact_missions(state: State, enemy):
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
def redact_batteries(state: State):
    """BR-BAT-03, BR-RFC-02 Hide the use of a side's batteries and directors."""
    redact_battery_fire(state)
    for k in range(len(state.tf)):
        redact_near_side(state.tf[k])


@native
def redact_advanced_craft(craft: Craft):
    """BR-AMB-88 Of a detected enemy craft the errand shows hits and sightings."""
    errand = int(craft.errand)
    redact_advanced_stores(craft)
    if craft.detected:
        craft.errand = errand & (Errand.HIT | Errand.SPOTTED)
    else:
        redact_advanced_undetected(craft)


# --- double-blind play ---------------------------------------------------------------------------


@native
def redact_double_blind(state: State, seat):
    """BR-REF-01 Hide from a seat whatever is not on its own map."""
    enemy = 1 - seat
    redact_empties(state, enemy)
    for k in side_range(state.memory_launch, enemy):
        redact_past_launch(state.memory_launch[k])
    redact_references(state, seat)
    for k in side_range(state.craft, enemy):
        redact_markers(state.craft[k])
        redact_sand(state.craft[k])
    for k in side_range(state.craft, seat):
        redact_search(state, state.craft[k], enemy)
    remove_hidden_pieces(state, enemy)


@native
def remove_hidden_pieces(state: State, enemy):
    """BR-REF-01 No enemy piece is on the map until it is found."""
    for k in side_range(state.tf, enemy):
        if not is_sighted(state, k):
            state.tf[k].status = ForceStatus.UNUSED
    for k in side_range(state.spread, enemy):
        if not spread_shows(state.spread[k]):
            state.spread[k].count = 0


@native
def redact_references(state: State, seat):
    """Clear references of orders and the round to pieces that the seat does not see.

    The round of a ship that has tumbled in view is hidden like that of unseen ships which were with
    it (BR-AMB-52).
    """
    order, slots = state.order[seat], force_slots(state)
    if is_hidden_force(state, int(order.target_tf), seat):
        order.target_tf = NONE
    if is_hidden_spread(state, int(order.target_spread), seat):
        order.target_spread = NONE
    if state.round_tf != NONE and state.round_tf // slots != seat:
        if not is_sighted(state, int(state.round_tf)) or state.tf[state.round_tf].acted:
            redact_round(state)


@native
def redact_search(state: State, craft: Craft, enemy):
    """BR-REF-01, BR-DET-03 Hide what a ship has searched in vain.

    In its own round it may not try a piece again that it then finds, so those bits show. Later a
    piece that comes into view must not reveal whether it was in reach of a search.
    """
    if craft.tf == NONE or craft.tf != state.round_tf:
        redact_searches(craft)
        return
    for k in range(force_slots(state)):
        if not is_sighted(state, enemy * force_slots(state) + k):
            for sensor in range(2):
                craft.tried[sensor] = int(craft.tried[sensor]) & ~(1 << k)
    for k in range(spread_slots(state)):
        if is_hidden_spread(state, enemy * spread_slots(state) + k, 1 - enemy):
            for sensor in range(2):
                craft.tried_spreads[sensor] = int(craft.tried_spreads[sensor]) & ~(1 << k)
