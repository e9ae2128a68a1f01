"""The command `spacecombat bot new`: a bot to begin with, in the language of one's choice."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click


class Starter(NamedTuple):
    """A bot that ships, and how it is made to run."""

    file: str
    build: str
    """Command that builds it; empty where nothing is built."""
    run: str


LANGUAGES = {
    "python": Starter("bot.py", "", "python3 bot.py"),
    "javascript": Starter("bot.js", "", "node bot.js"),
    "cpp": Starter("bot.cpp", "g++ -O2 -std=c++17 bot.cpp -o bot", "./bot"),
    "rust": Starter("bot.rs", "rustc -O bot.rs", "./bot"),
    "language-model": Starter("language_model.py", "", "python3 language_model.py"),
}
"""By the name that the command takes."""


@click.command()
@click.argument("language", type=click.Choice(list(LANGUAGES)))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
def new(language: str, folder: Path) -> None:
    """Put a bot in LANGUAGE into FOLDER, by default the current one: a start for your own."""
    from spacecombat_agents.places import STARTERS
    from spacecombat_env.core.errors import ConfigError

    starter = LANGUAGES[language]
    file = folder / starter.file
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as target:
            target.write((STARTERS / starter.file).read_text(encoding="utf-8"))
    except FileExistsError:
        raise ConfigError.at(file, "file", "there is one already") from None
    except OSError as cause:
        raise ConfigError.at(file, "file", f"cannot be written: {cause.strerror}") from None
    print(f"wrote {file}")
    steps = [f"cd {folder}"] if folder != Path(".") else []
    steps += [starter.build] if starter.build else []
    for step in (*steps, f'spacecombat bot check "{starter.run}"'):
        print(f"  {step}")
