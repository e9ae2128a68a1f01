"""Rate a player against levels of known Elo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacecombat_agents.arena.matches.match import MatchResult, play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.bundle import Bundle
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.bundles.runtimes import open_policy
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_env.core.model.seeds import derived_seed

__all__ = ["elo_from_scores", "rate_among_levels"]

ELO_PER_DECADE = 400.0
"""Elo difference at odds of ten to one."""
SEARCH_MARGIN = 4000.0
"""Largest distance of a rating from those of the levels, in Elo."""


@dataclass(frozen=True)
class AnchoredRating:
    """A player's rating among the levels of an opponent file."""

    elo: float
    matches: tuple[tuple[StrengthLevel, MatchResult], ...]
    """Its matches with the levels, weakest first."""

    @property
    def description(self) -> str:
        """Return its place among the levels: `between officer (+362) and commander (+547)`."""
        rated = [(level.rating or 0.0, level.id) for level, _ in self.matches]
        below = [f"{name} ({elo:+.0f})" for elo, name in rated if elo <= self.elo]
        above = [f"{name} ({elo:+.0f})" for elo, name in rated if elo > self.elo]
        if below and above:
            return f"between {below[-1]} and {above[0]}"
        return f"above {below[-1]}" if below else f"below {above[0]}"


def rate_among_levels(
    player: Agent, bundle: Bundle, setting: GameSetting, *, pairs: int, seed: int
) -> AnchoredRating | None:
    """Play `pairs` pairs against each rated level without search; None if there is none."""
    rated = [level for level in bundle.levels if level.search is None and level.rating is not None]
    matches = []
    forwards = {policy: open_policy(bundle, policy) for policy in bundle.policies}
    for level in sorted(rated, key=lambda each: each.rating or 0.0):
        other = OnnxAgent(bundle, level, forwards)
        own = derived_seed(seed, "place", level.id)
        matches.append((level, play_match(setting, (player, other), pairs=pairs, seed=own)))
    if not matches:
        return None
    scores = [(level.rating or 0.0, match.score_a) for level, match in matches]
    return AnchoredRating(elo_from_scores(scores), tuple(matches))


def elo_from_scores(scores: Sequence[tuple[float, float]]) -> float:
    """Return the Elo whose expected points equal the scored ones, each match weighted equally.

    `scores` are the others' ratings with the share of the points that was won from each.
    """
    low = min(elo for elo, _ in scores) - SEARCH_MARGIN
    high = max(elo for elo, _ in scores) + SEARCH_MARGIN
    won = sum(score for _, score in scores)
    while high - low > 0.1:
        at = (low + high) / 2.0
        expected = sum(1.0 / (1.0 + 10.0 ** ((elo - at) / ELO_PER_DECADE)) for elo, _ in scores)
        low, high = (at, high) if expected < won else (low, at)
    return (low + high) / 2.0
