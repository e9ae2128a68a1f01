"""Functions that are generated from the fields of a unit: what a level hides, restores, shows."""

from spacecombat_env.core.kernels.codegen import (
    GeneratedModule,
    generate_observation,
    generate_opening,
    generate_redaction,
)

from ..model import UNIT, InterceptLevel
from ..model.observation import OWN_UNITS

REDACTIONS = (
    (
        "redact_own",
        InterceptLevel.OWNER,
        "IC-SEQ-05 Its orders, and which of its sensors have scanned, are its side's own.",
    ),
    (
        "redact_found",
        InterceptLevel.TRACKED,
        "IC-SIG-02 An untracked unit shows only what was learned while it was tracked.",
    ),
    (
        "redact_card",
        InterceptLevel.IDENTIFIED,
        "IC-TRK-01 The datacard of a unit that has never been tracked is hidden.",
    ),
)
"""Name, level and docstring of functions that blank the fields of a level."""
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
        "Redaction of the fields of a unit, by level of knowledge.",
        tuple(generate_redaction(name, UNIT, known, text) for name, known, text in REDACTIONS),
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
                OWN_UNITS,
                "Write the columns that fields of own units declare.",
            ),
        ),
    ),
)
