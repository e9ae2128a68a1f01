"""A design as a class of the engine: the same kind of sheet as one of the fifteen ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from spacecombat_env.core.errors import CapacityError, ScenarioError

from ..model import NONE
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
    for refusal in account.refusals:
        raise ScenarioError.at(account.design.name, "design", str(refusal))
    for reason in not_playable(account.design):
        raise ScenarioError.at(account.design.name, "class", f"cannot be played yet: {reason}")
    rules = load_tables()[0]
    row: np.record = rules.classes[1]
    try:
        lay_class(row, rules, ship_design(account))
    except OverflowError as cause:
        raise CapacityError.at(account.design.name, "class", str(cause)) from None
    return row


def not_playable(design: Design) -> Iterator[str]:
    """Yield the parts of a design for which there are no rules of play yet."""
    if any(each.turret != NONE for each in design.cockpits):
        yield "cockpits in turrets"
    if any(each.type == "FTL drive jumpers" for each in design.accessories):
        yield "FTL drive jumpers"


def class_values(account: Account) -> dict[str, Any]:
    """Return the numbers of the class by name, without its boxes and components."""
    row = class_row(account)
    names = row.dtype.names or ()
    single = {name: row[name].item() for name in names if row[name].ndim == 0 and row[name].size}
    return {name: value for name, value in single.items() if isinstance(value, int)}
