"""A look after a mere word goes by the words alone: it tells nothing that a whole one would not."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.ruleset import make_games, wrap_games
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.visibility.observe import observe_action_fields
from spacecombat_env.rulesets.battle_rider.visibility.redaction import redact_action_fields

GAMES, WORDS = 16, 100
ADVANCED = {"skirmish": False, "duel": False, "picket": False, "pocket_empires": True}
"""Scenarios, and whether they have advanced rules, under which looks are whole."""
ALL = [(rules, name) for rules in registry.names() for name in registry.ruleset(rules).scenarios()]
EVERY_ROW = np.arange(GAMES)


@pytest.mark.parametrize(("ruleset", "scenario"), ALL)
@pytest.mark.parametrize("delegate", ("recommended", []))
def test_what_is_seen_is_what_a_whole_look_shows(
    ruleset: str, scenario: str, delegate: str | list[str]
) -> None:
    chosen = {} if delegate == "recommended" else {"delegate": delegate}
    env = BatchEnv(ruleset, scenario, num_envs=GAMES, **chosen)
    out = env.reset(seed=1)
    row = np.zeros(out.observation.shape[1], np.int8)
    for _ in range(WORDS):
        env.step(env.sample_random().copy())
        records = env.visible(EVERY_ROW)
        for k in np.flatnonzero(out.seat >= 0).tolist():
            env.kernels.observe(records, k, env.scenario.table, out.seat[k], row)
            assert (out.observation[k] == row).all()


@pytest.mark.parametrize("scenario", ("skirmish", "picket"))
def test_an_action_of_what_does_not_show_gives_nothing(scenario: str) -> None:
    """BR-AMB-88 No word names such a piece; if one did, no more would be given than is left."""
    env = BatchEnv("battle_rider", scenario, num_envs=GAMES)
    out, rules = env.reset(seed=3), env.scenario.table.rules[0]
    redacted, given = make_games(env.games.states.dtype, 1), 0
    for _ in range(WORDS // 4):
        env.step(env.sample_random().copy())
        for k in np.flatnonzero(out.seat >= 0).tolist():
            seat, games = int(out.seat[k]), wrap_games(env.games.states[[k]].copy())
            state = games.states[0]
            order = state.order[seat]
            for n in range(len(state.craft) // 2):
                first = 1 - seat
                order.target_craft = first * (len(state.craft) // 2) + n
                order.target_tf = first * (len(state.tf) // 2) + n % (len(state.tf) // 2)
                order.target_spread = first * (len(state.spread) // 2) + n % (
                    len(state.spread) // 2
                )
                env.kernels.redact(games, 0, redacted, 0, seat)
                before = redacted.raw.copy()
                given += redact_action_fields(state, rules, redacted.states[0], seat)
                assert (redacted.raw == before).all()
    assert given > 0


@pytest.mark.parametrize("scenario", ADVANCED)
def test_the_actions_give_what_redaction_leaves(scenario: str) -> None:
    """BR-AMB-88 Put into a redacted record they change nothing; into any other, the row is right."""
    env = BatchEnv("battle_rider", scenario, num_envs=GAMES)
    out, rules = env.reset(seed=2), env.scenario.table.rules[0]
    scratch = make_games(env.games.states.dtype, 2)
    rows = np.zeros((3, out.observation.shape[1]), np.int8)
    given = refused = 0
    for _ in range(WORDS):
        env.step(env.sample_random().copy())
        records = env.visible(EVERY_ROW)
        for k in np.flatnonzero(out.seat >= 0).tolist():
            seat, state = int(out.seat[k]), env.games.states[k]
            before = records.raw[k].copy()
            scratch.raw[0], scratch.raw[1] = 0, 0x55
            if not redact_action_fields(state, rules, records.states[k], seat):
                refused += state.decision == Decision.SAND_NUMBER or ADVANCED[scenario]
                continue
            given += 1
            assert (records.raw[k] == before).all()
            for row, visible in zip(rows, (records.states[k], *scratch.states), strict=True):
                row[:] = out.observation[k]
                assert redact_action_fields(state, rules, visible, seat)
                observe_action_fields(visible, rules, seat, row)
                assert (row == out.observation[k]).all()
    assert (given == 0) == ADVANCED[scenario]
    assert refused > 0 or not ADVANCED[scenario]
