"""Write the golden games: whole games in words, which a rule change shows up in as a diff."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.record import digest
from spacecombat_env.core.ruleset import make_games, make_out

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
GAMES = {
    "battle_rider": (
        ("skirmish", None, 11),
        ("skirmish", None, 12),
        ("duel", (), 3),
        ("picket", ("all_reactions",), 4),
        ("task_force_dagger_cup_crews", None, 5),
    ),
    "intercept_sensors": (
        ("duel", (), 21),
        ("infiltrator", (), 22),
        ("picket", ("setup", "emissions"), 23),
    ),
}
"""Rule set -> scenario, delegation and seed of each golden game; words are drawn evenly."""


def golden_game(name: str, scenario_name: str, delegate: tuple[str, ...] | None, seed: int) -> str:
    """Play a game of even random words and return it in words, with the digest of its end."""
    ruleset = registry.ruleset(name)
    scenario = ruleset.load(scenario_name, delegate=delegate)
    kernels, table = ruleset.kernels(), scenario.table
    games, out = make_games(table.opening.dtype, 1), make_out(scenario, 1)
    kernels.start(games, 0, table, seed)
    words, seeds = np.full(1, -1, np.int64), np.array([seed], np.int64)
    kernels.advance(games, table, words, out, (0, 1, 0, 0))
    lines = [f"{name} v{ruleset.version} {scenario_name} delegate={delegate} seed={seed}"]
    told = 0
    while out.seat[0] >= 0:
        kernels.random_words(out.mask, seeds, words, 0, 1)
        seat = int(out.seat[0])
        text = ruleset.word(out.seen, 0, scenario, seat, int(words[0]))
        lines.append(f"  {ruleset.seats[seat]}: {text}")
        kernels.advance(games, table, words, out, (0, 1, 0, 0))
        lines += ruleset.log(games, 0, scenario, -1, told)
        told = int(games.states[0].log_count)
    lines.append(f"digest {digest(games.states, 0)}")
    return "\n".join(lines) + "\n"


def golden_files() -> dict[Path, tuple[str, str, tuple[str, ...] | None, int]]:
    """Return the file of each golden game and how it is played."""
    return {
        GOLDEN / name / f"{scenario}_{seed}.txt": (name, scenario, delegate, seed)
        for name, games in GAMES.items()
        for scenario, delegate, seed in games
    }


def main() -> None:
    """Write all golden games."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path, game in golden_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(golden_game(*game), encoding="utf-8")


if __name__ == "__main__":
    main()
