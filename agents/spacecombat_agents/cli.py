"""The command `spacecombat`.

Exit status: 0 success; 1 failure or interruption (Ctrl-C, SIGTERM); 2 invalid input, or a file
that cannot be written, with one line `error: file: field: reason` on stderr. With `--json` stdout
has a result for programs; progress and notes go to stderr.

The commands (`<package>/cli.py`) import slow modules only when they need them.
"""

from __future__ import annotations

import errno
import os
import signal
import sys

import click

from spacecombat_agents.analysis.cli import analyse, replay
from spacecombat_agents.arena.cli import arena
from spacecombat_agents.baselines.cli import baselines
from spacecombat_agents.bench.cli import bench, warm
from spacecombat_agents.benchmark.cli import benchmark
from spacecombat_agents.bots.cli import bot
from spacecombat_agents.campaign.cli import campaign
from spacecombat_agents.cli_options import BAD_INPUT, FAILED, INTERRUPTED
from spacecombat_agents.evaluation.cli import evaluate, exploit, match
from spacecombat_agents.export.cli import export, export_scenario
from spacecombat_agents.info.cli import envs, opponents, rules, ship
from spacecombat_agents.play.cli import play
from spacecombat_agents.service.cli import serve
from spacecombat_agents.studies.cli import study
from spacecombat_agents.training.cli import report, train

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Reasons why nothing more can be written."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit status."""
    try:
        status = spacecombat.main(arguments, "spacecombat", standalone_mode=False, obj=arguments)
        sys.stdout.flush()
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
        _discard_output()
        return FAILED
    except OSError as cause:
        return _error(_os_error_text(cause))
    except Exception as cause:
        from spacecombat_env.core.errors import NonFiniteError, SpaceCombatError

        if not isinstance(cause, SpaceCombatError):
            raise
        status = _error(str(cause))
        return FAILED if isinstance(cause, NonFiniteError) else status
    return status if isinstance(status, int) else 0


def _os_error_text(cause: OSError) -> str:
    """Return the line about a file, or the output, that cannot be read or written."""
    reason = cause.strerror or str(cause)
    if cause.filename is not None:
        return f"{os.fsdecode(cause.filename)}: file: {reason}"
    if cause.errno in FULL:
        _discard_output()
    return f"spacecombat: output: {reason}"


def _discard_output() -> None:
    """Send what is left in the buffer of stdout nowhere; the flush at exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _error(text: str) -> int:
    """Print a one-line error."""
    print("error: " + " ".join(text.split()), file=sys.stderr)
    return BAD_INPUT


class _Commands(click.Group):
    """A group whose help shows the whole first sentence of each command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands; Click would truncate each description."""
        rows = [(name, self.commands[name].get_short_help_str(10_000)) for name in self.commands]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _print_version(ctx: click.Context, option: click.Parameter, is_requested: bool) -> None:
    """Print the version; import the package only for this."""
    if is_requested and not ctx.resilient_parsing:
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


COMMANDS = (
    envs,
    match,
    evaluate,
    arena,
    bot,
    serve,
    play,
    campaign,
    study,
    train,
    report,
    export,
    export_scenario,
    exploit,
    replay,
    analyse,
    baselines,
    benchmark,
    opponents,
    bench,
    rules,
    ship,
    warm,
)
"""In the order of the help."""
for each in COMMANDS:
    spacecombat.add_command(each)


if __name__ == "__main__":
    main()
