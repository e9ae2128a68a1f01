"""Games of bots are played again alike: the secret of a game is always the same here."""

from __future__ import annotations

import pytest

from spacecombat_agents.bots import match_game


@pytest.fixture(autouse=True)
def _one_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn for each game otherwise, so that bots draw other random numbers each time."""
    monkeypatch.setattr(match_game, "new_secret", lambda: bytes(32))
