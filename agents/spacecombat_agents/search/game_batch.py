"""A batch of determinized games; finished games make room for others at once."""

from __future__ import annotations

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs, random_bits_at
from spacecombat_env.core.kernels.batch import REFRESH
from spacecombat_env.core.ruleset import TALLY, Games, select_games, wrap_games

__all__ = ["DEFAULT_WIDTH", "GameBatch", "read_more_than_masks"]

DEFAULT_WIDTH = 256
"""Default number of games: more exceed a core's cache, fewer make calls expensive."""
MARGIN_REWARD = "margin"
"""A finished game's reward is its margin; the tally holds the winner."""
FIRST_SEAT, SECOND_SEAT = 0, 1


class GameBatch:
    """Room for `width` determinized games of a setting, in rows 0 to `count`.

    Columns `job`, `action_counts`, `streams` belong to a game: the caller's number for it, actions
    taken in it, and the random streams (uint64) of its players.
    """

    def __init__(
        self, setting: GameSetting, width: int = DEFAULT_WIDTH, observes: bool = True
    ) -> None:
        self.env = setting.batch(width, threads=1, reward=MARGIN_REWARD, keep_visible=observes)
        self.kernels, self.table = self.env.kernels, self.env.scenario.table
        self.observes = observes
        """Whether observations or records are read; otherwise they are not written."""
        if not observes:
            self.env.out = self.env.out._replace(observation=np.zeros((width, 0), np.int8))
        self.width, self.count = width, 0
        self.job = np.zeros(width, np.int64)
        self.action_counts = np.zeros(width, np.int64)
        self.streams = np.zeros(width, np.uint64)
        self._rows = np.arange(width)
        self._views: dict[int, Games] = {}
        """Cached views of the first n records."""

    # -- rows ------------------------------------------------------------------------------------

    @property
    def free_rows(self) -> int:
        """Return how many games may be added."""
        return self.width - self.count

    def clear(self) -> None:
        """Remove all games."""
        self.count = 0

    def add(self, worlds: Games, rows: np.ndarray, jobs: np.ndarray, streams: np.ndarray) -> None:
        """Add copies of some worlds; there must be room for them."""
        low, high = self.count, self.count + len(rows)
        self.env.games.int64[low:high] = worlds.int64[rows]
        self.job[low:high], self.streams[low:high], self.action_counts[low:high] = jobs, streams, 0
        self.count = high
        self.refresh(low, high)

    def refresh(self, low: int, high: int) -> None:
        """Update the outputs of games that were written into rows low..high-1."""
        self.env.out.seat[low:high] = FIRST_SEAT
        self.env.actions[low:high] = REFRESH
        self.env.advance(low, high)

    def remove(self, done: np.ndarray) -> list[tuple[int, int]]:
        """Remove the games marked in bool (count,); return the moves as (from, to) rows."""
        left = self.count - int(done.sum())
        gaps = np.flatnonzero(done[:left])
        movers = left + np.flatnonzero(~done[left:])
        out, games = self.env.out, self.env.games
        for column in (self.job, self.action_counts, self.streams, games.int64, out.mask, out.seat):
            column[gaps] = column[movers]
        if self.observes:
            out.observation[gaps] = out.observation[movers]
            out.visible.int64[gaps] = out.visible.int64[movers]
        self.count = left
        return list(zip(movers.tolist(), gaps.tolist(), strict=True))

    # -- outputs ----------------------------------------------------------------------------------

    @property
    def seats(self) -> np.ndarray:
        """The seat to act in each game, int8 (count,); -1 if it is over."""
        seats = self.env.out.seat[: self.count]
        if self.observes:
            return seats
        to_act = self.env.games.states["seat"][: self.count]
        return np.where(seats < 0, seats, to_act).astype(np.int8)

    @property
    def masks(self) -> np.ndarray:
        """Their legal actions, int8 (count, A)."""
        return self.env.out.mask[: self.count]

    @property
    def turn_numbers(self) -> np.ndarray:
        """The turn of each game: (count,), a copy."""
        return self.env.games.states["turn"][: self.count].astype(np.int64)

    def steps(self, rows: np.ndarray) -> np.ndarray:
        """Return the engine's step counts of some games: int64; -1 if the rule set has none."""
        steps = self.kernels.steps
        if steps is None:
            return np.full(len(rows), -1, np.int64)
        return np.array([steps(self.env.games, row) for row in rows.tolist()], np.int64)

    def random_bits(self) -> np.ndarray:
        """Return random bits for each game, uint64 (count,), by stream and action count."""
        return random_bits_at(self.streams[: self.count], self.action_counts[: self.count])

    # -- play ------------------------------------------------------------------------------------

    def query_players(self, players: tuple[Agent, Agent]) -> np.ndarray:
        """Return the players' actions in all games, int64 (count,)."""
        if players[0] is players[1]:
            return self._query_player(players[0], None)
        actions = np.full(self.count, REFRESH, np.int64)
        seats = self.seats
        for seat, player in enumerate(players):
            rows = np.flatnonzero(seats == seat)
            if rows.size:
                actions[rows] = self._query_player(player, rows)
        return actions

    def _query_player(self, player: Agent, rows: np.ndarray | None) -> np.ndarray:
        """Return a player's actions for some games; nothing is copied if it plays all of them."""
        which = slice(0, self.count) if rows is None else rows
        floats = visible = None
        if Needs.OBSERVATIONS in player.needs:
            floats = self.env.floats(self._rows[which])
        if Needs.RECORDS in player.needs:
            visible = self._records(rows)
        inputs = floats, self.env.out.mask[which], visible, self.seats[which]
        if getattr(player, "takes_random_bits", False):
            return player.act(*inputs, random_bits=self.random_bits()[which])  # type: ignore[call-arg]
        return player.act(*inputs)

    def _records(self, rows: np.ndarray | None) -> Games:
        """Return the redacted records of some games: copies, or a view of all."""
        if rows is not None:
            return select_games(self.env.out.visible, rows)
        if self.count not in self._views:
            self._views[self.count] = wrap_games(self.env.out.visible.states[: self.count])
        return self._views[self.count]

    def step(self, actions: np.ndarray) -> None:
        """Apply an action in each game, int (count,); an illegal one loses it for the seat."""
        self.env.actions[: self.count] = actions
        self.env.advance(0, self.count)
        self.action_counts[: self.count] += 1

    def results(self, rows: np.ndarray) -> np.ndarray:
        """Return the results of finished games for the first seat: float64, 1 won, -1 lost."""
        verdicts = self.env.out.tally[rows, TALLY.verdict]
        return (verdicts == FIRST_SEAT).astype(np.float64) - (verdicts == SECOND_SEAT)

    def margins(self, rows: np.ndarray) -> np.ndarray:
        """Return the margins of finished games, for the first seat: int64."""
        return self.env.out.tally[rows, TALLY.margin].astype(np.int64)

    def truncate(self, rows: np.ndarray) -> None:
        """End games as they stand, without a winner, so that their margins are known."""
        actions = self.env.actions
        for row in rows.tolist():
            actions[row] = self.env.out.mask.shape[1]
            self.env.advance(row, row + 1)

    def close(self) -> None:
        """Release the threads."""
        self.env.close()


def read_more_than_masks(players: tuple[Agent, Agent]) -> bool:
    """Return whether one of two players reads more than legal actions."""
    return any(player.needs != Needs.MASKS for player in players)
