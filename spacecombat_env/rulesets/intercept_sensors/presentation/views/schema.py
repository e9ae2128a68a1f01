"""Schema of the view: plain keys from the fields that they show, composed ones by hand.

scripts/view_schema.py writes it to view.schema.json; game_view.py makes the views.
"""

from __future__ import annotations

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.presentation.perspective import SEATS
from spacecombat_env.core.presentation.schema import (
    SEAT,
    Schema,
    document,
    either,
    flag,
    game_keys,
    integer,
    items,
    keys,
    maybe,
    of,
    of_or_null,
    one_of,
    panel,
    panel_row,
    plain,
    ref,
    text,
)
from spacecombat_env.core.presentation.view_fields import view_schema_keys

from ...model import (
    BODY,
    CAPACITIES,
    CLASS,
    FIND,
    OPTIONS,
    REASONS,
    TRACE,
    UNIT,
    InterceptDecision,
    InterceptLevel,
    scan_record,
    state_record,
)
from ..texts import PHASE_TEXT, SENSOR_TEXT, SIGNATURE_TEXT
from .game_view import SCHEMA
from .unit_views import LOSSES, POWERS, STATES

STATE, SCAN = state_record(CAPACITIES["small"]), scan_record(CAPACITIES["small"])
DIRECTION = one_of(DIRECTION_NAMES)
PAIR = items(integer(), count=2)
RESULT = of(FIND["result"])
SENSOR = one_of(SENSOR_TEXT)
ON_BOARD = "the same as the seat sees the map: for Blue, left and right exchanged"

# --- places --------------------------------------------------------------------------------------

BOX = text(pattern="^[A-F][1-7]$")
SQUARE = "column and row from the top left of the true map, 1 first; row 1 is next to the sun"
PLACE = {
    "square": maybe(PAIR, SQUARE),
    "box": maybe(BOX, "the box of that square on the true map"),
    "board_square": maybe(PAIR, ON_BOARD),
    "board_box": maybe(BOX, "the same as the tokens of the seat have it"),
}
VECTOR = "squares per turn, to the right and away from the sun, on the true map"
COURSE = {
    **PLACE,
    "vector": items(integer(), VECTOR, 2),
    "board_vector": items(integer(), ON_BOARD, 2),
    "speed": integer(),
    "endpoint": maybe(PAIR, "the square of the true map where it will be unless it thrusts"),
}

# --- units ---------------------------------------------------------------------------------------


def signatures(about: str) -> Schema:
    """Return the schema of signatures by kind; those that are not given off are left out."""
    signature_names = list(SIGNATURE_TEXT.values())
    return keys({kind: integer() for kind in signature_names}, about, signature_names)


ON_MAP = keys(
    {
        **COURSE,
        "facing": DIRECTION,
        "board_facing": DIRECTION,
        "thrust": of(UNIT["thrust"]),
        "burns_left": of_or_null(UNIT["burns"], "turns of thrust; null for no limit"),
        **view_schema_keys(UNIT, InterceptLevel.TRACKED),
        "condition": keys(plain(UNIT, "surface", "core", "crew")),
        "in_shadow": flag(),
        "signatures": signatures("what it gives off now, by kind"),
        "turns_held": of(UNIT["held"]),
    },
    "where a unit is, how it moves, and what it gives off",
)
PRINTED = {
    "name": text(),
    "side": SEAT,
    "class": text(),
    "type": of(CLASS["type"]),
    "max_thrust": of(CLASS["thrust"]),
    "skill": of(CLASS["skill"]),
    "black_hull": of(CLASS["black_hull"]),
    "stealth": of(CLASS["stealth"]),
    "sensors": keys(
        {sensor: maybe(integer()) for sensor in SENSOR_TEXT},
        "strength of each kind of sensor; null where it is not fitted",
    ),
    "state": of(UNIT["status"], texts=STATES.values()),
    "loss": maybe(of(UNIT["loss"], texts=LOSSES.values())),
}
PLOT = keys(
    {
        "facing": DIRECTION,
        "board_facing": DIRECTION,
        "thrust": of(UNIT["plot_thrust"]),
        "power": of(UNIT["plot_power"], texts=POWERS),
        "popped_out": of(UNIT["plot_popped"]),
        "launches": maybe(text(UNIT["plot_launch"].meaning)),
    },
    "orders not yet carried out",
)
OWN_UNIT = keys(
    {
        **PRINTED,
        "carrier": maybe(text("the ship that carries or launched it")),
        "tracked": flag("by the enemy"),
        **view_schema_keys(UNIT, InterceptLevel.OWNER),
        "sensors_used": items(SENSOR, "this turn"),
        "on_map": maybe(ref("on_map")),
        "plot": maybe(PLOT),
    }
)
ENEMY_UNIT = keys(
    {
        **PRINTED,
        "tracked": flag("by the seat's side"),
        "on_map": maybe(ref("on_map"), "null unless it is tracked"),
        "last_known": maybe(
            keys(
                {"turn": of(UNIT["last_turn"]), **COURSE},
                "where and how it moved when the track was lost",
            )
        ),
    }
)

# --- scans ---------------------------------------------------------------------------------------

FOUND = keys(
    {
        "result": RESULT,
        "signal": of(FIND["signal"]),
        "signatures": signatures("those that were disclosed"),
        **PLACE,
    },
    "one answer; the square is null unless it was disclosed",
)
SCANNED = keys(
    {
        "turn": of(SCAN["turn"]),
        "side": SEAT,
        "ship": maybe(text("the scanner; null where that is not disclosed")),
        "sensor": SENSOR,
        "area": text("as text, on the true map"),
        "squares_across": of(SCAN["side"]),
        "top_left": items(integer(), "on the true map; may lie off it", 2),
        "bottom_right": PAIR,
        "board_top_left": items(integer(), "as the seat sees the map", 2),
        "board_bottom_right": PAIR,
        "strength": integer("what is left of it after sunglare"),
        "sunglare": of(SCAN["glare"]),
        "roll": of_or_null(SCAN["roll"], "the Sense roll; null for none"),
        "finds": items(FOUND, "the answers, strongest first"),
    }
)
SEARCHED = keys(
    {
        "side": SEAT,
        "box": BOX,
        "board_box": BOX,
        "quiet": integer(f"searched in vain lately: 0 to {TRACE}, fading"),
        "trace": integer(f"something answered lately: 0 to {TRACE}, fading"),
    }
)

# --- the game ------------------------------------------------------------------------------------

FIGURE = items(either(text(), integer()), "a label and its value", 2)
STATE_TEXT = ["ready", "damaged", "aboard", "lost", "unknown"]
ROW = panel_row(text("class"), STATE_TEXT, "what is hurt, and permanent or temporary")
PANEL = panel(ROW, "what a table of a side's units shows")
GOAL = keys({"columns": PAIR, "rows": PAIR, "board_columns": PAIR}, "first and last column and row")
VICTORY = keys(
    {
        "kind": of(OPTIONS["victory"]),
        "turns": of(OPTIONS["hold_turns"]),
        "runner": maybe(SEAT, "the side that must cross"),
        "goal": maybe(GOAL),
    }
)
BODIES = keys(
    {
        "squares_across": of(BODY["side"]),
        **PLACE,
        "shadow_columns": maybe(PAIR, "first and last column of the shadow below it"),
    },
    "planets and asteroids; square and box are those of the middle",
)
PHASE = of(STATE["phase"], texts=PHASE_TEXT)
VIEW = keys(
    {
        "schema": {"const": SCHEMA},
        **game_keys(STATE["turn"], OPTIONS["turn_limit"], PHASE, REASONS),
        "scans_first": one_of(SEATS, "the side that scans first this turn and wins ties"),
        "to_act": maybe(SEAT),
        "asked": maybe(
            one_of(decision.name.lower() for decision in InterceptDecision if decision),
            "kind of decision; null while the seat is not to act",
        ),
        "map": keys(plain(OPTIONS, "columns", "rows"), "squares"),
        "sunfactor": of(OPTIONS["sunfactor"]),
        "victory": VICTORY,
        "sides": keys({seat: ref("side") for seat in SEATS}),
        "own_units": items(ref("own_unit")),
        "enemy_units": items(ref("enemy_unit"), "enemies that were tracked at some time"),
        "own_scans": items(ref("scan"), "the last scans, oldest first"),
        "enemy_scans": items(ref("scan"), "the enemy's, as disclosed"),
        "search_map": items(SEARCHED, "an aid to memory, made of the answers to the own scans"),
        "bodies": items(BODIES),
        "question": maybe(
            keys({"seat": SEAT, "text": text()}),
            "the decision of the seat; null while it is not to act",
        ),
        "status": items(ref("panel")),
    }
)
DEFS = {
    "side": keys({"points": of(STATE["points"]), "scans_declared": of(STATE["declared"])}),
    "own_unit": OWN_UNIT,
    "enemy_unit": ENEMY_UNIT,
    "on_map": ON_MAP,
    "scan": SCANNED,
    "panel": PANEL,
    "figure": FIGURE,
}


def view_schema() -> Schema:
    """Return the whole schema."""
    about = (
        "What `env.view(agent)` returns: everything a seat may know and nothing else. Places come "
        "in the true map and, as `board_...`, as the seat sees it."
    )
    return document(SCHEMA, "Intercept sensors, view of a seat", about, VIEW, DEFS)
