"""Commands that play: matches, evaluations, and replays of games that were played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from spacecombat_agents.commands.options import (
    FAILED,
    INTERRUPTED,
    deadline_option,
    json_option,
    open_setting,
    pairs_option,
    seed_option,
    setting_options,
    threads_option,
)

if TYPE_CHECKING:
    from spacecombat_agents.arena.cups.matches import MatchStore
    from spacecombat_agents.bots.players import Player
    from spacecombat_agents.setting import Setting


store_option = click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="File that keeps every game as soon as its batch is over; see arena report.",
)


@contextlib.contextmanager
def _stored(
    store: Path | None, setting: Setting, players: Sequence[Player], pairs: int, seed: int
) -> Iterator[MatchStore | None]:
    """Open the store of a match, where one is wanted."""
    if store is None:
        yield None
        return
    from spacecombat_agents.arena.cups.matches import MatchStore

    kept = MatchStore(store, setting, players, pairs=pairs, seed=seed)
    try:
        yield kept
    finally:
        kept.close()


@click.command()
@click.argument("a")
@click.argument("b")
@setting_options
@pairs_option
@seed_option
@threads_option
@deadline_option
@click.option("--save", type=click.Path(path_type=Path), help="Folder for a replay of every game.")
@store_option
@json_option
def match(
    a: str,
    b: str,
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    save: Path | None,
    store: Path | None,
    as_json: bool,
    **place: Any,
) -> int:
    """Play agent A against agent B, in pairs of games with the seats exchanged.

    Agents: random, scripted:captain, scripted:aggressive, FILE.opp, FILE.opp@LEVEL, sb3:FILE.zip,
    net:FILE.safetensors, ismcts:800, search:FILE.opp, MODULE:CLASS, FILE.py:CLASS, bot:COMMAND; a
    module may lie in the current folder. With a bot, which speaks spacecombat/1 on its standard
    input and output, games are played one by one.
    The score counts a win 1 and a draw 1/2; its 95 % interval is Wilson's on the pair-effective
    sample. Interrupted, the match is what was finished: told, saved, and status 1.
    """
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.arena.stopping import Stop
    from spacecombat_agents.bots.clocks import ORDER, Clock
    from spacecombat_agents.bots.players import open_player
    from spacecombat_agents.commands.overview import print_match
    from spacecombat_agents.commands.sessions import run_match
    from spacecombat_agents.terminal import print_json

    setting = open_setting(**place)
    players = (open_player(a, setting, deadline), open_player(b, setting, deadline))
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    settings["clock"] = Clock(ORDER, order_ms=int(1000 * deadline))
    with _stored(store, setting, players, pairs, seed) as kept, Stop() as stop:
        result = run_match(setting, players, **settings, save=save, store=kept, stop=stop)
    if as_json:
        print_json({**result.as_json(), "provenance": provenance(setting.ruleset, players)})
    else:
        print_match(result)
    return INTERRUPTED if result.interrupted else 0


@click.command()
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
@store_option
@click.option(
    "--levels",
    is_flag=True,
    help="Of FILE.opp: rate all its levels in a round robin with those of --against, by default "
    "random, who is the zero, and the rule set's captain.",
)
@click.option("--write", is_flag=True, help="With --levels: write the ratings into file and card.")
@click.option(
    "--tune",
    is_flag=True,
    help="With --levels: first move temperatures until neighbours are 150 Elo apart.",
)
@click.option(
    "--search-pairs",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="With --levels: pairs of a level that searches, against the last of --against and the "
    "level below it; 0: it is not rated.",
)
@json_option
@click.pass_context
def evaluate(
    context: click.Context,
    agent: str,
    against: tuple[str, ...],
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    out: Path | None,
    store: Path | None,
    levels: bool,
    write: bool,
    tune: bool,
    search_pairs: int,
    as_json: bool,
    **place: Any,
) -> int:
    """Measure an agent against several opponents: scores with 95 % intervals."""
    if levels:
        named = context.get_parameter_source("against") is not ParameterSource.DEFAULT
        played: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
        asked: dict[str, Any] = {**played, "search_pairs": search_pairs}
        asked |= {"write": write, "to_tune": tune}
        rate_levels(agent, place, against if named else None, asked, out, as_json)
        return 0
    if write or tune or search_pairs:
        raise click.UsageError("--write, --tune and --search-pairs go with --levels")
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.arena.stopping import Stop
    from spacecombat_agents.bots.clocks import ORDER, Clock
    from spacecombat_agents.bots.players import open_player
    from spacecombat_agents.commands.overview import print_evaluation
    from spacecombat_agents.commands.sessions import run_evaluation
    from spacecombat_agents.files import check_file
    from spacecombat_agents.terminal import print_json, write_json

    setting = open_setting(**place)
    opponents = [open_player(name, setting, deadline) for name in against]
    player = open_player(agent, setting, deadline)
    if out is not None:
        check_file(out, "out")
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    settings["clock"] = Clock(ORDER, order_ms=int(1000 * deadline))
    everybody = [player, *opponents]
    with _stored(store, setting, everybody, pairs, seed) as kept, Stop() as stop:
        results = run_evaluation(setting, player, opponents, stop=stop, store=kept, **settings)
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


def rate_levels(
    file: str,
    place: dict[str, Any],
    against: Sequence[str] | None,
    asked: dict[str, Any],
    out: Path | None,
    as_json: bool,
) -> None:
    """Rate the levels of an opponent file and tell it."""
    from spacecombat_agents.commands.levels import print_levels, run_levels
    from spacecombat_agents.files import check_file
    from spacecombat_agents.terminal import print_json, write_json

    if not file.endswith(".opp"):
        raise click.UsageError(f"--levels are those of a FILE.opp, not of {file}")
    if out is not None:
        check_file(out, "out")
    result, found = run_levels(file, open_setting(**place), against, **asked)
    if out is not None:
        write_json(out, result)
    if as_json:
        print_json(result)
    else:
        print_levels(found)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Play it again and compare every digest.")
@click.option("--html", type=click.Path(path_type=Path), help="Write it as a page to look at.")
@click.option(
    "--reader", "readers", multiple=True, help="Whose page: a seat, or truth; default all."
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["messages"]),
    help="Print what --seat was told, message by message, as a bot would be.",
)
@click.option("--seat", help="Whose messages.")
@click.option("--belief", help="On the page, draw what this scripted agent believes in each seat.")
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
    """Show what a recorded game was; verify it, or make a page of it.

    Exit status 1 if the game, played again, takes another course than the recorded one.
    """
    from spacecombat_agents.commands.sessions import messages_of, run_replay
    from spacecombat_agents.terminal import print_json

    if (form is None) != (seat is None):
        raise click.UsageError("--as messages and --seat go together")
    if seat is not None:
        if verify or html is not None or as_json:
            raise click.UsageError("--as messages prints messages, and nothing else")
        for line in messages_of(file, seat):
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
