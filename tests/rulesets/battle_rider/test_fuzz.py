"""Random decisions over random scenarios with random combinations of the switches.

No illegal state, no empty mask, no game that fails to end; what a seat may say and see is the same
by the true record and by what it knows; everything can be worded, drawn and determinized again.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from kit.battle_rider.fuzzing import (
    PURCHASES,
    ammunition,
    check_state,
    drawn_empires,
    drawn_scenario,
    drawn_switches,
    points,
    send_raiders,
)
from kit.battle_rider.table import Table

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import VERBS, Decision, Phase, Step, Verb, Verdict
from spacecombat_env.rulesets.battle_rider.presentation import action_text, decision_text, game_log
from spacecombat_env.rulesets.battle_rider.presentation.pictures import draw
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED

SEEDS = int(os.environ.get("FUZZ_SEEDS", "10"))
FIRST = int(os.environ.get("FUZZ_FIRST", "1"))
DECISIONS = int(os.environ.get("FUZZ_DECISIONS", "120"))
IDLE = (Verb.DONE, Verb.END_ROUND, Verb.END_DEFENSE, Verb.STOP, Verb.COAST)


def drawn_table(seed):
    """A table with a random scenario; every fourth is one of the book's purchases."""
    rng = np.random.default_rng((seed, 1))
    delegate = RECOMMENDED if rng.random() < 0.5 else ()
    if seed % 4:
        return Table(drawn_scenario(seed), seed=seed, delegate=delegate)
    source = str(rng.choice(PURCHASES))
    switches = drawn_switches(rng)
    switches.pop("jump_line", None)  # none of these has a planet
    return Table(source, seed=seed, delegate=delegate, options=switches, max_turns=3)


def look(game, rng, closely):
    """The actions of the seat to act by what it may know; `closely`: as pictures and determinizations, too."""
    seat, scenario = int(game.state.seat), game.scenario
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    mask = np.zeros(scenario.actions.size, np.int8)
    entry.legal_actions(visible, 0, game.table, mask)
    actions = np.flatnonzero(mask)
    assert set(actions.tolist()) == game.legal(), game.decision.name
    if closely:
        row = np.zeros(scenario.observation.size, np.int8)
        entry.observe_visible(visible, 0, game.table, seat, row)
        assert decision_text.decision_text(visible, 0, scenario, seat)
        assert all(
            action_text.action_text(visible, 0, scenario, seat, action) for action in actions
        )
        assert all(game_log.log(visible, 0, scenario, seat, 0))
        views.view(visible, 0, scenario, seat)
        views.view(game.games, 0, scenario, -1)
        draw.draw_text(visible, 0, scenario, seat)
        check_dream(game, visible, seat, int(rng.integers(2**31)), set(actions.tolist()))
    return actions


def check_dream(game, visible, seat, seed, actions):
    """A position determinized from what a seat knows is sound, and asks it the same."""
    other = make_games(game.table.opening.dtype, 1)
    entry.determinize(visible, 0, game.table, seat, seed, other, 0)
    check_state(other.states[0], game.rules)
    mask = np.zeros(game.scenario.actions.size, np.int8)
    entry.legal_actions(other, 0, game.table, mask)
    assert set(np.flatnonzero(mask).tolist()) == actions, game.decision.name


def spoken(rng, actions):
    """One of the actions; now and then one that does something, where there is such a verb."""
    deeds = [action for action in actions if action < VERBS and action not in IDLE]
    return int(rng.choice(deeds if deeds and rng.random() < 0.4 else actions))


def check_play(game, rng, decisions):
    """Play at random; everything that must hold is checked on the way."""
    left, bought = ammunition(game.state), not game.state.buyer.any()
    worth = points(game.state, game.rules)
    for n in range(decisions):
        if game.over:
            assert game.state.step == Step.OVER and not game.legal()
            assert game.state.verdict != Verdict.OPEN
            return
        assert game.decision != Decision.NOTHING and game.state.seat in (0, 1)
        check_state(game.state, game.rules)
        actions = look(game, rng, closely=n % 20 == 0)
        assert len(actions) > 0, f"nobody can answer {game.decision.name}"
        game.apply(spoken(rng, actions))
        now = ammunition(game.state)
        if bought:
            assert all(after <= before for after, before in zip(now, left, strict=True))
        if bought and not game.over and not game.rules.buying["leave_out"].any():
            assert points(game.state, game.rules) == worth
        left = now


@pytest.mark.rule("BR-SEQ-01", "BR-DMG-09", "BR-DET-01")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_every_combination_of_rules_plays(seed):
    check_play(drawn_table(seed), np.random.default_rng(seed), DECISIONS)


@pytest.mark.slow
@pytest.mark.rule("BR-ASG-01", "BR-ASG-05", "BR-ASG-06", "BR-SEQ-01")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, SEEDS // 5)))
def test_every_pocket_empire_plays(seed):
    """From the first asteroid on, and then with raiders put where their missions take them."""
    rng = np.random.default_rng((seed, 3))
    delegate = () if seed % 3 == 0 else RECOMMENDED
    game = Table(drawn_empires(seed), seed=seed, delegate=delegate)
    check_play(game, rng, DECISIONS // 4)
    while game.state.phase == Phase.SETUP and not game.over:
        game.idle()
    if not game.over:
        send_raiders(game.state, game.rules, rng)
        check_play(game, rng, DECISIONS // 2)


GAMES, LONGEST = 32, 30_000
EMPIRES = 8  # one scenario in this many has missions
MANY = int(os.environ.get("FUZZ_MANY", "1000000"))


@pytest.mark.slow
def test_a_million_decisions_end_in_sound_games():
    """Compiled: scenario after scenario, each with many games, every one played to its end."""
    made, seed = 0, 10_000
    while made < MANY:
        seed += 1
        source = drawn_scenario(seed) if seed % EMPIRES else drawn_empires(seed)
        game = Table(source, seed=seed, delegate=(), begin=False)
        rng = np.random.default_rng(seed)
        games = make_games(game.table.opening.dtype, GAMES)
        mask = np.zeros(game.scenario.actions.size, np.int8)
        for k in range(GAMES):
            entry.start(games, k, game.table, seed * GAMES + k)
            state = games.states[k]
            for n in range(LONGEST):
                if state.step == Step.OVER:
                    break
                assert entry.legal_actions(games, k, game.table, mask) > 0
                assert not entry.KERNELS.apply(
                    games, k, game.table, int(rng.choice(np.flatnonzero(mask)))
                )
                made += 1
                if n % 50 == 0:
                    check_state(state, game.rules)
            assert state.step == Step.OVER, f"scenario {seed}, game {k} does not end"
            check_state(state, game.rules)
