"""Texts of the enums."""

from __future__ import annotations

from spacecombat_env.core.presentation.perspective import as_text

from ..model import SIZE_NAMES, Power, Sensor, Signature

PHASE_TEXT = ("set-up", "open movement", "plotting", "sensors")
SENSOR_TEXT = tuple(sensor.name.lower() for sensor in Sensor)
SENSOR_TITLES = ("Visual", "IR", "Radar", "Neutrino", "Mass")
"""As in logs and pictures; action texts have them in lower case."""
SIGNATURE_TEXT = {
    Signature.VISUAL_HULL: "Visual(Hull)",
    Signature.VISUAL_THRUST: "Visual(Thrust)",
    Signature.IR_HULL: "IR(Hull)",
    Signature.IR_POWER: "IR(Power)",
    Signature.IR_THRUST: "IR(Thrust)",
    Signature.RADAR: "Radar",
    Signature.NEUTRINO_POWER: "Neutrino(Power)",
    Signature.MASS: "Mass",
}
POWER_TEXT = {
    Power.OFF: "plant off",
    Power.BATTERIES: "on batteries",
    Power.IDLE: "plant idle",
    Power.FULL: "plant at full",
}
SIZE_TEXT = tuple(as_text(name) for name in SIZE_NAMES)
