"""Pictures of a game: text and SVG from the rule set; pixels and a window from the SVG."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games
from spacecombat_env.env.game import Game
from spacecombat_env.env.optional import need

__all__ = ["RENDER_MODES", "WINDOW_HEIGHT", "Window", "check_choice", "picture", "pixels"]

RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
RENDER_VIEWS = ("acting", "all")
WINDOW_HEIGHT = 900
"""Height in pixels that fits most screens."""


def check_choice(mode: str | None, view: str, agents: Sequence[str]) -> None:
    """Raise ConfigError for a `render_mode` or `render_view` that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ConfigError(f"render_mode={mode!r}: must be one of {', '.join(RENDER_MODES)}")
    if view not in (*RENDER_VIEWS, *agents):
        raise ConfigError(f"render_view={view!r}: must be acting, all or an agent's name")


def picture(game: Game, mode: str, seat: int) -> str | np.ndarray:
    """Return a picture of a game for a seat (-1: the true state): text, SVG or pixels."""
    if mode == "rgb_array":
        return pixels(game, seat)
    draw = game.ruleset.draw_text if mode == "ansi" else game.ruleset.draw_svg
    return draw(_record(game, seat), 0, game.scenario, seat)


def pixels(game: Game, seat: int, limit: int | None = None) -> np.ndarray:
    """Return the picture as uint8 (height, width, 3), at most `limit` pixels high."""
    from spacecombat_env.env.raster import rasterize

    svg = game.ruleset.draw_svg(_record(game, seat), 0, game.scenario, seat)
    return rasterize(svg, limit=limit)


def _record(game: Game, seat: int) -> Games:
    """Return the record to draw: the true one for -1, else the seat's redacted one."""
    return game.games if seat < 0 else game.visible_to(seat)


class Window:
    """A window that shows pixels. It opens at the first picture.

    With SDL_VIDEODRIVER=dummy it needs no display.
    """

    def __init__(self, title: str) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        self.pygame = need("pygame")
        self.title = title
        self.surface: Any = None

    def show(self, image: np.ndarray) -> None:
        """Show an image: uint8 (height, width, 3)."""
        size = (image.shape[1], image.shape[0])
        if self.surface is None:
            self.pygame.display.init()
        if self.surface is None or self.surface.get_size() != size:
            self.surface = self.pygame.display.set_mode(size)
            self.pygame.display.set_caption(self.title)
        self.pygame.event.pump()
        self.surface.blit(self.pygame.image.frombuffer(image.tobytes(), size, "RGB"), (0, 0))
        self.pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        if self.surface is not None:
            self.pygame.display.quit()
            self.surface = None
