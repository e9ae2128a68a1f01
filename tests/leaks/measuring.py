"""The secrets that are there as play begins, by scenario and player, and how well each is guessed.

    python tests/leaks/measuring.py --games 5000 [--only skirmish]

prints a line for each secret, moment and reader.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import battle_rider_secrets as fleets
import intercept_secrets as hunts
import interceptor_secrets as fights
import numpy as np
from collecting import MOMENTS, Given, Play
from reading import Questions, Score, score

from spacecombat_env import registry

FEWEST = 100  # games below which nothing can be said
CHAPTERS = {"battle_rider": fleets, "intercept_sensors": hunts, "interceptor": fights}
BUYING = ("all_reactions", "task_forces", "missiles", "sensors", "gunnery", "buying")


class Case(NamedTuple):
    """Games to be played, and the secrets to be guessed in them."""

    ruleset: str
    scenario: str
    player: str
    """"random", or a doctrine of the captain."""
    secrets: tuple[Callable[[Given], Questions], ...]
    readers: tuple[int, ...] = (0, 1)
    quiet: bool = True
    """Whether the players keep back, in turn 1, what the other side would see."""
    delegate: tuple[str, ...] | None = None

    def __str__(self) -> str:
        """A name for a list of tests."""
        manner = "quiet" if self.quiet else "free"
        delegated = f"-{self.delegate[-1]}" if self.delegate else ""
        return f"{self.scenario}-{self.player}-{manner}{delegated}"


BOUGHT = (fleets.dummies, fleets.tactics, fleets.ships, fleets.dearest)
FLOWN = (fights.card, fights.skill, fights.load)
PLACED = (hunts.column, hunts.row, hunts.emissions, hunts.loads)
CASES = (
    Case("battle_rider", "skirmish", "random", (fleets.dummies, fleets.crowded)),
    Case("battle_rider", "skirmish", "captain", (fleets.dummies, fleets.crowded)),
    Case("battle_rider", "first_clash", "captain", (fleets.dummies, fleets.crowded)),
    Case("battle_rider", "task_force_dagger_cup", "random", (fleets.left_out,), (1,)),
    Case(
        "battle_rider", "task_force_dagger_cup", "captain", (fleets.left_out, fleets.dummies), (1,)
    ),
    Case("battle_rider", "skirmish_purchase", "captain", BOUGHT),
    Case("battle_rider", "skirmish_purchase", "random", BOUGHT, delegate=BUYING),
    Case("battle_rider", "pocket_empires", "captain", (fleets.mission, fleets.dummies)),
    Case("battle_rider", "pocket_empires", "random", (fleets.mission,), delegate=BUYING),
    *(
        Case("intercept_sensors", scenario, player, PLACED, delegate=delegate)
        for scenario in ("duel", "infiltrator", "picket")
        for player, delegate in (("random", ()), ("hunter", ()), ("hunter", ("setup",)))
    ),
    *(
        Case("interceptor", scenario, "random", FLOWN)
        for scenario in ("pair", "asteroid_field", "deep_space")
    ),
)
"""Nothing that a player does tells anything here: every secret must stay one."""
FREE = (
    Case("battle_rider", "skirmish", "random", (fleets.dummies, fleets.acting), quiet=False),
    Case("battle_rider", "skirmish", "captain", (fleets.dummies, fleets.acting), quiet=False),
    Case("battle_rider", "pocket_empires", "captain", (fleets.mission, fleets.acting), quiet=False),
    *(
        Case("intercept_sensors", scenario, player, PLACED, quiet=False)
        for scenario in ("duel", "infiltrator", "picket")
        for player in ("random", "hunter")
    ),
)
"""What players do for all to see may tell of a secret, from the first turn on."""


@functools.lru_cache(maxsize=1)
def played(case: Case, games: int) -> dict[tuple[str, int], Given]:
    """Return what is given in games of a case, by moment and seat."""
    quiet = CHAPTERS[case.ruleset].quiet if case.quiet else None
    settings = {"delegate": case.delegate}
    play = Play(registry.ruleset(case.ruleset), case.scenario, case.player, quiet, **settings)
    return play.collect(range(games))


def scores(case: Case, games: int) -> Iterator[tuple[str, str, int, Score]]:
    """Yield secret, moment, reader and score; a secret with one answer alone is none."""
    given = played(case, games)
    for secret in case.secrets:
        for moment in MOMENTS:
            for seat in case.readers:
                questions = asked(case, secret, given.get((moment, seat)))
                if questions is not None:
                    yield secret.__name__, moment, seat, score(questions)


def asked(case: Case, secret: Callable[[Given], Questions], given: Any) -> Questions | None:
    """Return a secret in the games in which nothing was found; None where there is none."""
    if given is None:
        return None
    given = given.where(CHAPTERS[case.ruleset].unfound(given))
    if len(given.game) < FEWEST:
        return None
    questions = secret(given)
    few = len(np.unique(questions.game)) < FEWEST
    return None if few or len(np.unique(questions.answer)) == 1 else questions


def main() -> None:
    """Print a line for each secret."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    options = parser.parse_args()
    for case in (*CASES, *FREE):
        if options.only in str(case):
            for secret, moment, seat, found in scores(case, options.games):
                mark = "TELLS" if found.tells else ""
                reader = ("red", "blue")[seat]
                print(case, secret, moment, reader, found, found.learner, mark, flush=True)


if __name__ == "__main__":
    main()
