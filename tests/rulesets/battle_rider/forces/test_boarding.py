"""Chapter BRD: boarding actions."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Battle, facing, position, ship, side

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.forces.boarding import (
    capture,
    hull_sections,
    is_disabled,
    may_board,
    prize_of,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    NONE,
    Ask,
    CraftStatus,
    Damage,
    Fight,
    Phase,
    Power,
    Result,
    Surface,
)
from spacecombat_env.rulesets.battle_rider.pieces.tasks import task_penalty
from spacecombat_env.rulesets.battle_rider.ships.damage import destroy_craft

BRD = {"boarding": True}
BLUE = 8
DEAD = ("power_plant",)


def meeting(prize=None, red=None, boarder=None, seed=1, **more):
    """Red's ship rests in the hex of a Blue one; the game stands at Red's menu in turn 2."""
    prize = prize or ship("Prize", damage=DEAD, size_mod=-3)
    options = more.pop("options", BRD)
    source = facing([boarder or ship("Boarder"), *(red or [])], [prize], **more)
    game = Battle(source, seed=seed, options=options).only_marker("NO_EFFECT")
    return to_menu(game)


def to_menu(game):
    """Play on, everybody idle, to Red's next boarding menu."""
    turn = int(game.state.turn)
    for _ in range(300):
        if (
            game.ask == Ask.BOARDING_MENU
            and not game.state.seat
            and game.state.turn >= max(2, turn)
        ):
            return game
        game.idle()
    raise AssertionError("no menu")


def fight(game, attack, defense):
    """Leave two cards in the deck, with these missile values, in either order: one after the other.

    Which of them is drawn first is found by trying.
    """
    deck, cards = game.state.chance.deck, game.rules.card["missile_value"]
    saved = game.save()
    for a, b in ((0, 1), (1, 0)):
        game.restore(saved)
        game.state.chance.deck_left = 2
        cards[deck[a]], cards[deck[b]] = attack, defense
        yield game


def board(game, attack, defense):
    """Send the first ship's party; the first turn is fought with these missile values."""
    return turn(game, ("BOARD",), attack, defense)


def turn(game, words, attack, defense):
    """Speak words after which one turn of a fight is fought with these missile values."""
    before = len(game.events("BOARDING_TURN"))
    for rigged in fight(game, attack, defense):
        rigged.say(*words).answer(BOARD_SHIP=("craft", 0), BOARD_TARGET=("enemy_craft", BLUE))
        if rigged.ask == Ask.BOARDING_MENU:
            rigged.say("DONE")
        told = rigged.events("BOARDING_TURN")
        if attack == defense:
            break
        card = rigged.rules.card["missile_value"]
        if len(told) == before:
            break
        # The first card of the two is the boarder's: it must be the one that shows `attack`.
        if int(card[first_dealt(rigged)]) == attack:
            break
    return rigged


def first_dealt(game):
    """The first of the two cards dealt: the deck ends with the cards dealt, last one first."""
    return int(game.state.chance.deck[1])


# -- who, whom, when -----------------------------------------------------------------------------


@pytest.mark.rule("BR-BRD-01", "BR-AMB-55")
@pytest.mark.parametrize(
    ("result", "level", "disabled"),
    [
        (Result.POWER_PLANT, Damage.PERMANENT, True),
        (Result.MANEUVER_DRIVE, Damage.PERMANENT, True),
        (Result.POWER_PLANT, Damage.TEMPORARY_1, True),
        (Result.BRIDGE, Damage.PERMANENT, False),
        (Result.JUMP_DRIVE, Damage.PERMANENT, False),
    ],
)
def test_disabled_ships(result, level, disabled):
    game = meeting(ship("Prize"))
    craft = game.state.craft[BLUE]
    craft.damage[result] = level
    assert is_disabled(craft) == disabled


@pytest.mark.rule("BR-BRD-01", "BR-AMB-78")
def test_nothing_comes_of_boarding_a_sound_ship():
    """It may be tried: from outside nobody can tell."""
    game = meeting(ship("Prize"))
    assert game.can_say("BOARD")
    game.say("BOARD")
    assert game.events("BOARD")[-1].a == 0
    assert not game.state.craft[0].party_away and game.state.craft[BLUE].boarders == NONE
    assert not game.events("BOARDING_TURN")
    assert game.ask != Ask.BOARDING_MENU or not game.can_say("BOARD")  # once a turn


@pytest.mark.rule("BR-BRD-02")
def test_boarding_needs_the_hex_and_the_vector_for_a_turn():
    game = meeting()
    assert may_board(game.state, game.rules, 0, BLUE)
    force = game.state.tf[12]
    for name in ("vq", "vr", "q", "r"):
        force[name] += 1
        assert not may_board(game.state, game.rules, 0, BLUE)
        force[name] -= 1
    game.state.turn = 1  # matched now, but not for a turn
    assert not may_board(game.state, game.rules, 0, BLUE)
    game.state.turn = 2
    game.state.craft[BLUE].detected = 0
    assert not may_board(game.state, game.rules, 0, BLUE)


@pytest.mark.rule("BR-BRD-02")
def test_boarding_begins_in_the_initiative_phase():
    game = meeting()
    assert game.state.phase == Phase.INITIATIVE
    game = board(game, 6, 1)
    assert len(game.events("BOARDING_TURN")) == 1
    assert game.state.turn == 2


def test_without_the_switch_nobody_is_asked():
    game = Battle(facing([ship("Boarder")], [ship("Prize", damage=DEAD)]), seed=1)
    game.skip_to(Ask.BOARDING_MENU)
    assert game.over and not game.events("BOARD")


def test_a_ship_that_boards_shows_itself():
    game = meeting(boarder=ship("Boarder", detected=False))
    game = board(game, 6, 1)
    assert game.state.craft[0].detected


@pytest.mark.rule("BR-BRD-03")
def test_the_boarding_ship_has_a_penalty_while_its_party_is_away():
    game = meeting()
    assert task_penalty(game.state.craft[0]) == 0
    game = board(game, 6, 1)
    assert task_penalty(game.state.craft[0]) == 1
    assert task_penalty(game.state.craft[BLUE]) == 0


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


@pytest.mark.rule("BR-BRD-04", "BR-BRD-05", "BR-AMB-78")
def test_values_of_the_first_turn():
    """Boarder: value + reversed size (-1: +1) + 1 for the first turn; boarded: +3, +1 defending."""
    game = board(meeting(boarder=ship("Boarder", size_mod=-1)), 6, 1)
    told = game.events("BOARDING_TURN")[0]
    assert (told.a, told.b, told.c) == (6 + 1 + 1, 1 + 3 + 1, 1)
    game = board(meeting(ship("Prize", damage=DEAD, size_mod=2)), 4, 4)
    told = game.events("BOARDING_TURN")[0]
    assert (told.a, told.b) == (4 + 0 + 1, 4 - 2 + 1)


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
    return game.skip_to(Ask.BOARDING_DEFENSE)


@pytest.mark.rule("BR-BRD-05", "BR-BRD-06")
def test_the_loser_of_a_turn_has_one_more_in_the_next():
    game = turn(held(), ("DEFEND",), 6, 1)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (6, 1 + 3 + 1 + 1, 1)  # a tie takes nothing
    game = turn(held(), ("DEFEND",), 1, 6)
    told = game.events("BOARDING_TURN")[-1]
    assert (told.a, told.b, told.c) == (1, 6 + 3 + 1 + 1, 1)  # a defender takes no section
    game.skip_to(Ask.BOARDING_DEFENSE)
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
    game.skip_to(Ask.BOARDING_MENU, Ask.CHOOSE_FORCE)
    for _ in range(60):
        if game.events("BOARDING_END") or game.over:
            break
        game.idle()
    assert game.state.craft[BLUE].boarders == NONE


# -- with other rules ----------------------------------------------------------------------------


@pytest.mark.rule("BR-BRD-01", "BR-AMB-55")
@pytest.mark.parametrize("power", [Power.DOWN, Power.STARTING])
def test_a_ship_that_has_powered_down_plays_possum(power):
    """Its power plant works: a boarding party finds nothing disabled."""
    game = meeting(ship("Prize"))
    game.state.craft[BLUE].power = power
    assert game.can_say("BOARD")
    game.say("BOARD")
    assert game.events("BOARD")[-1].a == 0 and not game.events("BOARDING_TURN")


@pytest.mark.rule("BR-BRD-01", "BR-HID-01")
@pytest.mark.parametrize("damage", [(), DEAD])
def test_markers_that_lie_face_down_do_not_say_who_may_be_boarded(damage):
    """The menu is the same for a sound ship and a dead one; the view tells neither."""
    game = meeting(ship("Prize", damage=damage), options={**BRD, "hidden_damage": True})
    assert game.can_say("BOARD")
    assert not game.seen(0).craft[BLUE].damage.any()


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
    game.skip_to(Ask.FORCES_MENU)
    while game.state.seat:
        game.say("DONE").skip_to(Ask.FORCES_MENU)
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
        if int(rigged.rules.card["missile_value"][first_dealt(rigged)]) == 6:
            break
    assert game.state.craft[BLUE].boarders == 1 and game.state.craft[BLUE].sections == 1
    turns = len(game.events("BOARDING_TURN"))
    game.skip_to(Ask.FORCES_MENU)
    while game.state.seat:
        game.say("DONE").skip_to(Ask.FORCES_MENU)
    game.say("RECOVER")
    assert game.state.craft[1].status == CraftStatus.ABOARD
    game.skip_to(Ask.BOARDING_DEFENSE).say("DEFEND")
    assert len(game.events("BOARDING_TURN")) == turns + 1
    assert game.state.craft[1].party_away


@pytest.mark.rule("BR-BRD-03", "BR-BRD-08")
def test_a_party_is_lost_with_the_ship_it_is_aboard_of():
    """The crewmembers stay away from their stations."""
    game = board(meeting(), 6, 1)
    destroy_craft(game.state, game.rules, BLUE)
    game.state.craft[BLUE].boarders = 0
    game.skip_to(Ask.BOARDING_MENU, Ask.CHOOSE_FORCE)
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


@pytest.mark.rule("BR-AMB-61", "BR-BRD-02")
def test_nobody_boards_or_is_boarded_on_the_ground():
    game = meeting()
    for tf in (0, 12):
        game.state.tf[tf].surface = Surface.LANDED
        assert not game.can_say("BOARD")
        game.state.tf[tf].surface = Surface.SPACE
    assert game.can_say("BOARD")


@pytest.mark.rule("BR-BRD-01", "BR-HID-01")
def test_an_imagined_ship_that_is_boarded_is_disabled():
    """Its one marker lies face down; the party that fights aboard knows what it is good for."""
    game = board(meeting(options={**BRD, "hidden_damage": True}), 6, 1)
    game.skip_to(Ask.ROUND_MENU)
    while game.state.seat:
        game.say("END_ROUND").skip_to(Ask.ROUND_MENU)
    assert game.state.craft[BLUE].boarders == 0
    seen, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, seen, 0, 0)
    assert seen.states[0].craft[BLUE].markers == 1
    for seed in range(8):
        entry.resample(seen, 0, game.table, 0, seed, other, 0)
        assert is_disabled(other.states[0].craft[BLUE])
