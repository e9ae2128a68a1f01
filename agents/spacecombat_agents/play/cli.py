"""The command that plays a game in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import open_setting, setting_options


@click.command()
@setting_options
@click.option("--seat", help="Your seat, or both; default: the first.")
@click.option(
    "--against",
    metavar="PLAYER",
    help="Opponent: any player of `match`; default: the rule set's captain.",
)
@click.option(
    "--seed", type=click.IntRange(0), help="Seed of all random numbers; default: drawn at random."
)
@click.option("--save", type=click.Path(path_type=Path), help="Save the game to this file on exit.")
@click.option("--resume", type=click.Path(path_type=Path), help="Resume a saved game.")
def play(
    seat: str | None,
    against: str | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    **place: Any,
) -> None:
    """Play a game in the terminal, against any player or with both sides at one keyboard.

    Type the offered actions; unambiguous abbreviations are enough. `help` lists the commands.
    """
    from spacecombat_agents.atomic_files import check_writable_file
    from spacecombat_agents.play.local_game import LocalGame
    from spacecombat_agents.play.shell import Shell

    if save is not None:
        check_writable_file(save, "save")
    if resume is not None:
        local_game, save = LocalGame.resumed(resume), save or resume
    else:
        setting = open_setting(**place)
        seed_drawn = secrets.randbits(62) if seed is None else seed
        local_game = LocalGame.new(
            setting, seat_players(setting.ruleset, seat, against), seed_drawn
        )
    Shell(local_game, save).run()


def seat_players(ruleset: Any, seat: str | None, against: str | None) -> dict[str, str]:
    """Return the player of each seat."""
    from spacecombat_agents.play.local_game import PERSON
    from spacecombat_agents.players.scripted import captain_player

    if seat == "both":
        if against is not None:
            raise click.UsageError("--seat both leaves no seat to play --against")
        return dict.fromkeys(ruleset.seats, PERSON)
    own = seat or ruleset.seats[0]
    if own not in ruleset.seats:
        raise click.UsageError(f"--seat must be one of {', '.join(ruleset.seats)}, both")
    other = against or captain_player(ruleset.name)
    return {each: PERSON if each == own else other for each in ruleset.seats}
