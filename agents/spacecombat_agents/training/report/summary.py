"""The summary on a run's page, with warnings."""

from __future__ import annotations

from collections.abc import Mapping

from spacecombat_agents.reports.charts import short_number
from spacecombat_agents.training.metrics.metrics_log import finite_number
from spacecombat_agents.training.report.run_report import MatchScore, RunReport

__all__ = ["SECONDS_PER_MINUTE", "score_text", "summary_sentences", "warnings"]

MIN_ENTROPY = 0.05
"""Nats per decision: below this in the first half of a run, the policy settles too early."""
MAX_KL = 0.05
"""Nats: above this, an update moves the policy too far."""
MIN_SCORE_AGAINST_SELF = 0.45
"""Score against checkpoints: below this, the learner has forgotten something."""
MIN_GAMES = 20_000
"""Finished games: below this at the end of a run, the learner saw few results."""
SELF = "self"
SECONDS_PER_MINUTE = 60.0


def summary_sentences(report: RunReport) -> list[str]:
    """Return a summary of the run, in sentences."""
    state = report.state
    decisions, seconds = finite_number(state.get("decisions")), finite_number(state.get("seconds"))
    games, share = finite_number(state.get("games")), finite_number(state.get("share"))
    what = ", ".join(
        str(messages)
        for key in ("ruleset", "scenario")
        if (messages := report.result.get(key) or report.config.get(key)) is not None
    )
    parts = [f"{decisions or 0:,.0f} decisions of the learner"]
    parts += [f"{games:,.0f} games"] if games is not None else []
    parts += [f"{seconds / SECONDS_PER_MINUTE:,.1f} minutes"] if seconds is not None else []
    lines = [f"{what}: {', '.join(parts)}." if what else f"{', '.join(parts)}."]
    if not report.result and share is not None:
        lines.append(f"The run is in progress: {share:.0%} of its budget is used.")
    last = {each.name: each for each in report.scores}
    lines += [f"Last match against {name}: {score_text(each)}." for name, each in last.items()]
    return lines


def warnings(report: RunReport) -> list[str]:
    """Return warnings about a run, each with its number."""
    messages, lines = [], report.updates
    share, decisions = (
        finite_number(report.state.get("share")) or 1.0,
        finite_number(report.state.get("decisions")),
    )
    half = 0.5 * (decisions or 0.0) / max(share, 1e-9)
    for line in lines:
        entropy, now = finite_number(line.get("entropy")), finite_number(line.get("decisions"))
        if entropy is not None and now is not None and now < half and entropy < MIN_ENTROPY:
            messages.append(
                f"Entropy fell below {MIN_ENTROPY} nats per decision before half of the budget: "
                f"{entropy:.3f} at {short_number(now)} decisions."
            )
            break
    large_kls = [kl for line in lines if (kl := finite_number(line.get("kl"))) and kl > MAX_KL]
    if large_kls:
        messages.append(
            f"{len(large_kls)} of {len(lines)} updates moved the policy by more than {MAX_KL} nats "
            f"(KL up to {max(large_kls):.3f})."
        )
    games = finite_number(report.state.get("games"))
    if report.result and games is not None and games < MIN_GAMES:
        messages.append(f"The run finished only {games:,.0f} games: the learner saw few results.")
    last = lines[-1].get("scores") if lines else None
    score_against_self = finite_number(last.get(SELF)) if isinstance(last, Mapping) else None
    if score_against_self is not None and score_against_self < MIN_SCORE_AGAINST_SELF:
        messages.append(
            f"The learner loses to its checkpoints: its running score is {score_against_self:.0%}."
        )
    return messages


def score_text(score: MatchScore) -> str:
    """Return a score with its interval."""
    text = f"{score.score:.1%}"
    if score.interval is not None:
        text += f" ({score.interval[0]:.1%} to {score.interval[1]:.1%})"
    return text + (f", {score.games:,} games" if score.games is not None else "")
