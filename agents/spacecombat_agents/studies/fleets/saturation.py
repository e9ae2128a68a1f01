"""How many missiles saturate a target: salvoes of all sizes, by the engine's own rules.

One ship launches its salvo on turn 1 and steers it. The target lies still and detected, as the
launcher does, with its sensors on, and shoots at its attackers. It counts as killed once it can no
longer attack with beams or missiles, before the last turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.studies.blocks import KEYED
from spacecombat_agents.studies.fleets.dose_response import DoseResponse
from spacecombat_agents.studies.fleets.range_captain import LAUNCHER, TARGET, RangeCaptain
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.rulesets.battle_rider.model import Beam, class_names, class_row, load_tables

__all__ = [
    "MAX_MISSILES",
    "RangeSetup",
    "SalvoPlayer",
    "check_setup",
    "launchers_needed",
    "response_sentences",
]

RULESET = "battle_rider"
CANNOT = {
    "launcher": "has no missiles and directors, or is no ship class",
    "target": "has no weapons, or is no ship class",
}
COLUMN, ROW = 10, 5
"""Position of the launcher."""
MAX_HEXES = 25
TURN_LIMIT = 4
MAX_MISSILES = 239
BATCH_SIZE = 256
RED_WINS = 0
DUMMY_TURRET = "L(x1)2:1-X-X-X"
"""A gun that is never fired: it keeps a launcher without missiles in the game."""


class RangeSetup(NamedTuple):
    """The parameters that stay fixed while the salvo varies."""

    target: str
    """A printed class."""
    launcher: str = "Valor"
    hexes: int = 10
    turns: int = TURN_LIMIT

    def scenario(self, missiles: int) -> dict[str, Any]:
        """Return a scenario with a salvo of `missiles` missiles."""
        gun = {"class": self.launcher, "name": "Launcher", "missiles": missiles, "detected": True}
        gun["values"] = {"missile_directors": missiles, "turret": DUMMY_TURRET}
        ship = {"class": self.target, "name": "Target", "detected": True}
        return {
            "name": "range",
            "sides": {
                "red": {
                    "fleet_tactics": 1,
                    "ships": [gun],
                    "task_forces": [_task_force_at("Launcher", 0)],
                },
                "blue": {
                    "fleet_tactics": 1,
                    "ships": [ship],
                    "task_forces": [_task_force_at("Target", self.hexes)],
                },
            },
            "victory": "last_operational",
            "turn_limit": self.turns,
            "turn_limit_verdict": "draw",
        }


def _task_force_at(name: str, away: int) -> dict[str, Any]:
    """Return a task force at rest, `away` hexes from the launcher."""
    return {"ships": [name], "hex": [COLUMN, ROW + away], "detected_shadow": True}


class SalvoPlayer:
    """Fires salvoes at a target; `salvoes(missiles, runs)` returns how often it was killed."""

    def __init__(
        self,
        fixed: RangeSetup,
        seed: int,
        deck: str = KEYED,
        options: dict[str, Any] | None = None,
        threads: int | None = None,
    ) -> None:
        if not 1 <= fixed.hexes <= MAX_HEXES:
            raise ConfigError.at("saturate", "range", f"{fixed.hexes} hexes: from 1 to {MAX_HEXES}")
        self.fixed, self.seed, self.threads = fixed, seed, threads
        self.options = {"deck": deck, **(options or {})}

    def setting(self, missiles: int) -> GameSetting:
        """Return the range with a salvo of `missiles` missiles."""
        setting = GameSetting.of(
            RULESET, self.fixed.scenario(missiles), None, None, dict(self.options)
        )
        _ = setting.scenario
        return setting

    def __call__(self, missiles: int, runs: int) -> int:
        """Return how many runs killed the target; every size has its own seeds.

        Shared seeds would make all sizes err in the same direction, and the interval too narrow.
        """
        setting = self.setting(missiles)
        killed = 0
        for begin in range(0, runs, BATCH_SIZE):
            count = min(BATCH_SIZE, runs - begin)
            players = tuple(RangeCaptain(setting.scenario, name) for name in (LAUNCHER, TARGET))
            for role, player in enumerate(players):
                player.reset(derived_seed(self.seed, "range", missiles, role, begin))
            rng = np.random.default_rng(derived_seed(self.seed, "range", missiles, begin))
            seeds = rng.integers(2**62, size=count)
            env = setting.batch(count, threads=self.threads)
            played = play(env, (players[0], players[1]), seeds, np.zeros(count, np.int8))
            env.close()
            if played.causes:
                raise RuntimeError(played.first_failure)
            killed += int((played.tally[:, TALLY.verdict] == RED_WINS).sum())
        return killed


def check_setup(setup: RangeSetup) -> None:
    """Raise ConfigError for a launcher without directors, or a target without weapons."""
    for field, name, valid in (
        ("launcher", setup.launcher, launchers()),
        ("target", setup.target, targets()),
    ):
        if name not in valid:
            close = closest_name(name, valid) or f"; valid: {', '.join(valid)}"
            raise ConfigError.at(field, name, f"{CANNOT[field]}{close}")


def launchers() -> list[str]:
    """Return the printed classes that can launch missiles and steer them."""
    return [name for name in class_names()[1:] if card(name).directors and card(name).missiles]


def targets() -> list[str]:
    """Return the printed classes with a weapon that can be put out of action."""
    return [
        name
        for name in class_names()[1:]
        if card(name).directors or (card(name).weapon["kind"] != Beam.NONE).any()
    ]


def card(name: str) -> Any:
    """Return the printed card of a class."""
    return load_tables()[0].classes[class_row(name)]


def launchers_needed(missiles: int, launcher: str) -> str:
    """Return how many ships launch and steer a salvo, with their directors and magazines."""
    ship = card(launcher)
    each = min(int(ship.directors), int(ship.missiles))
    count = -(-missiles // each)
    ships = f"{count} {launcher}" + ("s" if count > 1 else "")
    return f"{ships}, {int(ship.directors)} directors and {int(ship.missiles)} missiles each"


def response_sentences(found: DoseResponse, fixed: RangeSetup) -> list[str]:
    """Return a response as sentences."""
    lines = []
    for each in found.smallest:
        most = f"more than {found.doses[-1]}"
        ends = f"{each.low} to {_text(each.high, most)}"
        if each.low > found.doses[-1]:
            ends = most
        needed = found.doses[-1] + 1 if each.dose is None else each.dose
        lines.append(
            f"{_text(each.dose, most)} missiles at {fixed.hexes} hexes put {fixed.target} out of "
            f"action with a chance of {each.chance:.0%} ({ends}; 95%, {found.runs:,} salvoes of "
            f"each size): {'at least ' if each.dose is None else ''}"
            f"{launchers_needed(needed, fixed.launcher)}."
        )
    lines.append(
        "Sizes between those tried were not tried. The salvo is launched and steered as one spread."
    )
    lines.append(
        f"Out of action: no beam and no missile is left to attack with, within {fixed.turns} "
        "turns. The target lies still, detected, with its sensors on, alone with the salvo, and "
        "defends as the standing orders do."
    )
    return lines


def _text(dose: int | None, most: str) -> str:
    """Return a dose as text."""
    return most if dose is None else str(dose)
