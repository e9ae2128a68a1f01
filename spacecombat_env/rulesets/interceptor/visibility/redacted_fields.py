# Generated from visibility/field_functions.py by python -m spacecombat_env.core.kernels.generate
"""Redaction of fields, by record and level of knowledge."""

from spacecombat_env.core.native import native


@native
def redact_engine(piece):
    """The engine's step is hidden."""
    piece.step = 0
    piece.back = 0
    piece.cursor = 0
    for n in range(piece.memory_draws.shape[0]):
        for m in range(piece.memory_draws.shape[1]):
            piece.memory_draws[n, m] = 0


@native
def redact_decision(piece):
    """A decision is the seat's to act."""
    piece.decision = 0
    piece.seat = -1


@native
def redact_side(piece, side):
    """IN-LOS-02 The boxes that its ships have left."""
    piece.rows[side, :] = 0
    piece.memory_looks[side, :] = 0


@native
def redact_hit(piece):
    """IN-CRW-07 The crewman whose hit it is."""
    piece.crewman = -1


@native
def redact_blast(piece):
    """IN-CRW-07 The crewman who launched a HELL."""
    piece.crewman = -1
    piece.next = 0


@native
def redact_hits(piece):
    """IN-CRW-07 The crewman of the last hit on it."""
    piece.hit_by = -1


@native
def redact_own(piece):
    """IN-LOS-02, 04 Its identity, its abilities this turn, and its condition.

    The enemy has what it saw last.
    """
    piece.card = 0
    piece.carrier = -1
    piece.thrust = 0
    piece.pushed = 0
    piece.spent = 0
    piece.heading_points = 0
    piece.facing_points = 0
    piece.points = 0
    piece.deeds = 0
    piece.collapse = 0
    piece.collapse_due = 0
    piece.ecm = 0
    piece.decoyed = 0
    piece.defended = 0
    piece.stopped = 0
    piece.guard = 0
    piece.guarded = 0
    for n in range(len(piece.shield)):
        piece.shield[n] = 0
    for n in range(len(piece.armour)):
        piece.armour[n] = 0
    piece.inside = 0
    piece.disabled = 0
    piece.struck = 0
    piece.plant_lost = 0
    piece.out = 0
    for n in range(len(piece.jam)):
        piece.jam[n] = 0
    piece.air_used = 0
    piece.leaving = 0
    piece.fuse = 0
    piece.bay = 0
    piece.bays_used = 0
    piece.escape = -1
    piece.may_enter = 0
    piece.run = 0
    piece.run_turn = 0
    piece.first_crew = 0
    piece.first_rack = 0
    piece.morale = 0
    for n in range(len(piece.bay_hits)):
        piece.bay_hits[n] = 0
    piece.fed = 0
    piece.eps = 0
    piece.command = 0
    piece.stations_hit = 0
    piece.led = 0
    piece.shaken = 0
    piece.worked = 0


@native
def redact_class(piece):
    """IN-LOS-02, 04 Its class."""
    piece.klass = 0


@native
def redact_fired(piece):
    """IN-CMB-03 The weapons that it has fired."""
    piece.fired = 0


@native
def redact_ram(piece):
    """IN-COL-08 The target of its ram."""
    piece.ram = -1


@native
def redact_place(piece):
    """IN-LOS-01 Place, course and what is disclosed of it."""
    piece.status = 0
    piece.size_class = 0
    piece.contact = -1
    piece.q = 0
    piece.r = 0
    piece.heading = 0
    piece.facing = 0
    piece.velocity = 0
    piece.rolled = 0
    piece.hexes = 0
    piece.start_velocity = 0
    piece.control = 0
    piece.acted = 0
    piece.cover = -1
    piece.cover_side = 0
    piece.arrived = 0
    piece.left_in = 0
    piece.lowered = 0
    piece.straight = 0
    piece.fast = 0
    piece.transit = 0
    piece.disclosed = 0
    piece.missiles_launched = 0
    piece.decoys_launched = 0
    for n in range(len(piece.opportunities)):
        piece.opportunities[n] = 0
    piece.sendable = 0
    piece.weapons_used = 0
    piece.disclosed_weapons = 0
    piece.armour_turn = 0
    piece.inside_turn = 0
    for n in range(len(piece.last_seen_armour)):
        piece.last_seen_armour[n] = 0
    piece.last_seen_inside = 0
    piece.last_seen_disabled = 0
    piece.first_row = 0
    piece.disclosed_tons = 0
    piece.disclosed_streamlined = 0
    piece.armed_as = 0
    piece.disclosed_kinds = 0
    piece.installation = 0
    piece.tow = -1
    piece.tow_state = 0
    piece.tow_turns = 0
    piece.towed = 0
    piece.mode = 0
    piece.air = 0
    piece.altitude = 0
    piece.dived = 0
    piece.gained = 0
    piece.free_hexes = 0


@native
def redact_crewman(piece):
    """IN-CRW Skills, wounds and tasks of the enemy's crew are always hidden."""
    piece.craft = -1
    piece.role = 0
    piece.piloting = 0
    piece.gunnery = 0
    piece.fam_piloting = 0
    piece.fam_gunnery = 0
    piece.hits = 0
    piece.status = 0
    piece.flies = 0
    piece.overload = 0
    piece.kills = 0
    piece.service = 0
    piece.weapons = 0
    piece.given_up = 0
    piece.engaged = 0
    piece.engaged_gone = 0
    piece.way = 0
    piece.rescuer = -1
    piece.berth = -1
    piece.station = -1
    piece.column = 0


@native
def redact_rack(piece):
    """IN-HPT The load of a rack is known only by its launches."""
    piece.craft = -1
    piece.weapon = 0
    piece.pod = 0
    piece.shots = 0
    piece.barred = 0
    for n in range(len(piece.load)):
        piece.load[n] = 0


@native
def redact_passed(piece):
    """Shots that the other side has passed are hidden."""
    piece.passed = 0


@native
def redact_missile(piece):
    """IN-DEF-04 A HELL is known as such, other missiles by their behaviour."""
    piece.kind = -1


@native
def redact_adrift(piece):
    """IN-ABN Of a crew in space its place and number are known."""
    piece.crew = 0
    piece.thrust = 0
    piece.air = 0
    piece.conscious = 0


@native
def redact_order(piece):
    """The order in progress of the other seat is hidden."""
    piece.verb = 0
    piece.craft = -1
    piece.crewman = -1
    piece.rack = -1
    piece.load = 0
    piece.target_kind = 0
    piece.target = -1
    piece.missile = -1
    piece.column = 0
    piece.direction = 0
    piece.speed = 0
    piece.ahead = 0
    piece.weapons = 0
    piece.locks = 0
    for n in range(len(piece.launch)):
        piece.launch[n] = 0
    piece.laid = 0
    piece.low = 0
    piece.high = 0
    piece.tens = -1
    piece.watch = 0
    piece.passed = 0
    piece.passed_defence = 0
    piece.value = 0
    piece.done = 0
    piece.served = 0
    piece.heads = 0
