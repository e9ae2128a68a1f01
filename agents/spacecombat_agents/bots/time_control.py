"""Clocks: how long a bot may think, and how much time is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from spacecombat_env.core.errors import ConfigError

NONE, ORDER, BANK = KINDS = ("none", "order", "bank")
ORDER_MS, BANK_MS = 2_000, 60_000
SILENCE_MS = 30_000


class TimeControl(NamedTuple):
    """The time control of a game; each seat has its own clock."""

    kind: str = NONE
    """`none`: no limit; `order`: time for each order; `bank`: that, and a bank for the game."""
    order_ms: int = ORDER_MS
    """For all actions up to the next decision that is not part of the order."""
    bank_ms: int = BANK_MS
    """Reserve for longer orders, in the whole game."""
    patience_ms: int = SILENCE_MS
    """Under `none`: a bot without a sign of life for this long, not even a pong, is late."""

    @classmethod
    def of(cls, content: Mapping[str, Any] | None, file: str = "clock") -> TimeControl:
        """Return the clock of a configuration; raise ConfigError for a wrong field."""
        given = dict(content or {})
        for name in given:
            if name not in cls._fields:
                known = ", ".join(cls._fields)
                raise ConfigError.at(file, name, f"unknown key; valid keys: {known}")
        if given.get("kind", NONE) not in KINDS:
            raise ConfigError.at(file, "kind", f"{given['kind']!r}: one of {', '.join(KINDS)}")
        for name in cls._fields[1:]:
            value, least = given.get(name, 1), 0 if name == "bank_ms" else 1
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ConfigError.at(file, name, f"{value!r} is not a number of milliseconds")
        return cls(**given)

    def message(self) -> dict[str, Any]:
        """Return the clock as a player receives it."""
        parts = {"order": ("order_ms",), "bank": ("order_ms", "bank_ms")}.get(self.kind, ())
        return {"kind": self.kind, **{name: getattr(self, name) for name in parts}}


class SeatClock:
    """The time left to one seat in one game."""

    def __init__(self, clock: TimeControl) -> None:
        self.clock = clock
        self.spent = 0.0
        """Seconds that the seat has thought."""
        self.lates = 0
        """Number of late replies."""
        self._order = clock.order_ms / 1000
        self._bank_seconds = clock.bank_ms / 1000 if clock.kind == BANK else 0.0

    def begin_order(self) -> None:
        """Add the time for an order."""
        self._order = self.clock.order_ms / 1000

    def left(self) -> float | None:
        """Return the seconds left for this answer; None without a limit."""
        return None if self.clock.kind == NONE else self._order + self._bank_seconds

    def spend(self, seconds: float) -> None:
        """Charge the time of an answer: first to the order, then to the bank."""
        self.spent += seconds
        over = max(0.0, seconds - self._order)
        self._order = max(0.0, self._order - seconds)
        self._bank_seconds = max(0.0, self._bank_seconds - over)

    def record_late(self) -> None:
        """Charge a missing answer: order time and bank are used up."""
        self.spent += self._order + self._bank_seconds
        self._order = self._bank_seconds = 0.0
        self.lates += 1

    def message(self) -> dict[str, Any] | None:
        """Return the clock as the seat receives it with a decision."""
        if self.clock.kind == NONE:
            return None
        limits = {"order_ms": int(1000 * self._order)}
        return (
            {**limits, "bank_ms": int(1000 * self._bank_seconds)}
            if self.clock.kind == BANK
            else limits
        )
