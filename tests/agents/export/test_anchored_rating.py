"""Where a player stands among rated levels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

from spacecombat_agents.export.anchored_rating import elo_from_scores, rate_among_levels  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402


@pytest.mark.parametrize(
    ("scores", "elo"),
    [
        ([(300.0, 0.5)], 300.0),
        ([(0.0, 10 / 11)], 400.0),
        ([(100.0, 0.75), (300.0, 0.5), (500.0, 0.25)], 300.0),
    ],
)
def test_as_many_points_are_expected_as_were_scored(
    scores: list[tuple[float, float]], elo: float
) -> None:
    assert elo_from_scores(scores) == pytest.approx(elo, abs=0.2)


def test_a_player_is_placed_between_levels(opponent: Path, setting: GameSetting) -> None:
    bundle = read_bundle(opponent)
    random = make_agent("random", setting)
    assert rate_among_levels(random, bundle, setting, pairs=2, seed=1) is None
    elos = {"cadet": -900.0, "officer": 900.0}
    rated = [
        replace(level, rating=elos[level.id], interval=(-1.0, 1.0))
        for level in bundle.levels
        if level.id in elos
    ]
    object.__setattr__(
        bundle, "manifest", {**bundle.manifest, "levels": [r.as_json() for r in rated]}
    )
    bundle = replace(bundle)
    place = rate_among_levels(random, bundle, setting, pairs=10, seed=1)
    assert place is not None and [level.id for level, _ in place.matches] == ["cadet", "officer"]
    assert place.description == "between cadet (-900) and officer (+900)"
    assert replace(place, elo=1000.0).description == "above officer (+900)"
    assert replace(place, elo=-1000.0).description == "below cadet (-900)"
