"""The opening position: the capacity class that fits, and all pieces in their slots."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.model.record import allocate

from ..model import (
    CAPACITIES,
    CARDS,
    MAX_TACTICS,
    NONE,
    Capacity,
    CraftStatus,
    Phase,
    Power,
    Purchase,
    Reason,
    Result,
    Secrecy,
    Step,
    Verdict,
    state_dtype,
)
from .bodies import place_bodies, put_down
from .draft import Draft, Fleet, Force

PLACED = 2
"""order.step of a side that has finished its set-up (fleets/deployment.py: PLACING)."""


def choose_capacity(node: ConfigNode, fleets: list[Fleet]) -> str:
    """Return the capacity class: the requested one, or the smallest that fits."""
    names = tuple(CAPACITIES) if node.missing() else (node.choice(CAPACITIES),)
    for name in names:
        size = CAPACITIES[name]
        over = [fleet for fleet in fleets if not _fits(fleet, size)]
        if not over:
            return name
    fleet, count = over[0], len(over[0].craft)
    if count > size.craft:
        reason = f"{count} craft, {count - size.craft} more than the {size.craft}"
    else:
        tactics = _tactics(fleet)
        forces = count + tactics
        reason = f"{count} craft with Fleet Tactics {tactics} may form {forces} task forces, "
        reason += f"{forces - size.task_forces} more than the {size.task_forces}"
    place = f"{fleet.node.path}.ships"
    raise CapacityError.at(node.file, place, f"{reason} of capacity {name!r}")


def _fits(fleet: Fleet, size: Capacity) -> bool:
    """Whether a side's craft, task forces and dummies fit."""
    count = len(fleet.craft)
    return count <= size.craft and count + _tactics(fleet) <= size.task_forces


def _tactics(fleet: Fleet) -> int:
    """Return the highest Fleet Tactics a side can have."""
    return MAX_TACTICS if fleet.buys else fleet.tactics


def build_opening(
    draft: Draft, fleets: list[Fleet], parts: dict[str, ConfigNode], size: Capacity
) -> np.ndarray:
    """Return the position before set-up."""
    opening = allocate(state_dtype(size), 1)
    state = opening[0]
    _blank(state)
    state.pool[:] = draft.rules.marker_count
    option = draft.rules.option
    state.secrecy = Secrecy.DAMAGE * int(option.hidden_damage)
    state.secrecy += Secrecy.BLIND * int(option.double_blind)
    state.secrecy += Secrecy.ADVANCED * int(option.advanced)
    place_bodies(draft, state, parts["bodies"])
    for fleet in fleets:
        state.tactics[fleet.side] = fleet.tactics
        if draft.players[fleet.side] > 1:
            state.team[fleet.side].count = draft.players[fleet.side]
            state.team[fleet.side].commander = NONE
        state.watch[fleet.side].level = fleet.readiness
        state.watch[fleet.side].caught = fleet.surprised
        first = fleet.side * size.craft
        for place in range(len(fleet.craft)):
            _place_craft(draft, state, fleet, place, first)
        if fleet.buys or fleet.leave_out:
            state.order[fleet.side].step = Purchase.CUP
            state.buyer[fleet.side] = fleet.buys
            state.funds[fleet.side] = draft.rules.buying[fleet.side].points
        if fleet.forces is not None:
            state.order[fleet.side].step = PLACED
            for place, force in enumerate(fleet.forces):
                _place_force(state, force, fleet.side * size.task_forces + place, first)
                if force.landed:
                    put_down(draft, state, force, fleet.side * size.task_forces + place)
    return opening


_BLANK_ORDER = ("craft", "tf", "spread", "target_craft", "target_tf", "target_spread")
_BLANK = {
    "craft": ("tf", "keeper", "contact", "boarders", "facing"),
    "tf": ("contact", "thrust_side", "near_side"),
    "spread": ("owner", "contact", "target_tf", "target_spread"),
    "order": (*_BLANK_ORDER, "member", "tens", "hexside"),
}


def _blank(state: np.record) -> None:
    """Write NONE where an index points at nothing yet."""
    for group, names in _BLANK.items():
        for name in names:
            state[group][name] = NONE
    for name in ("actor", "target_tf", "target_spread", "target_craft", "jammer", "sim"):
        state.attempt[name] = NONE
    for name in ("shooter", "target"):
        state.volley[name] = NONE
    for name in ("initiative", "mover", "round_tf", "attack_tf", "attack_member", "attack_spread"):
        state[name] = NONE
    state.picker = NONE
    state.mission["team"] = NONE
    state.battery_side = NONE
    state.defender[:] = NONE
    state.verdict = Verdict.OPEN
    state.reason = Reason.OPEN
    state.phase = Phase.SETUP
    state.step = Step.SETUP
    state.chance.deck[:] = np.arange(CARDS)
    state.chance.deck_left = CARDS


def _place_craft(draft: Draft, state: np.record, fleet: Fleet, place: int, first: int) -> None:
    """Fill the slot of one craft."""
    craft_draft, slot = fleet.craft[place], state.craft[first + place]
    if draft.rules.option.crew_quality:
        is_controlled_drone = (
            draft.rules.classes[craft_draft.klass].drone and craft_draft.keeper != NONE
        )
        ship = fleet.craft[craft_draft.keeper] if is_controlled_drone else craft_draft
        draft.rules.crew[first + place] = ship.crew
    slot.klass = craft_draft.klass
    slot.status = CraftStatus.ABOARD if craft_draft.aboard else CraftStatus.IN_FORCE
    if craft_draft.offered or craft_draft.set_aside:
        slot.status = CraftStatus.OFFERED if craft_draft.offered else CraftStatus.SET_ASIDE
    slot.keeper = NONE if craft_draft.keeper == NONE else first + craft_draft.keeper
    slot.player = max(0, craft_draft.player)
    slot.missiles = craft_draft.missiles
    slot.sims = craft_draft.sims
    slot.fuel = craft_draft.fuel
    slot.power = Power.DOWN if craft_draft.powered_down else Power.UP
    if craft_draft.detected:
        slot.detected = 1
        slot.contact = state.contacts[fleet.side]
        state.contacts[fleet.side] += 1
    for result, lasting in craft_draft.damage.items():
        if not state.pool[result]:
            name = result.name.lower()
            count = int(draft.rules.marker_count[result])
            reason = f"more {name} results than the {count} in the cup (BR-AMB-37)"
            raise craft_draft.node.child("damage").error(reason)
        state.pool[result] -= 1
        slot.damage[result] = lasting
    # BR-AMB-38: a Bridge result has used up the auxiliary bridge.
    aux_bridge = draft.rules.classes[craft_draft.klass].aux_bridge
    slot.bridge_shifted = aux_bridge and Result.BRIDGE in craft_draft.damage


def _place_force(state: np.record, force: Force, slot: int, first: int) -> None:
    """Fill the slot of one task force, and point its craft at it."""
    record = state.tf[slot]
    record.status = force.status
    record.q, record.r = force.q, force.r
    record.vq, record.vr = force.vq, force.vr
    record.strength = len(force.craft)
    record.entry_turn = force.entry_turn
    record.evade = force.evade
    record.shadow_found = force.shadow_found
    for place in force.craft:
        state.craft[first + place].tf = slot


def resolved_names(draft: Draft, fleets: list[Fleet], size: Capacity) -> dict[str, list[str]]:
    """Return the names that the records do not hold."""
    craft, forces = [""] * (2 * size.craft), [""] * (2 * size.task_forces)
    for fleet in fleets:
        for place, craft_draft in enumerate(fleet.craft):
            craft[fleet.side * size.craft + place] = craft_draft.name
        for place, force in enumerate(fleet.forces or []):
            forces[fleet.side * size.task_forces + place] = force.name
    return {"craft": craft, "forces": forces, "classes": list(draft.classes)}
