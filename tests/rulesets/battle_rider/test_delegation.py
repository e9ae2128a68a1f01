"""Orders as text: what a refused sentence could reveal, and mere actions could."""

import numpy as np
import pytest
from kit.battle_rider.fuzzing import drawn_scenario
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.core.errors import IllegalOrderError, UnknownOrderError
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.conformance import check_partial_orders
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.model import Decision

BLIND = {"double_blind": True}


def looking(where, value="miss"):
    """An environment in which Red's round has begun, Blue's ship in a hex; what cards show."""
    red = side([ship("Eye", passive_range=1)], [{"ships": ["Eye"], "hex": "1017"}])
    dark = ship("Dark", detected=False)
    source = position(red, side([dark], [{"ships": ["Dark"], "hex": where}]))
    for seed in range(1, 60):
        game = Battle(source, seed=seed, options=BLIND)
        if game.state.initiative == 0:
            break
    game.to_round(0).always(value)
    env = SpaceCombatAEC("battle_rider", source, delegate=(), options=BLIND)
    env.reset(seed=1)
    env.game.scenario.table.rules[:] = game.table.rules
    env.game.games.raw[:] = game.games.raw
    env.game.refresh()
    env._turn_to_act()
    return env


def can_say(env, text):
    """Whether an action is legal."""
    return text in [action.text for action in env.orders()]


@pytest.mark.rule("BR-REF-01")
@pytest.mark.parametrize("where", ["1020", "1032"])
def test_a_vain_search_is_spent_though_the_sentence_is_refused(where):
    """Whether something was there to be missed or nothing at all: the same actions stand."""
    env = looking(where)
    assert can_say(env, "detect")
    with pytest.raises(UnknownOrderError, match="'nonsense'.*; 2 actions before it were applied"):
        env.say("detect all nonsense")
    assert not can_say(env, "detect") and can_say(env, "move")


@pytest.mark.rule("BR-REF-01")
def test_refusals_after_a_search_say_the_same_whatever_is_out_there():
    told = []
    for where in ("1020", "1032"):
        env = looking(where)
        with pytest.raises((UnknownOrderError, IllegalOrderError)) as refusal:
            env.say("detect all stop")
        told.append(str(refusal.value))
    assert told[0] == told[1]


def test_an_order_that_is_not_complete_is_not_begun():
    env = looking("1020")
    before = env.save()
    with pytest.raises(UnknownOrderError, match=r"'nonsense' is not an action[^;]*; legal: [^;]*$"):
        env.say("detect nonsense")
    assert env.save() == before
    with pytest.raises(UnknownOrderError, match="3 actions before it were applied and stand"):
        env.say("move N go nonsense")
    assert not can_say(env, "move")


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [1, 3, 4, pytest.param(2, marks=pytest.mark.slow)])
def test_actions_of_an_order_show_nothing_until_it_is_complete(seed):
    """In the real game and in determinizations that look the same, in random scenarios and options."""
    rng = np.random.default_rng(seed)
    game = Game(RULESET, open_scenario(RULESET, drawn_scenario(seed), delegate=()))
    game.start(seed)
    requested = set()
    for step in range(120):
        if game.seat < 0:
            break
        if step % 5 == 0:
            requested.add(int(game.games.states[0].decision))
            check_partial_orders(game, int(rng.integers(2**40)))
        game.step(int(rng.choice(game.mask.nonzero()[0])))
    assert len({Decision(one) for one in requested}) > 4
