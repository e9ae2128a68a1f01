"""Chapter SUR: surprise and readiness. Red's ship looks for Blue's."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, facing, ship

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Decision,
    Readiness,
    Result,
    task_penalty,
)
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.surprise import (
    UNTRIED,
    call_modifier,
    keep_watch,
    man_force,
    surprise,
)

ON = {"options": {"surprise": True}}
RED, BLUE, HALF = 0, 8, 12
CRUISING, ALERT, STATIONS = Readiness


def battle(red, blue, **options):
    """Red's round has begun: one resting task force a side; the crews cruise."""
    for seed in range(1, 60):
        game = Battle(facing(red, blue), seed=seed, **options)
        while game.decision == Decision.READINESS:
            game.say(0)
        if game.state.initiative == 0:
            return game.only_marker("NO_EFFECT").to_round(0)
    raise AssertionError("no such seed")


def looking(hit, tactics=1, level=CRUISING, **values):
    """Red's ship tries to detect Blue's; every card shows `hit`."""
    target = ship("Target", detected=False, turret="L9:1", **values)
    game = battle([ship("Eye")], [target], **ON)
    game.state.tactics[0] = tactics
    game.state.watch[1].level = level
    game.always(hit).say("DETECT").answer(
        DETECT_TARGET=("enemy_force", HALF), DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="PASSIVE"
    )
    return game


def watched(turns, level=STATIONS):
    """A game in which Red's crews have stood so long at a readiness."""
    game = battle([ship("Eye")], [ship("Target")], **ON)
    game.state.watch[0]["rest"] = 0
    stand(game, turns, level)
    return game


def stand(game, turns, level):
    """Red's crews go on for this many turns; the order to stand down is given as a player would."""
    watch = game.state.watch[0]
    if level == CRUISING and watch.level != CRUISING:
        game.skip_to(Decision.READINESS)
        if game.state.seat == 1:
            game.say(0)
        assert game.decision == Decision.READINESS and game.state.seat == 0
        saved = [int(watch[name]) for name in ("alert", "stations")]
        game.say(0)
        assert watch.level == CRUISING and sum(saved) > 0
    watch.level = level
    for _ in range(turns):
        keep_watch(game.state, 0)


# --- surprise ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SUR-01")
@pytest.mark.parametrize(
    ("tactics", "hit", "surprised"), [(1, 4, True), (1, 3, False), (3, 2, True), (2, 2, False)]
)
def test_surprise_is_a_task_of_fleet_tactics(tactics, hit, surprised):
    """Difficulty 5 less Fleet Tactics: 4, 4, 2, 3."""
    game = looking(hit, tactics, size_mod=-2)  # found by any card: base 1, coasting +1
    assert game.state.craft[BLUE].detected
    assert bool(game.events("SURPRISE")) == surprised
    assert game.state.craft[BLUE].stunned == surprised


@pytest.mark.rule("BR-SUR-01")
def test_it_is_tried_once():
    ships = [ship("One", detected=False, size_mod=-2), ship("Two", detected=False, size_mod=-2)]
    game = battle([ship("Eye")], ships, **ON)
    game.state.tactics[0] = 1
    game.always(3).say("DETECT").answer(
        DETECT_TARGET=("enemy_force", HALF), DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="PASSIVE"
    )
    game.answer(EASIEST=("craft", BLUE))
    assert game.state.surprise_over and not game.events("SURPRISE")
    game.always(5).say("CONTINUE")
    assert game.state.craft[BLUE + 1].detected and not game.events("SURPRISE")


@pytest.mark.rule("BR-SUR-02", "BR-AMB-79")
@pytest.mark.parametrize(("hit", "manned"), [(3, False), (4, True)])
def test_the_surprised_neither_maneuver_nor_fire_unless_they_man_stations(hit, manned):
    game = looking(5)
    assert game.state.craft[BLUE].stunned
    game.skip_to(Decision.DETECT_CHAIN).say(
        "STOP"
    ) if game.decision == Decision.DETECT_CHAIN else None
    game.always(hit).say("END_ROUND").skip_to(Decision.ROUND_MENU, Decision.READINESS)
    if game.decision == Decision.ROUND_MENU:
        assert game.state.seat == 1
        assert game.can_say("FIRE") == manned
        game.say("MOVE")
        assert (game.decision == Decision.THRUST) == manned
    else:
        assert not manned
        assert [int(e.c) for e in game.events("THRUST") if e.target == HALF] == [0]


@pytest.mark.rule("BR-SUR-02", "BR-AMB-79")
def test_every_ship_of_a_side_is_called_to_its_stations():
    """Of one force first, then all that are left, down to the last slot."""
    game = battle([ship("Eye")], [ship(f"Ship {n}") for n in range(4)], **ON)
    state = game.state
    state.craft[-1] = state.craft[BLUE]
    blue = state.craft[BLUE:]
    surprise(state, 1)
    there = [0, 1, 2, 3, len(blue) - 1]
    assert (blue["stunned"][there] == UNTRIED).all()
    blue["tf"][:2] = HALF + 1
    game.always(9)
    man_force(state, game.rules, HALF + 1)
    assert (blue["stunned"][there] == [0, 0, UNTRIED, UNTRIED, UNTRIED]).all()
    man_force(state, game.rules, NONE)
    assert (blue["stunned"][there] == 0).all()


@pytest.mark.rule("BR-SUR-02")
def test_stations_are_manned_from_the_next_turn_on():
    game = looking(5)
    game.always("miss").skip_to(Decision.READINESS)
    assert game.state.turn == 2
    assert not game.state.craft[BLUE].stunned
    assert game.state.watch[1].level == STATIONS


@pytest.mark.rule("BR-SUR-07")
def test_a_side_at_battle_stations_is_not_surprised():
    game = looking(5, level=STATIONS)
    assert game.state.surprise_over and not game.state.craft[BLUE].stunned


@pytest.mark.rule("BR-SUR-03", "BR-SUR-02")
@pytest.mark.parametrize(("level", "needed"), [(CRUISING, 4), (ALERT, 3)])
def test_alert_makes_it_easier(level, needed):
    for hit in range(1, 6):
        game = battle([ship("Eye")], [ship("Target")], **ON)
        game.state.watch[1].level = level
        surprise(game.state, 1)
        game.always(hit).say("END_ROUND").skip_to(Decision.ROUND_MENU, Decision.READINESS)
        if game.events("STATIONS")[-1].a:
            break
    assert hit == needed


@pytest.mark.rule("BR-SUR-02", "BR-AMB-79")
def test_no_modifiers_of_damage():
    """Difficulty 4 even with a dead computer; fatigue counts."""
    for fatigue, hit, manned in ((0, 4, True), (1, 4, False), (1, 5, True)):
        game = battle([ship("Eye")], [ship("Target")], **ON)
        game.state.craft[BLUE].damage[Result.COMPUTER] = 3
        game.state.craft[BLUE].fatigue = fatigue
        surprise(game.state, 1)
        game.always(hit).say("END_ROUND").skip_to(Decision.ROUND_MENU, Decision.READINESS)
        assert bool(game.events("STATIONS")[-1].a) == manned


@pytest.mark.rule("BR-SUR-01", "BR-SUR-07")
def test_a_scenario_may_say_so():
    source = facing([ship("Eye")], [ship("Target")])
    source["sides"]["blue"] |= {"readiness": "alert", "surprised": True}
    game = Battle(source, **ON)
    assert game.state.watch[1].level == ALERT and game.state.craft[BLUE].stunned
    with pytest.raises(ScenarioError, match="surprise is off"):
        load(source)


# --- fatigue -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SUR-04")
@pytest.mark.parametrize("level", [ALERT, STATIONS])
@pytest.mark.parametrize(
    ("turns", "penalty"), [(24, 0), (25, 1), (32, 1), (33, 2), (40, 2), (41, 3)]
)
def test_crews_tire_from_the_25th_turn_on(level, turns, penalty):
    """Twenty hours: +1 from turn 25, +2 from turn 33."""
    game = watched(turns, level)
    assert game.state.watch[0].fatigue == penalty
    assert task_penalty(game.state.craft[RED]) == penalty


@pytest.mark.rule("BR-SUR-05")
@pytest.mark.parametrize(("rest", "meanwhile", "after"), [(8, 2, 2), (23, 2, 2), (24, 2, 0)])
def test_only_24_turns_at_rest_restore_them(rest, meanwhile, after):
    """Twenty hours at battle stations, then four of rest: still +2. In the 24th turn of rest too;
    when it has been spent they are fresh, at rest or not."""
    for level in (STATIONS, CRUISING):
        game = watched(40)
        stand(game, rest, CRUISING)
        assert game.state.watch[0].fatigue == meanwhile
        game.state.watch[0].level = level
        keep_watch(game.state, 0)
        fresh = after if level == STATIONS or rest == 24 else 2
        assert game.state.watch[0].fatigue == task_penalty(game.state.craft[RED]) == fresh


@pytest.mark.rule("BR-SUR-06")
@pytest.mark.parametrize(
    ("level", "turns", "by_period"),
    [
        (ALERT, 32, (2, 1, 0)),
        (STATIONS, 16, (2, 1, 0)),
        (STATIONS, 7, (0, 0, 0)),
        (ALERT, 15, (0, 0)),
    ],
)
def test_crews_that_stood_down_are_slower_to_be_called(level, turns, by_period):
    """Four periods of alert: +2 in the first period after, +1 in the next, then as ever."""
    game = watched(turns, level)
    stand(game, 0, CRUISING)
    watch = game.state.watch[0]
    watch.rest = 0
    for modifier in by_period:
        for _ in range(8):
            keep_watch(game.state, 0)
            assert call_modifier(watch) == modifier


@pytest.mark.rule("BR-SUR-03", "BR-SUR-06")
def test_alert_makes_it_easier_for_a_stale_crew_too():
    """Two periods at battle stations: +2 when they stand down, +1 on alert; not forgotten by it."""
    game = watched(16)
    stand(game, 0, CRUISING)
    watch = game.state.watch[0]
    watch.rest = 0
    stand(game, 8, CRUISING)
    assert call_modifier(watch) == 2  # the eighth turn of the first period
    stand(game, 1, ALERT)
    assert call_modifier(watch) == 1 - 1  # a period of rest has been spent
    stand(game, 0, CRUISING)
    watch.rest = 0
    modifiers = []
    for _ in range(9):
        keep_watch(game.state, 0)
        modifiers.append(call_modifier(watch))
    assert modifiers == [1] * 8 + [0]


@pytest.mark.rule("BR-SUR-02")
@pytest.mark.parametrize("manned", [False, True])
def test_all_stations_are_manned_on_the_first_full_turn(manned):
    """Even where a full side has manned every one of them in the turn of the surprise."""
    names = [f"Ship {n}" for n in range(8)]
    source = facing([ship("Eye")], [ship(name) for name in names[:7]])
    source["sides"]["blue"]["ships"].append(ship(names[7]))
    source["sides"]["blue"]["task_forces"].append({"ships": [names[7]], "hex": "0101"})
    game = Battle(source, seed=1, **ON)
    while game.decision == Decision.READINESS:
        game.say(0)
    surprise(game.state, 1)
    half = len(game.state.craft) // 2
    game.state.craft["stunned"][half:] = 0 if manned else 2
    game.skip_to(Decision.READINESS)
    assert game.state.turn == 2 and game.state.watch[1].level == STATIONS
    assert not game.state.craft["stunned"].any()


@pytest.mark.rule("BR-SUR-02", "BR-SUR-07")
def test_who_is_caught_unawares_orders_no_readiness_for_that_turn():
    """Or an alert would make the surprise easier to get over; from turn 2 on it does."""
    source = facing([ship("Eye")], [ship("Target")])
    source["sides"]["blue"]["surprised"] = True
    game = Battle(source, **ON)
    assert game.decision == Decision.READINESS and game.state.seat == 0
    game.say(0)
    assert game.decision != Decision.READINESS and game.state.watch[1].level == CRUISING
    game.always("miss").skip_to(Decision.READINESS)
    seats = set()
    while game.decision == Decision.READINESS:
        seats.add(int(game.state.seat))
        game.say(0)
    assert seats == {0, 1}


# --- the whole -----------------------------------------------------------------------------------


def test_readiness_is_ordered_each_turn_and_hidden():
    game = battle([ship("Eye")], [ship("Target")], **ON).skip_to(Decision.READINESS)
    assert game.legal() == {game.action(n) for n in range(3)}
    first = int(game.state.seat)
    game.say(2)
    assert game.state.watch[first].level == STATIONS
    assert game.visible(1 - first).watch[first].level == 0
    assert game.visible(first).watch[first].level == STATIONS


def test_without_the_switch_nobody_decides():
    game = battle([ship("Eye")], [ship("Target", detected=False)])
    game.skip_to(Decision.READINESS, Decision.LAUNCH_MENU)
    assert game.decision == Decision.LAUNCH_MENU


@pytest.mark.parametrize("delegate", [(), ("task_forces",)])
def test_games_with_surprise_end(delegate):
    ships = [ship("One", detected=False, turret="L9:1")]
    source = facing(ships, ships, 3, turn_limit=5)
    game, requested = Battle(source, delegate=delegate, **ON), set()
    rng = np.random.default_rng(2)
    for _ in range(2000):
        if game.over:
            break
        requested.add(game.decision)
        game.apply(rng.choice(sorted(game.legal())))
    assert game.over and (Decision.READINESS in requested) == (not delegate)


@pytest.mark.rule("BR-SUR-02", "BR-AMB-79")
@pytest.mark.parametrize(("hit", "manned"), [(3, False), (4, True)])
def test_the_surprised_steer_no_missiles_unless_they_man_stations(hit, manned):
    """The ship has had its round: its first chance is the Missile Movement Phase."""
    game = battle([ship("Eye")], [ship("Target", missile_directors=3)], **ON)
    slot = game.launch(BLUE, 2, slot=HALF)
    game.state.tf[HALF].acted = 1
    surprise(game.state, 1)
    game.always(hit).say("END_ROUND").skip_to(Decision.SPREAD_MENU, Decision.READINESS)
    assert (game.decision == Decision.SPREAD_MENU) == manned
    assert not manned or game.can_say(("spread", slot))


@pytest.mark.rule("BR-SUR-02")
@pytest.mark.parametrize("surprised", [False, True])
def test_who_is_caught_unawares_launches_no_missiles_in_that_turn(surprised):
    source = facing([ship("Eye")], [ship("Target")])
    source["sides"]["blue"]["surprised"] = surprised
    game = Battle(source, **ON)
    launches = {}
    while game.state.turn < 3:
        if game.decision == Decision.LAUNCH_MENU and game.state.seat == 1:
            launches[int(game.state.turn)] = game.can_say(("craft", BLUE))
        game.idle()
    assert launches.get(1, False) != surprised and launches[2]
