"""What holds in every position that random play reaches, whatever is delegated."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit.battle_rider.scenes import worlds
from kit.battle_rider.soundness import check, check_cup
from kit.battle_rider.table import Table
from kit.slowly import first_quick

from spacecombat_env.rulesets.battle_rider.model import Step
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED

pytestmark = pytest.mark.compiled


def ammunition(game):
    """Ready missiles and missiles in flight of each side."""
    state = game.state
    totals = []
    for side in range(2):
        craft = slice(side * (len(state.craft) // 2), (side + 1) * (len(state.craft) // 2))
        flying = slice(side * (len(state.spread) // 2), (side + 1) * (len(state.spread) // 2))
        totals.append(
            int(state.craft["missiles"][craft].sum()) + int(state.spread["count"][flying].sum())
        )
    return totals


def play(game, rng, decisions):
    """Random actions for this many decisions, or to the end; check every position on the way.

    Returns how many were spoken.
    """
    left, spoken = ammunition(game), 0
    for _ in range(decisions):
        if game.over:
            break
        check(game)
        game.apply(rng.choice(sorted(game.legal())))
        now = ammunition(game)
        assert all(after <= before for after, before in zip(now, left, strict=True))
        left, spoken = now, spoken + 1
    if game.over:
        assert game.state.step == Step.OVER and not game.legal()
        assert game.state.verdict in (0, 1, 2)
        check_cup(game)
    return spoken


@pytest.mark.rule("BR-DMG-09", "BR-MIS-02", "BR-TF-02")
@pytest.mark.parametrize("delegate", [(), RECOMMENDED], ids=["everything asked", "recommended"])
@pytest.mark.parametrize("scenario", ["skirmish", "duel", "picket"])
@pytest.mark.parametrize("seed", first_quick([1, 2]))
def test_every_reachable_position_is_sound(scenario, delegate, seed):
    game = Table(scenario, seed=seed, delegate=delegate)
    assert play(game, np.random.default_rng(seed), 350) == 350 or game.over


@pytest.mark.rule("BR-LND-01", "BR-PWR-02", "BR-AST-01")
@pytest.mark.parametrize("delegate", [(), RECOMMENDED], ids=["everything asked", "recommended"])
@pytest.mark.parametrize("seed", first_quick([5, 6]))
def test_so_is_every_position_about_planets(delegate, seed):
    """Landing, power, fuel, gravity and bodies that move, all at once."""
    game = Table(worlds(), seed=seed, delegate=delegate)
    assert play(game, np.random.default_rng(seed), 400) == 400 or game.over


FIXED = settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


@settings(FIXED, max_examples=3)
@given(seed=st.integers(1, 2**31), choices=st.randoms(use_true_random=False))
def test_random_duels_stay_sound(seed, choices):
    """Hypothesis looks for a duel that breaks a rule of bookkeeping."""
    game = Table("duel", seed=seed, delegate=())
    assert play(game, choices_as_rng(choices), 150) > 10


@pytest.mark.slow
@settings(FIXED, max_examples=12)
@given(seed=st.integers(1, 2**31), choices=st.randoms(use_true_random=False))
def test_many_random_duels_end_and_stay_sound(seed, choices):
    game = Table("duel", seed=seed, delegate=())
    assert play(game, choices_as_rng(choices), 3000) > 10 and game.over


def choices_as_rng(choices):
    """Hypothesis' random source under numpy's name for an even draw."""

    class Draw:
        """Draws one item of a list."""

        @staticmethod
        def choice(items):
            """One of the items."""
            return choices.choice(items)

    return Draw()


@pytest.mark.parametrize("seed", first_quick([3, 4]))
def test_the_same_seed_and_actions_give_the_same_game(seed):
    games = [Table("skirmish", seed=seed, delegate=RECOMMENDED) for _ in range(2)]
    for game in games:
        play(game, np.random.default_rng(seed), 120)
    assert games[0].games.raw[0].tobytes() == games[1].games.raw[0].tobytes()
