"""Scenarios as each seat knows them, where sides hide their ships from one another (campaigns).

With the section `believed:` each seat gets a scenario of its own (`Scenario.known_to`). It has the
seat's ships. Of the enemy it has the number of ships and their size classes, and the cards that he
may have:

    believed:
      catalogue: [CHEETAH, LANCEA, PILUM]    # classes that may fly at all; default: every class
      red:                                   # what Red expects of Blue
        classes: [LANCEA, {class: PILUM, pilot: {piloting: 6}}]
                                             # each for any number of ships; default: the catalogue
        ships: [{class: LANCEA, name: LANCEA of Ciria, wear: {rows: [3]}}]   # one ship each
        loads: {allowed: TOG}                # default: those of the enemy's nation
      blue: ...

The catalogue is known to both sides; all ships are of its classes, which size the slots. Classes of
the catalogue that a seat does not expect are unlikely: a determinization takes them only where
nothing else fits what was seen.

The seat's scenario is a scenario file too. There the enemy has `contacts`, size classes, in place
of `ships`:

    blue: {name: TOG, nation: TOG, contacts: [light, light, medium]}

A new game of it gives the enemy some of the cards that he may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode, plain
from spacecombat_env.core.loading.scenarios import SIDES, check_section

from ..model import Prior, Size
from .draft import Draft, ShipDraft
from .forces import SIDE_KEYS, class_of_ship, read_ship, side_loads

BELIEVED_KEYS = ("catalogue", *SIDES)
BELIEF_KEYS = ("classes", "ships", "loads")
SECRET_KEYS = ("ships", "loads")
"""Keys of a side that its enemy does not read."""
SIZES = {size.name.lower(): int(size) for size in Size if size}


def hides_ships(source: Mapping[str, Any]) -> bool:
    """Return whether a checked scenario has secrets between the seats."""
    sides = (source["sides"][name] for name in SIDES)
    return source.get("believed") is not None and not any(side.get("contacts") for side in sides)


def read_catalogue(draft: Draft, node: ConfigNode) -> None:
    """Read the classes that may fly at all."""
    keys = check_section(node, BELIEVED_KEYS)
    if not keys:
        return
    names = [item.choice(draft.class_names[1:]) for item in keys["catalogue"].items()]
    names = names or draft.class_names[1:]
    draft.catalogue = [draft.class_names.index(name) for name in names]


def check_catalogue(draft: Draft, fleets: list[list[ShipDraft]]) -> None:
    """Check that the catalogue has every class that flies."""
    for ship in (ship for fleet in fleets for ship in fleet):
        if draft.catalogue and ship.klass not in draft.catalogue:
            name = draft.class_names[ship.klass]
            raise ship.node.error(f"{name} is not in believed.catalogue")


# --- the cards that an enemy may have ------------------------------------------------------------


def read_contacts(
    draft: Draft, side: int, node: ConfigNode, believed: ConfigNode
) -> list[ShipDraft]:
    """Write the cards that a side with `contacts` may have; return one for each of its ships."""
    keys = node.keys(SIDE_KEYS)
    belief = check_section(believed, BELIEVED_KEYS)
    if not belief:
        raise keys["contacts"].error("the section `believed` is required")
    draft.release_cards()
    sizes = [SIZES[item.choice(SIZES)] for item in keys["contacts"].items()]
    known = check_section(belief[SIDES[1 - side]], BELIEF_KEYS)
    loads = side_loads(keys["nation"], known["loads"] if known else ConfigNode("", "", None))
    cards = _read_cards(draft, side, known, loads, set(sizes))
    expects = bool(known) and not known["classes"].missing()
    prior = Prior.UNLIKELY if expects else Prior.CLASS
    cards += _other_cards(draft, side, belief["catalogue"], loads, set(sizes), cards, prior)
    return _choose_ships(draft, keys["contacts"], sizes, cards)


def _read_cards(
    draft: Draft,
    side: int,
    known: dict[str, ConfigNode],
    loads: tuple[int, int, int],
    sizes: set[int],
) -> list[ShipDraft]:
    """Return the expected ships and classes of the sizes that there are."""
    cards: list[ShipDraft] = []
    for key, prior in (("ships", Prior.SHIP), ("classes", Prior.CLASS)):
        for item in known[key].items() if known else []:
            klass = class_of_ship(draft, item)
            if klass not in draft.catalogue:
                raise item.error(f"{draft.class_names[klass]} is not in believed.catalogue")
            if draft.size_of(klass) in sizes:
                cards.append(_read_card(draft, side, item, loads, prior))
    return cards


def _other_cards(
    draft: Draft,
    side: int,
    node: ConfigNode,
    loads: tuple[int, int, int],
    sizes: set[int],
    cards: list[ShipDraft],
    prior: Prior,
) -> list[ShipDraft]:
    """Return the classes of the catalogue that no card stands for, any number of times."""
    named = {card.klass for card in cards if draft.rules.cards[card.card].prior == Prior.CLASS}
    others = [row for row in draft.catalogue if row not in named and draft.size_of(row) in sizes]
    nodes = [ConfigNode(node.file, node.path, draft.class_names[row]) for row in others]
    return [_read_card(draft, side, each, loads, prior) for each in nodes]


def _read_card(
    draft: Draft, side: int, node: ConfigNode, loads: tuple[int, int, int], prior: Prior
) -> ShipDraft:
    """Return a card that the enemy may have."""
    ship = read_ship(draft, side, node, loads)
    draft.rules.cards[ship.card].prior = prior
    return ship


def _choose_ships(
    draft: Draft, node: ConfigNode, sizes: list[int], cards: list[ShipDraft]
) -> list[ShipDraft]:
    """Return a card for each contact: single ships first, then classes in turn."""
    chosen: list[ShipDraft] = []
    for item, size in zip(node.items(), sizes, strict=True):
        alike = [card for card in cards if draft.size_of(card.klass) == size]
        single = [card for card in alike if draft.rules.cards[card.card].prior == Prior.SHIP]
        left = [card for card in single if card not in chosen]
        classes = [card for card in alike if card not in single]
        if not classes:
            raise item.error("no class of this size is in believed.catalogue")
        likely = [card for card in classes if draft.rules.cards[card.card].prior == Prior.CLASS]
        classes = likely or classes
        chosen.append(left[0] if left else classes[len(chosen) % len(classes)])
    return chosen


# --- the scenario of a seat ----------------------------------------------------------------------


def seat_source(
    draft: Draft,
    source: Mapping[str, Any],
    seat: int,
    fleets: list[list[ShipDraft]],
    capacity: str,
) -> dict[str, Any]:
    """Return the content of a scenario as a seat knows it; `source` is checked."""
    content: dict[str, Any] = plain(source)
    content.pop("resolved", None)
    own, enemy = SIDES[seat], SIDES[1 - seat]
    for key in SECRET_KEYS:
        content["sides"][enemy].pop(key, None)
    names = {number: name for name, number in SIZES.items()}
    sizes = [names[draft.size_of(ship.klass)] for ship in fleets[1 - seat]]
    content["sides"][enemy]["contacts"] = sizes
    if content.get("morale") is not None:
        content["morale"].pop(enemy, None)
    believed = content["believed"]
    content["believed"] = {key: believed.get(key) for key in ("catalogue", own)}
    return {**content, "capacity": capacity}
