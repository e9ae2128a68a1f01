"""Replay a recorded game at a table, to continue from its end."""

from __future__ import annotations

from collections.abc import Callable

from spacecombat_env.env.game import Game
from spacecombat_env.env.table.ending import DRAWN
from spacecombat_env.replay import Replay

__all__ = ["forfeit_of", "replay_actions"]


def replay_actions(replay: Replay, game: Game, step: Callable[[int], object]) -> None:
    """Apply all actions of a recorded game. Raise ReplayError if it plays differently."""
    last = len(replay.actions)
    for number, action in enumerate(replay.actions, start=1):
        if game.seat < 0 or not (game.is_legal(action) or (replay.outcome and number == last)):
            raise replay.error(f"tokens[{number}]", "is not legal here")
        step(action)
    if game.digest() != replay.digests[-1]:
        raise replay.error("digests", "the game leads to another position than the recorded one")


def forfeit_of(replay: Replay, seats: tuple[str, ...], game: Game) -> tuple[str, str]:
    """Return the seat that forfeited a recorded game (`draw`: by consent), and why.

    Raise ReplayError if no seat can have forfeited it.
    """
    seat, _, cause = replay.result_cause.partition(": ")
    if seat not in (*seats, DRAWN) or game.seat < 0:
        raise replay.error("result_cause", "no seat of an open game, nor draw")
    return seat, cause
