"""What an environment can be asked for besides its rule set and its scenario: said once, here.

A door that takes `**settings: Unpack[Settings]` takes each of these as a keyword, and no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, TypeVar, cast

from spacecombat_env.env.game import Delegation


class GameSettings(TypedDict, total=False):
    """How a scenario is played: settings of every form, one game or many."""

    delegate: Delegation
    """Kinds of decision left to standing orders: None for the recommended ones, a tuple for all
    seats, or a tuple by seat."""
    max_turns: int | None
    """Turn limit instead of the scenario's; None for that."""
    reward: str
    """"terminal": 1 for a win, -1 for a loss, 0 for a draw; "margin": by how much it was won."""
    options: Mapping[str, Any] | None
    """Switches of the scenario's `rules:` section instead of its own."""


class Settings(GameSettings, total=False):
    """What the forms of one game can be asked for as well."""

    render_mode: str | None
    """What `render` gives: "ansi" (text), "svg", "rgb_array", "human" (a window); None: nothing."""
    render_view: str
    """Whose knowledge is drawn: "acting" (the seat to act; all once the game is over), a seat's
    name, or "all", the truth. `SeatEnv` has "own" too, and takes it where nothing is said."""
    max_cycles: int | None
    """Decisions after which a game is truncated; None for never."""
    flat: bool
    """Hand over observations bare, float32 (O,), not in a dict."""
    mask: str
    """Where legal words stand: in "both" observation and info, in the "observation" or in the
    "info" alone; a flat observation has no room for them (`forms.form`)."""


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
"""What holds where nothing is said."""

AnySettings = TypeVar("AnySettings", bound=Mapping[str, Any])


def merge_settings(form: object, defaults: AnySettings, given: AnySettings) -> AnySettings:
    """Return all settings of an environment; TypeError, as Python's own, for an unknown keyword."""
    for name in given:
        if name not in defaults:
            called = f"{type(form).__name__}.__init__()"
            raise TypeError(f"{called} got an unexpected keyword argument {name!r}")
    return cast(AnySettings, {**defaults, **given})
