"""Texts for the values of tables and enums."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import as_text

from ..model import Beam, Damage, Result, Verb

VERB_TEXT = tuple(as_text(verb.name) for verb in Verb)
PHASE_TEXT = ("set-up", "initiative", "operations", "missile movement", "missile attack", "record")
RESULT_TEXT = {result: result.name.replace("_", " ").title() for result in Result}
LASTING_TEXT = {
    Damage.TEMPORARY_1: "until the end of this turn",
    Damage.TEMPORARY_2: "until the end of next turn",
    Damage.PERMANENT: "permanent",
}
BEAM_TEXT = {
    Beam.NONE: "none",
    Beam.LASER: "laser",
    Beam.PARTICLE: "particle accelerator",
    Beam.MESON: "meson gun",
    Beam.MISSILE: "missile",
}
ROW_TEXT = ("spinal", "secondary 1", "secondary 2", "turret")
CLASS_TEXT = {
    "dual_mode_tl12": "dual-mode drone",
    "passive_tl14": "passive drone",
    "jammer_tl12": "jammer drone",
}
RED_MISSIONS = (
    "Command of the Spaceways",
    "Invade and Secure",
    "Probing Attack",
    "Surface Raid",
    "Bombardment",
    "Hit and Run",
    "Propaganda Raid",
    "Transit",
    "Deep Black",
    "Snoop 'n' Scoot",
)
BLUE_MISSIONS = (
    "Ambush",
    "Vampire!",
    "Naval Supremacy",
    "Active Defense",
    "Fleet in Being",
    "Convoy Run",
    "Economy of Force",
    "Delaying Action",
    "Desperate Defense",
    "Escape",
)


def mission_name(side: int, number: int) -> str:
    """Return the name of a mission; empty where it is secret."""
    return (RED_MISSIONS, BLUE_MISSIONS)[side][number - 1] if number else ""


def report_text(bits: int) -> str:
    """BR-REF-02 Return the report of a scan for damage."""
    parts = ("life support", "power plant", "fire control")
    parts_text = [
        f"{part} {'works' if bits >> n & 1 else 'is dead'}" for n, part in enumerate(parts)
    ]
    return ", ".join(parts_text)
