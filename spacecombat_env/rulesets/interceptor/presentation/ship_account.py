"""The account of a design as text and as JSON, for `spacecombat ship`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from spacecombat_env.core.errors import SpaceCombatError

from ..construction.account import Account
from ..construction.class_rows import class_values
from ..construction.icb import free_avionics
from ..construction.layout import Layout
from ..construction.parts import DesignStep, Line
from ..construction.steps import power
from ..construction.steps.hull import class_labels
from ..construction.variants import Variant
from ..model import WIDTH

ITEM, TONS, EPS, TALENTS = 46, 8, 8, 14
"""Width of the columns of an account."""


def account_lines(account: Account) -> Iterator[str]:
    """Yield the lines of an account: each step with its items, then sums, refusals, remarks."""
    design = account.design
    what = "installation" if design.installation else f"thrust {design.thrust}"
    labels = " or ".join(class_labels(design.tonnage))
    yield f"{design.name}: {design.nationality}, {design.tonnage:,} t, {what} ({labels})"
    yield _row("step  item", "tons", "EPs", "talents", "tons left", "spent")
    for step, lines in groupby(account.lines, key=lambda line: line.step):
        yield from _step_lines(account, step, list(lines))
    yield from _sum_lines(account)
    yield from (f"remark: {remark}" for remark in account.remarks)
    yield from (f"refused: {refusal}" for refusal in account.refusals)
    if account.is_legal:
        yield "legal"


def _step_lines(account: Account, step: DesignStep, lines: list[Line]) -> Iterator[str]:
    """Yield the items of a step, equal ones in one row, the totals behind the last."""
    rows = [(line, len(list(same))) for line, same in groupby(lines)]
    for n, (line, count) in enumerate(rows):
        item = f"{count} x {line.item}" if count > 1 else line.item
        label = f"{int(step):>4}  {item}" if n == 0 else f"      {item}"
        numbers = [f"{count * number:,g}" for number in (line.tons, line.eps)]
        numbers.append(f"{count * line.talents:,}")
        if n == len(rows) - 1:
            left, spent = account.after(step)
            numbers += [f"{left:,g}", f"{spent:,}"]
        yield _row(label, *numbers)


def _row(label: str, *numbers: str) -> str:
    """Return a row of the account."""
    widths = (TONS, EPS, TALENTS, 11, TALENTS)
    cells = (number.rjust(width) for number, width in zip(numbers, widths, strict=False))
    return f"{label:<{ITEM}}{''.join(cells)}"


def _sum_lines(account: Account) -> Iterator[str]:
    """Yield the sums under an account."""
    design, found = account.design, account.totals()
    needed = power.needed(design, account.lines)
    switch = f", {found['allocatable_eps']:,} to allot" if found["power_switchable"] else ""
    yield f"power: {needed:,} EPs needed, plant {design.powerplant:,}{switch}"
    blocks = " + ".join(map(str, [found["icb_boxes"], *found["turret_icb_boxes"]]))
    scale = found["icb_scale"]
    yield f"boxes inside: {blocks}, {scale} t each; free avionics: {_free(account)}"
    left = account.tons_left
    spare = f", {left:g} t unused" if left > 0 else ""
    yield f"price: {account.talents:,} talents without missiles, pods and craft{spare}"


def _free(account: Account) -> str:
    """Return the avionics that are free hits."""
    return ", ".join(free_avionics(account.design)) or "none"


def variant_lines(variant: Variant) -> Iterator[str]:
    """Yield the account of a variant with its conversion."""
    yield from account_lines(variant.account)
    shields = f"; {variant.freed_eps} EPs more for shields" if variant.freed_eps else ""
    yield f"conversion: {variant.price:,} talents at a factory or Repair Facility{shields}"


def layout_lines(layout: Layout) -> Iterator[str]:
    """Yield the blocks of a layout, the internal one first, and their legend."""
    width = max(len(code) for code in (*layout.legend, "SD")) + 1
    for number, block in enumerate((layout.rows, *layout.turrets)):
        yield f"turret {number}" if number else "inside"
        yield from ("  " + "".join(code.ljust(width) for code in row).rstrip() for row in block)
    for side, systems in layout.external.items():
        for each in systems:
            first, last = each["columns"]
            yield f"on the armour at {side}: {each['type']}, columns {first} to {last}"
    for code, name in layout.legend.items():
        yield f"  {code:<{width}} {name}"
    assert all(len(row) == WIDTH for row in layout.rows)


def account_json(account: Account) -> dict[str, Any]:
    """Return an account as JSON values."""
    layout = account.layout
    return {
        "name": account.design.name,
        "legal": account.is_legal,
        "lines": [
            {
                "step": int(line.step),
                "item": line.item,
                "tons": line.tons,
                "eps": line.eps,
                "talents": line.talents,
            }
            for line in account.lines
        ],
        "after": {
            str(int(step)): dict(zip(("tons_left", "talents"), account.after(step), strict=True))
            for step in dict.fromkeys(line.step for line in account.lines)
        },
        "refusals": [
            {**found._asdict(), "step": int(found.step), "rule": f"IN-{found.rule}"}
            for found in account.refusals
        ],
        "remarks": list(account.remarks),
        "totals": account.totals(),
        "layout": None if layout is None else layout.as_file(),
        "free_avionics": free_avionics(account.design),
        "class": _class(account),
    }


def _class(account: Account) -> dict[str, Any] | None:
    """Return the numbers of the class in play; None where the design cannot be played."""
    try:
        return class_values(account)
    except SpaceCombatError:
        return None


def variant_json(variant: Variant) -> dict[str, Any]:
    """Return a variant as JSON values."""
    conversion = {"talents": variant.price, "freed_eps": variant.freed_eps}
    return {**account_json(variant.account), "conversion": conversion}
