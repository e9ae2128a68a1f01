"""An analysis as JSON, and as remarks on a page."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.analysis.luck_decomposition import MeanEstimate, TurnBreakdown
from spacecombat_agents.analysis.order_costs import OrderCost
from spacecombat_agents.analysis.seat_analysis import SeatAnalysis
from spacecombat_env.replay.remarks import ChancePoint, Remark, Remarks

__all__ = ["POINTS", "RESULTS", "seat_to_json", "to_remarks"]

DIGITS = 6
"""Digits of numbers in JSON."""
POINTS = 100.0
"""A probability in points."""
RESULTS = {1.0: "won", 0.0: "drawn", -1.0: "lost", None: "open"}
MIN_COST = 0.005
"""Smallest cost of an order that a page marks: half a point."""
WDL = ("win", "draw", "loss")


def seat_to_json(analysis: SeatAnalysis) -> dict[str, Any]:
    """Return the numbers of a seat's analysis; none depends on what the seat cannot see."""
    game = analysis.game
    return {
        "seat": analysis.trajectory.ruleset.seats[analysis.trajectory.seat],
        "result": RESULTS[analysis.trajectory.result],
        "orders": [
            _order_json(analysis, number) for number in range(len(analysis.trajectory.orders))
        ],
        "turns": [_turn_json(turn) for turn in analysis.turns],
        "game": None
        if game is None
        else {k: v for k, v in _turn_json(game).items() if k != "turn"},
        "dearest": [_cost_json(analysis, cost) for cost in analysis.costs],
    }


def _order_json(analysis: SeatAnalysis, number: int) -> dict[str, Any]:
    """Return an order: win probability, the order itself, the net's choice."""
    order, like, wdl = (
        analysis.trajectory.orders[number],
        analysis.likeliest[number],
        analysis.net_outputs.wdl,
    )
    content = {
        "order": number + 1,
        "word": order.first_action + 1,
        "turn": order.turn,
        "question": order.decision_text,
        "chance": _rounded(analysis.win_probs[number]),
        "said": order.text,
        "said_chance": _rounded(float(analysis.played_probs[number])),
        "net": like.text,
        "net_chance": _rounded(like.chance),
    }
    if wdl is not None:
        shares = wdl[order.first_action].tolist()
        content["wdl"] = {name: _rounded(each) for name, each in zip(WDL, shares, strict=True)}
    if number in analysis.rough_costs:
        content["rough_cost"] = _mean_json(analysis.rough_costs[number])
    return content


def _turn_json(turn: TurnBreakdown) -> dict[str, Any]:
    """Return a turn's numbers."""
    return {
        name: _mean_json(value) if isinstance(value, MeanEstimate) else _rounded(value)
        for name, value in turn._asdict().items()
    }


def _cost_json(analysis: SeatAnalysis, cost: OrderCost) -> dict[str, Any]:
    """Return the cost of a costly order."""
    order, like, best = (
        analysis.trajectory.orders[cost.order],
        analysis.likeliest[cost.order],
        analysis.best(cost),
    )
    return {
        "order": cost.order + 1,
        "word": order.first_action + 1,
        "turn": order.turn,
        "said": order.text,
        "said_chance": _rounded(float(analysis.played_probs[cost.order])),
        "net": like.text,
        "net_chance": _rounded(like.chance),
        "net_cost": _mean_json(cost.net),
        "best": best.text,
        "best_by": best.by,
        "best_chance": _rounded(best.chance),
        "cost": _mean_json(cost.cost),
    }


def _mean_json(mean: MeanEstimate) -> dict[str, float]:
    """Return a mean and its error."""
    return {"value": _rounded(mean.value), "error": _rounded(mean.error)}


def _rounded(value: float) -> float:
    """Return a rounded number, minus zero as zero."""
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value


def to_remarks(analysis: SeatAnalysis, opponent: str) -> Remarks:
    """Return the remarks of a page for the seat's reader."""
    orders, owns = (
        analysis.trajectory.orders,
        [order.first_action for order in analysis.trajectory.orders],
    )
    places = [*owns, len(analysis.trajectory.actions)]
    curve = [ChancePoint(place, c) for place, c in zip(places, analysis.win_probs, strict=False)]
    dearest = [each for each in analysis.costs if each.cost.value >= MIN_COST]
    most = max((each.cost.value for each in dearest), default=1.0)
    marks = [
        Remark(
            orders[each.order].first_action, each.cost.value / most, cost_sentence(analysis, each)
        )
        for each in dearest
    ]
    return Remarks(f"Win probability by {opponent}", curve, marks)


def cost_sentence(analysis: SeatAnalysis, cost: OrderCost) -> str:
    """Return a sentence about an order's cost."""
    order, best = analysis.trajectory.orders[cost.order], analysis.best(cost)
    cost_points = (
        f"{POINTS * cost.cost.value:.0f} \N{PLUS-MINUS SIGN} {POINTS * cost.cost.error:.0f}"
    )
    chosen, other = (f"\u201c{text}\u201d" for text in (order.text, best.text))
    return f"turn {order.turn}: {chosen} cost {cost_points} points against {other} ({best.by})"
