"""DesignStep 15, first part: weapons and armour in balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...model import Facing
from ..design import ALL_AROUND, Design
from ..parts import DesignStep, Line, Refusal


def lines(design: Design) -> Iterator[Line]:
    """Yield nothing: balance weighs nothing."""
    yield from ()


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is out of balance. An installation does not turn, so nothing needs to be."""
    if not design.installation:
        yield from weapon_refusals(design)
        yield from armour_refusals(design)


def weapon_refusals(design: Design) -> Iterator[Refusal]:
    """IN-ICB-01 Yield side weapons that do not match, and an odd weapon that bears aft."""
    arcs: dict[str, Counter[str]] = {}
    for arm in design.fixed:
        arcs.setdefault(arm.arc, Counter())[arm.type] += arm.count
    left, right = arcs.get("left", Counter()), arcs.get("right", Counter())
    for kind in {**left, **right}:
        if left[kind] != right[kind]:
            reason = f"{left[kind]} {kind} left, {right[kind]} right"
            off = abs(left[kind] - right[kind])
            yield Refusal(DesignStep.SHEET, "fixed", "ICB-01", reason, off)
    counts = {arc: sum(found.values()) for arc, found in arcs.items() if arc != ALL_AROUND}
    if sum(counts.values()) % 2 and counts.get("aft", 0) % 2:
        reason = f"of {sum(counts.values())} fixed weapons the odd one bears aft, not forward"
        yield Refusal(DesignStep.SHEET, "fixed", "ICB-01", reason, 1)


def armour_refusals(design: Design) -> Iterator[Refusal]:
    """IN-ICB-02 Yield flanks of unequal armour, and more armour aft than forward."""
    boxes = design.armour.sides
    for one, other in ((Facing.LF, Facing.RF), (Facing.LA, Facing.RA)):
        if boxes[one] != boxes[other]:
            reason = f"{boxes[one]} at {one.name}, {boxes[other]} at {other.name}"
            off = abs(boxes[one] - boxes[other])
            yield Refusal(DesignStep.SHEET, f"armour.{one.name}", "ICB-02", reason, off)
    if boxes[Facing.A] > boxes[Facing.F]:
        reason = f"{boxes[Facing.A]} aft, {boxes[Facing.F]} forward"
        over = boxes[Facing.A] - boxes[Facing.F]
        yield Refusal(DesignStep.SHEET, "armour.A", "ICB-02", reason, over)
