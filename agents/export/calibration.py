"""Levels rated: a round robin with fixed opponents."""

from __future__ import annotations

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
from spacecombat_agents.search.naming import level as searching
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.core.seeds import derived_seed

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
class Calibration:
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

    def __init__(self, bundle: Bundle, runtime: str | None = None) -> None:
        self.bundle = bundle
        self._forwards: dict[str, Forward] = {
            policy: open_policy(bundle, policy, runtime=runtime) for policy in bundle.policies
        }

    def of(self, level: Level, setting: Setting) -> Agent:
        """Return a player of a level, which need not be one of the bundle's."""
        net = OnnxAgent(self.bundle, level, self._forwards[level.policy])
        return net if level.search is None else searching(net, setting)


def calibrate(
    setting: Setting,
    players: Players,
    levels: Sequence[Level],
    anchors: Sequence[tuple[str, Agent]],
    *,
    pairs: int,
    seed: int,
    search_pairs: int = 0,
    threads: int | None = None,
    tell: Tell = lambda words: None,
) -> Calibration:
    """Play all levels and anchors against each other and return the levels, rated.

    The first anchor is the zero of the ratings. A level that searches takes long over a game: it
    meets the last anchor and the levels beside it, `search_pairs` each. Everything follows from
    `seed`.
    """
    everybody = [agent for _, agent in anchors]
    everybody += [players.of(level, setting) for level in levels]
    names = [name for name, _ in anchors] + [level.id for level in levels]
    slow = {n for n, level in enumerate(levels, start=len(anchors)) if level.search is not None}
    rows: list[np.ndarray] = []
    matches: dict[tuple[int, int], MatchResult] = {}
    for a, b in combinations(range(len(everybody)), 2):
        if b in slow and a not in (len(anchors) - 1, b - 1):
            continue
        tell(f"{names[a]} against {names[b]} ...")
        own = derived_seed(seed, "levels", a, b)
        many = search_pairs if slow & {a, b} else pairs
        matches[a, b], scores = met(setting, (everybody[a], everybody[b]), many, own, threads)
        places = np.broadcast_to(np.array([a, b], float), scores.shape)
        rows.append(np.concatenate([places, scores], axis=1))
    ratings = rate(counted(np.concatenate(rows), len(everybody)), anchor=0, seed=seed)
    first = len(anchors)
    order = sorted(range(first, len(everybody)), key=lambda player: float(ratings.elo[player]))
    rated = [
        replace(levels[player - first], **_rating(ratings, player, matches, names[:first]))
        for player in order
    ]
    return Calibration(
        tuple(rated),
        tuple((names[k], float(ratings.elo[k]), _interval(ratings, k)) for k in range(first)),
        tuple(_gap(ratings, names, *each) for each in zip(order, order[1:], strict=False)),
        tuple(matches.values()),
        pairs,
        seed,
    )


def met(
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


def counted(rows: np.ndarray, entrants: int) -> Meetings:
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
        if (number, player) not in matches:
            continue
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
