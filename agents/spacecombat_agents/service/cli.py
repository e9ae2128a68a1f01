"""The command that serves games to browsers and programs."""

from __future__ import annotations

import re
from pathlib import Path

import click

from spacecombat_agents.cli_options import FiniteFloatRange


@click.group(invoke_without_command=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="TCP port."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the games; default: ~/.local/share/spacecombat.",
)
@click.option("--open", "to_open", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="PLAYER",
    help="Additional opponent: FILE.opp with its levels, ismcts:800, bot:COMMAND, ...; repeatable.",
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME[:PORT]",
    help="Additional host name of the service, as browsers send it; repeatable.",
)
@click.option(
    "--behind-proxy", is_flag=True, help="Trust client addresses from a proxy on this machine."
)
@click.option(
    "--answer-grid",
    type=FiniteFloatRange(0, 60),
    default=0.0,
    show_default=True,
    metavar="SECONDS",
    help="Apply actions only at multiples of this time, which hides exact thinking times; 0: at "
    "once.",
)
@click.option(
    "--games-per-address",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Maximum of open games made from one address.",
)
@click.option(
    "--keep-days",
    type=click.FloatRange(min=0),
    metavar="DAYS",
    help="Delete games and their pages so long after their end; default: never.",
)
@click.option(
    "--make-key",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with keys, one a line: only who has one makes games.",
)
@click.option(
    "--admin-key",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with keys, one a line, for /metrics and /v1/admin.",
)
@click.option(
    "--root-path",
    default="",
    metavar="PATH",
    callback=lambda context, option, value: _root_path(value),
    help="Path below which a proxy offers the service, such as /games.",
)
@click.option(
    "--log",
    metavar="FILE",
    help="Append a JSON line per event to a file, - for stderr; default: trouble alone, in words.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the address as JSON.")
@click.pass_context
def serve(
    context: click.Context,
    host: str,
    port: int,
    data: Path | None,
    to_open: bool,
    opponents: tuple[str, ...],
    allowed: tuple[str, ...],
    behind_proxy: bool,
    answer_grid: float,
    games_per_address: int,
    keep_days: float | None,
    make_key: Path | None,
    admin_key: Path | None,
    root_path: str,
    log: str | None,
    as_json: bool,
) -> None:
    """Serve games in the browser: against any player, against people, or as a spectator.

    Prints one line with the address. Every action is stored at once: a restarted service resumes
    its games, even after a crash.
    """
    if context.invoked_subcommand is not None:
        return
    from spacecombat_agents.players.roster import missing_extra_error

    try:
        from spacecombat_agents.service.server import ServerOptions, run_server
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "serve") from None
    options = host, port, data, to_open, opponents, allowed, behind_proxy, as_json
    operation = games_per_address, keep_days, log, make_key, admin_key, root_path
    run_server(ServerOptions(*options, answer_grid, *operation))


DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the games; default: that of the service.",
)


@serve.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@DATA
@click.pass_context
def backup(context: click.Context, file: Path, data: Path | None) -> None:
    """Copy all games to FILE, also while the service runs."""
    from spacecombat_agents.service.storage.maintenance import back_up

    click.echo(f"{file}: {back_up(_folder(context, data), file)} games")


@serve.command()
@DATA
@click.pass_context
def check(context: click.Context, data: Path | None) -> None:
    """Check the stored games; status 1 if any are damaged."""
    from spacecombat_agents.service.storage.maintenance import find_problems

    folder = _folder(context, data)
    games, problems = find_problems(folder)
    for problem in problems:
        click.echo(f"{folder}: {problem}")
    if problems:
        context.exit(1)
    click.echo(f"{folder}: {games} games, no problem")


@serve.command()
@click.option(
    "--older-than",
    type=click.FloatRange(min=0),
    required=True,
    metavar="DAYS",
    help="Delete games that ended, or were put away, more than this many days ago.",
)
@DATA
@click.pass_context
def prune(context: click.Context, older_than: float, data: Path | None) -> None:
    """Delete old games and their pages; the file shrinks if no service runs."""
    from spacecombat_agents.service.storage.maintenance import prune_folder

    folder = _folder(context, data)
    click.echo(f"{folder}: {prune_folder(folder, older_than)} games deleted")


def _root_path(value: str) -> str:
    """Return a path that begins with a slash, and does not end with one; empty for the root."""
    path = value.strip("/")
    if path and not re.fullmatch(r"[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*", path):
        raise click.BadParameter("is not a path such as /games")
    return f"/{path}" if path else ""


def _folder(context: click.Context, data: Path | None) -> Path:
    """Return the folder of the games."""
    from spacecombat_agents.service.storage.folder import data_folder

    given = context.parent.params["data"] if context.parent else None
    return data or given or data_folder()
