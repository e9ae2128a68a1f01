"""Decisions linked by chain: who follows whom, what is kept for the next rollout, what is saved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.training.fast.chains import Chains, Rates  # noqa: E402
from spacecombat_agents.training.games import Ended  # noqa: E402
from spacecombat_agents.training.links import LINKED, OPEN, OVER, Links  # noqa: E402


class Numbered(Links):
    """Decisions that are a number each, as an array and as a tensor."""

    columns = ("number", "twin", *LINKED)

    def __init__(self) -> None:
        self.number = np.zeros(20, np.int64)
        self.twin = torch.zeros(20, dtype=torch.int64)
        self.make_room(20, games=2)

    def add(self, *chains: int) -> None:
        """Store a decision of each of some chains, numbered 10 x chain + how many came before."""
        before = self.count
        at = self.join(np.array(chains))
        self.number[at] = 10 * np.array(chains) + before
        self.twin[at] = torch.from_numpy(self.number[at])


def ended(*chains: int, rewards: tuple[float, ...]) -> Ended:
    """Return chains that came to their end."""
    return Ended(np.array(chains), np.array(rewards, np.float32))


def read_back(links: Links) -> dict[str, Any]:
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
    made.end(ended(0, 1, rewards=(1.0, -1.0)))
    return made


def test_a_decision_is_linked_to_the_next_of_its_chain(links: Numbered) -> None:
    assert links.next[:5].tolist() == [4, 3, OVER, OPEN, OVER]
    assert links.gains[:5].tolist() == [0.0, 0.0, -1.0, 0.0, 1.0]
    assert links.known().tolist() == [0, 1, 2, 4]


def test_a_chain_that_ended_begins_anew(links: Numbered) -> None:
    links.add(0)
    assert links.next[4] == OVER and links.next[5] == OPEN


def test_who_never_decided_ends_without_a_word(links: Numbered) -> None:
    before = links.gains.tolist(), links.next.tolist()
    links.end(ended(3, rewards=(1.0,)))
    assert (links.gains.tolist(), links.next.tolist()) == before


def test_what_is_open_goes_to_the_front_and_on(links: Numbered) -> None:
    links.add(3)
    links.carry_over()
    assert links.count == 2
    assert links.number[:2].tolist() == links.twin[:2].tolist() == [23, 35]
    assert links.next[:2].tolist() == [OPEN, OPEN]
    links.add(2)
    assert links.next[:3].tolist() == [2, OPEN, OPEN]
    assert links.gains[:3].tolist() == [0.0] * 3, "nothing is left of who stood there before"
    links.end(ended(2, 3, rewards=(0.5, -0.5)))
    assert links.gains[:3].tolist() == [0.0, -0.5, 0.5]


def test_it_goes_on_from_a_state_as_if_nothing_had_been(links: Numbered) -> None:
    other = Numbered()
    other.add(1, 3, 0)  # of a run that is left behind
    assert list(links.state()) == [*Numbered.columns, "latest"]
    other.restore(read_back(links))
    for each in (links, other):
        each.add(2, 1)
        each.end(ended(2, 3, rewards=(1.0, -1.0)))
    for name in (*Numbered.columns, "latest"):
        ours, theirs = getattr(links, name), getattr(other, name)
        assert ours[: links.count].tolist() == theirs[: links.count].tolist(), name
    assert other.count == links.count


def test_all_that_the_fast_learner_stores_is_saved() -> None:
    """Every column differs from what was there before; results follow from the state alone."""
    luck, rows = np.random.default_rng(1), 3
    made, other = (Chains(10, 2, (4, 5, 3)) for _ in range(2))
    for number in range(2):
        chances = luck.random((rows, 3)).astype(np.float32) + 0.1
        at = made.join(np.arange(rows))
        made.seen[at] = luck.integers(1, 9, (rows, 4)).astype(np.int8)
        made.within[at] = np.array([number > 0, False, number > 0])
        made.taught[at] = luck.integers(1, 5, rows)
        made.standing[at] = luck.random(rows)
        made.words[at] = luck.integers(1, 5, rows)
        made.chances[at] = luck.random(rows).astype(np.float32) - 2.0
        made.held[at] = torch.from_numpy(luck.random((rows, 5)) - 2.0)
        made.outcomes[at] = chances
        made.guesses[at] = chances[:, 0] - chances[:, 2]
    made.end(ended(0, 1, rewards=(1.0, -1.0)))
    other.restore(read_back(made))
    for each in (made, other):
        each.finish(Rates(1.0, 0.5, 0.25))
    assert made.usable.tolist() == other.usable.tolist() == [0, 1, 2, 3, 4]
    for name, column in vars(made).items():
        if isinstance(column, np.ndarray | torch.Tensor):
            wanted, found = np.asarray(column), np.asarray(getattr(other, name))
            assert np.any(wanted != 0), name
            assert np.array_equal(wanted, found, equal_nan=wanted.dtype.kind == "f"), name
