"""Functions that are generated from declared fields: what a level hides, restores, shows."""

from spacecombat_env.core.kernels.codegen import (
    GeneratedModule,
    Redaction,
    generate_observation,
    generate_opening,
    generate_redactions,
)

from ..model import (
    CAPACITIES,
    CRAFT,
    FORCE,
    PAST_LAUNCH,
    SPREAD,
    Level,
    Secrecy,
    state_record,
)
from ..model.observation import (
    ADVANCED_ENEMY_CRAFT_COLUMNS,
    ADVANCED_ENEMY_FORCES_COLUMNS,
    ADVANCED_OWN_CRAFT_COLUMNS,
    ADVANCED_OWN_FORCES_COLUMNS,
    ADVANCED_OWN_SPREADS_COLUMNS,
    ENEMY_CRAFT_COLUMNS,
    ENEMY_FORCES_COLUMNS,
    ENEMY_SPREADS_COLUMNS,
    ORDER_COLUMNS,
    OWN_CRAFT_COLUMNS,
    OWN_FORCES_COLUMNS,
    OWN_SPREADS_COLUMNS,
)
from ..model.turn_records import ATTEMPT, HIT, MISSION, ORDER, TEAM, VOLLEY, WATCH

STATE = state_record(next(iter(CAPACITIES.values())))
ADVANCED = Secrecy.ADVANCED
REDACTIONS = (
    # the game
    Redaction("redact_engine", STATE, Level.NOBODY, "The engine's step is hidden."),
    Redaction("redact_decision", STATE, Level.TO_ACT, "A decision is the seat's to act."),
    Redaction("redact_round", STATE, Level.ROUND, "BR-SCN-04, BR-REF-01 A hidden force's round."),
    Redaction("redact_side", STATE, Level.OWNER, "BR-AMB-88 What a side alone knows of itself."),
    Redaction("redact_money", STATE, Level.OWNER, "BR-SCN-11 The points left to spend.", ADVANCED),
    Redaction("redact_tactics", STATE, Level.BOUGHT, "BR-SCN-11 Bought Fleet Tactics.", ADVANCED),
    Redaction("redact_empties", STATE, Level.EMPTIES, "BR-REF-01 What is not seen of a side."),
    Redaction(
        "redact_battery_fire",
        STATE,
        Level.BATTERIES,
        "BR-BAT-03, BR-RFC-02 The use of batteries and directors.",
        ADVANCED,
    ),
    Redaction(
        "redact_order",
        ORDER,
        (Level.OWNER, Level.FOUND),
        "The order in progress of the other seat is hidden.",
    ),
    # sides
    Redaction("redact_mission", MISSION, Level.MISSION, "BR-ASG-05 The enemy's mission."),
    Redaction(
        "redact_fulfilment",
        MISSION,
        Level.FULFILLED,
        "BR-ASG-14 The turns would reveal losses of the enemy.",
    ),
    Redaction(
        "redact_watch", WATCH, Level.OWNER, "BR-SUR-07 Readiness and fatigue of crews.", ADVANCED
    ),
    Redaction(
        "redact_team", TEAM, Level.PLAYERS, "BR-MPL-01 The players of a side, and skills.", ADVANCED
    ),
    # craft
    Redaction(
        "redact_stores",
        CRAFT,
        (Level.OWNER, Level.SEARCHED),
        "BR-AMB-88 Missiles, fuel and counters, also of a detected craft.",
    ),
    Redaction(
        "redact_undetected",
        CRAFT,
        (Level.DETECTED, Level.STATUS, Level.DAMAGE, Level.SAND),
        "BR-DET-02 Class, place and condition of a craft that is not detected.",
    ),
    Redaction("redact_results", CRAFT, Level.DAMAGE, "BR-HID-01 Hidden damage."),
    Redaction("redact_sand", CRAFT, Level.SAND, "BR-REF-01 The referee takes sandcasters off."),
    Redaction("redact_searches", CRAFT, Level.SEARCHED, "BR-REF-01 What it has searched."),
    Redaction("redact_player", CRAFT, Level.PLAYERS, "BR-MPL-01 The player it has.", ADVANCED),
    Redaction("redact_markers", CRAFT, Level.NOBODY, "BR-HID-01 Markers face down.", ADVANCED),
    Redaction("redact_suits", CRAFT, Level.DAMAGE, "BR-HID-01 Hidden damage.", ADVANCED),
    Redaction("redact_report", CRAFT, Level.REPORTED, "BR-REF-02 An enemy's report.", ADVANCED),
    Redaction(
        "redact_advanced_stores",
        CRAFT,
        Level.OWNER,
        "BR-AMB-88 The same as `redact_stores` for advanced rules.",
        ADVANCED,
    ),
    Redaction(
        "redact_advanced_undetected",
        CRAFT,
        (Level.DETECTED, Level.DAMAGE, Level.NOBODY, Level.REPORTED),
        "BR-DET-02 The same as `redact_undetected` for advanced rules.",
        ADVANCED,
    ),
    # task forces and spreads
    Redaction("redact_members", FORCE, Level.OWNER, "BR-AMB-88 What a force is made of."),
    Redaction(
        "redact_hidden_force",
        FORCE,
        (Level.SHOWN, Level.NOBODY),
        "BR-AMB-88, BR-REF-01 Place, course and markers of a force that does not show.",
    ),
    Redaction(
        "redact_near_side", FORCE, Level.BATTERIES, "BR-BAT-03 The hexside fired through.", ADVANCED
    ),
    Redaction(
        "redact_past_launch", PAST_LAUNCH, Level.EMPTIES, "BR-REF-01 Launches that were not seen."
    ),
    Redaction("redact_controls", SPREAD, Level.OWNER, "BR-AMB-88 Owner and fuel of a spread."),
    Redaction("redact_size", SPREAD, Level.DETECTED, "BR-MIS-04 The size of a spread."),
    Redaction("redact_gone", SPREAD, Level.SHOWN, "BR-REF-01 A spread that does not show."),
    Redaction(
        "redact_aims",
        SPREAD,
        Level.AIMED,
        "BR-MIS-20 Aims: fired ones would reveal how many missiles a spread had.",
    ),
    # attempts and volleys
    Redaction("redact_announced", ATTEMPT, Level.ANNOUNCED, "BR-DET-25 A finished attempt."),
    Redaction("redact_sensing", ATTEMPT, Level.SENSING, "BR-DET-26 The sensing side's part."),
    Redaction("redact_targeted", ATTEMPT, Level.TARGETED, "BR-DET-25 The target's part."),
    Redaction("redact_emission", ATTEMPT, Level.EMITTED, "BR-JAM-03 An unnoticed sensor."),
    Redaction("redact_shooter", VOLLEY, Level.NOBODY, "BR-SCR-02 The ship that fires."),
    Redaction("redact_hits", VOLLEY, Level.HITS, "BR-SCR-02 A finished volley."),
    Redaction("redact_hit", HIT, Level.HITS, "BR-SCR-02 One of its hits."),
)
"""Functions that blank the fields of levels, by record."""
ELSEWHERE = (
    Level.ALL,
    Level.DELIVERED,  # by the driver
    Level.LOSSES,  # this level and the next two by hand: redaction.py, redaction_advanced.py
    Level.CUP,
    Level.DEFENDING,
    "chance",  # not copied
)
"""Levels and records that need no generated function."""
OPENINGS = (
    ("restore_stores", CRAFT, Level.OWNER, "BR-AMB-88 What its side alone knows of a craft."),
    (
        "restore_undetected",
        CRAFT,
        (Level.DETECTED, Level.STATUS, Level.DAMAGE),
        "BR-DET-02 What is known of a craft once it is detected.",
    ),
    (
        "restore_force",
        FORCE,
        (Level.SHOWN, Level.OWNER),
        "BR-SCN-02 A task force that the scenario places.",
    ),
)
"""Functions that set fields to their values in the opening (`as_begun`)."""
OBSERVED = (
    ("order", ORDER, ORDER_COLUMNS),
    ("own_craft", CRAFT, OWN_CRAFT_COLUMNS),
    ("own_forces", FORCE, OWN_FORCES_COLUMNS),
    ("own_spreads", SPREAD, OWN_SPREADS_COLUMNS),
    ("enemy_craft", CRAFT, ENEMY_CRAFT_COLUMNS),
    ("enemy_forces", FORCE, ENEMY_FORCES_COLUMNS),
    ("enemy_spreads", SPREAD, ENEMY_SPREADS_COLUMNS),
    ("advanced_own_craft", CRAFT, ADVANCED_OWN_CRAFT_COLUMNS),
    ("advanced_own_forces", FORCE, ADVANCED_OWN_FORCES_COLUMNS),
    ("advanced_own_spreads", SPREAD, ADVANCED_OWN_SPREADS_COLUMNS),
    ("advanced_enemy_craft", CRAFT, ADVANCED_ENEMY_CRAFT_COLUMNS),
    ("advanced_enemy_forces", FORCE, ADVANCED_ENEMY_FORCES_COLUMNS),
)
"""Blocks of the observation with columns that are fields of a record."""

REDACTING = dict(zip(REDACTIONS, generate_redactions(REDACTIONS, STATE, ELSEWHERE), strict=True))
FIELD_MODULES = (
    GeneratedModule(
        "redacted_fields",
        "Redaction of fields, by record and level of knowledge.",
        tuple(source for row, source in REDACTING.items() if row.under is None),
    ),
    GeneratedModule(
        "redacted_advanced_fields",
        "Redaction of fields of advanced rules, by record and level of knowledge.",
        tuple(source for row, source in REDACTING.items() if row.under is ADVANCED),
    ),
    GeneratedModule(
        "restored_fields",
        "Opening values of fields, by record and level of knowledge.",
        tuple(generate_opening(*row) for row in OPENINGS),
    ),
    GeneratedModule(
        "observed_fields",
        "Columns of the observation that hold fields, by block.",
        tuple(
            generate_observation(
                f"observe_{block}", record, columns, f"Columns of block {block} that are fields."
            )
            for block, record, columns in OBSERVED
        ),
    ),
)
