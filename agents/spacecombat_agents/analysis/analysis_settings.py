"""How much is tried: all that an analysis follows from beside the game and the net."""

from __future__ import annotations

from dataclasses import dataclass

from spacecombat_env.core.errors import ConfigError

MOST_WORLDS = 4096
AGAIN = 4
"""So many times the worlds in which the orders that are told are measured."""


@dataclass(frozen=True)
class AnalysisSettings:
    """What can be set; ConfigError where a number is out of its range."""

    decisions: int = 10
    """Orders of a seat that are told, the dearest."""
    candidates: int = 120
    """Orders of a seat that are measured at all: those that a quick look finds most doubtful."""
    rivals: int = 3
    """Orders of the net's against which each is measured, its likeliest; players who are asked too
    add one each (seat_analysis.py)."""
    worlds: int = 32
    """Imagined worlds in which an order and its rivals are played on, side by side; half of them at
    first, and more in the end (order_costs.py)."""
    turns: int = 2
    """The net judges when so many turns have begun since; 0: the game is played to its end."""
    seed: int = 0
    """All luck of the determinized worlds follows from it."""

    def __post_init__(self) -> None:
        """Check ranges."""
        lowest = {"decisions": 0, "candidates": 0, "rivals": 1, "worlds": 2, "turns": 0}
        for name, low in lowest.items():
            high = MOST_WORLDS if name == "worlds" else None
            value = getattr(self, name)
            if value < low or (high is not None and value > high):
                span = f"from {low}" + (f" to {high}" if high is not None else "")
                raise ConfigError.at("analyse", name, f"{value} is not {span}")
