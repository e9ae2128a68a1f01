"""The command with the auction among its rule sets, for tests that send signals to a process."""

from __future__ import annotations

import os
import sys
import types

import auction

from spacecombat_agents import cli
from spacecombat_env import registry

captains = types.ModuleType("spacecombat_agents.scripted.auction")
captains.__dict__.update(choose=auction.choose, DOCTRINES=auction.DOCTRINES)
sys.modules["spacecombat_agents.scripted.auction"] = captains
registry.add(auction.RULESET)

if __name__ == "__main__":
    if "SECONDS_BETWEEN_STATES" in os.environ:
        from spacecombat_agents.training import run_state

        run_state.SAVE_INTERVAL = float(os.environ["SECONDS_BETWEEN_STATES"])
    cli.main()
