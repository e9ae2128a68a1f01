"""Checks of morale: who is checked, when, and on what."""

import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    Chance,
    CrewStatus,
    Event,
    Morale,
    Nation,
    Status,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.movement import ramming
from spacecombat_env.rulesets.interceptor.movement.ramming import RAM_STRAIN, is_firm
from spacecombat_env.rulesets.interceptor.scenario import load
from spacecombat_env.rulesets.interceptor.turn import morale
from spacecombat_env.rulesets.interceptor.turn.morale import check_morale

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles_ii.yaml")["oracles"]}
SHIPS = ["CHEETAH", "CHEETAH"]
SIDE = {"nation": "CW/RL", "ships": SHIPS}


def shaken(familiarity=0, lost=1):
    """A GLADIUS that has lost some boxes more than half of its inside."""
    table = scene()
    table.rules.option.morale = True
    k = table.put("GLADIUS", familiarity=(familiarity, 0))
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].inside = int(klass.boxes) // 2 + lost
    return table, k


def check(table, monkeypatch, *dice):
    """Check morale with some dice; return what was rolled."""
    requested = fixed_dice(monkeypatch, morale, *dice)
    check_morale(table.state, table.rules)
    return requested


@pytest.mark.rule("IN-CAM-03")
@pytest.mark.parametrize(("lost", "checked"), [(0, False), (1, True)])
def test_more_than_half_the_boxes_inside_are_a_reason(monkeypatch, lost, checked):
    table, k = shaken(lost=lost)
    requested = check(table, monkeypatch, 4)
    assert requested == [(Chance.MORALE, k)] * checked


@pytest.mark.rule("IN-CAM-03")
def test_each_later_loss_inside_is_another_and_none_is_none(monkeypatch):
    table, k = shaken()
    assert len(check(table, monkeypatch, 4)) == 1
    assert check(table, monkeypatch) == []
    table.state.craft[k].inside += 1
    assert len(check(table, monkeypatch, 5)) == 1
    assert table.state.craft[k].morale == Morale.BROKEN
    table.state.craft[k].inside += 1
    assert check(table, monkeypatch) == []


@pytest.mark.rule("IN-CAM-04")
@pytest.mark.parametrize(("familiarity", "least"), [(0, 5), (2, 7), (9, 10)])
def test_a_crew_passes_on_or_below_4_and_its_familiarity(monkeypatch, familiarity, least):
    for die in range(1, 11):
        table, k = shaken(familiarity)
        check(table, monkeypatch, die)
        broken = table.state.craft[k].morale == Morale.BROKEN
        assert broken == (die >= least)
        event = table.events(Event.MORALE)[0]
        assert (event.known, event.c, event.d, event.e) == (1, 4 + familiarity, die, broken)


@pytest.mark.rule("IN-CAM-04", "IN-COL-08")
def test_orc_cam_2_the_number_with_and_without_a_ram():
    """ORC-CAM-2 Familiarity 2."""
    given, expected = ORACLES["ORC-CAM-2"]["given"], ORACLES["ORC-CAM-2"]["expect"]
    table, k = shaken(given["fam_piloting"])
    for n, ram in enumerate(given["ram"]):
        strain = RAM_STRAIN if ram else 0
        for die, passes in (
            (given["die"][n], expected["passes"][n]),
            (expected["next_die_fails"][n], False),
            (10, expected["ten"]),
        ):
            assert is_firm(table.state, table.rules, k, die, strain) == passes


@pytest.mark.rule("IN-CAM-02")
def test_the_ship_that_its_player_leads_is_never_checked(monkeypatch):
    table, k = shaken()
    table.state.craft[k].led = True
    assert check(table, monkeypatch) == []


@pytest.mark.rule("IN-CAM-02", "IN-COL-08")
def test_nor_before_it_rams(monkeypatch):
    table, k = shaken()
    it = table.put("CHEETAH", side=1, at=(10, 11))
    table.state.craft[k].led, table.state.mover = True, k
    fixed_dice(monkeypatch, ramming)
    ramming.apply_ram(table.state, table.rules, 0, enemy_craft_action(table.state, it))
    assert table.state.craft[k].ram == it


@pytest.mark.rule("IN-CAM-05")
@pytest.mark.parametrize(("nation", "checked"), [(Nation.KESSRITH, 0), (Nation.TOG, 1)])
def test_kessrith_are_never_checked(monkeypatch, nation, checked):
    table, k = shaken()
    table.rules.classes[table.state.craft[k].klass].nation = nation
    assert len(check(table, monkeypatch, 4)) == checked


@pytest.mark.rule("IN-CAM-03")
def test_nobody_is_checked_without_a_pilot_or_off_the_map(monkeypatch):
    table, k = shaken()
    for m in range(2):
        table.state.crew[m].status = CrewStatus.UNCONSCIOUS
    assert check(table, monkeypatch) == []
    table, k = shaken()
    table.state.craft[k].status = Status.WRECK
    assert check(table, monkeypatch) == []


@pytest.mark.rule("IN-COL-08", "IN-CAM-03")
def test_who_has_passed_before_a_ram_is_not_checked_again(monkeypatch):
    table, k = shaken()
    table.state.craft[k].morale = Morale.FIRM
    assert check(table, monkeypatch) == []


@pytest.mark.rule("IN-CAM-02")
def test_without_the_scenarios_key_nobody_is_checked(monkeypatch):
    table, _ = shaken()
    table.rules.option.morale = False
    assert check(table, monkeypatch) == []
    assert not load("pair").table.rules[0].option.morale


@pytest.mark.rule("IN-CAM-02")
def test_a_scenario_names_the_ships_that_are_led():
    content = {"sides": {"red": SIDE, "blue": {**SIDE, "ships": ["LANCEA"]}}}
    rules = load({**content, "morale": {"red": "CHEETAH 2"}}).table.rules[0]
    assert rules.option.morale
    assert [int(card.led) for card in rules.cards[1:4]] == [0, 1, 1]
    with pytest.raises(ScenarioError, match=r"morale\.red: which"):
        load({**content, "morale": {"blue": "LANCEA 1"}})
    with pytest.raises(ScenarioError, match=r"morale\.red"):
        load({**content, "morale": {"red": "LANCEA 1"}})
