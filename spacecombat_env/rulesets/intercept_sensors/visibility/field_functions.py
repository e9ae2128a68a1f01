"""Functions that are generated from declared fields: what a level hides, restores, shows."""

from spacecombat_env.core.kernels.codegen import (
    GeneratedModule,
    Redaction,
    generate_observation,
    generate_opening,
    generate_redactions,
)

from ..model import CAPACITIES, ORDER, UNIT, InterceptLevel, scan_record, state_record
from ..model.observation import OWN_UNITS_COLUMNS

CAPACITY = next(iter(CAPACITIES.values()))
STATE, SCAN = state_record(CAPACITY), scan_record(CAPACITY)
REDACTIONS = (
    Redaction("redact_engine", STATE, InterceptLevel.NOBODY, "The engine's step is hidden."),
    Redaction("redact_decision", STATE, InterceptLevel.TO_ACT, "A decision is the seat's to act."),
    Redaction("redact_side", STATE, InterceptLevel.OWNER, "Each side keeps its own map."),
    Redaction(
        "redact_own",
        UNIT,
        InterceptLevel.OWNER,
        "IC-SEQ-05 Its orders, and which of its sensors have scanned, are its side's own.",
    ),
    Redaction(
        "redact_found",
        UNIT,
        InterceptLevel.TRACKED,
        "IC-SIG-02 An untracked unit shows only what was learned while it was tracked.",
    ),
    Redaction(
        "redact_card",
        UNIT,
        InterceptLevel.IDENTIFIED,
        "IC-TRK-01 The datacard of a unit that has never been tracked is hidden.",
    ),
    Redaction(
        "redact_scanner", SCAN, InterceptLevel.SCANNER, "The ship that scans is not announced."
    ),
    Redaction(
        "redact_order",
        ORDER,
        InterceptLevel.OWNER,
        "The order in progress of the other seat is hidden.",
    ),
)
"""Functions that blank the fields of levels, by record."""
ELSEWHERE = (InterceptLevel.ALL, InterceptLevel.DELIVERED, "chance")
"""Levels and records that need no generated function: the driver delivers events."""
OPENINGS = (
    (
        "restore_own_fields",
        InterceptLevel.OWNER,
        "Reset the fields that only its side knows to their values at the start (`as_begun`).",
    ),
    (
        "restore_tracked_fields",
        InterceptLevel.TRACKED,
        "Reset the fields that are known while it is tracked.",
    ),
    (
        "restore_identified_fields",
        InterceptLevel.IDENTIFIED,
        "Reset the fields that are known once it has been tracked.",
    ),
)
"""The same of functions that set them to their values in the opening."""

FIELD_MODULES = (
    GeneratedModule(
        "redacted_fields",
        "Redaction of fields, by record and level of knowledge.",
        generate_redactions(REDACTIONS, STATE, ELSEWHERE),
    ),
    GeneratedModule(
        "restored_fields",
        "Opening values of the fields of a unit, by level of knowledge.",
        tuple(generate_opening(name, UNIT, known, text) for name, known, text in OPENINGS),
    ),
    GeneratedModule(
        "observed_fields",
        "Columns of the observation that hold fields of a unit.",
        (
            generate_observation(
                "observe_fields",
                UNIT,
                OWN_UNITS_COLUMNS,
                "Write the columns that fields of own units declare.",
            ),
        ),
    ),
)
