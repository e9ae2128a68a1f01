"""The record of a game: its scenario, its seed, the actions, and digests to verify it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacecombat_env import __version__, registry
from spacecombat_env.core.errors import ReplayError, SpaceCombatError
from spacecombat_env.core.game import Outcome
from spacecombat_env.core.ruleset import RuleSet, source_digest

__all__ = ["CHECK_DIGITS", "DIGEST_EVERY", "Outcome", "Replay", "rules_hash"]

DIGEST_EVERY = 50
CHECK_DIGITS = 4
"""Digits of the digest that are stored for every decision."""


@dataclass(frozen=True)
class Replay:
    """A recorded game."""

    ruleset: str
    ruleset_version: int
    rules_hash: str
    """Hash of the sources at recording. A difference is reported, and is no error."""
    scenario: Mapping[str, Any]
    """The scenario's content with options applied, as `RuleSet.load` takes it."""
    scenario_digest: str
    delegate: tuple[tuple[str, ...], ...]
    """Kinds of decision left to standing orders, per seat."""
    seed: int
    agents: Mapping[str, str]
    """The player of each seat."""
    actions: tuple[int, ...]
    """The actions of all seats, in order."""
    checks: str
    """The first digits of the digest after each decision, concatenated."""
    digest_every: int
    digests: tuple[str, ...]
    """Digests at the start, after every `digest_every` decisions, and at the end."""
    outcome: Outcome | None
    """None for a game that was not played to its end."""
    made_by: str = f"spacecombat_env {__version__}"
    provenance: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """The match it is from: hashes of the agents, the command and the like, JSON-ready."""
    result_cause: str = ""
    """Why an unfinished game is over: `red_0: resigns`."""
    luck: tuple[tuple[int, int], ...] = ()
    """Seeds from which chance was drawn again, each with the number of actions before it: a turn
    was taken back.
    """
    file: str = dataclasses.field(default="<replay>", compare=False)
    """Its name in error messages."""

    def error(self, field: str, reason: str) -> ReplayError:
        """Return the error to raise about a field."""
        return ReplayError.at(self.file, field, reason)

    def rules(self) -> RuleSet:
        """Return its rule set. Raise ReplayError if there is none."""
        try:
            ruleset = registry.ruleset(self.ruleset)
        except SpaceCombatError as cause:
            raise self.error("ruleset", str(cause)) from None
        if ruleset.version != self.ruleset_version:
            reason = f"recorded with version {self.ruleset_version}, this is {ruleset.version}"
            raise self.error("ruleset_version", reason)
        return ruleset


def rules_hash(ruleset: RuleSet) -> str:
    """Return the SHA-256 over the sources and tables of a rule set and the core."""
    own = [ruleset.package] if ruleset.package != Path() else []
    return source_digest([Path(__file__).parents[1] / "core", *own])
