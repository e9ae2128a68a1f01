"""Commands that measure the engine's speed and compile it in advance."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import (
    json_option,
    open_setting,
    options_option,
    setting_options,
)


@click.command()
@setting_options
@click.option(
    "--games", type=click.IntRange(2), default=512, show_default=True, help="Games at once."
)
@click.option(
    "--threads", type=click.IntRange(1), default=2, show_default=True, help="Maximum of threads."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=2.0,
    show_default=True,
    help="Measuring time of each figure, split into short turns.",
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(["batch", "single", "sb3"]),
    help="Measure only this part; repeatable. Default: all.",
)
@click.option(
    "--against",
    metavar="REVISION",
    help="Compare with another revision of this checkout, or with another checkout's folder.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    help="With --against: pairs of turns.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page on speed by games, threads and size, over all scenarios.",
)
@click.option("--service", is_flag=True, help="Measure `spacecombat serve` instead of the engine.")
@click.option(
    "--people",
    type=click.IntRange(1, 1000),
    default=100,
    show_default=True,
    help="With --service: people at once, each against the captain.",
)
@click.option(
    "--words",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="With --service: actions of each person.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0.0),
    default=1.0,
    show_default=True,
    help="With --service: seconds from an answer to the next action.",
)
@json_option
def bench(
    games: int,
    threads: int,
    seconds: float,
    parts: tuple[str, ...],
    against: str | None,
    pairs: int,
    html: Path | None,
    service: bool,
    people: int,
    words: int,
    pace: float,
    as_json: bool,
    **place: Any,
) -> None:
    """Measure how fast the engine and the environments are under random legal play.

    The JSON holds the figures by part, and under "keys" their meanings. The parts batch and game
    describe the batch engine and its games. The part single measures env() through PettingZoo's AEC
    loop, and its ratio to connect_four_v3. The part sb3 measures MaskablePPO's rollout loop, and
    its ratio to the same loop on an environment that does nothing. The part selfplay does the same
    for the loop of `train`. All figures are medians over short turns taken one after another.

    With --against two checkouts play the same games. The command compares their results byte for
    byte and their speeds in alternating turns. The interval of the median ratio has 95 % confidence
    from six pairs on.

    With --service the command starts a real service on this machine and measures the waiting times
    of people. It measures state, say, peek and odds of one person alone, then say of many people at
    once. It also measures the bytes of a decision and the time from the start to the first page.
    Each figure is shown next to its target.
    """
    from spacecombat_agents.terminal import print_json

    if sum(map(bool, (against is not None, html is not None, service))) > 1:
        raise click.UsageError("--against, --html and --service cannot be combined")
    if parts and (against is not None or html is not None or service):
        raise click.UsageError("--part cannot be combined with --against, --html or --service")
    setting = open_setting(**place)
    printed: Callable[[Any], None]
    if against is not None:
        from spacecombat_agents.bench.compare_revisions import print_against as printed
        from spacecombat_agents.bench.compare_revisions import run_against

        result = run_against(
            setting, against, games=games, threads=threads, pairs=pairs, seconds=seconds
        )
    elif html is not None:
        from spacecombat_agents.bench.scaling import every_scenario, run_scaling, write_page
        from spacecombat_agents.bench.scaling import print_scaling as printed

        result = run_scaling(every_scenario(setting), seconds)
        write_page(result, html)
    elif service:
        from spacecombat_agents.players.roster import missing_extra_error

        try:
            from spacecombat_agents.bench.service_latency import print_service as printed
            from spacecombat_agents.bench.service_latency import run_service

            result = run_service(setting, people=people, actions=words, pace=pace)
        except ModuleNotFoundError as cause:
            raise missing_extra_error(cause, "serve") from None
    else:
        from spacecombat_agents.bench.throughput import PARTS, run_bench
        from spacecombat_agents.bench.throughput import print_bench as printed

        chosen = [part for part in PARTS if part in parts] or PARTS
        result = run_bench(setting, games=games, threads=threads, seconds=seconds, parts=chosen)
    (print_json if as_json else printed)(result)


@click.command()
@click.option("--ruleset", help="Rule set to compile; default: all.")
@click.option("--scenario", help="Scenario to compile; default: that of each rule set.")
@click.option("--all", "every_capacity", is_flag=True, help="Compile for scenarios of every size.")
@options_option
def warm(
    ruleset: str | None, scenario: str | None, every_capacity: bool, options: tuple[str, ...]
) -> None:
    """Compile everything now, so that no command has to wait for it later.

    Scenarios with the same capacity of pieces share compiled code. Larger ones (first_clash,
    battle_royal) have their own, compiled here (--all) or at their first game.
    """
    from spacecombat_agents.bench.precompile import precompile_all
    from spacecombat_agents.game_setting import parse_options

    if scenario is not None and ruleset is None:
        raise click.UsageError("--scenario needs --ruleset")
    if every_capacity and scenario is not None:
        raise click.UsageError("--all and --scenario cannot be combined")
    if options and scenario is None:
        raise click.UsageError("--option needs --scenario")
    precompile_all(
        [ruleset] if ruleset else None,
        scenario,
        every_capacity=every_capacity,
        options=parse_options(options),
    )
