"""Chapter ASG: missions stay secret, and a determinized enemy has one that fits."""

import numpy as np
import pytest
from kit.battle_rider.missions import empires, war
from kit.battle_rider.secrecy import assert_twins, copied, looks
from kit.battle_rider.table import game_seen

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import (
    LATE_TURN,
    ON_MAP_LIMIT,
    POINTS,
    RESULTS,
    BlueMission,
    CraftStatus,
    Damage,
    Decision,
    Errand,
    Event,
    ForceStatus,
    Phase,
    RedMission,
    Result,
    class_row,
    crew_price,
    is_late,
    log_event,
)
from spacecombat_env.rulesets.battle_rider.presentation import decision_text
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.visibility.determinization.choice import (
    determinize_mission,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.payments import pay_for_known
from spacecombat_env.rulesets.battle_rider.visibility.determinization.purchases import (
    may_be_mission,
)

SLOW = pytest.mark.slow


@pytest.mark.rule("BR-HID-01", "BR-MIR-07", "BR-AMB-88")
@pytest.mark.parametrize(("hidden", "alike"), [(True, True), (False, False)])
def test_a_marker_face_down_may_be_no_effect(hidden, alike):
    """What a hit was is not told with hidden damage, though Red's mission asks for it."""
    game = war(
        7, 3, ["Rapier"], ["Starburst"], rules={"hidden_damage": hidden, "crew_quality": True}
    )
    half = len(game.state.craft) // 2
    game.state.craft[half].detected, game.state.craft[half].contact = 1, 0
    looked = []
    for errand in (0, int(Errand.HIT)):
        game.state.craft[half].errand = errand
        looked.append(looks(game, game.games, 0, True))
    assert (looked[0] == looked[1]) == alike


@pytest.mark.rule("BR-ASG-05", "BR-ASG-14")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_enemys_mission_points_and_deeds_are_secret(seat):
    """Another mission, funds, team, asteroid and record of the enemy's look the same to a seat."""
    game = empires(4, 6, begin=True, seed=3).skip_to(Decision.CHOOSE_FORCE)
    other = copied(game.games)
    state, enemy = other.states[0], 1 - seat
    changes = {"number": 9, "asteroid": 3, "late": 1, "limit": 7, "bombing": 5, "landers": 3}
    changes |= {"secured": 1, "landing_turn": 4, "team": 2, "team_lost": 1, "since": 2}
    for name, value in changes.items():
        state.mission[enemy][name] = value
    state.mission[seat].since = 3
    state.funds[enemy], state.tactics[enemy] = 77, 6
    half = len(state.craft) // 2
    for craft in state.craft[enemy * half : (enemy + 1) * half]:
        craft.errand = int(Errand.REFUELLED | Errand.DATABASE)
    assert_twins(looks(game, game.games, seat, True), looks(game, other, seat, True))


@pytest.mark.rule("BR-ASG-05", "BR-MIR-07", "BR-MIR-10", "BR-MIB-09")
def test_of_a_ships_deeds_the_enemy_sees_its_damage_and_that_it_was_spotted_once_it_is_detected():
    game = war(7, 6, ["Rapier"], ["Starburst"])
    enemy = len(game.state.craft) // 2
    game.state.craft[enemy].errand = sum(Errand)
    shown = {}
    for detected in (0, 1):
        game.state.craft[enemy].detected = detected
        shown[detected] = int(game.visible(0).craft[enemy].errand)
    assert shown == {0: 0, 1: Errand.HIT | Errand.SPOTTED}


@pytest.mark.rule("BR-ASG-05", "BR-MIR-08")
@pytest.mark.parametrize(("asteroid", "shown"), [(0, None), (2, 2)])
def test_a_side_sees_its_mission_with_the_asteroid_that_it_is_about(asteroid, shown):
    game = war(RedMission.TRANSIT, 6, ["Rapier"], ["Starburst"])
    game.state.mission[0].asteroid = asteroid
    visible = make_games(game.table.opening.dtype, 1)
    for seat in (0, 1):
        entry.redact(game.games, 0, visible, 0, seat)
        mission = views.view(visible, 0, game.scenario, seat)["sides"]["red_0"]["mission"]
        assert mission is None if seat else mission["asteroid"] == shown


def fitting(game, enemy, shown=0):
    """The missions that an enemy may have, as far as its detected ships tell."""
    return {n for n in range(1, 11) if may_be_mission(game.state, game.rules, enemy, n, shown)}


@pytest.mark.rule("BR-ASG-05", "BR-MIB-02", "BR-MIB-06", "BR-HID-01")
def test_what_is_known_of_a_fleet_rules_missions_out():
    """A merchant of Blue's sails in a convoy alone; a vampire's computer is whole; points must do."""
    game = war(7, 6, ["Rapier"], ["Gazelle", "Starburst"])
    half = len(game.state.craft) // 2
    merchant = game.state.craft[half]
    merchant.klass = game.rules.merchant[merchant.klass]
    every = set(range(1, 11))
    assert fitting(game, 1) == every
    game.state.craft[half + 1].detected = 1
    assert fitting(game, 1) == every
    game.state.craft[half + 1].damage[Result.COMPUTER] = Damage.PERMANENT
    assert fitting(game, 1) == every - {BlueMission.VAMPIRE}
    game.state.craft[half + 1].damage[Result.COMPUTER] = Damage.INTACT
    for face_down, missions in ((RESULTS - 2, every), (RESULTS - 1, every - {BlueMission.VAMPIRE})):
        game.state.craft[half + 1].markers = face_down
        assert fitting(game, 1) == missions, "of all kinds but Ship Explodes one is the Computer"
    game.state.craft[half + 1].markers = 0
    game.state.craft[half + 1].damage[Result.COMPUTER] = Damage.PERMANENT
    merchant.detected = 1
    assert fitting(game, 1) == {BlueMission.CONVOY_RUN}
    merchant.detected = 0
    scale = int(game.rules.option.scale)
    assert fitting(game, 1, 360 * scale) == set(), "what shows is paid for, and the computer is hit"
    game.state.craft[half + 1].damage[Result.COMPUTER] = Damage.INTACT
    assert fitting(game, 1, 320 * scale) == {BlueMission.VAMPIRE}, "too much for a part on the map"
    game.state.turn = LATE_TURN
    assert fitting(game, 1, 320 * scale) == {BlueMission.VAMPIRE}, "nothing has entered yet"
    game.state.turn = LATE_TURN + 1
    assert fitting(game, 1, 320 * scale) == {BlueMission.AMBUSH, BlueMission.VAMPIRE}
    red = war(10, 6, ["Starburst"], ["Rapier"])
    red.state.craft[0].detected = 1
    price = int(red.rules.classes[class_row("Starburst")].points)
    assert fitting(red, 0) == {n for n in every if price <= int(POINTS[0, n]) * scale} < every


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06", "BR-ASG-05")
@pytest.mark.parametrize("entered", [False, True])
@pytest.mark.parametrize("too_much", [False, True])
def test_once_more_has_entered_what_the_part_on_the_map_cannot_have_cost_came_later(
    entered, too_much
):
    """150 points start on the map; before something enters in turn 6 nothing else can be there."""
    game = war(7, BlueMission.AMBUSH, ["Rapier"], ["Starburst"] * 6)
    state, half = game.state, len(game.state.craft) // 2
    state.turn, state.phase = LATE_TURN, Phase.OPERATIONS
    if entered:
        log_event(state, Event.ENTER, 1)
    points = int(game.rules.classes[class_row("Starburst")].points)
    most = ON_MAP_LIMIT * int(game.rules.option.scale) // points
    assert 1 < most < 6
    for k in range(half, half + most + too_much):
        state.craft[k].detected = 1
    state.funds[1] = 10 * points
    pay_for_known(state, game.rules, 1, half)
    assert is_late(state.craft[half]) == (entered and too_much)


@pytest.mark.rule("BR-ASG-05")
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=SLOW), pytest.param(3, marks=SLOW)])
def test_a_determinized_enemy_has_a_mission_and_looks_the_same(seed):
    """Resampling draws the enemy a mission; all that the seat sees stays."""
    game = empires(begin=True, seed=seed)
    rng = np.random.default_rng(seed)
    for step in range(40):
        if game.over:
            break
        if step % 5 == 0:
            seat = int(game.state.seat)
            visible, determinized = game_seen(game, seat), make_games(game.table.opening.dtype, 1)
            entry.determinize(visible, 0, game.table, seat, step, determinized, 0)
            assert 1 <= determinized.states[0].mission[1 - seat].number <= 10
            before = looks(game, game.games, seat, False)
            after = looks(game, determinized, seat, False)
            assert before["observation"] == after["observation"]
            assert before["mask"] == after["mask"]
        game.apply(rng.choice(sorted(game.legal())))


def determinizations(game, seat, seeds):
    """States determinized from what a seat knows."""
    visible, determinized = game_seen(game, seat), make_games(game.table.opening.dtype, 1)
    for seed in seeds:
        entry.determinize(visible, 0, game.table, seat, seed, determinized, 0)
        yield determinized.states[0]


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06", "BR-ASG-05")
@pytest.mark.parametrize("blue", [1, 6])
def test_a_determinized_ambush_or_convoy_waits_off_the_map(blue):
    """At most 150 points on the map, the others to enter from turn 6 on, merchants among them."""
    game = empires(1, blue, begin=True, seed=3).skip_to(Decision.CHOOSE_FORCE)
    half = len(game.state.craft) // 2
    for state in determinizations(game, 0, range(4)):
        paid, late, merchants = 0, 0, 0
        for craft in state.craft[half:]:
            klass = game.rules.classes[craft.klass]
            if craft.status not in (CraftStatus.IN_FORCE, CraftStatus.ABOARD):
                continue
            merchants += int(klass.merchant)
            if craft.errand & Errand.LATE:
                late += 1
                if craft.status == CraftStatus.IN_FORCE:
                    force = state.tf[craft.tf]
                    assert force.status == ForceStatus.WAITING and force.entry_turn >= 6
            else:
                assert not klass.merchant
                paid += int(klass.points) if klass.drone else crew_price(int(klass.points), 2)
        assert 0 < paid <= 150 and late > 0
        assert (merchants > 0) == (blue == 6)


@pytest.mark.slow
@pytest.mark.rule("BR-ASG-05", "BR-MIB-02", "BR-MIB-06")
def test_a_determinized_mission_fits_what_is_known():
    """It pays for what was seen; merchants sail in a convoy; no vampire survives a Computer."""
    game = war(1, 6, ["Rapier"], ["Starburst", "Rapier"])
    game.rules.option.mission[:] = 0
    half = len(game.state.craft) // 2

    def numbers(tries):
        found = set()
        for seed in range(tries):
            state = game_seen(game, 0).states[0]
            determinize_mission(state, game.table.opening[0], game.rules, 1, seed, 0)
            found.add(int(state.mission[1].number))
        return found

    game.state.craft[half].detected, game.state.craft[half].contact = 1, 0
    assert {2, 6, 9, 10} <= numbers(40)  # 75 points, or 60 with a green crew
    assert {
        int(state.mission[1].number) for state in determinizations(game, 0, range(8))
    } <= numbers(80)
    game.state.craft[half].damage[Result.COMPUTER] = Damage.PERMANENT
    left = numbers(24)
    assert 2 not in left and 3 in left
    game.state.craft[half].damage[:] = 0
    game.state.craft[half].klass = class_row("Cleon")  # 238 points, 190 with a green crew
    assert numbers(40) == {2, 3, 4, 5, 7, 8}  # no part of 150 points on the map pays for it
    game.state.craft[half].klass = game.rules.merchant[class_row("Starburst")]
    game.state.craft[half].missiles = 0
    assert numbers(8) == {6}


def test_actions_and_decisions_of_missions_can_be_read():
    game = empires(9, 6, begin=True, delegate=())
    requested = set()
    rng = np.random.default_rng(2)
    while game.state.phase == 0:
        seat = int(game.state.seat)
        visible = game_seen(game, seat)
        requested.add(game.decision)
        assert decision_text.decision_text(visible, 0, game.scenario, seat)
        game.apply(rng.choice(sorted(game.legal())))
    wanted = {
        Decision.BODY_COLUMN,
        Decision.BODY_ROW,
        Decision.SECRET_ASTEROID,
        Decision.SETUP_PLACE,
        Decision.BUY_MERCHANT,
    }
    assert wanted <= requested
