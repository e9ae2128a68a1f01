"""Measure the costs of a cup over a match, and of a line to a bot and back.

    python scripts/arena_costs.py --rounds 8 --pairs 1000

**Cup**: the same pairings are played as a match (`play_match`) and as a cup in this process, with
alternating order. The result is processor time for each decision, the cup's over the match's. Their
games have other seeds, so a round is not the same games twice. The cup's rows and its store are
included.

**Line**: a message is written to `cat` and read back, parsed, by the transport of bots. The result
is wall time, since most of it is waiting to be woken.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.stop_signal import StopSignal
from spacecombat_agents.arena.tournament.executors import LocalExecutor
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.runner import TournamentRunner, open_tournament_store
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.bots.process import BotProcess
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent

SIZES = {"0.2 kB": 200, "2 kB": 2_000, "20 kB": 20_000}
"""Sizes of messages: a decision without view and actions, one with actions, one with everything."""


def of_match(names: list[str], setting: GameSetting, pairs: int, seed: int) -> float:
    """Return a match's processor seconds for each decision."""
    players = make_agent(names[0], setting), make_agent(names[1], setting)
    begun = time.process_time()
    result = play_match(setting, players, pairs=pairs, seed=seed, threads=1)
    return (time.process_time() - begun) / (result.mean_decisions * 2 * pairs)


def of_cup(names: list[str], setting: GameSetting, pairs: int, seed: int) -> float:
    """Return the processor seconds for each decision of a cup of two, from its file to its last
    row.
    """
    place = {"ruleset": setting.ruleset.name, "scenario": setting.scenario.name}
    players = [{"player": name, "label": f"{n}"} for n, name in enumerate(names)]
    content = {"seed": seed, "entrants": players, "scenarios": [place], "pairs": pairs}
    tournament = Tournament(plan_from(content), threads=1)
    tournament.open_all()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        with open_tournament_store(tournament, Path(folder)) as store, StopSignal() as stop:
            TournamentRunner(tournament.plan, store, LocalExecutor(tournament), stop).play_all()
            spent = time.process_time() - begun
            rows = list(store.rows())
    tournament.close()
    assert len(rows) == 2 * pairs
    return spent / sum(row.decisions_first + row.decisions_second for row in rows)


def overheads(names: list[str], setting: GameSetting, pairs: int, rounds: int) -> np.ndarray:
    """Return the cost of a decision in a cup over that in a match, round by round."""
    ways, found = [of_match, of_cup], []
    for way in ways:  # load everything before measuring
        way(names, setting, 2, 0)
    for number in range(rounds):
        spent = {
            way: way(names, setting, pairs, 1 + number) for way in ways[:: 1 - 2 * (number % 2)]
        }
        found.append(spent[of_cup] / spent[of_match])
    return np.array(found)


def round_trips(size: int, count: int) -> np.ndarray:
    """Return the seconds that lines of a size take to an echo program and back."""
    message = {"type": "ask", "text": "x" * size}
    child, spent = BotProcess(["cat"]), []
    child.start()
    try:
        for _ in range(count):
            begun = time.perf_counter()
            child.send(message)
            child.receive(10.0)
            spent.append(time.perf_counter() - begun)
    finally:
        child.close()
    return np.array(spent[count // 10 :])  # the first ones are cold


def main() -> None:
    """Measure, and print a line for each result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="battle_rider")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--players", nargs=2, default=["random", "scripted:captain"])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--lines", type=int, default=5000)
    asked = parser.parse_args()
    setting = GameSetting.of(asked.ruleset, asked.scenario)
    found = overheads(asked.players, setting, asked.pairs, asked.rounds)
    print(
        f"a cup over a match, {' and '.join(asked.players)}, {setting.scenario.name}, "
        f"{asked.rounds} rounds of {asked.pairs} pairs: {np.median(found):.3f} in the middle, "
        f"{found.min():.3f} to {found.max():.3f}"
    )
    for name, size in SIZES.items():
        spent = 1e6 * round_trips(size, asked.lines)
        middle, most = np.median(spent), np.quantile(spent, 0.95)
        print(f"a line of {name} and back: {middle:.0f} microseconds, 95 % at most {most:.0f}")


if __name__ == "__main__":
    main()
