# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Redaction of fields of advanced rules, by record and level of knowledge."""

from spacecombat_env.core.native import native


@native
def redact_money(piece, side):
    """BR-SCN-11 The points left to spend."""
    piece.funds[side] = 0


@native
def redact_tactics(piece, side):
    """BR-SCN-11 Bought Fleet Tactics."""
    piece.tactics[side] = 0


@native
def redact_battery_fire(piece):
    """BR-BAT-03, BR-RFC-02 The use of batteries and directors."""
    piece.battery_side = -1
    for n in range(piece.battery_fire.shape[0]):
        for m in range(piece.battery_fire.shape[1]):
            for k in range(piece.battery_fire.shape[2]):
                piece.battery_fire[n, m, k] = 0
    for n in range(len(piece.directed)):
        piece.directed[n] = 0


@native
def redact_watch(piece):
    """BR-SUR-07 Readiness and fatigue of crews."""
    piece.level = 0
    piece.alert = 0
    piece.stations = 0
    piece.rest = 0
    piece.fatigue = 0
    piece.stale = 0
    piece.ordered = 0
    piece.caught = 0


@native
def redact_team(piece):
    """BR-MPL-01 The players of a side, and skills."""
    piece.commander = -1
    piece.planner = 0
    for n in range(len(piece.tactics)):
        piece.tactics[n] = 0


@native
def redact_player(piece):
    """BR-MPL-01 The player it has."""
    piece.player = 0


@native
def redact_markers(piece):
    """BR-HID-01 Markers face down."""
    piece.markers = 0


@native
def redact_suits(piece):
    """BR-HID-01 Hidden damage."""
    piece.suiting = 0


@native
def redact_report(piece):
    """BR-REF-02 An enemy's report."""
    piece.report = 0


@native
def redact_advanced_stores(piece):
    """BR-AMB-88 The same as `redact_stores` for advanced rules."""
    piece.crew = 0
    piece.party_sent = 0
    piece.globe_drain = 0
    piece.facings = 0
    piece.fatigue = 0
    piece.stunned = 0
    piece.sims = 0
    piece.globe_marks = 0
    piece.errand = 0


@native
def redact_advanced_undetected(piece):
    """BR-DET-02 The same as `redact_undetected` for advanced rules."""
    piece.suiting = 0
    piece.power = 0
    piece.party_away = 0
    piece.boarders = -1
    piece.sections = 0
    piece.fight = 0
    piece.globe = 0
    piece.markers = 0
    piece.report = 0
    piece.facing = -1


@native
def redact_near_side(piece):
    """BR-BAT-03 The hexside fired through."""
    piece.near_side = -1
