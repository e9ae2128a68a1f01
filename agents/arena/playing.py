"""Batches of games between two agents: who is asked, what is heard, what fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.answers import answers
from spacecombat_agents.arena.spoken import Spoken
from spacecombat_agents.arena.stopping import Stop, ended_by
from spacecombat_agents.players.base import LONGEST_STREAK, Agent, dealt
from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.vector import BatchEnv

SEATS = np.array([0, 1])
ILLEGAL_WORD = ".illegal_word"
"""The cause of a failure that the rules know, too: it ends a game as an illegal order."""


Progress = Callable[[int], None]
"""Told the number of games finished so far."""


class Played(NamedTuple):
    """What happened in a batch of games, one row a game."""

    seeds: np.ndarray
    """int64 (n,)."""
    seat_of_a: np.ndarray
    """int8 (n,)."""
    tally: np.ndarray
    """int32 (n, len(Tally))."""
    decisions: np.ndarray
    """int64 (n, 2): decisions asked of each seat."""
    causes: dict[int, str]
    """Games lost by a failure: row -> `a.crash` and the like."""
    first_failure: str
    over: np.ndarray
    """bool (n,): the game was finished; all of them, unless somebody stopped."""
    notes: dict[int, str] = {}
    """Games lost by a failure: row -> what the agent raised or answered."""


class Game(NamedTuple):
    """A finished game, to be kept."""

    number: int
    """In its match: games 2k and 2k + 1 are pair k."""
    seed: int
    seat_of_a: int
    words: np.ndarray
    """int32: the words spoken, in order."""
    gave_up: str = ""
    """`seat: why` where a bot gave the game up or was taken out of it."""


Keep = Callable[[Game], None]
Book = Callable[[int, Played], None]
"""Handed a batch when it is over, or was stopped, and the number of its first game."""


@dataclass
class _Table:
    """Games under way, and who plays which seat of them."""

    env: BatchEnv
    players: tuple[Agent, Agent]
    seat_of_a: np.ndarray
    lots: np.random.Generator = field(default_factory=np.random.default_rng)
    """For the order in which games are put to a player: it tells no pair."""
    luck: np.ndarray | None = None
    """uint64 (n, 2): of the player in each seat, or None where players have their own."""
    causes: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    first_failure: str = ""

    def __post_init__(self) -> None:
        """Begin to count how often each seat is asked, and how long it has the word in a turn."""
        self.asked = np.zeros((self.env.num_envs, 2), np.int64)
        self._speaker = self.env.out.seat.copy()
        self._turn = self.env.games.states["turn"].copy()
        self._streak = np.zeros(self.env.num_envs, np.int64)

    def words(self) -> np.ndarray:
        """Ask both players about all games in which they are to act; -1 where a game is over."""
        turn = self.env.games.states["turn"]
        self._streak += 1
        self._streak[(self.env.out.seat != self._speaker) | (turn != self._turn)] = 0
        self._speaker[:], self._turn[:] = self.env.out.seat, turn
        words = np.full(self.env.num_envs, -1, np.int64)
        for player, name in enumerate("ab"):
            seats = self.seat_of_a if player == 0 else 1 - self.seat_of_a
            rows = self.lots.permutation(np.flatnonzero(self.env.out.seat == seats))
            if rows.size:
                words[rows] = self._ask(self.players[player], name, rows)
        self.asked += self.env.out.seat[:, None] == SEATS
        return words

    def _lots(self, rows: np.ndarray) -> np.ndarray | None:
        """Return a lot for each of some games, which its seat, its luck and its decision fix."""
        if self.luck is None:
            return None
        at = rows, self.env.out.seat[rows]
        return dealt(self.luck[at], self.asked[at])

    def _ask(self, agent: Agent, name: str, rows: np.ndarray) -> np.ndarray:
        """Return an agent's words for some games; failures become a word that loses the game."""
        words, failures = answers(agent, self.env, rows, self._lots(rows))
        for at, failure in failures.items():
            self._fail(int(rows[at]), f"{name}.{failure.cause}", failure.words)
        masks = self.env.out.mask[rows]
        inside = (words >= 0) & (words < masks.shape[1])
        legal = inside & (masks[np.arange(len(rows)), np.where(inside, words, 0)] == 1)
        for at in np.setdiff1d(np.flatnonzero(~legal), list(failures)):
            self._fail(int(rows[at]), name + ILLEGAL_WORD, f"word {words[at]} is not legal")
        endless = self._streak[rows] > LONGEST_STREAK
        for row in rows[endless]:
            self._fail(int(row), f"{name}.endless", f"{LONGEST_STREAK} words on end")
        return np.where(legal & ~endless, words, masks.argmin(axis=1))

    def _fail(self, row: int, cause: str, words: str) -> None:
        """Book the first failure of a game."""
        self.causes.setdefault(row, cause)
        self.notes.setdefault(row, words)
        self.first_failure = self.first_failure or f"{cause}: {words}"


def play(
    env: BatchEnv,
    players: tuple[Agent, Agent],
    seeds: np.ndarray,
    seat_of_a: np.ndarray,
    *,
    progress: Progress | None = None,
    keep: Keep | None = None,
    first: int = 0,
    stop: Stop | None = None,
    luck: np.ndarray | None = None,
) -> Played:
    """Play one game a row, from its seed to its end; `players` are A and B.

    With `luck`, uint64 (n, 2), that of players who take lots is dealt by game and seat: such a game
    goes as it goes alone.

    `keep` is handed each game when it ends, numbered from `first`. A request to `stop` (within
    `stop.whole`) ends it: what is over counts, and has been kept.
    """
    lots = np.random.default_rng(derived_seed(seeds.tobytes(), "order"))
    asker = stop or Stop()
    with asker.cuttable():
        out = env.start(seeds)
    table = _Table(env, players, seat_of_a, lots, luck)
    count = len(seeds)
    tally = np.zeros_like(out.tally)
    over = np.zeros(count, bool)
    spoken = Spoken(count)
    with ended_by(stop):
        while True:
            for row in np.flatnonzero((out.seat < 0) & ~over).tolist():
                if keep is not None:
                    keep(Game(first + row, int(seeds[row]), int(seat_of_a[row]), spoken.of(row)))
                tally[row], over[row] = out.tally[row], True
                if progress is not None:
                    progress(1)
                asker.heed()
            if over.all():
                break
            with asker.cuttable():
                words = table.words()
            if keep is not None:
                spoken.add(words)
            env.step(words)
    told = table.causes, table.first_failure, over, table.notes
    return Played(seeds, seat_of_a, tally, table.asked, *told)


def finished_pairs(part: Played) -> Played:
    """Return the pairs of games of a batch that are over."""
    rows = np.flatnonzero(np.repeat(part.over.reshape(-1, 2).all(axis=1), 2))
    places = {row: at for at, row in enumerate(rows.tolist())}
    causes = {places[row]: cause for row, cause in part.causes.items() if row in places}
    notes = {places[row]: note for row, note in part.notes.items() if row in places}
    return part._replace(
        seeds=part.seeds[rows],
        seat_of_a=part.seat_of_a[rows],
        tally=part.tally[rows],
        decisions=part.decisions[rows],
        causes=causes,
        over=part.over[rows],
        notes=notes,
    )
