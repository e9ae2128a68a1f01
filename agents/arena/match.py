"""Matches: two agents, pairs of games with one luck and the seats exchanged, many games at once."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

import numpy as np

from spacecombat_agents.arena.playing import (
    ILLEGAL_WORD,
    Book,
    Keep,
    Played,
    Progress,
    finished_pairs,
    play,
)
from spacecombat_agents.arena.statistics import SEAT_RATIO_LIMITS, Interval, paired_interval
from spacecombat_agents.arena.stopping import Interrupted, Stop, ended_by
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.players import BotPlayer, Player
from spacecombat_agents.players.base import Agent
from spacecombat_agents.setting import Setting
from spacecombat_env.compiling import compiling_seconds
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import TALLY, RuleSet
from spacecombat_env.core.seeds import TWIN, derived_seed, new_seed
from spacecombat_env.core.telling import DRAW

BATCH = 512
"""Games at once. Luck of agents is drawn in batch order: results repeat for one seed and batch."""
BATCH_OF_BOTS = 64
"""Games at once where a bot with a deadline plays: slow ones show results before all are played."""

DRAWN = "draw"
"""Among the outcomes of a match."""


@dataclass(frozen=True)
class MatchResult:
    """What a match showed, ready for JSON. Scores count a win 1, a draw 1/2."""

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
    """Where A's score lies with 95 % confidence, by the pair-effective sample."""
    wins: int
    draws: int
    losses: int
    failures: int
    """Games lost by anything but play: what `failures_by_cause` counts."""
    failures_by_cause: dict[str, int]
    """`crash`, `late`, `illegal_word` and `endless`, of `a` or `b` (`a.crash`): how often."""
    first_failure: str
    """What the first failing agent raised or answered; empty where none failed."""
    ends: dict[str, int]
    """Why games ended: how often; `crash`, `late` and `endless` where no word decided."""
    mean_turns: float
    mean_decisions: float
    """Decisions of both seats in a game."""
    median_decisions_per_seat: dict[str, float]
    first_seat_score: float
    first_seat_interval: Interval
    mean_margin_a: float
    """Points of A over B at the end of a game."""
    seconds: float
    """Time played, without what was compiled meanwhile."""
    decisions_per_s: float
    outcomes: dict[str, int] = field(default_factory=dict)
    """By how much games were won where the scenario has an outcome table: `a` or `b` and the step
    (`a.decisive`), or `draw`: how often."""
    interrupted: bool = False
    """Somebody stopped it: these are the pairs that were finished, short games before long ones."""

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers."""
        return {key: list(v) if isinstance(v, Interval) else v for key, v in asdict(self).items()}


def play_match(
    setting: Setting,
    players: tuple[Player, Player],
    *,
    pairs: int = 100,
    seed: int | None = None,
    threads: int | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    book: Book | None = None,
    stop: Stop | None = None,
    clock: Clock | None = None,
) -> MatchResult:
    """Play `pairs` pairs of games and sum them up.

    A plays the first seat in one game of a pair and the second seat in the other. Both have the
    same luck in play, and each its own lots of the set-up: what is secret in one is not to be read
    in the other. Everything follows from `seed`, which is drawn where none is named (who can guess
    it can compute the games), but for what a bot is given for its own lots. `keep` is handed each
    finished game, to save its replay, `book` each batch with all its games. With `stop`, a request
    to stop (stopping.py) ends the match, and whole pairs are summed up; Interrupted for none.
    Without, who asks somebody else to stop is not answered here: there is no result.
    A bot that is talked to (`BotPlayer`) plays game by game, by the `clock`.
    """
    seed = new_seed() if seed is None else seed
    batch = batch or _games_at_once(players)
    if pairs < 1 or batch < 2:
        raise ConfigError(f"{pairs} pairs, {batch} games at once: too few")
    begun = time.perf_counter() - compiling_seconds()
    seeds = both_games(pair_seeds(seed, pairs))
    seat_of_a = np.tile(np.array([0, 1], np.int8), pairs)
    parts: list[Played] = []
    asker = stop or Stop()
    with ended_by(stop), asker.whole():
        if any(isinstance(player, BotPlayer) for player in players):
            from spacecombat_agents.arena.by_game import play_by_game

            its: dict[str, Any] = {"progress": progress, "keep": keep, "book": book, "stop": stop}
            games = setting, players, seeds, seat_of_a, clock or Clock()
            parts.append(finished_pairs(play_by_game(*games, **its)))
        else:
            agents = cast("tuple[Agent, Agent]", players)
            for number, start in enumerate(range(0, 2 * pairs, batch - batch % 2)):
                rows = slice(start, min(start + batch - batch % 2, 2 * pairs))
                for player, agent in enumerate(agents):
                    agent.reset(derived_seed(seed, "player", number, player))
                env = setting.batch(rows.stop - rows.start, threads=threads)
                kept: dict[str, Any] = {"progress": progress, "keep": keep, "first": start}
                part = play(env, agents, seeds[rows], seat_of_a[rows], stop=stop, **kept)
                env.close()
                if book is not None:
                    book(start, part)
                parts.append(finished_pairs(part))
                asker.heed()
    played = sum(len(part.seeds) for part in parts)
    if not played:
        raise Interrupted("no pair of games was finished")
    spent = time.perf_counter() - compiling_seconds() - begun
    result = summarise(setting, players, parts, seed, spent)
    return replace(result, interrupted=played < 2 * pairs)


def _games_at_once(players: tuple[Player, Player]) -> int:
    """Return how many games are played side by side."""
    return BATCH_OF_BOTS if any(hasattr(player, "deadline") for player in players) else BATCH


def pair_seeds(seed: int, pairs: int) -> np.ndarray:
    """Return one game seed a pair, int64; a longer match begins with the games of a shorter one."""
    words = np.random.SeedSequence([seed, 1]).generate_state(pairs, np.uint64)
    return (words >> np.uint64(1)).astype(np.int64)


def both_games(seeds: np.ndarray) -> np.ndarray:
    """Return the seeds of both games of each pair, int64 (2n,): see `core.seeds.TWIN`."""
    return np.stack([seeds, seeds ^ TWIN], axis=1).reshape(-1)


def summarise(
    setting: Setting,
    players: tuple[Player, Player],
    parts: list[Played],
    seed: int,
    seconds: float,
) -> MatchResult:
    """Turn finished games, in pairs, into the result of a match."""
    tally = np.concatenate([part.tally for part in parts])
    first = np.choose(tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
    is_first = np.concatenate([part.seat_of_a for part in parts]) == 0
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
        **_ends(setting.ruleset, parts),
        outcomes=_outcomes(setting, parts),
        **_effort(setting.ruleset, parts, seconds),
        **_failures(parts),
    )


def _ends(ruleset: RuleSet, parts: list[Played]) -> dict[str, Any]:
    """Return why games ended. Where no word came the engine is told one that is not legal: that
    game is counted as what it was."""
    names = dict(enumerate(ruleset.reasons))
    ends: Counter[str] = Counter()
    for part in parts:
        for row, code in enumerate(part.tally[:, TALLY.reason].tolist()):
            _, _, failed = part.causes.get(row, ILLEGAL_WORD).partition(".")
            said = f".{failed}" == ILLEGAL_WORD
            ends[names.get(code, str(code)) if said else failed] += 1
    return {"ends": dict(ends.most_common())}


def _outcomes(setting: Setting, parts: list[Played]) -> dict[str, int]:
    """Return by how much games were won, as the scenario's outcome table calls it."""
    found: Counter[str] = Counter()
    for part in parts:
        for row, seat_of_a in zip(part.tally.tolist(), part.seat_of_a.tolist(), strict=True):
            verdict, reason = row[TALLY.verdict], row[TALLY.reason]
            step = setting.ruleset.outcome(setting.scenario, verdict, reason, row[TALLY.margin])
            if step:
                found[f"{'a' if verdict == seat_of_a else 'b'}.{step}"] += 1
            elif verdict == DRAW:
                found[DRAWN] += 1
    return dict(found.most_common()) if set(found) - {DRAWN} else {}


def _effort(ruleset: RuleSet, parts: list[Played], seconds: float) -> dict[str, Any]:
    """Return how many decisions were asked."""
    decisions = np.concatenate([part.decisions for part in parts])
    medians = np.median(decisions, axis=0).tolist()
    return {
        "mean_decisions": float(decisions.sum(axis=1).mean()),
        "median_decisions_per_seat": dict(zip(ruleset.seats, medians, strict=True)),
        "decisions_per_s": float(decisions.sum() / seconds),
    }


def _failures(parts: list[Played]) -> dict[str, Any]:
    """Return how many games were lost by no legal word, and why."""
    causes = Counter(cause for part in parts for cause in part.causes.values())
    return {
        "failures": sum(causes.values()),
        "failures_by_cause": dict(sorted(causes.items())),
        "first_failure": next((p.first_failure for p in parts if p.first_failure), ""),
    }
