"""Chapter BRD, second half: the fight for a ship, and what becomes of the party and of the ship."""

from __future__ import annotations

import pytest
from kit.battle_rider.boarding import (
    BLUE,
    BRD,
    DEAD,
    board,
    fight,
    first_card_turned,
    meeting,
    to_menu,
    turn,
)
from kit.battle_rider.table import Battle, facing, position, ship, side

from spacecombat_env.rulesets.battle_rider.forces.boarding import capture, hull_sections, prize_of
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    Fight,
    task_penalty,
)
from spacecombat_env.rulesets.battle_rider.ships.losses import destroy_craft

# -- the fight -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-BRD-04")
def test_hull_sections():
    game = meeting()
    klass = game.rules.classes[1]
    sections = {}
    for size in range(2, -6, -1):
        klass.size_mod = size
        sections[size] = int(hull_sections(klass))
    assert sections == {2: 1, 1: 1, 0: 1, -1: 1, -2: 2, -3: 3, -4: 4, -5: 5}


@pytest.mark.rule("BR-BRD-02", "BR-BRD-05")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_every_ship_fought_for_has_its_turn(before):
    """However many of its side stand before it."""
    guards = [ship(f"Guard {n}") for n in range(before)]
    prize = ship("Prize", damage=DEAD, size_mod=-3)
    source = facing([ship("Boarder")], [*guards, prize, ship("Other")])
    game = to_menu(Battle(source, seed=1, options=BRD).only_marker("NO_EFFECT"))
    game.say("BOARD").answer(BOARD_SHIP=("craft", 0), BOARD_TARGET=("enemy_craft", BLUE + before))
    game.answer(BOARDING_MENU="DONE")
    assert len(game.events("BOARDING_TURN")) == 1


@pytest.mark.rule("BR-BRD-04", "BR-BRD-05", "BR-AMB-78")
def test_values_of_the_first_turn():
    """Boarder: value + reversed size (-1: +1) + 1 for the first turn; boarded: +3, +1 defending."""
    game = board(meeting(boarder=ship("Boarder", size_mod=-1)), 6, 1)
    told = [(e.a, e.b, e.c) for e in game.events("BOARDING_TURN")]
    assert told[:1] == [(6 + 1 + 1, 1 + 3 + 1, 1)]
    game = board(meeting(ship("Prize", damage=DEAD, size_mod=2)), 4, 4)
    told = [(e.a, e.b) for e in game.events("BOARDING_TURN")]
    assert told[:1] == [(4 + 0 + 1, 4 - 2 + 1)]


@pytest.mark.rule("BR-BRD-07")
@pytest.mark.parametrize(("attack", "defense"), [(1, 6), (4, 1)])
def test_the_boarder_must_win_the_first_turn(attack, defense):
    """Size -3 defends: 4 + 1 against 1 + 3 + 1 is a tie, which fails too."""
    game = board(meeting(), attack, defense)
    assert len(game.events("BOARDING_END")) == 1
    assert game.state.craft[BLUE].boarders == NONE
    assert not game.state.craft[0].party_away
    assert game.state.craft[BLUE].status == CraftStatus.IN_FORCE


def held(attack=6, defense=1):
    """A ship of three sections of which the boarder has won one, in the next turn's choice."""
    game = board(meeting(), attack, defense)
    assert game.state.craft[BLUE].sections == 1
    assert game.state.craft[BLUE].fight == Fight.BOARDED_LOST
    return game.skip_to(Decision.BOARDING_DEFENSE)


@pytest.mark.rule("BR-BRD-05", "BR-BRD-06")
def test_the_loser_of_a_turn_has_one_more_in_the_next():
    game = turn(held(), ("DEFEND",), 6, 1)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (6, 1 + 3 + 1 + 1, 1)  # a tie takes nothing
    game = turn(held(), ("DEFEND",), 1, 6)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (1, 6 + 3 + 1 + 1, 1)  # a defender takes no section
    game.skip_to(Decision.BOARDING_DEFENSE)
    game = turn(game, ("DEFEND",), 6, 1)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (6 + 1, 1 + 3 + 1, 2)


@pytest.mark.rule("BR-BRD-06", "BR-BRD-07")
def test_the_boarded_may_forgo_the_modifier_to_retake_a_section():
    game = held()
    assert game.state.seat == 1
    game = turn(game, ("RETAKE",), 1, 6)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (1, 6 + 3 + 1, 0)
    assert len(game.events("BOARDING_END")) == 1  # all sections are the boarded side's again
    assert game.state.craft[BLUE].boarders == NONE


@pytest.mark.rule("BR-BRD-07", "BR-BRD-08")
def test_a_ship_whose_sections_are_all_held_is_captured():
    game = meeting(ship("Prize", damage=DEAD, size_mod=-1, points=25), red=[ship("Friend")])
    game = board(game, 6, 1)
    assert game.state.craft[BLUE].status == CraftStatus.CAPTURED
    assert game.state.points_lost[1] == 25
    assert len(game.events("CAPTURED")) == 1


@pytest.mark.rule("BR-BRD-08")
def test_the_party_stays_until_it_is_recalled():
    prize = ship("Prize", damage=DEAD, size_mod=-1)
    source = facing([ship("Boarder")], [prize, ship("Other")])
    game = to_menu(Battle(source, seed=1, options=BRD).only_marker("NO_EFFECT"))
    game = board(game, 6, 1)
    assert game.state.craft[BLUE].status == CraftStatus.CAPTURED
    to_menu(game)
    assert game.state.craft[0].party_away
    game.say("RECALL")
    assert not game.state.craft[0].party_away
    assert task_penalty(game.state.craft[0]) == 0


@pytest.mark.rule("BR-BRD-08")
def test_a_fight_ends_with_the_boarding_ship():
    game = board(meeting(red=[ship("Friend")]), 6, 1)
    game.state.craft[0].status = CraftStatus.DESTROYED
    game.skip_to(Decision.BOARDING_MENU, Decision.CHOOSE_FORCE)
    for _ in range(60):
        if game.events("BOARDING_END") or game.over:
            break
        game.idle()
    assert game.state.craft[BLUE].boarders == NONE


# -- with other rules ----------------------------------------------------------------------------


def tender_and_rider(rider_hurt=()):
    """Red's tender and rider rest in the hex of a Blue ship; at Red's boarding menu in turn 2."""
    red = side(
        [
            {"class": "Maggart LT", "name": "Tender"},
            {"class": "Manticore", "name": "Rider", "detected": True, "damage": list(rider_hurt)},
        ],
        [{"ships": ["Tender", "Rider"], "hex": "1010"}],
    )
    blue = side(
        [ship("Prize", damage=() if rider_hurt else DEAD, size_mod=-3)],
        [{"ships": ["Prize"], "hex": "1010"}],
    )
    game = Battle(position(red, blue), seed=1, options=BRD).only_marker("NO_EFFECT")
    return game


@pytest.mark.rule("BR-BRD-07", "BR-LCH-06")
def test_a_rider_that_is_fought_for_cannot_be_taken_aboard():
    """Nor can its tender so end the boarding action."""
    game = tender_and_rider(rider_hurt=DEAD)
    game.skip_to(Decision.FORCES_MENU)
    while game.state.seat:
        game.say("DONE").skip_to(Decision.FORCES_MENU)
    assert game.can_say("RECOVER")
    game.state.craft[1].boarders = BLUE
    assert not game.can_say("RECOVER")


@pytest.mark.rule("BR-BRD-07")
def test_a_boarding_rider_aboard_its_tender_has_not_given_up():
    """Its party fights on; the penalty stays with it."""
    game = to_menu(tender_and_rider())
    for rigged in fight(game, 6, 1):
        rigged.say("BOARD").answer(BOARD_SHIP=("craft", 1), BOARD_TARGET=("enemy_craft", BLUE))
        rigged.answer(BOARDING_MENU="DONE")
        if int(rigged.rules.card["missile_value"][first_card_turned(rigged)]) == 6:
            break
    assert game.state.craft[BLUE].boarders == 1 and game.state.craft[BLUE].sections == 1
    turns = len(game.events("BOARDING_TURN"))
    game.skip_to(Decision.FORCES_MENU)
    while game.state.seat:
        game.say("DONE").skip_to(Decision.FORCES_MENU)
    game.say("RECOVER")
    assert game.state.craft[1].status == CraftStatus.ABOARD
    game.skip_to(Decision.BOARDING_DEFENSE).say("DEFEND")
    assert len(game.events("BOARDING_TURN")) == turns + 1
    assert game.state.craft[1].party_away


@pytest.mark.rule("BR-BRD-03", "BR-BRD-08")
def test_a_party_is_lost_with_the_ship_it_is_aboard_of():
    """The crewmembers stay away from their stations."""
    game = board(meeting(), 6, 1)
    destroy_craft(game.state, game.rules, BLUE)
    game.state.craft[BLUE].boarders = 0
    game.skip_to(Decision.BOARDING_MENU, Decision.CHOOSE_FORCE)
    assert task_penalty(game.state.craft[0]) == 1
    assert not game.events("BOARDING_END") and prize_of(game.state, 0) == NONE


@pytest.mark.rule("BR-BRD-08", "BR-MIS-11", "BR-DRN-03")
def test_a_captured_ships_missiles_drones_and_riders_go_with_it():
    """Its spreads and its drone are off the map at once; all its points count."""
    blue = side(
        [
            {"class": "Maggart LT", "name": "Prize", "detected": True, "damage": list(DEAD)},
            {"class": "Manticore", "name": "Rider", "aboard": "Prize"},
            ship("Other"),
        ],
        [{"ships": ["Prize", "Eye"], "hex": "1010"}, {"ships": ["Other"], "hex": "1030"}],
        drones=[{"type": "dual_mode_tl12", "controller": "Prize", "name": "Eye", "aboard": False}],
    )
    red = side([ship("Boarder")], [{"ships": ["Boarder"], "hex": "1010"}])
    game = to_menu(Battle(position(red, blue), seed=1, options=BRD).only_marker("NO_EFFECT"))
    game.launch(BLUE, 3, slot=12)
    capture(game.state, game.rules, BLUE)
    state = game.state
    assert [int(state.craft[k].status) for k in (BLUE, BLUE + 1)] == [CraftStatus.CAPTURED] * 2
    assert state.craft[BLUE + 3].status == CraftStatus.LOST
    assert state.spread[12].count == 0
    points = [int(game.rules.classes[state.craft[BLUE + k].klass].points) for k in (0, 1, 3)]
    assert state.points_lost[1] == sum(points)
