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


@native
def redact_round(piece):
    """BR-SCN-04, BR-REF-01 A hidden force's round."""
    piece.round_tf = -1


@native
def redact_side(piece, side):
    """BR-AMB-88 What a side alone knows of itself."""
    piece.passed[side] = 0
    piece.points_lost[side] = 0
    piece.points_escaped[side] = 0


@native
def redact_empties(piece, side):
    """BR-REF-01 What is not seen of a side."""
    piece.dummies_found[side] = 0
    piece.memory_split[side] = 0
    piece.memory_burned[side, :] = 0
    piece.memory_launch_count[side] = 0


@native
def redact_order(piece):
    """The order in progress of the other seat is hidden."""
    piece.verb = 0
    piece.together = 0
    piece.craft = -1
    piece.tf = -1
    piece.spread = -1
    piece.target_craft = -1
    piece.target_tf = -1
    piece.target_spread = -1
    piece.sensor = 0
    piece.member = -1
    piece.row = 0
    piece.low = 0
    piece.high = 0
    piece.tens = -1
    piece.dq = 0
    piece.dr = 0
    piece.gs = 0
    piece.evasion = 0
    for n in range(len(piece.beams)):
        piece.beams[n] = 0
    for n in range(piece.shot.shape[0]):
        for m in range(piece.shot.shape[1]):
            piece.shot[n, m] = 0
    piece.shot_kept = 0
    piece.level = 0
    piece.step = 0
    piece.hexside = -1


@native
def redact_mission(piece):
    """BR-ASG-05 The enemy's mission."""
    piece.number = 0
    piece.asteroid = 0
    piece.late = 0
    piece.limit = 0
    piece.bombing = 0
    piece.landers = 0
    piece.secured = 0
    piece.landing_turn = 0
    piece.team = -1
    piece.team_lost = 0
    piece.escaped_before = 0


@native
def redact_fulfilment(piece):
    """BR-ASG-14 The turns would reveal losses of the enemy."""
    piece.since = 0
    piece.too_late = 0


@native
def redact_stores(piece):
    """BR-AMB-88 Missiles, fuel and counters, also of a detected craft."""
    piece.keeper = -1
    piece.missiles = 0
    piece.fuel = 0
    piece.bridge_shifted = 0
    piece.decided = 0
    piece.overpower = 0
    for n in range(len(piece.overpowered)):
        piece.overpowered[n] = 0
    piece.forgone_g = 0
    for n in range(len(piece.fired)):
        piece.fired[n] = 0
    for n in range(len(piece.fired_before)):
        piece.fired_before[n] = 0
    piece.dampers_used = 0
    piece.launched = 0
    piece.controlled = 0
    for n in range(len(piece.tried)):
        piece.tried[n] = 0
    for n in range(len(piece.tried_spreads)):
        piece.tried_spreads[n] = 0
    piece.lock_tried = 0
    piece.lock = 0
    piece.lock_spread_tried = 0
    piece.lock_spread = 0


@native
def redact_undetected(piece):
    """BR-DET-02 Class, place and condition of a craft that is not detected."""
    piece.klass = 0
    piece.status = 0
    piece.tf = -1
    piece.contact = -1
    for n in range(len(piece.damage)):
        piece.damage[n] = 0
    piece.overload = 0
    piece.tumble = 0
    piece.active = 0
    piece.extended = 0
    piece.jamming = 0
    piece.sand_used = 0


@native
def redact_results(piece):
    """BR-HID-01 Hidden damage."""
    for n in range(len(piece.damage)):
        piece.damage[n] = 0


@native
def redact_sand(piece):
    """BR-REF-01 The referee takes sandcasters off."""
    piece.sand_used = 0


@native
def redact_searches(piece):
    """BR-REF-01 What it has searched."""
    for n in range(len(piece.tried)):
        piece.tried[n] = 0
    for n in range(len(piece.tried_spreads)):
        piece.tried_spreads[n] = 0


@native
def redact_members(piece):
    """BR-AMB-88 What a force is made of."""
    piece.strength = 0
    piece.gs = 0
    piece.entry_turn = 0
    piece.fire_over = 0
    piece.detecting = 0
    piece.firing = 0
    piece.settled = 0


@native
def redact_hidden_force(piece):
    """BR-AMB-88, BR-REF-01 Place, course and markers of a force that does not show."""
    piece.status = 0
    piece.contact = -1
    piece.q = 0
    piece.r = 0
    piece.vq = 0
    piece.vr = 0
    piece.acted = 0
    piece.moved = 0
    piece.spent_g = 0
    piece.thrust_side = -1
    piece.evade = 0
    piece.shadow_found = 0
    piece.emitting = 0
    piece.surface = 0
    piece.flickering = 0


@native
def redact_past_launch(piece):
    """BR-REF-01 Launches that were not seen."""
    piece.turn = 0
    piece.count = 0
    piece.spreads = 0
    piece.forces = 0
    piece.craft = 0


@native
def redact_controls(piece):
    """BR-AMB-88 Owner and fuel of a spread."""
    piece.owner = -1
    piece.g_left = 0
    piece.fire_control = 0
    piece.penalty = 0
    piece.reach = 0
    piece.fired = 0
    piece.sim = 0
    piece.scanned = 0
    piece.ship_lock = 0


@native
def redact_size(piece):
    """BR-MIS-04 The size of a spread."""
    piece.count = 0


@native
def redact_gone(piece):
    """BR-REF-01 A spread that does not show."""
    piece.contact = -1
    piece.q = 0
    piece.r = 0
    piece.vq = 0
    piece.vr = 0
    piece.detected = 0
    piece.moved = 0
    piece.burned = 0
    piece.target_tf = -1
    piece.target_spread = -1
    for n in range(len(piece.sand)):
        piece.sand[n] = 0


@native
def redact_aims(piece):
    """BR-MIS-20 Aims: fired ones would reveal how many missiles a spread had."""
    for n in range(len(piece.aim)):
        piece.aim[n] = 0


@native
def redact_announced(piece):
    """BR-DET-25 A finished attempt."""
    piece.purpose = 0
    piece.sensor = 0
    piece.target_tf = -1
    piece.target_spread = -1
    piece.jammer = -1
    piece.jam_modifier = 0


@native
def redact_sensing(piece):
    """BR-DET-26 The sensing side's part."""
    piece.actor = -1
    piece.grade = 0
    piece.successes = 0
    piece.sim = -1


@native
def redact_targeted(piece):
    """BR-DET-25 The target's part."""
    piece.target_craft = -1
    piece.ties = 0


@native
def redact_emission(piece):
    """BR-JAM-03 An unnoticed sensor."""
    piece.range = 0
    piece.tech_level = 0


@native
def redact_shooter(piece):
    """BR-SCR-02 The ship that fires."""
    piece.shooter = -1


@native
def redact_hits(piece):
    """BR-SCR-02 A finished volley."""
    piece.target = -1
    piece.tech_level = 0
    piece.hits = 0
    piece.next_hit = 0


@native
def redact_hit(piece):
    """BR-SCR-02 One of its hits."""
    piece.kind = 0
    piece.value = 0
    piece.sand = 0
