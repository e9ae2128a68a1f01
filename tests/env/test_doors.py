"""What every form of an environment offers beside its library's API: the same game, the same actions."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

from spacecombat_env.core.errors import ConfigError, IllegalOrderError, StateError
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.parallel import SpaceCombatParallel
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TURNS = 3
TOY = "hidden_number"
PASS, GUESS, PEEK, FIRST = 0, 1, 2, 3
FORMS = [SpaceCombatAEC, SpaceCombatParallel, SeatEnv]


def passes(observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> np.ndarray:
    """Return the first legal action."""
    return masks.argmax(axis=1)


def made(form: Any, name: str = TOY, **settings: Any) -> Any:
    """Return an environment of a form, begun; an opponent passes."""
    if form is SeatEnv:
        settings = {"seat": "red_0", "opponent": passes, **settings}
    one = form(name, **settings)
    one.reset(seed=11)
    return one


def spoken(one: Any, draw: Any, words: int) -> Any:
    """Return an environment after some random actions."""
    generator = np.random.default_rng(5)
    for _ in range(words):
        if one.game.seat >= 0:
            one._apply_action(draw(one.game.mask, generator))
    return one


# -- orders in actions -------------------------------------------------------------------------------


def test_a_sentence_is_applied_in_the_parallel_form() -> None:
    one, two = made(SpaceCombatParallel), made(SpaceCombatAEC)
    for sentence in ("guess 6", ["PEEK"], [GUESS, FIRST + 1]):
        assert one.say(sentence) == two.say(sentence)
        assert one.game.digest() == two.game.digest()
    assert one.cycles == two.cycles == 5
    assert one.view("red_0")["tried"] == [1 << 6 | 1 << 1, 0]
    with pytest.raises(IllegalOrderError, match="red_0 is not to act"):
        one.say("peek", "red_0")
    one.say("pass", "blue_0")
    one.say("guess 7")
    assert one.agents == [] and one.game.seat == -1


def test_a_seats_sentence_goes_on_when_the_opponent_has_answered() -> None:
    """Whether the other side acted in between is not its speaker's business."""
    one = made(SeatEnv)
    assert one.say("peek guess 6 pass") == [PEEK, GUESS, FIRST + 6, PASS]
    assert one.cycles == 4 and one.game.seat == 0
    assert one.view()["turn"] == 4 and one.view()["tried"] == [1 << 6, 0]
    with pytest.raises(
        IllegalOrderError, match="'1' is not legal here.*; 1 actions before it were"
    ):
        one.say("peek 1")
    with pytest.raises(IllegalOrderError, match="blue_0 is not to act"):
        one.say("peek", "blue_0")


@pytest.mark.parametrize("form", FORMS)
def test_a_sentence_ends_where_the_game_is_cut_short(form: Any) -> None:
    one = made(form, max_cycles=2)
    with pytest.raises(IllegalOrderError, match=r"'peek' is not possible: .*; 2 actions before"):
        one.say("guess 6 peek")
        one.say("guess 6 peek")
    assert one.cycles == 2
    with pytest.raises(IllegalOrderError, match="'pass' is not possible: the game is truncated"):
        one.say("pass")
    assert one.cycles == 2


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_said_in_a_game_that_is_over(form: Any) -> None:
    one = made(form)
    one.say("guess 7")
    with pytest.raises(IllegalOrderError, match="the game is over"):
        one.say("pass")
    assert one.orders() == []


# -- views -----------------------------------------------------------------------------------------


def test_views_and_actions_are_the_same_in_both_forms_of_both_sides(name: str, draw: Any) -> None:
    one, two = (
        spoken(made(form, name, max_turns=TURNS), draw, 3)
        for form in (SpaceCombatAEC, SpaceCombatParallel)
    )
    assert one.game.digest() == two.game.digest()
    for agent in (*one.possible_agents, None):
        assert json.dumps(one.view(agent)) == json.dumps(two.view(agent))
        assert one.decision_text(agent) == two.decision_text(agent)
        assert one.log(agent) == two.log(agent)
        assert one.orders(agent) == two.orders(agent)
    waiting = one.possible_agents[1 - one.game.seat]
    acting = one.possible_agents[one.game.seat]
    assert two.orders(waiting) == [] and two.orders(acting) == two.orders()
    assert [word.action for word in two.orders()] == two.game.mask.nonzero()[0].tolist()
    assert two.view() == two.view(acting) != two.view(waiting)
    assert (one.state() == two.state()).all() and two.state_space.contains(two.state())


@pytest.mark.parametrize("form", FORMS)
def test_menus_and_decisions_change_nothing(name: str, form: Any, draw: Any) -> None:
    one = spoken(made(form, name, max_turns=TURNS), draw, 4)
    before = one.save()
    for agent in one.possible_agents:
        one.orders(agent, depth=2)
        one.view(agent)
        one.decision_text(agent)
        one.log(agent)
    assert one.save() == before


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_in_text_is_of_the_seat_that_is_shown(name: str, form: Any) -> None:
    drawn = {
        shown: made(form, name, render_mode="ansi", render_view=shown, max_turns=TURNS).render()
        for shown in ("red_0", "blue_0", "all")
    }
    assert all(isinstance(text, str) and text for text in drawn.values())
    if name != TOY:
        assert drawn["red_0"] != drawn["blue_0"]


# -- copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_saved_restored_and_pickled(name: str, form: Any, draw: Any) -> None:
    one = spoken(made(form, name, max_turns=TURNS), draw, 5)
    saved = one.save()
    other = form(name, max_turns=TURNS, **({"opponent": passes} if form is SeatEnv else {}))
    other.restore(saved)
    again = pickle.loads(pickle.dumps(one))
    for new in (other, again):
        assert new.save() == saved
        assert new.game.digest() == one.game.digest() and new.cycles == one.cycles
        assert new.decision_text() == one.decision_text()
    with pytest.raises(StateError):
        other.restore(saved[:-1])


@pytest.mark.parametrize("form", FORMS)
def test_a_clone_looks_the_same_to_the_agent_it_is_for(name: str, form: Any, draw: Any) -> None:
    one = spoken(made(form, name, max_turns=TURNS), draw, 2)
    for agent in one.possible_agents:
        new = one.clone(reseed=3, agent=agent)
        assert json.dumps(new.view(agent)) == json.dumps(one.view(agent))
        assert new.decision_text(agent) == one.decision_text(agent)
        assert new.log(agent) == one.log(agent)
        assert new.orders(agent) == one.orders(agent)
        assert new.game.digest() != one.game.digest()


# -- many games ------------------------------------------------------------------------------------


def test_a_learner_may_hold_one_seat_for_good_and_no_other_than_there_is() -> None:
    many = SeatVecEnv(TOY, num_envs=3, seat="blue_0")
    many.reset(seed=1)
    assert many.seats.tolist() == [1, 1, 1]
    with pytest.raises(ConfigError, match="alternate, red_0, blue_0"):
        SeatVecEnv(TOY, seat="green_0")


def test_the_same_seed_gives_a_learner_the_same_games(name: str) -> None:
    told = []
    for seed in (3, 3, 4):
        many = SeatVecEnv(name, num_envs=3, max_turns=TURNS)
        many.reset(seed=9)
        step = many.reset(seed=seed)
        for _ in range(15):
            step = many.step(step.masks.argmax(axis=1))
        told.append(many.batch.games.raw.tobytes())
        many.close()
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("flat", [False, True])
def test_gymnasiums_vector_form_shows_masks_and_views(name: str, flat: bool) -> None:
    many = GymVectorEnv(name, num_envs=2, flat=flat, max_turns=TURNS)
    views, infos = many.reset(seed=1)
    assert (many.action_masks() == infos["action_mask"]).all() and many.action_masks().any()
    visible = views if flat else views["observation"]
    assert (visible == many.seats.batch.floats()).all()
    assert many.observation_space.contains(views)
    many.close()
