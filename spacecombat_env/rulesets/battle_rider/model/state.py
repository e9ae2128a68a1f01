"""The record of a game: the pieces, each player's holdings, the log, chance.

One game is one packed record of integers. Index arrays hold both sides: slots 0..n-1 are Red's,
n..2n-1 Blue's, and a slot never moves, so an index is an identity. Masks are int64 with one bit
per slot.
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
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64, int64_from

from .constants.categories import Reason, Secrecy, Verdict
from .constants.log import LOG_LENGTH
from .constants.sizes import (
    CAPACITIES,
    MAX_BODIES,
    MAX_CLASSES,
    MAX_DIRECTED,
    MAX_PICKS,
    MAX_PLAYERS,
    MAX_WHITEOUTS,
    MEMORY_LAUNCHES,
    NONE,
    RESULTS,
    WEAPON_ROWS,
    Capacity,
)
from .constants.turn import DIRECTIONS, Phase, Step
from .craft import CRAFT
from .decisions import Decision
from .knowledge_levels import Level
from .piece_records import BODY, FORCE, MAX_MEMBERS, PAST_LAUNCH, SPREAD, WHITE_OUT
from .turn_records import ATTEMPT, CHANCE, EVENT, MISSION, ORDER, TEAM, VOLLEY, WATCH

_CLOCK: dict[str, Field] = {
    "turn": field(INT16, "the turn; 0 before the first", known=Level.ALL),
    "phase": field(INT8, "phase of the turn", known=Level.ALL, enum=Phase),
    "step": field(INT8, "where the engine stands", known=Level.NOBODY, enum=Step),
    "decision": field(INT8, "the current decision", known=Level.TO_ACT, enum=Decision),
    "seat": side_field(
        "Side to act", known=Level.TO_ACT, blank=NONE, shows="the decision that it has to make"
    ),
    "initiative": side_field("Side with the initiative", known=Level.ALL),
    "mover": side_field("Side whose round, launch or spread move it is", known=Level.ALL),
    "round_tf": slot(
        "tf",
        "task force whose round it is, or NONE",
        known=Level.ROUND,
        shows="which force is in play",
    ),
}
"""Where the turn stands, and who decides."""

_SCORE: dict[str, Field] = {
    "verdict": field(INT8, "who has won", known=Level.ALL, enum=Verdict),
    "reason": field(INT8, "why the game ended", known=Level.ALL, enum=Reason),
    "passed": flag(
        "side moves no more controlled spreads this turn",
        known=Level.OWNER,
        shape=(2,),
        sides="each",
    ),
    "tactics": field(
        INT8,
        "Fleet Tactics of each side",
        known=Level.BOUGHT,
        shape=(2,),
        sides="each",
        under=Secrecy.ADVANCED,
    ),
    "points_lost": number(
        INT16,
        "printed points destroyed or lost (BR-SCN-06)",
        known=Level.OWNER,
        shape=(2,),
        sides="each",
        derived="known_lost",
    ),
    "points_escaped": number(
        INT16,
        "printed points that have escaped",
        known=Level.OWNER,
        shape=(2,),
        sides="each",
        derived="known_escaped",
    ),
    "known_lost": number(
        INT16,
        "of those, the points of craft the enemy had detected",
        known=Level.LOSSES,
        shape=(2,),
        sides="each",
        derived="known_escaped is added",
        shows="the sum",
    ),
    "known_escaped": number(
        INT16,
        "the same of points_escaped",
        known=Level.LOSSES,
        shape=(2,),
        sides="each",
        derived="0",
        shows="the sum",
    ),
    "contacts": field(INT8, "craft of each side detected so far", known=Level.ALL, shape=(2,)),
    "dummies_found": number(
        INT8,
        "task forces of each side that were found to hold nothing (BR-DET-07)",
        known=Level.EMPTIES,
        shape=(2,),
        sides="each",
    ),
}
"""The result, and what counts towards it."""

_ATTACKS: dict[str, Field] = {
    "boarding_stage": field(
        INT8, "where boarding actions stand (forces/boarding.py)", known=Level.ALL
    ),
    "pool": field(
        INT8,
        "damage markers left in the cup (BR-AMB-37)",
        known=Level.CUP,
        shape=(RESULTS,),
        derived="with what lies face down on the enemy",
        shows="the sum",
    ),
    "attack_member": number(INT8, "defender whose sandcasters are being assigned", known=Level.ALL),
    "attack_spread": slot("spread", "spread they are assigned against", known=Level.ALL),
    "attack_level": field(INT8, "which caster on one missile", known=Level.ALL),
    "attack_tf": slot(
        "tf", "task force whose attackers are being resolved, or NONE", known=Level.ALL
    ),
    "defender": slot(
        "craft",
        "its craft, NONE after the last",
        known=Level.DEFENDING,
        shape=(MAX_MEMBERS,),
        shows="who is known of them",
    ),
}
"""Attacks and boarding actions that are being resolved."""

_UNDER_WAY: dict[str, Field] = {
    "order": nested(ORDER, "the actions of the current order so far", (2,), sides="each"),
    "attempt": nested(ATTEMPT, "the sensor attempt under way; both sides know parts of it"),
    "volley": nested(VOLLEY, "the fire of one ship at one target"),
}
"""Orders, sensor attempts and fire under way."""

_PURCHASE: dict[str, Field] = {
    "buyer": flag(
        "buys its fleet: its Fleet Tactics are secret (BR-SCN-11)", known=Level.ALL, shape=(2,)
    ),
    "funds": field(
        INT16,
        "points it has left to spend",
        known=Level.OWNER,
        shape=(2,),
        sides="each",
        under=Secrecy.ADVANCED,
    ),
    "picker": side_field(
        "Side that picks the next ship set aside; NONE before the cards", known=Level.ALL
    ),
    "picks": field(
        INT8,
        "class rows picked so far, 0 = none (BR-SCN-10)",
        known=Level.ALL,
        shape=(2, MAX_PICKS),
        most=MAX_CLASSES - 1,
    ),
}
"""Fleets that are bought or picked."""

_SIDES: dict[str, Field] = {
    "watch": nested(WATCH, "readiness of each side (BR-SUR-07)", (2,), sides="each"),
    "surprise_over": field(
        INT8,
        "of the one surprise of the game (BR-SUR-01): 1 tried, 2 Red is caught, 4 Blue is",
        known=Level.ALL,
        most=7,
    ),
    "secrecy": field(INT8, "bits of Secrecy, set by the scenario", known=Level.ALL, bits=Secrecy),
    "mission": nested(
        MISSION, "secret missions, and what has been done for them", (2,), sides="each"
    ),
    "team": nested(TEAM, "players of each side (chapter MPL)", (2,), sides="each"),
}
"""Surprise, secrecy, missions and players of the sides."""


def _piece_fields(capacity: Capacity) -> dict[str, Field]:
    """Return the fields of the pieces."""
    return {
        "craft": nested(CRAFT, "ships, riders and drones", (2 * capacity.craft,), sides="halves"),
        "tf": nested(FORCE, "task forces", (2 * capacity.task_forces,), sides="halves"),
        "spread": nested(SPREAD, "missile spreads", (2 * capacity.spreads,), sides="halves"),
        "whiteout": nested(WHITE_OUT, "white outs", (MAX_WHITEOUTS,)),
        "body": nested(BODY, "bodies in space", (MAX_BODIES,)),
    }


def _batteries(capacity: Capacity) -> dict[str, Field]:
    """Return the fields of weapons used by hexside, and of directors."""
    return {
        "battery_side": side_field(
            "side whose craft `battery_fire` counts, or NONE",
            known=Level.BATTERIES,
            under=Secrecy.ADVANCED,
            blank=NONE,
            shows="whose they are",
        ),
        "battery_fire": field(
            INT8,
            "weapons fired this phase through each hexside, by secondary and turret rows (BAT)",
            known=Level.BATTERIES,
            shape=(capacity.craft, DIRECTIONS, WEAPON_ROWS - 1),
            under=Secrecy.ADVANCED,
        ),
        "battery_sand": field(
            INT8,
            "sandcasters used this round or phase against what came through each hexside",
            known=Level.ALL,
            shape=(capacity.craft, DIRECTIONS),
        ),
        "directed": field(
            INT32,
            "what directors serve (ships/fire_control.py)",
            known=Level.BATTERIES,
            shape=(MAX_DIRECTED,),
            under=Secrecy.ADVANCED,
        ),
    }


def _between_rules(capacity: Capacity) -> dict[str, Field]:
    """Return the fields that rules hand to each other."""
    return {
        "drawn": field(
            INT8,
            "damage markers drawn together, by Result (BR-DMG-06); 0 between rules",
            known=Level.ALL,
            shape=(RESULTS,),
        ),
        "share": field(
            INT32,
            "points handed to each player (BR-MPL-01); 0 between rules",
            known=Level.ALL,
            shape=(MAX_PLAYERS,),
        ),
        "unit": field(
            INT8,
            "craft of a side that stay together (BR-MPL-01); 0 between rules",
            known=Level.ALL,
            shape=(capacity.craft,),
        ),
    }


def _memory(capacity: Capacity) -> dict[str, Field]:
    """Return the past of the game that determinizations need; it is no part of its digest.

    It begins and ends at a multiple of eight bytes, so that no gap of the record depends on it.
    """
    return {
        "memory_launch": nested(
            PAST_LAUNCH,
            "rings of the last places and turns in which each side has launched spreads",
            (2 * MEMORY_LAUNCHES,),
            sides="halves",
        ),
        "memory_split": number(
            INT64,
            "task forces of each side that split off from others",
            known=Level.EMPTIES,
            shape=(2,),
            sides="each",
        ),
        "memory_burned": number(
            INT16,
            "Gs by which each task force has been seen to change its vector",
            known=Level.EMPTIES,
            shape=(2, capacity.task_forces),
            sides="each",
        ),
        "memory_launch_count": number(
            INT32,
            "places and turns of launching so far (BR-MIS-03)",
            known=Level.EMPTIES,
            shape=(2,),
            sides="each",
        ),
    }


@cache
def state_record(capacity: Capacity) -> Record:
    """Return the record of one game for a capacity class."""
    return fields(
        "state",
        **_CLOCK,
        **_SCORE,
        **_ATTACKS,
        **_piece_fields(capacity),
        **_UNDER_WAY,
        **_PURCHASE,
        **_batteries(capacity),
        **_SIDES,
        **_between_rules(capacity),
        **_memory(capacity),
        **log_fields(EVENT, LOG_LENGTH, Level.DELIVERED),
        chance=nested(CHANCE, "random stream; last, so that redaction need not copy it"),
    )


def state_dtype(capacity: Capacity) -> np.dtype:
    """Return the packed dtype of that record."""
    return state_record(capacity).dtype


HIDDEN_INT64 = int64_from(state_dtype(next(iter(CAPACITIES.values()))), "log_count")
"""int64 values at the end of any state that redaction never shows: the log and chance."""
