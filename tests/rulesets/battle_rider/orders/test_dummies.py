"""Dummies under standing orders are not to be told from ships by what their orders do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from kit.battle_rider.table import Table, position, side

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Decision, Event, ForceStatus

RECOMMENDED = ("jamming", "screens", "task_forces", "missiles", "sensors", "gunnery", "ties")
NORTH = int(DIRECTION_Q[0]), int(DIRECTION_R[0])


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
    game = squadron(delegate=(), seed=seed).skip_to(Decision.FORCES_MENU)
    return game if game.state.seat == 0 else game.say("DONE").skip_to(Decision.FORCES_MENU)


def to_turn(game, turn):
    """Play on, everybody idle, to a turn."""
    while game.state.turn < turn:
        game.idle()
    return game


# --- the order of rounds -------------------------------------------------------------------------


@pytest.mark.rule("BR-SEQ-04", "BR-TF-04", "BR-AMB-88")
def test_dummies_have_their_rounds_at_random_among_the_ships():
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
        game = Table("skirmish", seed, RECOMMENDED).skip_to(Decision.CHOOSE_FORCE)
        held = strengths(game, game.state.seat)
        offered = [k for k in held if game.can_say(("force", k))]
        assert offered and all(held[k] > 0 for k in offered)


@pytest.mark.rule("BR-SEQ-04")
def test_who_delegates_nothing_chooses_among_dummies_too():
    dummy = {"ships": [], "hex": [5, 8], "vector": {"direction": "N", "speed": 2}}
    game = squadron(dummy, delegate=()).skip_to(Decision.CHOOSE_FORCE)
    assert [k for k in range(3) if game.can_say(("force", k))] == [0, 1, 2]


# --- how they sail -------------------------------------------------------------------------------


def beside_a_gazelle(delegate, seed):
    """Red's Gazelle at 5 hexes a turn, a dummy at rest next to it; Blue far away."""
    fast = {"ships": ["Gazelle"], "hex": "0505", "vector": {"direction": "N", "speed": 5}}
    still = {"ships": [], "hex": "0705", "vector": [0, 0]}
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1030"}])
    return Table(position(side(["Gazelle"], [fast, still], 2), blue), seed, delegate)


def shifts(game, force):
    """Changes of a task force's vector so far."""
    thrust = [e for e in game.state.log if e.kind == Event.THRUST and e.target == force]
    return [(int(event.a), int(event.b)) for event in thrust]


@pytest.mark.rule("BR-MOV-08", "BR-TF-08")
def test_a_dummy_thrusts_towards_the_vector_of_the_ships_nearest_to_it():
    """The ships thrust before it or after it, at random: in the first case it follows, else it coasts.

    A Gazelle has 3 Gs, so that is what the dummy spends of the five it would need and more.
    """
    visible = Counter()
    for seed in range(10):
        game = beside_a_gazelle(("task_forces",), seed)
        while game.state.round_tf != 0:
            game.idle()
        first = not shifts(game, 1)
        game.say("MOVE", ("direction", 0), "GO")
        while not shifts(game, 1):
            game.idle()
        followed = (3 * NORTH[0], 3 * NORTH[1]) if first else (0, 0)
        assert shifts(game, 1)[0] == followed
        visible[first] += 1
    assert min(visible[True], visible[False]) > 1


@pytest.mark.rule("BR-MOV-08")
def test_a_dummy_coasts_while_the_ships_do():
    game = to_turn(beside_a_gazelle(("task_forces",), 1), 3)
    assert set(shifts(game, 1)) == {(0, 0)}


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
def test_the_number_of_dummies_shows_nothing_of_the_cup():
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
def test_which_of_two_numbers_is_the_dummy_that_split_off_is_random():
    kept = Counter()
    for seed in range(16):
        game = reds_menu(seed).say("DUMMY", ("force", 0))
        new = game.opened()
        assert sorted((int(game.state.tf[0].strength), int(game.state.tf[new].strength))) == [0, 1]
        assert game.state.craft[0].tf == (0 if game.state.tf[0].strength else new)
        kept[bool(game.state.tf[0].strength)] += 1
    assert min(kept[True], kept[False]) > 2


@pytest.mark.rule("BR-TF-05", "BR-AMB-88")
def test_a_ship_that_is_known_keeps_its_task_force():
    for seed in range(8):
        game = reds_menu(seed)
        game.state.craft[0].detected = 1
        game.say("DUMMY", ("force", 0))
        assert game.state.craft[0].tf == 0 and game.state.craft[0].status == CraftStatus.IN_FORCE
