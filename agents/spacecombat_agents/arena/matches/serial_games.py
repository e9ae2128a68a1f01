"""Games played one by one, for matches with bots in processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_agents.arena.matches.batch_games import BatchResult, FinishedGame, OnBatch
from spacecombat_agents.arena.stop_signal import StopSignal, ends_on_interrupt
from spacecombat_agents.bots.bot_players import BotPlayer, Player
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.core.model.seeds import new_secret
from spacecombat_env.core.ruleset import TALLY

__all__ = ["play_serially"]


def play_serially(
    setting: GameSetting,
    players: tuple[Player, Player],
    seeds: np.ndarray,
    seat_of_a: np.ndarray,
    clock: TimeControl,
    *,
    progress: Callable[[int], None] | None = None,
    on_game: Callable[[FinishedGame], None] | None = None,
    on_batch: OnBatch | None = None,
    stop: StopSignal | None = None,
) -> BatchResult:
    """Play one game per row, as `batch_games.play` does; end the bots' processes afterwards.

    The seeds that bots receive are made with a secret of these games. `on_batch` receives each pair
    when both of its games are over.
    """
    count = len(seeds)
    tally = np.zeros((count, len(TALLY)), np.int32)
    decisions, finished = np.zeros((count, 2), np.int64), np.zeros(count, bool)
    causes: dict[int, str] = {}
    notes: dict[int, str] = {}
    first_failure = ""
    stop_signal = stop or StopSignal()
    options: dict[str, Any] = {"clock": clock, "secret": new_secret()}
    try:
        with ends_on_interrupt(stop):
            for row in range(count):
                with stop_signal.interruptible():
                    seed, seat = int(seeds[row]), int(seat_of_a[row])
                    end = play_game(setting, players, seed, seat, **options)
                tally[row], decisions[row], finished[row] = end.tally, end.decisions, True
                if end.cause:
                    causes[row], notes[row] = end.cause, end.note
                    first_failure = first_failure or f"{end.cause}: {end.note}"
                if on_game is not None:
                    on_game(FinishedGame(row, seed, seat, end.actions, end.gave_up))
                if on_batch is not None and row % 2 == 1:
                    so_far = (
                        seeds,
                        seat_of_a,
                        tally,
                        decisions,
                        causes,
                        first_failure,
                        finished,
                        notes,
                    )
                    on_batch(row - 1, _pair_result(BatchResult(*so_far), row - 1))
                if progress is not None:
                    progress(1)
                stop_signal.raise_if_requested()
    finally:
        for player in players:
            if isinstance(player, BotPlayer):
                player.close()
    return BatchResult(seeds, seat_of_a, tally, decisions, causes, first_failure, finished, notes)


def _pair_result(played: BatchResult, first: int) -> BatchResult:
    """Return the two games of a pair."""
    rows = slice(first, first + 2)
    arrays = (played.seeds, played.seat_of_a, played.tally, played.decisions, played.finished)
    seeds, seat_of_a, tally, decisions, finished = (each[rows] for each in arrays)
    causes = {at: played.causes[first + at] for at in (0, 1) if first + at in played.causes}
    notes = {at: played.notes[first + at] for at in (0, 1) if first + at in played.notes}
    return BatchResult(seeds, seat_of_a, tally, decisions, causes, "", finished, notes)
