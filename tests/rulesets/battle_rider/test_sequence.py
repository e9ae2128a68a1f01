"""Chapter SEQ: the phases of a turn, from the initiative to the end."""

from __future__ import annotations

import pytest
from kit.battle_rider.rounds import crowd, known, next_turn, placed
from kit.battle_rider.table import Table, position, started

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Damage,
    Decision,
    Event,
    Phase,
    Reason,
    Result,
    Verdict,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH, SOUTH = ("direction", 0), ("direction", 3)
RED, BLUE = 0, 1


def events(game, kind):
    """Events of a kind in the log, oldest first."""
    count = int(game.state.log_count)
    log = [game.state.log[n % len(game.state.log)] for n in range(max(0, count - 48), count)]
    return [event for event in log if event.kind == kind]


# -- phases --------------------------------------------------------------------------------------


def duel_of_missiles(**more):
    """Two detected Rapiers at rest in one hex, and a bystander each."""
    red = known(placed("Rapier", "0505"), placed("Fiery", "0101"))
    blue = known(placed("Rapier", "0505"), placed("Fiery", "1933"))
    return position(red, blue, **more)


def launch_all(game):
    """Both Rapiers launch two missiles."""
    for _ in range(2):
        game.skip_to(Decision.LAUNCH_MENU)
        game.say(("craft", BLUE_SHIP * int(game.state.seat)), 0, 2)
    return game.skip_to(Decision.SPREAD_MENU)


def attack_all(game):
    """Each spread attacks the other Rapier, locked by its ship."""
    for _ in range(2):
        game.skip_to(Decision.SPREAD_MENU)
        seat = int(game.state.seat)
        game.say(("spread", seat * BLUE_FORCE), "ATTACK")
        if game.decision == Decision.ATTACK_TARGET:
            game.say(("enemy_force", (1 - seat) * BLUE_FORCE))
        if game.decision == Decision.ATTACK_SENSOR:
            game.say("PASSIVE")
    return game


@pytest.mark.rule("BR-SEQ-01")
def test_the_phases_follow_in_their_order():
    game = started(duel_of_missiles(), RED).always("bullseye").missile_value(1)
    phases = [int(game.state.phase)]

    def note():
        if game.state.phase != phases[-1]:
            phases.append(int(game.state.phase))

    launched = set()
    while game.state.turn < 3:
        seat = int(game.state.seat)
        note()
        if game.decision == Decision.LAUNCH_MENU and (seat, int(game.state.turn)) not in launched:
            launched.add((seat, int(game.state.turn)))
            game.say(("craft", BLUE_SHIP * seat), 0, 2)
        elif game.decision == Decision.SPREAD_MENU:
            game.say(("spread", seat * BLUE_FORCE), "ATTACK")
            game.skip_to(*(decision for decision in Decision if decision != Decision.ATTACK_TARGET))
        else:
            game.idle()
    note()
    order = [Phase.INITIATIVE, Phase.OPERATIONS, Phase.MISSILE_MOVEMENT, Phase.MISSILE_ATTACK]
    assert phases == [*order, *order, Phase.INITIATIVE]


@pytest.mark.rule("BR-SEQ-01", "BR-LCH-01")
def test_a_forgotten_launch_is_lost_for_the_turn():
    game = started(duel_of_missiles(), RED).skip_to(Decision.ROUND_MENU)
    supply = int(game.state.craft[0].missiles)
    while game.state.turn == 1:
        assert game.decision != Decision.LAUNCH_MENU
        game.idle()
    assert game.state.craft[0].missiles == supply


@pytest.mark.rule("BR-SEQ-02")
def test_the_higher_card_number_has_the_initiative():
    winners = set()
    for seed in range(1, 31):
        game = Table(duel_of_missiles(), seed)
        event = events(game, Event.INITIATIVE)[-1]
        red, blue = int(event.a), int(event.b)
        assert 1 <= red <= 95 and 1 <= blue <= 95 and red != blue
        assert game.state.initiative == (RED if red > blue else BLUE)
        winners.add(int(game.state.initiative))
    assert winners == {RED, BLUE}


@pytest.mark.compiled
@pytest.mark.rule("BR-SEQ-02", "BR-AMB-17")
def test_a_tie_of_a_keyed_deck_is_turned_again():
    for seed in range(1, 400):
        game = Table("duel", seed, options={"deck": "keyed"})
        event = events(game, Event.INITIATIVE)[-1]
        assert event.a != event.b
        assert game.state.initiative == (RED if event.a > event.b else BLUE)


@pytest.mark.rule("BR-SEQ-02")
def test_initiative_is_drawn_anew_every_turn():
    game = Table("duel")
    for _ in range(4):
        next_turn(game)
    assert len(events(game, Event.INITIATIVE)) >= 2
    assert game.state.turn == 5


@pytest.mark.rule("BR-SEQ-03")
@pytest.mark.parametrize("initiative", [RED, BLUE])
def test_the_side_without_the_initiative_launches_and_reconfigures_first(initiative):
    game = started(duel_of_missiles(), initiative)
    requested = []
    while game.state.phase == Phase.INITIATIVE:
        requested.append((int(game.state.seat), game.decision))
        game.idle()
    seats = [seat for seat, decision in requested]
    assert requested[0][0] == 1 - initiative
    assert seats == sorted(seats, key=lambda seat: seat == initiative)
    assert {decision for seat, decision in requested} <= {
        Decision.LAUNCH_MENU,
        Decision.FORCES_MENU,
    }
    assert set(seats) == {RED, BLUE}


# -- missiles ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-SEQ-09")
@pytest.mark.parametrize("initiative", [RED, BLUE])
def test_spreads_move_in_turns_the_side_without_the_initiative_first(initiative):
    red = known(placed("Rapier", "0505", (0, 1)), placed("Rapier", "0705", (0, 1)))
    blue = known(placed("Rapier", "0528", (0, -1)), placed("Rapier", "0728", (0, -1)))
    game = started(position(red, blue), initiative)
    while game.state.phase == Phase.INITIATIVE:
        first = BLUE_SHIP * int(game.state.seat)
        ready = [ship for ship in (first, first + 1) if game.can_say(("craft", ship))]
        if game.decision == Decision.LAUNCH_MENU and ready:
            game.say(("craft", ready[0]), 0, 3)
        else:
            game.idle()
    assert (game.state.spread["count"] == 3).sum() == 4
    movers = []
    game.skip_to(Decision.SPREAD_MENU)
    while game.decision == Decision.SPREAD_MENU:
        movers.append(int(game.state.seat))
        ready = [n for n in range(24) if game.can_say(("spread", n)) and n // 12 == movers[-1]]
        game.say(("spread", ready[0]), "GO")
        game.skip_to(Decision.SPREAD_MENU, Decision.ROUND_MENU, Decision.LAUNCH_MENU)
    assert movers == [1 - initiative, initiative] * 2
    assert game.state.spread["moved"].sum() == 0 and game.state.turn == 2


@pytest.mark.rule("BR-SEQ-10", "BR-S1-02", "BR-GEN-10")
def test_a_ship_destroyed_in_the_attack_phase_still_controls_its_missiles():
    """Red's force is resolved first: its ship is gone, and its missiles destroy Blue's as well.

    With the last ships of both sides gone in one turn the game is drawn.
    """
    source = position(known(placed("Rapier", "0505")), known(placed("Rapier", "0505")))
    game = started(source, RED).always("bullseye").missile_value(6).only_marker("SHIP_EXPLODES")
    attack_all(launch_all(game))
    while game.state.turn == 1 and not game.over:
        game.idle()
    assert game.state.craft[0].status == CraftStatus.DESTROYED
    assert game.state.craft[BLUE_SHIP].status == CraftStatus.DESTROYED
    assert (game.state.verdict, game.state.reason) == (Verdict.DRAW, Reason.BOTH_ELIMINATED)


@pytest.mark.rule("BR-SEQ-10", "BR-MIS-19")
def test_the_attack_on_one_force_is_over_before_the_next_is_defended():
    """Defence of Red's force, fire at it, then the defence of Blue's."""
    source = duel_of_missiles()
    game = started(source, RED).always("bullseye").missile_value(6).only_marker("NO_EFFECT")
    attack_all(launch_all(game))
    defended = []
    while game.state.turn == 1:
        if game.decision == Decision.DEFENSE_MENU and (
            not defended or defended[-1] != game.state.seat
        ):
            defended.append(int(game.state.seat))
            fired = len(events(game, Event.MISSILES_FIRE))
            assert fired == (0 if game.state.seat == RED else 1)
        game.idle()
    assert defended == [RED, BLUE]
    assert len(events(game, Event.MISSILES_FIRE)) == 2


# -- turn record ---------------------------------------------------------------------------------


@pytest.mark.rule("BR-SEQ-11", "BR-DMG-06", "BR-FIR-15")
def test_markers_turn_over_and_come_off():
    game = started(duel_of_missiles(), RED)
    state = game.state
    for slot, timer in enumerate((2, 1)):
        state.whiteout[slot].timer = timer
    state.craft[0].overload, state.craft[1].overload = 2, 1
    state.craft[0].damage[Result.SENSORS] = Damage.TEMPORARY_2
    state.craft[0].damage[Result.COMPUTER] = Damage.TEMPORARY_1
    state.craft[0].damage[Result.JUMP_DRIVE] = Damage.PERMANENT
    next_turn(game)
    assert state.whiteout["timer"][:2].tolist() == [1, 0]
    assert state.craft["overload"][:2].tolist() == [1, 0]
    results = (Result.SENSORS, Result.COMPUTER, Result.JUMP_DRIVE)
    wanted = [Damage.TEMPORARY_1, Damage.INTACT, Damage.PERMANENT]
    assert [state.craft[0].damage[result] for result in results] == wanted
    next_turn(game)
    assert state.whiteout["timer"][:2].tolist() == [0, 0]
    assert state.craft["overload"][:2].tolist() == [0, 0]
    assert state.craft[0].damage[Result.SENSORS] == Damage.INTACT
    assert state.craft[0].damage[Result.JUMP_DRIVE] == Damage.PERMANENT


@pytest.mark.rule("BR-SEQ-11", "BR-DMG-09", "BR-AMB-37")
def test_a_destroyed_ships_temporary_marker_goes_back_to_the_cup_once():
    ship = placed("Fiery", "0507", damage=[{"sensors": "temporary"}])
    blue = known(ship, placed("Fiery", "1933"))
    game = started(position(known(placed("Rapier", "0505")), blue), RED).to_round(0)
    game.always("bullseye").only_marker("SHIP_EXPLODES", 1)
    game.say("FIRE", ("enemy_craft", BLUE_SHIP), ("craft", 0), "ALL").skip_to(Decision.ROUND_MENU)
    assert game.state.craft[BLUE_SHIP].status == CraftStatus.DESTROYED
    for _ in range(3):
        next_turn(game)
        assert game.state.pool[Result.SENSORS] == 1 and game.state.pool.sum() == 2


@pytest.mark.rule("BR-SEQ-11", "BR-AMB-21", "BR-MOV-02")
def test_thrust_markers_come_off_and_the_vector_stays_and_evasion_too():
    """Thrust lasts for its turn; an Evade marker until the force's next round (EVA-03)."""
    game = started(position(known(placed("Rapier", "0505")), crowd(1, 30)), RED)
    game.always("bullseye").to_round(0).say("MOVE", NORTH, "EVADE", 1)
    force = game.state.tf[0]
    assert force.spent_g and force.thrust_side == 3 and force.evade == 2
    place = int(force.r)
    next_turn(game)
    assert (force.spent_g, force.gs, force.thrust_side, force.acted) == (0, 0, NONE, 0)
    assert (force.vr, force.evade) == (1, 2)
    game.to_round(0)
    assert force.evade == 0
    game.say("END_ROUND")
    assert force.r == place + 1
