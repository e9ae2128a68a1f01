"""Players are tested on tiny rule sets of their own, whose best play is known: `auction`, poker."""

from __future__ import annotations

import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import auction
import pytest

from spacecombat_agents.benchmark.poker import kuhn, leduc
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env import registry

captains = types.ModuleType("spacecombat_agents.scripted.auction")
captains.choose = auction.choose  # type: ignore[attr-defined]
captains.DOCTRINES = auction.DOCTRINES  # type: ignore[attr-defined]
sys.modules["spacecombat_agents.scripted.auction"] = captains


@pytest.fixture(scope="session", autouse=True)
def auction_is_known() -> None:
    """The auction is a rule set while players are tested, not while other tests are collected."""
    registry.add(auction.RULESET)


@pytest.fixture(scope="session")
def setting(auction_is_known: None) -> GameSetting:
    """The auction."""
    return GameSetting.of("auction", "plain")


@pytest.fixture(scope="session")
def poker_is_known() -> None:
    """Kuhn and Leduc poker are rule sets, from the first test that asks for them."""
    registry.add(kuhn.RULESET)
    registry.add(leduc.RULESET)
