"""Write the corpus for authors of their own encoders, or check that it is unchanged.

    python scripts/encoder_corpus.py [--check]

`spacecombat_env/protocol/encodings/RULESET.json.gz` holds decisions of the scripted player's games:
what the seat knows (`view`), and the observation and mask of that decision (`vector`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from typing import Any

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.env.table import Table
from spacecombat_env.protocol import transcript_files
from spacecombat_env.protocol.vectors import described, vector

FOLDER = transcript_files.FOLDER.with_name("encodings")
SCENARIOS = {"battle_rider": "skirmish", "intercept_sensors": "duel", "interceptor": "duel"}
DECISIONS, EVERY, SEED = 30, 7, 1


def corpus(ruleset: str, decisions: int = DECISIONS) -> dict[str, Any]:
    """Return the corpus of a rule set with its first `decisions` decisions, as JSON has it."""
    setting = GameSetting.of(ruleset, SCENARIOS[ruleset])
    scenario = setting.scenario
    rows: list[dict[str, Any]] = []
    seed = SEED
    while len(rows) < decisions:
        rows += game(setting, seed)
        seed += 1
    return {
        "ruleset": ruleset,
        "scenario": SCENARIOS[ruleset],
        "observation": {"hash": scenario.observation.digest(), **described(scenario)},
        "decisions": rows[:decisions],
    }


def game(setting: GameSetting, seed: int) -> list[dict[str, Any]]:
    """Play a game of scripted players and return every seventh order's first decision."""
    doctrine = next(iter(captain_module(setting.ruleset.name).DOCTRINES))
    players = {seat: ScriptedAgent(setting.scenario, doctrine) for seat in setting.ruleset.seats}
    table = Table(setting.ruleset, setting.scenario, seed=seed)
    rows, order = [], 0
    while (seat := table.to_act) is not None:
        if order % EVERY == 0:
            state = table.state(seat)
            given = {"seed": seed, "seat": seat, "decision": state.decision_name}
            rows.append({**given, "view": state.view, "vector": vector(*table.vector(seat))})
        table.let(seat, players[seat])
        order += 1
    return rows


def written(ruleset: str) -> bytes:
    """Return the file of a rule set, decompressed."""
    return (json.dumps(corpus(ruleset), ensure_ascii=False) + "\n").encode()


def main() -> int:
    """Write or check all files; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    FOLDER.mkdir(exist_ok=True)
    stale = []
    for ruleset in SCENARIOS:
        path = FOLDER / f"{ruleset}.json.gz"
        content = written(ruleset)
        if not check:
            path.write_bytes(gzip.compress(content, mtime=0))
        elif gzip.decompress(path.read_bytes()) != content:
            stale.append(path.name)
    print("\n".join(stale), end="")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
