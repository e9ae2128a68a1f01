# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Columns of the observation that hold fields of a unit."""

from spacecombat_env.core.native import native


@native
def observe_fields(piece, row, at):
    """Write the columns that fields of own units declare."""
    row[at + 23] = piece.tracked
    row[at + 24] = max(-8, min(8, int(piece.held)))
