"""Dummies under standing orders are not to be told from ships by what their orders do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from table import Table, position, side

from spacecombat_env.core.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.constants import Ask, CraftStatus, Event, ForceStatus

RECOMMENDED = ("jamming", "screens", "task_forces", "missiles", "sensors", "gunnery", "ties")
NORTH, NORTHEAST = ((int(DIRECTION_Q[k]), int(DIRECTION_R[k])) for k in (0, 1))


def strengths(game, seat):
    """Craft in each task force of a side that is in play, by slot."""
    half = len(game.state.tf) // 2
    forces = range(seat * half, (seat + 1) * half)
    return {k: int(game.state.tf[k].strength) for k in forces if game.state.tf[k].status}


def entered(game):
    """Slots of task forces in the order in which they entered the map."""
    log = game.state.log[: int(game.state.log_count)]
    return [int(event.target) for event in log if event.kind == Event.ENTER]


def squadron(*more, ships=("Rapier", "Fiery"), delegate=("task_forces",), seed=1):
    """Ships near Red's edge in a task force each, a dummy beside the first; Blue far away."""
    here = [
        {"ships": [name], "hex": [5 + 4 * n, 9], "vector": {"direction": "N", "speed": 2}}
        for n, name in enumerate(ships)
    ]
    red = side(list(ships), [*here, *more], 4)
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1030"}])
    return Table(position(red, blue), seed, delegate)


def reds_menu(seed):
    """Red may reconfigure."""
    game = squadron(delegate=(), seed=seed).skip_to(Ask.FORCES_MENU)
    return game if game.state.seat == 0 else game.say("DONE").skip_to(Ask.FORCES_MENU)


def to_turn(game, turn):
    """Play on, everybody idle, to a turn."""
    while game.state.turn < turn:
        game.idle()
    return game


# --- the order of rounds -------------------------------------------------------------------------


@pytest.mark.rule("BR-SEQ-04", "BR-TF-04", "BR-AMB-88")
def test_dummies_have_their_rounds_by_lot_among_the_ships():
    """Of two dummies and two forces of ships each comes before the other about as often."""
    dummies_first, pairs = 0, 0
    for seed in range(10):
        game = to_turn(Table("skirmish", seed, RECOMMENDED), 2)
        for seat in range(2):
            held = strengths(game, seat)
            order = [held[k] for k in entered(game) if k in held]
            assert sorted(order)[:2] == [0, 0] and len(order) == 4
            for n, first in enumerate(order):
                for second in order[n + 1 :]:
                    pairs += (first == 0) != (second == 0)
                    dummies_first += first == 0 and second != 0
    assert pairs == 10 * 2 * 4
    assert 0.25 < dummies_first / pairs < 0.75


@pytest.mark.rule("BR-SEQ-04")
def test_a_seat_is_not_offered_dummies_that_sail_by_themselves():
    for seed in range(6):
        game = Table("skirmish", seed, RECOMMENDED).skip_to(Ask.CHOOSE_FORCE)
        held = strengths(game, game.state.seat)
        offered = [k for k in held if game.can_say(("force", k))]
        assert offered and all(held[k] > 0 for k in offered)


@pytest.mark.rule("BR-SEQ-04")
def test_who_delegates_nothing_chooses_among_dummies_too():
    dummy = {"ships": [], "hex": [5, 8], "vector": {"direction": "N", "speed": 2}}
    game = squadron(dummy, delegate=()).skip_to(Ask.CHOOSE_FORCE)
    assert [k for k in range(3) if game.can_say(("force", k))] == [0, 1, 2]


# --- how they sail -------------------------------------------------------------------------------


@pytest.mark.rule("BR-MOV-08", "BR-TF-08")
def test_a_dummy_takes_on_the_vector_of_the_ships_nearest_to_it():
    """Two hexes a turn N; the ships beside it turn NE, the others go on as they were."""
    dummy = {"ships": [], "hex": [5, 8], "vector": {"direction": "N", "speed": 2}}
    game = squadron(dummy)
    game.to_round(0).say("MOVE", ("direction", 1), "GO")
    to_turn(game, 3)
    forces = game.state.tf
    turned = (2 * NORTH[0] + NORTHEAST[0], 2 * NORTH[1] + NORTHEAST[1])
    assert (forces[0].vq, forces[0].vr) == turned
    assert (forces[2].vq, forces[2].vr) == turned
    assert (forces[1].vq, forces[1].vr) == (2 * NORTH[0], 2 * NORTH[1])


@pytest.mark.rule("BR-MOV-08", "BR-TF-08")
def test_a_dummy_spends_no_more_gs_than_the_ships_have():
    """A Gazelle has 3 Gs: from rest to 5 hexes a turn takes a dummy beside it two turns."""
    fast = {"ships": ["Gazelle"], "hex": "0505", "vector": {"direction": "N", "speed": 5}}
    still = {"ships": [], "hex": "0705", "vector": [0, 0]}
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1030"}])
    game = Table(position(side(["Gazelle"], [fast, still], 2), blue), 1, ("task_forces",))
    to_turn(game, 3)
    thrust = [event for event in game.state.log if event.kind == Event.THRUST and event.target == 1]
    shifts = [(int(event.a), int(event.b)) for event in thrust[:2]]
    assert shifts == [(3 * NORTH[0], 3 * NORTH[1]), (2 * NORTH[0], 2 * NORTH[1])]


# --- the set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-SCN-03")
@pytest.mark.parametrize(
    ("scenario", "speeds"), [("skirmish", (3, 3)), ("task_force_dagger", (2, 1))]
)
def test_a_side_enters_at_one_velocity(scenario, speeds):
    """Three hexes, or what the slowest ship can: an Aurora 2, the Mary Ellen Carter 1."""
    game = to_turn(Table(scenario, 3, RECOMMENDED), 1)
    for seat, speed in enumerate(speeds):
        forces = [game.state.tf[k] for k in strengths(game, seat)]
        assert {abs(int(force.vr)) for force in forces} == {speed}


@pytest.mark.rule("BR-S2-09", "BR-TF-04")
def test_the_number_of_dummies_tells_nothing_of_the_cup():
    """Without the Ashtabula all of Red's ships are of tech level 12: still two dummies."""
    away, dummies = set(), set()
    for seed in range(12):
        game = to_turn(Table("task_force_dagger_cup", seed, RECOMMENDED), 1)
        away.add(int(np.argmin(game.state.craft["status"][:4])))
        dummies.add(list(strengths(game, 0).values()).count(0))
        assert game.state.craft[int(np.argmin(game.state.craft["status"][:4]))].status == 0
    assert len(away) > 2 and dummies == {2}


@pytest.mark.rule("BR-AMB-88")
def test_public_numbers_of_task_forces_on_the_map_are_dealt_evenly():
    """Blue's four of the picket: each has each number in a quarter of 160 games, within 4 sigma."""
    dealt = Counter()
    game = Table("picket", begin=False)
    for seed in range(160):
        entry.start(game.games, 0, game.table, seed)
        half = len(game.state.tf) // 2
        for k in range(4):
            assert game.state.tf[half + k].status == ForceStatus.ON_MAP
            dealt[k, int(game.state.tf[half + k].contact)] += 1
    assert len(dealt) == 16
    assert all(abs(count - 40) < 4 * 5.5 for count in dealt.values())


# --- dummies that split off ----------------------------------------------------------------------


@pytest.mark.rule("BR-TF-05", "BR-AMB-88")
def test_which_of_two_numbers_is_the_dummy_that_split_off_is_a_lot():
    kept = Counter()
    for seed in range(16):
        game = reds_menu(seed).say("DUMMY", ("force", 0))
        assert sorted((int(game.state.tf[0].strength), int(game.state.tf[2].strength))) == [0, 1]
        full = 0 if game.state.tf[0].strength else 2
        assert game.state.craft[0].tf == full
        kept[full] += 1
    assert min(kept[0], kept[2]) > 2


@pytest.mark.rule("BR-TF-05", "BR-AMB-88")
def test_a_ship_that_is_known_keeps_its_task_force():
    for seed in range(8):
        game = reds_menu(seed)
        game.state.craft[0].detected = 1
        game.say("DUMMY", ("force", 0))
        assert game.state.craft[0].tf == 0 and game.state.craft[0].status == CraftStatus.IN_FORCE
