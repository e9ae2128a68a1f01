"""Draw the picture of the README, and print the decision beside it.

    python scripts/readme_picture.py     # writes docs/skirmish.svg

Two captains play the skirmish, the same game every time. The moment is the first at which Red is
asked, in turn 3 or later, which of several targets to fire at. To be run anew when play changes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from spacecombat_agents.commands.sessions import run_match
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_env import replay
from spacecombat_env.core.ruleset import make_games

PICTURE = Path(__file__).parents[1] / "docs" / "skirmish.svg"
RED, SEED, TURN = 0, 0, 3


def played() -> replay.Replay:
    """Return the first game of a pair between two captains."""
    setting = Setting.of("battle_rider", "skirmish")
    players = make_agent("scripted:captain", setting), make_agent("scripted:captain", setting)
    with tempfile.TemporaryDirectory() as folder:
        run_match(setting, players, pairs=1, seed=SEED, save=Path(folder))
        return replay.load_replay(min(Path(folder).glob("pair_*")))


def show(game: replay.Replay) -> None:
    """Write the picture of the moment, and print question and words."""
    course = replay.open_replay(game)
    rules, scenario = course.ruleset, course.scenario
    kernels = rules.kernels()
    for token in game.tokens:
        seen = make_games(scenario.table.opening.dtype, 1)
        mask = np.zeros(scenario.actions.size, np.int8)
        kernels.redact(course.games, 0, seen, 0, RED)
        if course.seat == RED and kernels.legal(seen, 0, scenario.table, mask) > 1:
            asked = rules.question(seen, 0, scenario, RED)
            if asked.endswith("at which target?") and seen.states[0].turn >= TURN:
                words = [rules.word(seen, 0, scenario, RED, int(w)) for w in np.flatnonzero(mask)]
                print(f"{asked}\n{', '.join(words)} -> {course.word(token)}")
                PICTURE.write_text(rules.draw_svg(seen, 0, scenario, RED), encoding="utf-8")
                return
        course.speak(token)
    raise SystemExit("no such moment in this game: take another SEED")


if __name__ == "__main__":
    show(played())
