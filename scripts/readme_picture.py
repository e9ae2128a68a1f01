"""Draw the picture of the README, and print its decision.

    python scripts/readme_picture.py     # writes docs/skirmish.svg

Two captains play the skirmish, always the same game. The moment is the first in turn 3 or later at
which Red chooses between several targets to fire at. Run it again when play changes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from spacecombat_agents.evaluation.match_runs import run_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_env import replay
from spacecombat_env.core.ruleset import make_games

PICTURE = Path(__file__).parents[1] / "docs" / "skirmish.svg"
RED, SEED, TURN = 0, 0, 3


def played() -> replay.Replay:
    """Return the first game of a pair between two captains."""
    setting = GameSetting.of("battle_rider", "skirmish")
    players = make_agent("scripted:captain", setting), make_agent("scripted:captain", setting)
    with tempfile.TemporaryDirectory() as folder:
        run_match(setting, players, pairs=1, seed=SEED, save=Path(folder))
        return replay.load_replay(min(Path(folder).glob("pair_*")))


def show(game: replay.Replay) -> None:
    """Write the picture of the moment, and print decision and actions."""
    playback = replay.open_replay(game)
    rules, scenario = playback.ruleset, playback.scenario
    kernels = rules.kernels()
    for action in game.actions:
        visible = make_games(scenario.table.opening.dtype, 1)
        mask = np.zeros(scenario.actions.size, np.int8)
        kernels.redact(playback.games, 0, visible, 0, RED)
        if playback.seat == RED and kernels.legal(visible, 0, scenario.table, mask) > 1:
            asked = rules.decision_text(visible, 0, scenario, RED)
            if asked.endswith("at which target?") and visible.states[0].turn >= TURN:
                words = [
                    rules.action_text(visible, 0, scenario, RED, int(w))
                    for w in np.flatnonzero(mask)
                ]
                print(f"{asked}\n{', '.join(words)} -> {playback.action_text(action)}")
                PICTURE.write_text(rules.draw_svg(visible, 0, scenario, RED), encoding="utf-8")
                return
        playback.step(action)
    raise SystemExit("no such moment in this game: take another SEED")


if __name__ == "__main__":
    show(played())
