"""Write the golden games: whole games as text, in which a rule change shows up as a diff."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.model.record import digest
from spacecombat_env.core.ruleset import make_games, make_out

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
ALL_ADVANCED = dict.fromkeys(
    (
        *("crew_quality", "crossing_movement", "limited_fuel", "powered_down", "gravity"),
        *("landing", "advanced_tech", "multiple_batteries", "socket_extenders", "boarding"),
        *("restricted_fire_control", "semi_independent_missiles", "hidden_damage", "facing"),
        *("surprise", "black_globes"),
    ),
    True,
)


class Golden(NamedTuple):
    """How a golden game is played; its actions are drawn uniformly."""

    scenario: str
    delegate: tuple[str, ...] | None
    seed: int
    options: dict[str, Any] | None = None
    max_turns: int | None = None
    suffix: str = ""
    """Of the file's name."""


GAMES = {
    "battle_rider": (
        Golden("skirmish", None, 11),
        Golden("skirmish", None, 12),
        Golden("duel", (), 3),
        Golden("picket", ("all_reactions",), 4),
        Golden("task_force_dagger_cup_crews", None, 5),
        Golden("skirmish", (), 6, ALL_ADVANCED, 4, "_advanced"),
        Golden("first_clash", None, 7, max_turns=3),
        Golden("pocket_empires", None, 8, max_turns=3),
    ),
    "intercept_sensors": (
        Golden("duel", (), 21),
        Golden("infiltrator", (), 22),
        Golden("picket", ("setup", "emissions"), 23),
    ),
    "interceptor": (
        Golden("duel", (), 31),
        Golden("pair", None, 32),
        Golden("asteroid_field", None, 33),
        Golden("deep_space", None, 34, max_turns=3),
    ),
}


def golden_game(name: str, game: Golden) -> str:
    """Play a random game and return it as text.

    It ends with two digests: of the last position, and of all observations.
    """
    ruleset = registry.ruleset(name)
    settings = {"delegate": game.delegate, "options": game.options, "max_turns": game.max_turns}
    scenario = ruleset.load(game.scenario, **settings)
    kernels, table = ruleset.kernels(), scenario.table
    games, out = make_games(table.opening.dtype, 1), make_out(scenario, 1)
    kernels.start(games, 0, table, game.seed)
    words, seeds = np.full(1, -1, np.int64), np.array([game.seed], np.int64)
    kernels.advance(games, table, words, out, (0, 1, 0, 0))
    lines = [f"{name} v{ruleset.version} {game.scenario} delegate={game.delegate} seed={game.seed}"]
    told, observed = 0, hashlib.sha256()
    while out.seat[0] >= 0:
        observed.update(out.observation[0].tobytes())
        kernels.random_actions(out.mask, seeds, words, 0, 1)
        seat = int(out.seat[0])
        text = ruleset.action_text(out.visible, 0, scenario, seat, int(words[0]))
        lines.append(f"  {ruleset.seats[seat]}: {text}")
        kernels.advance(games, table, words, out, (0, 1, 0, 0))
        lines += ruleset.log(games, 0, scenario, -1, told)
        told = int(games.states[0].log_count)
    lines += [f"digest {digest(games.states, 0)}", f"observed {observed.hexdigest()}"]
    return "\n".join(lines) + "\n"


def golden_files() -> dict[Path, tuple[str, Golden]]:
    """Return the file of each golden game, and how it is played."""
    return {
        GOLDEN / name / f"{game.scenario}_{game.seed}{game.suffix}.txt": (name, game)
        for name, games in GAMES.items()
        for game in games
    }


def main() -> None:
    """Write all golden games."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path, game in golden_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(golden_game(*game), encoding="utf-8")


if __name__ == "__main__":
    main()
