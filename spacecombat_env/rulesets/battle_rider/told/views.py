"""The view: what a seat knows as JSON-ready data, for front ends; view.schema.json describes it.

Pieces go by their names (notation.py), enemy ones by contact number alone and in its order: no slot
of the enemy shows. Hexes come twice, as printed (`hex`, CCRR) and as the seat sees the board with
its own edge near it (`board_hex`, `board_vector`, `board_direction`); for Red both are the same.
The umpire (seat -1, from the true record) sees the pieces of both sides as its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.interpreted import interpreted
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.pieces.asks import ASKS_NUMBER
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    Beam,
    BodyKind,
    CraftStatus,
    Damage,
    ForceStatus,
    Power,
    Reason,
    Result,
    Sensor,
    Side,
    Surface,
    Tumble,
    Verdict,
    Victory,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import (
    GLOBE_FULL,
    NONE,
    RESERVE_BURNED,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import AMOUNTS
from spacecombat_env.rulesets.battle_rider.pieces.missions import POINTS
from spacecombat_env.rulesets.battle_rider.pieces.tables import class_names, class_types
from spacecombat_env.rulesets.battle_rider.told.notation import (
    BEAM_WORDS,
    LASTING_WORDS,
    REASON_WORDS,
    RESULT_WORDS,
    ROW_WORDS,
    SIDES,
    UMPIRE,
    Names,
    hex_number,
    mission_name,
    phase_words,
    player_asked,
    question,
    report_words,
    turned_direction,
    turned_hex,
)

SCHEMA = "spacecombat/battle_rider/view/1"
SEATS = ("red_0", "blue_0")
BODIES = tuple(kind.name.lower().replace("_", " ") for kind in BodyKind)
STATES = {
    CraftStatus.IN_FORCE: "ready",
    CraftStatus.ABOARD: "aboard",
    CraftStatus.DESTROYED: "destroyed",
    CraftStatus.ESCAPED: "escaped",
    CraftStatus.LOST: "lost",
    CraftStatus.OFFERED: "for sale",
    CraftStatus.CAPTURED: "captured",
}
SURFACE_WORDS = tuple(place.name.lower().replace("_", " ") for place in Surface)
POWER_WORDS = ("up", "down", "starting")
READINESS = ("cruising", "alert", "battle stations")
"""BR-SUR-07; the enemy's is not known and reads `cruising`."""
GONE = ("destroyed", "escaped", "lost", "captured")
NOT_THERE = (CraftStatus.UNUSED, CraftStatus.SET_ASIDE)


def view(seen: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return what a seat knows, from a redacted record; seat -1: everything, from the true one."""
    names = Names.of(seen, k, scenario, seat)
    state = names.state
    enemy = [] if seat == UMPIRE else [1 - seat]
    own = [0, 1] if seat == UMPIRE else [seat]
    return {
        "schema": SCHEMA,
        **_game(names),
        "own_ships": [_own_ship(names, c) for side in own for c in _craft(names, side)],
        "own_forces": [_own_force(names, f) for side in own for f in _forces(names, side)],
        "own_spreads": [_own_spread(names, s) for side in own for s in _spreads(names, side)],
        "enemy_ships": [_enemy_ship(names, c) for side in enemy for c in enemy_craft(names, side)],
        "enemy_forces": [
            _enemy_force(names, f) for side in enemy for f in enemy_forces(names, side)
        ],
        "enemy_spreads": [
            _enemy_spread(names, s) for side in enemy for s in enemy_spreads(names, side)
        ],
        "white_outs": [
            {"turns": w.timer, **_place(names, w.q, w.r)} for w in state.whiteout if w.timer
        ],
        "bodies": [_body(names, k) for k, body in enumerate(state.body) if body.kind],
        "invasion": _invasion(names),
        "question": _question(seen, k, names),
        "status": status(names),
    }


# --- the game ------------------------------------------------------------------------------------


def _game(names: Names) -> dict[str, Any]:
    """Return turn, phase, points and whose turn it is."""
    state, seat = names.state, names.seat
    option = names.option
    over = state.verdict != Verdict.OPEN
    return {
        "seat": None if seat == UMPIRE else SEATS[seat],
        "scenario": names.scenario.name,
        "turn": state.turn,
        "turn_limit": option.turn_limit,
        "phase": phase_words(state),
        "over": bool(over),
        "result": _result(state) if over else None,
        "initiative": None if state.initiative == NONE else SEATS[state.initiative],
        "to_act": None if over else SEATS[state.seat],
        "round": None if state.round_tf == NONE else names.force(state.round_tf),
        "attacked": None if state.attack_tf == NONE else names.force(state.attack_tf),
        "map": {
            "columns": option.columns,
            "rows": option.rows,
            "jump_line": option.jump_line or None,
        },
        "sides": {
            name: {
                "fleet_tactics": state.tactics[side] or None,
                "funds": state.funds[side] if state.buyer[side] and knows(names, side) else None,
                "mission": _mission(names, side),
                "points_lost": state.points_lost[side],
                "points_escaped": state.points_escaped[side],
                "readiness": READINESS[state.watch[side].level],
                "fatigue": state.watch[side].fatigue,
                **_players(names, side),
            }
            for side, name in enumerate(SEATS)
        },
    }


def _players(names: Names, side: int) -> dict[str, Any]:
    """BR-MPL-01, 02 Return the players of an own side, where there are several."""
    team = names.state.team[side]
    if team.count <= 1 or not knows(names, side):
        return {}
    tactics = list(team.tactics[: team.count])
    if team.commander != NONE:
        tactics[team.commander] = names.state.tactics[side]
    return {
        "players": [
            {
                "name": names.player(side, number),
                "fleet_tactics": skill or None,
                "commander": team.commander == number,
            }
            for number, skill in enumerate(tactics)
        ]
    }


def _player(names: Names, side: int, number: int) -> dict[str, str]:
    """BR-MPL-01 Return whose an own piece is, where a side has several players."""
    name = names.player(side, number)
    return {"player": name} if name else {}


def _mission(names: Names, side: int) -> dict[str, Any] | None:
    """BR-ASG-05 Return a side's mission, to those who may know it."""
    mission = names.state.mission[side]
    if not mission.number:
        return None
    return {
        "name": mission_name(side, mission.number),
        "points": int(POINTS[side, mission.number]) * names.option.scale,
        "asteroid": mission.asteroid or None,
        "bombardments": mission.bombardments,
        "troops": mission.troops,
        "commandos_landed": mission.landing_turn or None,
        "team": names.craft(mission.team) if mission.team != NONE else None,
    }


def _invasion(names: Names) -> dict[str, int] | None:
    """BR-MIR-02, BR-AMB-61 Return what both sides see of the planet, in a pocket empire."""
    if names.option.victory != Victory.POCKET_EMPIRES:
        return None
    mission = names.state.mission[Side.RED]
    return {"bombardments": mission.bombardments, "troops": mission.troops}


def knows(names: Names, side: int) -> bool:
    """Whether the reader sees the pieces of a side as its own."""
    return names.seat in (UMPIRE, side)


def _result(state: Any) -> dict[str, Any]:
    """Return who has won and why."""
    verdict = state.verdict
    winner = None if verdict == Verdict.DRAW else SEATS[verdict]
    return {"winner": winner, "reason": REASON_WORDS[Reason(state.reason)]}


def _question(seen: Games, k: int, names: Names) -> dict[str, Any] | None:
    """Return what the seat is asked; None when it is not to act."""
    state, seat = names.state, names.seat
    asked = state.seat if seat == UMPIRE else seat
    if state.verdict != Verdict.OPEN or state.seat != asked:
        return None
    order = state.order[asked]
    number = None
    if ASKS_NUMBER[state.ask]:
        tens = None if order.tens == NONE or order.high < AMOUNTS else 10 * order.tens
        number = {"low": order.low, "high": order.high, "tens_said": tens}
    text = question(seen, k, names.scenario, asked)
    player = player_asked(seen, k, names)
    said = {"seat": SEATS[asked], "text": text, "number": number}
    return {**said, "player": player} if player else said


# --- places --------------------------------------------------------------------------------------


def _place(names: Names, q: int, r: int) -> dict[str, str | None]:
    """Return a hex, as printed and as the seat sees it; None where it is far off the map."""
    places = {"hex": (q, r), "board_hex": turned_hex(names.scenario, names.seat, q, r)}
    numbers = {key: hex_number(*place) for key, place in places.items()}
    return {key: text if re.fullmatch(r"\d{4}", text) else None for key, text in numbers.items()}


def _course(names: Names, piece: Any) -> dict[str, Any]:
    """Return place, vector and projected endpoint of a task force or a spread."""
    dq, dr = piece.vq, piece.vr
    sign = -1 if names.seat == 1 else 1
    return {
        **_place(names, piece.q, piece.r),
        "vector": [dq, dr],
        "board_vector": [sign * dq, sign * dr],
        "speed": max(abs(dq), abs(dr), abs(dq + dr)),
        "endpoint": _place(names, piece.q + dq, piece.r + dr),
    }


def _body(names: Names, index: int) -> dict[str, Any]:
    """Return a body, its motion and how far it pulls."""
    body, world = names.state.body[index], names.world(index)
    sign = -1 if names.seat == 1 else 1
    return {
        "kind": BODIES[body.kind],
        **_place(names, body.q, body.r),
        "vector": [world.vq, world.vr],
        "board_vector": [sign * world.vq, sign * world.vr],
        "gravity_reach": world.reach,
    }


# --- which pieces --------------------------------------------------------------------------------


def _craft(names: Names, side: int) -> Iterator[int]:
    """Yield the craft of a side by slot."""
    slots = names.slots[0]
    for index in range(side * slots, (side + 1) * slots):
        if names.state.craft[index].status not in NOT_THERE:
            yield index


def _forces(names: Names, side: int) -> Iterator[int]:
    """Yield the task forces of a side by slot."""
    slots = names.slots[1]
    for index in range(side * slots, (side + 1) * slots):
        if names.state.tf[index].status != ForceStatus.UNUSED:
            yield index


def _spreads(names: Names, side: int) -> Iterator[int]:
    """Yield the missile spreads of a side by slot."""
    slots = names.slots[2]
    for index in range(side * slots, (side + 1) * slots):
        if names.state.spread[index].count > 0:
            yield index


def enemy_craft(names: Names, side: int) -> list[int]:
    """Return the detected craft of a side by contact number."""
    craft = names.state.craft
    return sorted(
        (index for index in _craft(names, side) if craft[index].detected),
        key=lambda index: craft[index].contact,
    )


def enemy_forces(names: Names, side: int) -> list[int]:
    """Return the task forces of a side that are on the map by contact number."""
    tf = names.state.tf
    shown = (k for k in _forces(names, side) if tf[k].status == ForceStatus.ON_MAP)
    return sorted(shown, key=lambda index: tf[index].contact)


def enemy_spreads(names: Names, side: int) -> list[int]:
    """Return the spreads of a side by contact number."""
    spread = names.state.spread
    return sorted(_spreads(names, side), key=lambda index: spread[index].contact)


def members(names: Names, force: int) -> list[int]:
    """Return the craft known to be in a task force: own by slot, enemy by contact number."""
    side = force // names.slots[1]
    own = names.seat in (UMPIRE, side)
    found = _craft(names, side) if own else enemy_craft(names, side)
    craft = names.state.craft
    return [
        index
        for index in found
        if craft[index].status == CraftStatus.IN_FORCE and craft[index].tf == force
    ]


# --- ships ---------------------------------------------------------------------------------------


def _printed(names: Names, craft: Any) -> dict[str, Any]:
    """BR-CTR-01 Return what is printed for a class."""
    klass = names.card(craft.klass)
    return {
        "class": names.klass(craft.klass),
        "type": _type(names, craft.klass),
        "drone": bool(klass.drone),
        "points": klass.points,
        "size": klass.size_mod,
        "socket_extenders": bool(klass.socket_extenders),
        "tech_level": klass.tech_level,
        "g_rating": klass.g,
        "jump": klass.jump,
        "armor": klass.armor,
        "fire_control": klass.fire_control,
        "directors": None if klass.restricted_directors == NONE else klass.restricted_directors,
        "missile_directors": klass.directors,
        "ready_missiles": klass.missiles,
        "sensors": {
            "active": klass.sensor_range[Sensor.ACTIVE],
            "passive": klass.sensor_range[Sensor.PASSIVE],
            "folding": bool(klass.folding),
            "masked": bool(klass.masked),
            "jammer": klass.jammer,
            "area_jammer": bool(klass.area_jammer),
        },
        "screens": {
            "meson_screen": klass.meson_screen,
            "sandcasters": klass.sandcasters,
            "dampers": klass.dampers,
        },
    }


def _type(names: Names, row: int) -> str:
    """BR-CTR-14 Return the type code of a class; empty for drones and ships of one's own."""
    types = class_types()
    if row >= len(types):  # a printed class with the changes of its side keeps its name
        printed = class_names()
        name = names.klass(row)
        row = printed.index(name) if name in printed else 0
    return types[row]


def _weapons(names: Names, craft: Any, own: bool) -> list[dict[str, Any]]:
    """BR-CTR-02 Return the weapon rows of a craft, with what has been fired for an own one."""
    klass = names.card(craft.klass)
    rows = []
    for row, weapon in enumerate(klass.weapon):
        if weapon.kind == Beam.NONE:
            continue
        said: dict[str, Any] = {
            "row": ROW_WORDS[row],
            "kind": BEAM_WORDS[Beam(weapon.kind)],
            "spinal_mount": bool(weapon.spinal),
            "number": weapon.number,
            "overpower": -weapon.overpower,
            "short_range": weapon.range,
            "damage": [None if value == NONE else value for value in weapon.damage],
        }
        if own:
            said["fired"] = craft.fired[row]
            said["fired_before"] = craft.fired_before[row]
            said["overpowered"] = craft.overpowered[row]
        rows.append(said)
    return rows


def _condition(names: Names, index: int) -> dict[str, Any]:
    """Return status, place, damage and emissions of a craft that the reader knows."""
    craft = names.state.craft[index]
    return {
        "name": names.craft(index),
        "state": STATES[CraftStatus(craft.status)],
        "force": None if craft.tf == NONE else names.force(craft.tf),
        "detected": bool(craft.detected),
        "crew": names.crew(index),
        "party_away": bool(craft.party_away),
        "sections_lost": craft.sections,
        "damage": damage(craft),
        "overload": craft.overload,
        "tumble": Tumble(craft.tumble).name.lower(),
        "active": bool(craft.active),
        "array_extended": bool(craft.extended),
        "area_jamming": bool(craft.jamming),
        "power": POWER_WORDS[craft.power],
        "sandcasters_used": craft.sand_used,
        "black_globe": craft.globe,
        "facing": None if craft.facing == NONE else DIRECTION_NAMES[craft.facing],
    }


def damage(craft: Any) -> list[dict[str, str]]:
    """BR-DMG-09 Return the damage results on a craft."""
    return [
        {
            "result": RESULT_WORDS[result],
            "lasting": "permanent" if level == Damage.PERMANENT else "temporary",
            "until": LASTING_WORDS[Damage(level)],
        }
        for result in Result
        if (level := craft.damage[result]) != Damage.INTACT
    ]


def _own_ship(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own craft."""
    craft = names.state.craft[index]
    keeper = None if craft.keeper == NONE else names.craft(craft.keeper)
    return {
        **_condition(names, index),
        "side": SEATS[names.craft_side(index)],
        **_printed(names, craft),
        "weapons": _weapons(names, craft, own=True),
        "g_available": g_available(names, craft),
        "fuel": None if craft.fuel == NONE else max(0, craft.fuel),
        "jump_fuel": craft.fuel != RESERVE_BURNED,
        "missiles": craft.missiles,
        "semi_independent": craft.sims,
        "missiles_controlled": craft.controlled,
        "launched": bool(craft.launched),
        "overpower": craft.overpower,
        "dampers_used": craft.dampers_used,
        "keeper": keeper,
        "known_as": _known_as(names, craft),
        **_player(names, names.craft_side(index), craft.player),
    }


def _known_as(names: Names, craft: Any) -> str | None:
    """Return the name by which the enemy knows an own craft."""
    return f"{names.klass(craft.klass)} e{craft.contact + 1}" if craft.detected else None


def g_available(names: Names, craft: Any) -> int:
    """BR-MOV-05, 10 Return the Gs a craft can spend in a turn."""
    return int(interpreted(thrust_available)(names.scenario.table.rules[0], craft))


def _enemy_ship(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of a detected enemy craft."""
    craft = names.state.craft[index]
    return {
        **_condition(names, index),
        "contact": craft.contact + 1,
        **_printed(names, craft),
        "weapons": _weapons(names, craft, own=False),
        "damage_markers": craft.markers,
        "report": report_words(craft.report) if craft.report else None,
    }


# --- task forces and spreads ---------------------------------------------------------------------


def _markers(names: Names, force: Any) -> dict[str, Any]:
    """BR-AMB-88 Return what everybody sees of a task force on the map."""
    side = force.thrust_side
    return {
        "thrusting": bool(force.spent_g),
        "exhaust": None if side == NONE else DIRECTION_NAMES[side],
        "board_exhaust": None if side == NONE else turned_direction(names.seat, side),
        "evade": force.evade,
        "active": bool(force.emitting),
        "shadow_found": bool(force.shadow_found),
        "acted": bool(force.acted),
        "moved": bool(force.moved),
        "surface": SURFACE_WORDS[force.surface],
        "flickering": bool(force.flickering),
    }


def _own_force(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own task force."""
    force = names.state.tf[index]
    waiting = force.status == ForceStatus.WAITING
    return {
        "name": names.force(index),
        "side": SEATS[index // names.slots[1]],
        "label": names.resolved["forces"][index],
        "state": "waiting" if waiting else "on map",
        "enters": force.entry_turn if waiting else None,
        "dummy": force.strength == 0,
        "ships": [names.craft(member) for member in members(names, index)],
        **_course(names, force),
        **_markers(names, force),
        "active": emits(names, index),
        "gs_spent": force.gs,
        "known_as": None if waiting or force.contact == NONE else f"eTF-{force.contact + 1}",
        **_player(names, *_force_player(names, index)),
    }


def _force_player(names: Names, index: int) -> tuple[int, int]:
    """BR-MPL-01 Return side and player of an own task force (`players.force_player`)."""
    side = index // names.slots[1]
    held = members(names, index)
    if held:
        return side, names.state.craft[held[0]].player
    return side, max(0, names.state.team[side].commander)


def emits(names: Names, index: int) -> bool:
    """Whether a task force shows an Active marker; the true record does not keep the flag."""
    if names.state.tf[index].emitting:
        return True
    craft = (names.state.craft[member] for member in members(names, index))
    return any(bool(c.active) or bool(c.jamming) for c in craft)


def _enemy_force(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of an enemy task force."""
    force = names.state.tf[index]
    return {
        "name": names.force(index),
        "contact": force.contact + 1,
        "ships": [names.craft(member) for member in members(names, index)],
        **_course(names, force),
        **_markers(names, force),
    }


def _own_spread(names: Names, index: int) -> dict[str, Any]:
    """Return all about an own missile spread."""
    spread = names.state.spread[index]
    return {
        "name": names.spread(index),
        "side": SEATS[index // names.slots[2]],
        "missiles": spread.count,
        "g_left": spread.g_left,
        "semi_independent": spread.sim,
        "ship": names.craft(spread.owner),
        "detected": bool(spread.detected),
        "known_as": f"missiles {spread.contact + 1}",
        **_flight(names, spread),
    }


def _enemy_spread(names: Names, index: int) -> dict[str, Any]:
    """Return what is known of an enemy missile spread."""
    spread = names.state.spread[index]
    return {
        "name": names.spread(index),
        "contact": spread.contact + 1,
        "missiles": spread.count if spread.detected else None,
        "detected": bool(spread.detected),
        **_flight(names, spread),
    }


def _flight(names: Names, spread: Any) -> dict[str, Any]:
    """Return course and target of a spread."""
    attacks = spread.target_tf != NONE or spread.target_spread != NONE
    target = names.target(spread.target_tf, spread.target_spread) if attacks else None
    return {**_course(names, spread), "moved": bool(spread.moved), "target": target}


# --- status panels -------------------------------------------------------------------------------


def status(names: Names) -> list[dict[str, Any]]:
    """Return a panel a side for tables of ships: any front end can show it without the rules."""
    return [_panel(names, side) for side in range(2)]


def _panel(names: Names, side: int) -> dict[str, Any]:
    """Return the panel of one side: its ships, then what is known of it beside them."""
    own = names.seat in (UMPIRE, side)
    ships = list(_craft(names, side)) if own else enemy_craft(names, side)
    rows = [_ship_row(names, index, own) for index in ships]
    forces = list(_forces(names, side)) if own else enemy_forces(names, side)
    rows += [_force_row(names, k, own) for k in forces if not members(names, k)]
    lost, escaped = names.state.points_lost[side], names.state.points_escaped[side]
    figures = [["points lost", lost]]
    figures += [["escaped", escaped]] if escaped else []
    troops = names.state.mission[side].troops
    figures += [["troops landed", troops]] if troops else []
    figures += _aims(names, side)
    return {
        "side": SEATS[side],
        "title": SIDES[side],
        "figures": figures,
        "trend": [
            ["points scored", int(names.state.points_lost[1 - side])],
            ["strength in points", _strength(names, ships)],
        ],
        "rows": rows,
    }


def _aims(names: Names, side: int) -> list[list[Any]]:
    """BR-ASG-05, BR-SCN-11 Return a side's mission and money, as far as the reader knows them."""
    state = names.state
    mission, figures = state.mission[side], []
    if mission.number:
        figures += [["mission", mission_name(side, mission.number)]]
        figures += [["asteroid", mission.asteroid]] if mission.asteroid else []
    figures += [["bombardments", mission.bombardments]] if mission.bombardments else []
    if state.buyer[side] and knows(names, side):
        figures += [["money", state.funds[side]]]
    return figures


def _strength(names: Names, ships: list[int]) -> int:
    """Return the points of the ships that the reader knows to be in the game."""
    craft = (names.state.craft[index] for index in ships)
    there = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)
    return sum(int(names.card(c.klass).points) for c in craft if c.status in there)


def _ship_row(names: Names, index: int, own: bool) -> dict[str, Any]:
    """Return the row of one ship."""
    craft = names.state.craft[index]
    klass = names.card(craft.klass)
    state = STATES[CraftStatus(craft.status)]
    hurt = damage(craft)
    figures: list[list[Any]] = [["G", _gs(names, craft) if own else klass.g]]
    if own and klass.directors:
        figures.append(["missiles", craft.missiles])
    figures.append(["points", klass.points])
    name, klass_name = _bare_name(names, index), names.klass(craft.klass)
    kind = _type(names, craft.klass)
    return {
        "name": name,
        "kind": kind if klass_name in name else f"{kind} {klass_name}".strip(),
        "state": "damaged" if state == "ready" and (hurt or craft.markers) else state,
        "where": _where(names, craft),
        "figures": figures,
        "marks": [] if state in GONE else _marks(craft, own),
        "damage": [[result["result"], result["lasting"]] for result in hurt],
    }


def _marks(craft: Any, own: bool) -> list[str]:
    """Return what a ship shows, in words."""
    shown = {
        "detected": own and craft.detected,
        "active": craft.active,
        "jamming": craft.jamming,
        "array out": craft.extended,
        "overloaded": craft.overload,
        "tumbling": craft.tumble,
        "jump fuel burned": craft.fuel == RESERVE_BURNED,
        "powered down": craft.power == Power.DOWN,
        "powering up": craft.power == Power.STARTING,
        f"{craft.markers} damage markers": craft.markers,
        "surprised": craft.stunned,
        "globe full": craft.globe == GLOBE_FULL,
        "globe flickers": 0 < craft.globe < GLOBE_FULL,
    }
    return [word for word, is_so in shown.items() if is_so]


def _bare_name(names: Names, index: int) -> str:
    """Return a ship's name without its side, which the panel bears."""
    return names.craft(index).removeprefix(f"{SIDES[names.craft_side(index)]} ")


def _bare_force(names: Names, index: int) -> str:
    """Return a task force's name without its side."""
    return names.force(index).removeprefix(f"{SIDES[index // names.slots[1]]} ")


def _gs(names: Names, craft: Any) -> str | int:
    """Return the Gs of a craft, and what is left of them where it is less."""
    rating = names.card(craft.klass).g
    left = g_available(names, craft)
    return rating if left == rating else f"{left}/{rating}"


def _where(names: Names, craft: Any) -> str:
    """Return the task force and the hex of a craft."""
    if craft.status == CraftStatus.ABOARD:
        own = names.seat in (UMPIRE, names.craft_side(craft.keeper)) if craft.keeper >= 0 else False
        return f"aboard {_bare_name(names, craft.keeper)}" if own else "aboard"
    if craft.status != CraftStatus.IN_FORCE or craft.tf == NONE:
        return ""
    return _at(names, craft.tf)


def _at(names: Names, index: int) -> str:
    """Return a task force and where it is."""
    force = names.state.tf[index]
    if force.status == ForceStatus.ON_MAP:
        return f"{_bare_force(names, index)} at {hex_number(force.q, force.r)}"
    if force.entry_turn:
        return f"{_bare_force(names, index)}, enters on turn {force.entry_turn}"
    return _bare_force(names, index)


def _force_row(names: Names, index: int, own: bool) -> dict[str, Any]:
    """Return the row of a task force in which no ship is known."""
    force = names.state.tf[index]
    marks = ["active"] if emits(names, index) else []
    return {
        "name": _bare_force(names, index),
        "kind": "dummy" if own else "unknown contact",
        "state": "dummy" if own else "unknown",
        "where": _at(names, index).removeprefix(_bare_force(names, index)).strip(", "),
        "figures": [],
        "marks": [*marks, *([f"evade +{force.evade}"] if force.evade else [])],
        "damage": [],
    }
