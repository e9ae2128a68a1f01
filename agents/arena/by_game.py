"""Games one after the other, for matches in which a bot plays that is talked to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_agents.arena.playing import Book, Game, Played
from spacecombat_agents.arena.stopping import Stop, ended_by
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.games import play_game
from spacecombat_agents.bots.players import BotPlayer, Player
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.core.seeds import new_secret


def play_by_game(
    setting: Setting,
    players: tuple[Player, Player],
    seeds: np.ndarray,
    seat_of_a: np.ndarray,
    clock: Clock,
    *,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[Game], None] | None = None,
    book: Book | None = None,
    stop: Stop | None = None,
) -> Played:
    """Play one game a row, as `playing.play` does; at the end the bots' processes are ended.

    The seeds that bots are given are made with a secret of these games. `book` is handed each pair
    when both of its games are over.
    """
    count = len(seeds)
    tally = np.zeros((count, len(TALLY)), np.int32)
    decisions, over = np.zeros((count, 2), np.int64), np.zeros(count, bool)
    causes: dict[int, str] = {}
    notes: dict[int, str] = {}
    first_failure = ""
    asker = stop or Stop()
    its: dict[str, Any] = {"clock": clock, "secret": new_secret()}
    try:
        with ended_by(stop):
            for row in range(count):
                with asker.cuttable():
                    seed, seat = int(seeds[row]), int(seat_of_a[row])
                    end = play_game(setting, players, seed, seat, **its)
                tally[row], decisions[row], over[row] = end.tally, end.decisions, True
                if end.cause:
                    causes[row], notes[row] = end.cause, end.note
                    first_failure = first_failure or f"{end.cause}: {end.note}"
                if keep is not None:
                    keep(Game(row, seed, seat, end.words, end.gave_up))
                if book is not None and row % 2 == 1:
                    so_far = seeds, seat_of_a, tally, decisions, causes, first_failure, over, notes
                    book(row - 1, _pair(Played(*so_far), row - 1))
                if progress is not None:
                    progress(1)
                asker.heed()
    finally:
        for player in players:
            if isinstance(player, BotPlayer):
                player.close()
    return Played(seeds, seat_of_a, tally, decisions, causes, first_failure, over, notes)


def _pair(played: Played, first: int) -> Played:
    """Return two games of those played so far."""
    rows = slice(first, first + 2)
    arrays = (played.seeds, played.seat_of_a, played.tally, played.decisions, played.over)
    seeds, seat_of_a, tally, decisions, over = (each[rows] for each in arrays)
    causes = {at: played.causes[first + at] for at in (0, 1) if first + at in played.causes}
    notes = {at: played.notes[first + at] for at in (0, 1) if first + at in played.notes}
    return Played(seeds, seat_of_a, tally, decisions, causes, "", over, notes)
