"""Pictures, views and log show a seat what its redacted record holds, and nothing else."""

from __future__ import annotations

import json

import numpy as np
import pytest
from kit.interceptor.games import Play

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import Disclosed, Status
from spacecombat_env.rulesets.interceptor.presentation.pictures.draw import draw_svg, draw_text
from spacecombat_env.rulesets.interceptor.presentation.views.game_view import view

RED, BLUE = 0, 1


def shown(play, seat):
    """Return all that a seat is shown: both pictures, and its view as text."""
    visible = make_games(play.games.states.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, seat)
    told = (visible, 0, play.scenario, seat)
    return draw_svg(*told, since=0), draw_text(*told), json.dumps(view(*told))


@pytest.mark.parametrize(("name", "seed"), [("pair", 3), ("asteroid_field", 4)])
def test_what_a_seat_cannot_know_changes_nothing_it_sees(name, seed):
    play = Play(name, seed=seed, delegate=("terrain", "setup", "loads", "decisions"))
    generator = np.random.default_rng(1)
    changed = 0
    for n in range(10):
        for seat in (RED, BLUE):
            before, kept = shown(play, seat), play.games.raw.copy()
            enemy = slice((1 - seat) * 4, (2 - seat) * 4)
            for craft in play.state.craft[enemy]:
                if craft.status != Status.ON_MAP:
                    continue
                craft.card, craft.spent, craft.thrust = 1, 3, 9
                craft.armour[:], craft.inside, craft.disabled = 7, 5, 3
                craft.heading_points, craft.collapse, craft.out = 2, 1, 3
                craft.klass = craft.klass if craft.disclosed & Disclosed.CLASS else 1
                changed += 1
            for member in play.state.crew[8 * (1 - seat) : 8 * (2 - seat)]:
                member.gunnery, member.hits = generator.integers(1, 9), 2
            play.state.rack["load"][12 * (1 - seat) : 12 * (2 - seat)] = 2
            play.state.rows[1 - seat] = generator.integers(0, 1024, play.state.rows.shape[1])
            play.state.order[1 - seat].watch = 2
            assert shown(play, seat) == before
            play.games.raw[:] = kept
        play.play_at_random(n, 12)
    assert changed > 8


@pytest.mark.rule("IN-LOS-01", "IN-LOS-02")
def test_an_enemy_whose_class_was_not_shown_is_a_contact():
    play = Play("pair", seed=3)
    while not play.state.turn:
        play.play_at_random(1, 1)
    for craft in play.state.craft[4:]:
        craft.disclosed, craft.armour_turn = 0, 0
    picture, text, data = shown(play, RED)
    for said in (picture, text, data):
        assert "LANCEA" not in said and "Contact 1" in said
    assert "class not known" in picture
