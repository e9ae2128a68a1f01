# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Opening values of fields, by record and level of knowledge."""

from spacecombat_env.core.native import native


@native
def restore_stores(piece, start):
    """BR-AMB-88 What its side alone knows of a craft."""
    piece.keeper = start.keeper
    piece.missiles = start.missiles
    piece.fuel = start.fuel
    piece.sims = start.sims


@native
def restore_undetected(piece, start):
    """BR-DET-02 What is known of a craft once it is detected."""
    piece.klass = start.klass
    piece.status = start.status
    for n in range(len(piece.damage)):
        piece.damage[n] = start.damage[n]


@native
def restore_force(piece, start):
    """BR-SCN-02 A task force that the scenario places."""
    piece.status = start.status
    piece.q = start.q
    piece.r = start.r
    piece.vq = start.vq
    piece.vr = start.vr
    piece.strength = start.strength
    piece.entry_turn = start.entry_turn
