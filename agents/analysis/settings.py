"""How much is tried: all that an analysis follows from beside the game and the net."""

from __future__ import annotations

from dataclasses import dataclass

from spacecombat_env.core.errors import ConfigError

MOST_WORLDS = 4096


@dataclass(frozen=True)
class AnalysisSettings:
    """What can be set; ConfigError where a number is out of its range."""

    decisions: int = 10
    """Orders of a seat that are told, the dearest."""
    candidates: int = 120
    """Orders of a seat that are measured at all: those that a quick look finds most doubtful."""
    worlds: int = 32
    """Imagined worlds in which an order and the net's are played on, side by side."""
    horizon: int = 40
    """Words after the order until the net judges; 0 for the end of the game."""
    turn: bool = True
    """Whether the net judges at the end of the turn, if that comes sooner."""
    seed: int = 0
    """All luck of the imagined worlds follows from it."""

    def __post_init__(self) -> None:
        """Check ranges."""
        ranges = {
            "decisions": (0, None),
            "candidates": (0, None),
            "worlds": (2, MOST_WORLDS),
            "horizon": (0, None),
        }
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if value < low or (high is not None and value > high):
                span = f"from {low}" + (f" to {high}" if high is not None else "")
                raise ConfigError.at("analyse", name, f"{value} is not {span}")
