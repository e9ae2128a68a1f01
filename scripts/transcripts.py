"""Write the transcripts that ship with the package, or check that they are unchanged."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.protocol.transcript_files import (
    ENDING,
    FOLDER,
    TranscriptHeader,
    read_transcript,
    shipped,
    write_transcript,
)

PLACES: dict[str, list[tuple[str, str, int]]] = {
    "battle_rider": [
        ("duel", "recommended", 4),
        ("skirmish", "recommended", 3),
        ("task_force_dagger", "recommended", 2),
        ("picket", "recommended", 3),
        ("duel", "none", 1),
    ],
    "intercept_sensors": [
        ("duel", "recommended", 4),
        ("infiltrator", "recommended", 2),
        ("infiltrator", "recommended", 4),
        ("duel", "none", 6),
        ("infiltrator", "none", 3),
    ],
    "interceptor": [
        ("duel", "recommended", 3),
        ("pair", "recommended", 2),
        ("asteroid_field", "recommended", 1),
        ("duel", "none", 1),
        ("pair", "none", 1),
    ],
}
"""Scenarios and turn limits, each played once by captains and once at random."""
WANTS: list[dict[str, bool]] = [{}, {"delta": True}, {"delta": True, "vector": True}]


def players(setting: GameSetting, by_lot: bool) -> tuple[Agent, Agent]:
    """Return two players."""
    if by_lot:
        return RandomAgent(), RandomAgent()
    doctrine = next(iter(captain_module(setting.ruleset.name).DOCTRINES))
    return ScriptedAgent(setting.scenario, doctrine), ScriptedAgent(setting.scenario, doctrine)


def write_all() -> None:
    """Play every game and write it."""
    FOLDER.mkdir(exist_ok=True)
    for ruleset, places in PLACES.items():
        for number in range(2 * len(places)):
            scenario, delegate, turns = places[number % len(places)]
            setting = GameSetting.of(ruleset, scenario, delegate, turns)
            seed = 100 + number
            end = play_game(setting, players(setting, number >= len(places)), seed, 0)
            played = TranscriptHeader(
                ruleset=ruleset,
                scenario=scenario,
                delegate=list(setting.scenario.delegate[0]),
                max_turns=turns,
                seed=seed,
                words=end.actions.tolist(),
                seat=setting.ruleset.seats[number % 2],
                wants=WANTS[number % len(WANTS)],
            )
            write_transcript(FOLDER / f"{ruleset}_{number + 1:02}{ENDING}", played)


def check_all() -> list[str]:
    """Return the differences from the shipped transcripts."""
    changed = []
    for file in shipped():
        transcript = read_transcript(file)
        again: list[Any] = transcript.again()
        if again != transcript.lines:
            pairs = zip(again, transcript.lines, strict=False)
            place = next((n for n, (a, b) in enumerate(pairs, 2) if a != b), len(again) + 1)
            changed.append(f"{file.name}: line {place} differs")
    return changed


def main() -> None:
    """Write, or with --check compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    if not parser.parse_args().check:
        return write_all()
    changed = check_all()
    if changed:
        sys.exit("run python scripts/transcripts.py: " + "; ".join(changed))


if __name__ == "__main__":
    main()
