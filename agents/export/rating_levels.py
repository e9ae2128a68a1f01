"""Levels rated: a round robin with fixed opponents, and temperatures moved until steps are even."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from spacecombat_agents.arena.match import MatchResult, play_match
from spacecombat_agents.arena.meetings import Meetings, meetings
from spacecombat_agents.arena.playing import Played, finished_pairs
from spacecombat_agents.arena.ratings import Ratings, rate
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundle import Bundle
from spacecombat_agents.players.levels import Level
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.runtimes import Forward, open_policy
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.core.seeds import derived_seed

GAP, SLACK = 150.0, 30.0
"""Elo from one level to the next that is aimed at, and how far from it is near enough."""
COLDEST, WARMEST = 0.05, 5.0
"""Temperatures that are tried: nearly always the likeliest word, nearly any."""
STEPS = 7
"""Halvings of the range of temperatures, on a logarithmic scale: to a fourteenth part of it."""
TAILS = (0.025, 0.975)
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Gap:
    """How far one level stands above another, in Elo."""

    upper: str
    lower: str
    elo: float
    interval: tuple[float, float]
    """95 %."""

    def as_json(self) -> dict[str, Any]:
        """Return plain names and numbers."""
        interval = [round(each, 1) for each in self.interval]
        return {
            "upper": self.upper,
            "lower": self.lower,
            "elo": round(self.elo, 1),
            "interval": interval,
        }


@dataclass(frozen=True)
class RatedLevels:
    """What a round robin of levels and anchors showed."""

    levels: tuple[Level, ...]
    """With ratings, weakest first."""
    anchors: tuple[tuple[str, float, tuple[float, float]], ...]
    """Name, Elo and interval of each fixed opponent; the first is the zero."""
    gaps: tuple[Gap, ...]
    """Between neighbours, weakest first."""
    matches: tuple[MatchResult, ...]
    pairs: int
    seed: int

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(match.games for match in self.matches)

    def as_json(self) -> dict[str, Any]:
        """Return it as the card has it."""
        return {
            "anchors": [name for name, _, _ in self.anchors],
            "ratings": {
                name: {"elo": round(elo, 1), "interval": [round(each, 1) for each in interval]}
                for name, elo, interval in self.anchors
            },
            "gaps": [gap.as_json() for gap in self.gaps],
            "games": self.games,
            "pairs": self.pairs,
            "seed": self.seed,
            "scenario": self.matches[0].scenario,
            "delegate": self.matches[0].delegate,
        }


class Players:
    """The levels of a bundle as players; policies are opened once."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self._forwards: dict[str, Forward] = {
            policy: open_policy(bundle, policy) for policy in bundle.policies
        }

    def of(self, level: Level) -> Agent:
        """Return a player of a level, which need not be one of the bundle's."""
        return OnnxAgent(self.bundle, level, self._forwards[level.policy])


def rate_levels(
    setting: Setting,
    players: Players,
    levels: Sequence[Level],
    anchors: Sequence[tuple[str, Agent]],
    *,
    pairs: int,
    seed: int,
    threads: int | None = None,
    tell: Tell = lambda words: None,
) -> RatedLevels:
    """Play all levels and anchors against each other and return the levels, rated.

    The first anchor is the zero of the ratings. Everything follows from `seed`.
    """
    everybody = [agent for _, agent in anchors] + [players.of(level) for level in levels]
    names = [name for name, _ in anchors] + [level.id for level in levels]
    rows: list[np.ndarray] = []
    matches: dict[tuple[int, int], MatchResult] = {}
    for a, b in combinations(range(len(everybody)), 2):
        tell(f"{names[a]} against {names[b]} ...")
        own = derived_seed(seed, "levels", a, b)
        matches[a, b], scores = _met(setting, (everybody[a], everybody[b]), pairs, own, threads)
        places = np.broadcast_to(np.array([a, b], float), scores.shape)
        rows.append(np.concatenate([places, scores], axis=1))
    ratings = rate(_meetings(np.concatenate(rows), len(everybody)), anchor=0, seed=seed)
    first = len(anchors)
    order = sorted(range(first, len(everybody)), key=lambda player: float(ratings.elo[player]))
    rated = [
        replace(levels[player - first], **_rating(ratings, player, matches, names[:first]))
        for player in order
    ]
    return RatedLevels(
        tuple(rated),
        tuple((names[k], float(ratings.elo[k]), _interval(ratings, k)) for k in range(first)),
        tuple(_gap(ratings, names, *each) for each in zip(order, order[1:], strict=False)),
        tuple(matches.values()),
        pairs,
        seed,
    )


def tune(
    setting: Setting,
    players: Players,
    levels: Sequence[Level],
    *,
    pairs: int,
    seed: int,
    gap: float = GAP,
    threads: int | None = None,
    tell: Tell = lambda words: None,
) -> list[Level]:
    """Return the levels with temperatures at which each stands `gap` Elo below the next.

    `levels` stand weakest first. The last stays as it is, the others follow downwards, each
    measured against the one above it. One that cannot make the step comes as near as it can.
    """
    tuned = [levels[-1]]
    for level in reversed(levels[:-1]):
        tuned.insert(0, _tuned(setting, players, level, tuned[0], pairs, seed, gap, threads, tell))
    return tuned


def _tuned(
    setting: Setting,
    players: Players,
    level: Level,
    above: Level,
    pairs: int,
    seed: int,
    gap: float,
    threads: int | None,
    tell: Tell,
) -> Level:
    """Return a level with a temperature found by bisection."""
    low, high = math.log(COLDEST), math.log(WARMEST)
    at = math.log(min(max(level.temperature, COLDEST), WARMEST)) if level.temperature else 0.0
    found: list[tuple[float, Level]] = []
    for step in range(STEPS):
        tried = replace(level, temperature=float(f"{math.exp(at):.3g}"))
        own = derived_seed(seed, "tune", level.id, step)
        both = players.of(above), players.of(tried)
        _, scores = _met(setting, both, pairs, own, threads)
        places = np.broadcast_to(np.array([0.0, 1.0]), scores.shape)
        met = _meetings(np.concatenate([places, scores], axis=1), 2)
        lead = float(rate(met, anchor=1, boots=1).elo[0])
        tell(f"{above.id} over {level.id} at temperature {tried.temperature:g}: {lead:+.0f} Elo")
        found.append((abs(lead - gap), tried))
        if abs(lead - gap) <= SLACK:
            break
        low, high = (low, at) if lead > gap else (at, high)
        at = (low + high) / 2.0
    return min(found, key=lambda each: each[0])[1]


def _met(
    setting: Setting, players: tuple[Agent, Agent], pairs: int, seed: int, threads: int | None
) -> tuple[MatchResult, np.ndarray]:
    """Play a match; return it and the first player's scores, float (pairs, 2), by its seat."""
    found: list[np.ndarray] = []

    def book(start: int, part: Played) -> None:
        whole = finished_pairs(part)
        of_first = np.choose(whole.tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
        score = np.where(whole.seat_of_a == 0, of_first, 1.0 - of_first)
        found.append(score.reshape(-1, 2))

    match = play_match(setting, players, pairs=pairs, seed=seed, threads=threads, book=book)
    return match, np.concatenate(found)


def _meetings(rows: np.ndarray, entrants: int) -> Meetings:
    """Count pairs: rows of two players, and the first one's two scores."""
    a, b, first, second = rows.T
    return meetings(a.astype(np.int64), b.astype(np.int64), first, second, entrants=entrants)


def _interval(ratings: Ratings, player: int) -> tuple[float, float]:
    """Return where a rating lies."""
    low, high = ratings.interval(player)
    return low, high


def _rating(
    ratings: Ratings,
    player: int,
    matches: dict[tuple[int, int], MatchResult],
    anchors: Sequence[str],
) -> dict[str, Any]:
    """Return what a level is told of itself; scores are the level's own, matches the anchor's."""
    vs = {}
    for number, anchor in enumerate(anchors):
        match = matches[number, player]
        low, high = match.interval
        vs[anchor] = [round(1.0 - each, 4) for each in (match.score_a, high, low)]
    low, high = ratings.interval(player)
    return {
        "rating": round(float(ratings.elo[player]), 1),
        "interval": (round(low, 1), round(high, 1)),
        "vs": vs,
    }


def _gap(ratings: Ratings, names: Sequence[str], lower: int, upper: int) -> Gap:
    """Return how far one stands above another, by all games together."""
    drawn = ratings.resampled[:, upper] - ratings.resampled[:, lower]
    low, high = np.quantile(drawn, TAILS, method="weibull").tolist()
    elo = float(ratings.elo[upper] - ratings.elo[lower])
    return Gap(names[upper], names[lower], elo, (min(low, elo), max(high, elo)))
