"""The games of matches in the same store as those of cups: one player against others.

A match has its own luck (`match.play_match`), so its store can be reported and not gone on with;
the same match may be played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.cups.opening import about, check_same, entrant_hash
from spacecombat_agents.arena.cups.plan import Plan, differing, plan_from
from spacecombat_agents.arena.cups.rows import of_batch
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.playing import Game, Played
from spacecombat_agents.arena.provenance import agent_hash
from spacecombat_agents.bots.players import Player
from spacecombat_agents.files import check_file
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError

MATCH = "match"
"""What kind of results are kept, beside those of a cup."""


class MatchStore:
    """Writes the games of one player against others into a file, batch by batch.

    A file with games of another match is refused.
    """

    def __init__(
        self, file: Path, setting: Setting, players: Sequence[Player], *, pairs: int, seed: int
    ) -> None:
        """`players` are the one, and those whom it meets."""
        self.setting = setting
        self.plan = _plan(setting, players, pairs, seed)
        hashes = [
            entrant_hash(label, player.name, agent_hash(player))
            for label, player in zip(self.plan.labels, players, strict=True)
        ]
        its = about(self.plan, [setting], hashes)
        content = {"kind": MATCH, "plan": self.plan.as_json(), "about": its, "ladder": {}}
        check_file(file, "store")
        is_new = not file.exists()
        self.store = Store.create(file, content) if is_new else Store.open(file, write=True)
        self.store.alone()
        self._check(content)
        self._games: list[Game] = []
        self._opponent = 0

    def _check(self, content: dict[str, Any]) -> None:
        """Refuse the games of another match."""
        file, before = self.store.file, self.store.content()
        if before.get("kind") != MATCH:
            raise ConfigError.at(file, "store", f"holds a {before.get('kind')}, and no match")
        for words in differing(before["plan"], content["plan"]):
            field, _, reason = words.partition(": ")
            raise ConfigError.at(file, field, f"games of another match are here: {reason}")
        check_same(file, before["about"], content["about"])

    def next_match(self) -> None:
        """The games to come are against the next opponent."""
        self._opponent += 1

    def keep(self, game: Game) -> None:
        """Take in a game, until its batch is over."""
        self._games.append(game)

    def book(self, first: int, played: Played) -> None:
        """Write the pairs of a batch of which both games are over; `first` numbers its games."""
        games = [game._replace(number=game.number - first) for game in self._games]
        self._games = []
        unit = Unit(0, 0, self._opponent, first // 2, len(played.seeds) // 2)
        self.store.book(of_batch(self.plan, unit, self.setting.ruleset, played, games))

    def close(self) -> None:
        """Close the file."""
        self.store.close()


def _plan(setting: Setting, players: Sequence[Player], pairs: int, seed: int) -> Plan:
    """Return what is played, as the file of a cup would say it."""
    names = [player.name for player in players]
    labels = [f"{name} ({names[: at + 1].count(name)})" for at, name in enumerate(names)]
    entrants = [
        {"player": name, "label": label if names.count(name) > 1 else ""}
        for name, label in zip(names, labels, strict=True)
    ]
    place = {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "delegate": setting.delegated,
        "max_turns": setting.max_turns,
        "options": dict(setting.options or {}),
    }
    content = {"name": " against ".join((names[0], ", ".join(names[1:]))), "format": "gauntlet"}
    shape = {"pairs": pairs, "seed": seed}
    return plan_from({**content, **shape, "entrants": entrants, "scenarios": [place]}, MATCH)
