"""The page of a service that lies below a path, and asks for a key to make games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.browsing import Watched, begin, served, wait_for_question

KEY = "a-key-to-make-games"
pytestmark = pytest.mark.slow


def test_a_game_is_made_with_a_key_and_played_below_a_path(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(KEY)
    given = iter(["wrong-key-0123456789", KEY])
    with served(tmp_path / "data", root_path="/games", make_keys=tmp_path / "keys") as site:
        page = browser.new_context().new_page()
        page.on("dialog", lambda dialog: dialog.accept(next(given)))
        watched = Watched(page, site.address)
        game = begin(watched, "intercept_sensors", "duel")
        assert page.url.startswith(f"{site.address}/g/{game}") and next(given, None) is None
        wait_for_question(page)
        page.locator("#choices .word").first.click()
        page.click(".home")
        page.wait_for_selector(".kept a")
        assert page.url == f"{site.address}/"
        page.click(".kept a")
        page.click("#resign")
        page.click("#sure-yes")
        page.locator("#ways button", has_text="See the whole game").click()
        page.wait_for_url(f"**/games/r/{game}")
        assert watched.wrong == ["console: " + wrong for wrong in REFUSED]
        page.context.close()


REFUSED = ["Failed to load resource: the server responded with a status of 401 (Unauthorized)"] * 2
