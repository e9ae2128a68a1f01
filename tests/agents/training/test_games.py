"""The number of games at once: by the budget and the length of a game, and kept when resumed."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from spacecombat_agents.training.config import (  # noqa: E402
    Budget,
    config_from,
    load_config,
    save_config,
)
from spacecombat_agents.training.rollout import games  # noqa: E402
from spacecombat_agents.training.rollout.games import games_for, with_games  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

AUTO = {"rollout": {"games": "auto"}, "budget": {"minutes": None, "decisions": 20_000_000}}


@pytest.mark.parametrize(
    ("budget", "length", "found"),
    [
        (Budget(None, 20_000_000), 1000, 256),
        (Budget(None, 20_000_000), 160, 1024),
        (Budget(None, 100_000), 1000, 64),
        (Budget(6, None), 1000, 64),
        (Budget(6, None), 16, 1024),
        (Budget(600, 4_000_000), 160, 256),
    ],
)
def test_the_first_games_end_early(budget, length, found):
    assert games_for(budget, length) == found


def test_a_resumed_run_keeps_its_number(tmp_path, monkeypatch):
    monkeypatch.setattr(games, "_decisions_per_seat", lambda setting: 1000.0)
    config = with_games(config_from(AUTO))
    assert config.rollout.games == 256
    save_config(config, tmp_path / "config.yaml")
    longer = config_from({**AUTO, "budget": {"minutes": None, "decisions": 80_000_000}})
    assert with_games(longer).rollout.games == 1024
    assert with_games(longer, tmp_path).rollout.games == 256
    assert with_games(load_config(tmp_path / "config.yaml")).rollout.games == 256


def test_other_words_are_refused():
    with pytest.raises(ConfigError, match="rollout.games: 'many' is neither a whole number nor"):
        config_from({"rollout": {"games": "many"}})
    with pytest.raises(ConfigError, match="rollout.games: 1 is less than 2"):
        config_from({"rollout": {"games": 1}})
