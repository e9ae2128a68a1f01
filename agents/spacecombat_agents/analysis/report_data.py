"""An analysis as JSON, and as remarks on a page."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.analysis.luck_decomposition import MeanEstimate, TurnBreakdown
from spacecombat_agents.analysis.order_costs import OrderCost
from spacecombat_agents.analysis.seat_analysis import SeatAnalysis
from spacecombat_env.replay.remarks import ChancePoint, Remark, Remarks

DIGITS = 6
"""Of numbers in JSON."""
POINTS = 100.0
"""A chance in points."""
RESULTS = {1.0: "won", 0.0: "drawn", -1.0: "lost", None: "open"}
MIN_COST = 0.005
"""What an order must have cost to be marked on a page: half a point."""
WDL = ("win", "draw", "loss")


def seat_to_json(analysis: SeatAnalysis) -> dict[str, Any]:
    """Return every number of a seat's analysis; nothing in it counts what the seat cannot see."""
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
    """Return an order: how it stood, what was said, what the net would have said."""
    order, like, wdl = (
        analysis.trajectory.orders[number],
        analysis.likeliest[number],
        analysis.net_outputs.wdl,
    )
    content = {
        "order": number + 1,
        "word": order.first_action + 1,
        "turn": order.turn,
        "question": order.question,
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
    """Return what a dear order cost."""
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
    """Return a number with as many digits as are told, minus zero as zero."""
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value


def to_remarks(analysis: SeatAnalysis, opponent: str) -> Remarks:
    """Return what a page says to the reader of the seat."""
    orders, owns = (
        analysis.trajectory.orders,
        [order.first_action for order in analysis.trajectory.orders],
    )
    places = [*owns, len(analysis.trajectory.actions)]
    course = [ChancePoint(place, c) for place, c in zip(places, analysis.win_probs, strict=False)]
    dearest = [each for each in analysis.costs if each.cost.value >= MIN_COST]
    most = max((each.cost.value for each in dearest), default=1.0)
    marks = [
        Remark(
            orders[each.order].first_action, each.cost.value / most, cost_sentence(analysis, each)
        )
        for each in dearest
    ]
    return Remarks(f"Win chance, asked of {opponent}", course, marks)


def cost_sentence(analysis: SeatAnalysis, cost: OrderCost) -> str:
    """Return what an order cost in words."""
    order, best = analysis.trajectory.orders[cost.order], analysis.best(cost)
    cost_points = (
        f"{POINTS * cost.cost.value:.0f} \N{PLUS-MINUS SIGN} {POINTS * cost.cost.error:.0f}"
    )
    said, other = (f"\u201c{text}\u201d" for text in (order.text, best.text))
    return f"turn {order.turn}: {said} cost {cost_points} points against {other} ({best.by})"
