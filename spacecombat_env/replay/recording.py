"""Record a game, while it is played or from its actions."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from spacecombat_env import registry
from spacecombat_env.core.errors import ReplayError
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.replay.playback import Playback
from spacecombat_env.replay.record import CHECK_DIGITS, DIGEST_EVERY, Replay, rules_hash


class Recorder:
    """Records a game while it is played; add every action in order."""

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: Scenario,
        seed: int,
        agents: Iterable[str] = (),
        digest_every: int = DIGEST_EVERY,
        luck: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.ruleset = registry.ruleset(ruleset)
        self.playback = Playback(self.ruleset, scenario, seed, luck)
        self.seed, self.digest_every = int(seed), digest_every
        names = [*agents, *("unknown" for _ in self.ruleset.seats)]
        self.agents = dict(zip(self.ruleset.seats, names, strict=False))
        self.actions: list[int] = []
        self.checks: list[str] = []
        self.digests = [self.playback.digest()]

    def add(self, action: int) -> None:
        """Record an action of the seat to act. Raise ReplayError once the game is over."""
        if self.playback.seat < 0:
            raise ReplayError(f"action {int(action)} comes after the end of the game")
        self.playback.step(int(action))
        self.actions.append(int(action))
        now = self.playback.digest()
        self.checks.append(now[:CHECK_DIGITS])
        if len(self.actions) % self.digest_every == 0:
            self.digests.append(now)

    def replay(self) -> Replay:
        """Return the replay so far."""
        playback, rules = self.playback, self.ruleset
        return Replay(
            ruleset=rules.name,
            ruleset_version=rules.version,
            rules_hash=rules_hash(rules),
            scenario=dict(playback.scenario.source),
            scenario_digest=playback.scenario.digest,
            delegate=playback.scenario.delegate,
            seed=self.seed,
            agents=self.agents,
            actions=tuple(self.actions),
            checks="".join(self.checks),
            digest_every=self.digest_every,
            digests=(*self.digests, playback.digest()),
            outcome=playback.outcome(),
            luck=tuple(playback.luck.items()),
        )


def record(
    ruleset: str | RuleSet,
    scenario: Scenario,
    seed: int,
    actions: Iterable[int],
    agents: Iterable[str] = (),
    provenance: Mapping[str, Any] | None = None,
) -> Replay:
    """Return the replay of a game from its actions; `agents` name the players by seat."""
    recorder = Recorder(ruleset, scenario, seed, agents)
    for action in actions:
        recorder.add(int(action))
    return dataclasses.replace(recorder.replay(), provenance=dict(provenance or {}))
