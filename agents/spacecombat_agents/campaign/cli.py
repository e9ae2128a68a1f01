"""Commands of campaigns: `spacecombat campaign new`, `show`, `order`, `run` and others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spacecombat_agents.cli_options import FAILED, json_option, seed_option

if TYPE_CHECKING:
    from spacecombat_env.rulesets.interceptor.model import Side

__all__ = ["campaign"]

PLAYER = "scripted:ace"
COMMANDER = "scripted:commander"

file_argument = click.argument("file", type=click.Path(path_type=Path))
side_choice = click.Choice(["red", "blue"])


def _side(name: str | None) -> Side | None:
    """Return a side by its name."""
    from spacecombat_env.rulesets.interceptor.model import Side

    return None if name is None else Side[name.upper()]


@click.group()
def campaign() -> None:
    """Play a campaign of Interceptor: sealed orders by day, battles, repairs between them.

    A campaign is a war's file and its journal next to it, FILE.journal.jsonl, with one line for
    each act. See docs/interceptor_campaign.md.
    """


@campaign.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--from", "war", default="ciria", show_default=True, help="Built-in war, or a file.")
@seed_option
@json_option
def new(file: Path, war: str, seed: int, as_json: bool) -> None:
    """Begin a campaign: write its war to FILE, and its journal."""
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.campaign.new_campaign import write_war
    from spacecombat_agents.terminal import print_json

    write_war(file, war, seed)
    with Journal(file) as journal:
        found = {"file": str(file), "journal": str(journal.path), "seed": seed}
    if as_json:
        print_json(found)
    else:
        print(f"{file}: a campaign of {war}; {journal.path} is its journal")


@campaign.command()
@file_argument
@click.option("--side", type=side_choice, help="What this side may see; default: everything.")
@json_option
def show(file: Path, side: str | None, as_json: bool) -> None:
    """Show a campaign: points, areas, hulls, persons, and what it waits for."""
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.campaign.standings import print_standing, standing_json
    from spacecombat_agents.terminal import print_json

    with Journal(file) as journal:
        current = journal.campaign
    if as_json:
        print_json(standing_json(current, _side(side)))
    else:
        print_standing(current, _side(side))


@campaign.command()
@file_argument
@click.argument("orders", nargs=-1)
@click.option("--side", type=side_choice, required=True, help="The side that gives them.")
@json_option
def order(file: Path, orders: tuple[str, ...], side: str, as_json: bool) -> None:
    """Give a side's orders of the day, all together; they are sealed.

    ORDERS: "CHEETAH 1: patrol Ciria belt" (patrol, raid, rescue, hold, transfer), "CHEETAH 2:
    rest", "CHEETAH 2: crew NAME", "CHEETAH 2: repair SYSTEM", "NAME: raise gunnery", "NAME: lose
    piloting", "CHEETAH 2: load SSS", "buy: CHEETAH". Hulls without an order stay, or fly on. When a
    battle is about to begin: "fight" or "avoid".
    """
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.campaign.order_texts import parse_orders
    from spacecombat_agents.campaign.standings import waits_for
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.rulesets.interceptor.campaign.sequence import side_view

    found = _side(side)
    assert found is not None
    with Journal(file) as journal:
        after = journal.append(parse_orders(side_view(journal.campaign, found), orders))
    if as_json:
        print_json({"waits_for": waits_for(after), "day": after.state.day})
    else:
        print(f"sealed; the campaign waits for {waits_for(after)}")


def _player_option(side: str) -> Any:
    """Return the option of a side's player of battles."""
    return click.option(
        f"--{side}-battles",
        default=PLAYER,
        show_default=True,
        metavar="PLAYER",
        help=f"Player of {side.capitalize()}'s battles, as in match; table: draw losses at random.",
    )


red_battles, blue_battles = _player_option("red"), _player_option("blue")


@campaign.command()
@file_argument
@red_battles
@blue_battles
@json_option
def fight(file: Path, red_battles: str, blue_battles: str, as_json: bool) -> int:
    """Fight the battles that both sides have accepted, up to the next decision of a side.

    The exit status is 1 if no battle is due.
    """
    from spacecombat_agents.campaign.campaign_runs import battle_maker, fight_next
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.campaign.standings import waits_for
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.rulesets.interceptor.campaign.sequence import CampaignPhase

    maker, areas = battle_maker(red_battles, blue_battles), []
    with Journal(file) as journal:
        while journal.campaign.phase is CampaignPhase.BATTLE:
            areas.append(journal.campaign.battles[0].area)
            fight_next(journal, maker)
        after = waits_for(journal.campaign)
    if as_json:
        print_json({"battles": areas, "waits_for": after})
    else:
        fought = f"fought in {', '.join(areas)}" if areas else "no battle is due"
        print(f"{fought}; the campaign waits for {after}")
    return 0 if areas else FAILED


@campaign.command()
@file_argument
@click.option("--days", type=click.IntRange(1), help="Days to play; default: to the end.")
@click.option("--red", default=COMMANDER, show_default=True, help="Red's commander, or random.")
@click.option("--blue", default=COMMANDER, show_default=True, help="Blue's commander, or random.")
@red_battles
@blue_battles
@json_option
def run(
    file: Path,
    days: int | None,
    red: str,
    blue: str,
    red_battles: str,
    blue_battles: str,
    as_json: bool,
) -> None:
    """Play a campaign with automatic commanders and players.

    After an interruption the same command resumes. An interrupted battle is played again from its
    seed.
    """
    from spacecombat_agents.campaign.campaign_runs import battle_maker, run_journal
    from spacecombat_agents.campaign.commanders import make_commander
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.campaign.standings import print_standing, standing_json
    from spacecombat_agents.terminal import Progress, print_json

    commanders = [make_commander(red), make_commander(blue)]
    maker = battle_maker(red_battles, blue_battles)
    with Journal(file) as journal:
        first, last = journal.campaign.state.day, journal.campaign.state.war.days
        total = min(last - first, days or last)
        with Progress(total, f"{red} against {blue}") as progress:
            after = run_journal(
                journal, commanders, maker, days, lambda day: progress.reach(day - first)
            )
    if as_json:
        print_json(standing_json(after, None))
    else:
        print_standing(after, None)


@campaign.command()
@file_argument
@json_option
def check(file: Path, as_json: bool) -> int:
    """Check a campaign: repeat every act of its journal, and compare every digest.

    Exit status 1 if the journal is damaged.
    """
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.core.errors import StateError
    from spacecombat_env.env.campaign.codec import digest, encode
    from spacecombat_env.rulesets.interceptor.campaign.sequence import side_view
    from spacecombat_env.rulesets.interceptor.model import Side

    try:
        with Journal(file) as journal:
            last = journal.entries[-1]
    except StateError as cause:
        if as_json:
            print_json({"ok": False, "error": str(cause)})
        else:
            print(cause)
        return FAILED
    views = {side.name.lower(): digest(encode(side_view(last.campaign, side))) for side in Side}
    found = {"ok": True, "acts": last.number, "digest": last.digest, "views": views}
    if as_json:
        print_json(found)
    else:
        print(f"{last.number} acts, digest {last.digest}")
        for side, view in views.items():
            print(f"view of {side}: {view}")
    return 0


@campaign.command()
@file_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The HTML file.")
@click.option(
    "--reader",
    type=click.Choice(["red_0", "blue_0"]),
    help="Only what this side knows; default: everything.",
)
@json_option
def page(file: Path, out: Path, reader: str | None, as_json: bool) -> None:
    """Write a page of a campaign: points by day, areas, hulls, persons, repairs."""
    from spacecombat_agents.atomic_files import atomic_write, check_writable_file
    from spacecombat_agents.campaign.campaign_page import render_campaign
    from spacecombat_agents.campaign.journal import Journal
    from spacecombat_agents.terminal import print_json

    check_writable_file(out, "out")
    with Journal(file) as journal:
        text = render_campaign(journal.entries, _side(reader and reader.removesuffix("_0")))
    with atomic_write(out) as target:
        target.write(text.encode())
    if as_json:
        print_json({"page": str(out), "reader": reader})
    else:
        print(out)


@campaign.command()
@click.argument("a")
@click.argument("b")
@click.option("--war", default="ciria", show_default=True, help="Built-in war, or a file.")
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Pairs of campaigns with the same seed and swapped sides.",
)
@click.option(
    "--battles",
    default=PLAYER,
    show_default=True,
    metavar="PLAYER",
    help="Player of all battles, as in match; table: draw losses at random.",
)
@seed_option
@json_option
def match(a: str, b: str, war: str, pairs: int, battles: str, seed: int, as_json: bool) -> None:
    """Play commander A against commander B: random, scripted:commander, MODULE:CLASS.

    The commander with more points scores 1; with equal points each scores 1/2. The 95 % interval is
    computed as in `spacecombat match`.
    """
    from spacecombat_agents.campaign.campaign_match import play_campaign_match
    from spacecombat_agents.terminal import Progress, print_json

    with Progress(2 * pairs, f"{a} against {b}") as progress:
        found = play_campaign_match(a, b, war, pairs, seed, battles, progress.advance)
    if as_json:
        print_json(found.as_json())
        return
    low, high = found.interval
    print(
        f"{a} against {b}, {2 * pairs} campaigns of {found.war}: {found.score:.1%} "
        f"({low:.1%} to {high:.1%}), {found.wins} won, {found.draws} drawn, {found.losses} lost"
    )
    print(f"mean lead {found.mean_margin:+.1f} points; Red's score {found.red_score:.1%}")
