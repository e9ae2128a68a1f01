"""Commands that train an opponent and report on a training run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import FiniteFloatRange, json_option, options_option


@click.command()
@click.option(
    "--config",
    required=True,
    help="Name of a built-in configuration, such as battle_rider_quick, or a YAML file.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option(
    "--minutes",
    type=FiniteFloatRange(0.0, min_open=True),
    help="Time limit, instead of the configuration's.",
)
@click.option(
    "--decisions",
    type=click.IntRange(1),
    help="Limit of the learner's decisions, instead of the configuration's.",
)
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the configuration's.")
@click.option("--scenario", help="Name or file of a scenario, instead of the configuration's.")
@click.option(
    "--start",
    help="Initial weights: a run or its policy.safetensors, FILE.opp or FILE.opp@LEVEL; those "
    "of another scenario are taken by the names of inputs and actions.",
)
@click.option("--resume", is_flag=True, help="Resume the run in the folder.")
@options_option
@json_option
def train(
    config: str,
    out: Path,
    minutes: float | None,
    decisions: int | None,
    resume: bool,
    options: tuple[str, ...],
    as_json: bool,
    **fields: Any,
) -> None:
    """Train an opponent by self-play; the run folder can be resumed and exported.

    The run saves its state at the start, every 30 seconds, on Ctrl-C and on SIGTERM; --resume
    continues from there.

    The command prints the learner's decisions per second of the whole loop: play, inference and
    learning, without evaluations.
    """
    from spacecombat_agents.game_setting import parse_options
    from spacecombat_agents.terminal import print_json
    from spacecombat_agents.training.training_runs import print_training, run_training

    result = run_training(
        config,
        out,
        minutes=minutes,
        decisions=decisions,
        resume=resume,
        options=parse_options(options),
        **fields,
    )
    if os.environ.get("RANK", "0") != "0":  # torchrun: rank 0 prints
        return
    if as_json:
        print_json(result)
    else:
        print_training(result)


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="HTML file; default RUN/report.html.")
@json_option
def report(run: Path, out: Path | None, as_json: bool) -> None:
    """Write an HTML report of the training run in folder RUN, with its learning curves.

    `train` writes it at the end. For a run in progress it shows the data so far. The page is one
    file and depends only on the run's folder. For a cup use: spacecombat arena report.
    """
    from spacecombat_agents.players.roster import missing_extra_error
    from spacecombat_agents.terminal import print_json

    try:
        from spacecombat_agents.training.report.page import write_report
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "report") from None
    content, file = write_report(run, out)
    if as_json:
        print_json(content)
        return
    print("\n".join([*content["sentences"], *content["warnings"]]))
    print(f"Page: {file}")
