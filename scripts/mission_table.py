"""Play all pairings of the twenty missions of `pocket_empires`, and print who fulfils which.

A cell holds the games in which both sides' conditions are fulfilled at the end, Red's only, Blue's
only, neither. Below it stand Red's score (a win 1, a draw 1/2) and the mean turns of a game.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.terminal import Progress
from spacecombat_env import registry
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.rulesets.battle_rider.model import MISSIONS

PAGE = Path(__file__).parents[1] / "docs" / "lab" / "battle_rider.md"
BEGIN, END = "<!-- mission table -->", "<!-- end of the mission table -->"
SCENARIO = "pocket_empires"
BOTH, RED, BLUE, NEITHER = range(4)
DRAW = 2


class Cell(NamedTuple):
    """The results of a pairing of missions."""

    fulfilled: tuple[int, ...]
    """Games in which both, Red only, Blue only, neither fulfilled their mission."""
    score: float
    """Red's: a win 1, a draw 1/2."""
    turns: float
    """Mean turns of a game."""
    failures: int
    """Games lost by an illegal action."""
    other_ends: int
    """Games that did not end by the scenario's victory conditions."""
    first_failure: str


def setting_of(missions: dict[str, int], delegate: str) -> GameSetting:
    """Return the scenario with these missions fixed."""
    ruleset = registry.ruleset("battle_rider")
    content = {**ruleset.load(SCENARIO).source, "missions": missions}
    content.pop("resolved")
    return GameSetting.of(ruleset, content, delegate)


def play_cell(setting: GameSetting, names: tuple[str, str], seeds: np.ndarray) -> Cell:
    """Play one game for each seed; the first player named is Red."""
    env = setting.batch(len(seeds))
    players = make_agent(names[0], setting), make_agent(names[1], setting)
    for number, player in enumerate(players):
        player.reset(derived_seed(int(seeds[0]), "player", number))
    try:
        played = play(env, players, seeds, np.zeros(len(seeds), np.int8))
    finally:
        env.close()
    since = env.games.states["mission"]["since"] != 0
    kinds = np.where(since[:, 0], np.where(since[:, 1], BOTH, RED), NEITHER)
    kinds[~since[:, 0] & since[:, 1]] = BLUE
    verdicts, reasons = played.tally[:, TALLY.verdict], played.tally[:, TALLY.reason]
    score = float(((verdicts == 0) + 0.5 * (verdicts == DRAW)).mean())
    own_end = setting.ruleset.reasons.index("victory conditions of the scenario")
    counts = tuple(int((kinds == kind).sum()) for kind in range(4))
    turns = float(played.tally[:, TALLY.turns].mean())
    others = int((reasons != own_end).sum())
    return Cell(counts, score, turns, len(played.causes), others, played.first_failure)


def circumstances(given: argparse.Namespace) -> str:
    """Return a sentence on how the table was made."""
    delegated = setting_of({}, given.delegate).delegated
    kinds = ", ".join(f"`{kind}`" for kind in delegated) or "nothing"
    return (
        f"{given.games} games a cell, seed {given.seed}, `{given.red}` as Red against "
        f"`{given.blue}`; delegated ({given.delegate}): {kinds}."
    )


def as_markdown(cells: dict[tuple[int, int], Cell]) -> str:
    """Return the cells as a table, Red's missions down and Blue's across, with means."""
    columns = sorted({blue for _, blue in cells})
    lines = [
        "| Red \\ Blue | " + " | ".join(map(str, columns)) + " | Red's score |",
        "|---" * (len(columns) + 2) + "|",
    ]
    for red in sorted({red for red, _ in cells}):
        row = [cells[red, blue] for blue in columns]
        texts = [f"{'/'.join(map(str, cell.fulfilled))}; {cell.turns:.0f}" for cell in row]
        mean = np.mean([cell.score for cell in row])
        lines.append(f"| {red} | " + " | ".join(texts) + f" | {100 * mean:.0f} % |")
    means = [1 - np.mean([c.score for (_, b), c in cells.items() if b == blue]) for blue in columns]
    lines.append("| Blue's score | " + " | ".join(f"{100 * m:.0f} %" for m in means) + " | |")
    return "\n".join(lines)


def write_page(text: str) -> None:
    """Put the table between its markers on the page of the lab."""
    page = PAGE.read_text(encoding="utf-8")
    head, found, rest = page.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        raise SystemExit(f"{PAGE}: the markers {BEGIN} and {END} are not there")
    PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def missions_of(text: str) -> list[int]:
    """Return the missions in a comma-separated list."""
    numbers = [int(part) for part in text.split(",")]
    if any(not 1 <= number <= MISSIONS for number in numbers):
        raise argparse.ArgumentTypeError(f"missions are 1 to {MISSIONS}")
    return numbers


def options() -> argparse.Namespace:
    """Read the command line."""
    every = ",".join(map(str, range(1, MISSIONS + 1)))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each pairing")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--red", default="scripted:captain", help="who plays Red")
    parser.add_argument("--blue", default="scripted:captain", help="who plays Blue")
    parser.add_argument("--red-missions", type=missions_of, default=missions_of(every))
    parser.add_argument("--blue-missions", type=missions_of, default=missions_of(every))
    parser.add_argument(
        "--delegate", default="recommended", help="what is left to the engine: kinds, or `none`"
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/lab")
    return parser.parse_args()


def main() -> None:
    """Play, print, and write if requested."""
    given = options()
    begun, cells = time.perf_counter(), {}
    pairs = [(red, blue) for red in given.red_missions for blue in given.blue_missions]
    with Progress(len(pairs), "missions") as progress:
        for red, blue in pairs:
            setting = setting_of({"red": red, "blue": blue}, given.delegate)
            entropy = np.random.SeedSequence([given.seed, red, blue])
            seeds = entropy.generate_state(given.games, np.uint32).astype(np.int64)
            cells[red, blue] = play_cell(setting, (given.red, given.blue), seeds)
            progress.advance(1)
    text = f"{circumstances(given)}\n\n{as_markdown(cells)}"
    print(text)
    games = len(pairs) * given.games
    totals = np.sum([cell.fulfilled for cell in cells.values()], axis=0)
    print(f"{games} games: both {totals[0]}, Red {totals[1]}, Blue {totals[2]}, none {totals[3]}")
    print(f"failures {sum(cell.failures for cell in cells.values())}", end=", ")
    print(f"other ends {sum(cell.other_ends for cell in cells.values())}", end=", ")
    print(f"{(time.perf_counter() - begun) / games:.2f} s a game")
    for (red, blue), cell in cells.items():
        if cell.first_failure:
            print(f"Red {red}, Blue {blue}: {cell.first_failure}")
    if given.write:
        write_page(text)


if __name__ == "__main__":
    main()
