# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Columns of the observation that hold fields, by block."""

from spacecombat_env.core.native import native


@native
def observe_order(piece, row, at):
    """Columns of block order that are fields."""
    row[at + 0] = piece.together
    row[at + 1] = max(-40, min(40, int(piece.low)))
    row[at + 2] = max(-40, min(40, int(piece.high)))
    row[at + 3] = max(-10, min(10, int(piece.tens)))
    row[at + 6] = max(-12, min(12, int(piece.gs)))
    row[at + 7] = max(-6, min(6, int(piece.evasion)))
    row[at + 8] = max(-6, min(6, int(piece.level)))


@native
def observe_own_craft(piece, row, at):
    """Columns of block own_craft that are fields."""
    row[at + 27] = piece.detected
    row[at + 28] = piece.overload
    row[at + 29] = piece.tumble
    row[at + 25] = piece.active
    row[at + 26] = piece.extended
    row[at + 24] = piece.launched


@native
def observe_own_forces(piece, row, at):
    """Columns of block own_forces that are fields."""
    row[at + 9] = piece.acted
    row[at + 10] = piece.moved
    row[at + 11] = max(-6, min(6, int(piece.gs)))
    row[at + 12] = piece.evade
    row[at + 13] = piece.shadow_found
    row[at + 14] = max(-12, min(12, int(piece.entry_turn)))
    row[at + 15] = piece.emitting


@native
def observe_own_spreads(piece, row, at):
    """Columns of block own_spreads that are fields."""
    row[at + 3] = max(-12, min(12, int(piece.g_left)))
    row[at + 8] = piece.detected
    row[at + 9] = piece.moved


@native
def observe_enemy_craft(piece, row, at):
    """Columns of block enemy_craft that are fields."""
    row[at + 13] = piece.active
    row[at + 14] = piece.extended


@native
def observe_enemy_forces(piece, row, at):
    """Columns of block enemy_forces that are fields."""
    row[at + 7] = piece.acted
    row[at + 10] = piece.evade
    row[at + 11] = piece.shadow_found
    row[at + 12] = piece.emitting


@native
def observe_enemy_spreads(piece, row, at):
    """Columns of block enemy_spreads that are fields."""
    row[at + 7] = piece.detected


@native
def observe_advanced_own_craft(piece, row, at):
    """Columns of block advanced_own_craft that are fields."""
    row[at + 1] = max(-7, min(7, int(piece.suiting)))
    row[at + 4] = piece.power
    row[at + 5] = piece.party_away
    row[at + 7] = piece.globe
    row[at + 10] = piece.stunned


@native
def observe_advanced_own_forces(piece, row, at):
    """Columns of block advanced_own_forces that are fields."""
    row[at + 0] = piece.surface


@native
def observe_advanced_own_spreads(piece, row, at):
    """Columns of block advanced_own_spreads that are fields."""
    row[at + 0] = max(-14, min(14, int(piece.sim)))
    row[at + 1] = max(-40, min(40, int(piece.scanned)))


@native
def observe_advanced_enemy_craft(piece, row, at):
    """Columns of block advanced_enemy_craft that are fields."""
    row[at + 1] = piece.power
    row[at + 2] = piece.party_away
    row[at + 4] = piece.globe
    row[at + 5] = piece.markers
    row[at + 6] = max(-15, min(15, int(piece.report)))


@native
def observe_advanced_enemy_forces(piece, row, at):
    """Columns of block advanced_enemy_forces that are fields."""
    row[at + 1] = piece.surface
    row[at + 2] = piece.flickering
