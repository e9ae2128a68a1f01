"""A seat's knowledge of a true state, in plain Python: the specification of redaction.

`redaction.redact_state` implements the same, compiled. Tests compare the two over random games,
number by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_env.core.model.fields import FieldPlace, Knowledge
from spacecombat_env.core.ruleset import Scenario

from .. import model
from ..model import (
    CAPACITIES,
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Level,
    Secrecy,
    Sensor,
    state_record,
)
from ..ships.losses import is_gone, is_unseen_cargo

has_players = model.has_players
is_blind = model.is_blind
is_sighted = model.is_sighted
is_hidden_force = model.is_hidden_force
is_hidden_spread = model.is_hidden_spread
shows = model.shows
spread_shows = model.spread_shows


def knowledge(scenario: Scenario) -> Knowledge:
    """Return the record of a state, and the functions that say what a seat knows of it."""
    return Knowledge(state_record(CAPACITIES[scenario.capacity]), knows)


def knows(state: Any, seat: int, place: FieldPlace) -> bool:
    """Whether a seat may know a number of the true state."""
    if place.field.under is not None and not int(state.secrecy) & place.field.under.value:
        return True  # not in use
    known = place.field.known
    return known is Level.ALL or KNOWN[known](state, seat, place)


def is_owner(state: Any, seat: int, place: FieldPlace) -> bool:
    """Whether a place is the seat's own."""
    return place.owner == seat


def hides_missions(state: Any, seat: int) -> bool:
    """BR-ASG-05 Whether missions are secret."""
    return bool(int(state.secrecy) & Secrecy.ADVANCED and state.mission[seat].number != 0)


def hides_damage(state: Any) -> bool:
    """BR-HID-01 Whether damage is hidden."""
    return bool(int(state.secrecy) & Secrecy.ADVANCED and int(state.secrecy) & Secrecy.DAMAGE)


# --- pieces --------------------------------------------------------------------------------------


def is_detected(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-DET-02 A craft or a spread that is detected; never an empty slot."""
    piece = place.pieces[-1]
    if place.record == "spread" and not is_shown(state, seat, place):
        return False
    return is_owner(state, seat, place) or bool(piece.detected)


def is_shown(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-AMB-88, BR-REF-01 A task force on the map, a spread; in double-blind play once found."""
    if is_owner(state, seat, place):
        return True
    piece = place.pieces[-1]
    if place.record == "spread":
        return piece.count > 0 and (not is_blind(state) or bool(spread_shows(piece)))
    return piece.status == ForceStatus.ON_MAP and bool(shows(state, place.slot))


def is_aim_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-MIS-20 The attacker declares how many missiles are for whom, undetected ones too."""
    spread = place.pieces[-1]
    declared = spread.target_tf != NONE and spread.target_tf == state.attack_tf
    return is_owner(state, seat, place) or (is_shown(state, seat, place) and bool(declared))


def is_status_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-ASG-14, BR-AMB-89 Of secret missions no escape is known, of unseen ships no cargo lost."""
    if is_owner(state, seat, place):
        return True
    craft = place.pieces[-1]
    hidden = craft.status == CraftStatus.ESCAPED and hides_missions(state, seat)
    hidden = hidden or bool(is_gone(craft) and is_unseen_cargo(state, craft))
    return is_detected(state, seat, place) and not hidden


def is_damage_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-HID-01 Of hidden damage only the number of markers is known."""
    own = is_owner(state, seat, place)
    return own or (is_detected(state, seat, place) and not hides_damage(state))


def is_sand_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-REF-01 The referee takes the sandcasters off."""
    own = is_owner(state, seat, place)
    return own or (is_detected(state, seat, place) and not is_blind(state))


def is_search_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-REF-01 A ship's failed searches are hidden."""
    return is_owner(state, seat, place) and not is_blind(state)


def is_report_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-REF-02 The report of a scan for damage is known to the scanning side."""
    return not is_owner(state, seat, place) and bool(place.pieces[-1].detected)


def is_player_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-MPL-01 The division of a side's ships is secret."""
    return is_owner(state, seat, place) or not has_players(state, place.owner)


# --- the game ------------------------------------------------------------------------------------


def is_to_act(state: Any, seat: int, place: FieldPlace) -> bool:
    """A decision is known to the seat that makes it."""
    return bool(state.seat == seat and state.decision)


def is_round_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-SCN-04, BR-REF-01 A round is hidden while the force waits to enter or is not found.

    In double-blind play also from when its ship in view has tumbled (BR-AMB-52).
    """
    force = int(state.round_tf)
    if force == NONE or force // (len(state.tf) // 2) == seat:
        return True
    if state.tf[force].status == ForceStatus.WAITING:
        return False
    return not is_blind(state) or bool(is_sighted(state, force) and not state.tf[force].acted)


def is_bought_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-SCN-11 Fleet Tactics that are bought are secret."""
    return is_owner(state, seat, place) or not state.buyer[place.owner]


def are_losses_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-ASG-14 Escaped and lost are counted together where missions are secret."""
    return is_owner(state, seat, place) or not hides_missions(state, seat)


def are_empties_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-REF-01 In double-blind play a search that meets a dummy finds nothing."""
    return is_owner(state, seat, place) or not is_blind(state)


def is_cup_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-HID-02 The cup is hidden with damage: it would reveal face-down markers."""
    return not hides_damage(state)


def is_defender_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-MIS-20 Unknown craft under attack are not shown."""
    half = len(state.craft) // 2
    craft = place.value
    return craft == NONE or craft // half == seat or bool(state.craft[craft].detected)


def is_battery_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-BAT-03, BR-RFC-02 The use of a side's batteries and directors is secret."""
    return bool(state.battery_side != 1 - seat)


def is_mission_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-ASG-05 The enemy's mission is secret."""
    return is_owner(state, seat, place) or not hides_missions(state, seat)


def is_fulfilment_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-ASG-14 The turn since which conditions hold would reveal the enemy's losses."""
    return not hides_missions(state, seat)


def are_hits_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-SCR-02 Known to the side that is hit, while it decides on sand."""
    decides = state.seat == seat and state.decision == Decision.SAND_NUMBER
    return decides and not (place.record == "hit" and place.slot >= state.volley.hits)


# --- a sensor attempt ----------------------------------------------------------------------------

TO_ACT_IN_ATTEMPT = (Decision.EASIEST, Decision.JAM, Decision.DETECT_CHAIN)
"""Decisions that an attempt waits for.

Remains of a finished attempt would reveal how often the other side decided since, which craft
searched, or what was searched in vain (BR-REF-01).
"""


def is_announced(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-DET-25 An attempt is known to the side that decides about it."""
    return state.seat == seat and state.decision in TO_ACT_IN_ATTEMPT


def is_sensing(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-DET-26 The sensing craft is known to the sensing side."""
    own = state.attempt.actor // (len(state.craft) // 2) == seat
    return is_announced(state, seat, place) and own


def is_targeted(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-DET-25 Known to the target's side alone."""
    return is_announced(state, seat, place) and not is_sensing(state, seat, place)


def is_found(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-REF-01 The target of an own order is known, unless it has not been found."""
    own = is_owner(state, seat, place)
    return own and is_piece_visible(state, seat, place.field.name, place.value)


def is_piece_visible(state: Any, seat: int, kind: str, index: int) -> bool:
    """BR-REF-01 Whether a seat sees a task force or a spread."""
    unseen = is_hidden_force if kind == "target_tf" else is_hidden_spread
    return not (is_blind(state) and unseen(state, index, seat))


def is_emission_known(state: Any, seat: int, place: FieldPlace) -> bool:
    """BR-DET-26, BR-JAM-03 Only an active sensor is noticed, with its tech level."""
    if state.attempt.sensor == Sensor.ACTIVE:
        return is_announced(state, seat, place)
    return is_sensing(state, seat, place)


def never(state: Any, seat: int, place: FieldPlace) -> bool:
    """Never known."""
    return False


KNOWN: dict[Any, Callable[[Any, int, FieldPlace], bool]] = {
    Level.OWNER: is_owner,
    Level.NOBODY: never,
    Level.DELIVERED: never,
    Level.DETECTED: is_detected,
    Level.SHOWN: is_shown,
    Level.AIMED: is_aim_known,
    Level.STATUS: is_status_known,
    Level.DAMAGE: is_damage_known,
    Level.SAND: is_sand_known,
    Level.SEARCHED: is_search_known,
    Level.REPORTED: is_report_known,
    Level.PLAYERS: is_player_known,
    Level.TO_ACT: is_to_act,
    Level.ROUND: is_round_known,
    Level.BOUGHT: is_bought_known,
    Level.LOSSES: are_losses_known,
    Level.EMPTIES: are_empties_known,
    Level.CUP: is_cup_known,
    Level.DEFENDING: is_defender_known,
    Level.BATTERIES: is_battery_known,
    Level.MISSION: is_mission_known,
    Level.FULFILLED: is_fulfilment_known,
    Level.HITS: are_hits_known,
    Level.FOUND: is_found,
    Level.ANNOUNCED: is_announced,
    Level.SENSING: is_sensing,
    Level.TARGETED: is_targeted,
    Level.EMITTED: is_emission_known,
}
"""Test of each level on the true state."""
