"""Chapter AST: planets and belts that move, and what players learn of bodies and their pull."""

import json

import numpy as np
import pytest
from kit.battle_rider.bodies import JUPITER, difficulty, sailing, space
from kit.battle_rider.table import Battle
from kit.structure import faults

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.movement.astrographics import move_bodies
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.pictures import draw
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views

PLANET = {"kind": "planet", "hex": "0510", "vector": {"direction": "NE", "speed": 2}}
BELT = {"kind": "asteroid", "hex": "0910", "vector": [1, 1]}
MOVING = {"planetary_motion": "bodies_move"}


def places(game):
    """Where the first two bodies are."""
    return [(int(body.q), int(body.r)) for body in game.state.body[:2]]


def after(game, turns):
    """Play on, everybody idle, for this many turns, to the first launch of the next."""
    until = game.state.turn + turns
    while game.state.turn < until:
        game.idle()
    return game


@pytest.mark.rule("BR-AST-05", "BR-AST-07")
def test_bodies_move_over_a_map_that_stands_still():
    """By heading and velocity, turn after turn, in the Operations Phase."""
    game = Battle(space(PLANET, BELT, **MOVING), seed=1)
    start = [(5, 7), (9, 5)]
    assert game.decision == Decision.LAUNCH_MENU and places(game) == start
    game.skip_to(Decision.CHOOSE_FORCE, Decision.ROUND_MENU)
    moved = [(7, 7), (10, 6)]
    assert places(game) == moved
    assert places(after(game, 1)) == moved
    for turn in range(2, 6):
        after(game, 1)
        assert places(game) == [(5 + 2 * turn, 7), (9 + turn, 5 + turn)]


@pytest.mark.rule("BR-AST-05")
def test_nothing_changes_their_course():
    """Not even another body's gravity."""
    game = Battle(space({**JUPITER, "hex": "0712"}, PLANET, **MOVING), seed=1)
    after(game, 3)
    assert places(game)[1] == (11, 7)


@pytest.mark.rule("BR-AST-05")
def test_a_body_that_has_left_the_map_does_not_come_back():
    """Not even after the 999 turns that a game may last, at the greatest speed."""
    fast = {**PLANET, "vector": {"direction": "NE", "speed": 60}}
    game = Battle(space(BELT | {"vector": [-60, 0]}, fast), seed=1)
    far = 0
    for _ in range(999):
        move_bodies(game.state, game.rules)
        away = distance(0, 0, *places(game)[1])
        assert away >= far
        far = away
    assert far > 20_000 and places(game)[0] == (9, 5)


@pytest.mark.rule("BR-AST-07")
def test_or_the_first_body_is_the_frame_of_reference():
    """It stands still, and the others move as seen from it; ships keep the vectors given."""
    game = Battle(space(PLANET, BELT, vector=(0, 1)), seed=1)
    assert game.state.tf[0].vr == 1
    after(game, 3)
    assert places(game) == [(5, 7), (9 - 3, 5 + 3)]
    game = Battle(space(BELT, PLANET), seed=1)
    after(game, 3)
    assert places(game) == [(9, 5), (5 + 3, 7 - 3)]


@pytest.mark.rule("BR-AST-05", "BR-AST-08")
def test_the_hex_of_a_planet_goes_with_it():
    """DET-20: +1 against a target in its hex, where it is now."""
    game = Battle(space({**PLANET, "hex": "0814", "vector": [2, -1]}, **MOVING), seed=1)
    before = difficulty(game)
    game.skip_to(Decision.CHOOSE_FORCE, Decision.ROUND_MENU)
    assert places(game)[0] == (10, 9) and difficulty(game) - before == 1


@pytest.mark.rule("BR-AST-05")
def test_what_players_see_of_bodies():
    """View, observation and pictures, for both seats and off the map."""
    star = {"kind": "star", "world": "Sun", "hex": [10, -100], "vector": [0, -1]}
    game = after(Battle(space(PLANET, star, JUPITER, **MOVING), seed=1), 1)
    names = game.scenario.observation.block("advanced_bodies").columns
    schema = json.loads((RULESET.package / "view.schema.json").read_text())
    for seat, sign in ((0, 1), (1, -1)):
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
        row = np.zeros(game.scenario.observation.size, np.int8)
        entry.observe_visible(visible, 0, game.table, seat, row)
        block = row[game.scenario.observation.slice("advanced_bodies")].reshape(-1, len(names))
        planet = dict(zip(names, block[0].tolist(), strict=True))
        assert row[game.scenario.observation.slice("bodies")][0] and not planet["star"]
        assert (planet["vector_q"], planet["vector_r"]) == (2 * sign, 0)
        reach = [int(row[names.index("gravity_reach")]) for row in block[:4]]
        assert reach == [0, 122, 3, 0]
        view = views.view(visible, 0, game.scenario, seat)
        assert not faults(view, schema, schema)
        kinds = [(body["kind"], body["hex"]) for body in view["bodies"]]
        assert kinds == [("planet", "0711"), ("star", None), ("gas giant", "1010")]
        assert view["bodies"][0]["board_vector"] == [2 * sign, 0]
        assert "<title>gas giant</title>" in draw.draw_svg(visible, 0, game.scenario, seat)
        assert " O " in draw.draw_text(visible, 0, game.scenario, seat)


@pytest.mark.rule("BR-AST-01")
def test_the_log_informs_both_sides():
    game = sailing(JUPITER, red="1013")
    for seat, way in ((0, "1 S"), (1, "1 N")):
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, seat)
        told = "\n".join(game_log.log(visible, 0, game.scenario, seat, 0))
        assert f"Gravity pulls {'TF-1' if seat == 0 else 'eTF-1'}: {way}." in told
