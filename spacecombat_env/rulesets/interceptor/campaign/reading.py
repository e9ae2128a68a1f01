"""War files: read, fully checked; errors read `<file>: <field>: <reason>` in one line.

campaign: interceptor
name: ciria
seed: 20261129
days: 20
designs: [STATIO]                     # classes of wars/designs that hulls may have; default none
sides:
  red:
    name: Commonwealth
    nation: CW/RL                     # or TOG, KessRith
    crew_ratio: 1.25                  # crewmen a seat; TOG: 2 to 3 for each of its enemy's
    elite: 0                          # 0 a usual unit, 1 elite, 2 the very best (IN-CAM-01)
    bases: [Xiphias]                  # areas; hulls begin at the first
    hulls: [{class: CHEETAH, count: 4}]
    talents: 6000000                  # for hulls bought during the war; default none
  blue: ...
areas:
  - {name: Ciria belt, control: contested, terrain: asteroids, days: 0.8, jump: 0, value: 3}
  - {name: Xiphias, control: red, value: 5, base: {facilities: 1, bay_tons: 500, hospital: true,
     breathable: false, depot: true}}
rules:
  contact: 7                          # missions in an area meet on or below
  spare_parts: {armour: 400, boxes: 200, modules: 0}       # of each side (IN-CAM-30)
  reinforcements: {red: 1, blue: 2, every: 5}              # pilots, and days between them
  rescue: rolled                      # or played, as missions (IN-CAM-31)
  landing_rolls: true                 # hulls that come home roll for it (IN-CAM-17); default false
  morale: true                        # crews check it in battle (IN-CAM-02); default false
victory: {area: 1, hull: 1, crewman: 1}                    # points, see war.Values
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from spacecombat_env.core.loading.reading import ConfigNode, read_content

from ..model import NATIONS, Nation, Side, class_names
from .crews.recruits import modifiers_of
from .forces import UnitQuality, crew_total
from .hull_classes import own_designs
from .journeys.navigation import DAYS_MOST
from .repair import Stores
from .state import Area, Base, Terrain
from .war import Force, Values, War, ship_class

FOLDER = Path(__file__).parents[1] / "wars"
TOP_KEYS = (
    *("campaign", "name", "description", "seed", "days", "designs", "sides", "areas", "rules"),
    "victory",
)
SIDE_KEYS = ("name", "nation", "crew_ratio", "elite", "bases", "hulls", "talents")
AREA_KEYS = ("name", "control", "terrain", "days", "jump", "value", "base")
BASE_KEYS = ("facilities", "bay_tons", "hospital", "breathable", "depot")
RULE_KEYS = ("contact", "spare_parts", "reinforcements", "rescue", "landing_rolls", "morale")
SIDES = ("red", "blue")
CONTESTED = "contested"
RESCUES = ("rolled", "played")
DAYS_FAR = 30
NUMBER_MOST = 10**9
RATIO_MOST = 10
COUNT_MOST = 24


def read_war(war: str | PathLike[str] | Mapping[str, Any]) -> War:
    """Return a war; `war` is a shipped name, a path, or the content. Raises ScenarioError."""
    file, source = read_content(war, FOLDER)
    top = ConfigNode(file, "", source)
    parts = top.keys(TOP_KEYS, required=("campaign", "days", "sides", "areas"))
    parts["campaign"].choice(["interceptor"])
    areas = _areas(parts["areas"])
    designs = tuple(item.choice(own_designs()) for item in parts["designs"].items())
    sides = parts["sides"].keys(SIDES, required=SIDES)
    classes = (*class_names()[1:], *designs)
    red, blue = (_force(sides[name], Side(n), areas, classes) for n, name in enumerate(SIDES))
    _check_ratio(sides, red, blue)
    found = War(
        name=parts["name"].name(),
        seed=parts["seed"].integer(0, 2**63 - 1, 0),
        days=parts["days"].integer(1, 1000),
        sides=(red, blue),
        areas=areas,
        values=_values(parts["victory"]),
        designs=designs,
    )
    return found if parts["rules"].missing() else _with_rules(found, parts["rules"])


# -- areas ---------------------------------------------------------------------------------------


def _areas(node: ConfigNode) -> tuple[Area, ...]:
    """Return the areas; their names are distinct."""
    found: list[Area] = []
    for item in node.items():
        area = _area(item)
        if area.name in [other.name for other in found]:
            raise item.error(f"two areas are called {area.name!r}")
        found.append(area)
    return tuple(found)


def _area(node: ConfigNode) -> Area:
    """Return one area."""
    parts = node.keys(AREA_KEYS, required=("name",))
    control = parts["control"].choice((*SIDES, CONTESTED), CONTESTED)
    holder = None if control == CONTESTED else Side(SIDES.index(control))
    terrain = parts["terrain"].choice([each.value for each in Terrain], Terrain.OPEN.value)
    name = parts["name"].name()
    return Area(
        name=name,
        holder=holder,
        terrain=Terrain(terrain),
        days=0 if parts["days"].missing() else parts["days"].number(0, DAYS_FAR),
        jump=parts["jump"].integer(0, DAYS_MOST, 0),
        value=parts["value"].integer(0, 100, 1),
        base=None if parts["base"].missing() else _base(parts["base"], name, holder),
    )


def _base(node: ConfigNode, name: str, holder: Side | None) -> Base:
    """Return the base of an area, which is of the side that controls it."""
    parts = node.keys(BASE_KEYS)
    if holder is None:
        raise node.error("a base is in an area that a side controls")
    return Base(
        name,
        holder,
        facilities=parts["facilities"].integer(0, 100, 0),
        bay_tons=parts["bay_tons"].integer(0, NUMBER_MOST, 0),
        breathable=parts["breathable"].flag(),
        hospital=parts["hospital"].flag(),
        depot=parts["depot"].flag(),
    )


# -- sides ---------------------------------------------------------------------------------------


def _force(node: ConfigNode, side: Side, areas: tuple[Area, ...], classes: Sequence[str]) -> Force:
    """Return one side, whose hulls are of some classes."""
    parts = node.keys(SIDE_KEYS, required=("nation", "bases", "hulls"))
    choices = [name for name, nation in NATIONS.items() if nation is not Nation.ANY]
    nation = NATIONS[parts["nation"].choice(choices)]
    ratio = 1.0 if parts["crew_ratio"].missing() else parts["crew_ratio"].number(0, RATIO_MOST)
    hulls = [name for item in parts["hulls"].items() for name in _hulls(item, nation, classes)]
    bases = tuple(_home(item, side, areas) for item in parts["bases"].items())
    for key, found in (("hulls", hulls), ("bases", bases)):
        if not found:
            raise parts[key].error("a side has at least one")
    _check_installations(parts["hulls"], hulls, next(a for a in areas if a.name == bases[0]))
    return Force(
        name=parts["name"].text(side.name.capitalize()),
        nation=nation,
        bases=bases,
        hulls=tuple(hulls),
        crew_ratio=ratio,
        unit=UnitQuality(parts["elite"].integer(0, len(UnitQuality) - 1, 0)),
        talents=parts["talents"].integer(0, NUMBER_MOST, 0),
    )


def _home(node: ConfigNode, side: Side, areas: tuple[Area, ...]) -> str:
    """Return the name of a base of a side."""
    name = node.choice([area.name for area in areas if area.base is not None])
    if any(area.name == name and area.holder != side for area in areas):
        raise node.error(f"{name} is not a base of this side")
    return name


def _check_installations(node: ConfigNode, hulls: Sequence[str], base: Area) -> None:
    """IN-GRV-06 Refuse an installation whose base is in a gravity well."""
    for name in hulls if base.terrain is Terrain.WELL else ():
        if ship_class(name).installation:
            raise node.error(f"{name} cannot lie in the gravity well of {base.name} (IN-GRV-06)")


def _hulls(node: ConfigNode, nation: Nation, classes: Sequence[str]) -> list[str]:
    """Return the classes of some hulls, whose race must serve the nation."""
    parts = node.keys(("class", "count"), required=("class",))
    name = parts["class"].choice(classes)
    try:
        modifiers_of(nation, ship_class(name).race)
    except ValueError as cause:
        raise parts["class"].error(str(cause)) from None
    return [name] * parts["count"].integer(1, COUNT_MOST, 1)


def _check_ratio(sides: Mapping[str, ConfigNode], red: Force, blue: Force) -> None:
    """IN-CAM-06 Refuse a ratio of crewmen that TOG does not have."""
    for name, own, enemy in (("red", red, blue), ("blue", blue, red)):
        if enemy.nation is not Nation.TOG:
            try:
                crew_total(own.nation, 1, own.crew_ratio)
            except ValueError as cause:
                raise sides[name].child("crew_ratio").error(str(cause)) from None


# -- rules ---------------------------------------------------------------------------------------


def _values(node: ConfigNode) -> Values:
    """Return the points of a war."""
    if node.missing():
        return Values()
    parts = node.keys(("area", "hull", "crewman"))
    return Values(**{key: part.integer(0, 1000, 1) for key, part in parts.items()})


def _with_rules(war: War, node: ConfigNode) -> War:
    """Return the war with the settings of its `rules:` section."""
    parts = node.keys(RULE_KEYS)
    stores = _stores(parts["spare_parts"])
    news = parts["reinforcements"]
    counts = news.keys((*SIDES, "every")) if not news.missing() else {}
    new = [counts[name].integer(0, COUNT_MOST, 0) if counts else 0 for name in SIDES]
    red, blue = (
        replace(force, stores=stores, reinforcements=count)
        for force, count in zip(war.sides, new, strict=True)
    )
    return replace(
        war,
        sides=(red, blue),
        contact=parts["contact"].integer(0, 10, war.contact),
        every=counts["every"].integer(1, 1000, war.every) if counts else war.every,
        plays_rescue=parts["rescue"].choice(RESCUES, RESCUES[0]) == RESCUES[1],
        landing_rolls=parts["landing_rolls"].flag(),
        morale=parts["morale"].flag(),
    )


def _stores(node: ConfigNode) -> Stores:
    """IN-CAM-30 Return the spare parts of a side; none without an entry."""
    if node.missing():
        return Stores()
    parts = node.keys(("armour", "boxes", "modules"))
    return Stores(**{key: part.integer(0, NUMBER_MOST, 0) for key, part in parts.items()})
