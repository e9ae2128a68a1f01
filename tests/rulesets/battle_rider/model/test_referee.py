"""Chapter REF: double-blind play, and scans for damage."""

import numpy as np
import pytest
from kit.battle_rider.blind import ON, dark, search, told
from kit.battle_rider.table import Battle, battle, facing, position, ship, side

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    UNDISCLOSED,
    Decision,
    Event,
    ForceStatus,
    Result,
    is_hidden_spread,
    is_sighted,
    lowest_free_contact,
    number_sightings,
)
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views

RED, BLUE = 0, 8
HALF = 12
PLAIN = ("kind", "side", "actor", "target", "a", "b", "c")
"""Columns of an event that are shown as they are, except of a task."""


@pytest.mark.rule("BR-REF-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_spread_is_unseen_by_the_enemy_alone(seat):
    """Not detected, it is there for its owner all the same; no spread is none that is unseen."""
    game = battle([ship("Eye")], [ship("Ear")], 5, **ON)
    state = game.state
    own, slots = seat * (len(state.spread) // 2), len(state.spread) // 2
    state.spread[own].count, state.spread[own].detected = 3, 0
    assert not is_hidden_spread(state, own, seat)
    assert is_hidden_spread(state, own, 1 - seat)
    assert is_hidden_spread(state, (1 - seat) * slots, seat), "an empty slot of the enemy's"
    assert not is_hidden_spread(state, NONE, seat)


# --- the map -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-REF-01")
def test_nothing_of_the_enemy_is_on_the_map_until_found():
    game = battle([ship("Eye", detected=False)], [dark()], 5, **ON)
    visible = game.visible(0)
    assert not (visible.tf[HALF:]["status"] == ForceStatus.ON_MAP).any()
    assert visible.tf[HALF].q == 0 and not visible.craft[BLUE].klass
    game.always(5)
    search(game, 5)
    if game.decision == Decision.DETECT_CHAIN:
        game.say("STOP")
    visible = game.visible(0)
    assert visible.tf[HALF].status == ForceStatus.ON_MAP and visible.craft[BLUE].klass
    assert (visible.tf[HALF].q, visible.tf[HALF].r) == (
        game.state.tf[HALF].q,
        game.state.tf[HALF].r,
    )
    assert visible.tf[HALF].contact == 0


@pytest.mark.rule("BR-REF-01")
def test_a_detected_ship_shows_course_and_vector_of_its_force():
    game = battle([ship("Eye")], [ship("Seen"), dark()], 5, **ON)
    game.state.tf[HALF].vq = 2
    visible = game.visible(0)
    assert visible.tf[HALF].vq == 2 and visible.craft[BLUE].tf == HALF
    assert not visible.craft[BLUE + 1].klass


@pytest.mark.rule("BR-REF-01")
def test_a_search_that_fails_shows_nothing():
    """Neither that something is there nor how much: the log and the record are the same."""
    looks = []
    for others in ([], [dark("Two")], [dark("Two"), dark("Three")]):
        forces = [{"ships": [s["name"]], "hex": f"1{n}20"} for n, s in enumerate([dark(), *others])]
        red = side([ship("Eye", passive_range=20)], [{"ships": ["Eye"], "hex": "1017"}])
        source = position(red, side([dark(), *others], forces))
        for seed in range(1, 60):
            game = Battle(source, seed=seed, **ON)
            if game.state.initiative == 0:
                break
        game.to_round(0)
        search(game, "miss")
        assert game.decision == Decision.ROUND_MENU and not game.can_say("DETECT")
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, 0)
        visible.states[0].initiative = 0
        lines = [line for line in told(game, 0) if not line.startswith("Turn")]
        looks.append((lines, views.view(visible, 0, game.scenario, 0)["enemy_forces"]))
        assert visible.states[0].craft[RED].tried.tolist() == [0, 0]
        looks[-1] += (sorted(game.legal()),)
    assert looks[0] == looks[1] == looks[2]


@pytest.mark.rule("BR-REF-01", "BR-DET-03")
def test_a_piece_found_after_a_round_does_not_show_whether_it_was_searched_for():
    """Found in the same round, it does: the sensor may not try it again."""
    game = battle([ship("Eye", passive_range=20)], [dark()], 5, **ON)
    state, slots = game.state, len(game.state.spread) // 2
    state.spread[slots].count, state.spread[slots].target_tf = 3, NONE
    search(game, "miss")
    state.craft[BLUE].detected = state.spread[slots].detected = 1
    found = game.visible(0).craft[RED]
    assert found.tried.tolist() == found.tried_spreads.tolist() == [1, 0]
    state.round_tf = NONE
    later = game.visible(0).craft[RED]
    assert later.tried.tolist() == later.tried_spreads.tolist() == [0, 0]


@pytest.mark.rule("BR-REF-01")
def test_a_search_tries_every_unseen_force_in_reach_with_every_sensor():
    ships = [dark("One"), dark("Two"), dark("Far")]
    places = ("1020", "1120", "1033")
    forces = [{"ships": [s["name"]], "hex": at} for s, at in zip(ships, places, strict=True)]
    own = [ship("Eye", passive_range=1), ship("Ear", passive_range=1)]
    red = side(own, [{"ships": ["Eye", "Ear"], "hex": "1017"}])
    game = Battle(position(red, side(ships, forces)), **ON)
    game.to_round(0)
    before = len(game.events("SCAN"))
    search(game, "miss")
    assert len(game.events("SCAN")) - before == 8  # 2 ships x 2 forces, told (or not) to 2 sides


@pytest.mark.rule("BR-REF-01")
def test_one_ship_may_search_with_one_sensor():
    game = battle([ship("Eye"), ship("Ear")], [dark()], 5, **ON)
    search(game, "miss", subject=("craft", RED))
    assert game.can_say("DETECT")  # Ear has not searched yet
    search(game, "miss", subject=("craft", RED + 1))
    assert not game.can_say("DETECT")


@pytest.mark.rule("BR-REF-01")
def test_a_search_may_find_missiles():
    game = battle([ship("Eye", passive_range=20)], [dark()], 5, **ON)
    slot = game.launch(BLUE, 3, detected=False)
    assert game.visible(0).spread[slot].count == 0
    search(game, 5)
    game.answer(DETECT_CHAIN="STOP")
    assert game.visible(0).spread[slot].count == 3


@pytest.mark.rule("BR-REF-01")
@pytest.mark.parametrize("slot", [0, HALF - 1, HALF, 2 * HALF - 1])
def test_missiles_that_show_have_a_number_and_others_none(slot):
    game = battle([ship("Eye")], [ship("Ship")], 5, **ON)
    game.launch((slot // HALF) * BLUE, 3, slot=slot, detected=False)
    for shows in (0, 1):
        game.state.spread[slot].detected = shows
        number_sightings(game.state)
        assert game.state.spread[slot].contact == (0 if shows else NONE)


@pytest.mark.rule("BR-REF-01")
@pytest.mark.parametrize("side", [0, 1])
def test_what_comes_in_sight_bears_the_lowest_number_that_is_free(side):
    """Of its own side's: those of the other side, and of what has gone, do not count."""
    state = battle([ship("Eye")], [ship("Ear")], 5, **ON).state
    forces = state.tf
    forces["contact"] = NONE
    own, others = side * HALF, (1 - side) * HALF
    forces["contact"][others : others + 3] = 0, 1, 2
    assert lowest_free_contact(forces, side) == 0
    forces["contact"][own : own + 3] = 0, NONE, 2
    assert lowest_free_contact(forces, side) == 1
    forces["contact"][own + 11] = 1
    assert lowest_free_contact(forces, side) == 3


@pytest.mark.rule("BR-REF-01")
def test_moves_and_rounds_of_unseen_forces_are_not_shown():
    game = battle([ship("Eye")], [dark()], 5, **ON)
    game.to_round(HALF).say("MOVE", ("direction", 0), "GO")
    blue = "\n".join(told(game, 1))
    assert "TF-1" in blue
    assert "eTF" not in "\n".join(told(game, 0)) and "enemy" not in "\n".join(told(game, 0))


@pytest.mark.rule("BR-REF-01")
def test_nobody_decides_which_hexside_shows_unseen_exhaust():
    requested = []
    for detected in (True, False):
        game = battle([ship("Eye")], [ship("Ship", detected=detected)], 5, **ON)
        game.to_round(HALF).say("MOVE", ("direction", 0), ("direction", 1), "GO")
        requested.append(game.decision == Decision.THRUST_SIDE)
    assert requested == [True, False]


@pytest.mark.rule("BR-REF-01")
def test_an_active_scan_is_noticed_but_not_its_place():
    game = battle([dark("Eye", active_range=20)], [ship("Target", jammer_range=20)], 5, **ON)
    game.say("ACTIVATE").answer(STATUS_SUBJECT="ALL")
    game.always("miss").say("DETECT")
    game.answer(DETECT_TARGET="ALL", DETECT_SUBJECT=("craft", RED), DETECT_SENSOR="ACTIVE")
    if game.decision == Decision.JAM:
        assert game.visible(1).order[1].target_tf == NONE
        game.say("NO_JAM")
    assert game.decision == Decision.ROUND_MENU


@pytest.mark.compiled
@pytest.mark.rule("BR-REF-01")
def test_a_seat_reads_all_that_it_was_shown_whatever_it_is_not():
    """What the other side alone knows pushes out nothing: seven unseen forces move, one looks."""
    foes = [dark(f"Dark {n}", passive_range=1) for n in range(7)]
    forces = [{"ships": [foe["name"]], "hex": f"1{n}30"} for n, foe in enumerate(foes)]
    red = side([ship("Eye", passive_range=2)], [{"ships": ["Eye"], "hex": "0305"}])
    game = Battle(position(red, side(foes, forces), turn_limit=60), delegate=(), **ON)
    state, told, since = game.state, ([], []), 0
    for _ in range(600):
        if state.turn > 24:
            break
        game.idle()
        for place in range(since, state.log_count):
            event = state.log[place % len(state.log)]
            for seat in range(2):
                if int(event.known) >> seat & 1:
                    told[seat].append([int(event[name]) for name in PLAIN])
        since = int(state.log_count)
    assert since - len(told[0]) > len(state.log)
    for seat in range(2):
        visible, count = game.visible(seat), len(told[seat])
        assert visible.log_count == count
        kept = range(max(0, count - len(visible.log)), count)
        read = [visible.log[n % len(visible.log)] for n in kept]
        assert [[int(event[name]) for name in PLAIN] for event in read] == told[seat][kept[0] :]


@pytest.mark.rule("BR-REF-01")
def test_nothing_is_reported_of_a_task_force_that_enters_unseen():
    """It has no number by which the enemy could call it."""
    own = side([ship("Eye")], [{"ships": ["Eye"], "hex": "1017"}])
    foe = side([dark()], [{"ships": ["Dark"], "enters": {"turn": 1, "column": 7, "velocity": 2}}])
    game = Battle(position(own, foe), **ON)
    while game.state.tf[HALF].status == ForceStatus.WAITING:
        game.idle(HALF)
    events = game.told(0, "ENTER", "THRUST", "MOVE", "ROUND")
    assert [event for event in events if event.side == 1] == []


# --- fire ----------------------------------------------------------------------------------------


@pytest.mark.rule("BR-REF-01")
@pytest.mark.parametrize("hit", [3, "miss"])
def test_the_firing_player_learns_neither_hit_nor_damage(hit):
    game = battle([ship("Gun", turret="M40:1")], [ship("Target")], **ON).only_marker("COMPUTER")
    game.always(4).aim().always(hit).say("ALL")
    hurt = hit == 3
    assert bool(game.state.craft[BLUE].damage[Result.COMPUTER]) == hurt
    visible = game.visible(0)
    assert not visible.craft[BLUE].damage.any() and visible.craft[BLUE].markers == 0
    assert visible.volley.hits == 0 and visible.volley.target == NONE
    red, blue = "\n".join(told(game, 0)), "\n".join(told(game, 1))
    assert "fires 1 beam" in red and "hit" not in red and "Computer" not in red
    assert ("1 hit" in blue) == hurt and ("Computer" in blue) == hurt
    own = [e for e in game.events("FIRE") if e.known == 1]
    assert [e.b for e in own] == [UNDISCLOSED]


@pytest.mark.rule("BR-REF-01")
def test_what_the_firing_player_gets_is_the_same_hit_or_miss():
    looks = []
    for hit in (3, "miss"):
        game = battle([ship("Gun", turret="M40:1")], [ship("Target")], **ON).only_marker("COMPUTER")
        game.always(4).aim().always(hit).say("ALL")
        visible = game.visible(0)
        visible.chance.decisions = 0
        looks.append(visible.tobytes())
    assert looks[0] == looks[1]


@pytest.mark.rule("BR-REF-01")
def test_a_ship_that_explodes_is_seen():
    game = battle([ship("Gun", turret="M40:1")], [ship("Target")], **ON)
    game.only_marker("SHIP_EXPLODES").always(4).aim().always(3).say("ALL")
    assert any("is destroyed!" in line for line in told(game, 0))


@pytest.mark.rule("BR-REF-01")
def test_hits_of_missiles_are_not_shown_either():
    game = battle([ship("Gun", missile_directors=5)], [ship("Target")], **ON)
    slot = game.launch(RED, 2, force=HALF)
    game.always(4).attack(slot, force=HALF).only_marker("COMPUTER").missile_value(1)
    game.skip_to(Decision.LAUNCH_MENU)
    assert [e.b for e in game.events("MISSILES_FIRE") if e.known == 1] == [UNDISCLOSED]
    assert [e.b for e in game.events("MISSILES_FIRE") if e.known == 2] == [2]


# --- the whole -----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("delegate", [(), RULESET.recommended])
def test_blind_games_end_and_show_only_what_was_found(delegate):
    ships = [ship("Gun", turret="L(x3)9:1", active_range=9, detected=False, missile_directors=4)]
    foes = [dark("Two", turret="L(x3)9:1", missile_directors=4), dark("Three", jammer_range=9)]
    foes[0]["values"]["ready_missiles"] = 3
    source = facing(ships, foes, 3, turn_limit=4)
    for seed in (1, 2, 3):
        rng = np.random.default_rng(seed)
        game = Battle(source, seed=seed, delegate=delegate, **ON)
        mask = np.zeros(game.scenario.actions.size, np.int8)
        visible = make_games(game.table.opening.dtype, 1)
        other = make_games(game.table.opening.dtype, 1)
        for n in range(2000):
            if game.over:
                break
            seat = int(game.state.seat)
            entry.redact(game.games, 0, visible, 0, seat)
            entry.legal_actions(visible, 0, game.table, mask)
            assert set(np.flatnonzero(mask).tolist()) == game.legal(), game.decision
            for k in range(HALF):
                own = (1 - seat) * HALF + k
                shown = visible.states[0].tf[own].status == ForceStatus.ON_MAP
                assert shown == is_sighted(game.state, own)
            if n % 20 == 0:
                views.view(visible, 0, game.scenario, seat)
                RULESET.decision_text(visible, 0, game.scenario, seat)
                told(game, seat)
                entry.determinize(visible, 0, game.table, seat, n, other, 0)
                again = make_games(game.table.opening.dtype, 1)
                entry.redact(other, 0, again, 0, seat)
                assert (again.states[0].craft["klass"] == visible.states[0].craft["klass"]).all()
                assert not entry.KERNELS.apply(other, 0, game.table, min(game.legal()))
            game.apply(rng.choice(sorted(game.legal())))
        assert game.over
    assert Event.SURVEY
