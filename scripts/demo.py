"""The whole workflow: train an opponent, export it, measure it, and watch a game of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from spacecombat_agents.analysis.replay_summary import run_replay
from spacecombat_agents.arena.matches.match import MatchResult
from spacecombat_agents.evaluation.match_runs import print_match, run_match
from spacecombat_agents.export.anchored_rating import rate_among_levels
from spacecombat_agents.export.export_runs import run_export
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import opponent_file
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.terminal import print_stderr
from spacecombat_agents.training.training_runs import run_training

CONFIG = "battle_rider_quick"
SHIPPED = "battle_rider_skirmish.opp"
"""Opponent whose levels the demo's opponent is compared with."""
PAIRS, PLACING_PAIRS = 200, 50


def watch(setting: GameSetting, opponent: Path, out: Path) -> Path:
    """Play one pair of games against the captain and write the page of the first."""
    players = (make_agent(str(opponent), setting), make_agent("scripted:captain", setting))
    games = out / "games"
    run_match(setting, players, pairs=1, seed=7, save=games)
    page = out / "game.html"
    run_replay(sorted(games.glob("pair_*"))[0], verify=True, html=page)
    return page


def scored(result: MatchResult) -> str:
    """Return a match's score as text."""
    low, high = result.interval
    return f"{result.score_a:.1%} (95 % interval {low:.1%} to {high:.1%})"


def demo(minutes: float, out: Path) -> None:
    """Train for some minutes, then export, play a match and show a game."""
    out.mkdir(parents=True, exist_ok=True)
    opponent = out / "opponent.opp"
    run = out / "run"
    run_training(CONFIG, run, minutes=minutes)
    run_export(run, opponent, name="demo", check=10_000)
    setting = GameSetting.of("battle_rider", "skirmish")
    found = {}
    for other in ("scripted:captain", "random"):
        players = (make_agent(str(opponent), setting), make_agent(other, setting))
        found[other] = run_match(setting, players, pairs=PAIRS, seed=1)
    page = watch(setting, opponent, out)
    for result in found.values():
        print_match(result)
    print_stderr(f"Opponent: {opponent}")
    for other, result in found.items():
        print(f"score {scored(result)} against {other}")
    bundle = read_bundle(opponent_file(SHIPPED))
    player = make_agent(str(opponent), setting)
    place = rate_among_levels(player, bundle, setting, pairs=PLACING_PAIRS, seed=1)
    assert place is not None, "levels that ship are rated"
    for level, result in place.matches:
        print(f"score {scored(result)} against {SHIPPED}@{level.id}")
    print(f"place {place.description}, at {place.elo:+.0f} Elo (random 0)")
    print(f"page  {page}")


def main() -> None:
    """Read the options and run the demo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.5, help="training time")
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder to write")
    options = parser.parse_args()
    demo(options.minutes, options.out)


if __name__ == "__main__":
    main()
