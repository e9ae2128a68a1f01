"""Chapters MIR and MIB against data/missions.yaml: its expressions say when a mission is fulfilled.

The expressions are evaluated on fleets at random, whose ships are destroyed, lost, captured, crippled
or away; what the file says in prose alone has its cases in test_missions.py.
"""

import random

import pytest
import yaml
from kit.battle_rider.missions import fulfils, war

from spacecombat_env.rulesets.battle_rider.model import DATA, POINTS

MISSIONS = yaml.safe_load((DATA / "missions.yaml").read_text(encoding="utf-8"))["missions"]
SIDES = ("red", "blue")
CARDS = {"Starburst": 75, "Rapier": 45, "Lancer": 30, "Cleon": 238, "Valor": 9}
GONE = ("destroyed", "lost", "captured")
FATES = ("", "", "disabled", "unarmed", "escaped", "spotted", "refuelled", *GONE)
ARMED = ("", "disabled", "spotted")  # on the map, and able to attack
PROSE = {"R7", "R9", "B6", "B9"}  # B6 besides: of merchants


def number_of(mission):
    """1 to 10, of R1 or B10."""
    return int(mission["id"][1:])


def cases_of(mission):
    """What holds when, as pairs of expressions."""
    if "cases" in mission:
        return [(case["when"], case["logic"]) for case in mission["cases"]]
    return [("True", mission["logic"])]


def fleet(random_bits):
    """Ships as (class, fate)."""
    return [
        (random_bits.choice(list(CARDS)), random_bits.choice(FATES))
        for _ in range(random_bits.randint(1, 4))
    ]


def points(ships, *fates):
    """Printed points of the ships of some fates."""
    return sum(CARDS[name] for name, outcome in ships if outcome in fates)


def count(ships, *fates):
    """How many have one of some fates."""
    return sum(outcome in fates for _, outcome in ships)


def variables(own, enemy, deeds):
    """The actions of the file, worked out from fleets alone."""
    away = ("escaped", "refuelled")
    operational = [outcome for _, outcome in own if outcome in ARMED]
    return {
        "my_lost_pts": points(own, *GONE),
        "my_lost_n": count(own, *GONE),
        "my_escaped_n": count(own, *away),
        "my_fleet_pts": sum(CARDS[name] for name, _ in own),
        "my_refuelled_escaped_n": count(own, "refuelled"),
        "my_refuelled_escaped_pts": points(own, "refuelled"),
        "my_squadron_escaped": count(own, *away) > 0 and not operational,
        "my_operational_on_map_n": len(operational),
        "enemy_destroyed_n": count(enemy, *GONE),
        "enemy_destroyed_pts": points(enemy, *GONE),
        "enemy_lost_pts": points(enemy, *GONE),
        "enemy_boarded_pts": points(enemy, "captured"),
        "enemy_disabled_n": count(enemy, "disabled"),
        "enemy_escaped_n": count(enemy, *away),
        "enemy_total_n": len(enemy),
        "enemy_fleet_pts": sum(CARDS[name] for name, _ in enemy),
        "enemy_operational_on_map_n": sum(outcome in ARMED for _, outcome in enemy),
        "detected_enemy_pts": points(enemy, "spotted"),
        "detected_enemy_n": count(enemy, "spotted"),
        **deeds,
    }


def said_of(mission, known):
    """What the file says of a mission, or None where it does so in prose."""
    for when, logic in cases_of(mission):
        if eval(when, {"__builtins__": {}}, known):  # noqa: S307
            try:
                return bool(eval(logic, {"__builtins__": {}}, known))  # noqa: S307
            except (SyntaxError, NameError):
                return None
    raise AssertionError("no case holds")


def trial(side, mission, seed):
    """A position at random: what the engine says of a side's mission, and what the file says."""
    random_bits = random.Random(f"{mission['id']} {seed}")
    rival = random_bits.randint(1, 10)
    own, enemy = fleet(random_bits), fleet(random_bits)
    texts = [
        [f"{name}: {outcome}".rstrip(": ") for name, outcome in ships] for ships in (own, enemy)
    ]
    numbers = (number_of(mission), rival) if side == 0 else (rival, number_of(mission))
    reds, blues = texts if side == 0 else texts[::-1]
    game = war(*numbers, reds, blues)
    mine, theirs = POINTS[side, number_of(mission)], POINTS[1 - side, rival]
    deeds = {"my_points": int(mine), "enemy_points": int(theirs)}
    if side == 0:
        state = game.state.mission[0]
        state.bombardments = random_bits.randint(0, 5)
        state.landing_turn = 3 if random_bits.random() < 0.5 else 0
        state.secured = random_bits.random() < 0.5
        deeds["bombardment_turns_done"] = int(state.bombardments)
        deeds["commandos_landed"] = state.landing_turn > 0
        deeds["landed_total"] = 20 if state.secured else 19
    else:
        deeds["enemy_victory"] = fulfils(game, 0)
    return fulfils(game, side), said_of(mission, variables(own, enemy, deeds))


@pytest.mark.rule("BR-ASG-05", "BR-AMB-62")
@pytest.mark.parametrize("side", [0, 1])
def test_points_are_those_of_the_file(side):
    listed = MISSIONS[SIDES[side]]
    assert [mission["points"] for mission in listed] == POINTS[side, 1:].tolist()
    assert [number_of(mission) for mission in listed] == list(range(1, 11))


@pytest.mark.rule("BR-MIR-01", "BR-MIR-02", "BR-MIR-03", "BR-MIR-04", "BR-MIR-05", "BR-MIR-06")
@pytest.mark.rule("BR-MIR-08", "BR-MIR-10", "BR-MIB-01", "BR-MIB-02", "BR-MIB-03", "BR-MIB-04")
@pytest.mark.rule("BR-MIB-05", "BR-MIB-07", "BR-MIB-08", "BR-MIB-10", "BR-AMB-62", "BR-AMB-64")
@pytest.mark.parametrize(
    ("side", "place"), [(side, place) for side in (0, 1) for place in range(10)]
)
def test_a_mission_is_fulfilled_when_the_file_says_so(side, place):
    mission = MISSIONS[SIDES[side]][place]
    pairs = [trial(side, mission, seed) for seed in range(25)]
    judged = [(found, said) for found, said in pairs if said is not None]
    assert bool(judged) == (mission["id"] not in PROSE)
    assert [found for found, _ in judged] == [said for _, said in judged]
