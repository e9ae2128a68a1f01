"""Tables and worked examples of the books that no rule reads: tests compare with them."""

from __future__ import annotations

from pathlib import Path

BOOKS = Path(__file__).parents[1] / "books"
BATTLE_RIDER, INTERCEPT_SENSORS, INTERCEPTOR = (
    BOOKS / name for name in ("battle_rider", "intercept_sensors", "interceptor")
)
