"""The `arena` commands: run, resume, extend and report tournaments."""

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

__all__ = ["arena"]

workers_option = click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Worker processes; the games do not depend on their number.",
)
ray_option = click.option(
    "--ray",
    metavar="auto|ADDRESS",
    help="Play on a Ray cluster: on this machine (auto, --workers processors) or at an address.",
)
executor_options: Decorator = combine_options(workers_option, threads_option, ray_option)


@click.group()
def arena() -> None:
    """Run tournaments of many players, resume interrupted ones, and report them.

    A tournament ("cup") is one YAML file. Every finished game is saved in FOLDER/results.db.
    You can interrupt a tournament at any time and continue it with `resume`.
    """


@arena.command()
@click.argument("plan", type=click.Path(path_type=Path), metavar="FILE.yaml")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="Folder of the tournament."
)
@executor_options
@json_option
def run(plan: Path, out: Path, as_json: bool, **executor: Any) -> int:
    """Play the tournament of a file, or continue the one in the output folder.

    `example` is a bundled file: every kind of player, on four scenarios.

    The exit status is 1 if the tournament was interrupted, or if games could not be played through
    no fault of the players.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import run_tournament
    from spacecombat_agents.config_files import TOURNAMENTS, find_config

    return _ended(run_tournament(find_config(TOURNAMENTS, plan), out, **executor), as_json)


@arena.command()
@click.argument("folder", type=click.Path(path_type=Path))
@executor_options
@json_option
def resume(folder: Path, as_json: bool, **executor: Any) -> int:
    """Resume the tournament in a folder; the exit status is that of `run`."""
    from spacecombat_agents.arena.tournament.tournament_runs import resume_tournament_folder

    return _ended(resume_tournament_folder(folder, **executor), as_json)


@arena.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--pairs", type=click.IntRange(1), required=True, help="Maximum number of further pairs."
)
@click.option("--step", type=click.IntRange(1), help="Pairs per matchup and scenario in a round.")
@click.option("--couples", type=click.IntRange(1), help="Matchups in a round.")
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
    """Play further pairs of a tournament where they improve the ratings most.

    Pairs are played in rounds. All results so far determine the pairs of the next round. `resume`
    continues an interrupted ladder.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import run_ladder

    return _ended(run_ladder(folder, pairs, step, couples, **executor), as_json)


@arena.command()
@click.argument("place", type=click.Path(path_type=Path), metavar="FOLDER|FILE")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Output folder; default: the folder of the games.",
)
@click.option("--pages/--no-pages", default=True, help="Also write pages of selected games.")
@json_option
def report(place: Path, out: Path | None, pages: bool, as_json: bool) -> None:
    """Write report.html and report.json of a tournament, or of the games of `match --store`.

    Both depend only on the stored games. --json also prints the numbers.
    """
    from spacecombat_agents.arena.tournament.tournament_runs import report_tournament
    from spacecombat_agents.terminal import print_json

    figures, paths = report_tournament(place, out, pages=pages)
    if as_json:
        print_json(figures)
    else:
        print(f"written: {paths}")


def _ended(result: dict[str, Any], as_json: bool) -> int:
    """Print the result of a tournament; return the exit status."""
    from spacecombat_agents.arena.tournament.tournament_runs import print_tournament
    from spacecombat_agents.terminal import print_json

    (print_json if as_json else print_tournament)(result)
    if result["interrupted"]:
        return INTERRUPTED
    return FAILED if result["unplayed"] else 0
