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
    """How a golden game is played; its actions are drawn uniformly.

    `scenario` is the name of a shipped one, or a file in the folder of the rule set's games.
    """

    scenario: str
    delegate: tuple[str, ...] | None
    seed: int
    options: dict[str, Any] | None = None
    max_turns: int | None = None
    suffix: str = ""
    """Of the file's name."""
    holds: tuple[str, ...] = ()
    """Words of the log for which it was chosen."""


NOBODY_LEFT = "a side has nothing left to fight with"
MAN_GONE = "the man whom both sides want is dead or gone"
CARRIED_OFF = ("The maps are laid again (1).", "the man whom both sides want was carried off")
INTERCEPTOR_II = (
    Golden("search_and_rescue", None, 1797, holds=("Red wins: " + NOBODY_LEFT,)),
    Golden("search_and_rescue", None, 1593, holds=("Red wins: " + MAN_GONE,)),
    Golden("search_and_rescue", None, 3329, holds=("Blue wins: " + NOBODY_LEFT,)),
    Golden("search_and_rescue", None, 5414, holds=("Blue wins: " + MAN_GONE,)),
    Golden("search_and_rescue", None, 0, max_turns=3, holds=("Blue wins: turn limit",)),
    Golden("prepared/prize.yaml", (), 2, holds=(*CARRIED_OFF, "Red wins")),
    Golden("prepared/prize.yaml", (), 2037, holds=(*CARRIED_OFF, "Blue wins")),
    Golden("prepared/prize.yaml", (), 3341, holds=("aboard whom both sides want", MAN_GONE)),
    Golden("low_orbit", None, 1063, holds=("crashes on the ground", "bounces off the interface")),
    Golden("low_orbit", None, 1713, holds=("lands (roll", "sinks to")),
    Golden("low_orbit", None, 1813, holds=("burns up in the air",)),
    Golden("outpost", None, 2555, holds=("Red CHEETAH 2 is launched from Red Outpost",)),
    Golden("outpost", (), 47, holds=("Red CHEETAH 2 is taken into a bay of Red Outpost",)),
    Golden("corvettes", None, 724, holds=("Blue CINGULUM 1 has lost its Bridge and drifts",)),
    Golden("prepared/dogfight.yaml", None, 7, holds=("climbs to level", "dives to", "lands (roll")),
    Golden("prepared/tow.yaml", (), 1456, holds=("the tug locks on", "loses its hold on")),
    Golden("prepared/hell_stack.yaml", None, 4377, holds=("The blast does 300 points to Blue",)),
    Golden(
        "prepared/hell_stack.yaml",
        None,
        4553,
        holds=("Red CINGULUM 4, explodes in 1325", "Blue CINGULUM 6, explodes in 1325"),
    ),
)
"""Events of the second half of the book that random games seldom come to."""
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
        *INTERCEPTOR_II,
    ),
}


def golden_game(name: str, game: Golden) -> str:
    """Play a random game and return it as text.

    It ends with two digests: of the last position, and of all observations.
    """
    ruleset = registry.ruleset(name)
    settings = {"delegate": game.delegate, "options": game.options, "max_turns": game.max_turns}
    scenario = ruleset.load(opened(name, game.scenario), **settings)
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


def opened(name: str, scenario: str) -> str | Path:
    """Return a shipped scenario's name, or the path of one among the games."""
    return GOLDEN / name / scenario if scenario.endswith(".yaml") else scenario


def golden_files() -> dict[Path, tuple[str, Golden]]:
    """Return the file of each golden game, and how it is played."""
    return {
        GOLDEN / name / f"{Path(game.scenario).stem}_{game.seed}{game.suffix}.txt": (name, game)
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
