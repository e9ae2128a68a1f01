"""The command `spacecombat`: everything the package does, from a terminal.

Exit status: 0 done; 1 it ran and failed, or was interrupted (Ctrl-C, SIGTERM); 2 bad input, with
one line `error: file: field: reason` on stderr. With `--json` a result for programs goes to stdout;
progress and notes go to stderr.
Modules that take long to import are imported by the commands that need them.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from spacecombat_agents.setting import Setting

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 1


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit status."""
    try:
        status = spacecombat.main(arguments, "spacecombat", standalone_mode=False, obj=arguments)
    except click.UsageError as cause:
        command = cause.ctx.command_path if cause.ctx else "spacecombat"
        return _error(f"{command}: arguments: {cause.format_message()}")
    except click.ClickException as cause:
        return _error(f"spacecombat: arguments: {cause.format_message()}")
    except (KeyboardInterrupt, click.Abort) as cause:
        kept = str(cause.__cause__ or cause)
        print("interrupted" + (f": {kept}" if kept else ""), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as cause:
        from spacecombat_env.core.errors import SpaceCombatError

        if not isinstance(cause, SpaceCombatError):
            raise
        return _error(str(cause))
    return status if isinstance(status, int) else 0


def _error(words: str) -> int:
    """Print a one-line error."""
    print("error: " + " ".join(words.split()), file=sys.stderr)
    return BAD_INPUT


# -- options that commands share ------------------------------------------------------------------

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _together(*decorators: Decorator) -> Decorator:
    """Return several options as one."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


ruleset_option = click.option("--ruleset", default="battle_rider", show_default=True, help="Game.")
options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Switch of the scenario's rules, as a scenario file has it: deck=keyed. May be repeated.",
)
setting_options = _together(
    ruleset_option,
    click.option("--scenario", help="Shipped name, or a YAML file; by default the usual one."),
    click.option(
        "--delegate",
        default="recommended",
        show_default=True,
        help="Decisions left to the engine: recommended, none, or names with commas (see envs).",
    ),
    click.option(
        "--max-turns", type=click.IntRange(1), help="Turn limit instead of the scenario's."
    ),
    options_option,
)
seed_option = click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="All luck follows from it."
)
pairs_option = click.option(
    "--pairs",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Pairs of games: same luck, seats exchanged.",
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), help="Threads of the engine; as many as pay by default."
)
deadline_option = click.option(
    "--deadline",
    type=click.FloatRange(0.0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For a decision of a MODULE:CLASS, which plays in a process of its own.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


def _setting(
    ruleset: str,
    scenario: str | None,
    delegate: str,
    max_turns: int | None,
    options: tuple[str, ...],
) -> Setting:
    """Open what is to be played."""
    from spacecombat_agents.setting import Setting, parse_options

    setting = Setting.of(ruleset, scenario, delegate, max_turns, parse_options(options))
    _ = setting.scenario
    return setting


class _Commands(click.Group):
    """A group whose help gives the whole first sentence of each command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands; Click would cut each at the end of the line."""
        rows = [(name, self.commands[name].get_short_help_str(10_000)) for name in self.commands]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _print_version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the version; the package is imported only then."""
    if wanted and not ctx.resilient_parsing:
        from spacecombat_env import __version__

        click.echo(f"spacecombat, version {__version__}")
        ctx.exit()


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def spacecombat(ctx: click.Context) -> None:
    """Tabletop space combat as reinforcement-learning environments: play, train, compare."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# -- commands -------------------------------------------------------------------------------------


@spacecombat.command()
@json_option
def envs(as_json: bool) -> None:
    """List rule sets, their scenarios, and the decisions that can be left to the engine."""
    from spacecombat_agents.commands.overview import environments, print_environments
    from spacecombat_agents.terminal import print_json

    listed = environments()
    if as_json:
        print_json(listed)
    else:
        print_environments(listed)


@spacecombat.command()
@click.argument("a")
@click.argument("b")
@setting_options
@pairs_option
@seed_option
@threads_option
@deadline_option
@click.option("--save", type=click.Path(path_type=Path), help="Folder for a replay of every game.")
@json_option
def match(
    a: str,
    b: str,
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    save: Path | None,
    as_json: bool,
    **place: Any,
) -> int:
    """Play agent A against agent B, in pairs of games with the seats exchanged.

    Agents: random, scripted:captain, scripted:aggressive, FILE.opp, sb3:FILE.zip, MODULE:CLASS,
    FILE.py:CLASS; a module may lie in the current folder.
    The score counts a win 1 and a draw 1/2; its 95 % interval is Wilson's on the pair-effective
    sample. Interrupted, the match is what was finished: told, saved, and status 1.
    """
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.arena.stopping import Stop
    from spacecombat_agents.commands.overview import print_match
    from spacecombat_agents.commands.sessions import run_match
    from spacecombat_agents.players.roster import make_agent
    from spacecombat_agents.terminal import print_json

    setting = _setting(**place)
    players = (make_agent(a, setting, deadline), make_agent(b, setting, deadline))
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    with Stop() as stop:
        result = run_match(setting, players, **settings, save=save, stop=stop)
    if as_json:
        print_json({**result.as_json(), "provenance": provenance(setting.ruleset, players)})
    else:
        print_match(result)
    return INTERRUPTED if result.interrupted else 0


@spacecombat.command()
@click.argument("agent")
@click.option(
    "--against",
    multiple=True,
    default=("random", "scripted:captain"),
    show_default=True,
    help="An opponent; may be repeated.",
)
@setting_options
@pairs_option
@seed_option
@threads_option
@deadline_option
@click.option("--out", type=click.Path(path_type=Path), help="Write the results to a JSON file.")
@json_option
def evaluate(
    agent: str,
    against: tuple[str, ...],
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    out: Path | None,
    as_json: bool,
    **place: Any,
) -> int:
    """Measure an agent against several opponents: scores with 95 % intervals."""
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.arena.stopping import Stop
    from spacecombat_agents.commands.overview import print_evaluation
    from spacecombat_agents.commands.sessions import run_evaluation
    from spacecombat_agents.files import check_file
    from spacecombat_agents.players.roster import make_agent
    from spacecombat_agents.terminal import print_json, write_json

    setting = _setting(**place)
    opponents = [make_agent(name, setting, deadline) for name in against]
    player = make_agent(agent, setting, deadline)
    if out is not None:
        check_file(out, "out")
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    with Stop() as stop:
        results = run_evaluation(setting, player, opponents, stop=stop, **settings)
    cut = len(results) < len(opponents) or results[-1].interrupted
    content = {
        "agent": agent,
        "evaluations": [result.as_json() for result in results],
        "provenance": provenance(setting.ruleset, [player, *opponents]),
    }
    if out is not None:
        write_json(out, {**content, "interrupted": cut})
    if as_json:
        print_json({**content, "interrupted": cut})
    else:
        print_evaluation(results)
    return INTERRUPTED if cut else 0


@spacecombat.command()
@click.option(
    "--config",
    required=True,
    help="Name of one that ships, such as battle_rider_quick, or a YAML file.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option(
    "--minutes", type=click.FloatRange(0.0, min_open=True), help="Time, not the config's."
)
@click.option("--decisions", type=click.IntRange(1), help="Limit of the learner's decisions.")
@click.option("--seed", type=click.IntRange(0), help="Seed instead of the config's.")
@click.option("--resume", is_flag=True, help="Go on with the run in the folder.")
@options_option
@json_option
def train(
    config: str,
    out: Path,
    minutes: float | None,
    decisions: int | None,
    seed: int | None,
    resume: bool,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Train an opponent by self-play; the run folder can be resumed and exported.

    Its state is written at the start, every 30 seconds, on Ctrl-C and on SIGTERM: --resume goes on
    from there.

    Prints the learner's decisions per second over the whole loop: play, inference and learning,
    evaluations apart.
    """
    from spacecombat_agents.commands.overview import print_training
    from spacecombat_agents.commands.sessions import run_training
    from spacecombat_agents.setting import parse_options
    from spacecombat_agents.terminal import print_json

    result = run_training(
        config,
        out,
        minutes=minutes,
        decisions=decisions,
        seed=seed,
        resume=resume,
        options=parse_options(options),
    )
    if as_json:
        print_json(result)
    else:
        print_training(result)


@spacecombat.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path), metavar="FILE.opp")
@click.option("--name", help="What the opponent calls itself; by default the file's name.")
@click.option(
    "--check",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Recorded decisions on which exported and trained policy must agree.",
)
@json_option
def export(run: Path, out: Path, name: str | None, check: int, as_json: bool) -> int:
    """Write the opponent trained in folder RUN as FILE.opp, which needs only onnxruntime.

    Exit status 1 if the exported policy chooses another word on any of the checked decisions.
    """
    from spacecombat_agents.commands.overview import print_export
    from spacecombat_agents.commands.sessions import run_export
    from spacecombat_agents.terminal import print_json

    result = run_export(run, out, name=name or out.stem, check=check)
    if as_json:
        print_json(result)
    else:
        print_export(result)
    return 0 if result["same"] == result["checked"] else FAILED


@spacecombat.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Play it again and compare every digest.")
@click.option("--html", type=click.Path(path_type=Path), help="Write it as a page to look at.")
@click.option(
    "--reader", "readers", multiple=True, help="Whose page: a seat, or truth; default all."
)
@click.option("--belief", help="On the page, draw what this scripted agent believes in each seat.")
@json_option
def replay(
    file: Path,
    verify: bool,
    html: Path | None,
    readers: tuple[str, ...],
    belief: str | None,
    as_json: bool,
) -> int:
    """Show what a recorded game was; verify it, or make a page of it.

    Exit status 1 if the game, played again, takes another course than the recorded one.
    """
    from spacecombat_agents.commands.sessions import run_replay
    from spacecombat_agents.terminal import print_json

    result = run_replay(file, verify=verify, html=html, readers=readers, belief=belief)
    if as_json:
        print_json(result)
    else:
        for key, value in result.items():
            if key != "provenance":
                print(f"{key}: {value}")
    return FAILED if result.get("verified") is False else 0


@spacecombat.command()
@setting_options
@click.option("--games", type=click.IntRange(2), default=512, show_default=True, help="At once.")
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="At most.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=2.0,
    show_default=True,
    help="Measuring time of each figure, in several short turns.",
)
@json_option
def bench(games: int, threads: int, seconds: float, as_json: bool, **place: Any) -> None:
    """Measure how fast the engine and the environments are under random legal play.

    The JSON holds the figures by part: batch (the batch engine: decisions_per_s,
    one_thread_decisions_per_s, without_observation_per_s, roofline_per_s, ...), game (decisions,
    turns, legal_words, observation_bytes, ...), single (env() through PettingZoo's AEC loop, and
    its ratio to connect_four_v3's), sb3 (MaskablePPO's rollout loop on the batch environment, and
    its ratio to the same loop on an environment that does nothing), selfplay (the same for the
    loop of `train`), machine; and under "keys" what each figure means. All figures are medians
    over short turns taken one after another.
    """
    from spacecombat_agents.bench.figures import print_bench, run_bench
    from spacecombat_agents.terminal import print_json

    result = run_bench(_setting(**place), games=games, threads=threads, seconds=seconds)
    if as_json:
        print_json(result)
    else:
        print_bench(result)


@spacecombat.command()
@ruleset_option
@click.option("--tier", type=click.Choice(["B", "A", "O", "R"]), help="Only rules of one tier.")
@click.option("--tests", type=click.Path(path_type=Path), help="Folder of the tests.")
@json_option
def rules(ruleset: str, tier: str | None, tests: Path | None, as_json: bool) -> None:
    """Count which rules of a rulebook are implemented and tested, by reading code and tests.

    Tiers: B basic, A advanced, O optional, R reference.
    """
    from spacecombat_agents.commands.overview import print_rules
    from spacecombat_agents.commands.rules_report import TESTS, rules_report
    from spacecombat_agents.terminal import print_json
    from spacecombat_env import registry

    report = rules_report(registry.ruleset(ruleset), tests or TESTS, tier)
    if as_json:
        print_json(report)
    else:
        print_rules(report)


@spacecombat.command()
@click.argument("design")
@json_option
def ship(design: str, as_json: bool) -> None:
    """Evaluate a Battle Rider ship: from a design sheet to its card and point value.

    The card is printed field by field, then as an entry for `ships` in a scenario file. The example
    DESIGN is a YAML file, or the name of one that ships: halberd shows what a design may say. An
    impossible design is bad input.
    """
    from spacecombat_agents.commands.overview import print_ship
    from spacecombat_agents.commands.shipped import DESIGNS, find
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

    made = evaluate(find(DESIGNS, design)).as_json()
    if as_json:
        print_json(made)
    else:
        print_ship(made)


@spacecombat.command()
@click.option("--ruleset", help="Only this one; by default all.")
@click.option("--scenario", help="For this one; by default the usual one of each rule set.")
@click.option("--all", "every_capacity", is_flag=True, help="For scenarios of every size.")
@options_option
def warm(
    ruleset: str | None, scenario: str | None, every_capacity: bool, options: tuple[str, ...]
) -> None:
    """Compile everything now, so that nothing waits later.

    Scenarios with room for as many pieces share their code; a larger one (first_clash,
    battle_royal) has code of its own, compiled here (--all) or at its first game.
    """
    from spacecombat_agents.commands.warm import warm_all
    from spacecombat_agents.setting import parse_options

    if scenario is not None and ruleset is None:
        raise click.UsageError("--scenario needs --ruleset")
    if every_capacity and scenario is not None:
        raise click.UsageError("--all and --scenario exclude each other")
    if options and scenario is None:
        raise click.UsageError("--option needs --scenario")
    warm_all(
        [ruleset] if ruleset else None,
        scenario,
        every_capacity=every_capacity,
        options=parse_options(options),
    )


if __name__ == "__main__":
    main()
