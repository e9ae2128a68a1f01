"""Random scenarios with random combinations of the switches, and what must hold in all of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from spacecombat_env.rulesets.battle_rider.model import (
    CARDS,
    DRONE_TYPES,
    GLOBE_FULL,
    MAX_TACTICS,
    NONE,
    RESERVE_BURNED,
    CraftStatus,
    Damage,
    Fight,
    ForceStatus,
    Phase,
    Power,
    Readiness,
    RedMission,
    Result,
    Surface,
    Tumble,
    class_names,
    load_tables,
)
from spacecombat_env.rulesets.battle_rider.movement.counters import free_contact
from spacecombat_env.rulesets.battle_rider.scenario import SWITCHES, load

COLUMNS, ROWS = 9, 13
SHIPS = class_names()[1 : -len(DRONE_TYPES)]
WOUNDS = (
    ("power_plant", "fire_control"),
    ("maneuver_drive", "spine"),
    ("sensors", "jump_drive"),
    ("life_support", "artificial_gravity"),
)
"""Results by the number of a ship: the cup has two or more of each (BR-AMB-37)."""
PURCHASES = ("task_force_dagger_purchase", "first_clash_purchase", "skirmish_purchase")
KINDS = ("planet", "planet", "asteroid", "star", "gas_giant")
IN_PLAY = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)


# --- scenarios -----------------------------------------------------------------------------------


@cache
def card(name: str) -> Any:
    """The printed card of a class."""
    return load_tables()[0].classes[class_names().index(name)]


def drawn_switches(rng: np.random.Generator) -> dict[str, Any]:
    """Settings of the switches: each at random, or all on, or one alone."""
    mood = rng.integers(4)
    names = list(SWITCHES)
    chosen = {
        0: names,
        1: [str(rng.choice(names))],
        2: [name for name in names if rng.random() < 0.25],
        3: [name for name in names if rng.random() < 0.6],
    }[int(mood)]
    values = {name: SWITCHES[name].values for name in chosen}
    return {name: those[int(rng.integers(1, len(those)))] for name, those in values.items()}


def drawn_ship(rng: np.random.Generator, name: str, rules: dict[str, Any]) -> dict[str, Any]:
    """A printed ship, changed and hurt at random."""
    klass = str(rng.choice(SHIPS))
    printed = card(klass)
    ship: dict[str, Any] = {"class": klass, "name": name}
    values: dict[str, Any] = {}
    if rng.random() < 0.3 and not rules.get("multiple_batteries"):
        values["size_mod"] = int(rng.integers(-3, 2))
    if rng.random() < (0.7 if rules.get("black_globes") else 0.1):
        values |= {"globe_capacity": int(rng.integers(2, 12)), "globe_rate": 3}
    if rng.random() < 0.3:
        values |= {"limited_fuel": True, "restricted_directors": 1, "area_jammer": True}
    if values:
        ship["values"] = values
    if rng.random() < 0.3:
        wounds = WOUNDS[int(name[1:])]
        ship["damage"] = [{str(rng.choice(wounds)): str(rng.choice(["temporary", "permanent"]))}]
    if rules.get("semi_independent_missiles") and printed.missiles and printed.tech_level >= 12:
        level = 14 if printed.tech_level >= 14 and rng.random() < 0.5 else 12
        ship["sims"] = {"tech_level": level, "load": str(rng.choice(["half", "all"]))}
    if rules.get("crew_quality"):
        ship["crew"] = str(rng.choice(["crack", "average", "green"]))
    if rules.get("powered_down") and rng.random() < 0.3:
        ship["powered_down"] = True
    return ship


def drawn_bodies(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Up to three bodies, in columns of their own."""
    bodies = []
    for n in range(int(rng.integers(4))):
        kind = str(rng.choice(KINDS))
        body: dict[str, Any] = {"kind": kind, "hex": [2 + 2 * n, int(rng.integers(4, 10))]}
        if kind == "star":
            body |= {"world": "Sun", "hex": [20 * n - 20, -60], "sensor_modifier": 2}
        elif kind == "gas_giant":
            body["world"] = "Jupiter"
        if rng.random() < 0.5:
            body["vector"] = rng.integers(-1, 2, 2).tolist()
        bodies.append(body)
    return bodies


def drawn_side(
    rng: np.random.Generator, rules: dict[str, Any], bodies: list[dict[str, Any]], letter: str
) -> dict[str, Any]:
    """A few ships with drones; set up in secret, or in task forces close to the middle."""
    ships = [drawn_ship(rng, f"{letter}{n}", rules) for n in range(int(rng.integers(1, 5)))]
    side: dict[str, Any] = {"fleet_tactics": 3, "ships": ships}
    drone = next((s for s in ships if card(s["class"]).tech_level >= 12), None)
    if drone is not None and rng.random() < 0.4:
        side["drones"] = [{"type": "dual_mode_tl12", "controller": drone["name"]}]
    if rules.get("surprise") and rng.random() < 0.5:
        side["readiness"] = str(rng.choice(["cruising", "alert", "battle_stations"]))
    if rng.random() < 0.2:
        return side
    forces: list[dict[str, Any]] = [{"ships": []}]
    for ship in ships:
        if len(forces) > 1 and len(forces[-1]["ships"]) < 3 and rng.random() < 0.5:
            forces[-1]["ships"].append(ship["name"])
        else:
            forces.append({"ships": [ship["name"]]})
    for force in forces:
        put_somewhere(rng, rules, bodies, force)
        if force["ships"] and rng.random() < 0.6:
            for name in force["ships"]:
                next(ship for ship in ships if ship["name"] == name)["detected"] = True
    side["task_forces"] = forces
    return side


def put_somewhere(
    rng: np.random.Generator,
    rules: dict[str, Any],
    bodies: list[dict[str, Any]],
    force: dict[str, Any],
) -> None:
    """Place a task force: in the open, in a planet's orbit, or on its ground."""
    planets = [body for body in bodies if body["kind"] == "planet"]
    force["hex"] = [int(rng.integers(3, 8)), int(rng.integers(4, 11))]
    force["vector"] = rng.integers(-1, 2, 2).tolist()
    if rng.random() < 0.4:  # a melee in one hex: missiles arrive, ships are boarded
        force |= {"hex": [5, 7], "vector": [0, 0]}
    if planets and rng.random() < 0.5:
        planet = planets[int(rng.integers(len(planets)))]
        force |= {"hex": planet["hex"], "vector": planet.get("vector", [0, 0])}
        if rules.get("landing") and force["ships"] and rng.random() < 0.5:
            force["landed"] = True
            del force["vector"]


def drawn_scenario(seed: int) -> dict[str, Any]:
    """A scenario of few turns on a small map; now and then one of the book's purchases."""
    rng = np.random.default_rng(seed)
    rules = drawn_switches(rng)
    bodies = drawn_bodies(rng)
    if not any(body["kind"] == "planet" for body in bodies):
        rules.pop("jump_line", None)
    return {
        "name": f"fuzz {seed}",
        "sides": {
            "red": drawn_side(rng, rules, bodies, "R"),
            "blue": drawn_side(rng, rules, bodies, "B"),
        },
        "map": {"columns": COLUMNS, "rows": ROWS},
        "bodies": bodies,
        "rules": rules,
        "turn_limit": int(rng.integers(3, 7)),
        "capacity": "small",
    }


def drawn_empires(seed: int) -> dict[str, Any]:
    """Pocket empires with random missions, scale, planet and switches, for a few turns."""
    rng = np.random.default_rng((seed, 2))
    source = {**load("pocket_empires").source}
    source.pop("resolved", None)
    rules = drawn_switches(rng) | {"crew_quality": True}
    rules.pop("jump_line", None)  # missions say over which edge ships escape
    missions = {side: int(rng.integers(1, 11)) for side in ("red", "blue") if rng.random() < 0.8}
    planet: dict[str, Any] = {"kind": "planet", "hex": "1024"}
    planet["atmosphere"] = str(rng.choice(["none", "thin", "exotic"]))
    planet["hydrographics"] = int(rng.integers(0, 9))
    if rng.random() < 0.4:
        planet["vector"] = rng.integers(-1, 2, 2).tolist()
    return source | {
        "name": f"fuzz {seed}",
        "rules": rules,
        "missions": missions,
        "scale": int(rng.integers(1, 4)),
        "bodies": [planet],
        "turn_limit": int(rng.integers(3, 7)),
    }


def send_raiders(state: Any, rules: Any, rng: np.random.Generator) -> None:
    """Let Red's task forces be where missions are done: about a body, at rest with it, full up."""
    bodies = np.flatnonzero(state.body["kind"])
    for tf in range(len(state.tf) // 2):
        force = state.tf[tf]
        if force.status == ForceStatus.UNUSED or rng.random() < 0.3:
            continue
        body = int(rng.choice(bodies)) if rng.random() < 0.5 else 0
        if force.status == ForceStatus.WAITING:
            force.contact = free_contact(state, tf)
        force.status = ForceStatus.ON_MAP
        force.q, force.r = state.body[body].q, state.body[body].r
        force.vq, force.vr = rules.worlds[body].vq, rules.worlds[body].vr
    red = state.mission[0]
    red.bombardments = int(rng.integers(0, 5))
    if red.number == RedMission.SURFACE_RAID and red.bombardments >= 2:
        red.landing_turn = max(1, int(state.turn) - 9)
        state.turn = max(int(state.turn), 1)


# --- what must hold ------------------------------------------------------------------------------


def check_state(state: Any, rules: Any) -> None:
    """Everything that must hold at a decision."""
    check_craft(state, rules)
    check_forces(state, rules)
    check_spreads(state, rules)
    check_stores(state, rules)


def check_craft(state: Any, rules: Any) -> None:
    """Every craft is in one place, and its fields are within their ranges."""
    half = len(state.craft) // 2
    for index, craft in enumerate(state.craft):
        klass = rules.classes[craft.klass]
        if craft.status == CraftStatus.ABOARD:
            unnamed = state.phase == Phase.SETUP and craft.keeper == NONE
            assert unnamed or state.craft[craft.keeper].status in IN_PLAY
        elif craft.status == CraftStatus.IN_FORCE:
            assert craft.tf != NONE or state.phase == Phase.SETUP
        else:
            assert craft.status in tuple(CraftStatus)
            assert craft.tf == NONE or craft.status == CraftStatus.UNUSED
        assert set(craft.damage.tolist()) <= {int(level) for level in Damage}
        assert 0 <= craft.overload <= 2 and 0 <= craft.overpower <= 2
        assert 0 <= craft.tumble <= Tumble.SEVERE
        assert 0 <= craft.sims <= craft.missiles <= klass.missiles
        assert 0 <= craft.controlled <= klass.directors
        assert craft.fuel >= RESERVE_BURNED
        assert Power.UP <= craft.power <= Power.STARTING
        assert 0 <= craft.globe <= GLOBE_FULL and 0 <= craft.stunned <= 2
        assert NONE <= craft.facing < 6 and 0 <= craft.facings < 64
        assert 0 <= craft.sections <= max(1, -int(klass.size_mod))
        assert Fight.FRESH <= craft.fight <= Fight.BOARDED_LOST
        assert craft.boarders == NONE or craft.boarders // half != index // half
        batteries = max(1, -int(klass.size_mod)) if rules.option.multiple_batteries else 1
        assert 0 <= craft.sand_used <= int(klass.sandcasters) * batteries
        assert 0 <= craft.dampers_used <= int(klass.dampers) * batteries
        for row, weapon in enumerate(klass.weapon):
            beams = int(weapon.number) * (1 if weapon.spinal else batteries)
            assert 0 <= craft.fired[row] <= beams
            assert 0 <= craft.fired_before[row] <= beams


def check_forces(state: Any, rules: Any) -> None:
    """Task forces hold what they say they hold, within Fleet Tactics."""
    half = len(state.tf) // 2
    there = state.craft["status"] == CraftStatus.IN_FORCE
    for index, force in enumerate(state.tf):
        if force.status == ForceStatus.UNUSED:
            continue
        held = np.flatnonzero(there & (state.craft["tf"] == index))
        assert force.strength == len(held)
        assert all(k // (len(state.craft) // 2) == index // half for k in held)
        assert force.strength <= state.tactics[index // half] <= MAX_TACTICS
        assert 0 <= force.evade <= 2 and NONE <= force.thrust_side < 6
        assert Surface.SPACE <= force.surface <= Surface.TAKING_OFF
        assert force.surface == Surface.SPACE or rules.option.landing


def check_spreads(state: Any, rules: Any) -> None:
    """Missiles in flight belong to somebody and have Gs left as their kind allows."""
    for spread in state.spread:
        if spread.count > 0:
            assert state.craft[spread.owner].status != CraftStatus.UNUSED
            assert 0 <= spread.g_left <= 12
            assert spread.sim in (0, 12, 14)


def check_stores(state: Any, rules: Any) -> None:
    """Cards and damage markers are all there (BR-AMB-37, BR-DMG-09)."""
    marks = (state.craft["damage"] != Damage.INTACT).sum(axis=0)
    assert (marks + state.pool).tolist() == rules.marker_count.tolist()
    assert marks[Result.SHIP_EXPLODES] == 0
    assert sorted(state.chance.deck.tolist()) == list(range(CARDS))
    assert 0 <= state.chance.deck_left <= CARDS
    assert 0 <= state.round_tf < len(state.tf) or state.round_tf == NONE
    for watch in state.watch:
        assert Readiness.CRUISING <= watch.level <= Readiness.BATTLE_STATIONS


def ammunition(state: Any) -> list[int]:
    """Missiles of each side, ready and in flight."""
    craft, flying = state.craft["missiles"], state.spread["count"]
    sides = (slice(None, len(craft) // 2), slice(len(craft) // 2, None))
    spreads = (slice(None, len(flying) // 2), slice(len(flying) // 2, None))
    return [int(craft[a].sum()) + int(flying[b].sum()) for a, b in zip(sides, spreads, strict=True)]


def points(state: Any, rules: Any) -> list[int]:
    """Points of each side in play, lost and escaped: what a side has had from the start."""
    half, totals = len(state.craft) // 2, []
    for side in range(2):
        own = state.craft[side * half : (side + 1) * half]
        there = np.isin(own["status"], IN_PLAY)
        total = int(rules.classes["points"][own["klass"][there]].sum())
        totals.append(total + int(state.points_lost[side]) + int(state.points_escaped[side]))
    return totals
