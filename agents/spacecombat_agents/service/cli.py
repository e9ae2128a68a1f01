"""The command that serves games to browsers and programs."""

from __future__ import annotations

from pathlib import Path

import click

from spacecombat_agents.cli_options import FiniteFloatRange


@click.command()
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
@click.option("--json", "as_json", is_flag=True, help="Print the address as JSON.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    to_open: bool,
    opponents: tuple[str, ...],
    allowed: tuple[str, ...],
    behind_proxy: bool,
    answer_grid: float,
    as_json: bool,
) -> None:
    """Serve games in the browser: against any player, against people, or as a spectator.

    Prints one line with the address. Every action is stored at once: a restarted service resumes
    its games, even after a crash.
    """
    from spacecombat_agents.players.roster import missing_extra_error

    try:
        from spacecombat_agents.service.server import ServerOptions, run_server
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "serve") from None
    options = host, port, data, to_open, opponents, allowed, behind_proxy, as_json
    run_server(ServerOptions(*options, answer_grid))
