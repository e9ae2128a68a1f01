"""Run training with a progress bar, and print its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacecombat_agents.config_files import TRAIN, find_config
from spacecombat_agents.players.roster import missing_extra_error
from spacecombat_agents.terminal import Progress

__all__ = ["print_training", "run_training"]


def run_training(
    config: str | Path,
    out: Path,
    *,
    resume: bool = False,
    minutes: float | None = None,
    decisions: int | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Train with a progress bar; arguments other than None override `config`, a name or a path.

    `options` are fields of a `TrainConfig`, such as scenario and seed.
    """
    from spacecombat_agents.training.config import load_config

    settings = load_config(find_config(TRAIN, config))
    if minutes is not None or decisions is not None:
        budget = replace(settings.budget, minutes=minutes, decisions=decisions)
        settings = replace(settings, budget=budget)
    settings = replace(settings, **{key: each for key, each in fields.items() if each is not None})
    if options:
        settings = replace(settings, options={**settings.options, **options})
    try:
        from spacecombat_agents.training.run import TrainingStatus
        from spacecombat_agents.training.trainer import train
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "train") from None
    with Progress(1.0, "training") as progress:

        def report(status: TrainingStatus) -> None:
            scores = (f"{name} {score:.0%}" for name, score in status.scores.items())
            speed = f"{status.decisions_per_s:,.0f} decisions/s"
            progress.reach(status.share, ", ".join([speed, *scores]))

        return train(settings, out, resume=resume, report=report)


def print_training(result: Mapping[str, Any]) -> None:
    """Print the result of a run."""
    print(
        f"Trained {result['decisions']:,} decisions in {result['games']:,} games, "
        f"{result['seconds'] / 60:.1f} minutes: {result['decisions_per_s']:,.0f} decisions/s "
        f"({result['words_per_s']:,.0f} with the opponents' own)."
    )
    if result["start"]:
        print(f"Initial weights: {result['start']}.")
    for played in result["evaluations"]:
        low, high = played["interval"]
        print(
            f"  against {played['agent_b']}: {played['score_a']:.1%} ({low:.1%} to {high:.1%}), "
            f"{played['games']} games"
        )
    print(f"Run folder: {result['folder']}")
