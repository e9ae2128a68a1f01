"""Decisions linked by chain: who follows whom, what is kept for the next rollout, what is saved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.training.fast.rollout_buffer import ReturnParameters, RolloutBuffer  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import TrajectoryEnds  # noqa: E402
from spacecombat_agents.training.rollout.trajectory_buffer import (  # noqa: E402
    LINK_COLUMNS,
    OPEN,
    TERMINAL,
    TrajectoryBuffer,
)


class Numbered(TrajectoryBuffer):
    """Decisions that are a number each, as an array and as a tensor."""

    columns = ("number", "twin", *LINK_COLUMNS)

    def __init__(self) -> None:
        self.number = np.zeros(20, np.int64)
        self.twin = torch.zeros(20, dtype=torch.int64)
        self.allocate_links(20, games=2)

    def add(self, *buffer: int) -> None:
        """Store a decision of each of some chains, numbered 10 x chain + how many came before."""
        before = self.count
        at = self.add_decisions(np.array(buffer))
        self.number[at] = 10 * np.array(buffer) + before
        self.twin[at] = torch.from_numpy(self.number[at])


COMPUTED = ("magnet_log_probs",)
"""Columns that are computed before each update, not stored."""


def trajectory_ends(*buffer: int, rewards: tuple[float, ...]) -> TrajectoryEnds:
    """Return chains that came to their end."""
    return TrajectoryEnds(np.array(buffer), np.array(rewards, np.float32))


def read_back(links: TrajectoryBuffer) -> dict[str, Any]:
    """Return a state as it is read from a file."""
    return {
        name: torch.from_numpy(each.copy()) if isinstance(each, np.ndarray) else each.clone()
        for name, each in links.state().items()
    }


@pytest.fixture
def links() -> Numbered:
    """Chains 0 and 1 of a game that is over, 2 with two decisions that is not."""
    made = Numbered()
    made.add(0, 2)
    made.add(1)
    made.add(2, 0)
    made.end_trajectories(trajectory_ends(0, 1, rewards=(1.0, -1.0)))
    return made


def test_a_decision_is_linked_to_the_next_of_its_chain(links: Numbered) -> None:
    assert links.next[:5].tolist() == [4, 3, TERMINAL, OPEN, TERMINAL]
    assert links.rewards[:5].tolist() == [0.0, 0.0, -1.0, 0.0, 1.0]
    assert links.complete_rows().tolist() == [0, 1, 2, 4]


def test_a_chain_that_ended_begins_anew(links: Numbered) -> None:
    links.add(0)
    assert links.next[4] == TERMINAL and links.next[5] == OPEN


def test_who_never_decided_ends_without_an_action(links: Numbered) -> None:
    before = links.rewards.tolist(), links.next.tolist()
    links.end_trajectories(trajectory_ends(3, rewards=(1.0,)))
    assert (links.rewards.tolist(), links.next.tolist()) == before


def test_what_is_open_goes_to_the_front_and_on(links: Numbered) -> None:
    links.add(3)
    links.carry_over()
    assert links.count == 2
    assert links.number[:2].tolist() == links.twin[:2].tolist() == [23, 35]
    assert links.next[:2].tolist() == [OPEN, OPEN]
    links.add(2)
    assert links.next[:3].tolist() == [2, OPEN, OPEN]
    assert links.rewards[:3].tolist() == [0.0] * 3, "nothing is left of who stood there before"
    links.end_trajectories(trajectory_ends(2, 3, rewards=(0.5, -0.5)))
    assert links.rewards[:3].tolist() == [0.0, -0.5, 0.5]


def test_it_goes_on_from_a_state_as_if_nothing_had_been(links: Numbered) -> None:
    other = Numbered()
    other.add(1, 3, 0)  # of a run that is left behind
    assert list(links.state()) == [*Numbered.columns, "latest"]
    other.restore(read_back(links))
    for each in (links, other):
        each.add(2, 1)
        each.end_trajectories(trajectory_ends(2, 3, rewards=(1.0, -1.0)))
    for name in (*Numbered.columns, "latest"):
        ours, theirs = getattr(links, name), getattr(other, name)
        assert ours[: links.count].tolist() == theirs[: links.count].tolist(), name
    assert other.count == links.count


def test_all_that_the_fast_learner_stores_is_saved() -> None:
    """Every column differs from what was there before; results follow from the state alone."""
    rng, rows = np.random.default_rng(1), 3
    made, other = (RolloutBuffer(10, 2, (4, 5, 3)) for _ in range(2))
    for number in range(2):
        probs = rng.random((rows, 3)).astype(np.float32) + 0.1
        at = made.add_decisions(np.arange(rows))
        made.observations[at] = rng.integers(1, 9, (rows, 4)).astype(np.int8)
        made.continues_order[at] = np.array([number > 0, False, number > 0])
        made.teacher_actions[at] = rng.integers(1, 5, rows)
        made.potentials[at] = rng.random(rows)
        made.in_setup[at] = True
        made.actions[at] = rng.integers(1, 5, rows)
        made.log_probs[at] = rng.random(rows).astype(np.float32) - 2.0
        made.all_log_probs[at] = torch.from_numpy(rng.random((rows, 5)) - 2.0)
        made.outcomes[at] = probs
        made.value_estimates[at] = probs[:, 0] - probs[:, 2]
    made.end_trajectories(trajectory_ends(0, 1, rewards=(1.0, -1.0)))
    other.restore(read_back(made))
    for each in (made, other):
        each.compute_advantages(ReturnParameters(1.0, 0.5, 0.25))
    assert made.usable.tolist() == other.usable.tolist() == [0, 1, 2, 3, 4]
    for name, column in vars(made).items():
        if isinstance(column, np.ndarray | torch.Tensor) and name not in COMPUTED:
            wanted, found = np.asarray(column), np.asarray(getattr(other, name))
            assert np.any(wanted != 0), name
            assert np.array_equal(wanted, found, equal_nan=wanted.dtype.kind == "f"), name
