"""Play Interceptor's scenarios, and print the frequency of each step of their outcome tables.

python scripts/outcome_table.py                      # all that ship, 200 games each
python scripts/outcome_table.py asteroid_field_kessrith --games 100
python scripts/outcome_table.py --write              # put the table into docs/lab/interceptor.md
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.terminal import Progress
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY, Scenario
from spacecombat_env.rulesets.interceptor.scenario import scenarios

PAGE = Path(__file__).parents[1] / "docs" / "lab" / "interceptor.md"
BEGIN, END = "<!-- outcome table -->", "<!-- end of the outcome table -->"
LIMIT = "turn limit"
SIDES = 2


def steps_of(scenario: Scenario) -> list[str]:
    """Return the steps of a scenario's table, from Red's best to Blue's best."""
    tables = scenario.source["resolved"]["outcome"]
    red, blue = (scenario.source["sides"][side]["name"] for side in ("red", "blue"))
    return [f"{red}, {name}" for name in tables[0]] + [
        f"{blue}, {name}" for name in tables[1][::-1]
    ]


def step_of(scenario: Scenario, points: np.ndarray, verdict: int) -> int:
    """Return the step for points and a verdict (0 Red, 1 Blue) (IN-SCN-03, 06, 13)."""
    red, blue = scenario.source["resolved"]["outcome"]
    names = (red, blue)[verdict]
    least = scenario.table.rules[0].option.outcome[verdict, : len(names)]
    gap = abs(int(points[0]) - int(points[1]))
    step = int(np.argmax(gap >= least))
    return step if verdict == 0 else len(red) + len(blue) - 1 - step


def play_scenario(name: str, agent: str, games: int, seed: int) -> str:
    """Play an agent against itself; return a row of the table."""
    setting = GameSetting.of("interceptor", name)
    players = make_agent(agent, setting), make_agent(agent, setting)
    for number, player in enumerate(players):
        player.reset(derived_seed(seed, "player", number))
    seeds = np.random.SeedSequence([seed, 1]).generate_state(games, np.uint32).astype(np.int64)
    env = setting.batch(games)
    try:
        played = play(env, players, seeds, np.zeros(games, np.int8))
    finally:
        env.close()
    points, tally = env.games.states["points"], played.tally
    steps = [
        step_of(setting.scenario, points[k], int(tally[k, TALLY.verdict]))
        for k in range(games)
        if tally[k, TALLY.verdict] < SIDES
    ]
    texts = steps_of(setting.scenario)
    counts = Counter(texts[step] for step in steps)
    shares = ", ".join(f"{text} {counts[text]}" for text in texts)
    if draws := games - len(steps):
        shares += f", draws {draws}"
    limit = setting.ruleset.reasons.index(LIMIT)
    at_limit = (tally[:, TALLY.reason] == limit).mean()
    turns = tally[:, TALLY.turns].mean()
    return f"| `{name}` | {games} | {shares} | {turns:.1f} | {at_limit:.0%} |"


def table(rows: list[str]) -> str:
    """Return rows under their heading."""
    heading = "| scenario | games | outcomes | turns, mean | decided by the turn limit |"
    return "\n".join((heading, "|---|---|---|---|---|", *rows))


def write_page(text: str) -> None:
    """Put the table between its markers on the page of the lab."""
    page = PAGE.read_text(encoding="utf-8")
    head, found, rest = page.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        raise SystemExit(f"{PAGE}: the markers {BEGIN} and {END} are not there")
    PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def main() -> None:
    """Play, print, and write if requested."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "scenarios", nargs="*", default=list(scenarios()), help="names of scenarios"
    )
    parser.add_argument("--games", type=int, default=200, help="of each (200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", default="scripted:ace", help="who plays both sides")
    parser.add_argument("--write", action="store_true", help="put the table into docs/lab")
    given = parser.parse_args()
    rows = []
    with Progress(len(given.scenarios), "scenarios") as progress:
        for name in given.scenarios:
            rows.append(play_scenario(name, given.agent, given.games, given.seed))
            progress.advance(1)
    text = table(rows)
    print(text)
    if given.write:
        write_page(text)


if __name__ == "__main__":
    main()
