"""Record the games of which the service makes a position for each day; again after a rule change.

python scripts/daily_positions.py
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.replay import Replay, save_replay

AGENTS = Path(__file__).parents[1] / "agents" / "spacecombat_agents"
FOLDER = AGENTS / "service" / "recorded" / "daily"
SCENARIOS = (
    ("battle_rider", "skirmish"),
    ("intercept_sensors", "duel"),
    ("intercept_sensors", "infiltrator"),
    ("interceptor", "duel"),
    ("interceptor", "pair"),
)
GAMES, FIRST_SEED, LEAST_TURNS = 3, 40, 4


def recorded(name: str, scenario: str, seed: int) -> Replay:
    """Return a game of the first and the last captain of a rule set."""
    rules = registry.ruleset(name)
    doctrines = list(captain_module(name).DOCTRINES)
    names = doctrines[0], doctrines[-1]
    table = Table(rules, open_scenario(rules, scenario), seed, names)
    captains = [ScriptedAgent(table.scenario, doctrine) for doctrine in names]
    while (seat := table.to_act) is not None:
        table.let(seat, captains[rules.seats.index(seat)])
    return table.replay()


def main() -> None:
    """Write games that one side wins, and that last some turns."""
    for old in FOLDER.glob("*.json.gz"):
        old.unlink()
    FOLDER.mkdir(exist_ok=True)
    for name, scenario in SCENARIOS:
        games = (recorded(name, scenario, seed) for seed in count(FIRST_SEED))
        fit = (game for game in games if game.outcome and is_fit(game))
        for number, game in zip(range(1, GAMES + 1), fit, strict=False):
            print(save_replay(game, FOLDER / f"{number}_{name}_{scenario}.json.gz").name)


def is_fit(game: Replay) -> bool:
    """Whether a side has won, after some turns."""
    assert game.outcome is not None
    return game.outcome.verdict < 2 and game.outcome.turns >= LEAST_TURNS


if __name__ == "__main__":
    main()
