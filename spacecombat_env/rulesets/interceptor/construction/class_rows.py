"""A design as a class of the engine: the same kind of sheet as one of the fifteen ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError, ScenarioError
from spacecombat_env.core.loading.reading import ConfigNode

from ..model.printed.designs import ROLES as SKILLED
from ..model.printed.designs import ShipDesign
from ..model.printed.sheets import lay_class
from ..model.printed.tables import load_tables
from .account import Account
from .design import Design
from .writing_designs import parts_of


def ship_design(account: Account) -> ShipDesign:
    """Return design and layout in the form of the files of the fifteen ships."""
    design = account.design
    if account.layout is None:
        raise ScenarioError.at(design.name, "layout", "the boxes do not fit")
    ship = {
        "nationality": design.nationality,
        "race": ["Human" if race in ("Naram", "Ssora") else race for race in design.races],
        "tonnage": design.tonnage,
        "thrust": design.thrust,
        "installation": design.installation,
        "computed": account.totals(),
        "design": parts_of(design),
    }
    return ShipDesign(design.name, ship, account.layout.as_file())


def class_row(account: Account) -> np.record:
    """Return the row of `rules.classes` for a design.

    Raises CapacityError where a record cannot hold it, and ScenarioError where it breaks a rule or
    has parts that cannot be played yet.
    """
    rules = load_tables()[0]
    row: np.record = rules.classes[1]
    lay_design(row, rules, account, ConfigNode(account.design.name, "", None))
    return row


def lay_design(klass: Any, rules: Any, account: Account, node: ConfigNode) -> None:
    """Write a design into a row of `rules.classes`; `node` is its place in a file, for errors.

    Raises as class_row does.
    """
    for refusal in account.refusals:
        raise _child(node, refusal.field).error(str(refusal).partition(": ")[2])
    for field, reason in not_playable(account.design):
        raise _child(node, field).error(f"cannot be played yet: {reason}")
    sheet = ship_design(account)
    try:
        lay_class(klass, rules, sheet)
    except CapacityError as cause:
        raise CapacityError.at(node.file, node.path or "class", str(cause)) from None
    except OverflowError as cause:
        raise CapacityError.at(node.file, node.path or "class", f"too large: {cause}") from None


def _child(node: ConfigNode, field: str) -> ConfigNode:
    """Return the place of a field of a design."""
    return ConfigNode(node.file, f"{node.path}.{field}" if node.path else field, None)


def not_playable(design: Design) -> Iterator[tuple[str, str]]:
    """Yield the parts of a design for which there are no rules of play yet: field and reason."""
    if any(each.crew.split()[0] not in SKILLED for each in design.cockpits):
        yield "cockpits", "cockpits of support crew and passengers"


def class_values(account: Account) -> dict[str, Any]:
    """Return the numbers of the class by name, without its boxes and components."""
    row = class_row(account)
    names = row.dtype.names or ()
    single = {name: row[name].item() for name in names if row[name].ndim == 0 and row[name].size}
    return {name: value for name, value in single.items() if isinstance(value, int)}
