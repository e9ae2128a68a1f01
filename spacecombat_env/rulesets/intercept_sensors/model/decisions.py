"""The decisions, one row each: the chapter that applies it, and its text.

Every decision is answered with an action. `legal_plot` and `apply_plot`, in the chapter of
Decision.PLOT, handle that decision (core/kernels/decision_functions.py).
"""

from enum import IntEnum

from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision, column


class InterceptDecision(IntEnum):
    """Decisions of a seat."""

    NOTHING = 0
    PLACE_BOX = 1
    PLACE_SQUARE = 2
    PLOT = 3
    THRUST = 4
    LAUNCH = 5
    SCAN = 6
    SENSOR = 7
    SIZE = 8
    BOX = 9
    SQUARE = 10


class InterceptChapter(IntEnum):
    """Packages that request decisions."""

    MOVEMENT = 0
    SCANS = 1


_ACTION = AnswerKind.ACTION
# fmt: off
_ROWS = (
    # movement
    DecisionSpec(InterceptDecision.PLACE_BOX, InterceptChapter.MOVEMENT, _ACTION,
             text="Set-up: in which box does {unit} start{course}?"),
    DecisionSpec(InterceptDecision.PLACE_SQUARE, InterceptChapter.MOVEMENT, _ACTION,
             text="Set-up: {unit} starts in {box}: on which square?"),
    DecisionSpec(InterceptDecision.PLOT, InterceptChapter.MOVEMENT, _ACTION,
             text="{how} {unit} at {place}, {vector}{settings}: which way does it thrust? Or "
                  "coast."),
    DecisionSpec(InterceptDecision.THRUST, InterceptChapter.MOVEMENT, _ACTION,
             text="{how} {unit} at {place}, {vector}{settings}: how many Gs {facing}?"),
    DecisionSpec(InterceptDecision.LAUNCH, InterceptChapter.MOVEMENT, _ACTION,
             text="{how} {unit} at {place}: what does it launch?"),
    # scans
    DecisionSpec(InterceptDecision.SCAN, InterceptChapter.SCANS, _ACTION,
             text="Scan {nth} of {scans}: which ship scans? Or pass."),
    DecisionSpec(InterceptDecision.SENSOR, InterceptChapter.SCANS, _ACTION,
             text="Scan {nth}: {unit} at {place} scans with which sensor?"),
    DecisionSpec(InterceptDecision.SIZE, InterceptChapter.SCANS, _ACTION,
             text="Scan {nth}: {unit} at {place}, {sensor}: an area of what size?"),
    DecisionSpec(InterceptDecision.BOX, InterceptChapter.SCANS, _ACTION,
             text="Scan {nth}: {unit} at {place}, {sensor} {size}: the middle in which box?"),
    DecisionSpec(InterceptDecision.SQUARE, InterceptChapter.SCANS, _ACTION,
             text="Scan {nth}: {unit} at {place}, {sensor} {size} in {box}: around which square?"),
)
# fmt: on
DECISIONS = by_decision(InterceptDecision, _ROWS)
CHAPTER_OF = column(DECISIONS, "chapter", nothing=-1)
"""The chapter whose rules apply a decision."""
