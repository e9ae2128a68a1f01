"""Matches and evaluations with progress shown, and their output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_agents.arena.matches.batch_games import FinishedGame, OnGame
from spacecombat_agents.arena.matches.match import MatchResult, play_match
from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal
from spacecombat_agents.bots.bot_players import Player
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import Progress, print_table
from spacecombat_agents.training.torch_threads import set_torch_threads

if TYPE_CHECKING:
    from spacecombat_agents.arena.matches.replay_folder import ReplayFolder
    from spacecombat_agents.arena.tournament.match_store import MatchStore

__all__ = ["print_evaluation", "print_match", "run_evaluation", "run_match"]


def run_match(
    setting: GameSetting,
    players: tuple[Player, Player],
    *,
    pairs: int,
    seed: int,
    threads: int | None = None,
    save: Path | None = None,
    store: MatchStore | None = None,
    stop: StopSignal | None = None,
    clock: TimeControl | None = None,
) -> MatchResult:
    """Play a match and save its games if requested; `stop` as in `play_match`."""
    set_torch_threads(threads or 1)
    if store is not None:
        store.next_match()
    folder = None
    if save is not None:
        from spacecombat_agents.arena.matches.replay_folder import ReplayFolder

        folder = ReplayFolder(save, setting, players)
        folder.begin(pairs, seed)
    label = f"{players[0].name} against {players[1].name}"
    with Progress(2 * pairs, label) as progress:
        result = play_match(
            setting,
            players,
            pairs=pairs,
            seed=seed,
            threads=threads,
            progress=progress.advance,
            on_game=_all_callbacks(folder, store),
            on_batch=None if store is None else store.write_batch,
            stop=stop,
            clock=clock,
        )
    if folder is not None:
        folder.close(result)
    return result


def _all_callbacks(folder: ReplayFolder | None, store: MatchStore | None) -> OnGame | None:
    """Return a callback that passes a finished game to all callbacks."""
    callbacks = [each.add_game for each in (folder, store) if each is not None]
    if len(callbacks) < 2:
        return callbacks[0] if callbacks else None

    def on_game(game: FinishedGame) -> None:
        for callback in callbacks:
            callback(game)

    return on_game


def run_evaluation(
    setting: GameSetting,
    player: Player,
    opponents: list[Player],
    *,
    stop: StopSignal,
    **settings: Any,
) -> list[MatchResult]:
    """Play a player against several opponents; a request to stop skips the rest."""
    results: list[MatchResult] = []
    try:
        for opponent in opponents:
            if not stop.requests:
                match = run_match(setting, (player, opponent), stop=stop, **settings)
                results.append(match)
    except Interrupted:
        if not results:
            raise
    return results


def percent(result: MatchResult) -> str:
    """Return a score with its interval."""
    low, high = result.interval
    return f"{result.score_a:.1%} (95 % interval {low:.1%} to {high:.1%})"


def print_match(result: MatchResult) -> None:
    """Print a match."""
    low, high = result.first_seat_interval
    seats = result.median_decisions_per_seat
    print(f"{result.agent_a} against {result.agent_b}: {percent(result)}")
    if result.interrupted:
        print("  interrupted: only finished pairs count, and short games finish first")
    rows = {
        "games": f"{result.games} in {result.pairs} pairs, seed {result.seed}",
        "wins, draws, losses": f"{result.wins}, {result.draws}, {result.losses}",
        "turns per game": f"{result.mean_turns:.1f} on average",
        "decisions per game": f"{result.mean_decisions:.0f} on average",
        "decisions per seat": ", ".join(f"{s} {n:.0f}" for s, n in seats.items()) + " (median)",
        "first seat's score": f"{result.first_seat_score:.1%} ({low:.1%} to {high:.1%})",
        "games ended by": ", ".join(f"{why} {count}" for why, count in result.ends.items()),
        **_outcomes(result),
        "failures": _causes(result),
        "delegated": ", ".join(result.delegate) or "nothing",
        "speed": f"{result.decisions_per_s:,.0f} decisions/s, {result.seconds:.1f} s",
    }
    for key, value in rows.items():
        print(f"  {key:<20} {value}")
    if result.first_failure:
        print(f"  first failure: {result.first_failure.strip()}")


def _outcomes(result: MatchResult) -> dict[str, str]:
    """Return counts of victories by size, if the scenario has an outcome table."""
    if not result.outcomes:
        return {}
    counts = (f"{step.replace('.', ' ')} {n}" for step, n in result.outcomes.items())
    return {"outcomes": ", ".join(counts)}


def _causes(result: MatchResult) -> str:
    """Return failures by cause."""
    causes = (f"{cause} {count}" for cause, count in result.failures_by_cause.items())
    return ", ".join(causes) or "none"


def print_evaluation(results: Sequence[MatchResult]) -> None:
    """Print an agent's scores against several opponents."""
    print(f"{results[0].agent_a} in {results[0].scenario}\n")
    rows = [
        [
            result.agent_b,
            f"{result.score_a:.1%}",
            f"{result.interval.low:.1%} to {result.interval.high:.1%}",
            f"{result.wins}/{result.draws}/{result.losses}",
            f"{result.mean_turns:.1f}",
            str(result.failures),
        ]
        for result in results
    ]
    print_table(["against", "score", "95 % interval", "won/drawn/lost", "turns", "failures"], rows)
