"""What a run's page says in words: what the run came to, and what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping

from spacecombat_agents.training.curves import number
from spacecombat_agents.training.report.charts import short
from spacecombat_agents.training.report.told import Score, Told

LEAST_ENTROPY = 0.05
"""Nats a decision: below, in the first half of a run, the policy has settled too early."""
MOST_KL = 0.05
"""Nats: above, an update moves the policy too far."""
LEAST_AGAINST_SELF = 0.45
"""Score against past selves: below, the learner has forgotten something."""
SELF = "self"
MINUTE = 60.0


def lead(told: Told) -> list[str]:
    """Return in sentences what a run has come to."""
    state = told.state
    decisions, seconds = number(state.get("decisions")), number(state.get("seconds"))
    games, share = number(state.get("games")), number(state.get("share"))
    what = ", ".join(
        str(found)
        for key in ("ruleset", "scenario")
        if (found := told.result.get(key) or told.config.get(key)) is not None
    )
    parts = [f"{decisions or 0:,.0f} decisions of the learner"]
    parts += [f"{games:,.0f} games"] if games is not None else []
    parts += [f"{seconds / MINUTE:,.1f} minutes"] if seconds is not None else []
    lines = [f"{what}: {', '.join(parts)}." if what else f"{', '.join(parts)}."]
    if not told.result and share is not None:
        lines.append(f"The run is not at its end: {share:.0%} of its budget is used.")
    last = {each.name: each for each in told.scores}
    lines += [f"Last match against {name}: {percent(each)}." for name, each in last.items()]
    return lines


def warnings(told: Told) -> list[str]:
    """Return what speaks against a run, each with its figure."""
    found, lines = [], told.updates
    share, decisions = number(told.state.get("share")) or 1.0, number(told.state.get("decisions"))
    half = 0.5 * (decisions or 0.0) / max(share, 1e-9)
    for line in lines:
        entropy, now = number(line.get("entropy")), number(line.get("decisions"))
        if entropy is not None and now is not None and now < half and entropy < LEAST_ENTROPY:
            found.append(
                f"Entropy fell below {LEAST_ENTROPY} nats a decision before half of the budget: "
                f"{entropy:.3f} at {short(now)} decisions."
            )
            break
    strides = [kl for line in lines if (kl := number(line.get("kl"))) and kl > MOST_KL]
    if strides:
        found.append(
            f"{len(strides)} of {len(lines)} updates moved the policy by more than {MOST_KL} nats "
            f"(KL up to {max(strides):.3f})."
        )
    last = lines[-1].get("scores") if lines else None
    against = number(last.get(SELF)) if isinstance(last, Mapping) else None
    if against is not None and against < LEAST_AGAINST_SELF:
        found.append(f"Past selves win: the running score against them is {against:.0%}.")
    return found


def percent(score: Score) -> str:
    """Return a score with its interval."""
    told = f"{score.score:.1%}"
    if score.interval is not None:
        told += f" ({score.interval[0]:.1%} to {score.interval[1]:.1%})"
    return told + (f", {score.games:,} games" if score.games is not None else "")
