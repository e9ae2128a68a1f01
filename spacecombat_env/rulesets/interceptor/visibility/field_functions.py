"""Functions that are generated from declared fields: what the levels of knowledge hide and show."""

from spacecombat_env.core.kernels.codegen import (
    GeneratedModule,
    Redaction,
    generate_observation,
    generate_redactions,
)

from ..model import CAPACITIES, CRAFT, CREW, RACK, Level, state_record
from ..model.observation import (
    ADRIFT_COLUMNS,
    ENEMY_CRAFT_COLUMNS,
    LAST_COLUMNS,
    MISSILE_COLUMNS,
    ORDER_COLUMNS,
    OWN_CRAFT_COLUMNS,
)
from ..model.piece_records import ADRIFT, MISSILE
from ..model.progress import BLAST, HIT, LAST, ORDER

STATE = state_record(next(iter(CAPACITIES.values())))
OWN_CRAFT = """IN-LOS-02, 04 Its identity, its abilities this turn, and its condition.

The enemy has what it saw last."""
REDACTIONS = (
    Redaction("redact_engine", STATE, Level.NOBODY, "The engine's step is hidden."),
    Redaction("redact_decision", STATE, Level.TO_ACT, "A decision is the seat's to act."),
    Redaction("redact_side", STATE, Level.OWNER, "IN-LOS-02 The boxes that its ships have left."),
    Redaction("redact_hit", HIT, Level.NOBODY, "IN-CRW-07 The crewman whose hit it is."),
    Redaction("redact_blast", BLAST, Level.NOBODY, "IN-CRW-07 The crewman who launched a HELL."),
    Redaction("redact_hits", CRAFT, Level.CREDITED, "IN-CRW-07 The crewman of the last hit on it."),
    Redaction("redact_own", CRAFT, Level.OWNER, OWN_CRAFT),
    Redaction("redact_class", CRAFT, Level.CLASS, "IN-LOS-02, 04 Its class."),
    Redaction("redact_fired", CRAFT, Level.FIRED, "IN-CMB-03 The weapons that it has fired."),
    Redaction("redact_ram", CRAFT, Level.DECLARED, "IN-COL-08 The target of its ram."),
    Redaction(
        "redact_place", CRAFT, Level.PLACED, "IN-LOS-01 Place, course and what is disclosed of it."
    ),
    Redaction(
        "redact_crewman",
        CREW,
        Level.OWNER,
        "IN-CRW Skills, wounds and tasks of the enemy's crew are always hidden.",
    ),
    Redaction(
        "redact_rack", RACK, Level.OWNER, "IN-HPT The load of a rack is known only by its launches."
    ),
    Redaction(
        "redact_passed", MISSILE, Level.NOBODY, "Shots that the other side has passed are hidden."
    ),
    Redaction(
        "redact_missile",
        MISSILE,
        Level.BEHAVED,
        "IN-DEF-04 A HELL is known as such, other missiles by their behaviour.",
    ),
    Redaction(
        "redact_adrift",
        ADRIFT,
        Level.OWNER,
        "IN-ABN Of a crew in space its place and number are known.",
    ),
    Redaction(
        "redact_order", ORDER, Level.OWNER, "The order in progress of the other seat is hidden."
    ),
)
"""Functions that blank the fields of levels, by record."""
ELSEWHERE = (Level.ALL, Level.DELIVERED, "chance")
"""Levels and records that need no generated function: the driver delivers events."""
OBSERVED = (
    ("order", ORDER, ORDER_COLUMNS, Level.OWNER),
    ("last", LAST, LAST_COLUMNS, Level.ALL),
    ("own_course", CRAFT, OWN_CRAFT_COLUMNS, Level.PLACED),
    ("own_ship", CRAFT, OWN_CRAFT_COLUMNS, Level.OWNER),
    ("enemy_course", CRAFT, ENEMY_CRAFT_COLUMNS, Level.PLACED),
    ("missile", MISSILE, MISSILE_COLUMNS, Level.ALL),
    ("adrift", ADRIFT, ADRIFT_COLUMNS, (Level.ALL, Level.OWNER)),
)
"""Rows of the observation with columns that are fields of a record, and the fields' levels."""

FIELD_MODULES = (
    GeneratedModule(
        "redacted_fields",
        "Redaction of fields, by record and level of knowledge.",
        generate_redactions(REDACTIONS, STATE, ELSEWHERE),
    ),
    GeneratedModule(
        "observed_fields",
        "Columns of the observation that hold fields.",
        tuple(
            generate_observation(
                f"observe_{row}", record, columns, "Write the columns that are fields.", known
            )
            for row, record, columns, known in OBSERVED
        ),
    ),
)
