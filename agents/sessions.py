"""What the commands do, with progress shown: matches, training, export, replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacecombat_agents.base import Agent
from spacecombat_agents.match import MatchResult, play_match
from spacecombat_agents.roster import missing_extra
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import Progress, tell
from spacecombat_env.core.errors import ConfigError


def run_match(
    setting: Setting,
    players: tuple[Agent, Agent],
    *,
    pairs: int,
    seed: int,
    threads: int | None = None,
    save: Path | None = None,
) -> MatchResult:
    """Play a match with a bar, and save its games where asked."""
    keep = None
    if save is not None:
        from spacecombat_agents.recording import ReplayFolder

        keep = ReplayFolder(save, setting, players).keep
    label = f"{players[0].name} against {players[1].name}"
    with Progress(2 * pairs, label) as progress:
        return play_match(
            setting,
            players,
            pairs=pairs,
            seed=seed,
            threads=threads,
            progress=progress.advance,
            keep=keep,
        )


def run_training(
    config: Path,
    out: Path,
    *,
    minutes: float | None,
    decisions: int | None,
    seed: int | None,
    resume: bool,
) -> dict[str, Any]:
    """Train with a bar; options replace what the configuration says."""
    from spacecombat_agents.training.config import load_config

    settings = load_config(config)
    if minutes is not None or decisions is not None:
        budget = replace(settings.budget, minutes=minutes, decisions=decisions)
        settings = replace(settings, budget=budget)
    if seed is not None:
        settings = replace(settings, seed=seed)
    try:
        from spacecombat_agents.training.trainer import Status, train
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "train") from None
    with Progress(1.0, "training") as progress:

        def report(status: Status) -> None:
            scores = (f"{name} {score:.0%}" for name, score in status.scores.items())
            speed = f"{status.decisions_per_s:,.0f} decisions/s"
            progress.reach(status.share, ", ".join([speed, *scores]))

        return train(settings, out, resume=resume, report=report)


def run_export(run: Path, out: Path, *, name: str, check: int) -> dict[str, Any]:
    """Export a run and compare both policies on recorded decisions."""
    if not (run / "model.zip").is_file() or not (run / "config.yaml").is_file():
        raise ConfigError.at(
            run, "run", "holds no trained run: model.zip or config.yaml is missing"
        )
    if not out.parent.is_dir():
        raise ConfigError.at(out, "out", "there is no such folder")
    try:
        from spacecombat_agents.export import export_run
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "train") from None
    return export_run(run, out, name=name, check=check, tell=tell)


def run_replay(
    file: Path,
    *,
    verify: bool,
    html: Path | None,
    readers: Sequence[str] = (),
    belief: str | None = None,
) -> dict[str, Any]:
    """Open a replay, verify it or write its page where asked, and return what it is."""
    from spacecombat_env import registry
    from spacecombat_env import replay as replays

    if belief is not None and html is None:
        raise ConfigError.at("replay", "belief", "is drawn on a page: name one with --html")
    if readers and html is None:
        raise ConfigError.at("replay", "reader", "reads a page: name one with --html")
    replay = replays.load_replay(file)
    course = replays.open_replay(replay)
    result: dict[str, Any] = {
        "file": str(file),
        "ruleset": replay.ruleset,
        "scenario": course.scenario.name,
        "seed": replay.seed,
        "agents": dict(replay.agents),
        "decisions": len(replay.tokens),
    }
    if replay.outcome is not None:
        ruleset, outcome = registry.ruleset(replay.ruleset), replay.outcome
        winners = dict(enumerate(ruleset.seats))
        result["winner"] = winners.get(outcome.verdict, "draw")
        result["ended_by"] = ruleset.reasons[outcome.reason]
        result["turns"] = outcome.turns
        result["margin"] = outcome.margin
    if verify:
        tell("Playing it again ...")
        replays.verify(replay)
        result["verified"] = True
    if html is not None:
        from spacecombat_agents.scripted import believed
        from spacecombat_env.replay_page import write_page

        tell("Drawing it ...")
        overlay = believed(replay.ruleset, belief) if belief is not None else None
        write_page(replay, html, readers=readers_of(replay.ruleset, readers), overlay=overlay)
        result["page"] = str(html)
    return result


def readers_of(ruleset: str, names: Sequence[str]) -> list[int] | None:
    """Return the readers of a page by number; None for all."""
    from spacecombat_env import registry
    from spacecombat_env.replay import TRUTH

    known = {"truth": TRUTH, **{n: k for k, n in enumerate(registry.ruleset(ruleset).seats)}}
    for name in names:
        if name not in known:
            raise ConfigError.at(name, "reader", f"unknown; there are: {', '.join(known)}")
    return [known[name] for name in names] or None
