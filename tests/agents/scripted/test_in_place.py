"""Captains read records where they stand: they leave them as they are, and say what they say to
copies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.players.base import Needs, ReadsInPlace, ask, dealt
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

GAMES, WORDS = 24, 300


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
    setting = Setting.of(ruleset, scenario, delegate)
    kept, bare = (
        setting.batch(GAMES, threads=1, auto_reset=True, keep_seen=keep) for keep in (True, False)
    )
    for env in (kept, bare):
        env.start(np.arange(GAMES))
    player = make_agent(f"scripted:{captain}", setting)
    assert isinstance(player, ReadsInPlace)
    luck = np.arange(GAMES, dtype=np.uint64)
    for number in range(WORDS):
        rows = np.flatnonzero((np.arange(GAMES) + number) % 3)
        lots = dealt(luck[rows], np.full(len(rows), number))
        before = kept.out.seen.raw.copy()
        said = ask(player, kept, rows, lots)
        assert np.array_equal(before, kept.out.seen.raw), number
        assert np.array_equal(said, ask(player, bare, rows, lots)), number
        words = kept.out.mask.argmax(axis=1)
        words[rows] = said
        for env in (kept, bare):
            env.step(words)


def test_who_is_not_ours_never_sees_the_records_of_others() -> None:
    """A player with a method of that name is handed copies of its own rows."""
    setting = Setting.of("battle_rider", "skirmish", "recommended")
    env = setting.batch(GAMES, threads=1)
    env.start(np.arange(GAMES))

    class Curious:
        name, needs = "curious", Needs.SEEN

        def reset(self, seed: int) -> None: ...

        def act(self, _: Any, masks: np.ndarray, seen: Games, *__: Any) -> np.ndarray:
            assert len(seen.states) == len(masks) == 3
            assert not np.shares_memory(seen.raw, env.out.seen.raw)
            return masks.argmax(axis=1)

        def act_in_place(self, *_: Any) -> np.ndarray:
            raise AssertionError("was shown all")

    ask(Curious(), env, np.arange(3))  # type: ignore[arg-type]
