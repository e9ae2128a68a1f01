# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Redaction of the fields of a unit, by level of knowledge."""

from spacecombat_env.core.native import native


@native
def redact_own(piece):
    """IC-SEQ-05 Its orders, and which of its sensors have scanned, are its side's own."""
    piece.used = 0
    piece.found = 0
    piece.plotted = 0
    piece.moved = 0
    piece.changed = 0
    piece.plot_facing = 0
    piece.plot_thrust = 0
    piece.plot_power = 0
    piece.plot_popped = 0
    piece.plot_launch = -1


@native
def redact_found(piece):
    """IC-SIG-02 An untracked unit shows only what was learned while it was tracked."""
    piece.status = 0
    piece.loss = 0
    piece.carrier = -1
    piece.x = 0
    piece.y = 0
    piece.vx = 0
    piece.vy = 0
    piece.facing = 0
    piece.thrust = 0
    piece.burns = 0
    piece.power = 0
    piece.popped = 0
    piece.radar_used = 0
    piece.surface = 0
    piece.core = 0
    piece.crew = 0
    piece.held = 0


@native
def redact_card(piece):
    """IC-TRK-01 The datacard of a unit that has never been tracked is hidden."""
    piece.klass = 0
