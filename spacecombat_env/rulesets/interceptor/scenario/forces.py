"""The ships of a side: classes, crews, loads, and set-up zones."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode

from ..model import (
    CAPACITIES,
    DIE,
    FIRST_POD,
    HANGAR_FACTOR,
    LOAD_NAMES,
    LOADS,
    MAX_ENTRY_HEXES,
    NATIONS,
    NONE,
    Capacity,
    Load,
    Mount,
    Nation,
    Role,
)
from .draft import Draft, ShipDraft
from .maps import direction_of, hex_of, zone_of
from .planets import start_level
from .wear import lay_wear

SIDE_KEYS = (
    *("name", "nation", "zone", "velocity", "heading", "facing", "sets_up", "loads", "ships"),
    *("enters", "contacts", "altitude"),
)
ENTRY_KEYS = ("map", "hexes", "die", "last_turn")
SHIP_KEYS = (
    *("class", "name", "pilot", "pilots", "gunner", "gunners", "loads", "required", "carries"),
    "wear",
)
SKILLED = {Role.PILOT: "pilot", Role.GUNNER: "gunner"}
SKILL_KEYS = ("piloting", "gunnery", "familiarity")
LOAD_KEYS = ("allowed", "without", "required")
MAX_SKILL = 15
MAX_SPEED = 20
MAX_ENTRY_TURN = 20


def read_side(draft: Draft, side: int, node: ConfigNode, sheets: int) -> list[ShipDraft]:
    """Return the ships of a side; write its common settings into the options.

    Of a side with `contacts` no ship is known; their cards are reserved (seat_scenarios.py).
    """
    keys = node.keys(SIDE_KEYS)
    option = draft.rules.option
    option.zone[side][:] = zone_of(draft, keys["zone"], sheets)
    option.velocity[side] = keys["velocity"].integer(0, MAX_SPEED, NONE)
    option.heading[side] = direction_of(keys["heading"])
    option.facing[side] = direction_of(keys["facing"])
    option.level[side] = start_level(draft, keys["altitude"])
    _read_entry(draft, side, keys["enters"], sheets)
    if keys["sets_up"].integer(1, 2, side + 1) == 1:
        option.sets_up = side
    loads = side_loads(keys["nation"], keys["loads"])
    if not keys["contacts"].missing():
        if not keys["ships"].missing():
            raise keys["contacts"].error("a side has ships or contacts, not both")
        draft.reserve_cards(len(keys["contacts"].items()))
        return []
    node.keys(SIDE_KEYS, required=("ships",))
    items = keys["ships"].items()
    if not items:
        raise keys["ships"].error("a side has at least one ship")
    return [ship for item in items for ship in _ships(draft, side, item, loads)]


def _ships(
    draft: Draft, side: int, node: ConfigNode, loads: tuple[int, int, int]
) -> list[ShipDraft]:
    """Return one ship and the craft in its bays (IN-TSK-03)."""
    ship = read_ship(draft, side, node, loads)
    if not isinstance(node.value, dict):
        return [ship]
    items = node.child("carries").items() if node.value.get("carries") else []
    carried = [read_ship(draft, side, item, loads) for item in items]
    for item, craft in zip(items, carried, strict=True):
        _stow(draft, ship, craft, item)
    return [ship, *carried]


def _stow(draft: Draft, ship: ShipDraft, craft: ShipDraft, node: ConfigNode) -> None:
    """IN-CON-25, IN-AMB-64 Put a craft into the first bay of a ship that has room for it."""
    klass, card = draft.rules.classes[ship.klass], draft.rules.cards[craft.card]
    card.carrier = ship.card
    for bay in range(int(klass.bays)):
        if not klass.bay[bay].cargo and _load_of(draft, ship, bay) <= _room(klass, bay):
            card.bay = bay
            if _load_of(draft, ship, bay) <= _room(klass, bay):
                return
    raise node.error(f"no bay of {ship.name} has room for it")


def _room(klass: Any, bay: int) -> int:
    """Return the tons of craft that a hangar takes."""
    return int(klass.bay[bay].boxes) * max(int(klass.scale), 1) // HANGAR_FACTOR


def _load_of(draft: Draft, ship: ShipDraft, bay: int) -> int:
    """Return the tons of craft in a bay of a ship."""
    cards = [card for card in draft.rules.cards[1:] if card.carrier == ship.card]
    return sum(int(draft.rules.classes[card.klass].tons) for card in cards if card.bay == bay)


def _read_entry(draft: Draft, side: int, node: ConfigNode, sheets: int) -> None:
    """IN-SCN-08 Where and when the ships of a side enter the map."""
    if node.missing():
        return
    option, keys = draft.rules.option, node.keys(ENTRY_KEYS, required=("hexes",))
    hexes = keys["hexes"].items()
    if not 1 <= len(hexes) <= MAX_ENTRY_HEXES:
        raise keys["hexes"].error(f"{len(hexes)} hexes; 1 to {MAX_ENTRY_HEXES} are required")
    sheet = keys["map"].integer(1, max(sheets, 1), 1)
    option.entry_hexes[side] = len(hexes)
    for place, item in enumerate(hexes):
        option.entry_q[side, place], option.entry_r[side, place] = hex_of(
            draft, item, sheet, sheets
        )
    option.entry_die[side] = keys["die"].integer(0, DIE, DIE)
    option.entry_turn[side] = keys["last_turn"].integer(1, MAX_ENTRY_TURN, 1)


def side_loads(allowed: ConfigNode, node: ConfigNode) -> tuple[int, int, int]:
    """Return a side's allowed loads by its nation as bits, exclusions, and required loads."""
    nation = NATIONS[allowed.choice(NATIONS, "any")]
    if node.missing():
        return nation, 0, NONE
    parts = node.keys(LOAD_KEYS)
    if not parts["allowed"].missing():
        nation = NATIONS[parts["allowed"].choice(NATIONS)]
    without = sum(1 << _load(item) for item in parts["without"].items())
    required = NONE if parts["required"].missing() else _load(parts["required"])
    return nation, without, required


def _load(node: ConfigNode) -> int:
    """Return a load by its name in the data."""
    return LOAD_NAMES.index(node.choice(LOAD_NAMES))


def read_ship(draft: Draft, side: int, node: ConfigNode, loads: tuple[int, int, int]) -> ShipDraft:
    """Return one ship, its card written."""
    node = as_ship(node)
    parts = node.keys(SHIP_KEYS, required=("class",))
    klass = class_of_ship(draft, node)
    name = parts["name"].name("") or f"{draft.class_names[klass]} {_nth(draft, side, klass)}"
    if name in (draft.card_names[card] for card in _named_together(draft, side)):
        raise node.error(f"two ships are called {name!r}")
    number = draft.take_card(node, name)
    card = draft.rules.cards[number]
    card.side, card.klass = side, klass
    _lay_crew(draft, card, parts)
    _lay_loads(draft, card, parts, loads)
    lay_wear(draft.rules.wear[number], draft.rules.classes[klass], parts["wear"])
    return ShipDraft(node, number, klass, name)


def as_ship(node: ConfigNode) -> ConfigNode:
    """Return a ship in its long form, which may be given by its class alone."""
    if isinstance(node.value, str):
        return ConfigNode(node.file, node.path, {"class": node.value})
    return node


def class_of_ship(draft: Draft, node: ConfigNode) -> int:
    """Return the class of a ship."""
    parts = as_ship(node).keys(SHIP_KEYS, required=("class",))
    return draft.class_names.index(parts["class"].choice(draft.class_names[1:]))


def _named_together(draft: Draft, side: int) -> list[int]:
    """Return the cards whose names differ: all, or those of a side that hides its ships."""
    cards = range(1, len(draft.card_names))
    hides = bool(draft.catalogue)
    return [card for card in cards if not hides or draft.rules.cards[card].side == side]


def _nth(draft: Draft, side: int, klass: int) -> int:
    """Return the ordinal of the next ship in its class, those of both sides counted.

    Where a side hides its ships, only its own are counted.
    """
    cards = draft.rules.cards
    return 1 + sum(int(cards[card].klass) == klass for card in _named_together(draft, side))


def _lay_crew(draft: Draft, card: Any, parts: dict[str, ConfigNode]) -> None:
    """IN-CRW-01, 04, 09 Skills of pilot and gunners; others have none."""
    klass = draft.rules.classes[card.klass]
    for role, name in SKILLED.items():
        places = [place for place in range(int(klass.crew)) if klass.role[place] == role]
        singly = parts[f"{name}s"].items()
        if singly and not parts[name].missing():
            raise parts[name].error(f"{name} or {name}s, not both")
        if singly and len(singly) != len(places):
            raise parts[f"{name}s"].error(f"{len(singly)} of them; it has {len(places)}")
        for place, node in zip(places, singly or [parts[name]] * len(places), strict=True):
            _lay_skills(card.crew[place], node)


def _lay_skills(member: Any, node: ConfigNode) -> None:
    """Write the skills of one crewman, 5 where none are given."""
    skills = None if node.missing() else node.keys(SKILL_KEYS)
    member.piloting = skills["piloting"].integer(0, MAX_SKILL, 5) if skills else 5
    member.gunnery = skills["gunnery"].integer(0, MAX_SKILL, 5) if skills else 5
    familiar = skills["familiarity"].items() if skills else []
    if skills and len(familiar) not in (0, 2):
        raise skills["familiarity"].error("two numbers are required: Piloting, Gunnery")
    if familiar:
        member.fam_piloting = familiar[0].integer(0, MAX_SKILL)
        member.fam_gunnery = familiar[1].integer(0, MAX_SKILL)


def _lay_loads(
    draft: Draft, card: Any, parts: dict[str, ConfigNode], loads: tuple[int, int, int]
) -> None:
    """IN-HPT-01, 02 Allowed, required and actual loads of its racks."""
    nation, without, required = loads
    klass = draft.rules.classes[card.klass]
    card.allowed = _allowed(draft, nation) & ~without
    if klass.installation:  # IN-OIN-05
        card.allowed &= ~(1 << Load.SAFEGUARD_POD)
    if not parts["required"].missing():
        required = _load(parts["required"])
    card.required = required
    card.pod[:] = NONE
    racks = parts["loads"].items()
    if len(racks) > klass.racks:
        raise parts["loads"].error(f"{len(racks)} racks; it has {int(klass.racks)}")
    if required != NONE and not racks:
        _lay_required(draft, card, klass, parts["class"])
    for place, rack in enumerate(racks):
        _lay_rack(draft, card, klass, place, rack)
    if required != NONE and required not in card.pod:
        raise parts["loads"].error(f"{LOAD_NAMES[required]} is not among them, and must be")
    full = required != NONE and klass.racks == 1
    card.loaded = bool(racks) or full or klass.racks == 0


def _lay_required(draft: Draft, card: Any, klass: Any, node: ConfigNode) -> None:
    """IN-SCN-01, IN-HPT-04 Required loads go into the first rack that can hold them."""
    for place in range(int(klass.racks)):
        if _holds_pod(draft, int(klass.mount[place]), int(card.required)):
            card.pod[place] = card.required
            return
    raise node.error("it has no rack for what it must carry")


def _holds_pod(draft: Draft, mount: int, load: int) -> bool:
    """IN-HPT-02, 04 Whether a kind of rack holds a pod: none an autoloader, only guns a turret."""
    rack, pod = draft.rules.mount[mount], draft.rules.pod[load]
    if load < FIRST_POD or mount == Mount.AUTOLOADER or pod.half_tons > rack.half_tons:
        return False
    return bool((load >= Load.LASER_POD or rack.pods) and (rack.heavy or not pod.heavy))


def _allowed(draft: Draft, nation: int) -> int:
    """Return the loads that a nation may use, as bits."""
    bits = 0
    for load in range(LOADS):
        table = draft.rules.missile if load < FIRST_POD else draft.rules.pod
        users = int(table[load].users)
        if nation == Nation.ANY or users >> nation & 1:
            bits |= 1 << load
    return bits


def _lay_rack(draft: Draft, card: Any, klass: Any, place: int, node: ConfigNode) -> None:
    """Write the load of one rack: one pod, or missiles."""
    items = node.items() if isinstance(node.value, list) else [node]
    weight = 0
    for item in items:
        load = _load(item)
        if not int(card.allowed) >> load & 1:
            raise item.error(f"{LOAD_NAMES[load]} is not allowed to it")
        if load >= FIRST_POD:
            card.pod[place] = load
            weight += int(draft.rules.pod[load].half_tons)
        else:
            card.load[place, load] += 1
            weight += int(draft.rules.missile[load].half_tons)
    if card.pod[place] != NONE and len(items) > 1:
        raise node.error("a rack holds one pod, or missiles (IN-HPT-02)")
    mount = int(klass.mount[place])
    if card.pod[place] != NONE and not _holds_pod(draft, mount, int(card.pod[place])):
        raise node.error(f"no rack for a {LOAD_NAMES[card.pod[place]]} (IN-HPT-04)")
    bears = int(draft.rules.mount[mount].half_tons)
    if weight > bears:
        raise node.error(f"{weight / 2:g} t on a rack of {bears / 2:g} t (IN-HPT-02)")


def fill_morale(draft: Draft, node: ConfigNode, fleets: list[list[ShipDraft]]) -> None:
    """IN-CAM-02 Name the ships that players lead themselves; a side of one ship leads that one.

    Which one it is of a side whose ships are hidden, its enemy does not know.
    """
    if node.missing():
        return
    sides = node.keys(("red", "blue"))
    draft.rules.option.morale = True
    for side, fleet in zip(sides.values(), fleets, strict=True):
        if not fleet:
            continue
        names = [ship.name for ship in fleet]
        if side.missing() and len(fleet) > 1:
            raise side.error("which of its ships does the player lead himself?")
        led = names[0] if side.missing() else side.choice(names)
        draft.rules.cards[fleet[names.index(led)].card].led = True


# --- capacity ------------------------------------------------------------------------------------


def slot_size(draft: Draft, fleet: list[ShipDraft], ship: ShipDraft) -> tuple[int, int, int]:
    """Return the number of rows, crewmen and racks of a ship's slot.

    It is that of the largest class of its size in the catalogue, else of the largest card of its
    size class on its side, so that it reveals nothing (paper 4.2).
    """
    classes = draft.catalogue or [other.klass for other in fleet]
    return draft.largest(classes, draft.size_of(ship.klass))


def choose_capacity(draft: Draft, node: ConfigNode, fleets: list[list[ShipDraft]]) -> Capacity:
    """Return the capacity class: the requested one, or the smallest that fits."""
    names = [node.choice(CAPACITIES)] if not node.missing() else list(CAPACITIES)
    field, reason = "sides", "no capacity class"
    for name in names:
        lack = _lack(draft, fleets, name)
        if lack is None:
            return CAPACITIES[name]
        field, reason = lack
    raise CapacityError.at(node.file, field, reason)


def _lack(draft: Draft, fleets: list[list[ShipDraft]], name: str) -> tuple[str, str] | None:
    """Return what does not fit into a capacity class, or None."""
    capacity = CAPACITIES[name]
    for side, fleet in zip(("red", "blue"), fleets, strict=True):
        sizes = [slot_size(draft, fleet, ship) for ship in fleet]
        needed = {
            "craft": (len(fleet), capacity.craft, "ships"),
            "rows": (sum(r[0] for r in sizes), capacity.rows, "armour and internal rows"),
            "crew": (sum(r[1] for r in sizes), capacity.crewmen, "crewmen"),
            "racks": (sum(r[2] for r in sizes), capacity.racks, "racks"),
        }
        for count, most, what in needed.values():
            if count > most:
                return f"sides.{side}", f"{count} {what}; {name} holds {most}"
    return None
