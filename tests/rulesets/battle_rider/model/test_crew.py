"""Chapter CRW: crack and green crews."""

from __future__ import annotations

import csv
from collections import Counter

import pytest
from kit.battle_rider.table import Table, battle, facing, position, ship, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import (
    BULLSEYE,
    CARDS,
    MISS,
    Chance,
    CraftStatus,
    Crew,
    Decision,
    Grade,
    attempt_task,
    crew_of_task,
    crew_price,
    crew_value,
    grade_of_value,
    pair_key,
    tables,
)
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.surprise import man_stations, surprise
from spacecombat_env.rulesets.battle_rider.victory.mission_deeds import apply_extract_ship

BLUE = 8  # slot of the first Blue craft
QUALITY = {"crew_quality": True}
LASER = "L(x4)10:5"
RULES = Table("duel", begin=False).rules


def crewed(crew, **values):
    """A ship with a crew."""
    return {**ship(**values), "crew": crew}


def split(game, main, crack, green):
    """Make every card show three values."""
    for card in range(CARDS):
        shown = game.rules.card[card]
        shown.hit, shown.crack, shown.green = main, crack, green
    return game


def successes(crew, difficulty):
    """How many of the 95 cards succeed."""
    grades = (grade_of_value(crew_value(RULES, card, crew), difficulty) for card in range(CARDS))
    return sum(grade != Grade.FAILURE for grade in grades)


@pytest.mark.rule("BR-CRW-04")
def test_successes_of_95_cards():
    """RULES.md CRW-04, from the list of cards."""
    assert [successes(Crew.CRACK, d) for d in (1, 2, 3, 4, 5)] == [90, 71, 43, 25, 13]
    assert [successes(Crew.GREEN, d) for d in (1, 2, 3, 4, 5)] == [81, 53, 29, 17, 7]
    assert successes(Crew.CRACK, -3) == 90
    assert successes(Crew.GREEN, -3) == 81


@pytest.mark.rule("BR-CRW-01")
def test_an_empty_field_leaves_the_main_value():
    with (tables.DATA / "cards.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["hit"]]
    actions = {"BULLSEYE": BULLSEYE, "MISS": MISS}
    for card, row in enumerate(rows):
        for crew, name in ((Crew.AVERAGE, "hit"), (Crew.CRACK, "crack"), (Crew.GREEN, "green")):
            text = row[name] or row["hit"]
            value = actions[text] if text in actions else int(text)
            assert crew_value(RULES, card, crew) == value
    changed = Counter(bool(row["crack"]) for row in rows)
    assert 0 < changed[True] < changed[False]


@pytest.mark.rule("BR-CRW-02")
def test_the_illustrated_card():
    """Source p.18: card 1, crack 2, green Miss: cards 20 to 28."""
    for crew, difficulty, done in (
        (Crew.CRACK, 2, 1),
        (Crew.AVERAGE, 2, 0),
        (Crew.AVERAGE, 1, 1),
        (Crew.GREEN, 1, 0),
    ):
        assert grade_of_value(crew_value(RULES, 19, crew), difficulty) == done
    game = battle([crewed("crack")], [crewed("green", name="Foe")], options=QUALITY)
    game.stack(20)
    assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, BLUE), 2) == Grade.SUCCESS
    game.stack(21)
    assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(BLUE, 0), 1) == Grade.FAILURE


@pytest.mark.rule("BR-CRW-03")
def test_a_bulls_eye_in_the_crack_field_doubles_the_damage():
    damages = {}
    for crew in ("average", "crack"):
        game = battle([crewed(crew, turret="L10:5")], [ship("Foe", sandcasters=1)], options=QUALITY)
        split(game, 3, BULLSEYE, 3)
        game.aim().answer(WEAPONS="ALL")
        assert game.decision == Decision.SAND_NUMBER
        damages[crew] = int(game.state.volley.hit[0].value)
    assert damages == {"average": 5, "crack": 10}


@pytest.mark.rule("BR-CRW-03", "BR-AMB-75")
def test_outstanding_success_follows_the_value_used():
    """BR-AMB-75: a card 3 that reads 4 for a crack crew is outstanding at difficulty 1."""
    assert grade_of_value(crew_value(RULES, 65, Crew.CRACK), 1) == Grade.OUTSTANDING
    assert grade_of_value(crew_value(RULES, 65, Crew.AVERAGE), 1) == Grade.SUCCESS


@pytest.mark.rule("BR-CRW-01")
def test_without_the_switch_all_crews_are_average():
    game = battle([crewed("crack", turret="L10:5")], [ship("Foe")])
    split(game, MISS, 5, MISS)
    assert not game.rules.crew.any()
    game.aim().answer(WEAPONS="ALL")
    assert not game.events("FIRE")


@pytest.mark.rule("BR-CRW-05", "BR-AMB-76", "BR-AMB-53")
def test_every_task_has_the_crew_of_its_ship():
    game = battle(
        [crewed("crack", name="A"), crewed("green", name="B")],
        [ship("Foe")],
        options=QUALITY,
    )
    state, rules = game.state, game.rules

    def crew(kind, actor):
        return crew_of_task(state, rules, kind, pair_key(actor, 3))

    for kind in (Chance.DETECTION, Chance.LOCK, Chance.JAMMING, Chance.HIT, Chance.SANDCASTER):
        assert [crew(kind, k) for k in (0, 1, BLUE)] == [Crew.CRACK, Crew.GREEN, Crew.AVERAGE]
    for kind in (Chance.MESON_SCREEN, Chance.OVERLOAD, Chance.TUMBLE, Chance.DAMPER):
        assert [crew(kind, k) for k in (0, 1, BLUE)] == [Crew.CRACK, Crew.GREEN, Crew.AVERAGE]
    assert crew(Chance.EVASION, 0) == Crew.GREEN  # one task for the task force: its worst crew
    assert crew(Chance.SURPRISE, 0) == Crew.AVERAGE  # a task of a side, not of its first ship
    slot = game.launch(1, 3, force=12)
    assert crew(Chance.MISSILE_HIT, slot) == Crew.GREEN  # the controlling ship


@pytest.mark.rule("BR-CRW-05")
@pytest.mark.parametrize(("crew", "tumbles"), [("average", 0), ("crack", 0), ("green", 1)])
def test_the_tumble_test_is_a_task_of_the_crew(crew, tumbles):
    game = battle([crewed(crew, damage=["spine"])], [ship("Foe")], options=QUALITY)
    split(game, 3, 3, 1)
    game.say("MOVE", ("direction", 0), "GO")
    assert bool(game.state.craft[0].tumble) == tumbles


@pytest.mark.rule("BR-CRW-05", "BR-AMB-76")
@pytest.mark.parametrize(("crew", "hit"), [("average", 0), ("crack", 1), ("green", 0)])
def test_defensive_fire_has_the_crew_of_the_ship_that_shoots(crew, hit):
    """A beam at a missile is 1 + 2 = 3; the first ship's crew has nothing to do with it."""
    red = [ship("First"), crewed(crew, name="Gunner", turret=LASER)]
    game = battle(red, [ship("Foe", missile_directors=5, ready_missiles=5)], options=QUALITY)
    split(game, 3, 3, 3)
    slot = game.launch(BLUE, 2)
    game.attack(slot).answer(AIM_NUMBER=2)
    assert game.decision == Decision.DEFENSE_MENU
    game.say("LOCK").answer(DEFENSE_SHIP=("craft", 1), DEFENSE_SENSOR="PASSIVE")
    split(game, 2, 3, 2)
    game.say("SHOOT").answer(SHOT_WEAPON="TURRET", SHOT_NUMBER=1, SHOT_SHIP="OPEN_FIRE")
    assert game.events("DEFENSE_FIRE")[-1].b == hit


@pytest.mark.rule("BR-CRW-05", "BR-SUR-02")
@pytest.mark.parametrize(("crew", "manned"), [("average", 0), ("crack", 1), ("green", 0)])
def test_manning_battle_stations_is_a_task_of_the_crew(crew, manned):
    """Difficulty 4: cards show 3, 4 for crack crews and 2 for green ones."""
    options = {**QUALITY, "surprise": True}
    game = Table(facing([crewed(crew)], [ship("Foe")]), options=options)
    split(game, 3, 4, 2)
    surprise(game.state, 0)
    man_stations(game.state, game.rules, 0)
    assert bool(game.state.craft[0].stunned) != manned


@pytest.mark.rule("BR-CRW-05", "BR-MIR-04")
@pytest.mark.parametrize(("crew", "up"), [("average", 0), ("crack", 1), ("green", 0)])
def test_extraction_is_a_task_of_the_crew(crew, up):
    """Twelve turns after the landing: difficulty 3; 2, 3 for crack crews, 1 for green ones."""
    source = dict(load("pocket_empires").source)
    del source["resolved"]
    game = Table({**source, "missions": {"red": 4}}, options=QUALITY, begin=False)
    game.games.int64[0][:] = game.table.opening_int64[0]
    split(game, 2, 3, 1)
    state = game.state
    state.turn, state.mission[0].landing_turn, state.mission[0].number = 15, 3, 4
    state.craft[0].klass, state.craft[0].crew = 1, Crew[crew.upper()]
    state.craft[0].status, state.craft[0].tf, state.round_tf = CraftStatus.IN_FORCE, 0, 0
    state.decision, state.seat = Decision.EXTRACT_SHIP, 0
    apply_extract_ship(state, game.rules, game.action(("craft", 0)))
    assert (state.mission[0].team == 0) == up


@pytest.mark.rule("BR-CRW-06")
def test_prices():
    assert [crew_price(116, crew) for crew in Crew] == [116, 139, 93]
    assert [crew_price(points, Crew.CRACK) for points in (30, 50, 18)] == [36, 60, 22]
    # Scenario 3's Red side at crack prices, 2 drones and 24 for Fleet Tactics: the budget is 167.
    cards = {
        name: int(RULES.classes[tables.class_row(name)].points)
        for name in ("Maggart LT", "Maggart LC", "Lancer", "Fusilier", "Manticore")
    }
    ships = sum(cards.values()) + 2 * cards["Manticore"]
    assert crew_price(ships, Crew.CRACK) + 4 + 24 == 167


def test_crews_of_a_scenario():
    red = side([ship("A", detected=False), crewed("green", name="B", detected=False)])
    red["crew"] = "crack"
    red["drones"] = [{"type": "dual_mode_tl12", "controller": "B"}]
    game = Table(position(red, side([ship("Foe", detected=False)])), begin=False, options=QUALITY)
    assert list(game.rules.crew[:3]) == [Crew.CRACK, Crew.GREEN, Crew.GREEN]
    assert not game.rules.crew[3:].any()
    red["ships"][0]["crew"] = "drunk"
    with pytest.raises(ScenarioError, match=r"ships\[1\].crew: 'drunk' is unknown"):
        Table(position(red, side([ship("Foe", detected=False)])), begin=False)
