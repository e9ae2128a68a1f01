"""Functions that are generated from declared fields: what the levels of knowledge hide."""

from spacecombat_env.core.kernels.codegen import GeneratedModule, generate_redaction

from ..model import CRAFT, CREW, RACK, Level
from ..model.piece_records import ADRIFT, MISSILE
from ..model.progress import ORDER

OWN_CRAFT = """IN-LOS-02, 04 Its identity, its abilities this turn, and its condition.

The enemy has what it saw last."""
REDACTIONS = (
    ("redact_hits", CRAFT, Level.CREDITED, "IN-CRW-07 The crewman of the last hit on it."),
    ("redact_own", CRAFT, Level.OWNER, OWN_CRAFT),
    ("redact_class", CRAFT, Level.CLASS, "IN-LOS-02, 04 Its class."),
    ("redact_fired", CRAFT, Level.FIRED, "IN-CMB-03 The weapons that it has fired."),
    ("redact_ram", CRAFT, Level.DECLARED, "IN-COL-08 The target of its ram."),
    ("redact_place", CRAFT, Level.PLACED, "IN-LOS-01 Place, course and what is disclosed of it."),
    (
        "redact_crewman",
        CREW,
        Level.OWNER,
        "IN-CRW Skills, wounds and tasks of the enemy's crew are always hidden.",
    ),
    ("redact_rack", RACK, Level.OWNER, "IN-HPT The load of a rack is known only by its launches."),
    ("redact_passed", MISSILE, Level.NOBODY, "Shots that the other side has passed are hidden."),
    (
        "redact_missile",
        MISSILE,
        Level.BEHAVED,
        "IN-DEF-04 A HELL is known as such, other missiles by their behaviour.",
    ),
    (
        "redact_adrift",
        ADRIFT,
        Level.OWNER,
        "IN-ABN Of a crew in space its place and number are known.",
    ),
    ("redact_order", ORDER, Level.OWNER, "The order in progress of the other seat is hidden."),
)
"""Name, record, level and docstring of functions that blank the fields of a level."""

FIELD_MODULES = (
    GeneratedModule(
        "redacted_fields",
        "Redaction of fields, by record and level of knowledge.",
        tuple(generate_redaction(*row) for row in REDACTIONS),
    ),
)
