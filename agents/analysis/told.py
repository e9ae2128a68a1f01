"""An analysis as JSON, and as remarks on a page."""

from __future__ import annotations

from typing import Any

from spacecombat_agents.analysis.costs import Cost
from spacecombat_agents.analysis.seats import SeatAnalysis
from spacecombat_agents.analysis.turns import Mean, Turn
from spacecombat_env.replay.remarks import Remark, Remarks, Stand

DIGITS = 6
"""Of numbers in JSON."""
POINTS = 100.0
"""A chance in points."""
RESULTS = {1.0: "won", 0.0: "drawn", -1.0: "lost", None: "open"}
LEAST = 0.005
"""What an order must have cost to be marked on a page: half a point."""
WDL = ("win", "draw", "loss")


def seat_json(found: SeatAnalysis) -> dict[str, Any]:
    """Return every number of a seat's analysis; nothing in it counts what the seat cannot see."""
    game = found.game
    return {
        "seat": found.life.ruleset.seats[found.life.seat],
        "result": RESULTS[found.life.result],
        "orders": [_order(found, number) for number in range(len(found.life.orders))],
        "turns": [_turn(turn) for turn in found.turns],
        "game": None if game is None else {k: v for k, v in _turn(game).items() if k != "turn"},
        "dearest": [_cost(found, cost) for cost in found.costs],
    }


def _order(found: SeatAnalysis, number: int) -> dict[str, Any]:
    """Return an order: how it stood, what was said, what the net would have said."""
    order, like, wdl = found.life.orders[number], found.likeliest[number], found.answers.wdl
    told = {
        "order": number + 1,
        "word": order.own + 1,
        "turn": order.turn,
        "question": order.question,
        "chance": _short(found.stands[number]),
        "said": order.text,
        "said_chance": _short(float(found.said[number])),
        "net": like.text,
        "net_chance": _short(like.chance),
    }
    if wdl is not None:
        shares = wdl[order.own].tolist()
        told["wdl"] = {name: _short(each) for name, each in zip(WDL, shares, strict=True)}
    if number in found.rough:
        told["rough_cost"] = _mean(found.rough[number])
    return told


def _turn(turn: Turn) -> dict[str, Any]:
    """Return a turn's numbers."""
    return {
        name: _mean(value) if isinstance(value, Mean) else _short(value)
        for name, value in turn._asdict().items()
    }


def _cost(found: SeatAnalysis, cost: Cost) -> dict[str, Any]:
    """Return what a dear order cost."""
    order, like, best = found.life.orders[cost.order], found.likeliest[cost.order], found.best(cost)
    return {
        "order": cost.order + 1,
        "word": order.own + 1,
        "turn": order.turn,
        "said": order.text,
        "said_chance": _short(float(found.said[cost.order])),
        "net": like.text,
        "net_chance": _short(like.chance),
        "net_cost": _mean(cost.net),
        "best": best.text,
        "best_by": best.by,
        "best_chance": _short(best.chance),
        "cost": _mean(cost.cost),
    }


def _mean(mean: Mean) -> dict[str, float]:
    """Return a mean and its error."""
    return {"value": _short(mean.value), "error": _short(mean.error)}


def _short(value: float) -> float:
    """Return a number with as many digits as are told, minus zero as zero."""
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value


def remarks_of(found: SeatAnalysis, opponent: str) -> Remarks:
    """Return what a page says to the reader of the seat."""
    orders, owns = found.life.orders, [order.own for order in found.life.orders]
    places = [*owns, len(found.life.tokens)]
    course = [Stand(own, c) for own, c in zip(places, found.stands, strict=False)]
    dear = [each for each in found.costs if each.cost.value >= LEAST]
    most = max((each.cost.value for each in dear), default=1.0)
    marks = [
        Remark(orders[each.order].own, each.cost.value / most, sentence(found, each))
        for each in dear
    ]
    return Remarks(f"Win chance, asked of {opponent}", course, marks)


def sentence(found: SeatAnalysis, cost: Cost) -> str:
    """Return what an order cost in words."""
    order, best = found.life.orders[cost.order], found.best(cost)
    cost_points = (
        f"{POINTS * cost.cost.value:.0f} \N{PLUS-MINUS SIGN} {POINTS * cost.cost.error:.0f}"
    )
    said, other = (f"\u201c{text}\u201d" for text in (order.text, best.text))
    return f"turn {order.turn}: {said} cost {cost_points} points against {other} ({best.by})"
