"""Measure the policies of an entry; every row is kept when it is measured."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.baselines.measuring import (
    RANDOM,
    SEARCH,
    KeptResults,
    known_players,
    made_with,
)
from spacecombat_agents.benchmark.exploitability import chips_lost
from spacecombat_agents.benchmark.scores import count_pairs
from spacecombat_agents.benchmark.submission import (
    Entry,
    Policy,
    player_name,
    policy_digest,
    read_entry,
)
from spacecombat_agents.benchmark.tracks import Track, track
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.terminal import Progress

__all__ = ["Plan", "anchors_of", "measure_entry", "open_policies"]

ADMIRAL = "@admiral"
"""The level of shipped opponents that is an anchor."""


class Plan(NamedTuple):
    """The extent of a measurement."""

    results: Path
    """Folder of results."""
    pairs: int
    """Pairs of games against each anchor, and against each other entry."""
    others: Sequence[Path] = ()
    """Folders of other entries, which the entry meets for its rating."""
    attackers: int = 0
    """Seeds of the reference attackers; 0 trains none."""
    runs: Path = Path("runs/benchmark")
    """Folder of the attackers' runs."""
    public: str = ""
    """A public value that was not known when the policies were made; it draws the games."""
    tracks: Sequence[str] = ()
    budgets: Sequence[str] = ()
    """Names of what is measured; all if none is named."""


def anchors_of(setting: GameSetting) -> list[str]:
    """Return the fixed players that entries are measured against."""
    known = [name for name in known_players(setting) if name != SEARCH]
    return [RANDOM, *(name for name in known if "@" not in name or name.endswith(ADMIRAL))]


def open_policies(folder: Path, entry: Entry) -> None:
    """Open each policy of an entry as a player; ConfigError or BundleError says why one fails."""
    for policy in entry.policies:
        where, name = track(policy.track), player_name(folder, policy)
        if where.is_exact:
            chips_lost(name, where)
            continue
        agent = make_agent(name, where.setting())
        if hasattr(agent, "close"):
            agent.close()


def measure_entry(folder: Path, plan: Plan) -> list[dict[str, Any]]:
    """Measure what the results of an entry lack, and return their content by track and budget."""
    entry = read_entry(folder, plan.tracks, plan.budgets)
    places = dict.fromkeys((policy.track, policy.budget) for policy in entry.policies)
    measured = []
    for name, budget in places:
        policies = [each for each in entry.policies if (each.track, each.budget) == (name, budget)]
        where = track(name)
        kept = KeptResults(
            plan.results / name / budget / f"{entry.name}.json", _head(entry, where, budget)
        )
        _drop_other_policies(kept, folder, policies)
        tasks = list(_tasks(folder, policies, where, plan))
        with Progress(len(tasks), f"{entry.name}, {name}, {budget}") as progress:
            for row, measure in tasks:
                if not kept.has(row):
                    new = {**row, **measure(), "made": made_with(where.setting())}
                    older = kept.content["rows"]
                    kept.content["rows"] = [each for each in older if _place(each) != _place(row)]
                    kept.add(new)
                progress.advance(1)
        measured.append(kept.content)
    return measured


def _head(entry: Entry, where: Track, budget: str) -> dict[str, Any]:
    """Return the fields that a file of results begins with."""
    setting = where.setting()
    rules = setting.scenario.digest
    if not where.is_exact:
        rules = provenance(setting.ruleset)["rules_hash"]
    return {
        "format": entry.format,
        "entry": entry.name,
        "title": entry.title,
        "open": entry.open,
        "command": entry.command,
        "versions": dict(entry.versions),
        "hardware": entry.hardware,
        "track": where.name,
        "budget": budget,
        "rules_hash": rules,
    }


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the place of a row in its file: a new measurement with more pairs replaces the old."""
    return row["seed"], row.get("against"), row.get("entry"), "attack" in row


def _drop_other_policies(kept: KeptResults, folder: Path, policies: Sequence[Policy]) -> None:
    """Drop the rows of policies that have changed, and note what the training of each used."""
    digests = {policy.seed: policy_digest(folder, policy) for policy in policies}
    rows = kept.content["rows"]
    kept.content["rows"] = [row for row in rows if digests.get(row["seed"]) == row["policy"]]
    about = ("seed", "player", "actions", "minutes")
    kept.content["policies"] = [{key: getattr(each, key) for key in about} for each in policies]


Task = tuple[dict[str, Any], Callable[[], dict[str, Any]]]
"""The fields that identify a row, and the measurement of the others."""


def _tasks(folder: Path, policies: Sequence[Policy], where: Track, plan: Plan) -> Iterator[Task]:
    """Yield what is to be measured of some policies of one track."""
    setting = where.setting()
    for policy in policies:
        name = player_name(folder, policy)
        digest = policy_digest(folder, policy)
        row: dict[str, Any] = {"policy": digest, "seed": policy.seed}
        if where.is_exact:
            yield {**row, "exact": True}, _exact(name, where)
            continue
        games = {"pairs": plan.pairs, "public": plan.public}
        for anchor in anchors_of(setting):
            if anchor != name:
                named = {**row, "against": anchor, **games}
                yield named, _match(setting, (name, anchor), named)
        for other, rival_name, about in _others(plan, policy, where):
            if other != folder:
                named = {**row, **about, **games}
                yield named, _match(setting, (name, rival_name), named)
        if plan.attackers:
            attack = {"attack": where.attack, "attackers": plan.attackers}
            yield {**row, **attack}, _attack(where, name, plan, digest)


def _others(plan: Plan, policy: Policy, where: Track) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Yield the policies of other entries that one meets: of the same seed and budget."""
    for folder in plan.others:
        entry = read_entry(folder, [where.name], [policy.budget])
        for each in entry.policies:
            if each.seed == policy.seed:
                about = {"entry": entry.name, "entry_policy": policy_digest(folder, each)}
                yield folder, player_name(folder, each), about


def _exact(name: str, where: Track) -> Callable[[], dict[str, Any]]:
    """Return the measurement of the exact exploitability."""
    return lambda: {"nash_conv": chips_lost(name, where)}


def _match(
    setting: GameSetting, names: tuple[str, str], row: dict[str, Any]
) -> Callable[[], dict[str, Any]]:
    """Return the measurement of a match; its seed follows from the policy and the public value."""

    def measure() -> dict[str, Any]:
        drawn = hashlib.sha256(f"{row['policy']} {row['public']}".encode()).digest()
        batches: list[Any] = []
        result = play_match(
            setting,
            names,
            pairs=row["pairs"],
            seed=int.from_bytes(drawn[:4], "big") >> 1,
            on_batch=lambda _, batch: batches.append(batch),
        )
        failures = result.failures_by_cause
        return {"score": result.score_a, "counts": count_pairs(batches), "failures": failures}

    return measure


def _attack(where: Track, name: str, plan: Plan, digest: str) -> Callable[[], dict[str, Any]]:
    """Return the measurement of the reference attackers."""

    def measure() -> dict[str, Any]:
        from spacecombat_agents.benchmark.attack import attack

        seeds = tuple(range(1, plan.attackers + 1))
        return attack(where, name, seeds, plan.runs / where.name / digest[:16])

    return measure
