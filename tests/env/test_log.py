"""The log of a seat: numbered by its own count, and complete for who asks after every decision."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env.env.aec import CheckedWrapper, SpaceCombatAEC
from spacecombat_env.env.parallel import SpaceCombatParallel

GAMES = [
    ("battle_rider", "skirmish", None),
    ("battle_rider", "picket", ()),
    ("intercept_sensors", "picket", None),
    ("interceptor", "asteroid_field", None),
]
WORDS = 260


def known_to(env: CheckedWrapper, seat: int, since: int) -> int:
    """Return how many events of the true log since a count a seat may read."""
    state = env.unwrapped.game.games.states[0]
    count, length = int(state.log_count), len(state.log)
    assert count - since <= length
    return sum(int(state.log[n % length]["known"]) >> seat & 1 for n in range(since, count))


@pytest.mark.parametrize(("ruleset", "scenario", "delegate"), GAMES)
def test_who_polls_after_every_decision_misses_nothing(ruleset, scenario, delegate) -> None:
    env = CheckedWrapper(SpaceCombatAEC(ruleset, scenario, delegate=delegate))
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    agents = env.possible_agents
    read, total, true = [0, 0], [0, 0], 0
    lines: tuple[list[str], list[str]] = ([], [])
    for _ in range(WORDS):
        for seat, agent in enumerate(agents):
            lines[seat].extend(env.log(agent, since=read[seat]))
            read[seat] = env.log_count(agent)
            total[seat] += known_to(env, seat, true)
        assert read == total
        true = int(env.unwrapped.game.games.states[0].log_count)
        if not env.agents or env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert min(total) > 48, "more than a log once held"
    turns = [[line.split(".")[0] for line in own if line.startswith("Turn ")] for own in lines]
    last = len(turns[0])
    assert turns[0] == turns[1] == [f"Turn {n + 1}" for n in range(last)] and last > 1


@pytest.mark.parametrize("ruleset", ["battle_rider", "intercept_sensors"])
def test_a_seat_polls_what_is_new_in_every_form_of_the_environment(ruleset) -> None:
    env = SpaceCombatParallel(ruleset, "picket")
    env.reset(seed=1)
    agent = env.possible_agents[0]
    assert env.log(agent, since=env.log_count(agent)) == []
    assert env.log(agent, since=0) == env.log(agent)
