"""The record of a game: the true state, the knowledge of each side, the log, random state.

One game is one packed record of integers. Index arrays hold both sides: slots 0..n-1 are Red's,
n..2n-1 Blue's, and a slot never moves, so an index is an identity. Armour and insides are rows of
ten bits (bit 9 is column 1) in one pool a side, a craft's from `first_row` on (model/towers.py).
"""

from functools import cache

import numpy as np

from spacecombat_env.core.model.fields import (
    Field,
    Record,
    field,
    fields,
    flag,
    log_fields,
    nested,
    number,
    side_field,
    slot,
)
from spacecombat_env.core.model.record import INT8, INT16, INT32, int64_from

from .constants.categories import Look, Reason, Size, Verdict
from .constants.log import LOG_LENGTH
from .constants.sizes import (
    CAPACITIES,
    FULL_ROW,
    MAX_BLASTS,
    MAX_ROCKS,
    MEMORY_HITS,
    NONE,
    RECORDED_USES,
    SIZE_CLASSES,
    Capacity,
)
from .constants.turn import Phase, Step
from .craft import CRAFT
from .decisions import Decision
from .knowledge_levels import Level
from .piece_records import ADRIFT, CREW, MISSILE, RACK, ROCK
from .progress import BLAST, CHANCE, EVENT, EXCHANGE, LAST, ORDER, PAST_HIT

_CLOCK: dict[str, Field] = {
    "turn": field(INT16, "the turn; 0 before the first", known=Level.ALL),
    "arrivals": field(INT16, "hexes entered so far: who is the later arrival", known=Level.ALL),
    "phase": field(INT8, "phase of the turn", known=Level.ALL, enum=Phase),
    "step": field(INT8, "where the engine stands", known=Level.NOBODY, enum=Step),
    "back": field(INT8, "step to go on with after a moment of fire", known=Level.NOBODY, enum=Step),
    "decision": field(INT8, "the current decision", known=Level.TO_ACT, enum=Decision),
    "seat": side_field(
        "Side to act", known=Level.TO_ACT, blank=NONE, shows="the decision that it has to make"
    ),
    "verdict": field(INT8, "who has won", known=Level.ALL, enum=Verdict),
    "reason": field(INT8, "why the game ended", known=Level.ALL, enum=Reason),
}
"""Where the turn stands, and who decides."""

_MOVES: dict[str, Field] = {
    "size_class": field(INT8, "class that moves now", known=Level.ALL, enum=Size),
    "loser": side_field("Side that moves first in this class", known=Level.ALL),
    "goer": side_field("Side whose go it is", known=Level.ALL),
    "goes": field(
        INT8,
        "units that a side still moves in this pair of goes (IN-SEQ-04)",
        known=Level.ALL,
        shape=(2,),
    ),
    "picked": slot("craft", "craft that is about to move, but for claims", known=Level.ALL),
    "claimed": flag("no more claims on its tail are to come", known=Level.ALL),
    "first": field(INT8, "Side that decides first this turn", known=Level.ALL, most=1),
    "mover": slot("craft", "craft that moves, or NONE", known=Level.ALL),
    "begun": flag("its move has begun: what it fires first is fired", known=Level.ALL),
    "lane": field(INT8, "its hexes left", known=Level.ALL),
    "last_moment": flag("its move is over but for shots", known=Level.ALL),
    "moment": number(INT8, "sides that have passed at this moment, bits", known=Level.ALL, most=3),
    "cursor": number(INT8, "piece at which a step of many stands", known=Level.NOBODY),
    "rocks": field(INT8, "asteroids still to be placed", known=Level.ALL),
    "dice": field(
        INT8,
        "initiative dice by size class",
        known=Level.ALL,
        shape=(SIZE_CLASSES + 1, 2),
    ),
}
"""The move in progress, and what this moment allows."""

_SCORE: dict[str, Field] = {
    "points": field(INT16, "victory points", known=Level.ALL, shape=(2,)),
    "prize_holder": slot(
        "craft", "craft that carries the prize (IN-SCN-10), or NONE", known=Level.ALL
    ),
    "prize_taken": side_field(
        "Side that has carried off the prize (IN-SCN-13), or NONE", known=Level.ALL, blank=NONE
    ),
    "sheet": field(INT8, "map sheets laid again in a pursuit (IN-SCN-12)", known=Level.ALL),
    "edge": number(
        INT8,
        "what damage adds to the margin, once the game is over (IN-AMB-105)",
        known=Level.ALL,
    ),
}
"""The score of each side."""

_FIRE: dict[str, Field] = {
    "order": nested(ORDER, "the actions of the current order so far", (2,), sides="each"),
    "last": nested(LAST, "what the last exchange came to"),
    "exchange": nested(EXCHANGE, "the fire that is being resolved"),
    "blast": nested(BLAST, "explosions that are due", (MAX_BLASTS,)),
    "blasts": field(INT8, "how many", known=Level.ALL, most=MAX_BLASTS),
}
"""Orders and fire under way."""


def _piece_fields(capacity: Capacity) -> dict[str, Field]:
    """Return the fields of the pieces."""
    return {
        "rock": nested(ROCK, "asteroids and wrecks", (MAX_ROCKS,)),
        "craft": nested(CRAFT, "ships", (2 * capacity.craft,), sides="halves"),
        "crew": nested(CREW, "pilots and gunners", (2 * capacity.crewmen,), sides="halves"),
        "rack": nested(RACK, "hardpoints", (2 * capacity.racks,), sides="halves"),
        "missile": nested(MISSILE, "missiles on the map", (2 * capacity.missiles,), sides="halves"),
        "adrift": nested(ADRIFT, "crews in space", (2 * capacity.adrift,), sides="halves"),
    }


def _record_sheets(capacity: Capacity) -> dict[str, Field]:
    """Return the fields of armour and internal blocks (model/towers.py)."""
    return {
        "last_seen_rows": number(
            INT16,
            "rows of each side as the other one saw them last; 0 where never seen",
            known=Level.ALL,
            shape=(2, capacity.rows),
            least=0,
            most=FULL_ROW,
        ),
        "rows": number(
            INT16,
            "boxes left, a bit each: armour from outside in, turrets, the internal block",
            known=Level.OWNER,
            shape=(2, capacity.rows),
            sides="each",
            least=0,
            most=FULL_ROW,
        ),
    }


def _memory(capacity: Capacity) -> dict[str, Field]:
    """Return what follows from the course of the game, and is no part of its digest."""
    return {
        "memory_draws": field(
            INT8,
            "the same as `chance.uses`, of draws that depend on what a side alone knows",
            known=Level.NOBODY,
            shape=(2, RECORDED_USES),
        ),
        "memory_hits": nested(
            PAST_HIT, "rings of the last hits on craft of each side", (2, MEMORY_HITS)
        ),
        "memory_hit_count": field(
            INT32, "hits on craft of each side so far", known=Level.ALL, shape=(2,)
        ),
        "memory_looks": field(
            INT16,
            "hits on the enemy before a side last saw the armour, the inside of each of its craft",
            known=Level.OWNER,
            shape=(2, len(Look) * capacity.craft),
            sides="each",
        ),
    }


@cache
def state_record(capacity: Capacity) -> Record:
    """Return the record of one game for a capacity class."""
    return fields(
        "state",
        **_CLOCK,
        **_MOVES,
        **_SCORE,
        **_FIRE,
        **_piece_fields(capacity),
        **_record_sheets(capacity),
        **_memory(capacity),
        **log_fields(EVENT, LOG_LENGTH, Level.DELIVERED),
        chance=nested(CHANCE, "random stream; last, so that redaction need not copy it"),
    )


def state_dtype(capacity: Capacity) -> np.dtype:
    """Return the packed dtype of that record."""
    return state_record(capacity).dtype


HIDDEN_INT64 = int64_from(state_dtype(next(iter(CAPACITIES.values()))), "log_count")
"""int64 words at the end of a state of any capacity that redaction always hides: log and chance."""
