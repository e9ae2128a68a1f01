"""Task forces that a scenario places: on the map, or waiting to enter."""

from __future__ import annotations

import re

from spacecombat_env.core.loading.reading import ConfigNode, short_repr
from spacecombat_env.core.loading.scenarios import SIDES
from spacecombat_env.core.model.hexgrid import (
    DIRECTION_NAMES,
    DIRECTION_Q,
    DIRECTION_R,
    axial_row,
    distance,
    on_map,
)

from ..model import DUMMY_MAX_SPEED, LAST_ENTRY_TURN, ForceStatus, Side
from .draft import Draft, Fleet, Force, named, own_name

MAX_SPEED = 60


FORCE_KEYS = ("name", "ships", "hex", "vector", "detected_shadow", "evade", "enters", "landed")


def read_force(draft: Draft, fleet: Fleet, node: ConfigNode) -> Force:
    """Return one task force of a placed side, on the map or waiting to enter."""
    keys = node.keys(FORCE_KEYS, required=("ships",))
    name = "" if keys["name"].missing() else own_name(keys["name"])
    craft = [named(fleet, item) for item in keys["ships"].items()]
    if len(craft) > fleet.tactics:
        over = len(craft) - fleet.tactics
        reason = f"{len(craft)} craft, {over} more than Fleet Tactics {fleet.tactics} (BR-TF-02)"
        raise keys["ships"].error(reason)
    if keys["hex"].missing() == keys["enters"].missing():
        raise node.error("one of hex and enters is required")
    force = Force(node, name, craft, ForceStatus.ON_MAP, 0, 0, 0, 0)
    if keys["enters"].missing():
        _place_on_map(draft, force, keys)
    else:
        for key in ("vector", "detected_shadow", "evade", "landed"):
            if not keys[key].missing():
                raise keys[key].error("only for a task force that is on the map")
        _place_to_enter(draft, fleet, force, keys["enters"])
    return force


def _place_on_map(draft: Draft, force: Force, keys: dict[str, ConfigNode]) -> None:
    """Put a task force on its hex, with its vector and its evasion."""
    force.q, force.r = read_hex(draft, keys["hex"])
    force.vq, force.vr = read_vector(keys["vector"])
    force.evade = keys["evade"].integer(0, 2, 0)
    force.landed = keys["landed"].flag()
    if force.landed and not draft.rules.option.landing:
        raise keys["landed"].error("only with rules: landing")
    if force.landed and not keys["vector"].missing():
        raise keys["vector"].error("a landed task force has its planet's")
    force.shadow_found = keys["detected_shadow"].flag()
    if force.shadow_found and not force.craft:
        raise keys["detected_shadow"].error("a dummy that is detected is removed (BR-TF-05)")


def _place_to_enter(draft: Draft, fleet: Fleet, force: Force, node: ConfigNode) -> None:
    """BR-SCN-02, 03, 04, BR-AMB-30, 56 Place it outside its edge, heading straight ahead."""
    keys = node.keys(("turn", "column", "velocity"), required=("turn", "column", "velocity"))
    option = draft.rules.option
    red = fleet.side == Side.RED
    force.status = ForceStatus.WAITING
    force.entry_turn = keys["turn"].integer(1, LAST_ENTRY_TURN)
    force.q = keys["column"].integer(1, int(option.columns))
    force.r = int(axial_row(force.q, 0 if red else int(option.rows) + 1))
    velocity = keys["velocity"].integer(1, MAX_SPEED)
    ratings = [int(draft.rules.classes[fleet.craft[k].klass].g) for k in force.craft]
    most = max(1, min(ratings)) if ratings else DUMMY_MAX_SPEED
    if velocity > most:
        whose = "the lowest G rating in it (BR-SCN-03)" if ratings else "the most for a dummy"
        raise keys["velocity"].error(f"{velocity} is above {most}, {whose}")
    force.vr = velocity if red else -velocity


def read_hex(draft: Draft, node: ConfigNode) -> tuple[int, int]:
    """BR-MAP-05 Return the axial place of a hex written "CCRR" or [column, row]."""
    option = draft.rules.option
    columns, rows = int(option.columns), int(option.rows)
    if isinstance(node.value, list) and len(node.value) == 2:
        column, row = (item.integer(-999, 999) for item in node.items())
    else:
        column, row = divmod(four_digits(node), 100)
    q, r = column, int(axial_row(column, row))
    if not on_map(q, r, columns, rows):
        where = f"hex {short_repr(node.value)} (column {column}, row {row})"
        raise node.error(f"{where} is off the map of {columns} columns and {rows} rows")
    return q, r


def four_digits(node: ConfigNode) -> int:
    """Return a printed hex number; below 1000 YAML reads it as octal, so it needs quotes."""
    value = node.value
    if isinstance(value, str) and re.fullmatch(r"\d{4}", value.strip()):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 9999:
        return value
    reason = f"{short_repr(value)} is not a hex: four digits CCRR in quotes, or [column, row]"
    raise node.error(reason)


def read_vector(node: ConfigNode) -> tuple[int, int]:
    """Return a vector written [dq, dr] or {direction, speed}; zero where it is absent."""
    if node.missing():
        return 0, 0
    if isinstance(node.value, list):
        steps = [item.integer(-MAX_SPEED, MAX_SPEED) for item in node.items()]
        if len(steps) != 2:
            raise node.error(f"{short_repr(node.value)} is not a vector [dq, dr]")
        if distance(0, 0, steps[0], steps[1]) > MAX_SPEED:
            raise node.error(f"faster than {MAX_SPEED} hexes a turn")
        return steps[0], steps[1]
    keys = node.keys(("direction", "speed"), required=("direction", "speed"))
    direction = DIRECTION_NAMES.index(keys["direction"].choice(DIRECTION_NAMES))
    speed = keys["speed"].integer(0, MAX_SPEED)
    return speed * int(DIRECTION_Q[direction]), speed * int(DIRECTION_R[direction])


def check_placed(fleet: Fleet, node: ConfigNode) -> None:
    """BR-TF-01, BR-AMB-89 Every craft is in one task force, or aboard."""
    placed: set[int] = set()
    for force in fleet.forces or []:
        for place in force.craft:
            craft = fleet.craft[place]
            if craft.aboard:
                raise force.node.child("ships").error(f"{craft.name} is aboard, in no task force")
            if place in placed:
                raise force.node.child("ships").error(f"{craft.name} is placed twice")
            placed.add(place)
    for place, craft in enumerate(fleet.craft):
        if not craft.aboard and place not in placed:
            raise node.error(f"{craft.name} is in no task force")


def check_forces(fleet: Fleet, node: ConfigNode) -> None:
    """BR-TF-04, BR-SCN-04 Dummies within limits, entry in time, unique names."""
    forces = fleet.forces or []
    dummies = sum(not force.craft for force in forces)
    if dummies > fleet.tactics:
        over = dummies - fleet.tactics
        reason = f"{dummies} dummies, {over} more than Fleet Tactics {fleet.tactics} (BR-TF-04)"
        raise node.error(reason)
    starts = [force.entry_turn for force in forces if force.craft]
    if starts and min(starts) > 1:
        raise node.error("no task force with craft is there on turn 1 (BR-SCN-04)")
    names = [force.name for force in forces if force.name]
    for name in names:
        if names.count(name) > 1:
            raise node.error(f"two task forces are called {name!r}")


def reveal(node: ConfigNode, fleets: list[Fleet]) -> None:
    """Detect all craft of the named sides on the map."""
    for item in node.items():
        fleet = fleets[SIDES.index(item.choice(SIDES))]
        if fleet.forces is None:
            raise item.error("this side sets up in secret: it has no task_forces")
        for force in fleet.forces:
            if force.status == ForceStatus.ON_MAP and force.craft:
                force.shadow_found = True
                for place in force.craft:
                    fleet.craft[place].detected = True


def check_detected(fleet: Fleet) -> None:
    """BR-DET-02, BR-AMB-28, 29, 97 Detected craft are on the map, found before the shadow."""
    forces = fleet.forces or []
    short_repr = [f for f in forces if f.status == ForceStatus.ON_MAP]
    on_board = {place for force in short_repr for place in force.craft}
    for place, craft in enumerate(fleet.craft):
        if craft.detected and place not in on_board:
            raise craft.node.child("detected").error(f"{craft.name} is not on the map at the start")
    for force in short_repr:
        unseen = [fleet.craft[k].name for k in force.craft if not fleet.craft[k].detected]
        if force.shadow_found and unseen:
            reason = f"{unseen[0]} is undetected; the shadow is found last (BR-AMB-97)"
            raise force.node.child("detected_shadow").error(reason)
