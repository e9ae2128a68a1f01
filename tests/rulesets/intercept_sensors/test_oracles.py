"""Every test vector of data/oracles.yaml, played on the table."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, SENSOR_NAMES, Table, duel, sensors

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.intercept_sensors.model import BOX, DATA, Result, first_side
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import reaches, scan_strength
from spacecombat_env.rulesets.intercept_sensors.scans.signals import result_of
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature

ORACLES = {oracle["id"]: oracle for oracle in read_yaml(DATA / "oracles.yaml")["oracles"]}
SIDES = [1, 3, 5, 10, 15, 20, 25]
CHECKS = {}


def oracle(*ids):
    """Register the check of some vectors."""

    def register(check):
        CHECKS.update(dict.fromkeys(ids, check))
        return check

    return register


@oracle("IC-OR-1", "IC-OR-2")
def farthest_square(given, expect):
    """The farthest square of the area lies at the range, one more is refused."""
    game = sensors(duel(red=(1, 1)))
    size, side = SIDES.index(given["side"]), given["side"]
    reach = max(
        left + side - 1 - 1
        for left in range(1, 127)
        if reaches(game.rules, game["Red"], size, left, 1)
    )
    assert reach == expect["max_range"]
    assert reach == expect.get("boxes", reach / BOX) * BOX


@oracle("IC-OR-3", "IC-OR-11")
def strength_and_signal(given, expect):
    """Strength of a sensor (all of Red's set to it), and the signal of a signature."""
    game = sensors(duel())
    game.klass("Red").sensor[:] = given["strength"]
    sensor = SENSOR_NAMES.index(given.get("sensor", "visual"))
    strength = scan_strength(game.rules, game["Red"], sensor, SIDES.index(given["side"]))
    assert strength == expect.get("scan_strength", strength)
    if "signature" in given:
        game.set("Blue", popped=0)
        assert best_signature(game.state, game.rules, game["Blue"], sensor) == given["signature"]
        assert strength + given["signature"] == expect["signal"]
    else:
        assert "scan_strength" in expect


@oracle("IC-OR-4", "IC-OR-5")
def sunglare(given, expect):
    """A box above the ship, of the strength given before the question."""
    game = sensors(duel(red=(13, 20), blue=(29, 34)))
    sensor = SENSOR_NAMES.index(given["sensor"])
    game.klass("Red").sensor[sensor] = given["scan_strength"] + 1  # a box costs 1
    middle = (13, 10) if given["sunglare"] else (18, 10)
    game.scan("Red", given["sensor"], "1_box", middle)
    assert game.last_scan().strength == given["scan_strength"]
    game.say("PASS")
    assert game.last_scan().strength == expect["scan_strength"]


@oracle("IC-OR-6", "IC-OR-7", "IC-OR-8", "IC-OR-9")
def result(given, expect):
    """What Blue's answer comes to, over all dice."""
    visible = set()
    for dice in range(2, 13):
        game = sensors(duel(red_ship={"values": {"skill": 0}})).set("Blue", popped=0).dice(dice)
        game.klass("Red").sensor[0] = given["signal"] - 7 + 1  # hull 7, a box costs 1
        game.scan("Red", "visual", "1_box", (15, 20)).say("PASS")
        told = bool(game.events("CONTACT", RED))
        visible.add((told, bool(game.events("ROLL")), bool(game["Blue"].tracked)))
    if expect == "nothing":
        assert visible == {(False, False, False)}
    elif expect == "contact":
        assert {(told, rolled) for told, rolled, _ in visible} == {(True, True)}
        assert (True, True, False) in visible
    else:
        assert expect == "tracked without a roll" and visible == {(True, False, True)}


@oracle("IC-OR-10")
def one_roll(given, expect):
    """One roll for several signals."""
    found = [result_of(signal, given["roll"], given["skill"]) for signal in given["signals"]]
    assert [Result(int(value)).name.lower() for value in found] == expect


@oracle("IC-OR-12", "IC-OR-13")
def letter(given, expect):
    """Who scans first in a turn."""
    game = Table(duel()).to_turn(given["turn"])
    first = {"A": RED, "B": BLUE}[expect["first"]]
    assert first_side(game.state) == first
    game.until(lambda: game.decision.name == "SCAN")
    assert game.state.turn == given["turn"] and game.state.seat == first


@pytest.mark.rule("IC-SCAN-06", "IC-SCAN-07", "IC-QST-03", "IC-QST-05", "IC-SIG-01", "IC-SIG-02")
@pytest.mark.rule("IC-SIG-03", "IC-SIG-04", "IC-SNS-03", "IC-SEQ-03")
@pytest.mark.parametrize("name", ORACLES)
def test_oracle(name):
    check_oracle = CHECKS[name]
    check_oracle(ORACLES[name]["given"], ORACLES[name]["expect"])


def test_every_oracle_is_checked():
    assert set(CHECKS) == set(ORACLES) and len(ORACLES) == 13
