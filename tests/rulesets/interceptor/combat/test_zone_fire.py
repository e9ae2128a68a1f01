"""Fire near a planet: who may fire where, and with what."""

import csv

import pytest
from kit.interceptor.planets import orbit
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.combat import zone_fire
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_to_hit
from spacecombat_env.rulesets.interceptor.combat.weapons import can_shoot, could_shoot, is_open
from spacecombat_env.rulesets.interceptor.model import Family, Target, weapon_names
from spacecombat_env.rulesets.interceptor.model.printed.tables import DATA

ROWS = {"space": 9, "interface": 7, "atmosphere": 5, "ground": 1}


def facing_each_other(mine, its, name="CHEETAH", column=9):
    """Two ships in rows, the first with its nose on the second."""
    table = orbit()
    heading = 0 if its > mine else 3
    k = table.put(name, at=(9, mine), heading=heading)
    target = table.put("LANCEA", side=1, at=(column, its), heading=heading)
    return table, k, target


@pytest.mark.rule("IN-PLN-12", "IN-PLN-13")
def test_zones_are_those_of_the_table():
    for row in csv.DictReader((DATA / "zone_fire.csv").open(encoding="utf-8")):
        if row["from_zone"] == "ground":
            continue
        for zone, other in ROWS.items():
            printed = row[f"to_{zone}"]
            table, k, target = facing_each_other(ROWS[row["from_zone"]], other, column=11)
            me, it = table.state.craft[k], table.state.craft[target]
            assert zone_fire.fire_passes(table.state, table.rules, me, it) == printed.startswith(
                "yes"
            )
            if printed.startswith("yes"):
                assert zone_fire.crossing(table.state, table.rules, me, it) == (
                    2 if "+2" in printed else 0
                )
            assert is_open(table.state, table.rules, k, it) == printed.startswith("yes")


@pytest.mark.rule("IN-PLN-13")
def test_a_shot_across_the_line_is_two_harder():
    table, k, target = facing_each_other(9, 7)
    number = number_to_hit(table.state, table.rules, k, 0, Target.CRAFT, target)
    table.rules.option.planet = 0
    assert number_to_hit(table.state, table.rules, k, 0, Target.CRAFT, target) == number + 2


@pytest.mark.rule("IN-ATM-11")
def test_only_lasers_and_mass_drivers_fire_in_air():
    """ORC-ATM-3."""
    rules = scene().rules
    fires = {}
    for row in range(1, len(weapon_names())):
        gun = rules.weapon[row]
        fires.setdefault(Family(gun.family), set()).add(bool(gun.atmosphere))
    works = {Family.LASER, Family.MDC, Family.MDC_G}
    assert fires == {family: {family in works} for family in fires} and len(fires) == 8


@pytest.mark.rule("IN-ATM-11")
@pytest.mark.parametrize("row", [6, 9])
def test_a_gun_that_needs_vacuum_is_silent_in_air(row):
    table, k, target = facing_each_other(row, row - 1, "AVENGER")
    klass, it = table.rules.classes[table.state.craft[k].klass], table.state.craft[target]
    in_air, fired = row == 6, []
    for w in range(int(klass.weapons)):
        gun = table.rules.weapon[klass.weapon[w].table]
        ready = could_shoot(table.state, table.rules, k, w, it)
        assert can_shoot(table.state, table.rules, k, w, Target.CRAFT, target) == ready
        if klass.weapon[w].table:
            fired.append((bool(gun.atmosphere), bool(ready)))
    assert set(fired) == {(True, True), (False, not in_air)}
