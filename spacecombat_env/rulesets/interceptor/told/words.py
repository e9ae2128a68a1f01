"""Words for what the tables and the enums hold."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.telling import spoken
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Arc,
    Collapse,
    Comp,
    Facing,
    Load,
    Role,
    Size,
    Status,
    Told,
    Wits,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Phase, Verb
from spacecombat_env.rulesets.interceptor.pieces.tables import LOAD_NAMES

VERB_WORDS = tuple(spoken(verb.name) for verb in Verb)
PHASE_WORDS = (
    *("set-up", "initiative", "decisions", "random movement", "movement", "drifting"),
    "end of turn",
)
FACING_WORDS = {
    Facing.F: "front",
    Facing.RF: "right front",
    Facing.RA: "right rear",
    Facing.A: "rear",
    Facing.LA: "left rear",
    Facing.LF: "left front",
}
ARC_WORDS = {arc: arc.name.lower() for arc in Arc}
SIZE_WORDS = {
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
STATUS_WORDS = {status: spoken(status.name) for status in Status}
ROLE_WORDS = {role: spoken(role.name) for role in Role}
WITS_WORDS = {wits: spoken(wits.name) for wits in Wits}
COMPONENT_WORDS = {
    **{comp: spoken(comp.name) for comp in Comp},
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
LOAD_WORDS = tuple("Decoys" if name == "Decoy" else name for name in LOAD_NAMES)
"""Loads, by Load; `decoy` alone is the verb."""
COLLAPSE_WORDS = {
    Collapse.BREAKS_UP: "breaks up",
    Collapse.DELAYED: "is about to explode",
    Collapse.AT_ONCE: "explodes at once",
}
TOLD_WORDS = {
    Told.STREAMLINING: "streamlining",
    Told.TONS_20: "tonnage within 20 %",
    Told.TONS_10: "tonnage within 10 %",
    Told.TONS: "tonnage",
    Told.CLASS: "class",
    Told.WEAPONS: "number, size and type of its weapons",
    Told.KINDS: "types of its weapons",
}
assert len(LOAD_WORDS) == len(Load)


def phases() -> tuple[str, ...]:
    """Return the phases of the turn in order, the set-up first."""
    return PHASE_WORDS


def phase_words(state: Any) -> str:
    """Return the phase of the turn."""
    return PHASE_WORDS[Phase(int(state.phase))]
