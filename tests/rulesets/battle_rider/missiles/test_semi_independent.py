"""Chapter SIM: semi-independent missiles launched, seen and searching. Red launches at Blue."""

import csv

import numpy as np
import pytest
from kit.battle_rider.semi_independent import BLUE, HALF, ON, RED, armed, flight
from kit.battle_rider.table import Battle, battle, facing, ship

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.missiles.semi_independent import g_turns
from spacecombat_env.rulesets.battle_rider.model import DATA, Decision, Result
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import sim_range
from spacecombat_env.rulesets.battle_rider.ships.losses import destroy_craft


def dark(name="Target", **values):
    """An undetected ship, TL-12 unless stated otherwise."""
    return ship(name, detected=False, **({"tech_level": 12} | values))


# --- the missiles --------------------------------------------------------------------------------


@pytest.mark.rule("BR-SIM-01")
def test_figures_are_those_of_the_table():
    with (DATA / "missiles.csv").open(encoding="utf-8") as file:
        rows = {row["type"]: row for row in csv.DictReader(file)}
    assert g_turns(0) == int(rows["controlled"]["total_g"]) == 12
    for level, total, reach in ((12, 9, 1), (14, 7, 3)):
        row = rows[f"semi_independent_tl{level}"]
        assert g_turns(level) == int(row["total_g"]) == total
        assert sim_range(level) == int(row["sensor_short_range"]) == reach
        assert int(row["size_mod"]) == 2


@pytest.mark.rule("BR-SIM-01", "BR-SIM-04")
@pytest.mark.parametrize(
    ("action", "level", "gs"), [("CONTROLLED", 0, 12), ("SEMI_INDEPENDENT", 12, 9)]
)
def test_a_ship_with_half_a_load_launches_either_kind(action, level, gs):
    game = battle([armed(load="half", missiles=5)], [ship("Target")], 3, **ON)
    game.skip_to(Decision.LAUNCH_MENU)
    while game.state.seat != 0:
        game.idle().skip_to(Decision.LAUNCH_MENU)
    assert game.state.craft[RED].sims == 2
    game.say(("craft", RED), action)
    assert game.can_say(("craft", 0)) is False and game.decision == Decision.LAUNCH_NUMBER
    assert game.state.order[0].high == (3 if level == 0 else 2)
    game.say(1)
    spread, craft = game.state.spread[0], game.state.craft[RED]
    assert (spread.sim, spread.g_left) == (level, gs)
    assert (craft.missiles, craft.sims) == (4, 2 if level == 0 else 1)


@pytest.mark.rule("BR-SIM-04", "BR-MIS-02")
def test_a_ship_may_launch_all_it_has_of_both_kinds_in_one_turn():
    """Two spreads in its hex, each of one kind; a third launch is not possible."""
    game = battle([armed(load="half", missiles=5)], [ship("Target")], 3, **ON)
    game.skip_to(Decision.LAUNCH_MENU)
    while game.state.seat != 0:
        game.idle().skip_to(Decision.LAUNCH_MENU)
    changes = int(game.say(("craft", RED), "CONTROLLED").state.chance.changes)
    game.say(3)
    assert game.decision == Decision.LAUNCH_KIND and game.state.spread[0].count == 3
    assert int(game.state.chance.changes) > changes  # the spread shows at the ship's next decision
    assert game.can_say("DONE") and not game.can_say("CONTROLLED")
    game.say("SEMI_INDEPENDENT", 1)
    assert game.decision != Decision.LAUNCH_KIND
    first, second = game.state.spread[0], game.state.spread[1]
    assert [(s.count, s.sim, s.g_left) for s in (first, second)] == [(3, 0, 12), (1, 12, 9)]
    assert (first.q, first.r, first.vq, first.vr) == (second.q, second.r, second.vq, second.vr)
    assert (game.state.craft[RED].missiles, game.state.craft[RED].sims) == (1, 1)
    assert not (game.state.seat == 0 and game.can_say(("craft", RED)))


@pytest.mark.rule("BR-SCN-06")
@pytest.mark.parametrize("load_of", ["half", "all"])
def test_a_ship_counts_its_printed_points_whatever_missiles_it_carries(load_of):
    """The factors 1.05 and 1.1 are prices; a ship's worth for victory is the printed one."""
    game = battle([armed(load=load_of, points=100)], [ship("T")], **ON)
    destroy_craft(game.state, game.rules, RED)
    assert game.state.points_lost[0] == 100


@pytest.mark.rule("BR-SIM-04")
@pytest.mark.parametrize(
    ("gun", "options", "reason"),
    [
        (armed(14, tech_level=13), ON, "above the ship's TL-13"),
        (armed(13), ON, "TL-12 or TL-14"),
        (armed(12), {}, "is off"),
    ],
)
def test_what_a_ship_cannot_carry(gun, options, reason):
    with pytest.raises(ScenarioError, match=reason):
        load(facing([gun], [ship("T")]), **options)


@pytest.mark.rule("BR-SIM-01", "BR-AMB-41", "BR-AMB-94")
@pytest.mark.parametrize(("level", "value"), [(0, 4), (12, 1), (14, 3)])
def test_semi_independent_missiles_are_seen_at_their_own_level(level, value):
    """Blue, TL-14, at range 0, active: base 1, size +2, TL +0 or -2; a TL-15 launcher adds 1."""
    lowest = None
    for shown in range(1, 6):
        gun = armed(14 if level == 14 else 12, tech_level=15)
        game = battle([gun], [ship("Eye", tech_level=14, active_range=20)], **ON)
        slot = game.launch(RED, 3, force=HALF, detected=False)
        game.state.spread[slot].sim = level
        game.state.craft[BLUE].active = 1
        game.to_round(HALF).always(shown).say("DETECT").answer(
            DETECT_TARGET=("enemy_spread", slot),
            DETECT_SUBJECT=("craft", BLUE),
            DETECT_SENSOR="ACTIVE",
        )
        if game.state.spread[slot].detected:
            lowest = shown
            break
    assert lowest == value


# --- detection -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-SIM-02")
def test_each_missile_tries_once_before_or_after_the_move():
    """Two missiles: one fails before the move, one after it; then no more."""
    game = flight(dark(), count=2).always("miss")
    game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    assert game.decision == Decision.SPREAD_WORDS and game.state.spread[0].scanned == 1
    game.say("GO")
    assert game.decision == Decision.SIM_MENU
    game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    assert game.decision not in (Decision.SIM_MENU, Decision.SPREAD_WORDS)
    assert not game.state.craft[BLUE].detected and len(game.events("SCAN")) == 4


@pytest.mark.rule("BR-SIM-02")
def test_all_attempts_may_be_used_before_the_move():
    game = flight(dark(), count=2).always("miss")
    game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    assert not game.can_say("DETECT")
    game.say("GO")
    assert game.decision != Decision.SIM_MENU


@pytest.mark.rule("BR-SIM-02")
def test_a_missile_that_detects_puts_the_craft_on_the_map():
    game = flight(dark(), count=2).always(5)
    game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    assert game.state.craft[BLUE].detected and game.decision == Decision.DETECT_CHAIN
    game.say("STOP")
    assert game.decision == Decision.SPREAD_WORDS  # the move goes on


@pytest.mark.rule("BR-SIM-02")
def test_missiles_that_are_not_controlled_do_not_detect():
    game = battle([armed(missile_directors=1)], [dark()], **ON)
    slot = game.launch(RED, 3, force=HALF)
    game.state.spread[slot].sim = 12
    game.state.craft[RED].damage[Result.FIRE_CONTROL] = 2
    game.always(5).skip_to(Decision.LAUNCH_MENU)
    assert not game.state.craft[BLUE].detected


@pytest.mark.rule("BR-SIM-02")
def test_a_split_leaves_each_missile_its_one_attempt():
    game = flight(dark(), count=5).always("miss")
    for _ in range(3):
        game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    game.say("SPLIT", 2)
    assert [int(s.scanned) for s in game.state.spread[:2]] == [2, 1]
    assert [int(s.count) for s in game.state.spread[:2]] == [2, 3]


@pytest.mark.rule("BR-SIM-01", "BR-SIM-02")
@pytest.mark.parametrize(
    ("level", "away", "reaches"), [(12, 8, True), (12, 9, False), (14, 9, True)]
)
def test_a_missile_sees_as_far_as_its_own_sensor(level, away, reaches):
    """Extreme range is eight times 1 or 3 hexes, from the missile and not from its ship."""
    game = flight(dark(), level=level, q=-away)
    assert game.can_say("DETECT") == reaches


@pytest.mark.rule("BR-SIM-02", "BR-SIM-01", "BR-AMB-94")
@pytest.mark.parametrize(
    ("level", "target_level", "needed"), [(12, 12, 2), (12, 14, 4), (14, 14, 2)]
)
def test_difficulty_is_that_of_the_missiles_sensor(level, target_level, needed):
    """Range 0: 1, size 0, coasting +1, and the target's TL less the missile's."""
    for shown in range(1, 6):
        game = flight(dark(tech_level=target_level), level=level).always(shown)
        game.say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
        if game.state.craft[BLUE].detected:
            break
    assert shown == needed


@pytest.mark.rule("BR-SIM-02", "BR-DET-14")
def test_a_missile_senses_from_its_own_hex():
    """In the target's hex there is no stern, though the ship three hexes away has it in view.

    Range 0: 1, a TL two levels up: 3; from the ship's hex it would be easier by 3.
    """
    for shown, found in ((2, False), (3, True)):
        game = flight(dark(tech_level=14), away=3)
        force = game.state.tf[HALF]
        force.spent_g, force.thrust_side = 1, 3  # S, where Red's ship is
        game.always(shown).say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
        assert bool(game.state.craft[BLUE].detected) == found


@pytest.mark.rule("BR-AMB-94", "BR-ATL-02")
@pytest.mark.parametrize(
    ("level", "target_level", "advanced", "needed"),
    [(12, 13, True, 3), (12, 13, False, 2), (14, 13, True, 1), (14, 14, True, 1), (14, 15, True, 3)]
    + [(12, 12, True, 1), (14, 15, False, 2)],
)
def test_an_active_target_helps_missiles_of_at_least_its_level(
    level, target_level, advanced, needed
):
    """1, coasting +1, the difference of TL, and -1 for its sensor if the missile's TL suffices.

    The launching ship is of TL-15 throughout: its own level has no part in it.
    """
    for shown in range(1, 6):
        gun = armed(level, tech_level=15)
        game = flight(dark(tech_level=target_level, active_range=9), level=level, gun=gun)
        game.rules.option.advanced_tech = advanced
        game.state.craft[BLUE].active = 1
        game.always(shown).say("DETECT").answer(SIM_TARGET=("enemy_force", HALF))
        if game.state.craft[BLUE].detected:
            break
    assert shown == needed


# --- the whole -----------------------------------------------------------------------------------


def test_kind_and_attempts_of_enemy_missiles_stay_hidden():
    game = flight(ship("Target"))
    game.state.spread[0].detected = game.state.spread[0].scanned = 1
    visible = game.visible(1).spread[0]
    assert (visible.sim, visible.scanned, visible.g_left) == (0, 0, 0)
    assert game.visible(1).craft[RED].sims == 0 and game.visible(0).craft[RED].sims == 6


def test_a_scan_by_a_missile_can_be_determinized_to_its_end():
    """The scanned side is asked which of two equal ships is found; a copy of the game plays on."""
    ships = [dark("One"), dark("Two")]
    game = battle([armed()], ships, **ON)
    slot = game.launch(RED, 3, force=HALF)
    game.state.spread[slot].sim = 12
    game.skip_to(Decision.SPREAD_MENU)
    game.say(("spread", slot), "DETECT").answer(SIM_TARGET=("enemy_force", HALF))
    assert game.decision == Decision.EASIEST and game.state.seat == 1
    visible, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, 1)
    assert visible.states[0].attempt.sim == -1
    entry.determinize(visible, 0, game.table, 1, 7, other, 0)
    assert not entry.KERNELS.apply(other, 0, game.table, min(game.legal()))


@pytest.mark.compiled
@pytest.mark.parametrize("delegate", [(), ("missiles", "launches", "chains")])
def test_games_with_semi_independent_missiles_end(delegate):
    guns = [armed(load="half", missiles=4), ship("Escort", turret="L(x4)9:1", sandcasters=2)]
    gun = armed(14, missiles=4) | {"name": "Foe"}
    source = facing(guns, [gun, dark("Dark", dampers=1)], 3, turn_limit=4)
    rng, requested = np.random.default_rng(3), set()
    for seed in (1, 2):
        game = Battle(source, seed=seed, delegate=delegate, **ON)
        for _ in range(3000):
            if game.over:
                break
            requested.add(game.decision)
            actions = sorted(game.legal())
            done = game.action("DONE")
            game.apply(rng.choice([w for w in actions if w != done] or actions))
        assert game.over
    if not delegate:
        assert {Decision.LAUNCH_KIND, Decision.SIM_MENU} <= requested
