"""What is hidden stays hidden: every field a seat cannot know is changed, and nothing shows."""

import numpy as np
import pytest
from kit.interceptor.seat_view import (
    ABOVE_AIR,
    CLOSE,
    copied,
    legal_mask,
    redacted,
    seat_view,
    walk,
    with_hidden_changed,
)
from kit.knowing import fill, out_of_bounds, wrongly_redacted

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import NONE
from spacecombat_env.rulesets.interceptor.visibility.knowledge import knowledge

WALKS = [(CLOSE, 1), (CLOSE, 2), ("asteroid_field", 3), ("deep_space", 4), (ABOVE_AIR, 5)]


@pytest.mark.rule("IN-LOS-02", "IN-LOS-04", "IN-DEF-04")
@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_redaction_leaves_what_is_declared(name, seed):
    for n, play in enumerate(walk(name, seed, 120)):
        if n % 13:
            continue
        known = knowledge(play.scenario)
        for seat in (0, 1):
            visible = redacted(play, seat).states[0]
            assert wrongly_redacted(known, play.state, visible, seat) == []


@pytest.mark.rule("IN-LOS-02", "IN-LOS-04")
def test_redaction_leaves_what_is_declared_of_any_record():
    play = next(walk(CLOSE, 1, 1))
    known, rng = knowledge(play.scenario), np.random.default_rng(5)
    for _ in range(6):
        fill(known, play.state, rng)
        for seat in (0, 1):
            visible = redacted(play, seat).states[0]
            assert wrongly_redacted(known, play.state, visible, seat) == []


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_fields_hold_what_they_may(name, seed):
    for n, play in enumerate(walk(name, seed, 120)):
        if n % 30 == 0:
            assert out_of_bounds(knowledge(play.scenario), play.state) == []


@pytest.mark.rule("IN-LOS-02", "IN-AMB-102")
@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_nothing_secret_shows(name, seed):
    rng = np.random.default_rng(seed)
    for n, play in enumerate(walk(name, seed, 200)):
        if n % 7:
            continue
        for seat in (0, 1):
            before = seat_view(play, seat)
            after = seat_view(play, seat, with_hidden_changed(play, seat, rng))
            assert {name for name in before if before[name] != after[name]} == set()


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_redacted_record_offers_the_same_actions(name, seed):
    for play in walk(name, seed, 200):
        seat = int(play.state.seat)
        same = legal_mask(play, play.games) == legal_mask(play, redacted(play, seat))
        assert same.all(), play.decision


def test_redaction_twice_is_redaction_once():
    for n, play in enumerate(walk(CLOSE, 6, 80)):
        if n % 5 == 0:
            for seat in (0, 1):
                once = redacted(play, seat)
                twice = make_games(play.table.opening.dtype, 1)
                again = copied(once)
                again.states[0].delivered[seat] = play.state.delivered[seat]
                KERNELS.redact(again, 0, twice, 0, seat)
                assert twice.raw.tobytes() == once.raw.tobytes()


@pytest.mark.rule("IN-CRW-07")
def test_a_side_knows_its_own_crewman_who_made_the_last_hit():
    """So it knows who will be credited, and a determinization credits him as the game does."""
    play = next(iter(walk(*WALKS[0], 1)))
    craft, seat = play.state.craft, int(play.state.seat)
    per_side = len(play.state.crew) // 2
    mine, its = seat * per_side, (1 - seat) * per_side
    craft[0].hit_by, craft[1].hit_by = mine, its
    visible = redacted(play, seat).states[0]
    assert (visible.craft[0].hit_by, visible.craft[1].hit_by) == (mine, NONE)
    determinization = make_games(play.table.opening.dtype, 1)
    KERNELS.determinize(redacted(play, seat), 0, play.table, seat, 1, determinization, 0)
    assert determinization.states[0].craft[0].hit_by == mine
