"""The command `spacecombat baselines`."""

from __future__ import annotations

from pathlib import Path

import click

from spacecombat_agents.cli_options import INTERRUPTED, json_option

FOLDER = Path("docs/baselines")
folder_option = click.option(
    "--results",
    "folder",
    type=click.Path(path_type=Path),
    default=FOLDER,
    show_default=True,
    help="Folder that keeps results.",
)


@click.group()
def baselines() -> None:
    """Scores of known and of trained players in the shipped scenarios."""


@baselines.command("run")
@click.option("--ruleset", "rulesets", multiple=True, help="Rule set; repeatable; default: all.")
@click.option("--scenario", "scenarios", multiple=True, help="Scenario; repeatable; default: all.")
@folder_option
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=Path("runs/baselines"),
    show_default=True,
    help="Folder of training runs.",
)
@click.option(
    "--learner",
    "learners",
    type=click.Choice(["fast", "sb3"]),
    multiple=True,
    help="Learner to train; repeatable; default: none.",
)
@click.option("--pairs", type=click.IntRange(2), default=200, show_default=True, help="Pairs.")
@click.option(
    "--search-pairs",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Pairs of the player that searches; 0 leaves it out.",
)
@click.option(
    "--seeds", type=click.IntRange(1), default=5, show_default=True, help="Runs of a learner."
)
@click.option(
    "--decisions",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="Decisions of the learner in a run.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    help="Player to measure instead of the known ones, such as transfer:FILE.opp; repeatable.",
)
@json_option
def run_baselines(
    rulesets: tuple[str, ...],
    scenarios: tuple[str, ...],
    folder: Path,
    runs: Path,
    learners: tuple[str, ...],
    pairs: int,
    search_pairs: int,
    seeds: int,
    decisions: int,
    players: tuple[str, ...],
    as_json: bool,
) -> int:
    """Measure what the results lack.

    Every row is kept when it is measured: run the same command again after an interruption.
    """
    from spacecombat_agents.arena.stop_signal import Interrupted
    from spacecombat_agents.baselines.measuring import Budget, measure_scenario, shipped_settings
    from spacecombat_agents.baselines.page import print_players
    from spacecombat_agents.terminal import print_json, print_stderr

    budget = Budget(pairs, search_pairs, seeds, decisions)
    measured = []
    try:
        for setting in shipped_settings(rulesets, scenarios):
            measured.append(measure_scenario(setting, folder, runs, learners, budget, players))
    except Interrupted:
        print_stderr(f"interrupted: {folder} keeps what was measured")
        return INTERRUPTED
    if as_json:
        print_json(measured)
        return 0
    if players:
        print_players(measured, players)
    print(f"{folder}: {len(measured)} scenarios")
    return 0


@baselines.command("page")
@folder_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("docs/baselines.md"),
    show_default=True,
    help="Markdown file; the folder of results lies below its folder.",
)
def page(folder: Path, out: Path) -> None:
    """Write the page of the results."""
    from spacecombat_agents.baselines.page import write_page

    print(f"{out}: {write_page(folder, out)} scenarios")
