"""Keyword arguments of the environments besides rule set and scenario, documented once.

A function with `**settings: Unpack[Settings]` takes exactly these keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, TypeVar, cast

from spacecombat_env.env.game import Delegation

__all__ = ["DEFAULTS", "GAME_DEFAULTS", "GameSettings", "Settings", "merge_settings"]


class GameSettings(TypedDict, total=False):
    """How to play a scenario: the settings of all environments, for one game or many."""

    delegate: Delegation
    """Kinds of decision that standing orders make: None for the recommended ones, a tuple for all
    seats, or a mapping from seat to tuple.
    """
    max_turns: int | None
    """Turn limit that replaces the scenario's; None keeps the scenario's."""
    reward: str
    """"terminal": 1 for a win, -1 for a loss, 0 for a draw. "margin": scaled margin of points."""
    options: Mapping[str, Any] | None
    """Switches that override the scenario's `rules:` section."""


class Settings(GameSettings, total=False):
    """Settings of the environments that play one game."""

    render_mode: str | None
    """The result of `render`: "ansi" (text), "svg", "rgb_array", "human" (a window) or None."""
    render_view: str
    """Whose information is drawn: "acting" (the seat to act; the true state after the end), an
    agent's name, or "all" (the true state). `SeatEnv` adds "own", which is its default.
    """
    max_cycles: int | None
    """Number of decisions after which a game is truncated; None for no limit."""
    flat: bool
    """Return observations as float32 (O,) instead of a dict."""
    mask: str
    """Where the action mask is: "both", "observation" or "info". A flat observation has no room for
    it (see `formats.observation_format`).
    """


GAME_DEFAULTS: GameSettings = {
    "delegate": None,
    "max_turns": None,
    "reward": "terminal",
    "options": None,
}
DEFAULTS: Settings = {
    **GAME_DEFAULTS,
    "render_mode": None,
    "render_view": "acting",
    "max_cycles": None,
    "flat": False,
    "mask": "both",
}
"""The default settings."""

AnySettings = TypeVar("AnySettings", bound=Mapping[str, Any])


def merge_settings(form: object, defaults: AnySettings, given: AnySettings) -> AnySettings:
    """Return the given settings over the defaults. Raise TypeError for an unknown keyword."""
    for name in given:
        if name not in defaults:
            called = f"{type(form).__name__}.__init__()"
            raise TypeError(f"{called} got an unexpected keyword argument {name!r}")
    return cast(AnySettings, {**defaults, **given})
