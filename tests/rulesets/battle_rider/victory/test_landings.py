"""Chapter MIR: bombardment, troops, and commandos that are taken up again."""

import pytest
from kit.battle_rider.missions import PLANET, empires, orbiting, war
from kit.battle_rider.table import game_seen

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Phase,
    Step,
    class_row,
)
from spacecombat_env.rulesets.battle_rider.movement.map_edges import leave_map
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import (
    apply_extract_ship,
    bombard,
    check_invasion,
    end_bombardment,
    end_missile_attacks,
    extraction_difficulty,
    land_troops,
    may_bombard,
    may_extract,
    may_land_troops,
    record_deeds,
)
from spacecombat_env.rulesets.battle_rider.victory.mission_verdicts import record_turn


@pytest.mark.rule("BR-MIR-05", "BR-MIR-02", "BR-MIR-04", "BR-AMB-61")
def test_ten_missiles_from_orbit_are_a_turn_of_bombardment():
    """From as few ships as can be; it counts when the ships are still there."""
    game = orbiting(5, ["Valor", "Starburst"])
    state, rules = game.state, game.rules
    state.craft[0].missiles, state.craft[1].missiles = 4, 8
    assert may_bombard(state, rules, 0)
    bombard(state, rules, 0)
    assert [int(state.craft[k].missiles) for k in range(2)] == [2, 0]
    assert not may_bombard(state, rules, 0)
    end_bombardment(state, rules)
    assert state.mission[0].bombardments == 1
    for k in range(2):
        state.craft[k].launched, state.craft[k].missiles = 0, 5
    bombard(state, rules, 0)
    state.tf[0].q += 1
    end_bombardment(state, rules)
    assert state.mission[0].bombardments == 1
    state.craft[0].launched = state.craft[1].launched = 0
    state.craft[0].missiles = 40
    assert not may_bombard(state, rules, 0)  # no longer in orbit


@pytest.mark.rule("BR-MIR-05")
def test_nine_missiles_or_a_foreign_vector_do_not_bombard():
    game = orbiting(5, ["Valor"])
    game.state.craft[0].missiles = 9
    assert not may_bombard(game.state, game.rules, 0)
    game.state.craft[0].missiles = 10
    assert may_bombard(game.state, game.rules, 0)
    game.state.tf[0].vr = 1
    assert not may_bombard(game.state, game.rules, 0)


def red_may_launch():
    """A game in which Red decides what it launches."""
    for seed in range(1, 30):
        game = empires(5, 3, begin=True, seed=seed).skip_to(Decision.LAUNCH_MENU)
        while not game.over and game.state.seat == 1 and game.state.turn < 4:
            game.say("DONE").skip_to(Decision.LAUNCH_MENU)
        if not game.over and game.state.seat == 0:
            return game
    raise AssertionError("no such seed")


@pytest.mark.rule("BR-MIR-05")
def test_red_decides_whether_it_bombards():
    game = red_may_launch()
    assert not game.can_say("BOMBARD")
    state = game.state
    index = next(k for k, c in enumerate(state.craft) if c.status == CraftStatus.IN_FORCE)
    force = state.tf[state.craft[index].tf]
    force.status, (force.q, force.r), force.vq, force.vr = ForceStatus.ON_MAP, PLANET, 0, 0
    state.craft[index].missiles = 30
    game.say("BOMBARD")
    assert state.craft[index].missiles == 20
    assert not game.can_say("BOMBARD")


@pytest.mark.rule("BR-MIR-02")
def test_troops_land_after_four_bombardments_and_local_troops_fight_back():
    game = orbiting(2, ["Starburst", "Cleon", "Rapier"]).missile_value(3)
    state, rules, mission = game.state, game.rules, game.state.mission[0]
    mission.bombardments = 3
    assert not may_land_troops(state, rules, 0)
    mission.bombardments = 4
    assert may_land_troops(state, rules, 0)
    land_troops(state, rules, 0)
    assert mission.troops == 4  # one of size -3, three of size -4, none of size -2
    assert not may_land_troops(state, rules, 0)
    end_missile_attacks(state, rules)
    assert mission.troops == 1
    end_missile_attacks(state, rules)
    assert mission.troops == 0
    log = state.log[: state.log_count]
    told = [(int(e.side), int(e.a), int(e.b)) for e in log if e.kind == Event.TROOPS]
    assert told == [(0, 4, 4), (1, 3, 1), (1, 1, 0)], "Red lands, Blue fights back"
    for troops, secured in ((19, 0), (20, 1)):
        mission.troops = troops
        check_invasion(state)
        assert mission.secured == secured
    state.tf[0].q += 1
    assert not may_land_troops(state, rules, 0)


@pytest.mark.rule("BR-MIR-02")
def test_troops_land_in_their_own_mission_and_from_red_forces_alone():
    """Four bombardments in a raid land nobody."""
    raid = orbiting(4, ["Starburst", "Cleon"])
    raid.state.mission[0].bombardments = 4
    assert not may_land_troops(raid.state, raid.rules, 0)
    invasion = orbiting(2, ["Starburst", "Cleon"])
    invasion.state.mission[0].bombardments = 4
    assert may_land_troops(invasion.state, invasion.rules, 0)
    assert not may_land_troops(invasion.state, invasion.rules, len(invasion.state.tf) // 2)


@pytest.mark.rule("BR-MIR-04")
def test_commandos_land_with_the_second_bombardment_in_secret():
    game = orbiting(4, ["Valor"])
    state = game.state
    for turn in (6, 7):
        state.turn = turn
        state.craft[0].launched, state.craft[0].missiles = 0, 10
        bombard(state, game.rules, 0)
        end_bombardment(state, game.rules)
    assert state.mission[0].landing_turn == 7
    visible = views.view(game_seen(game, 1), 0, game.scenario, 1)
    assert visible["sides"]["red_0"]["mission"] is None
    assert visible["invasion"] == {"bombardments": 2, "troops": 0}
    state.mission[0].troops = 7
    figures = views.view(game_seen(game, 1), 0, game.scenario, 1)["status"][0]["figures"]
    assert ["troops landed", 7] in figures


@pytest.mark.rule("BR-MIR-04")
@pytest.mark.parametrize(
    ("after", "difficulty", "lowest"),
    [(10, 1, 1), (11, 2, 2), (12, 3, 3), (14, 5, 5), (15, 6, "bullseye"), (18, 9, "bullseye")],
)
def test_extraction_grows_harder_until_only_a_bullseye_does(after, difficulty, lowest):
    for value in (1, 2, 3, 4, 5, "bullseye"):
        game = orbiting(4, ["Rapier"])
        state = game.state
        state.mission[0].landing_turn, state.turn = 3, 2 + after
        assert not may_extract(state, game.rules, 0) or after > 10
        state.turn = 3 + after
        assert extraction_difficulty(state) == difficulty
        assert may_extract(state, game.rules, 0)
        game.always(value)
        for card in range(95):
            game.rules.card[card].crack = game.rules.card[card].hit
            game.rules.card[card].green = game.rules.card[card].hit
        state.round_tf, state.decision, state.seat = 0, Decision.EXTRACT_SHIP, 0
        state.phase, state.tf[0].moved = Phase.OPERATIONS, 1
        game.rules.buying[0].crews = 0
        apply_extract_ship(state, game.rules, game.action(("craft", 0)))
        wins = value == "bullseye" or (lowest != "bullseye" and value >= lowest)
        assert (state.mission[0].team == 0) == wins
        assert bool(state.mission[0].team_lost) != wins
        assert not may_extract(state, game.rules, 0)  # one attempt


def in_round(game):
    """Red's task force has its round: the menu is open."""
    state = game.state
    state.phase, state.mover, state.initiative, state.round_tf = Phase.OPERATIONS, 0, 1, 0
    state.decision, state.seat, state.step = Decision.ROUND_MENU, 0, Step.ROUND
    return game


@pytest.mark.rule("BR-MIR-02", "BR-MIR-04")
def test_troops_and_commandos_are_actions_of_a_round_in_orbit():
    game = in_round(orbiting(2, ["Cleon", "Rapier"]))
    assert not game.can_say("LAND_TROOPS")
    game.state.mission[0].bombardments = 4
    game.say("LAND_TROOPS")
    assert game.state.mission[0].troops == 3
    assert not game.can_say("LAND_TROOPS")
    game = in_round(war(4, 3, ["Cleon", "Rapier"], ["Rapier"], delegate=())).always("bullseye")
    assert not game.can_say("EXTRACT")
    game.state.mission[0].landing_turn, game.state.turn = 2, 12
    game.say("EXTRACT", ("craft", 1))
    assert game.state.mission[0].team == 1
    assert not game.can_say("EXTRACT")


@pytest.mark.rule("BR-MIR-04")
def test_a_disabled_carrier_loses_the_commandos():
    game = orbiting(4, ["Rapier: disabled"])
    game.state.mission[0].team = 0
    record_deeds(game.state, game.rules)
    assert game.state.mission[0].team_lost


@pytest.mark.rule("BR-MIR-04")
@pytest.mark.parametrize(("outcome", "wins"), [("", True), ("disabled", False)])
def test_a_carrier_disabled_in_the_turn_in_which_it_coasts_away_fails(outcome, wins):
    """The map's edge takes its markers off: what it was is noted before."""
    game = war(4, 4, [f"Rapier: {outcome}"], ["Rapier"])
    state, mission = game.state, game.state.mission[0]
    mission.bombardments, mission.landing_turn, mission.team = 2, 3, 0
    state.tf[0].q, state.tf[0].r = 10, axial_row(10, 34)
    leave_map(state, game.rules, 0, 10, axial_row(10, 32))
    assert state.craft[0].status == CraftStatus.ESCAPED
    record_turn(state, game.rules)
    assert (mission.since > 0) == wins


@pytest.mark.rule("BR-MIR-04")
def test_drones_do_not_take_commandos_up():
    """An order that nobody can carry out is not offered: it could be given for ever."""
    game = in_round(war(4, 3, ["Rapier"], ["Rapier"], delegate=()))
    game.state.mission[0].landing_turn, game.state.turn = 2, 12
    assert game.can_say("EXTRACT")
    game.state.craft[0].klass = class_row("dual_mode_tl12")
    assert game.rules.classes[game.state.craft[0].klass].drone
    assert not game.can_say("EXTRACT")


@pytest.mark.rule("BR-MIR-05", "BR-SIM-04")
def test_bombardment_takes_semi_independent_missiles_last():
    game = orbiting(5, ["Valor"])
    craft = game.state.craft[0]
    craft.missiles, craft.sims = 15, 8
    bombard(game.state, game.rules, 0)
    assert (craft.missiles, craft.sims) == (5, 5)
