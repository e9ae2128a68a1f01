"""Write the pictures of the client in README.md: `docs/client_light.png`, `docs/client_dark.png`.

    python scripts/client_picture.py

It needs the extras `[serve]` and `[play]`, Playwright, and Chromium on the path. It starts the
service, lets the captain play some turns of a game in the page, and photographs it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from kit.browsing import CHROMIUM, Served, Watched, begin, served, wait_for_question  # noqa: E402

SIZE = {"width": 1280, "height": 720}
COLOURS = 64
"""A picture of the board has few colours; fewer make a smaller file."""
GAME, SEED, PHASES = ("battle_rider", "skirmish"), 3, 6


def photograph(browser: Any, site: Served, scheme: str) -> None:
    """Play some phases of a game in a page of a colour scheme, and write its picture."""
    context = browser.new_context(viewport=SIZE, color_scheme=scheme)
    watched = Watched(context.new_page(), site.address)
    watched.page.set_default_timeout(120_000)
    begin(watched, *GAME)
    page = watched.page
    for _ in range(PHASES):
        wait_for_question(page)
        page.locator("#captain button", has_text="phase").click()
        page.wait_for_timeout(3000)
    wait_for_question(page)
    page.wait_for_timeout(3000)
    path = ROOT / "docs" / f"client_{scheme}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()


def main() -> None:
    """Write both pictures, of the same game."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            with tempfile.TemporaryDirectory() as folder, served(Path(folder), SEED) as site:
                photograph(browser, site, scheme)
        browser.close()


if __name__ == "__main__":
    main()
