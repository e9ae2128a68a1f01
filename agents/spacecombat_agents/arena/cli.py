"""Commands about cups: played, gone on with, reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import (
    FAILED,
    INTERRUPTED,
    Decorator,
    combine_options,
    json_option,
    threads_option,
)

workers_option = click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes that play; the games are the same for any number.",
)
ray_option = click.option(
    "--ray",
    metavar="auto|ADDRESS",
    help="Play on a Ray cluster: of this machine (auto: --workers processors), or at an address.",
)
executor_options: Decorator = combine_options(workers_option, threads_option, ray_option)


@click.group()
def arena() -> None:
    """Play cups of many players, kept game by game; go on where one was cut; report.

    A cup is one YAML file. Its games are kept in FOLDER/results.db as soon as they are over: end it
    when you like, and go on with `resume`.
    """


@arena.command()
@click.argument("plan", type=click.Path(path_type=Path), metavar="FILE.yaml")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the cup.")
@executor_options
@json_option
def run(plan: Path, out: Path, as_json: bool, **executor: Any) -> int:
    """Play the cup of a file, from its beginning or from where it stands in the folder.

    `example` is a file that ships: every kind of player, on four scenarios.

    Exit status 1 if it was interrupted, or if games could not be played for no fault of players.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import run_tournament
    from spacecombat_agents.config_files import TOURNAMENTS, find_config

    return _ended(run_tournament(find_config(TOURNAMENTS, plan), out, **executor), as_json)


@arena.command()
@click.argument("folder", type=click.Path(path_type=Path))
@executor_options
@json_option
def resume(folder: Path, as_json: bool, **executor: Any) -> int:
    """Go on with the cup in a folder; exit status as `run`."""
    from spacecombat_agents.arena.tournament.tournament_runs import resume_tournament_folder

    return _ended(resume_tournament_folder(folder, **executor), as_json)


@arena.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pairs", type=click.IntRange(1), required=True, help="Further pairs, at most.")
@click.option("--step", type=click.IntRange(1), help="Pairs of a couple in each scenario of a lap.")
@click.option("--couples", type=click.IntRange(1), help="Couples that play in a lap.")
@executor_options
@json_option
def ladder(
    folder: Path,
    pairs: int,
    step: int | None,
    couples: int | None,
    as_json: bool,
    **executor: Any,
) -> int:
    """Play further pairs in a cup, of those couples from whom its ratings learn most.

    In laps: after each, all results are looked at again. Interrupted, `resume` goes on with it.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import run_ladder

    return _ended(run_ladder(folder, pairs, step, couples, **executor), as_json)


@arena.command()
@click.argument("place", type=click.Path(path_type=Path), metavar="FOLDER|FILE")
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write to; else beside it.")
@click.option("--pages/--no-pages", default=True, help="Write the pages of games, too.")
@json_option
def report(place: Path, out: Path | None, pages: bool, as_json: bool) -> None:
    """Write report.html and report.json of a cup, or of what `match --store` has kept.

    Both are functions of the games alone. With --json the numbers are printed, too.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import report_tournament
    from spacecombat_agents.terminal import print_json

    figures, paths = report_tournament(place, out, pages=pages)
    if as_json:
        print_json(figures)
    else:
        print(f"written: {paths}")


def _ended(result: dict[str, Any], as_json: bool) -> int:
    """Print what a cup has come to; return the exit status."""
    from spacecombat_agents.arena.tournament.tournament_runs import print_tournament
    from spacecombat_agents.terminal import print_json

    (print_json if as_json else print_tournament)(result)
    if result["interrupted"]:
        return INTERRUPTED
    return FAILED if result["unplayed"] else 0
