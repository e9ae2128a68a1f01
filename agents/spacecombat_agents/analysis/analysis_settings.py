"""Settings of an analysis. Besides these, it depends only on the game and the net."""

from __future__ import annotations

from dataclasses import dataclass

from spacecombat_env.core.errors import ConfigError

__all__ = ["AGAIN", "AnalysisSettings"]

MOST_WORLDS = 4096
AGAIN = 4
"""Factor of worlds in the last round, which measures the reported orders."""


@dataclass(frozen=True)
class AnalysisSettings:
    """Settings of an analysis; ConfigError if a number is out of its range."""

    decisions: int = 10
    """Reported orders of a seat, the most costly."""
    candidates: int = 120
    """Measured orders of a seat: the most doubtful ones of a quick screening."""
    rivals: int = 3
    """Likeliest orders of the net against which each order is measured.

    Each further adviser adds one order (seat_analysis.py).
    """
    worlds: int = 32
    """Determinized worlds in which an order and its alternatives are played: half of them in the
    first round, and more in the last (order_costs.py).
    """
    turns: int = 2
    """The net evaluates after this number of turns; 0: games are played to their end."""
    seed: int = 0
    """Seed of all randomness in the analysis."""

    def __post_init__(self) -> None:
        """Check ranges."""
        lowest = {"decisions": 0, "candidates": 0, "rivals": 1, "worlds": 2, "turns": 0}
        for name, low in lowest.items():
            high = MOST_WORLDS if name == "worlds" else None
            value = getattr(self, name)
            if value < low or (high is not None and value > high):
                span = f"from {low}" + (f" to {high}" if high is not None else "")
                raise ConfigError.at("analyse", name, f"{value} is not {span}")
