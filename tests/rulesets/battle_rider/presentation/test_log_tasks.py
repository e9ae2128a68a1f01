"""Every task tells value needed, modifiers and card: his own in full, the enemy's as announced."""

import numpy as np
import pytest
from kit.battle_rider.fuzzing import drawn_empires, drawn_scenario, send_raiders
from kit.battle_rider.scanning import BLUE, RED, facing, ready, scan
from kit.battle_rider.table import Table, battle, ship

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    UNDISCLOSED_VALUE,
    VERBS,
    Chance,
    Event,
    SensorDM,
    TaskDM,
)
from spacecombat_env.rulesets.battle_rider.presentation import game_log

SENSOR_TASKS = (Chance.DETECTION, Chance.LOCK, Chance.SURVEY)


def reasons(event, names=TaskDM):
    """The modifiers of a task that count for something, by name."""
    return {names(n).name: int(value) for n, value in enumerate(event.detail) if value}


def task(game, seat):
    """The last task that a seat has received."""
    return game.told(seat, "TASK")[-1]


def lines(game, seat):
    """The log of a reader in actions; -1 is the umpire."""
    visible = game.games
    if seat >= 0:
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
    return game_log.log(visible, 0, game.scenario, seat, 0)


# --- sensors -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-26", "BR-DET-27", "BR-DET-28", "BR-AMB-105")
def test_a_search_that_succeeds_is_shown_in_full_but_for_what_the_target_reports_as_one():
    """Rapier looks at a Starburst, 4 hexes away: range 1, no thrust +1; size -3, masked +1."""
    game = scan(facing(["Rapier"], ["Starburst"]).always(3))
    told = task(game, 0)
    assert told.b == 1 + 1 - 3 + 1 and 1 <= told.card <= 95
    assert reasons(told, SensorDM) == {"RANGE": 1, "MANEUVER": 1, "REPORTED": -2}
    assert not game.told(1, "TASK"), "a passive scan tells its target no card (BR-AMB-88)"
    said = f"contact [needs 0 = range 1, maneuver +1, reported by the target -2; card {told.card}: "
    assert any(said in line for line in lines(game, 0))
    assert any(
        line.endswith("scans TF-1 with a passive sensor: contact.") for line in lines(game, 1)
    )


@pytest.mark.rule("BR-DET-06", "BR-AMB-105")
@pytest.mark.parametrize("card", ["miss", 1])
def test_a_search_in_vain_shows_what_one_reckons_oneself_and_no_more(card):
    """Neither card nor value, and not whether there was a card: nothing tells a dummy from a ship."""
    visible = []
    for hidden in ("Starburst", "Fiery", None):
        more = [{"ships": [], "hex": "1030"}]
        game = facing(["Rapier"], ["Rapier"], 1, more=more)
        target = game.state.tf[BLUE + 1]
        target.q, target.r = game.state.tf[BLUE].q, game.state.tf[BLUE].r + 29
        if hidden:
            index = len(game.state.craft) // 2
            game.state.craft[index].tf = BLUE + 1
            target.strength = 1
        scan(game.always(card), target=BLUE + 1)
        told = task(game, 0)
        assert told.b == UNDISCLOSED_VALUE and told.card == 0 and told.c == 0
        assert reasons(told, SensorDM) == {"RANGE": 3, "MANEUVER": 1}
        visible.append((told.tobytes(), lines(game, 0)[-1]))
    assert len(set(visible)) == 1
    assert "nothing [range 3, maneuver +1, and what is not known]." in visible[0][1]


@pytest.mark.rule("BR-DET-25", "BR-DET-27", "BR-AMB-105")
def test_of_an_active_scan_the_target_reads_what_it_reports_itself_and_the_card():
    game = scan(ready(facing(["Rapier"], ["Starburst"])).always(3), "ACTIVE")
    told = task(game, 1)
    assert told.b == UNDISCLOSED_VALUE and told.actor == -1 and told.card > 0
    assert reasons(told, SensorDM) == {"SIZE": -3, "MASKED": 1}
    assert any("contact [reported size -3, masked +1; card" in line for line in lines(game, 1))


@pytest.mark.rule("BR-JAM-02", "BR-JAM-03", "BR-DET-27")
def test_jamming_is_announced_with_its_difficulty():
    """Starburst jams a Rapier 20 hexes away: medium range 2, both TL equal."""
    game = ready(facing(["Rapier"], ["Starburst"], 20)).always(3)
    scan(game, "ACTIVE", jam=("craft", 8))
    own, enemy = (
        next(e for e in game.told(seat, "TASK") if e.a == Chance.JAMMING) for seat in (1, 0)
    )
    assert own.b == enemy.b == 2 and reasons(own) == {"BASE": 2} and not reasons(enemy)
    assert own.card == enemy.card and enemy.actor == -1
    assert any("jams: difficulty +1 [needs 2 = base 2; card" in line for line in lines(game, 1))
    assert any("jams: difficulty +1 [needs 2; card" in line for line in lines(game, 0))


@pytest.mark.rule("BR-DET-28")
def test_an_outstanding_scan_shows_its_target_no_more_than_a_success():
    game = scan(facing(["Rapier"], ["Starburst"]).always("bullseye"))
    assert [int(event.b) for event in game.told(0, "SCAN")] == [2]
    assert [int(event.b) for event in game.told(1, "SCAN")] == [1]


# --- fire and the rest ---------------------------------------------------------------------------


@pytest.mark.rule("BR-FIR-09", "BR-FIR-10", "BR-FIR-17")
def test_a_volley_shows_what_it_needs_and_every_card():
    """25 beams of range 4, 6 hexes away, size -1: base 2 - 1, +2 for range: a 3 and no director."""
    gun = ship("Gun", turret="L(x25)4:9-9-9-9")
    game = battle([gun], [ship("Target", size_mod=-1)], 6).always(4).aim().always(3)
    game.say("ALL")
    told = [event for event in game.told(0, "TASK") if event.a == Chance.HIT]
    cards = [event for event in game.told(0, "CARDS") if event.a == Chance.HIT]
    assert len(told) == 1 and told[0].b == 3
    assert reasons(told[0]) == {"BASE": 2, "SIZE": -1, "REACH": 2}
    assert [int(event.card) for event in cards] == [20, 4]
    fire = next(line for line in lines(game, 0) if "fires 25 beams" in line)
    assert "[needs 3 = base 2, size -1, distance and evasion +2; cards " in fire
    assert fire.count(": 3") == 25
    enemy = next(line for line in lines(game, 1) if "fires 25 beams" in line)
    assert "needs" not in enemy and enemy.count(": 3") == 25


@pytest.mark.rule("BR-DET-01", "BR-AMB-88", "BR-AMB-105")
def test_cards_of_a_ship_that_the_enemy_does_not_know_stay_its_own():
    game = battle([ship("Gun", detected=False, turret="L(x3)9:9-9-9-9")], [ship("Target")], 2)
    game.always(4).aim().say("ALL")
    assert game.told(0, "TASK") and not game.told(1, "TASK", "CARDS")


@pytest.mark.rule("BR-EVA-01", "BR-EVA-02")
def test_an_evasion_shows_its_own_side_alone_what_it_cost():
    game = battle([ship("Fox")], [ship("Hound")], 9).always(4)
    game.say("MOVE", "EVADE", 2)
    told = task(game, 0)
    assert told.a == Chance.EVASION and told.b == 3
    assert reasons(told) == {"BASE": 5, "GS": -2} and not game.told(1, "TASK")
    assert any("evades (+1) [needs 3 = base 5, Gs -2; card" in line for line in lines(game, 0))


@pytest.mark.rule("BR-REF-01", "BR-AMB-105")
def test_the_referee_turns_the_cards_of_searches_and_hits():
    blind = {"rules": {"double_blind": True}}
    game = battle([ship("Gun", turret="L(x3)9:9-9-9-9")], [ship("Target")], 2, **blind)
    game.always(4).aim().say("ALL")
    tasks = game.told(0, "TASK")
    assert {int(event.a) for event in tasks} == {Chance.LOCK, Chance.HIT}
    assert all(event.card == 0 and event.b == UNDISCLOSED_VALUE for event in tasks)
    assert not game.told(0, "CARDS") and not game.told(1, "TASK", "CARDS")


# --- dummies -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-07", "BR-TF-04", "BR-TF-05")
def test_a_dummy_that_is_detected_is_called_one():
    game = facing(["Rapier"], ["Rapier"], more=[{"ships": [], "hex": "1013"}]).always("bullseye")
    scan(game, target=BLUE + 1)
    for seat, name in ((0, "eTF-"), (1, "TF-2"), (-1, "Blue TF-2")):
        assert any(
            line.startswith(name) and "was a dummy: it is taken off the map." in line
            for line in lines(game, seat)
        )


@pytest.mark.rule("BR-SCN-05", "BR-DET-01")
def test_a_dummy_that_leaves_is_one_to_its_own_side_alone():
    forces = [{"ships": [], "hex": "1002", "vector": [0, -9]}]
    source = facing(["Rapier"], ["Rapier"]).scenario.source
    source = {**source, "sides": {**source["sides"]}}
    source.pop("resolved", None)
    red = source["sides"]["red"]
    source["sides"]["red"] = {**red, "task_forces": [*red["task_forces"], *forces]}
    game = Table(source, delegate=()).to_round(RED + 1).say("END_ROUND")
    assert any("TF-2 (a dummy) is taken off the map." in line for line in lines(game, 0))
    assert any("Red TF-2 (a dummy) is taken off" in line for line in lines(game, -1))
    gone = [line for line in lines(game, 1) if "is taken off the map" in line]
    assert len(gone) == 1 and "dummy" not in gone[0]


# --- all of them ---------------------------------------------------------------------------------


def noted_tasks(seed, decisions):
    """The tasks of a random game with random switches, now and then of one with missions."""
    rng = np.random.default_rng(seed)
    empires = seed % 8 == 0  # they take longest, and show no task of their own
    source = drawn_empires(seed) if empires else drawn_scenario(seed)
    game = Table(source, seed=seed, delegate=())
    for n in range(decisions):
        if game.over:
            return
        if empires and n == 80:
            send_raiders(game.state, game.rules, rng)
        before, length = int(game.state.log_count), len(game.state.log)
        actions = sorted(game.legal())
        verbs = [action for action in actions if action < VERBS and action != game.action("DONE")]
        game.apply(rng.choice(verbs if verbs and rng.random() < 0.5 else actions))
        for place in range(max(before, int(game.state.log_count) - length), game.state.log_count):
            event = game.state.log[place % length]
            if event.kind == Event.TASK:
                yield event


@pytest.mark.rule("BR-TSK-04", "BR-DET-24")
def test_the_modifiers_of_a_task_add_up_to_the_value_needed():
    kinds = set()
    for seed in range(1, 19):
        for event in noted_tasks(seed, 250):
            assert sum(event.detail) == event.b, (seed, Chance(event.a).name, event.detail)
            assert 1 <= event.card <= 95 or (event.card == 0 and event.b > 5)
            kinds.add(Chance(event.a))
    assert kinds >= {Chance.DETECTION, Chance.LOCK, Chance.JAMMING, Chance.EVASION, Chance.HIT}
