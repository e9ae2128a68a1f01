"""Battle Rider's captain in positions with an expected decision: buying, goals, boarding, fire."""

from __future__ import annotations

import numpy as np
import pytest
from kit.battle_rider.table import Battle, Table, facing, position, ship, side

from spacecombat_agents.scripted import battle_rider
from spacecombat_agents.scripted.battle_rider import choose
from spacecombat_agents.scripted.battle_rider.fire import target_value
from spacecombat_agents.scripted.battle_rider.goals import Goal
from spacecombat_agents.scripted.battle_rider.launches import is_in_reach, launch_action
from spacecombat_agents.scripted.battle_rider.thrust import fighting_range, plan_of
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import (
    DELEGATION,
    NONE,
    CraftStatus,
    Crew,
    Decision,
    Delegate,
    Verb,
    actions,
)

CAPTAINS = style_argument(battle_rider, "captain")
CAPTAIN = CAPTAINS[0]
AGGRESSIVE = style_argument(battle_rider, "aggressive")[0]
RED, BLUE = 0, 1
BOUGHT = (CraftStatus.IN_FORCE, CraftStatus.ABOARD)
DEAD = ("power_plant",)
CLASH = {"victory": "first_clash"}
DAGGER = {"victory": "task_force_dagger"}


def captains_action(game, random_bits=0):
    """What the captain says to the question on the table, from his redacted record alone."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, int(game.state.seat))
    mask = np.zeros((1, game.scenario.actions.size), np.int8)
    mask[0, sorted(game.legal())] = 1
    spoken = np.zeros(1, np.int64)
    choose(
        visible, game.table, mask, CAPTAINS, np.zeros(1, np.int64), spoken, np.array([random_bits])
    )
    return int(spoken[0])


@pytest.mark.rule("BR-AMB-88")
def test_of_forces_equally_near_any_may_be_next():
    """Any other order would tell the ships from the dummies, which go at random (BR-SEQ-04)."""
    ships = [ship(name, detected=False) for name in "ABC"]
    forces = [{"ships": [name], "hex": f"10{10 + 2 * n}"} for n, name in enumerate("ABC")]
    foe = side([ship("Foe", detected=False)], [{"ships": ["Foe"], "hex": "1030"}])
    game = Table(position(side(ships, forces), foe), delegate=RULESET.recommended)
    while game.decision != Decision.CHOOSE_FORCE or game.state.seat != RED:
        game.idle()
    actions = [captains_action(game, random_bits) for random_bits in range(60)]
    assert {actions.count(action) > 9 for action in set(actions)} == {True} and len(
        set(actions)
    ) == 3


def plan(game, seat, force):
    """What the captain of a seat wants with a task force."""
    return plan_of(game.visible(seat), game.rules, seat, force, CAPTAIN)


def shop(pool, points=100, **more):
    """Red buys from a pool, the captain speaking, until nothing more is bought."""
    terms = {"purchase": {"points": points, "tactics_cost": 10, "pool": pool, **more}}
    options = {"crew_quality": True} if "crews" in more else {}
    game = Table(position(terms, side(["Rapier"]), rules=options))
    while DELEGATION[game.decision] == Delegate.BUYING:
        game.apply(captains_action(game))
    return game


def fleet(game, seat=RED):
    """Classes that a side has, by their rows, one for each craft."""
    half = len(game.state.craft) // 2
    mine = game.state.craft[seat * half : (seat + 1) * half]
    return [int(craft.klass) for craft in mine if craft.status in BOUGHT]


# --- buying --------------------------------------------------------------------------------------


def test_he_spends_his_points_on_what_does_most_for_them() -> None:
    game = shop({"Starburst": 1, "Valor": 2, "Fiery": 2, "Mary Ellen Carter": 1})
    points = [int(game.rules.classes[klass].points) for klass in fleet(game)]
    assert 0 <= game.state.funds[RED] < 6, "no ship on sale is left unbought for want of asking"
    assert points.count(9) == 2, "both Valors, 20 directors for 9 points each"
    assert 75 in points


def test_he_buys_the_best_crew_the_points_allow() -> None:
    game = shop({"Valor": 2, "Fiery": 1}, points=22, crews=["green", "average", "crack"])
    crews = [int(craft.crew) for craft in game.state.craft if craft.status in BOUGHT and craft.crew]
    assert crews.count(Crew.CRACK) == 2


def test_a_tender_is_bought_with_its_riders() -> None:
    game = shop({"Maggart LT": 1, "Manticore": 2}, points=40)
    assert len(fleet(game)) == 3
    half = len(game.state.craft) // 2
    assert [craft.status for craft in game.state.craft[:half]].count(CraftStatus.ABOARD) == 2


# --- what he is after ----------------------------------------------------------------------------


def clash():
    """A Red and a Blue ship of 60 points ten hexes apart, played for the points of First Clash."""
    hunter, runner = ship("Hunter", points=60, jump=2), ship("Runner", points=60, jump=2)
    return Battle(facing([hunter], [runner], 10, **CLASH))


def test_blue_runs_for_reds_edge_in_first_clash() -> None:
    game = clash().to_round(12)
    assert plan(game, BLUE, 12)[0] == Goal.RUN_AHEAD
    game.say("MOVE")
    for _ in range(6):
        assert captains_action(game) == actions.direction_action(game.state, 3), (
            "S is towards Red's edge"
        )
        game.apply(captains_action(game))


def line(hexes):
    """Blue's runner in a hex of a long map, its planet behind it, with a jump line."""
    red = side([ship("Hunter")], [{"ships": ["Hunter"], "hex": "1002"}])
    blue = side([ship("Runner", points=60, jump=2)], [{"ships": ["Runner"], "hex": hexes}])
    bodies = [{"kind": "planet", "hex": "1050"}]
    source = position(red, blue, map={"rows": 60}, bodies=bodies, **CLASH)
    return Battle(source, options={"jump_line": True}).to_round(12)


def test_blue_runs_for_the_jump_line_and_jumps_beyond_it() -> None:
    game = line("1010").say("MOVE")
    for _ in range(4):
        assert captains_action(game) == actions.direction_action(game.state, 3), "S is away from it"
        game.apply(captains_action(game))
    assert captains_action(line("1006")) == Verb.JUMP
    assert captains_action(line("1007")) != Verb.JUMP


def test_who_cannot_jump_does_not_run() -> None:
    game = Battle(facing([ship("Hunter")], [ship("Runner", jump=0)], 10, **CLASH))
    assert plan(game, BLUE, 12)[0] == Goal.KEEP_AWAY


@pytest.mark.parametrize(
    ("destroyed", "lost", "goal"),
    [
        (49, 0, Goal.FIGHT),
        (50, 0, Goal.KEEP_AWAY),
        (50, 41, Goal.FIGHT),
        (51, 41, Goal.KEEP_AWAY),
    ],
)
def test_red_keeps_away_when_first_clash_is_won(destroyed, lost, goal) -> None:
    game = clash()
    game.state.points_lost[:] = game.state.known_lost[:] = lost, destroyed
    assert plan(game, RED, 0)[0] == goal


@pytest.mark.parametrize(
    ("destroyed", "lost", "goal"),
    [
        (14, 0, Goal.FIGHT),
        (15, 7, Goal.KEEP_AWAY),
        (15, 8, Goal.FIGHT),
    ],
)
def test_red_keeps_away_when_task_force_dagger_is_won(destroyed, lost, goal) -> None:
    game = Battle(facing([ship("Red")], [ship("Blue")], 10, **DAGGER))
    game.state.points_lost[:] = game.state.known_lost[:] = lost, destroyed
    assert plan(game, RED, 0)[0] == goal
    assert plan(game, BLUE, 12)[0] == Goal.KEEP_AWAY, "Blue need only last"


def clash_values(*targets):
    """What Red's fire at each of Blue's ships in one hex is worth in First Clash."""
    gun = ship("Gun", turret="L(x20)10:5")
    game = Battle(facing([gun], list(targets), 3, **CLASH)).to_round(0)
    half = len(game.state.craft) // 2
    visible = game.visible(RED)
    return [target_value(visible, game.rules, RED, half + place) for place in range(len(targets))]


GROUNDED, DISARMED = ("jump_drive",), ("fire_control",)


def test_red_values_the_jump_drives_of_first_clash_more_than_the_guns() -> None:
    whole, grounded, disarmed, hulk = clash_values(
        ship("Whole", points=9, jump=2),
        ship("Grounded", points=9, jump=2, damage=GROUNDED),
        ship("Disarmed", points=9, jump=2, damage=DISARMED),
        ship("Hulk", points=9, jump=2, damage=GROUNDED + DISARMED),
    )
    assert whole == disarmed > grounded > hulk > 0.0


def test_red_does_not_disarm_the_last_enemy_of_first_clash_too_early() -> None:
    last = ship("Last", points=9, jump=2, damage=GROUNDED)
    for dear, spared in ((40, True), (41, False)):
        wreck = ship("Wreck", points=dear, jump=2, damage=GROUNDED + DISARMED)
        value, other = clash_values(last, wreck)
        assert (value < other) is spared, "49 points do not win, 50 do"


def test_a_salvo_does_not_wait_for_the_enemy_to_be_detected() -> None:
    game = Battle(facing([ship("Hunter")], [ship("Hidden", detected=False)], 15))
    for doctrine, away, launched in (
        (CAPTAIN, 32, True),
        (CAPTAIN, 33, False),
        (AGGRESSIVE, 13, False),
    ):
        game.state.tf[12].q, game.state.tf[12].r = game.state.tf[0].q, game.state.tf[0].r + away
        assert bool(is_in_reach(game.state, game.rules, RED, 0, doctrine)) is launched
    game.state.craft[len(game.state.craft) // 2].detected = 1
    assert is_in_reach(game.state, game.rules, RED, 0, AGGRESSIVE), (
        "the aggressive shoots at what he sees"
    )


def test_blue_leaves_the_last_armed_enemy_alone_until_it_has_escaped() -> None:
    gun = {"turret": "L(x20)10:5"}
    source = facing([ship("Hunter")], [ship("Runner", points=60, jump=2, **gun)], 4, **CLASH)
    game = Battle(source).to_round(12)
    assert game.can_say("FIRE")
    for escaped, wanted in ((0, False), (24, False), (25, True)):
        game.state.points_escaped[BLUE] = escaped
        saved, said = game.save(), set()
        while not said & {Verb.FIRE, Verb.MOVE, Verb.END_ROUND}:
            action = captains_action(game)
            said |= {action} if game.decision == Decision.ROUND_MENU else set()
            game.apply(action)
        assert (Verb.FIRE in said) is wanted
        game.restore(saved)


def test_guns_without_salvoes_are_brought_into_range() -> None:
    far = Battle(facing([ship("Gun", ready_missiles=0, spinal="M10:9-8-7-6")], [ship("B")], 15))
    assert fighting_range(far.state, far.rules, 0, CAPTAIN) == 10
    short = Battle(facing([ship("Gun", ready_missiles=0, spinal="M6:9-8-7-6")], [ship("B")], 15))
    assert fighting_range(short.state, short.rules, 0, CAPTAIN) == 12
    salvo = Battle(facing([ship("Both", spinal="M10:9-8-7-6")], [ship("B")], 15))
    assert fighting_range(salvo.state, salvo.rules, 0, CAPTAIN) == 22


def test_ships_of_low_tech_level_fight_close() -> None:
    for level, wanted in ((12, 5), (13, 22)):
        game = Battle(facing([ship("Hull", tech_level=level)], [ship("B")], 15))
        assert fighting_range(game.state, game.rules, 0, CAPTAIN) == wanted
    assert fighting_range(game.state, game.rules, 0, AGGRESSIVE) == 3


def test_drones_by_themselves_are_a_picket() -> None:
    source = position(
        side(
            ["Rapier"],
            [{"ships": ["Rapier"], "hex": "1005"}, {"ships": ["Drone"], "hex": "1105"}],
            drones=[{"type": "dual_mode_tl12", "controller": "Rapier", "aboard": False}],
        ),
        side(["Fiery"], [{"ships": ["Fiery"], "hex": "1028"}]),
    )
    game = Battle(source)
    drones = [k for k in range(12) if game.state.tf[k].strength == 1]
    assert [fighting_range(game.state, game.rules, k, CAPTAIN) for k in drones] == [22, 5]


def test_a_captain_launches_a_salvo_every_turn() -> None:
    """Five directors: the aggressive wait until the five missiles on their way are gone."""
    source = facing([ship("Hunter", missile_directors=5, ready_missiles=25)], [ship("B")], 15)
    game = Battle(source)
    spread = game.state.spread[0]
    spread.owner, spread.count = 0, 5
    mask = np.ones(game.scenario.actions.size, np.int8)
    launched = actions.craft_action(game.state, 0)
    for doctrine, action in ((CAPTAIN, launched), (AGGRESSIVE, Verb.DONE)):
        assert launch_action(game.state, game.rules, RED, mask, doctrine) == action


# --- boarding ------------------------------------------------------------------------------------


def meeting(*damage):
    """Red's ship in the hex of a Blue one, at Red's boarding menu of turn 2."""
    prize = ship("Prize", damage=damage, size_mod=-2)
    game = Battle(facing([ship("Boarder")], [prize]), options={"boarding": True})
    game.only_marker("NO_EFFECT")
    for _ in range(300):
        if (
            game.decision == Decision.BOARDING_MENU
            and game.state.seat == RED
            and game.state.turn == 2
        ):
            return game
        game.idle()
    raise AssertionError("no menu")


def test_he_boards_a_disabled_ship_beside_him() -> None:
    game = meeting(*DEAD)
    assert captains_action(game) == Verb.BOARD
    while not game.state.craft[0].party_sent:
        game.apply(captains_action(game))
    sent = game.events("BOARD")[-1]
    assert (sent.actor, sent.target) == (0, len(game.state.craft) // 2)


def test_he_sends_no_party_to_a_ship_that_works() -> None:
    assert captains_action(meeting()) == Verb.DONE


def test_he_goes_alongside_a_ship_that_is_helpless_and_alone() -> None:
    helpless = ship("Prize", damage=DEAD, ready_missiles=0)
    alone = Battle(facing([ship("Boarder")], [helpless], 9), options={"boarding": True})
    assert plan(alone, RED, 0) == (Goal.ALONGSIDE, 12, 0)
    guarded = position(
        side([ship("Boarder")], [{"ships": ["Boarder"], "hex": "1010"}]),
        side(
            [helpless, ship("Guard")],
            [{"ships": ["Prize"], "hex": "1019"}, {"ships": ["Guard"], "hex": "1021"}],
        ),
    )
    assert plan(Battle(guarded, options={"boarding": True}), RED, 0)[0] == Goal.FIGHT
    assert plan(Battle(facing([ship("B")], [helpless], 9)), RED, 0)[0] == Goal.FIGHT


@pytest.mark.parametrize(
    ("own", "vector", "prize", "drift"),
    [
        ("1428", (-1, 0), "1730", (1, 3)),
        ("0323", (-1, 0), "0329", (-2, 0)),
        ("1328", (1, 0), "1029", (0, 3)),
    ],
)
def test_he_chases_no_prize_off_the_map(own, vector, prize, drift) -> None:
    """The prize drifts over an edge in a turn or two: he must still be there after them."""
    gun = {"turret": "L(x4)10:1"}
    ships = [ship("Prize", damage=DEAD, ready_missiles=0), ship("Far", detected=False, **gun)]
    places = [{"ships": ["Prize"], "hex": prize, "vector": list(drift)}]
    places.append({"ships": ["Far"], "hex": "0101"})
    boarder = {"ships": ["Boarder"], "hex": own, "vector": list(vector)}
    source = position(side([ship("Boarder", **gun)], [boarder]), side(ships, places))
    game = Battle(source, options={"boarding": True})
    while game.state.turn < 4 and not game.over:
        game.apply(captains_action(game)) if game.state.seat == RED else game.idle()
    assert game.state.turn == 4 and game.state.craft[0].status == CraftStatus.IN_FORCE


def test_he_does_not_fire_at_a_ship_his_party_fights_for() -> None:
    gun = ship("Gun", turret="L(x20)10:5")
    game = Battle(facing([gun], [ship("Prize", damage=DEAD)], 3), options={"boarding": True})
    game.to_round(0)
    half = len(game.state.craft) // 2
    assert target_value(game.visible(RED), game.rules, RED, half) > 0.0
    game.state.craft[half].boarders = 0
    assert target_value(game.visible(RED), game.rules, RED, half) == 0.0


# --- power and black globes ----------------------------------------------------------------------


def test_he_starts_his_power_plant_at_once_when_the_enemy_is_near() -> None:
    dark = ship("Dark") | {"powered_down": True}
    for away, action in ((5, Verb.CRASH_START), (99, Verb.POWER_UP)):
        near = facing([dark | {"detected": False}], [ship("B")], min(away, 19))
        game = Battle(near, options={"powered_down": True}).to_round(0)
        if away == 99:
            game.state.tf[12].r = 60
        assert captains_action(game) == action


def test_a_globe_flickers_while_the_enemy_sees_the_ship() -> None:
    globe = {"black_globe": 1, "globe_capacity": 30, "globe_rate": 9}
    for detected, setting in ((True, 5), (False, NONE)):
        source = facing([ship("Globe", detected=detected, **globe)], [ship("B")], 15)
        game = Battle(source, options={"black_globes": True}).to_round(0)
        if setting == NONE:
            assert captains_action(game) != Verb.GLOBE
            continue
        assert captains_action(game) == Verb.GLOBE
        while not game.state.craft[0].globe:
            game.apply(captains_action(game))
        assert game.state.craft[0].globe == setting
