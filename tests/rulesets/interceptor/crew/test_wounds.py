"""Cockpits: wounds, unconsciousness, waking, death."""

import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.crew import wounds
from spacecombat_env.rulesets.interceptor.crew.wounds import (
    has_living,
    kill_crewman,
    wake_crews,
    wound_cockpit,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Comp,
    CrewStatus,
    Event,
    Race,
    Status,
    flier_of,
)
from spacecombat_env.rulesets.interceptor.turn.decision_phase import settle_fliers


def cheetah(race=Race.HUMAN):
    """A single-seater and its cockpit."""
    table = scene()
    k = table.put("CHEETAH")
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.race = race
    return table, k, int(klass.system[Comp.COCKPIT])


@pytest.mark.rule("IN-IDE-09")
@pytest.mark.parametrize(
    ("race", "numbers"),
    [
        (Race.VAUVAUSAR, (6, 4, 2)),
        (Race.BAUFRIN, (7, 5, 3)),
        (Race.HUMAN, (8, 6, 4)),
        (Race.KESSRITH, (9, 7, 5)),
    ],
)
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_a_wounded_man_stays_awake_on_or_below_the_entry(monkeypatch, race, numbers, hits):
    for more, crew_status in ((0, CrewStatus.AWAKE), (1, CrewStatus.UNCONSCIOUS)):
        table, k, cockpit = cheetah(race)
        table.pilot(k).hits = hits - 1
        fixed_dice(monkeypatch, wounds, numbers[hits - 1] + more)
        wound_cockpit(table.state, table.rules, k, cockpit, hits)
        assert table.pilot(k).status == crew_status
        event = table.events(Event.WOUND)[0]
        assert (event.known, event.d, event.f) == (1, numbers[hits - 1], crew_status)


@pytest.mark.rule("IN-IDE-08")
def test_four_hits_kill_without_a_roll(monkeypatch):
    table, k, cockpit = cheetah()
    fixed_dice(monkeypatch, wounds)
    wound_cockpit(table.state, table.rules, k, cockpit, 4)
    assert table.pilot(k).status == CrewStatus.DEAD and not has_living(table.state, table.rules, k)


@pytest.mark.rule("IN-IDE-06", "IN-IDE-08")
@pytest.mark.parametrize(("hits", "dice"), [(1, (9,)), (3, (8, 6, 4))])
def test_who_cannot_act_neither_flies_nor_fires(monkeypatch, hits, dice):
    table, k, cockpit = cheetah()
    fixed_dice(monkeypatch, wounds, *dice)
    wound_cockpit(table.state, table.rules, k, cockpit, hits)
    assert flier_of(table.state, table.rules, k) == NONE
    assert table.state.craft[k].out == table.pilot(k).weapons != 0
    assert has_living(table.state, table.rules, k)


@pytest.mark.rule("IN-IDE-07", "IN-OVL-12")
def test_the_unconscious_roll_again_and_work_their_weapons_when_they_wake(monkeypatch):
    table, k, cockpit = cheetah()
    dice = fixed_dice(monkeypatch, wounds, 9, 9, 8)
    wound_cockpit(table.state, table.rules, k, cockpit, 1)
    wake_crews(table.state, table.rules)
    assert table.pilot(k).status == CrewStatus.UNCONSCIOUS
    wake_crews(table.state, table.rules)
    assert table.pilot(k).status == CrewStatus.AWAKE and table.state.craft[k].out == 0
    assert flier_of(table.state, table.rules, k) == 0 and len(dice) == 3


@pytest.mark.rule("IN-IDE-07")
def test_who_has_left_the_map_rolls_no_more(monkeypatch):
    table, k, _ = cheetah()
    table.pilot(k).status, table.pilot(k).hits = CrewStatus.UNCONSCIOUS, 1
    table.state.craft[k].status = Status.BROKEN_OFF
    fixed_dice(monkeypatch, wounds)
    wake_crews(table.state, table.rules)
    assert table.pilot(k).status == CrewStatus.UNCONSCIOUS


@pytest.mark.rule("IN-IDE-07", "IN-IDE-08")
def test_who_wakes_in_a_disabled_cockpit_still_cannot_act(monkeypatch):
    table, k, cockpit = cheetah()
    fixed_dice(monkeypatch, wounds, 9, 4)  # the first roll fails: no more are made
    wound_cockpit(table.state, table.rules, k, cockpit, 3)
    wake_crews(table.state, table.rules)
    assert table.pilot(k).status == CrewStatus.AWAKE and table.state.craft[k].out != 0
    assert flier_of(table.state, table.rules, k) == NONE


@pytest.mark.rule("IN-TSK-09", "IN-FLT-02", "IN-IDE-06")
def test_controls_change_hands_in_the_decision_phase_alone(monkeypatch):
    table = scene()
    k = table.put("GLADIUS")
    state, rules = table.state, table.rules
    cockpit = int(rules.classes[state.craft[k].klass].system[Comp.COCKPIT])
    fixed_dice(monkeypatch, wounds, 9)
    wound_cockpit(state, rules, k, cockpit, 1)
    assert (
        state.crew[0].status == CrewStatus.UNCONSCIOUS and state.crew[1].status == CrewStatus.AWAKE
    )
    assert flier_of(state, rules, k) == NONE, "the ship drifts"
    settle_fliers(state, rules)
    assert flier_of(state, rules, k) == 1


@pytest.mark.rule("IN-IDE-06")
def test_the_dead_fly_no_more():
    table, k, _ = cheetah()
    kill_crewman(table.state, table.rules, 0)
    assert flier_of(table.state, table.rules, k) == NONE
