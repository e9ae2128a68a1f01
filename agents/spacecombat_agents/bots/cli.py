"""Commands about bots: a starter, the check of a program, and built-in players as bots."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from spacecombat_agents.cli_options import (
    FAILED,
    FiniteFloatRange,
    json_option,
    open_setting,
    seed_option,
    setting_options,
)

if TYPE_CHECKING:
    from spacecombat_agents.bots.bot import Bot

__all__ = ["LANGUAGES", "bot"]


class Starter(NamedTuple):
    """A bundled bot, and how to build and run it."""

    file: str
    build: str
    """Command that builds it; empty if there is nothing to build."""
    run: str


LANGUAGES = {
    "python": Starter("bot.py", "", "python3 bot.py"),
    "javascript": Starter("bot.js", "", "node bot.js"),
    "cpp": Starter("bot.cpp", "g++ -O2 -std=c++17 bot.cpp -o bot", "./bot"),
    "rust": Starter("bot.rs", "rustc -O bot.rs", "./bot"),
    "language-model": Starter("language_model.py", "", "python3 language_model.py"),
}
"""By the LANGUAGE of the command."""


@click.command()
@click.argument("language", type=click.Choice(list(LANGUAGES)))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
def new(language: str, folder: Path) -> None:
    """Copy a bot in LANGUAGE into FOLDER, by default the current one, as a start for your own."""
    from spacecombat_agents.package_paths import STARTERS
    from spacecombat_env.core.errors import ConfigError

    starter = LANGUAGES[language]
    file = folder / starter.file
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as target:
            target.write((STARTERS / starter.file).read_text(encoding="utf-8"))
    except FileExistsError:
        raise ConfigError.at(file, "file", "exists already") from None
    except OSError as cause:
        file.unlink(missing_ok=True)
        raise ConfigError.at(file, "file", f"cannot be written: {cause.strerror}") from None
    print(f"wrote {file}")
    steps = [f"cd {folder}"] if folder != Path(".") else []
    steps += [starter.build] if starter.build else []
    for step in (*steps, f'spacecombat bot check "{starter.run}"'):
        print(f"  {step}")


@click.group()
def bot() -> None:
    """Work with bots in any language that speak spacecombat/1: write, check and serve them."""


@bot.command()
@click.argument("target")
@setting_options
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Whole games in each seat, against a random player.",
)
@click.option(
    "--deadline",
    type=FiniteFloatRange(0.0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for each order.",
)
@seed_option
@json_option
def check(target: str, games: int, deadline: float, seed: int, as_json: bool, **place: Any) -> int:
    """Check that TARGET (a command, a file or MODULE:CLASS) works as a bot.

    Numbered steps pass, fail or are skipped, with advice on each failure. The exit status is 1 if a
    step failed.
    """
    from spacecombat_agents.bots.bot_players import command_of
    from spacecombat_agents.bots.checks import check_bot
    from spacecombat_agents.bots.checks.check_steps import FAILED as STEP_FAILED
    from spacecombat_agents.terminal import print_json

    setting = open_setting(**place)
    command = command_of(target, _as_options(**place))
    steps = []
    played = {**place, "scenario": place["scenario"] or setting.name}
    again = _again(target, **played, games=games, deadline=deadline, seed=seed)
    settings: dict[str, Any] = {"games": games, "seconds": deadline, "seed": seed, "again": again}
    for step in check_bot(command, setting, **settings):
        steps.append(step)
        if not as_json:
            print(f"{step.number:3} {step.result:7} {step.name}: {step.finding}", flush=True)
            if step.advice:
                print(f"            advice: {step.advice}", flush=True)
    failed = sum(step.result == STEP_FAILED for step in steps)
    passed = failed == 0
    if as_json:
        listed = [step.as_json() for step in steps]
        print_json({"bot": target, "passed": passed, "steps": listed})
    else:
        print(f"{target}: " + ("is a bot" if passed else f"{failed} of {len(steps)} steps failed"))
    return 0 if passed else FAILED


def _again(target: str, **arguments: Any) -> str:
    """Return the command line that repeats a check with the same options."""
    return shlex.join(["spacecombat", "bot", "check", target, *_as_options(**arguments)])


def _as_options(options: tuple[str, ...] = (), **place: Any) -> list[str]:
    """Return a setting as command-line options."""
    arguments = [
        f"--{name.replace('_', '-')}={value}" for name, value in place.items() if value is not None
    ]
    return arguments + [f"--option={option}" for option in options]


@bot.command()
@click.argument("player")
@setting_options
@click.option("--stdio", is_flag=True, help="Use standard input and output (default).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Serve on a TCP port; 0 takes a free one."
)
@click.option("--host", help="With --port: address to listen on.  [default: 127.0.0.1]")
def serve(player: str, stdio: bool, port: int | None, host: str | None, **place: Any) -> None:
    """Serve PLAYER as a bot on standard input and output, for a host that speaks spacecombat/1.

    With --port it listens on a TCP socket instead. Several hosts can connect at once, each to a bot
    of its own. The command prints one line with the address.

    PLAYER is any player of this package (scripted:captain, FILE.opp, ...), or MODULE:CLASS or
    FILE.py:CLASS with `ready` and `say`. The rule set and the scenario must be those of the host.
    """
    from spacecombat_agents.bots.named_bots import make_bot
    from spacecombat_agents.bots.stdio_server import serve as serve_bot
    from spacecombat_env.core.errors import ConfigError

    def make() -> Bot:
        return make_bot(player, lambda: open_setting(**place))

    if port is None and host is None:
        serve_bot(make())
        return
    if port is None or stdio:
        raise ConfigError.at(
            "bot serve", "port", "--host needs --port, and --port excludes --stdio"
        )
    _listen(make, host, port)


def _listen(make: Callable[[], Bot], host: str | None, port: int) -> None:
    """Serve bots on a port until the process is ended; build the first one before that."""
    from spacecombat_agents.bots.tcp_server import LOOPBACK, BotServer
    from spacecombat_agents.terminal import print_stderr

    make()
    listening = BotServer(make, host or LOOPBACK, port)
    if host not in (None, LOOPBACK, "localhost", "::1"):
        print_stderr(
            "Warning: anyone who can reach this address may play; there is no authentication."
        )
    print("{}:{}".format(*listening.address), flush=True)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        listening.serve()


bot.add_command(new)
