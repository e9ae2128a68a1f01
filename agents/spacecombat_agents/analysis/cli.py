"""Commands about recorded games: replay and analyse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import (
    FAILED,
    json_option,
    seed_option,
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--with",
    "opponent",
    required=True,
    metavar="NET",
    help="Network: FILE.opp, FILE.opp@LEVEL, net:FILE.safetensors, sb3:FILE.zip.",
)
@click.option(
    "--reader", "readers", multiple=True, help="Seat to analyse; repeatable. Default: all."
)
@click.option(
    "--ask",
    "others",
    multiple=True,
    metavar="PLAYER",
    help="Player that suggests better orders, besides the network; none for nobody; repeatable. "
    "Default: the rule set's captain.",
)
@click.option(
    "--play-on",
    "pilots",
    multiple=True,
    metavar="PLAYER",
    help="Player of both seats in the rollouts; repeatable, each plays an equal share. "
    "Default: the network and the players of --ask.",
)
@click.option(
    "--decisions",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Most costly orders to report for each seat.",
)
@click.option(
    "--rivals",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="Likeliest orders of the network to compare each order with.",
)
@click.option(
    "--worlds",
    type=click.IntRange(2, 4096),
    default=32,
    show_default=True,
    help="Determinizations for each order: half as many in the first round, four times as many in "
    "the last.",
)
@click.option(
    "--candidates",
    type=click.IntRange(0),
    default=120,
    show_default=True,
    help="Orders of each seat to measure; a quick screening selects the most doubtful ones.",
)
@click.option(
    "--turns",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="Turns to play before the network evaluates; 0: play games to their end.",
)
@seed_option
@click.option("--html", type=click.Path(path_type=Path), help="Write an HTML page.")
@json_option
def analyse(
    file: Path,
    opponent: str,
    readers: tuple[str, ...],
    others: tuple[str, ...],
    pilots: tuple[str, ...],
    html: Path | None,
    as_json: bool,
    **arguments: Any,
) -> int:
    """Analyse a recorded game with a network: win probabilities, costly orders, luck and decisions.

    The analysis of a seat uses only what the seat knew; hidden information is sampled. The network
    and other players suggest alternatives to each order. The cost of an order is the value of the
    best alternative minus the value of the order, both played in the same determinizations.
    """
    from spacecombat_agents.analysis.game_report import run_analysis

    run_analysis(file, opponent, readers, arguments, html, as_json, others, pilots)
    return 0


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Replay the game and compare every digest.")
@click.option("--html", type=click.Path(path_type=Path), help="Write an HTML page.")
@click.option(
    "--reader", "readers", multiple=True, help="Reader of the page: a seat, or truth. Default: all."
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["messages"]),
    help="Print the messages that --seat received, as a bot would.",
)
@click.option("--seat", help="Seat whose messages are printed.")
@click.option("--belief", help="Draw this scripted agent's belief for each seat on the page.")
@json_option
def replay(
    file: Path,
    verify: bool,
    html: Path | None,
    readers: tuple[str, ...],
    form: str | None,
    seat: str | None,
    belief: str | None,
    as_json: bool,
) -> int:
    """Describe a recorded game; verify it, or write a page of it.

    Exit status 1 if replaying the game does not reproduce the recorded one.
    """
    from spacecombat_agents.analysis.replay_summary import run_replay, seat_messages
    from spacecombat_agents.terminal import print_json

    if (form is None) != (seat is None):
        raise click.UsageError("--as messages and --seat need each other")
    if seat is not None:
        if verify or html is not None or as_json:
            raise click.UsageError("--as messages excludes other outputs")
        for line in seat_messages(file, seat):
            print(line)
        return 0
    result = run_replay(file, verify=verify, html=html, readers=readers, belief=belief)
    if as_json:
        print_json(result)
    else:
        for key, value in result.items():
            if key != "provenance":
                print(f"{key}: {value}")
    return FAILED if result.get("verified") is False else 0
