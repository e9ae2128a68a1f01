"""The model card of an opponent file: measured results in words, nothing typed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def card_text(card: Mapping[str, Any]) -> str:
    """Return the card as Markdown."""
    delegated = ", ".join(card["delegate"]) or "nothing"
    lines = [
        f"# {card['name']}",
        "",
        f"Plays {card['title']}, scenario `{card['scenario']}`, in either seat; "
        f"it was trained with these decisions left to the engine: {delegated}.",
        "",
        *_training(card["training"]),
        "## Measured strength",
        "",
        *_table(card["evaluations"]),
        "",
        "A win counts 1, a draw 1/2. Games come in pairs: one luck, the seats exchanged. The "
        "interval is Wilson's at 95 % on the pair-effective sample. The policy spoke its likeliest "
        "legal word each time; it was measured at the end of training, before it was written to "
        "this file (`spacecombat evaluate` measures the file). The scores hold for this scenario, "
        "these rules and these opponents.",
        "",
    ]
    return "\n".join(lines)


def _training(training: Mapping[str, Any]) -> list[str]:
    """Return a line on how much it was trained."""
    if not training:
        return []
    minutes = training["seconds"] / 60.0
    words = (
        f"Trained by self-play: {training['decisions']:,} decisions, {training['games']:,} games, "
        f"{minutes:.1f} minutes."
    )
    return [words, ""]


def _table(evaluations: list[Mapping[str, Any]]) -> list[str]:
    """Return the scores as a table."""
    if not evaluations:
        return ["Not measured."]
    head = "| against | score | 95 % interval | wins | draws | losses | failures | seed |"
    rows = [head, "|---|---|---|---|---|---|---|---|"]
    for result in evaluations:
        low, high = result["interval"]
        rows.append(
            f"| {result['agent_b']} | {result['score_a']:.1%} | {low:.1%} to {high:.1%} "
            f"| {result['wins']} | {result['draws']} | {result['losses']} "
            f"| {result['failures']} | {result['seed']} |"
        )
    return rows
