"""Matches: pairs of games between two agents, with a shared seed and swapped seats."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

import numpy as np

from spacecombat_agents.arena.matches.batch_games import (
    ILLEGAL_ACTION,
    BatchResult,
    OnBatch,
    OnGame,
    OnProgress,
    finished_pairs,
    play,
)
from spacecombat_agents.arena.statistics.intervals import (
    SEAT_RATIO_LIMITS,
    Interval,
    paired_interval,
)
from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal, ends_on_interrupt
from spacecombat_agents.bots.bot_players import (
    BotPlayer,
    Player,
    PlayerForm,
    given_player,
)
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import TWIN, derived_seed, new_seed
from spacecombat_env.core.presentation.perspective import DRAW
from spacecombat_env.core.ruleset import TALLY, RuleSet

__all__ = ["MatchResult", "pair_seeds", "paired_game_seeds", "play_match"]

BATCH = 512
"""Games at once. Agents draw random numbers in batch order: seed and batch fix the result."""
BATCH_OF_BOTS = 64
"""Games at once with a bot that has a deadline: slow bots show results earlier."""

SIDES = (0, 1)
DRAWN = "draw"
"""The name of a draw among the outcomes of a match."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, ready for JSON. A win scores 1, a draw 1/2."""

    agent_a: str
    agent_b: str
    ruleset: str
    scenario: str
    delegate: list[str]
    seed: int
    pairs: int
    games: int
    score_a: float
    interval: Interval
    """95 % confidence interval of A's score, by the effective sample size of pairs."""
    wins: int
    draws: int
    losses: int
    failures: int
    """Games lost by anything but play; `failures_by_cause` counts them."""
    failures_by_cause: dict[str, int]
    """Counts of `crash`, `late`, `illegal_word` and `endless`, by player (`a.crash`)."""
    first_failure: str
    """Exception or answer of the first failing agent; empty if none failed."""
    ends: dict[str, int]
    """Counts of end reasons; `crash`, `late` and `endless` if no action ended the game."""
    mean_turns: float
    mean_decisions: float
    """Mean decisions of both seats in a game."""
    median_decisions_per_seat: dict[str, float]
    first_seat_score: float
    first_seat_interval: Interval
    mean_margin_a: float
    """Mean points of A minus points of B at the end of a game."""
    seconds: float
    """Playing time."""
    decisions_per_s: float
    outcomes: dict[str, int] = field(default_factory=dict)
    """Counts by size of victory, if the scenario has an outcome table: `a` or `b` with the step
    (`a.decisive`), or `draw`."""
    interrupted: bool = False
    """Whether the match was stopped: only finished pairs count, and short games finish first."""

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers."""
        return {key: list(v) if isinstance(v, Interval) else v for key, v in asdict(self).items()}


def play_match(
    setting: GameSetting,
    players: Sequence[PlayerForm],
    *,
    pairs: int = 100,
    seed: int | None = None,
    threads: int | None = None,
    batch: int | None = None,
    progress: OnProgress | None = None,
    on_game: OnGame | None = None,
    on_batch: OnBatch | None = None,
    stop: StopSignal | None = None,
    clock: TimeControl | None = None,
) -> MatchResult:
    """Play `pairs` pairs of games of two players and summarize them.

    A player is an agent, a bot, a name ("scripted:captain", "duel.opp@officer", "bot:COMMAND") or a
    plain `function(observations, masks)`. A wrong one raises ConfigError before the first game.

    A plays the first seat in one game of a pair and the second seat in the other. Both games share
    the random events of play, and each has its own random set-up, so that one game does not reveal
    the secrets of the other.

    Everything follows from `seed`, except the random seeds that bots receive. Without a seed one is
    drawn; anyone who can guess the seed can compute the games.

    `on_game` receives each finished game, to save its replay, and `on_batch` each batch with all
    its games. With `stop`, a request to stop (stop_signal.py) ends the match and summarizes whole
    pairs; it raises Interrupted if there is none. Without `stop`, an interrupt leaves no result.
    Bots in processes (`BotPlayer`) play game by game, by the `clock`.
    """
    if len(players) != len(SIDES):
        raise ConfigError(f"players: {len(players)} are given, a match has two")
    with ExitStack() as made:
        a, b = (given_player(players[k], setting, f"players[{k}]") for k in SIDES)
        for player, form in ((a, players[0]), (b, players[1])):
            if isinstance(form, str) and hasattr(player, "close"):
                made.callback(player.close)
        callbacks: dict[str, Any] = {
            "progress": progress,
            "on_game": on_game,
            "on_batch": on_batch,
            "stop": stop,
        }
        return _play_match(
            setting,
            (a, b),
            callbacks,
            pairs=pairs,
            seed=seed,
            threads=threads,
            batch=batch,
            clock=clock,
        )


def _play_match(
    setting: GameSetting,
    players: tuple[Player, Player],
    callbacks: dict[str, Any],
    *,
    pairs: int,
    seed: int | None,
    threads: int | None,
    batch: int | None,
    clock: TimeControl | None,
) -> MatchResult:
    """Play a match of two players; the arguments are those of `play_match`."""
    stop, on_batch = callbacks["stop"], callbacks["on_batch"]
    seed = new_seed() if seed is None else seed
    batch = batch or _batch_size(players)
    if pairs < 1 or batch < 2:
        raise ConfigError(f"{pairs} pairs, {batch} games at once: at least 1 and 2 are needed")
    started = time.perf_counter()
    seeds = paired_game_seeds(pair_seeds(seed, pairs))
    seat_of_a = np.tile(np.array([0, 1], np.int8), pairs)
    batches: list[BatchResult] = []
    stop_signal = stop or StopSignal()
    with ends_on_interrupt(stop), stop_signal.deferred():
        if any(isinstance(player, BotPlayer) for player in players):
            from spacecombat_agents.arena.matches.serial_games import play_serially

            games = setting, players, seeds, seat_of_a, clock or TimeControl()
            batches.append(finished_pairs(play_serially(*games, **callbacks)))
        else:
            agents = cast("tuple[Agent, Agent]", players)
            for number, start in enumerate(range(0, 2 * pairs, batch - batch % 2)):
                rows = slice(start, min(start + batch - batch % 2, 2 * pairs))
                for player, agent in enumerate(agents):
                    agent.reset(derived_seed(seed, "player", number, player))
                env = setting.batch(rows.stop - rows.start, threads=threads)
                batch_result = play(
                    env,
                    agents,
                    seeds[rows],
                    seat_of_a[rows],
                    stop=stop,
                    progress=callbacks["progress"],
                    on_game=callbacks["on_game"],
                    first=start,
                )
                env.close()
                if on_batch is not None:
                    on_batch(start, batch_result)
                batches.append(finished_pairs(batch_result))
                stop_signal.raise_if_requested()
    played = sum(len(batch_result.seeds) for batch_result in batches)
    if not played:
        raise Interrupted("no pair of games was finished")
    elapsed = time.perf_counter() - started
    result = summarise(setting, players, batches, seed, elapsed)
    return replace(result, interrupted=played < 2 * pairs)


def _batch_size(players: tuple[Player, Player]) -> int:
    """Return how many games are played at once."""
    return BATCH_OF_BOTS if any(hasattr(player, "deadline") for player in players) else BATCH


def pair_seeds(seed: int, pairs: int) -> np.ndarray:
    """Return one game seed per pair, int64; a longer match begins with the same seeds."""
    state = np.random.SeedSequence([seed, 1]).generate_state(pairs, np.uint64)
    return (state >> np.uint64(1)).astype(np.int64)


def paired_game_seeds(seeds: np.ndarray) -> np.ndarray:
    """Return the seeds of both games of each pair, int64 (2n,): see `core.seeds.TWIN`."""
    return np.stack([seeds, seeds ^ TWIN], axis=1).reshape(-1)


def summarise(
    setting: GameSetting,
    players: tuple[Player, Player],
    batches: list[BatchResult],
    seed: int,
    seconds: float,
) -> MatchResult:
    """Turn finished games, in pairs, into the result of a match."""
    tally = np.concatenate([batch_result.tally for batch_result in batches])
    first = np.choose(tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
    is_first = np.concatenate([batch_result.seat_of_a for batch_result in batches]) == 0
    score = np.where(is_first, first, 1.0 - first)
    margin = np.where(is_first, 1, -1) * tally[:, TALLY.margin]
    return MatchResult(
        agent_a=players[0].name,
        agent_b=players[1].name,
        ruleset=setting.ruleset.name,
        scenario=setting.scenario.name,
        delegate=setting.delegated,
        seed=seed,
        pairs=len(score) // 2,
        games=len(score),
        score_a=float(score.mean()),
        interval=paired_interval(score[0::2], score[1::2]),
        wins=int((score == 1.0).sum()),
        draws=int((score == 0.5).sum()),
        losses=int((score == 0.0).sum()),
        first_seat_score=float(first.mean()),
        first_seat_interval=paired_interval(first[0::2], first[1::2], limits=SEAT_RATIO_LIMITS),
        mean_margin_a=float(margin.mean()),
        mean_turns=float(tally[:, TALLY.turns].mean()),
        seconds=seconds,
        **_count_end_reasons(setting.ruleset, batches),
        outcomes=_count_outcomes(setting, batches),
        **_decision_statistics(setting.ruleset, batches, seconds),
        **_count_failures(batches),
    )


def _count_end_reasons(ruleset: RuleSet, batches: list[BatchResult]) -> dict[str, Any]:
    """Return counts of end reasons.

    A failure reaches the engine as an illegal action; it is counted under its own cause.
    """
    names = dict(enumerate(ruleset.reasons))
    ends: Counter[str] = Counter()
    for batch_result in batches:
        for row, code in enumerate(batch_result.tally[:, TALLY.reason].tolist()):
            _, _, failed = batch_result.causes.get(row, ILLEGAL_ACTION).partition(".")
            is_illegal_action = f".{failed}" == ILLEGAL_ACTION
            ends[names.get(code, str(code)) if is_illegal_action else failed] += 1
    return {"ends": dict(ends.most_common())}


def _count_outcomes(setting: GameSetting, batches: list[BatchResult]) -> dict[str, int]:
    """Return counts of victories by size, as the scenario's outcome table names them."""
    counts: Counter[str] = Counter()
    for batch_result in batches:
        for row, seat_of_a in zip(
            batch_result.tally.tolist(), batch_result.seat_of_a.tolist(), strict=True
        ):
            verdict, reason = row[TALLY.verdict], row[TALLY.reason]
            step = setting.ruleset.outcome(setting.scenario, verdict, reason, row[TALLY.margin])
            if step:
                counts[f"{'a' if verdict == seat_of_a else 'b'}.{step}"] += 1
            elif verdict == DRAW:
                counts[DRAWN] += 1
    return dict(counts.most_common()) if set(counts) - {DRAWN} else {}


def _decision_statistics(
    ruleset: RuleSet, batches: list[BatchResult], seconds: float
) -> dict[str, Any]:
    """Return the mean number of decisions in a game."""
    decisions = np.concatenate([batch_result.decisions for batch_result in batches])
    medians = np.median(decisions, axis=0).tolist()
    return {
        "mean_decisions": float(decisions.sum(axis=1).mean()),
        "median_decisions_per_seat": dict(zip(ruleset.seats, medians, strict=True)),
        "decisions_per_s": float(decisions.sum() / seconds),
    }


def _count_failures(batches: list[BatchResult]) -> dict[str, Any]:
    """Return counts of games lost without a legal action, by cause."""
    causes = Counter(cause for batch_result in batches for cause in batch_result.causes.values())
    return {
        "failures": sum(causes.values()),
        "failures_by_cause": dict(sorted(causes.items())),
        "first_failure": next((p.first_failure for p in batches if p.first_failure), ""),
    }
