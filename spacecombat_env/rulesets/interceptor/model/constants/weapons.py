"""Kinds of guns, missiles, pods, racks and templates."""

from enum import IntEnum


class Family(IntEnum):
    """Families of direct fire, and mounts that are listed among the weapons."""

    NONE = 0
    LASER = 1
    CONE_LASER = 2
    EPC = 3
    NPC = 4
    TPP = 5
    LEPC = 6
    MDC = 7
    MDC_G = 8
    RACK = 9  # a hardpoint or an autoloader: its effect is that of its load


class Load(IntEnum):
    """Loads of a rack: missiles, then pods."""

    DAP = 0
    DFM = 1
    RIS = 2
    SSS = 3
    TGM_1 = 4
    TGM_2 = 5
    HELL = 6
    DECOY = 7
    ELS_POD = 8
    ECM_POD = 9
    SENSOR_POD = 10
    PAINTING_POD = 11
    SAFEGUARD_POD = 12
    LASER_POD = 13  # Laser 1.5/2
    HEAVY_LASER_POD = 14  # Laser 1.5/6
    MDC_POD = 15


LOADS = len(Load)
MISSILES = 8
"""Number of loads that are missiles, Decoys among them; they come first."""
FIRST_POD = MISSILES


class Mount(IntEnum):
    """Kinds of rack (data/hardpoints.csv)."""

    EXTERNAL = 0
    TURRET = 1
    INTERNAL = 2
    EXTERNAL_HEAVY = 3
    INTERNAL_HEAVY = 4
    AUTOLOADER = 5


class MissileStatus(IntEnum):
    """Where a missile is."""

    NONE = 0
    LOCKED = 1  # launched in this exchange, has not begun to fly
    FLYING = 2
    DORMANT = 3  # a TGM that has been laid and looks for a target
    ARRIVED = 4  # in its target's hex, its hit is still to be rolled


class Template(IntEnum):
    """Rows of rules.template that are no printed shape; shapes follow in the order of the data."""

    NONE = 0
    LASER = 1  # one column, as deep as its points (IN-DMG-05)
    ROWS = 2  # full rows of ten, the last from column 1 (IN-COL-07, IN-DES-04)
    FIRST_SHAPE = 3
