"""Results as sentences: points per hundred games, intervals, verdicts, and their scope."""

from __future__ import annotations

from collections.abc import Sequence

from spacecombat_agents.arena.statistics.differences import ArmVerdict
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.studies.compare import ArmResult, Comparison, ComparisonRules
from spacecombat_agents.studies.sweep import SweepResult

__all__ = [
    "LIMITS",
    "POINTS",
    "between",
    "comparison_sentences",
    "points",
    "same_actions_sentences",
    "share",
    "sweep_sentences",
]

POINTS = 100.0
LIMITS = (
    "This applies to these players: the value of a tactic to others, or against an opponent that "
    "knows it, may differ."
)
LOOK_TEXT = {True: "valid at any time", False: "one analysis"}


def points(value: float) -> str:
    """Return a difference of scores in points of a hundred games, with its sign."""
    return f"{POINTS * value:+.1f}".replace("-", "\N{MINUS SIGN}")


def between(interval: Interval) -> str:
    """Return an interval of differences in points."""
    return f"{points(interval.low)} to {points(interval.high)}"


def share(value: float) -> str:
    """Return a score in percent."""
    return f"{value:.1%}"


def verdict_text(arm: ArmResult, rules: ComparisonRules, baseline: str) -> str:
    """Return an arm's verdict as text."""
    within = f"within {POINTS * rules.matters:g} points"
    return {
        ArmVerdict.BETTER: f"better than {baseline}",
        ArmVerdict.WORSE: f"worse than {baseline}",
        ArmVerdict.EQUIVALENT: f"as good as {baseline}, {within}",
        ArmVerdict.UNDECIDED: "undecided",
    }[arm.verdict]


def comparison_sentences(found: Comparison) -> list[str]:
    """Return a comparison in sentences: one per arm, then noise, then limits."""
    rules = found.rules
    how = f"{rules.level:.0%}, {LOOK_TEXT[bool(rules.look)]}"
    lines = []
    for arm in found.arms:
        lines.append(
            f"{arm.name} is {verdict_text(arm, rules, found.baseline)}: "
            f"{points(arm.difference.difference)} points ({between(arm.interval(rules))}; {how}) "
            f"in {found.pairs:,} pairs{cells_text(found)}."
        )
        first, second = arm.by_seat
        lines.append(f"  In the first seat {between(first)}, in the second {between(second)}.")
        lines.extend(_strata_sentences(arm, found.baseline))
    noise = found.aa_test
    lines.append(
        f"Noise: {found.baseline} against itself under another name, "
        f"{points(noise.difference.difference)} points ({between(noise.interval(rules))})."
    )
    lines.append(
        f"This number of pairs shows {POINTS * found.detectable_effect:.1f} points with a chance "
        f"of 80% in one analysis; the difference varies by {found.deviation:.2f} from pair to pair."
    )
    if found.failures:
        lines.append(f"{found.failures} games were lost by failures, not by play.")
    if found.interrupted:
        lines.append("Interrupted: this is the last interim result.")
    lines.append(LIMITS)
    return lines


def same_actions_sentences(names: Sequence[str], baseline: str) -> list[str]:
    """Return sentences about arms that act exactly like the baseline."""
    return [
        f"{name} acts exactly like {baseline} with the same random numbers: its difference is only "
        "noise. What it changes may be delegated (--delegate), or may not come up here."
        for name in names
    ]


def cells_text(found: Comparison) -> str:
    """Return the scope of a number of pairs, if there are several cells."""
    cells = len(found.cells)
    return f" for each of {cells} combinations of scenario and opponent" if cells > 1 else ""


def _strata_sentences(arm: ArmResult, baseline: str) -> list[str]:
    """Return sentences about whether an arm's difference is the same everywhere."""
    lines = []
    for parts, kind in ((arm.by_scenario, "scenario"), (arm.by_opponent, "opponent")):
        if parts is not None and not parts.general:
            lines.append(f"  Not in general: in at least one {kind} the difference is reversed.")
        elif parts is not None and parts.p < 0.01:
            lines.append(f"  The size depends on the {kind} (p {parts.p:.3f}).")
    return lines


def sweep_sentences(found: SweepResult) -> list[str]:
    """Return a sweep in sentences."""
    at = int(max(range(len(found.scores)), key=found.scores.__getitem__))
    best = ", ".join(found.value_text(value) for value in found.best)
    among = "among " if len(found.best) > 1 else ""
    low, high = found.band[at]
    lines = [
        f"{found.parameter}={found.value_text(found.values[at])} scored most: "
        f"{share(found.scores[at])} ({share(low)} to {share(high)}; 95%, the whole curve at once); "
        f"the best value is {among}{best} with 95% confidence, in {found.pairs:,} pairs per value.",
    ]
    for value, each in zip(found.values, found.differences, strict=True):
        lines.append(
            f"  {found.parameter}={found.value_text(value)}: {points(each.difference)} points "
            f"({between(each.simultaneous)}) against {found.default}, {each.verdict.value}"
        )
    noise = found.aa_test
    lines.append(
        f"Noise: {found.default} against itself, {points(noise.difference)} points "
        f"({between(noise.interval)})."
    )
    if found.failures:
        lines.append(f"{found.failures} games were lost by failures, not by play.")
    return [*lines, LIMITS]
