"""Chapter SEQ, the turn and its rounds, and the definitions of chapter GEN that it rests on."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Table, position, side, started

from spacecombat_env.core.hexgrid import distance
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    NONE,
    Ask,
    CraftStatus,
    Damage,
    Event,
    ForceStatus,
    Phase,
    Reason,
    Result,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.pieces.tables import class_names, class_row, class_types

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH, SOUTH = ("direction", 0), ("direction", 3)
RED, BLUE = 0, 1


def placed(name, at, vector=(0, 0), **more):
    """A ship that is detected, and its task force of one."""
    return {"class": name, "detected": True, **more}, (at, list(vector))


def known(*ships, tactics=4):
    """A side of detected ships, each a task force of its own whose shadow is found."""
    named, forces = [], []
    for number, (ship, (at, vector)) in enumerate(ships):
        named.append({**ship, "name": f"S{number}"})
        force = {"ships": [f"S{number}"], "hex": at, "vector": vector, "detected_shadow": True}
        forces.append(force)
    return side(named, forces, tactics)


def crowd(count, row):
    """So many detected Fieries side by side."""
    return known(*(placed("Fiery", [2 * n + 1, row]) for n in range(count)), tactics=1)


def events(game, kind):
    """Events of a kind in the log, oldest first."""
    count = int(game.state.log_count)
    log = [game.state.log[n % len(game.state.log)] for n in range(max(0, count - 48), count)]
    return [event for event in log if event.kind == kind]


def turn_log(game, turn):
    """Events of one turn, oldest first."""
    kept, now = [], 0
    for event in (game.state.log[n] for n in range(min(48, int(game.state.log_count)))):
        now = int(event.a) if event.kind == Event.TURN else now
        if now == turn:
            kept.append(event)
    return kept


def next_turn(game):
    """Play on, everybody idle, into the next turn."""
    turn = int(game.state.turn)
    while game.state.turn == turn and not game.over:
        game.idle()
    return game


# -- scale and definitions -----------------------------------------------------------------------


@pytest.mark.rule("BR-GEN-01")
def test_two_sides_of_single_ships_in_task_forces():
    assert RULESET.seats == ("red_0", "blue_0")
    game = Table("skirmish")
    assert len(game.state.craft) == 2 * 8 and len(game.state.tf) == 2 * 12
    assert (game.state.craft["klass"] > 0).sum() == 12


@pytest.mark.rule("BR-GEN-05", "BR-GEN-06")
def test_velocity_is_hexes_a_turn():
    """One hex a turn is 60,000 km/h: 30,000 km in half an hour; 3 hexes a turn go 6 in one hour."""
    assert 30_000 / 0.5 == 60_000
    game = started(position(known(placed("Fiery", "0505", (0, 3))), crowd(1, 30)), RED)
    start = int(game.state.tf[0].r)
    next_turn(game)
    assert game.state.tf[0].r == start + 3
    next_turn(game)
    assert game.state.tf[0].r == start + 6


@pytest.mark.rule("BR-GEN-07", "BR-MOV-04")
def test_six_turns_at_1g_equal_one_turn_at_6g():
    """Source p.3: the same final velocity."""
    slow, fast = (
        started(position(known(placed("Starburst", "0502")), crowd(1, 33)), RED) for _ in range(2)
    )
    for _ in range(6):
        slow.to_round(0).say("MOVE", NORTH, "GO")
    fast.to_round(0).say("MOVE", *[NORTH] * 6)
    assert slow.state.tf[0].vr == fast.state.tf[0].vr == 6
    assert slow.state.tf[0].vq == fast.state.tf[0].vq == 0


@pytest.mark.rule("BR-GEN-08")
def test_range_is_counted_from_centre_to_centre():
    assert distance(5, 5, 5, 5) == 0
    assert [distance(5, 5, 5 + n, 5) for n in range(5)] == [0, 1, 2, 3, 4]
    assert distance(1, 0, 19, 24) == 42 and distance(1, 0, 3, -1) == 2
    around = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    assert {distance(0, 0, q, r) for q, r in around} == {1}


@pytest.mark.rule("BR-GEN-09")
def test_starships_jump_riders_and_drones_do_not():
    """Source p.3: starships have jump drives, battle riders none; drones are unmanned."""
    rules = Table("duel", begin=False).rules
    types = class_types()
    for name in class_names()[1:]:
        klass = rules.classes[class_row(name)]
        if klass.drone:
            assert klass.jump == 0 and klass.directors == 0
        else:
            assert (klass.jump == 0) == (types[class_row(name)] in ("BR", "BRL", "SDB")), name


@pytest.mark.rule("BR-GEN-12", "BR-SEQ-04")
def test_a_craft_acts_once_and_may_be_attacked_by_several():
    source = position(
        known(placed("Rapier", "0505"), placed("Rapier", "0705")),
        known(placed("Mercury", "0607")),
    )
    game = started(source, RED).to_round(0).always("miss")
    game.say("FIRE", ("craft", 0)).skip_to(Ask.ROUND_MENU)
    assert int(game.state.craft[0].lock_tried) == 1
    game.to_round(1)
    assert game.state.turn == 1
    game.say("FIRE", ("craft", 1)).skip_to(Ask.ROUND_MENU)
    assert int(game.state.craft[1].lock_tried) == 1
    next_turn(game)
    rounds = [int(event.target) for event in turn_log(game, 1) if event.kind == Event.ROUND]
    assert sorted(rounds) == [0, 1, BLUE_FORCE]


# -- phases --------------------------------------------------------------------------------------


def duel_of_missiles(**more):
    """Two detected Rapiers at rest in one hex, and a bystander each."""
    red = known(placed("Rapier", "0505"), placed("Fiery", "0101"))
    blue = known(placed("Rapier", "0505"), placed("Fiery", "1933"))
    return position(red, blue, **more)


def launch_all(game):
    """Both Rapiers launch two missiles."""
    for _ in range(2):
        game.skip_to(Ask.LAUNCH_MENU)
        game.say(("craft", BLUE_SHIP * int(game.state.seat)), 0, 2)
    return game.skip_to(Ask.SPREAD_MENU)


def attack_all(game):
    """Each spread attacks the other Rapier, locked by its ship."""
    for _ in range(2):
        game.skip_to(Ask.SPREAD_MENU)
        seat = int(game.state.seat)
        game.say(("spread", seat * BLUE_FORCE), "ATTACK")
        if game.ask == Ask.ATTACK_TARGET:
            game.say(("enemy_force", (1 - seat) * BLUE_FORCE))
        if game.ask == Ask.ATTACK_SENSOR:
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
        if game.ask == Ask.LAUNCH_MENU and (seat, int(game.state.turn)) not in launched:
            launched.add((seat, int(game.state.turn)))
            game.say(("craft", BLUE_SHIP * seat), 0, 2)
        elif game.ask == Ask.SPREAD_MENU:
            game.say(("spread", seat * BLUE_FORCE), "ATTACK")
            game.skip_to(*(ask for ask in Ask if ask != Ask.ATTACK_TARGET))
        else:
            game.idle()
    note()
    order = [Phase.INITIATIVE, Phase.OPERATIONS, Phase.MISSILE_MOVEMENT, Phase.MISSILE_ATTACK]
    assert phases == [*order, *order, Phase.INITIATIVE]


@pytest.mark.rule("BR-SEQ-01", "BR-LCH-01")
def test_a_forgotten_launch_is_lost_for_the_turn():
    game = started(duel_of_missiles(), RED).skip_to(Ask.ROUND_MENU)
    supply = int(game.state.craft[0].missiles)
    while game.state.turn == 1:
        assert game.ask != Ask.LAUNCH_MENU
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
    asked = []
    while game.state.phase == Phase.INITIATIVE:
        asked.append((int(game.state.seat), game.ask))
        game.idle()
    seats = [seat for seat, ask in asked]
    assert asked[0][0] == 1 - initiative
    assert seats == sorted(seats, key=lambda seat: seat == initiative)
    assert {ask for seat, ask in asked} <= {Ask.LAUNCH_MENU, Ask.FORCES_MENU}
    assert set(seats) == {RED, BLUE}


# -- rounds --------------------------------------------------------------------------------------


def order_of_rounds(game):
    """The sides whose rounds were played in turn 1, in order, and their forces."""
    next_turn(game)
    rounds = [event for event in turn_log(game, 1) if event.kind == Event.ROUND]
    return [int(event.side) for event in rounds], [int(event.target) for event in rounds]


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-17", "BR-AMB-18")
@pytest.mark.parametrize(
    "red,blue,initiative,wanted",
    [
        (3, 2, RED, "RBRBR"),
        (3, 2, BLUE, "BRBRR"),
        (4, 1, RED, "RBRRR"),
        (1, 4, RED, "RBBBB"),
        (4, 1, BLUE, "BRRRR"),
    ],
)
def test_sides_alternate_until_one_is_done(red, blue, initiative, wanted):
    game = started(position(crowd(red, 3), crowd(blue, 30)), initiative)
    sides, forces = order_of_rounds(game)
    assert "".join("RB"[seat] for seat in sides) == wanted
    assert len(set(forces)) == red + blue  # each exactly once


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-17")
def test_the_switch_lets_the_side_without_the_initiative_begin():
    source = position(crowd(3, 3), crowd(2, 30), rules={"non_initiative_first": True})
    sides, _ = order_of_rounds(started(source, BLUE))
    assert "".join("RB"[seat] for seat in sides) == "RBRBR"


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-18")
def test_any_force_may_be_used_and_none_left_out():
    game = started(position(crowd(3, 3), crowd(1, 30)), RED).skip_to(Ask.CHOOSE_FORCE)
    assert [n for n in range(4) if game.can_say(("force", n))] == [0, 1, 2]
    game.say(("force", 2), "END_ROUND")
    game.skip_to(Ask.CHOOSE_FORCE)
    assert [n for n in range(4) if game.can_say(("force", n))] == [0, 1]
    assert not game.can_say("DONE")


@pytest.mark.rule("BR-SEQ-04", "BR-AMB-18", "BR-TF-04")
def test_dummies_and_entering_forces_take_a_round_too():
    red = side(
        ["Fiery", "Rapier"],
        [
            {"ships": ["Fiery"], "hex": "0505"},
            {"ships": [], "hex": "0705", "vector": [0, 2]},
            {"ships": ["Rapier"], "enters": {"turn": 1, "column": 9, "velocity": 2}},
        ],
    )
    game = started(position(red, crowd(1, 30)), RED)
    dummy = int(game.state.tf[1].r)
    _, forces = order_of_rounds(game)
    assert sorted(forces) == [0, 1, 2, BLUE_FORCE]
    assert game.state.tf[1].r == dummy + 2  # moved along its vector
    assert game.state.tf[2].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-SEQ-05")
@pytest.mark.parametrize(
    "order",
    [("MOVE", "DETECT", "FIRE"), ("FIRE", "DETECT", "MOVE"), ("DETECT", "MOVE", "FIRE")],
)
def test_move_detect_and_fire_in_any_order(order):
    red = known(placed("Rapier", "0505"))
    blue = side(
        [{"class": "Fiery", "detected": True}, "Valor"],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(red, blue), RED).to_round(0).always("miss")
    for deed in order:
        assert game.ask == Ask.ROUND_MENU
        words = {
            "MOVE": ["MOVE", "GO"],
            "DETECT": ["DETECT", ("enemy_force", BLUE_FORCE), ("craft", 0)],
            "FIRE": ["FIRE", ("craft", 0)],
        }
        game.say(*words[deed]).skip_to(Ask.ROUND_MENU)
    assert game.state.tf[0].moved
    assert int(game.state.craft[0].tried[0]) == 1 and int(game.state.craft[0].lock_tried) == 1


@pytest.mark.rule("BR-SEQ-05", "BR-AMB-19")
def test_one_move_one_detect_step_and_fire_before_and_after():
    red = known(placed("Rapier", "0505"))
    blue = side(
        [{"class": "Fiery", "detected": True}, "Valor"],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(red, blue), RED).to_round(0).always(5).only_marker("NO_EFFECT")
    game.say("FIRE", ("craft", 0), "SECONDARY_2", 1, "OPEN_FIRE").skip_to(Ask.ROUND_MENU)
    assert game.can_say("FIRE") and game.can_say("DETECT")  # the step is still open
    game.say("DETECT", ("enemy_force", BLUE_FORCE + 1), ("craft", 0)).skip_to(Ask.ROUND_MENU)
    assert not game.can_say("FIRE")  # left: over until the move
    game.say("MOVE", "GO")
    assert not game.can_say("DETECT") and not game.can_say("MOVE")
    assert game.can_say("FIRE")  # what has not fired may fire after the move
    game.say("FIRE", ("craft", 0)) if game.can_say(("craft", 0)) else game.say("FIRE")
    game.skip_to(Ask.ROUND_MENU, Ask.WEAPONS)
    assert not game.state.tf[0].fire_over


@pytest.mark.rule("BR-SEQ-06", "BR-MOV-07", "BR-AMB-22")
def test_maneuver_and_evasion_leave_their_markers():
    game = started(position(known(placed("Rapier", "0505", (0, 1))), crowd(1, 30)), RED)
    game.always(3).to_round(0).say("MOVE", NORTH, "EVADE", 2)
    force = game.state.tf[0]
    assert (force.spent_g, force.gs, force.thrust_side, force.evade) == (1, 3, 3, 1)
    assert (force.vq, force.vr, force.moved) == (0, 2, 1)


@pytest.mark.rule("BR-SEQ-06", "BR-AMB-22")
def test_evasion_alone_marks_thrust_on_no_hexside():
    game = started(position(known(placed("Rapier", "0505", (0, 1))), crowd(1, 30)), RED)
    game.always("miss").to_round(0).say("MOVE", "EVADE", 2)
    force = game.state.tf[0]
    assert (force.spent_g, force.gs, force.thrust_side, force.evade) == (1, 2, NONE, 0)
    game.to_round(0).say("MOVE", "GO")
    assert game.state.tf[0].spent_g == 0


@pytest.mark.rule("BR-SEQ-07", "BR-AMB-20")
def test_sensor_status_comes_before_attempts():
    red = known(placed("Chrysanthemum", "0505"))
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0507"}])
    game = started(position(red, blue), RED).to_round(0).always("miss")
    assert not game.can_say("DETECT")  # its array is in, its active sensor off
    game.say("EXTEND", "ALL", "ACTIVATE", "ALL")
    assert game.state.craft[0].active and game.state.craft[0].extended
    game.say("DETECT", ("craft", 0), "ACTIVE").skip_to(Ask.ROUND_MENU)
    status = ("ACTIVATE", "SILENCE", "EXTEND", "RETRACT")
    assert not any(game.can_say(verb) for verb in status)  # settled until its next round
    game.to_round(0)
    assert game.can_say("SILENCE") and game.can_say("RETRACT")
    assert game.state.craft[0].active


@pytest.mark.rule("BR-SEQ-07", "BR-AMB-20", "BR-AMB-56")
def test_an_entering_force_sets_its_sensors_before_it_moves_in():
    """Status is set at the start of the round, which is before the entry."""
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Fiery"], [{"ships": ["Fiery"], "enters": enters}])
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0905"}])
    game = started(position(red, blue), RED).skip_to(Ask.ROUND_MENU)
    assert game.state.round_tf == 0 and game.state.tf[0].status == ForceStatus.WAITING
    assert not game.can_say("DETECT") and not game.can_say("FIRE")
    game.say("ACTIVATE", "ALL", "MOVE", "GO")
    assert game.state.tf[0].status == ForceStatus.ON_MAP
    assert game.can_say("DETECT") and not game.can_say("SILENCE")


@pytest.mark.rule("BR-SEQ-07", "BR-EVA-04", "BR-AMB-20")
def test_an_entering_force_that_extends_does_not_evade():
    enters = {"turn": 1, "column": 9, "velocity": 2}
    red = side(["Fiery"], [{"ships": ["Fiery"], "enters": enters}])
    game = started(position(red, crowd(1, 30)), RED).skip_to(Ask.ROUND_MENU)
    game.say("EXTEND", "ALL", "MOVE")
    assert game.ask == Ask.THRUST and not game.can_say("EVADE")


@pytest.mark.rule("BR-SEQ-08", "BR-FIR-18")
def test_fire_is_at_detected_ships_only():
    blue = side(
        ["Fiery", {"class": "Valor", "detected": True}],
        [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Valor"], "hex": "0707"}],
    )
    game = started(position(known(placed("Rapier", "0505")), blue), RED).to_round(0)
    game.say("FIRE")  # the Valor is the only target
    assert game.state.order[RED].target_craft == BLUE_SHIP + 1
    hidden = side(["Fiery"], [{"ships": ["Fiery"], "hex": "0507"}])
    game = started(position(known(placed("Rapier", "0505")), hidden), RED).to_round(0)
    assert not game.can_say("FIRE")


@pytest.mark.rule("BR-SEQ-08", "BR-FIR-05", "BR-FIR-07")
def test_one_card_for_the_lock_and_one_for_each_weapon():
    """A value of 1: the lock (short range 1, lock -1) is won, five shots at long range miss."""
    gun = {"tech_level": 12, "size_mod": 0, "g_rating": 1, "points": 1, "fire_control": 6}
    gun |= {"passive_range": 0, "active_range": 20, "turret": "L(x5)1:1-1-1-1"}
    red = side([{"name": "Gun", "values": gun}], [{"ships": ["Gun"], "hex": "0505"}])
    body = {"tech_level": 12, "size_mod": 0, "g_rating": 1, "points": 1}
    ship = {"name": "Body", "values": body, "detected": True}
    blue = side([ship], [{"ships": ["Body"], "hex": "0509"}])
    for value, cards in (("miss", 1), (1, 1 + 5)):
        game = started(position(red, blue), RED).always(value).to_round(0)
        game.say("ACTIVATE", "ALL")
        game.state.chance.deck_left = 95
        dealt = int(game.state.chance.dealt)
        game.say("FIRE", ("craft", 0)).skip_to(Ask.ROUND_MENU)
        assert game.state.chance.dealt - dealt == cards


@pytest.mark.rule("BR-SEQ-12")
@pytest.mark.parametrize("initiative,can_answer", [(RED, False), (BLUE, True)])
def test_results_take_effect_at_once(initiative, can_answer):
    """A fire control result of the first round silences its victim's own round of this turn."""
    source = position(known(placed("Rapier", "0505")), known(placed("Fiery", "0507")))
    game = started(source, initiative)
    if can_answer:
        game.to_round(BLUE_FORCE).say("ACTIVATE", "ALL")
        assert game.can_say("FIRE")
        return
    game.to_round(0).always(4).only_marker("FIRE_CONTROL")
    game.say("FIRE", ("craft", 0), "ALL").skip_to(Ask.ROUND_MENU)
    assert game.state.craft[BLUE_SHIP].damage[Result.FIRE_CONTROL] == Damage.PERMANENT
    game.to_round(BLUE_FORCE)
    game.say("ACTIVATE", "ALL")
    assert game.state.turn == 1 and not game.can_say("FIRE")


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
        if game.ask == Ask.LAUNCH_MENU and ready:
            game.say(("craft", ready[0]), 0, 3)
        else:
            game.idle()
    assert (game.state.spread["count"] == 3).sum() == 4
    movers = []
    game.skip_to(Ask.SPREAD_MENU)
    while game.ask == Ask.SPREAD_MENU:
        movers.append(int(game.state.seat))
        ready = [n for n in range(24) if game.can_say(("spread", n)) and n // 12 == movers[-1]]
        game.say(("spread", ready[0]), "GO")
        game.skip_to(Ask.SPREAD_MENU, Ask.ROUND_MENU, Ask.LAUNCH_MENU)
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
        if game.ask == Ask.DEFENSE_MENU and (not defended or defended[-1] != game.state.seat):
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
    game.say("FIRE", ("enemy_craft", BLUE_SHIP), ("craft", 0), "ALL").skip_to(Ask.ROUND_MENU)
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
