"""The view: what a seat knows as JSON-ready data, for front ends; view.schema.json describes it.

Places come twice: in the true map (`square`, column and row from its top left, and `box`), which is
the map of words, log and pictures, and as the seat's policy sees it (`board_square`, `board_box`,
`board_vector`, `board_facing`), which is the map of tokens and observations; for Red both are the
same, for Blue the second is a mirror. The umpire (seat -1, from the true record) sees the units of
both sides as its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.interpreted import interpreted
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.core.squaregrid import DIRECTION_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.action_space import BOX_NAMES
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    ABSENT,
    BOXES,
    FIRST_SIGNATURE,
    NONE,
    REASONS,
    RECENT_SCANS,
    Ask,
    Condition,
    Loss,
    Power,
    Result,
    Sensor,
    Signature,
    Status,
    Type,
    Verdict,
    Victory,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_shadowed, shadow_left
from spacecombat_env.rulesets.intercept_sensors.scans.questions import is_in_sunshine, knows_glare
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature, signature
from spacecombat_env.rulesets.intercept_sensors.scans.tracking import is_working
from spacecombat_env.rulesets.intercept_sensors.told.notation import (
    POWER_WORDS,
    SENSOR_TITLES,
    SENSOR_WORDS,
    SIDES,
    SIGNATURE_WORDS,
    UMPIRE,
    Names,
    area_words,
    board_box,
    board_direction,
    box_name,
    mirrored_column,
    phase_words,
    place_words,
    question,
    vector_words,
)

SCHEMA = "spacecombat/intercept_sensors/view/1"
SEATS = ("red_0", "blue_0")
TYPES = tuple(kind.name.lower() for kind in Type)
POWERS = tuple(power.name.lower() for power in Power)
CONDITIONS = tuple(condition.name.lower() for condition in Condition)
RESULTS = tuple(result.name.lower() for result in Result)
STATES = {
    Status.UNUSED: "unknown",
    Status.WAITING: "waiting",
    Status.ABOARD: "aboard",
    Status.ON_MAP: "on map",
    Status.GONE: "gone",
}
LOSSES = {
    Loss.LEFT_MAP: "left the map",
    Loss.CRASHED: "crashed",
    Loss.UNCONTROLLED: "lost without guidance",
    Loss.CAUGHT: "caught",
}
LOCATIONS = ("surface", "core", "crew")


def view(seen: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return what a seat knows, from a redacted record; seat -1: everything, from the true one."""
    names = Names.of(seen, k, scenario, seat)
    enemy = [] if seat == UMPIRE else [1 - seat]
    own = [0, 1] if seat == UMPIRE else [seat]
    return {
        "schema": SCHEMA,
        **_game(names),
        "own_units": [_own_unit(names, unit) for side in own for unit in units(names, side)],
        "enemy_units": [_enemy_unit(names, unit) for side in enemy for unit in units(names, side)],
        "own_scans": [_scan(names, side, scan) for side in own for scan in scans(names, side)],
        "enemy_scans": [_scan(names, side, scan) for side in enemy for scan in scans(names, side)],
        "search_map": [row for side in own for row in _search_map(names, side)],
        "bodies": [_body(names, body) for body in names.state.body if body.side],
        "question": _question(seen, k, names),
        "status": status(names),
    }


# --- the game ------------------------------------------------------------------------------------


def _game(names: Names) -> dict[str, Any]:
    """Return turn, phase, points, how the game is won, and whose turn it is."""
    state, seat, option = names.state, names.seat, names.option
    over = state.verdict != Verdict.OPEN
    return {
        "seat": None if seat == UMPIRE else SEATS[seat],
        "scenario": names.scenario.name,
        "turn": state.turn,
        "turn_limit": option.turn_limit,
        "phase": phase_words(state),
        "over": over,
        "result": _result(state) if over else None,
        "scans_first": SEATS[first_to_scan(state)],
        "to_act": None if over else SEATS[state.seat],
        "asked": _asked(state, seat),
        "map": {"columns": option.columns, "rows": option.rows},
        "sunfactor": option.sunfactor,
        "victory": _victory(names),
        "sides": {
            name: {"points": state.points[side], "scans_declared": state.declared[side]}
            for side, name in enumerate(SEATS)
        },
    }


def first_to_scan(state: Any) -> int:
    """IC-SEQ-03 Return the side that scans first (`plotting.first_side`): A on odd turns."""
    return 1 - max(int(state.turn), 1) % 2


def _asked(state: Any, seat: int) -> str | None:
    """Return the kind of question a seat is asked; None when it is not to act."""
    if state.verdict != Verdict.OPEN or seat not in (UMPIRE, state.seat):
        return None
    return Ask(state.ask).name.lower()


def _result(state: Any) -> dict[str, Any]:
    """Return who has won and why."""
    winner = None if state.verdict == Verdict.DRAW else SEATS[state.verdict]
    return {"winner": winner, "reason": REASONS[state.reason]}


def _victory(names: Names) -> dict[str, Any]:
    """Return how the game is won."""
    option = names.option
    runs = option.runner != NONE
    return {
        "kind": Victory(option.victory).name.lower(),
        "turns": option.hold_turns,
        "runner": SEATS[option.runner] if runs else None,
        "goal": _zone(names, option.goal) if runs else None,
    }


def _zone(names: Names, edges: list[int]) -> dict[str, list[int]]:
    """Return a zone of the map by its first and last columns and rows."""
    left, right, top, bottom = edges
    seen = sorted(mirrored_column(names.columns, names.seat, x) for x in (left, right))
    return {"columns": [left, right], "rows": [top, bottom], "board_columns": seen}


def _question(seen: Games, k: int, names: Names) -> dict[str, Any] | None:
    """Return what the seat is asked; None when it is not to act."""
    state, seat = names.state, names.seat
    if _asked(state, seat) is None:
        return None
    return {"seat": SEATS[state.seat], "text": question(seen, k, names.scenario, state.seat)}


# --- places --------------------------------------------------------------------------------------


def _place(names: Names, x: int, y: int) -> dict[str, Any]:
    """Return a square in the true map and as the seat sees it; None where there is none."""
    if not x:
        return {"square": None, "box": None, "board_square": None, "board_box": None}
    seen = mirrored_column(names.columns, names.seat, x)
    return {
        "square": [x, y],
        "box": box_name(x, y),
        "board_square": [seen, y],
        "board_box": box_name(seen, y),
    }


def _course(names: Names, x: int, y: int, vx: int, vy: int) -> dict[str, Any]:
    """Return place, vector and where the unit will be if it does not thrust."""
    sign = -1 if names.seat == 1 else 1
    return {
        **_place(names, x, y),
        "vector": [vx, vy],
        "board_vector": [sign * vx, vy],
        "speed": max(abs(vx), abs(vy)),
        "endpoint": [x + vx, y + vy] if x else None,
    }


# --- what a unit gives off -----------------------------------------------------------------------


def emissions(names: Names, unit: Any) -> dict[Signature, int]:
    """IC-SIG-01, 05 Return the signatures of a unit; what it does not give off is left out."""
    given_off = interpreted(signature)
    found = {kind: given_off(names.state, names.rules, unit, kind) for kind in Signature}
    return {kind: value for kind, value in found.items() if value != ABSENT}


def in_shadow(names: Names, unit: Any) -> bool:
    """IC-PLA-01 Return whether a unit stands in a shadow column."""
    return bool(interpreted(is_shadowed)(names.state, names.rules, unit.x, unit.y))


def looks_out(names: Names, unit: Any) -> bool:
    """IC-QST-02, 03 Return whether a unit has a working sensor that sunglare can blind."""
    return any(
        interpreted(knows_glare)(sensor)
        and interpreted(is_working)(names.rules, unit, sensor)
        and interpreted(is_in_sunshine)(names.state, names.rules, unit, sensor)
        for sensor in Sensor
    )


def best_emissions(names: Names, unit: Any) -> dict[Sensor, int]:
    """IC-SNS-05 Return the greatest signature for each sensor that sees any."""
    best = interpreted(best_signature)
    found = {sensor: best(names.state, names.rules, unit, sensor) for sensor in Sensor}
    return {sensor: value for sensor, value in found.items() if value != ABSENT}


# --- units ---------------------------------------------------------------------------------------


def units(names: Names, side: int) -> Iterator[int]:
    """Yield the units of a side that the reader may name, by slot."""
    for index in range(side * names.slots, (side + 1) * names.slots):
        if names.is_known(index):
            yield index


def _printed(names: Names, unit: Any) -> dict[str, Any]:
    """Return what the datacard says of a unit's class."""
    klass = names.rules.classes[unit.klass]
    return {
        "class": names.klass(unit.klass),
        "type": TYPES[klass.type],
        "max_thrust": klass.thrust,
        "skill": klass.skill,
        "black_hull": bool(klass.black_hull),
        "stealth": bool(klass.stealth),
        "sensors": {
            name: None if strength == ABSENT else strength
            for name, strength in zip(SENSOR_WORDS, klass.sensor, strict=True)
        },
    }


def _condition(names: Names, unit: Any) -> dict[str, Any]:
    """Return all that shows of a unit on the map."""
    return {
        **_course(names, unit.x, unit.y, unit.vx, unit.vy),
        "facing": DIRECTION_NAMES[unit.facing],
        "board_facing": board_direction(names.seat, unit.facing),
        "thrust": unit.thrust,
        "burns_left": None if unit.burns == NONE else unit.burns,
        "power": POWERS[unit.power],
        "popped_out": bool(unit.popped),
        "condition": {place: CONDITIONS[getattr(unit, place)] for place in LOCATIONS},
        "in_shadow": in_shadow(names, unit),
        "signatures": {
            SIGNATURE_WORDS[kind]: value for kind, value in emissions(names, unit).items()
        },
        "turns_held": unit.held,
    }


def _own_unit(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own unit."""
    unit = names.state.unit_of[index]
    on_map = unit.status == Status.ON_MAP
    return {
        "name": names.unit(index),
        "side": SEATS[names.side(index)],
        **_printed(names, unit),
        "state": STATES[Status(unit.status)],
        "loss": LOSSES.get(Loss(unit.loss)),
        "carrier": None if unit.carrier == NONE else names.unit(unit.carrier),
        "tracked": bool(unit.tracked) and on_map,
        "found": RESULTS[unit.found],
        "sensors_used": [name for n, name in enumerate(SENSOR_WORDS) if unit.used >> n & 1],
        "on_map": _condition(names, unit) if on_map else None,
        "plot": _plot(names, unit) if unit.plotted and not unit.moved else None,
    }


def _plot(names: Names, unit: Any) -> dict[str, Any]:
    """Return the orders a unit has for this turn and has not carried out."""
    return {
        "facing": DIRECTION_NAMES[unit.plot_facing],
        "board_facing": board_direction(names.seat, unit.plot_facing),
        "thrust": unit.plot_thrust,
        "power": POWERS[unit.plot_power],
        "popped_out": bool(unit.plot_popped),
        "launches": None if unit.plot_launch == NONE else names.unit(unit.plot_launch),
    }


def _enemy_unit(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of an enemy unit that was tracked at some time."""
    unit = names.state.unit_of[index]
    tracked = bool(unit.tracked) and unit.status == Status.ON_MAP
    return {
        "name": names.unit(index),
        "side": SEATS[names.side(index)],
        **_printed(names, unit),
        "state": STATES[Status(unit.status)],
        "loss": LOSSES.get(Loss(unit.loss)),
        "tracked": tracked,
        "on_map": _condition(names, unit) if tracked else None,
        "last_known": _last_known(names, unit) if unit.last_turn and not tracked else None,
    }


def _last_known(names: Names, unit: Any) -> dict[str, Any]:
    """Return where and how a unit moved when its track was lost."""
    course = _course(names, unit.last_x, unit.last_y, unit.last_vx, unit.last_vy)
    return {"turn": unit.last_turn, **course}


# --- scans ---------------------------------------------------------------------------------------


def scans(names: Names, side: int) -> list[Any]:
    """Return the scans of a side that are remembered, oldest first."""
    count = names.state.scans[side]
    numbers = range(max(0, count - RECENT_SCANS), count)
    return [names.state.scan[side][number % RECENT_SCANS] for number in numbers]


def _scan(names: Names, side: int, scan: Any) -> dict[str, Any]:
    """Return a scan as it was told, with its answers."""
    option = names.option
    last = scan.side - 1
    seen = sorted(
        mirrored_column(names.columns, names.seat, x) for x in (scan.left, scan.left + last)
    )
    return {
        "turn": scan.turn,
        "side": SEATS[side],
        "ship": None if scan.unit == NONE else names.unit(scan.unit),
        "sensor": SENSOR_WORDS[scan.sensor],
        "area": area_words(scan.left, scan.top, scan.side, option.columns, option.rows),
        "squares_across": scan.side,
        "top_left": [scan.left, scan.top],
        "bottom_right": [scan.left + last, scan.top + last],
        "board_top_left": [seen[0], scan.top],
        "board_bottom_right": [seen[1], scan.top + last],
        "strength": scan.strength,
        "sunglare": bool(scan.glare),
        "roll": scan.roll or None,
        "finds": [_find(names, scan, find) for find in scan.find[: scan.finds]],
    }


def _find(names: Names, scan: Any, find: Any) -> dict[str, Any]:
    """Return one answer to a scan."""
    return {
        "result": RESULTS[find.result],
        "signal": find.signal,
        "signatures": _told(scan, find),
        **_place(names, find.x, find.y),
    }


def _told(scan: Any, find: Any) -> dict[str, int]:
    """IC-SIG-03 Return the signatures that were told."""
    first = FIRST_SIGNATURE[scan.sensor]
    count = FIRST_SIGNATURE[scan.sensor + 1] - first
    return {
        SIGNATURE_WORDS[Signature(first + n)]: find.value[n]
        for n in range(count)
        if find.value[n] != ABSENT
    }


def _search_map(names: Names, side: int) -> Iterator[dict[str, Any]]:
    """Yield the boxes that a side has searched in vain, or in which something was, lately."""
    for box in range(BOXES):
        quiet, trace = names.state.quiet[side][box], names.state.traces[side][box]
        if quiet or trace:
            yield {
                "side": SEATS[side],
                "box": BOX_NAMES[box],
                "board_box": board_box(names.columns, names.seat, box),
                "quiet": quiet,
                "trace": trace,
            }


def _body(names: Names, body: Any) -> dict[str, Any]:
    """Return a planet or an asteroid."""
    first = interpreted(shadow_left)(body)
    return {
        "squares_across": body.side,
        **_place(names, body.left + body.side // 2, body.top + body.side // 2),
        "shadow_columns": [first, first + body.shadow - 1] if body.shadow else None,
    }


# --- status panels -------------------------------------------------------------------------------


def status(names: Names) -> list[dict[str, Any]]:
    """Return a panel a side for tables of units: any front end can show it without the rules."""
    return [_panel(names, side) for side in range(2)]


def _panel(names: Names, side: int) -> dict[str, Any]:
    """Return the panel of one side: its units, then what its enemy has just heard of others."""
    own = names.seat in (UMPIRE, side)
    make = _own_row if own else _enemy_row
    rows = [make(names, index) for index in units(names, side)]
    rows += [] if own else list(_contact_rows(names))
    figures: list[list[Any]] = [["points", names.state.points[side]]]
    first = names.state.turn and first_to_scan(names.state) == side
    figures += [["scans", "first"]] if first else []
    there = [k for k in units(names, side) if names.state.unit_of[k].status != Status.GONE]
    return {
        "side": SEATS[side],
        "title": SIDES[side],
        "figures": figures,
        "trend": [["points", int(names.state.points[side])], ["units in play", len(there)]],
        "rows": rows,
    }


def _row(names: Names, index: int, state: str, where: str) -> dict[str, Any]:
    """Return the row of a unit with what its class says."""
    unit = names.state.unit_of[index]
    return {
        "name": names.bare(index),
        "kind": names.klass(unit.klass) if names.klass(unit.klass) != names.bare(index) else "",
        "state": state,
        "where": where,
        "figures": [],
        "marks": [],
        "damage": [],
    }


def _own_row(names: Names, index: int) -> dict[str, Any]:
    """Return the row of a unit that the reader knows all about."""
    unit = names.state.unit_of[index]
    if unit.status == Status.ON_MAP:
        return _full_row(names, index)
    if unit.status == Status.GONE:
        return _row(names, index, "lost", LOSSES.get(Loss(unit.loss), ""))
    if unit.status == Status.ABOARD:
        return _row(names, index, "aboard", names.bare(unit.carrier))
    return _row(names, index, "ready", "to be placed")


def _full_row(names: Names, index: int) -> dict[str, Any]:
    """Return the row of a unit on the map: course, thrust, and what it gives off."""
    unit = names.state.unit_of[index]
    hurt = _hurt(unit)
    row = _row(names, index, "damaged" if hurt else "ready", place_words(unit.x, unit.y))
    thrust = names.rules.classes[unit.klass].thrust
    figures: list[list[Any]] = [[*_figure(vector_words(unit.vx, unit.vy))]]
    figures += [["G", f"{unit.thrust}/{thrust}"]]
    figures += [["burns", unit.burns]] if unit.burns != NONE else []
    best = best_emissions(names, unit)
    figures += [["emits", " ".join(f"{SENSOR_TITLES[s][0]}{v:+d}" for s, v in best.items())]]
    return {**row, "figures": figures, "marks": _marks(names, unit), "damage": hurt}


def _figure(course: str) -> tuple[str, str]:
    """Return a vector as a label and a value."""
    label, _, value = course.partition(" ")
    return label, value


def _marks(names: Names, unit: Any) -> list[str]:
    """Return what a unit shows, in words."""
    volley = names.rules.classes[unit.klass].type == Type.VOLLEY
    shown = {
        f"tracked {unit.held or ''}".strip(): unit.tracked,
        "position told": not unit.tracked and unit.found == Result.POSITION,
        "contact": not unit.tracked and unit.found == Result.CONTACT,
        "sensors in": not unit.popped and not volley,
        POWER_WORDS[Power(unit.power)]: unit.power < Power.IDLE and not volley,
        "in shadow": in_shadow(names, unit),
        "radar used": unit.radar_used,
    }
    return [word for word, is_so in shown.items() if is_so]


def _hurt(unit: Any) -> list[list[str]]:
    """IC-LOST-05, 06 Return the locations that are stunned or in a critical condition."""
    found = [(place, getattr(unit, place)) for place in LOCATIONS]
    return [
        [
            f"{place} {CONDITIONS[state]}",
            "permanent" if state == Condition.CRITICAL else "temporary",
        ]
        for place, state in found
        if state != Condition.SOUND
    ]


def _enemy_row(names: Names, index: int) -> dict[str, Any]:
    """Return the row of an enemy unit that was tracked at some time."""
    unit = names.state.unit_of[index]
    if unit.status == Status.GONE:
        return _row(names, index, "lost", LOSSES.get(Loss(unit.loss), ""))
    if unit.tracked and unit.status == Status.ON_MAP:
        return _full_row(names, index)
    where = f"track lost on turn {unit.last_turn}" if unit.last_turn else "not tracked"
    row = _row(names, index, "unknown", where)
    figures: list[list[Any]] = []
    if unit.last_turn:
        figures += [["last at", place_words(unit.last_x, unit.last_y)]]
        figures += [[*_figure(vector_words(unit.last_vx, unit.last_vy))]]
    return {**row, "figures": figures}


def _contact_rows(names: Names) -> Iterator[dict[str, Any]]:
    """Yield a row for each answer of this turn that gave no track."""
    state, option = names.state, names.option
    for scan in scans(names, names.seat):
        if scan.turn != state.turn:
            continue
        for find in scan.find[: scan.finds]:
            if find.result == Result.TRACKED:
                continue
            area = area_words(scan.left, scan.top, scan.side, option.columns, option.rows)
            told = [f"{kind} {value:+d}" for kind, value in _told(scan, find).items()]
            yield {
                "name": "Contact" if find.result == Result.CONTACT else "Position",
                "kind": "",
                "state": "unknown",
                "where": place_words(find.x, find.y) if find.x else f"in {area}",
                "figures": [["signal", find.signal]],
                "marks": told,
                "damage": [],
            }
