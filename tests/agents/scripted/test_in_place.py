"""Captains read records where they stand: they leave them as they are, and say what they say to
copies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import InPlaceAgent, Needs, query_agent, random_bits_at
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.ruleset import Games

GAMES, ACTIONS = 24, 300


@pytest.mark.parametrize(
    ("ruleset", "scenario", "delegate", "captain"),
    [
        ("battle_rider", "skirmish", "recommended", "captain"),
        ("battle_rider", "skirmish", "none", "captain"),
        ("battle_rider", "skirmish", "none", "aggressive"),
        ("intercept_sensors", "duel", "none", "hunter"),
        ("interceptor", "pair", "none", "ace"),
    ],
)
def test_a_captain_reads_in_place_and_changes_nothing(
    ruleset: str, scenario: str, delegate: str, captain: str
) -> None:
    setting = GameSetting.of(ruleset, scenario, delegate)
    kept, bare = (
        setting.batch(GAMES, threads=1, auto_reset=True, keep_visible=on_game)
        for on_game in (True, False)
    )
    for env in (kept, bare):
        env.start(np.arange(GAMES))
    player = make_agent(f"scripted:{captain}", setting)
    assert isinstance(player, InPlaceAgent)
    random_bits = np.arange(GAMES, dtype=np.uint64)
    for number in range(ACTIONS):
        rows = np.flatnonzero((np.arange(GAMES) + number) % 3)
        rng = random_bits_at(random_bits[rows], np.full(len(rows), number))
        before = kept.out.visible.raw.copy()
        said = query_agent(player, kept, rows, rng)
        assert np.array_equal(before, kept.out.visible.raw), number
        assert np.array_equal(said, query_agent(player, bare, rows, rng)), number
        actions = kept.out.mask.argmax(axis=1)
        actions[rows] = said
        for env in (kept, bare):
            env.step(actions)


def test_who_is_not_ours_never_sees_the_records_of_others() -> None:
    """A player with a method of that name is handed copies of its own rows."""
    setting = GameSetting.of("battle_rider", "skirmish", "recommended")
    env = setting.batch(GAMES, threads=1)
    env.start(np.arange(GAMES))

    class Curious:
        name, needs = "curious", Needs.RECORDS

        def reset(self, seed: int) -> None: ...

        def act(self, _: Any, masks: np.ndarray, visible: Games, *__: Any) -> np.ndarray:
            assert len(visible.states) == len(masks) == 3
            assert not np.shares_memory(visible.raw, env.out.visible.raw)
            return masks.argmax(axis=1)

        def act_in_place(self, *_: Any) -> np.ndarray:
            raise AssertionError("was shown all")

    query_agent(Curious(), env, np.arange(3))  # type: ignore[arg-type]
