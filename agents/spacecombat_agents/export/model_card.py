"""The model card of an opponent file, generated from measured results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_agents.players.bundles.levels import StrengthLevel

__all__ = ["card_text", "level_rows"]


def card_text(card: Mapping[str, Any]) -> str:
    """Return the card as Markdown."""
    delegated = ", ".join(card["delegate"]) or "nothing"
    lines = [
        f"# {card['name']}",
        "",
        f"Plays {card['title']}, scenario `{card['scenario']}`, in either seat; "
        f"it was trained with these decisions delegated to standing orders: {delegated}.",
        "",
        *_training_text(card["training"], card["lineage"]),
        "## Levels",
        "",
        *_level_table(card["levels"]),
        "",
        f"The default level is `{card['usual_level']}`. {_rating_note(card)}",
        "",
        "## Measured strength",
        "",
        *_evaluation_table(card["evaluations"]),
        "",
        "A win counts 1, a draw 1/2. Games come in pairs with common random numbers and swapped "
        "seats. The interval is Wilson's at 95 % on the pair-effective sample. This table is from "
        f"the end of training, before export, {_action_choice(card)}. "
        "`spacecombat evaluate` measures a level of the file. The scores hold for this scenario, "
        "these rules and these opponents.",
        "",
        "## How to reproduce it",
        "",
        *_command_lines(card),
        "## Exploitability",
        "",
        _exploitability_text(card["exploitability"]),
        "",
    ]
    return "\n".join(lines)


def level_rows(levels: Sequence[StrengthLevel]) -> list[dict[str, Any]]:
    """Return levels as card.json has them, weakest first."""
    return [level.as_json() for level in levels]


def _training_text(training: Mapping[str, Any], lineage: Mapping[str, Any]) -> list[str]:
    """Return a description of the training and its opponents."""
    lines = []
    if training:
        minutes = training["seconds"] / 60.0
        lines.append(
            f"Trained by self-play: {training['decisions']:,} decisions, "
            f"{training['games']:,} games, {minutes:.1f} minutes."
        )
    whole = lineage.get("whole_lineage")
    if whole and (len(whole["parts"]) > 1 or whole["unknown"]):
        parts = [f"{part['what']} {part['decisions']:,}" for part in whole["parts"]]
        parts += [f"{name} not recorded" for name in whole["unknown"]]
        lines.append(f"Whole lineage: {whole['decisions']:,} decisions ({', '.join(parts)}).")
    if lineage.get("opponents"):
        results = ", ".join(f"{name} {share:.0%}" for name, share in lineage["opponents"].items())
        lines.append(f"Opponents in training, by share of games: {results}.")
    if lineage.get("imitated"):
        lines.append(f"It started with behaviour cloning of {lineage['imitated']}.")
    if lineage.get("advised"):
        lines.append(f"At first {lineage['advised']} advised it in its own games.")
    return [" ".join(lines), ""] if lines else []


def _level_table(levels: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the levels as a table, weakest first."""
    anchors = list(dict.fromkeys(name for level in levels for name in level["vs"]))
    heads = ["level", "made of", "temperature", "min_p", "Elo", "95 % interval"]
    heads += [f"against {name}" for name in anchors]
    rows = [_table_row(heads), _table_row(["---"] * len(heads))]
    for level in levels:
        elo, interval = "", ""
        if level["rating"] is not None:
            elo, (low, high) = f"{level['rating']:+.0f}", level["interval"]
            interval = f"{low:+.0f} to {high:+.0f}"
        cells = [f"`{level['id']}`", level["made_of"] or level["policy"]]
        cells += [f"{level['temperature']:.3g}", f"{level['min_p']:.3g}"]
        cells += [elo, interval]
        cells += [f"{level['vs'][name][0]:.1%}" if name in level["vs"] else "" for name in anchors]
        rows.append(_table_row(cells))
    return rows


def _table_row(cells: Sequence[str]) -> str:
    """Return cells as a row of a table."""
    return f"| {' | '.join(cells)} |"


def _rating_note(card: Mapping[str, Any]) -> str:
    """Return how the levels were rated."""
    made = card["calibration"]
    if made is None:
        return "The levels were not rated (`spacecombat evaluate FILE.opp --levels --write`)."
    gaps = ", ".join(
        f"{gap['upper']} over {gap['lower']} {gap['elo']:+.0f} "
        f"({gap['interval'][0]:+.0f} to {gap['interval'][1]:+.0f})"
        for gap in made["gaps"]
    )
    return (
        f"Elo is fitted to all games of a round robin of {made['games']:,} games with "
        f"{', '.join(made['anchors'])}, {made['pairs']} pairs per pairing, seed {made['seed']}; "
        f"{made['anchors'][0]} is at 0. Gaps: {gaps or 'one level'}. "
        "Rated against programs only; strength against people is not measured."
        + "".join(f" {remark}" for remark in made.get("remarks", ()))
    )


def _exploitability_text(found: Mapping[str, Any] | None) -> str:
    """Return the results of best responses."""
    if found is None:
        return "Not measured."
    low, high = found["interval"]
    return (
        f"At least {found['score']:.1%} ({low:.1%} to {high:.1%}), found by {found['method']} with "
        f"{found['budget_decisions']:,} decisions{_lineage_text(found)}. It is a lower "
        f"bound: more compute may find more.{_proofs_text(found)}"
    )


def _proofs_text(found: Mapping[str, Any]) -> str:
    """Return how strong the same attack is against other players."""
    proofs = [f"{each['score']:.1%} against {each['victim']}" for each in found.get("proofs", ())]
    return f" The same attack reaches {', '.join(proofs)}." if proofs else ""


def _lineage_text(found: Mapping[str, Any]) -> str:
    """Return the decisions that the victim cost in all, next to an attacker's."""
    whole = found.get("victim_lineage")
    if whole is None:
        return ""
    more = ", as far as recorded" if whole["unknown"] else ""
    return f" (the opponent's whole lineage: {whole['decisions']:,}{more})"


def _action_choice(card: Mapping[str, Any]) -> str:
    """Return how actions were chosen in the evaluations."""
    temperature = card["configuration"].get("evaluation", {}).get("temperature", 0.0)
    if not temperature:
        return "with the likeliest action each time"
    return f"with actions sampled at temperature {temperature:g}"


def _command_lines(card: Mapping[str, Any]) -> list[str]:
    """Return the commands that made it."""
    if not card["commands"]:
        return ["Not recorded.", ""]
    seed = card["configuration"].get("seed")
    lines = [f"`configuration.yaml` is `configuration` of card.json; its seed is {seed}."]
    if start := card["configuration"].get("start"):
        lines[0] += f" It starts from the weights of another run: {start}."
    return [*lines, "", "```", *card["commands"], "```", ""]


def _evaluation_table(evaluations: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the scores as a table."""
    if not evaluations:
        return ["Not measured."]
    heads = ["against", "score", "95 % interval", "wins", "draws", "losses", "first seat's score"]
    rows = [_table_row([*heads, "failures", "seed"]), _table_row(["---"] * (len(heads) + 2))]
    for result in evaluations:
        low, high = result["interval"]
        counts = [str(result[key]) for key in ("wins", "draws", "losses")]
        cells = [result["agent_b"], f"{result['score_a']:.1%}", f"{low:.1%} to {high:.1%}", *counts]
        cells += [f"{result['first_seat_score']:.1%}", str(result["failures"]), str(result["seed"])]
        rows.append(_table_row(cells))
    return rows
