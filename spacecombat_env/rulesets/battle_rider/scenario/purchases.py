"""Fleets that are bought: budgets, and the pools of ships for sale (BR-SCN-10, 11).

A pool that a scenario lists fills the craft slots of its side from the start. Without a list the
printed ships are divided: half of every class goes to each side. The others are set aside and
picked in turn; the pool keeps a place for each ship that may be picked.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES

from ..model import DRONE_TYPES, NONE, Crew, Jumpless, class_row, crew_price, ship_counts
from .designs import common_class, printed_class, ready_missiles
from .draft import CREWS, Craft, Draft, Fleet
from .pocket_empires import is_pocket_empires, mission_budget, share_pool

PURCHASE_KEYS = ("points", "tactics_cost", "jumpless", "pool", "drones", "crews")
JUMPLESS = tuple(terms.name.lower() for terms in Jumpless)
DRONE_NAMES = {"dual_mode_tl12": "TL-12 drone", "passive_tl14": "TL-14 drone"}
MAX_POINTS = 9999
MAX_DRONES = 12
BUNDLE = ("Maggart LT", "Manticore")
"""The ship set aside that takes the third rider with it."""
NEIGHBOURS = ("Maggart LC", "Maggart LT")
"""Ships set aside that must be picked one after the other."""


def fill_purchase(draft: Draft, fleet: Fleet, node: ConfigNode) -> None:
    """BR-SCN-11 Write a side's terms into the rules record, and its pool into the fleet."""
    own = () if is_pocket_empires(draft) else ("points", "tactics_cost")
    keys = node.keys(PURCHASE_KEYS, required=own)
    terms = draft.rules.buying[fleet.side]
    if own:
        terms.points = keys["points"].integer(1, MAX_POINTS)
        terms.tactics_cost = keys["tactics_cost"].integer(0, MAX_POINTS)
    else:
        terms.points = mission_budget(draft, fleet.side)
        for name in ("points", "tactics_cost"):
            if not keys[name].missing():
                raise keys[name].error("the mission says it, with victory: pocket_empires")
    terms.jumpless = JUMPLESS.index(keys["jumpless"].choice(JUMPLESS, "with_tenders"))
    for item in keys["crews"].items():
        if not draft.rules.option.crew_quality:
            raise keys["crews"].error("only with the switch crew_quality")
        terms.crews |= 1 << CREWS[item.choice(CREWS)]
    fleet.buys = True
    if keys["pool"].missing():
        fleet.craft += _divided_pool(draft, fleet, node)
    else:
        fleet.craft += _listed_pool(draft, fleet, keys["pool"])
    if not any(craft.offered for craft in fleet.craft):
        raise node.error("no ship of the pool can be bought with these points")
    fleet.craft += _drones(draft, fleet, keys["drones"])


def fill_set_aside(draft: Draft, node: ConfigNode) -> None:
    """BR-SCN-10, BR-AMB-100 Write the ships that both sides pick in turn."""
    if not any(draft.divides):
        return
    if not all(draft.divides):
        side = node.child(SIDES[draft.divides.index(False)])
        raise side.child("purchase").error("pools are divided between both sides, or listed")
    rows = set_aside_rows(draft)
    points = draft.rules.classes["points"]
    apart = class_row(NEIGHBOURS[1])
    group = 0
    for place, row in enumerate(rows):
        before = rows[place - 1]
        alike = place > 0 and points[row] == points[before] and apart not in (row, before)
        group += not alike
        draft.rules.set_aside[place] = row
        draft.rules.set_aside_group[place] = group
    draft.rules.bundle[:] = [class_row(name) for name in BUNDLE]


def set_aside_rows(draft: Draft) -> list[int]:
    """BR-SCN-10 Single ships and the odd ones of a class, dearest first, the Maggarts together."""
    points = draft.rules.classes["points"]
    odd = [name for name, count in ship_counts().items() if count % 2 and name != BUNDLE[1]]
    rows = sorted((class_row(name) for name in odd), key=lambda row: -int(points[row]))
    first, second = (class_row(name) for name in NEIGHBOURS)
    rows.remove(second)
    rows.insert(rows.index(first) + 1, second)
    return rows


def _divided_pool(draft: Draft, fleet: Fleet, node: ConfigNode) -> list[Craft]:
    """BR-SCN-10 Half of every class, and places for the ships set aside and the extra rider."""
    draft.divides[fleet.side] = True
    halves = {class_row(name): count // 2 for name, count in ship_counts().items() if count > 1}
    share_pool(draft, fleet.side, halves)
    picks = set_aside_rows(draft)
    pool = _for_sale(draft, fleet, node, halves, picks)
    pool += [
        Craft(node, "", 0, crew=fleet.crew, set_aside=True) for _ in range((len(picks) + 1) // 2)
    ]
    if _is_for_sale(draft, fleet, class_row(BUNDLE[1])):
        pool.append(_offer(draft, node, class_row(BUNDLE[1]), fleet.crew, set_aside=True))
    return pool


def _listed_pool(draft: Draft, fleet: Fleet, node: ConfigNode) -> list[Craft]:
    """BR-S2-09, BR-S3-06 The ships a scenario lists, by class and number."""
    draft.divides[fleet.side] = False
    counts = ship_counts()
    listed: dict[int, int] = {}
    for name, number in node.keys(counts).items():
        if not number.missing():
            row = printed_class(ConfigNode(number.file, number.path, name))
            listed[row] = number.integer(1, counts[name])
    return _for_sale(draft, fleet, node, listed, [])


def _for_sale(
    draft: Draft, fleet: Fleet, node: ConfigNode, numbers: dict[int, int], picks: list[int]
) -> list[Craft]:
    """Return the ships of a pool that its side may buy and can ever pay for."""
    classes = draft.rules.classes
    terms = draft.rules.buying[fleet.side]
    pool = []
    for row, number in numbers.items():
        most = number
        if needs_tender(classes[row], int(terms.jumpless)):
            tenders = {**numbers, **dict.fromkeys(picks, 1)}
            able = [tender for tender in tenders if classes[tender].rider_klass == row]
            most = min(number, sum(int(classes[t].riders) * tenders[t] for t in able))
        if not _is_for_sale(draft, fleet, row):
            continue
        most = min(most, int(terms.points) // max(1, _lowest_price(draft, fleet, row)))
        own = common_class(draft, fleet.values, row)
        pool += [_offer(draft, node, own, fleet.crew) for _ in range(most)]
    return pool


def needs_tender(klass: np.void, terms: int) -> bool:
    """BR-S4-01, BR-ASG-08, BR-S3-06 Whether a class is sold only with tenders that carry it."""
    if terms == Jumpless.RIDERS_WITH_TENDERS:
        return not klass["jump"] and klass["points_without_tender"] != NONE
    return not klass["jump"] and terms == Jumpless.WITH_TENDERS


def _is_for_sale(draft: Draft, fleet: Fleet, row: int) -> bool:
    """BR-S1-03 Whether the terms allow a class to be bought."""
    klass = draft.rules.classes[row]
    jumpless = not klass.jump and draft.rules.buying[fleet.side].jumpless == Jumpless.FORBIDDEN
    return not jumpless


def _lowest_price(draft: Draft, fleet: Fleet, row: int) -> int:
    """BR-CRW-06 Return the lowest price at which a class can be bought."""
    klass, terms = draft.rules.classes[row], draft.rules.buying[fleet.side]
    points = int(klass.points)
    if terms.jumpless == Jumpless.EITHER_PRICE and klass.points_without_tender != NONE:
        tenders = draft.rules.classes["rider_klass"] == row
        if not (draft.rules.classes["points"][tenders] < terms.points).any():
            points = int(klass.points_without_tender)
    on_sale = [crew for crew in Crew if int(terms.crews) >> crew & 1]
    return min([int(crew_price(points, int(crew))) for crew in on_sale], default=points)


def _offer(draft: Draft, node: ConfigNode, row: int, crew: Crew, set_aside: bool = False) -> Craft:
    """Return a ship for sale, or a place for one that goes with a pick."""
    craft = Craft(node, draft.classes[row], row, missiles=ready_missiles(draft, row))
    craft.offered, craft.set_aside = not set_aside, set_aside
    craft.crew = crew
    return craft


def _drones(draft: Draft, fleet: Fleet, node: ConfigNode) -> list[Craft]:
    """BR-SCN-11, BR-DRN-05 The drones on sale."""
    if node.missing():
        return []
    drones = []
    for kind, number in node.keys(DRONE_TYPES).items():
        for _ in range(number.integer(0, MAX_DRONES, 0)):
            row = class_row(kind)
            craft = Craft(node, DRONE_NAMES[kind], row, crew=fleet.crew, offered=True)
            craft.fuel = int(draft.rules.classes[row].fuel)
            drones.append(craft)
    return drones
