"""Chapter S2: the fleets of Task Force Dagger, its special rules, and how it is won."""

import pytest
from kit.battle_rider.losses import disarm, lose, strand, verdict
from kit.battle_rider.secrecy import assert_twins, looks
from kit.battle_rider.table import Battle, Table, position, ship, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.missiles.control import directors_left
from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Crew,
    Damage,
    Decision,
    Phase,
    Reason,
    Result,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.scenario import load, scenarios
from spacecombat_env.rulesets.battle_rider.ships import life_support as suits
from spacecombat_env.rulesets.battle_rider.ships.damage import (
    draw_results,
    draws_again,
    place_result,
)

RED, BLUE = 0, 1


def dagger(**more):
    """Task Force Dagger's conditions on two small squadrons that lie on the map."""
    red = [{"class": name, "detected": True} for name in ("Aurora LM", "Ashtabula")]
    blue = [{"class": name, "detected": True} for name in ("Gazelle", "Valor", "Shukugan")]
    sides = (
        side(red, [{"ships": ["Aurora LM", "Ashtabula"], "hex": "1004"}]),
        side(blue, [{"ships": ["Gazelle", "Valor", "Shukugan"], "hex": "1030"}]),
    )
    return Table(position(*sides, **{"victory": "task_force_dagger", **more}))


# --- Task Force Dagger ---------------------------------------------------------------------------


@pytest.mark.rule("BR-S2-01", "BR-S2-02")
def test_the_fleets_of_task_force_dagger():
    scenario = load("task_force_dagger")
    state, rules = scenario.table.opening[0], scenario.table.rules[0]
    names = scenario.source["resolved"]["craft"]
    assert names[:6] == ["Aurora LM", "Aurora LC", "Ashtabula", "Victrix", "Drone 1", "Drone 2"]
    blue = ["Chrysanthemum", "Shukugan", "Mary Ellen Carter", "Patrol Cruiser", "Gazelle"]
    assert names[8:13] == blue
    assert state.tactics.tolist() == [4, 1]
    half = len(state.craft) // 2
    classes = [rules.classes[c.klass] for c in state.craft[half : half + 5]]
    assert all(klass.jump == 0 and klass.fire_control == 0 for klass in classes)
    assert state.craft[half].missiles == 0 and classes[0].weapon[0].number == 1
    assert classes[3].missiles == state.craft[half + 3].missiles == 4
    assert sum(int(klass.points) for klass in classes) == 15 + 34
    red = [rules.classes[c.klass] for c in state.craft[:6]]
    assert sum(int(klass.points) for klass in red) == 50 + 4
    assert red[0].jump == 2 and red[2].fire_control == 6
    assert scenario.source["resolved"]["classes"][state.craft[half + 4].klass] == "Gazelle"


@pytest.mark.rule("BR-S2-06")
def test_it_goes_on_while_both_sides_can_attack_and_no_longer():
    assert verdict(dagger()) == Verdict.OPEN
    assert verdict(lose(dagger(), "Gazelle", "Valor", "Aurora LM")) == Verdict.OPEN
    assert verdict(disarm(lose(dagger(), "Gazelle", "Valor"), "Shukugan")) == Verdict.RED


@pytest.mark.rule("BR-S2-07")
def test_red_needs_fifteen_points_destroyed():
    # Gazelle 8, Valor 9, Shukugan 11
    short = disarm(lose(dagger(), "Shukugan"), "Gazelle", "Valor")
    assert verdict(short) == Verdict.BLUE and short.state.points_lost[BLUE] == 11
    enough = disarm(lose(dagger(), "Gazelle", "Valor"), "Shukugan")
    assert verdict(enough) == Verdict.RED and enough.state.points_lost[BLUE] == 17
    assert enough.state.reason == Reason.VICTORY_CONDITIONS


@pytest.mark.rule("BR-S2-07", "BR-AMB-69")
def test_red_needs_twice_what_it_loses():
    all_of_blue = ("Gazelle", "Valor", "Shukugan")  # 28 points
    assert verdict(lose(dagger(), *all_of_blue, "Ashtabula")) == Verdict.RED  # 12 lost
    assert verdict(lose(dagger(), *all_of_blue, "Aurora LM")) == Verdict.BLUE  # 15 lost


@pytest.mark.rule("BR-S2-05", "BR-S2-08")
def test_a_blue_ship_captured_by_boarders_is_destroyed():
    game = lose(dagger(), "Gazelle", "Valor", "Shukugan", status=CraftStatus.CAPTURED)
    assert verdict(game) == Verdict.RED
    shipped = [name for name in scenarios() if name.startswith("task_force_dagger")]
    assert len(shipped) == 5
    assert all(load(name).table.rules[0].option.boarding for name in shipped)


@pytest.mark.rule("BR-S2-08")
def test_a_blue_ship_off_the_map_is_destroyed():
    game = lose(dagger(), "Gazelle", "Valor", "Shukugan", status=CraftStatus.LOST)
    assert verdict(game) == Verdict.RED


@pytest.mark.rule("BR-S2-08")
def test_a_red_ship_left_is_lost_unless_it_can_jump_or_no_blue_ship_can_attack():
    def ended(*stranded, blue_armed=True):
        game = disarm(lose(dagger(), "Gazelle", "Valor"), "Aurora LM", "Ashtabula")
        if not blue_armed:
            disarm(game, "Shukugan")
        result = verdict(strand(game, *stranded))
        return result, int(game.state.points_lost[RED])

    assert ended() == (Verdict.RED, 0)  # 17 points destroyed, both can jump
    assert ended("Ashtabula") == (Verdict.BLUE, 12)
    assert ended("Aurora LM", "Ashtabula") == (Verdict.BLUE, 27)
    assert ended("Aurora LM", "Ashtabula", blue_armed=False) == (Verdict.RED, 0)


@pytest.mark.rule("BR-S2-08", "BR-SCN-07")
def test_a_red_ship_that_escapes_is_not_lost():
    game = lose(dagger(), "Gazelle", "Valor")
    lose(game, "Aurora LM", "Ashtabula", status=CraftStatus.ESCAPED)
    assert verdict(game) == Verdict.RED and game.state.points_lost[RED] == 0


def test_the_turn_limit_ends_it_by_the_same_conditions():
    game = dagger(turn_limit=3)
    game.state.turn = 3
    assert verdict(game) == Verdict.BLUE and game.state.reason == Reason.TURN_LIMIT
    game = lose(dagger(turn_limit=3), "Gazelle", "Valor")
    game.state.turn = 3
    assert verdict(game) == Verdict.RED
    with pytest.raises(ScenarioError, match="own conditions decide"):
        dagger(turn_limit_verdict="draw")


# --- its special rules ---------------------------------------------------------------------------


def facing_blue(**special):
    """Red's round has begun; Blue's side has special rules."""
    red = side([ship("Gun", spinal="M10:3-3-3-3")], [{"ships": ["Gun"], "hex": "1010"}])
    values = {"missile_directors": 4, "ready_missiles": 8, "active_range": 10}
    pods = [ship("Pod", **values, spinal="M10:3-3-3-3")]
    blue = side(pods, [{"ships": ["Pod"], "hex": "1012"}]) | special
    for seed in range(1, 60):
        game = Battle(position(red, blue), seed=seed, delegate=())
        if game.state.initiative == RED:
            return game.to_round(0)
    raise AssertionError("no such seed")


@pytest.mark.rule("BR-S2-03", "BR-AMB-95")
def test_a_life_support_result_stops_the_crew_in_its_next_round():
    for special, acts in (({"suits_up": True}, False), ({}, True)):
        game = facing_blue(**special)
        place_result(game.state, game.rules, 8, Result.LIFE_SUPPORT, Damage.PERMANENT)
        assert game.state.craft[8].damage[Result.LIFE_SUPPORT] == Damage.PERMANENT
        game.to_round(12)
        assert game.state.turn == 1
        assert game.can_say("FIRE") == acts
        assert game.can_say("ACTIVATE") == acts
        game.say("MOVE")
        if acts:
            assert game.can_say(("direction", 0)) and game.can_say("EVADE")
            continue
        assert game.decision not in (
            Decision.THRUST,
            Decision.ROUND_MENU,
        )  # it could only coast, and end
        game.to_round(12)
        assert game.state.turn == 2
        assert game.can_say("FIRE")
        assert game.say("MOVE").can_say(("direction", 0))


@pytest.mark.rule("BR-S2-03")
def test_a_crew_that_suits_up_controls_no_missiles_in_the_next_missile_phases():
    game = facing_blue(suits_up=True)
    slot = game.launch(8, 4)
    place_result(game.state, game.rules, 8, Result.LIFE_SUPPORT, Damage.PERMANENT)
    assert directors_left(game.state, game.rules, 8) == 4
    while game.state.turn == 1:
        assert not (game.decision == Decision.SPREAD_MENU and game.state.seat == BLUE)
        game.idle()
    assert game.state.spread[slot].count == 4  # it coasted
    game.skip_to(Decision.SPREAD_MENU)
    assert game.state.seat == BLUE and game.state.turn == 2


@pytest.mark.rule("BR-S2-03")
def test_a_result_in_the_missile_attack_phase_counts_for_the_next_turn():
    game = facing_blue(suits_up=True)
    game.state.phase = Phase.MISSILE_ATTACK
    place_result(game.state, game.rules, 8, Result.LIFE_SUPPORT, Damage.TEMPORARY_2)
    suits.end_missile_phases(game.state, game.rules)
    assert directors_left(game.state, game.rules, 8) == 4
    suits.begin_missile_phases(game.state, game.rules)
    assert directors_left(game.state, game.rules, 8) == 0
    suits.end_missile_phases(game.state, game.rules)
    assert directors_left(game.state, game.rules, 8) == 4
    assert suits.misses_round(game.state.craft[8])


@pytest.mark.rule("BR-S2-03", "BR-AMB-102")
@pytest.mark.parametrize("first", [Damage.PERMANENT, Damage.TEMPORARY_2])
@pytest.mark.parametrize("second", [Damage.PERMANENT, Damage.TEMPORARY_2])
def test_every_life_support_result_costs_the_next_round(first, second):
    """Also a duplicate, whose marker goes back into the cup."""
    game = facing_blue(suits_up=True)
    place_result(game.state, game.rules, 8, Result.LIFE_SUPPORT, first)
    game.to_round(12).to_round(0)
    assert game.state.turn == 2 and not suits.misses_round(game.state.craft[8])
    place_result(game.state, game.rules, 8, Result.LIFE_SUPPORT, second)
    game.to_round(12)
    assert game.state.turn == 2 and not game.can_say("FIRE")
    game.to_round(12)
    assert game.state.turn == 3 and game.can_say("FIRE")


@pytest.mark.rule("BR-S2-04")
def test_no_effect_is_returned_and_drawn_again():
    for special, result in (({"redraws_no_effect": True}, Damage.PERMANENT), ({}, Damage.INTACT)):
        game = facing_blue(**special).only_marker("NO_EFFECT")
        game.state.pool[Result.SPINE] = 1
        if not special:
            game.state.pool[Result.SPINE] = 0
        draw_results(game.state, game.rules, 8, 1, Damage.PERMANENT)
        assert game.state.craft[8].damage[Result.SPINE] == result
        assert game.state.pool[Result.NO_EFFECT] == 36
    game = facing_blue(redraws_no_effect=True).only_marker("NO_EFFECT")
    draw_results(game.state, game.rules, 8, 3, Damage.PERMANENT)  # nothing else to draw
    assert not game.state.craft[8].damage.any()


@pytest.mark.rule("BR-S2-04")
@pytest.mark.parametrize("result", Result)
def test_any_other_marker_in_the_cup_is_drawn_instead_of_no_effect(result):
    game = facing_blue(redraws_no_effect=True)
    game.state.pool[:] = 0
    game.state.pool[result] = 1
    assert draws_again(game.state, game.rules, 8) == (result != Result.NO_EFFECT)


# --- variants ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-S2-09")
def test_one_red_ship_drawn_from_the_cup_stays_away():
    left_out = set()
    for seed in range(1, 15):
        game = Table("task_force_dagger_cup", seed=seed, delegate=("buying",))
        half = len(game.state.craft) // 2
        here = [k for k in range(half) if game.state.craft[k].status != CraftStatus.UNUSED]
        ships = [k for k in here if k < 4]
        assert len(ships) == 3 and here[3:] == [4, 5]
        left_out |= {0, 1, 2, 3} - set(ships)
        for drone in (4, 5):
            assert game.state.craft[drone].keeper in ships
    assert left_out == {0, 1, 2, 3}


@pytest.mark.rule("BR-S2-09")
def test_red_names_another_controller_and_blue_does_not_see_who_stays_away():
    views = []
    for seed in range(1, 30):
        game = Table("task_force_dagger_cup", seed=seed, delegate=())
        if game.decision == Decision.BUY_KEEPER:  # an Aurora stays away
            assert game.state.seat == RED and not game.can_say("NEW_FORCE")
            game.say(("craft", 3))
            assert 3 in (game.state.craft[4].keeper, game.state.craft[5].keeper)
        while game.state.seat == RED:
            game.apply(min(game.legal()))
        views.append(looks(game, game.games, BLUE, True))
    assert len({str(view) for view in views}) == 1
    assert_twins(views[0], views[1])


def test_a_cup_is_for_fleets_that_are_given_and_set_up_in_secret():
    red = side(["Rapier", "Valor"]) | {"leave_out": 1}
    assert load(position(red, side(["Rapier"]))).table.rules[0].buying[RED].leave_out == 1
    with pytest.raises(ScenarioError, match="leave_out: 2 is above 1"):
        load(position(red | {"leave_out": 2}, side(["Rapier"])))
    placed = [{"ships": ["Rapier", "Valor"], "hex": "1010"}]
    with pytest.raises(ScenarioError, match="leave_out: only for a side without task_forces"):
        load(position(red | {"task_forces": placed}, side(["Rapier"])))


# --- First Clash ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-S2-09")
def test_variant_two_of_task_force_dagger_has_crack_and_green_crews():
    for name in ("task_force_dagger_crews", "task_force_dagger_cup_crews"):
        rules = load(name).table.rules[0]
        assert rules.option.crew_quality
        assert rules.crew[:6].tolist() == 6 * [Crew.CRACK]
        assert rules.crew[8:13].tolist() == 5 * [Crew.GREEN]
        assert rules.buying[RED].leave_out == ("cup" in name)
