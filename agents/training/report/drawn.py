"""Which curves a run's updates hold, and what each means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from spacecombat_agents.training.curves import Line, number
from spacecombat_agents.training.report.charts import SHARE, Curve, Frame, Point, thinned


class Drawn(NamedTuple):
    """A chart of one key of the lines."""

    key: str
    title: str
    note: str
    frame: Frame = Frame()


POLICY = (
    Drawn(
        "entropy",
        "Entropy, nats a decision",
        "How open the policy keeps its choice: 0 where one word is sure, 0.7 for an even choice of "
        "two.",
    ),
    Drawn(
        "entropy_share",
        "Entropy, of an even choice",
        "Per cent of what it would be if all legal words were as likely; decisions with more than "
        "one.",
        SHARE,
    ),
    Drawn("kl", "KL of an update, nats", "How far an update moves the policy."),
    Drawn("kept", "Decisions learned from", "Per cent of those that were played.", SHARE),
)
VALUE = (
    Drawn(
        "explained_variance",
        "Explained variance of the value",
        "1: the value says how games end; 0: no better than their mean. Below -1 drawn at -1.",
        Frame(least=-1.0, most=1.0, level=0.0),
    ),
    Drawn(
        "explained_variance_by_phase",
        "Explained variance by phase of the game",
        "Early decisions are harder to foretell. Below -1 drawn at -1.",
        Frame(least=-1.0, most=1.0, level=0.0),
    ),
    Drawn("value_loss", "Value loss", ""),
)
LEARNING = (
    Drawn("loss", "Loss", "All of it: policy, value and what keeps options open."),
    Drawn("policy_loss", "Policy loss", ""),
    Drawn("tau", "Reward of a nat of entropy", "The pull towards an even choice."),
    Drawn("learning_rate", "Learning rate", ""),
    Drawn("decisions_per_s", "Decisions a second", "Of the whole loop, over the run so far."),
)
SCORES = Drawn(
    "scores",
    "In training",
    "Running scores of the games that are learned from: words are drawn, not the likeliest taken.",
    SHARE._replace(level=50.0),
)
PLACED = {"decisions", "seconds", "updates"}
"""Keys that say when."""
KNOWN = PLACED | {each.key for each in (*POLICY, *VALUE, *LEARNING, SCORES)}


def others(lines: Sequence[Line]) -> list[Drawn]:
    """Return a chart for each key that nobody here knows and that holds numbers."""
    keys = dict.fromkeys(key for line in lines for key in line if key not in KNOWN)
    return [Drawn(key, key, "") for key in keys if curves_of(lines, key)]


def curves_of(lines: Sequence[Line], key: str) -> list[Curve]:
    """Return the curves of a key, over decisions: one of numbers, without a name, or one a name."""
    found: dict[str, list[Point]] = {}
    for line in lines:
        x, value = number(line.get("decisions")), line.get(key)
        named = value if isinstance(value, Mapping) else {"": value}
        for name, each in named.items():
            y = number(each)
            if x is not None and y is not None:
                found.setdefault(str(name), []).append(Point(x, y))
    return [Curve(name, thinned(points)) for name, points in found.items()]
