"""Texts of the enums and of the names in tables."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import as_text

from ..model import (
    LOAD_NAMES,
    VERBS,
    Arc,
    Collapse,
    Comp,
    CrewStatus,
    Disclosed,
    Facing,
    Load,
    Mode,
    Role,
    Size,
    Status,
    Tow,
    Verb,
    Zone,
    with_reserve,
)

VERB_TEXT = tuple(as_text(name) for name in with_reserve(Verb, VERBS))
PHASE_TEXT = (
    *("set-up", "initiative", "decisions", "random movement", "movement", "drifting"),
    "end of turn",
)
FACING_TEXT = {
    Facing.F: "front",
    Facing.RF: "right front",
    Facing.RA: "right rear",
    Facing.A: "rear",
    Facing.LA: "left rear",
    Facing.LF: "left front",
}
ARC_TEXT = {arc: arc.name.lower().replace("_", " ") for arc in Arc}
SIZE_TEXT = {
    Size.NONE: "no class",
    Size.PCS_OVER_5000: "patrol class over 5000 t",
    Size.PCS_5000: "patrol class to 5000 t",
    Size.PCS_2500: "patrol class to 2500 t",
    Size.PCS_1000: "patrol class to 1000 t",
    Size.SUPERHEAVY: "superheavy fighters",
    Size.HEAVY: "heavy fighters",
    Size.MEDIUM: "medium fighters",
    Size.LIGHT: "light fighters",
}
TOW_TEXT = {stage: as_text(stage.name) for stage in Tow}
ZONE_TEXT = {zone: as_text(zone.name) for zone in Zone}
MODE_TEXT = {
    Mode.SPACE: "space",
    Mode.STREAMLINED: "wings",
    Mode.ANTIGRAV: "lifters",
}
STATUS_TEXT = {status: as_text(status.name) for status in Status}
ROLE_TEXT = {role: as_text(role.name) for role in Role}
CREW_STATUS_TEXT = {crew_status: as_text(crew_status.name) for crew_status in CrewStatus}
COMPONENT_TEXT = {
    **{comp: as_text(comp.name) for comp in Comp},
    Comp.DCS: "DCS",
    Comp.ACS: "ACS",
    Comp.TOT_GEAR: "TOT gear",
    Comp.ECM: "ECM",
    Comp.FTL_NAVIGATION: "FTL navigation computer",
    Comp.FTL_DRIVE: "FTL drive",
    Comp.PLANT: "power plant",
    Comp.SYNCHRONIZER: "shield synchronizer",
    Comp.FIRE_CONTROL: "main fire control",
    Comp.HELM: "helm control",
    Comp.RESCUE: "rescue compartment",
}
LOAD_TEXT = tuple("Decoys" if name == "Decoy" else name for name in LOAD_NAMES)
"""Loads, by Load; `decoy` alone is the verb."""
COLLAPSE_TEXT = {
    Collapse.BREAKS_UP: "breaks up",
    Collapse.DELAYED: "is about to explode",
    Collapse.AT_ONCE: "explodes at once",
}
DISCLOSED_TEXT = {
    Disclosed.STREAMLINING: "streamlining",
    Disclosed.TONS_20: "tonnage within 20 %",
    Disclosed.TONS_10: "tonnage within 10 %",
    Disclosed.TONS: "tonnage",
    Disclosed.CLASS: "class",
    Disclosed.WEAPONS: "number, size and type of its weapons",
    Disclosed.KINDS: "types of its weapons",
}
assert len(LOAD_TEXT) == len(Load)
