"""The command that measures speeds, and one that has nothing to do any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spacecombat_agents.cli_options import (
    FiniteFloatRange,
    json_option,
    open_setting,
    options_option,
    setting_options,
)

if TYPE_CHECKING:
    from spacecombat_agents.game_setting import GameSetting


@click.command()
@setting_options
@click.option(
    "--games", type=click.IntRange(2), default=512, show_default=True, help="Games at once."
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Maximum number of threads.",
)
@click.option(
    "--seconds",
    type=FiniteFloatRange(0.1),
    default=2.0,
    show_default=True,
    help="Measuring time of each figure, split into short measurements.",
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
    help="Compare with another revision of this checkout, or with another checkout's folder. "
    "Revisions before the native engine need Numba.",
)
@click.option(
    "--engines",
    is_flag=True,
    help="Compare the native engine with the interpreted one, on one thread.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    help="With --against and --engines: pairs of measurements.",
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
    "actions_each",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="With --service: actions of each person.",
)
@click.option(
    "--pace",
    type=FiniteFloatRange(0.0),
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
    engines: bool,
    pairs: int,
    html: Path | None,
    service: bool,
    people: int,
    actions_each: int,
    pace: float,
    as_json: bool,
    **place: Any,
) -> None:
    """Measure how fast the engine and the environments are under random legal play.

    The JSON holds the figures by part, and under "keys" their meanings. The parts batch and game
    describe the batch engine and its games. The part single measures env() through PettingZoo's AEC
    loop, and its ratio to connect_four_v3. The part sb3 measures MaskablePPO's rollout loop, and
    its ratio to the same loop on an environment that does nothing. The part selfplay does the same
    for the loop of `train`. Figures are medians of short
    measurements that alternate with each other.

    --against compares two checkouts, --engines the two engines of this checkout. Both play the same
    games. The command compares their results byte for byte, and their speeds in alternating
    measurements. The interval of the median ratio has 95 % confidence from six pairs on. For all
    other figures SPACECOMBAT_ENGINE selects the engine: native or interpreted.

    With --service the command starts a real service on this machine and measures how long people
    wait. It measures the requests state, say, peek and odds of one person alone, then say of many
    people at once. It also measures the bytes of a decision and the time from the start to the
    first page. Each figure is shown next to its target.
    """
    from spacecombat_agents.terminal import print_json

    others = sum((against is not None, engines, html is not None, service))
    if others > 1:
        raise click.UsageError("--against, --engines, --html and --service cannot be combined")
    if parts and others:
        raise click.UsageError(
            "--part cannot be combined with --against, --engines, --html or --service"
        )
    _build_in_full()
    setting = open_setting(**place)
    if against is not None or engines:
        result, printed = _compare(setting, against, games, threads, pairs, seconds)
    elif html is not None:
        result, printed = _scaling(setting, seconds, html)
    elif service:
        result, printed = _service(setting, people, actions_each, pace)
    else:
        from spacecombat_agents.bench.throughput import PARTS, print_bench, run_bench

        chosen = [part for part in PARTS if part in parts] or PARTS
        result = run_bench(setting, games=games, threads=threads, seconds=seconds, parts=chosen)
        printed = print_bench
    (print_json if as_json else printed)(result)


def _build_in_full() -> None:
    """Build the engine and the scripted players in full: a quick build is not measured."""
    from spacecombat_agents.scripted import native as players
    from spacecombat_env.native import units
    from spacecombat_env.native.current import build_in_full

    for recipe in (units.RECIPE, players.RECIPE):
        build_in_full(recipe)


Measured = tuple[Any, Callable[[Any], None]]
"""A result, and the function that prints it."""


def _compare(
    setting: GameSetting, against: str | None, games: int, threads: int, pairs: int, seconds: float
) -> Measured:
    """Compare two checkouts, or with `against` None the engines of this one."""
    from spacecombat_agents.bench import compare_revisions

    if against is None:
        result = compare_revisions.run_engines(setting, games=games, pairs=pairs, seconds=seconds)
        return result, compare_revisions.print_engines
    found = compare_revisions.run_against(
        setting, against, games=games, threads=threads, pairs=pairs, seconds=seconds
    )
    return found, compare_revisions.print_against


def _scaling(setting: GameSetting, seconds: float, html: Path) -> Measured:
    """Measure every scenario and write the page; raise ConfigError without the extra."""
    from spacecombat_agents.players.roster import missing_extra_error

    try:
        from spacecombat_agents.bench import scaling
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "report") from None
    result = scaling.run_scaling(scaling.every_scenario(setting), seconds)
    scaling.write_page(result, html)
    return result, scaling.print_scaling


def _service(setting: GameSetting, people: int, actions_each: int, pace: float) -> Measured:
    """Measure a service; raise ConfigError without the extra."""
    from spacecombat_agents.players.roster import missing_extra_error

    try:
        from spacecombat_agents.bench import service_latency

        result = service_latency.run_service(
            setting, people=people, actions=actions_each, pace=pace
        )
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "serve") from None
    return result, service_latency.print_service


@click.command()
@click.option("--ruleset", help="Ignored.")
@click.option("--scenario", help="Ignored.")
@click.option("--all", "every_capacity", is_flag=True, help="Ignored.")
@options_option
def warm(**ignored: Any) -> None:
    """Do nothing: the engine is compiled when it is installed. The next release drops this command.

    A checkout builds its engine when it first plays.
    """
    from spacecombat_agents.terminal import print_stderr

    print_stderr(
        "`spacecombat warm` has nothing to do any more: the engine is compiled when it is "
        "installed. The next release drops this command."
    )
