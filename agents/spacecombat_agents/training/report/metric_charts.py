"""The curves of a run's updates and what each means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from spacecombat_agents.reports.charts import SHARE, ChartFrame, Curve, Point, thin_points
from spacecombat_agents.training.metrics.metrics_log import MetricsLine, finite_number

__all__ = ["LEARNING", "MetricChart", "POLICY", "SCORES", "VALUE", "curves_of", "other_charts"]


class MetricChart(NamedTuple):
    """A chart of one key of the metrics."""

    key: str
    title: str
    note: str
    frame: ChartFrame = ChartFrame()


POLICY = (
    MetricChart(
        "entropy",
        "Entropy, nats per decision",
        "0 if the policy is certain of one action, 0.7 if two are equally likely.",
    ),
    MetricChart(
        "entropy_share",
        "Entropy, relative",
        "Per cent of the entropy of a uniform policy, over decisions with more than one legal "
        "action.",
        SHARE,
    ),
    MetricChart("kl", "KL of an update, nats", "How far an update moves the policy."),
    MetricChart(
        "kept", "Decisions learned from", "Per cent of the decisions in the rollout.", SHARE
    ),
)
VALUE = (
    MetricChart(
        "explained_variance",
        "Explained variance of the value",
        "1: the value predicts results exactly; 0: no better than their mean. Clipped at -1.",
        ChartFrame(least=-1.0, most=1.0, levels=(0.0,)),
    ),
    MetricChart(
        "explained_variance_by_phase",
        "Explained variance by phase of the game",
        "Early decisions are harder to predict. Clipped at -1.",
        ChartFrame(least=-1.0, most=1.0, levels=(0.0,)),
    ),
    MetricChart("value_loss", "Value loss", ""),
)
LEARNING = (
    MetricChart("loss", "Loss", "The total: policy, value and regularisers."),
    MetricChart("policy_loss", "Policy loss", ""),
    MetricChart(
        "tau",
        "Entropy coefficient (tau)",
        "Weight of the regularisation towards the uniform policy.",
    ),
    MetricChart("learning_rate", "Learning rate", ""),
    MetricChart(
        "decisions_per_s",
        "Decisions per second",
        "Of the whole loop, averaged over the run so far.",
    ),
)
SCORES = MetricChart(
    "scores",
    "In training",
    "Running scores of training games, in which actions are sampled.",
    SHARE._replace(levels=(50.0,)),
)
AXIS_KEYS = {"decisions", "seconds", "updates"}
"""Keys that hold the time of an update."""
KNOWN_KEYS = AXIS_KEYS | {each.key for each in (*POLICY, *VALUE, *LEARNING, SCORES)}


def other_charts(lines: Sequence[MetricsLine]) -> list[MetricChart]:
    """Return a chart for each further key that holds numbers."""
    keys = dict.fromkeys(key for line in lines for key in line if key not in KNOWN_KEYS)
    return [MetricChart(key, key, "") for key in keys if curves_of(lines, key)]


def curves_of(lines: Sequence[MetricsLine], key: str) -> list[Curve]:
    """Return the curves of a key by decisions: one unnamed curve of numbers, or one per name."""
    found: dict[str, list[Point]] = {}
    for line in lines:
        x, value = finite_number(line.get("decisions")), line.get(key)
        named = value if isinstance(value, Mapping) else {"": value}
        for name, each in named.items():
            y = finite_number(each)
            if x is not None and y is not None:
                found.setdefault(str(name), []).append(Point(x, y))
    return [Curve(name, thin_points(points)) for name, points in found.items()]
