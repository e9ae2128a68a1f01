"""What commands tell people while they work."""

from __future__ import annotations

import pytest

from spacecombat_agents import terminal


def test_a_share_of_the_work_is_not_taken_for_a_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a match, whose line begins as its result does, half of the games say nothing."""
    monkeypatch.setattr(terminal, "SECONDS_BETWEEN_LINES", 0.0)
    with terminal.Progress(4, "random against scripted:hunter") as progress:
        progress.advance(2)
        progress.reach(3, "a note")
    assert capsys.readouterr().err.splitlines() == [
        "random against scripted:hunter: 50% done",
        "random against scripted:hunter: 75% done, a note",
    ]
