# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Opening values of the fields of a unit, by level of knowledge."""

from spacecombat_env.core.native import native


@native
def restore_own_fields(piece, start):
    """Reset the fields that only its side knows to their values at the start (`as_begun`)."""


@native
def restore_tracked_fields(piece, start):
    """Reset the fields that are known while it is tracked."""
    piece.status = start.status
    piece.carrier = start.carrier
    piece.x = start.x
    piece.y = start.y
    piece.vx = start.vx
    piece.vy = start.vy
    piece.facing = start.facing
    piece.burns = start.burns
    piece.popped = start.popped
    piece.surface = start.surface
    piece.core = start.core
    piece.crew = start.crew


@native
def restore_identified_fields(piece, start):
    """Reset the fields that are known once it has been tracked."""
    piece.klass = start.klass
