"""Records of a campaign: persons, hulls and their damage, bases, areas, events.

All are frozen; rules return changed copies. Times are whole hours since the campaign began, work on
repairs whole minutes. Persons and hulls have ids that never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from ..model import NONE, Comp, Nation, Race, Side

DAY, WEEK = 24, 7 * 24
"""Hours."""


class Trade(Enum):
    """Trades for which people are trained."""

    PILOT = "pilot"
    GUNNER = "gunner"
    INSTALLATION_GUNNER = "installation gunner"
    NAVIGATOR = "navigator"
    ENGINEER = "flight_engineer"


class Skill(Enum):
    """The two skills (IN-CRW-01)."""

    PILOTING = "piloting"
    GUNNERY = "gunnery"


class Seat(Enum):
    """Places where a crewman serves."""

    COCKPIT = "cockpit"
    """For the race of its class."""
    MULTIRACIAL = "multiracial cockpit"
    """For the race of its module."""
    BRIDGE = "bridge"
    """For any race."""


class Fate(Enum):
    """States of a person between battles."""

    FIT = "fit"
    WOUNDED = "wounded"
    MISSING = "missing"
    DEAD = "dead"
    CAPTURED = "captured"


class Holding(Enum):
    """An area as one side sees it (columns of data/crew_recovery.csv)."""

    FRIENDLY = "friendly"
    CONTESTED = "contested"
    ENEMY = "enemy"


class Outcome(Enum):
    """A battle as one side sees it (rows of data/crew_recovery.csv)."""

    WON_STAYED = "won_stayed"
    WON_LEFT = "won_left"
    LOST = "lost"


class Terrain(Enum):
    """Contents of an area."""

    OPEN = "open"
    ASTEROIDS = "asteroids"
    WELL = "well"


class Mission(Enum):
    """A hull's task of a day (this project's list)."""

    REST = "rest"
    """At its base, or where it is: repairs and treatment."""
    PATROL = "patrol"
    """To an area and back."""
    RAID = "raid"
    """The same, to an enemy base too."""
    RESCUE = "rescue"
    """The same, to bring a drifting crew home (IN-CAM-31)."""
    HOLD = "hold"
    """To an area, to stay there."""
    TRANSFER = "transfer"
    """To another base of its side, to stay there."""


SORTIES = (Mission.PATROL, Mission.RAID, Mission.RESCUE)
"""Missions that end at home."""


class SystemKind(IntEnum):
    """Kinds of system under repair: components as in model.Comp, and armour."""

    ARMOUR = 100


@dataclass(frozen=True)
class Skills:
    """Piloting and Gunnery; None is untrained."""

    piloting: int | None = None
    gunnery: int | None = None

    def of(self, skill: Skill) -> int | None:
        """Return one of them."""
        return self.piloting if skill is Skill.PILOTING else self.gunnery


@dataclass(frozen=True)
class Person:
    """A crewman."""

    id: int
    name: str
    side: Side
    nation: Nation
    race: Race
    trade: Trade
    skills: Skills = Skills()
    """Without familiarity."""
    initial: Skills = Skills()
    kills: int = 0
    """All kills of the campaign, by worth (IN-CRW-08)."""
    progress: int = 0
    """Kills since the last level."""
    raises_due: int = 0
    """Levels gained whose skill has not been chosen."""
    losses_due: int = 0
    """Levels lost whose skill has not been chosen."""
    hull: int = NONE
    """The hull in which he serves, or NONE."""
    missions: Mapping[int, int] = field(default_factory=dict)
    """Combat missions by hull (IN-CRW-09)."""
    idle: int = 0
    """Non-combat missions in a row."""
    hits: int = 0
    """Wounds that have not been treated."""
    free_from: int = 0
    """Hour from which he serves again."""
    fate: Fate = Fate.FIT


@dataclass(frozen=True)
class Damage:
    """Lost boxes of one system: a component, or the armour of a facing or turret."""

    system: str
    """Its name, unique in the hull: `engine 2`, `armour F`."""
    kind: Comp | SystemKind
    boxes: tuple[int, ...]
    """Lost boxes by their place in the hull's tower; Firewall boxes are in `firewall`."""
    firewall: tuple[int, ...] = ()
    multiracial: bool = False
    """Whether it is a cockpit of exchangeable modules."""
    disabled: bool = True
    """Whether it is out; it stays so until it is whole (this project's reading)."""
    minutes: int = 0
    """Work done on the next box."""

    @property
    def lost(self) -> int:
        """Lost boxes of every kind."""
        return len(self.boxes) + len(self.firewall)


@dataclass(frozen=True)
class Hull:
    """A ship or an orbital installation."""

    id: int
    name: str
    side: Side
    ship_class: str
    tons: int
    thrust: int = 0
    """When whole (condition.py: as it is)."""
    scale: int = 1
    area: str = ""
    """Where it is, or is going."""
    home: str = ""
    """The area of its base."""
    mission: Mission = Mission.REST
    crew: tuple[int, ...] = ()
    """Ids of persons, in the order of the class's crew."""
    damage: tuple[Damage, ...] = ()
    facilities: int = 0
    """Repair Facilities aboard when whole (IN-CON-29)."""
    hospitals: int = 0
    """Hospital bays aboard when whole (IN-CON-31)."""
    bay_tons: int = 0
    """Greatest tonnage that its hangar bay takes."""
    plant_lost: int = 0
    """Quarters of the plant lost by pushing (IN-AMB-16)."""
    destroyed: bool = False
    queue: tuple[str, ...] = ()
    """Systems in the order in which they are to be repaired; others follow."""
    urgency: int = 0
    """Hulls of greater urgency are repaired first at a facility."""
    arrives: int = 0
    """Hour from which it is in `area`."""
    fuel_boxes: int = 0
    """Boxes of its tanks when whole."""
    fuel_hours: int = DAY
    """Hours that whole and full tanks last."""
    air_hours: int = DAY
    """Hours that its life support or its supplies last."""
    away: int = 0
    """Hours since it left a base."""
    modules: tuple[Race, ...] = ()
    """Of its seats, where Multiracial cockpits were refitted; none: as built."""
    refitted: int = 0
    """Hour at which the last refit is done."""
    reserve: tuple[str, ...] = ()
    """Classes of the crated craft aboard (IN-CON-53)."""
    loads: tuple[str, ...] = ()
    """Of its racks, a text for each (loads.py); none: they are loaded at set-up."""
    straight: int = NONE
    """Straight turns before it left today's battle through T-space (IN-CAM-21), else NONE."""

    def disabled(self, kind: Comp) -> bool:
        """Whether a component of a kind is disabled."""
        return any(each.kind == kind and each.disabled for each in self.damage)

    def lost(self, kind: Comp) -> int:
        """Return the lost boxes of a kind of component."""
        return sum(each.lost for each in self.damage if each.kind == kind)


@dataclass(frozen=True)
class Base:
    """A base, or a ship or installation that serves as one."""

    name: str
    side: Side
    facilities: int = 0
    """Repair Facilities (IN-CON-29)."""
    bay_tons: int = 0
    """Greatest tonnage that fits its hangar bay."""
    breathable: bool = False
    """Whether it is planetside in an atmosphere that can be breathed."""
    hospital: bool = False
    depot: bool = False
    """Whether it is a rear-area base with replacements."""


@dataclass(frozen=True)
class Area:
    """A part of space in which battles are fought."""

    name: str
    holder: Side | None = None
    """The side that controls it; None where it is contested."""
    terrain: Terrain = Terrain.OPEN
    days: float = 0
    """Days from any base at no thrust (travel.py)."""
    jump: int = 0
    """Days faster than light instead, up to 10; 0 for an area of the same system."""
    value: int = 0
    base: Base | None = None

    def seen_by(self, side: Side) -> Holding:
        """Return who controls it, as a side sees it."""
        if self.holder is None:
            return Holding.CONTESTED
        return Holding.FRIENDLY if self.holder == side else Holding.ENEMY


class EventKind(Enum):
    """Kinds of event."""

    KILL = "kill"
    LEVEL_GAINED = "level gained"
    LEVEL_LOST = "level lost"
    FAMILIARITY_LOST = "familiarity lost"
    RECOVERED = "recovered"
    NOT_RECOVERED = "not recovered"
    DIED = "died of wounds"
    HOSPITAL = "out of action"
    FIT = "fit again"
    REPAIRED = "repaired"
    FOUND = "found the way"
    LOST_WAY = "lost the way"
    MISDIRECTED = "misdirected"
    OUT_OF_PARTS = "out of spare parts"
    RECRUITED = "recruited"
    ARRIVED = "arrived"
    AVOIDED = "avoided battle"
    HULL_LOST = "hull lost"
    REINFORCED = "reinforced"
    CRASHED = "landing failed"
    STRANDED = "cannot enter T-space"


@dataclass(frozen=True)
class CampaignEvent:
    """One thing that happened, for reports and the journal."""

    kind: EventKind
    side: Side
    who: int = NONE
    """Person or hull."""
    value: int = 0
    """Hours, kills or boxes."""
    what: str = ""
    """System or area."""
