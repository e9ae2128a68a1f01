# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Columns of the observation that hold fields."""

from spacecombat_env.core.native import native


@native
def observe_order(piece, row, at):
    """Write the columns that are fields."""
    row[at + 3] = max(-40, min(40, int(piece.column)))
    row[at + 4] = max(-12, min(12, int(piece.speed)))
    row[at + 6] = max(-12, min(12, int(piece.ahead)))
    row[at + 0] = max(-40, min(40, int(piece.low)))
    row[at + 1] = max(-40, min(40, int(piece.high)))
    row[at + 2] = max(-10, min(10, int(piece.tens)))
    row[at + 7] = piece.watch


@native
def observe_last(piece, row, at):
    """Write the columns that are fields."""
    row[at + 2] = piece.facing
    row[at + 3] = piece.column
    row[at + 4] = max(-10, min(10, int(piece.hits)))
    row[at + 5] = max(-10, min(10, int(piece.held)))
    row[at + 6] = max(-60, min(60, int(piece.points)))


@native
def observe_own_course(piece, row, at):
    """Write the columns that are fields."""
    row[at + 13] = max(-12, min(12, int(piece.velocity)))
    row[at + 14] = piece.rolled
    row[at + 6] = piece.acted
    row[at + 98] = piece.lowered
    row[at + 104] = piece.transit
    row[at + 112] = piece.towed
    row[at + 90] = piece.mode
    row[at + 91] = max(-12, min(12, int(piece.altitude)))
    row[at + 93] = max(-12, min(12, int(piece.free_hexes)))


@native
def observe_own_ship(piece, row, at):
    """Write the columns that are fields."""
    row[at + 15] = max(-12, min(12, int(piece.thrust)))
    row[at + 41] = max(-10, min(10, int(piece.collapse)))
    row[at + 78] = piece.ecm
    row[at + 80] = piece.decoyed
    row[at + 79] = piece.guard
    row[at + 105] = piece.fuse
    row[at + 103] = piece.run


@native
def observe_enemy_course(piece, row, at):
    """Write the columns that are fields."""
    row[at + 12] = max(-12, min(12, int(piece.velocity)))
    row[at + 13] = piece.rolled
    row[at + 5] = piece.acted
    row[at + 79] = piece.left_in
    row[at + 78] = piece.lowered
    row[at + 77] = piece.transit
    row[at + 82] = piece.installation
    row[at + 81] = piece.towed
    row[at + 75] = piece.mode
    row[at + 76] = max(-12, min(12, int(piece.altitude)))


@native
def observe_missile(piece, row, at):
    """Write the columns that are fields."""
    row[at + 8] = max(-12, min(12, int(piece.velocity)))
    row[at + 9] = max(-12, min(12, int(piece.altitude)))


@native
def observe_adrift(piece, row, at):
    """Write the columns that are fields."""
    row[at + 1] = max(-8, min(8, int(piece.people)))
    row[at + 4] = max(-12, min(12, int(piece.velocity)))
    row[at + 5] = max(-12, min(12, int(piece.altitude)))
    row[at + 9] = max(-3, min(3, int(piece.thrust)))
    row[at + 8] = max(-30, min(30, int(piece.air)))
    row[at + 11] = piece.prize
    row[at + 10] = max(-8, min(8, int(piece.tries)))
