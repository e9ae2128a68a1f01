"""Commands that study tactics: `spacecombat study compare`, `sweep`, `power` and others."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from spacecombat_agents.cli_options import (
    FiniteFloatRange,
    combine_options,
    json_option,
    options_option,
    ruleset_option,
    seed_option,
    threads_option,
)

__all__ = ["study"]


def study_seed_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add a seed option; the default seed of a study that is kept in a file is the file's."""
    with_seed = seed_option(command)

    @wraps(with_seed)
    def run(*arguments: Any, seed: int | None, **options: Any) -> Any:
        if seed is None and options["kept"] is not None:
            from spacecombat_agents.studies.study_store import stored_seed

            seed = stored_seed(options["kept"])
        return with_seed(*arguments, seed=seed, **options)

    return run


PAIRS = 400
"""Default maximum of blocks for each scenario and opponent."""

deck_option = click.option(
    "--deck",
    type=click.Choice(["keyed", "shuffled"]),
    default="keyed",
    show_default=True,
    help="keyed: arms share random numbers card by card; shuffled: one deck, as in the rulebook.",
)
study_options = combine_options(
    ruleset_option,
    click.option(
        "--scenario", help="Built-in scenarios or YAML files, with commas; default: the rule set's."
    ),
    click.option(
        "--against",
        default="pool",
        show_default=True,
        help="Opponents, with commas outside parentheses; pool: all doctrines of the rule set.",
    ),
    deck_option,
    click.option(
        "--delegate",
        default="recommended",
        show_default=True,
        help="Delegated decisions: recommended, none, or names with commas (see envs).",
    ),
    click.option(
        "--max-turns", type=click.IntRange(1), help="Turn limit, instead of the scenario's."
    ),
    options_option,
    study_seed_option,
    threads_option,
)
battle_option = click.option(
    "--scenario",
    help="Refused: fleets meet in an open battle, without missions and purchase.",
)
pairs_option = click.option(
    "--pairs",
    type=click.IntRange(10),
    default=PAIRS,
    show_default=True,
    help="Maximum pairs of games for each arm, scenario and opponent.",
)
look_option = click.option(
    "--look",
    "interim",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    help="Analyse after every N pairs and stop once all is decided; 0: analyse once, at the end.",
)
matters_option = click.option(
    "--matters",
    type=FiniteFloatRange(0.0, 50.0),
    default=2.0,
    show_default=True,
    help="Margin of equivalence, in points per hundred games.",
)
store_option = click.option(
    "--store",
    "kept",
    type=click.Path(path_type=Path),
    help="File that keeps what was played; the same command resumes from it.",
)
report_option = click.option(
    "--report", type=click.Path(path_type=Path), help="Write an HTML page."
)


def _import_runs(name: str = "study_runs") -> ModuleType:
    """Return a module that runs studies; ConfigError names the extra if it is not installed."""
    from spacecombat_agents.players.roster import missing_extra_error

    try:
        return import_module(f"spacecombat_agents.studies.{name}")
    except ModuleNotFoundError as cause:
        if cause.name != "scipy":
            raise
        raise missing_extra_error(cause, "arena") from None


@click.group()
def study() -> None:
    """Measure the value of a tactic, a fleet, a component or a decision, with intervals.

    Every result is a sentence with an interval and the number of pairs; --report adds a page. A
    result applies to the players that produced it. See docs/studies.md.
    """


@study.command()
@click.argument("arms", nargs=-1, required=True, metavar="BASELINE ARM...")
@study_options
@pairs_option
@look_option
@matters_option
@store_option
@report_option
@json_option
def compare(
    arms: tuple[str, ...],
    pairs: int,
    interim: int,
    matters: float,
    kept: Path | None,
    report: Path | None,
    as_json: bool,
    **place: Any,
) -> int:
    """Compare ways to play (arms) against the same opponents on the same seeds.

    An arm is any player; a scripted one may have parameters: "scripted:captain(pickets=off)". The
    first arm is the baseline. It is played once more under another name (an A/A test), which shows
    the noise.
    """
    arguments = {"pairs": pairs, "look": interim, "matters": matters, "kept": kept}
    status: int = _import_runs().run_compare(arms, arguments, place, report, as_json)
    return status


@study.command()
@click.argument("arm", metavar='"scripted:DOCTRINE(PARAMETER=LOW..HIGH)"')
@study_options
@pairs_option
@store_option
@report_option
@json_option
def sweep(
    arm: str, pairs: int, kept: Path | None, report: Path | None, as_json: bool, **place: Any
) -> int:
    """Vary one parameter of a scripted player, and plot the response.

    The values are written 2..14, 2..14:3 or 2|8|14.

    The band holds the whole curve at once; the best set contains the best value with 95 %
    confidence. The analysis takes place once, after all pairs.
    """
    status: int = _import_runs().run_sweep(arm, pairs, kept, place, report, as_json)
    return status


@study.command()
@click.option("--target", required=True, help='Printed class of the target: "Midu Agashaam".')
@click.option(
    "--missiles", default="1..40", show_default=True, help="Salvo sizes: 1..40 or 5..60:5."
)
@click.option(
    "--runs", type=click.IntRange(20), default=400, show_default=True, help="Salvoes of each size."
)
@click.option(
    "--launcher", default="Valor", show_default=True, help="Printed class of the launching ship."
)
@click.option(
    "--hexes",
    type=click.IntRange(1, 25),
    default=10,
    show_default=True,
    help="Distance of the target.",
)
@deck_option
@options_option
@study_seed_option
@threads_option
@store_option
@report_option
@json_option
def saturate(report: Path | None, as_json: bool, **arguments: Any) -> int:
    """Find the smallest salvo that disables a Battle Rider ship in 50 and 90 % of cases.

    It uses the engine's own rules: lock, beams, dampers, sandcasters, hits, damage.
    """
    status: int = _import_runs("fleets.fleet_value").run_saturate(arguments, report, as_json)
    return status


@study.command()
@click.argument("fleets", nargs=-1, required=True)
@click.option(
    "--pilots",
    default="scripted:captain",
    show_default=True,
    help="Player of both sides; several, with commas, show whether the result depends on it.",
)
@click.option(
    "--pairs",
    type=click.IntRange(10),
    default=100,
    show_default=True,
    help="Pairs of games for each two fleets.",
)
@battle_option
@deck_option
@options_option
@study_seed_option
@threads_option
@store_option
@report_option
@json_option
def fair(fleets: tuple[str, ...], report: Path | None, as_json: bool, **arguments: Any) -> int:
    """Compare Battle Rider fleets with their point costs, and compute fair prices.

    A fleet is a YAML file with a side in the form of scenario files (fleet_tactics, ships, drones),
    or the name of a bundled one: line destroyers escorts missiles.

    Every fleet plays every other one in pairs with swapped seats. It also plays itself with a ship
    fewer, which measures the value of a point.
    """
    status: int = _import_runs("fleets.fleet_value").run_fair(fleets, arguments, report, as_json)
    return status


@study.command()
@click.argument("ship")
@click.option("--without", required=True, help="Component: jammer, black_globe, armor, ...")
@click.option(
    "--ships", type=click.IntRange(1, 7), default=3, show_default=True, help="Ships of a squadron."
)
@click.option(
    "--escort", help="Printed class whose price is the unit of points; default: one more SHIP."
)
@click.option(
    "--pilot", default="scripted:captain", show_default=True, help="Player of both sides."
)
@click.option(
    "--pairs",
    type=click.IntRange(10),
    default=200,
    show_default=True,
    help="Pairs of games for each arm.",
)
@battle_option
@deck_option
@options_option
@study_seed_option
@threads_option
@store_option
@report_option
@json_option
def worth(report: Path | None, as_json: bool, **arguments: Any) -> int:
    """Measure the value of a component of a Battle Rider ship, in score and in points.

    SHIP is a printed class, or a design sheet (a YAML file, or halberd).
    """
    status: int = _import_runs("fleets.fleet_value").run_worth(arguments, report, as_json)
    return status


@study.command()
@click.argument("game", type=click.Path(path_type=Path))
@click.option("--seat", help="Seat to analyse; default: the first.")
@click.option("--turn", type=click.IntRange(0), help="Turn of the order.")
@click.option("--say", help='Alternative order: "TF-2 move go".')
@click.option(
    "--pilot",
    "pilots",
    multiple=True,
    help="Player that continues games; give two for the first and the second seat. Default: the "
    "scripted player.",
)
@click.option(
    "--games", type=click.IntRange(10), default=200, show_default=True, help="Games of each branch."
)
@study_seed_option
@store_option
@report_option
@json_option
def whatif(game: Path, report: Path | None, as_json: bool, **arguments: Any) -> int:
    """Replace an order of a recorded game by another, and measure the difference.

    Hidden information is sampled consistently with what the seat knew, so hindsight does not count.
    With --turn alone it lists the seat's orders of that turn. Without --turn and --say it shows
    where the game was won or lost, turn by turn, and separates luck from decisions.
    """
    status: int = _import_runs("whatif_run").run_whatif(game, arguments, report, as_json)
    return status


@study.command()
@click.option(
    "--effect",
    type=FiniteFloatRange(0.1, 100.0),
    default=5.0,
    show_default=True,
    help="Difference to detect, in points per hundred games.",
)
@click.option(
    "--pairs",
    type=click.IntRange(2),
    help="Also print the difference that this number of pairs shows.",
)
@click.option(
    "--deviation",
    type=FiniteFloatRange(0.0, 2.0, min_open=True),
    help="Standard deviation of two arms' difference in a pair, in scores, as printed by `study "
    "compare`. Default: 0.5.",
)
@click.option(
    "--chance",
    type=FiniteFloatRange(0.1, 0.999),
    default=0.8,
    show_default=True,
    help="Power: the chance of detecting an existing difference.",
)
@json_option
def power(
    effect: float, pairs: int | None, deviation: float | None, chance: float, as_json: bool
) -> int:
    """Compute how many pairs of games an experiment needs."""
    status: int = _import_runs().run_power(effect, deviation, chance, pairs, as_json)
    return status
