# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Redaction of fields, by record and level of knowledge."""

from spacecombat_env.core.native import native


@native
def redact_engine(piece):
    """The engine's step is hidden."""
    piece.step = 0


@native
def redact_decision(piece):
    """A decision is the seat's to act."""
    piece.decision = 0
    piece.seat = -1
    piece.unit = -1


@native
def redact_side(piece, side):
    """Each side keeps its own map."""
    piece.passed[side] = 0
    piece.quiet[side, :] = 0
    piece.traces[side, :] = 0


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


@native
def redact_scanner(piece):
    """The ship that scans is not announced."""
    piece.unit = -1
    piece.repeats = 0


@native
def redact_order(piece):
    """The order in progress of the other seat is hidden."""
    piece.unit = -1
    piece.facing = -1
    piece.sensor = -1
    piece.extent = -1
    piece.box = -1
