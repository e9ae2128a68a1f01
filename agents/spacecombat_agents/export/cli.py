"""The command that exports a trained opponent as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import (
    FAILED,
    FiniteFloatRange,
    json_option,
    open_setting,
    setting_options,
)


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN|FILE.opp")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT.opp")
@click.option("--name", help="Name of the opponent; default: the file's name.")
@click.option(
    "--check",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Recorded decisions on which exported and trained policy must agree.",
)
@click.option(
    "--temperature",
    type=FiniteFloatRange(0.0, 100.0),
    default=0.6,
    show_default=True,
    help="Sampling temperature of the level admiral; 0: always the likeliest action.",
)
@click.option(
    "--min-p",
    type=FiniteFloatRange(0.0, 1.0),
    default=0.02,
    show_default=True,
    help="Never sample actions whose probability is below this share of the likeliest one's.",
)
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="ID=FILE[,temperature=T][,min_p=P]",
    help="Another level, weakest first. FILE is a checkpoint in RUN/opponents, mean (of "
    "all checkpoints), mean:FIRST..LAST (by decisions), FILE.opp@LEVEL, or model; or mixture, "
    "mixture:FIRST..LAST or mixture:FILE+FILE, which play one policy a game. Add ,search or "
    ",worlds=64 and so on for a level with search.",
)
@click.option(
    "--mantissa",
    type=click.IntRange(4, 23),
    default=23,
    show_default=True,
    help="Mantissa bits that weights keep; 8 halves the size of the file.",
)
@click.option(
    "--weights",
    type=click.Choice(["onnx", "json"]),
    help="onnx (default): plain steps and ONNX; json: plain steps alone. An older "
    "FILE.opp without steps gets them.",
)
@click.option("--author", default="", help="Author, recorded in the file.")
@click.option("--license", default="", help="License, recorded in the file.")
@json_option
@click.pass_context
def export(
    context: click.Context,
    run: Path,
    out: Path,
    name: str | None,
    check: int,
    temperature: float,
    min_p: float,
    levels: tuple[str, ...],
    mantissa: int,
    weights: str | None,
    author: str,
    license: str,
    as_json: bool,
) -> int:
    """Export the opponent trained in folder RUN as OUT.opp, which plays without PyTorch.

    Its level admiral is the learner at the end. Other levels are checkpoints, or the same learner
    at another temperature: --level cadet=000000350000.npz --level officer=model,temperature=1.2.
    The exit status is 1 if an exported policy chooses another action in any checked decision.
    """
    from spacecombat_agents.export.export_runs import export_file, print_export, run_export
    from spacecombat_agents.terminal import print_json

    if run.suffix == ".opp" and not run.is_dir():
        result = export_file(run, out, weights, _given(context))
    else:
        sampling: dict[str, Any] = {"temperature": temperature, "min_p": min_p, "levels": levels}
        made: dict[str, Any] = {"mantissa": mantissa, "weights": weights or "onnx"}
        labels = {"author": author, "license": license}
        named = name or out.stem
        result = run_export(run, out, name=named, check=check, **sampling, **made, **labels)
    if as_json:
        print_json(result)
    else:
        print_export(result)
    return 0 if result["same"] == result["checked"] else FAILED


def _given(context: click.Context) -> list[str]:
    """Return the options given on the command line, such as `--mantissa`, in order."""
    source = click.core.ParameterSource.COMMANDLINE
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if isinstance(parameter, click.Option)
        and context.get_parameter_source(parameter.name or "") is source
    ]


@click.command("export-scenario")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@setting_options
def export_scenario(out: Path, **chosen: Any) -> None:
    """Write a scenario to the file OUT, for programs in C and web pages that run the rules.

    The file holds the rules and the opening position as the engine reads them, and a description as
    JSON.
    """
    from spacecombat_env.native.scenario_file import write_scenario

    setting = open_setting(**chosen)
    write_scenario(setting.ruleset, setting.scenario, out)
    print(f"{out}: {setting.ruleset.name} {setting.scenario.name}, {out.stat().st_size} bytes")
