"""Options, exit statuses and settings that commands share."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from spacecombat_agents.game_setting import GameSetting

__all__ = [
    "Decorator",
    "FiniteFloatRange",
    "combine_options",
    "deadline_option",
    "json_option",
    "open_setting",
    "options_option",
    "pairs_option",
    "ruleset_option",
    "seed_option",
    "setting_options",
    "threads_option",
]

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 1

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class FiniteFloatRange(click.FloatRange):
    """A number in a range; Click's own range takes nan, which is in none, and inf."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


def combine_options(*decorators: Decorator) -> Decorator:
    """Combine several options into one decorator."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


ruleset_option = click.option(
    "--ruleset", default="battle_rider", show_default=True, help="Rule set."
)
options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Option of the scenario's rules, as in a scenario file: deck=keyed; repeatable.",
)
setting_options = combine_options(
    ruleset_option,
    click.option(
        "--scenario", help="Name of a built-in scenario, or a YAML file; default: the rule set's."
    ),
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
)
explicit_seed_option = click.option(
    "--seed",
    type=click.IntRange(0),
    help="Seed of all random numbers; default: drawn at random and printed.",
)


def seed_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add a seed option to a command; without one, draw a seed and print it at the end."""

    @functools.wraps(command)
    def run(*arguments: Any, seed: int | None, **options: Any) -> Any:
        if seed is not None:
            return command(*arguments, seed=seed, **options)
        from spacecombat_agents.terminal import print_stderr
        from spacecombat_env.core.model.seeds import new_seed

        new = new_seed()
        result = command(*arguments, seed=new, **options)
        print_stderr(f"repeat the same run with: --seed {new}")
        return result

    return explicit_seed_option(run)


pairs_option = click.option(
    "--pairs",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Pairs of games with the same seed and swapped seats.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1),
    help="Threads of the engine; default: as many as speed it up.",
)
deadline_option = click.option(
    "--deadline",
    type=FiniteFloatRange(0.0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for a decision of a MODULE:CLASS, or for an order of a bot:COMMAND.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def open_setting(
    ruleset: str,
    scenario: str | None,
    delegate: str,
    max_turns: int | None,
    options: tuple[str, ...],
) -> GameSetting:
    """Open the setting of the options."""
    from spacecombat_agents.game_setting import GameSetting, parse_options

    setting = GameSetting.of(ruleset, scenario, delegate, max_turns, parse_options(options))
    _ = setting.scenario
    return setting
