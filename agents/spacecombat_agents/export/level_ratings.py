"""Rate levels by a round robin with fixed opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from spacecombat_agents.arena.matches.batch_games import BatchResult, finished_pairs
from spacecombat_agents.arena.matches.match import MatchResult, play_match
from spacecombat_agents.arena.ratings.elo_ratings import Ratings, rate
from spacecombat_agents.arena.ratings.pair_results import PairResults, count_pair_results
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.bundle import Bundle
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.bundles.runtimes import Forward, open_policy
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.search.search_factory import make_search_level
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY

__all__ = [
    "LevelPlayers",
    "ProgressText",
    "RatedLevels",
    "count_pairs",
    "play_pairs",
    "rate_levels",
]

INTERVAL_QUANTILES = (0.025, 0.975)
ProgressText = Callable[[str], None]


@dataclass(frozen=True)
class EloGap:
    """The Elo difference of two levels."""

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
    """The result of a round robin of levels and anchors."""

    levels: tuple[StrengthLevel, ...]
    """Rated levels, weakest first."""
    anchors: tuple[tuple[str, float, tuple[float, float]], ...]
    """Name, Elo and interval of each fixed opponent; the first has Elo 0."""
    gaps: tuple[EloGap, ...]
    """Between neighbours, weakest first."""
    matches: tuple[MatchResult, ...]
    pairs: int
    seed: int

    @property
    def games(self) -> int:
        """Return the number of games played."""
        return sum(match.games for match in self.matches)

    def as_json(self) -> dict[str, Any]:
        """Return the result as the card has it."""
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


class LevelPlayers:
    """The levels of a bundle as players; each policy is opened once."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self._forwards: dict[str, Forward] = {
            policy: open_policy(bundle, policy) for policy in bundle.policies
        }

    def of(self, level: StrengthLevel, setting: GameSetting) -> Agent:
        """Return a player of a level, which need not be one of the bundle's."""
        net = OnnxAgent(self.bundle, level, self._forwards)
        return net if level.search is None else make_search_level(net, setting)


def rate_levels(
    setting: GameSetting,
    players: LevelPlayers,
    levels: Sequence[StrengthLevel],
    anchors: Sequence[tuple[str, Agent]],
    *,
    pairs: int,
    seed: int,
    search_pairs: int = 0,
    threads: int | None = None,
    tell: ProgressText = lambda text: None,
) -> RatedLevels:
    """Play all levels and anchors against each other and return the rated levels.

    The first anchor has Elo 0. A level with search is slow: it only meets the last anchor and the
    neighbouring levels, in `search_pairs` pairs each. Everything follows from `seed`.
    """
    agents = [agent for _, agent in anchors]
    agents += [players.of(level, setting) for level in levels]
    names = [name for name, _ in anchors] + [level.id for level in levels]
    searching = {n for n, level in enumerate(levels, len(anchors)) if level.search is not None}
    rows: list[np.ndarray] = []
    matches: dict[tuple[int, int], MatchResult] = {}
    for a, b in combinations(range(len(agents)), 2):
        if b in searching and a not in (len(anchors) - 1, b - 1):
            continue
        tell(f"{names[a]} against {names[b]} ...")
        own = derived_seed(seed, "levels", a, b)
        many = search_pairs if searching & {a, b} else pairs
        matches[a, b], scores = play_pairs(setting, (agents[a], agents[b]), many, own, threads)
        places = np.broadcast_to(np.array([a, b], float), scores.shape)
        rows.append(np.concatenate([places, scores], axis=1))
    ratings = rate(count_pairs(np.concatenate(rows), len(agents)), anchor=0, seed=seed)
    return _rated_levels(ratings, levels, names, matches, pairs, seed)


def _rated_levels(
    ratings: Ratings,
    levels: Sequence[StrengthLevel],
    names: Sequence[str],
    matches: dict[tuple[int, int], MatchResult],
    pairs: int,
    seed: int,
) -> RatedLevels:
    """Return the rated levels, weakest first; in `ratings` and `names` the anchors come first."""
    first = len(names) - len(levels)
    order = sorted(range(first, len(names)), key=lambda player: float(ratings.elo[player]))
    rated = [
        replace(levels[player - first], **_rating_fields(ratings, player, matches, names[:first]))
        for player in order
    ]
    return RatedLevels(
        tuple(rated),
        tuple((names[k], float(ratings.elo[k]), _interval(ratings, k)) for k in range(first)),
        tuple(_elo_gap(ratings, names, *each) for each in zip(order, order[1:], strict=False)),
        tuple(matches.values()),
        pairs,
        seed,
    )


def play_pairs(
    setting: GameSetting, players: tuple[Agent, Agent], pairs: int, seed: int, threads: int | None
) -> tuple[MatchResult, np.ndarray]:
    """Play a match; return it and the first player's scores, float (pairs, 2), by its seat."""
    found: list[np.ndarray] = []

    def record(start: int, part: BatchResult) -> None:
        whole = finished_pairs(part)
        of_first = np.choose(whole.tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
        score = np.where(whole.seat_of_a == 0, of_first, 1.0 - of_first)
        found.append(score.reshape(-1, 2))

    match = play_match(setting, players, pairs=pairs, seed=seed, threads=threads, on_batch=record)
    return match, np.concatenate(found)


def count_pairs(rows: np.ndarray, player_count: int) -> PairResults:
    """Count pairs from rows of two players and the first one's two scores."""
    a, b, first, second = rows.T
    return count_pair_results(
        a.astype(np.int64), b.astype(np.int64), first, second, players=player_count
    )


def _interval(ratings: Ratings, player: int) -> tuple[float, float]:
    """Return the interval of a rating."""
    low, high = ratings.interval(player)
    return low, high


def _rating_fields(
    ratings: Ratings,
    player: int,
    matches: dict[tuple[int, int], MatchResult],
    anchors: Sequence[str],
) -> dict[str, Any]:
    """Return the rating fields of a level; scores are the level's own, matches the anchor's."""
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


def _elo_gap(ratings: Ratings, names: Sequence[str], lower: int, upper: int) -> EloGap:
    """Return the Elo difference of two levels, from all games together."""
    differences = ratings.resampled[:, upper] - ratings.resampled[:, lower]
    low, high = np.quantile(differences, INTERVAL_QUANTILES, method="weibull").tolist()
    elo = float(ratings.elo[upper] - ratings.elo[lower])
    return EloGap(names[upper], names[lower], elo, (min(low, elo), max(high, elo)))
