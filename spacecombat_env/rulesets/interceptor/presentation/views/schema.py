"""Schema of the view: plain keys from the fields that they show, composed ones by hand.

scripts/view_schema.py writes it to view.schema.json; game_view.py makes the views.
"""

from __future__ import annotations

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
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
    one_of,
    panel,
    panel_row,
    plain,
    ref,
    text,
)
from spacecombat_env.core.presentation.view_fields import view_schema_keys

from ...model import (
    CAPACITIES,
    CLASS,
    COMPONENT,
    CRAFT,
    CREW,
    DIRECTIONS,
    MISSILES,
    OPTIONS,
    RACK,
    REASONS,
    VOLLEY,
    Decision,
    Family,
    Level,
    Size,
    Where,
    state_record,
)
from ...model.piece_records import ADRIFT, ROCK
from ..pictures.panels import PANEL_STATES
from ..texts import (
    ARC_TEXT,
    CREW_STATUS_TEXT,
    DISCLOSED_TEXT,
    FACING_TEXT,
    LOAD_TEXT,
    MODE_TEXT,
    PHASE_TEXT,
    ROLE_TEXT,
    SIZE_TEXT,
    STATUS_TEXT,
    TOW_TEXT,
    ZONE_TEXT,
)
from .game_view import SCHEMA
from .ship_views import BAYS, MOUNTS, WEAPON_STATES
from .unit_views import MISSILE_STATES, ROCKS

STATE = state_record(CAPACITIES["small"])
HEX = text(pattern="^-?[0-9]{1,3}-?[0-9]{1,3}$")
DIRECTION = one_of(DIRECTION_NAMES)
OWN_BOARD = "the same as the seat counts: on the board turned so that its own edge is near it"
DATE = maybe(
    integer(minimum=0), "turn at which it was seen, 0 for never; null: from the true record"
)

# --- places --------------------------------------------------------------------------------------

PLACE = {
    "hex": {**HEX, "description": "column and row as Red counts, CCRR"},
    "board_hex": {**HEX, "description": OWN_BOARD},
    "altitude": maybe(integer(minimum=0), "level; null on a map without levels"),
}
COURSE = {
    **PLACE,
    "heading": {**DIRECTION, "description": "where it flies, as Red sees the map"},
    "board_heading": DIRECTION,
    "velocity": of(CRAFT["velocity"]),
}
FLYING = keys(
    {**COURSE, "facing": DIRECTION, "board_facing": DIRECTION, "rolled": of(CRAFT["rolled"])},
    "where a ship is, how it flies and where it points",
)

# --- record sheets -------------------------------------------------------------------------------

BOXES = maybe(
    items(text(pattern="^[#.]{10}$")),
    "row by row, the outermost first: # a box left, . one gone; null where it was never seen",
)
HITS = items(
    text(pattern="^[0-4]{10}$"),
    "only of a ship from 2,000 t on: hits that the boxes have taken so far, row by row",
)
BLOCK = keys(
    {
        "facing": one_of(FACING_TEXT.values()),
        "shield": maybe(integer(minimum=0), "flicker rate now; null for an enemy"),
        "printed_shield": of(CLASS["shield"]),
        "boxes": integer("of the whole block", minimum=0),
        "outside": maybe(items(text(pattern="^[#.]{10}$"), count=1), "what lies on the armour"),
        "rows": BOXES,
    }
)
SHEET = keys(
    {
        "armour_seen": DATE,
        "inside_seen": DATE,
        "armour": items(BLOCK, "by facing, clockwise from the front", DIRECTIONS),
        "turrets": items(
            keys({"armour": BOXES, "inside": BOXES, "hits": HITS}, optional=("hits",))
        ),
        "inside": BOXES,
        "hits": HITS,
        "components": items(
            keys(
                {
                    "name": text(),
                    "where": one_of(where.name.lower() for where in Where),
                    "boxes": of(COMPONENT["boxes"]),
                    "out": flag("disabled"),
                }
            )
        ),
    },
    "what is left of a ship: an own one in truth, an enemy one as it was seen last",
    optional=("hits",),
)

# --- ships ---------------------------------------------------------------------------------------

COMMON = {
    "state": one_of(STATUS_TEXT.values()),
    "size": of(CRAFT["size_class"], texts=[SIZE_TEXT[size] for size in Size]),
    "installation": of(CRAFT["installation"]),
    "on_map": maybe(ref("flying")),
    "zone": maybe(one_of(ZONE_TEXT.values()), "null without a planet"),
    "flies_on": maybe(one_of([*MODE_TEXT.values()][1:]), "null in space"),
    "out_of_control": flag("seriously out of control: it moves at random"),
    "moved": of(CRAFT["acted"]),
    "straight_turns": integer("full turns on a straight course (IN-CAM-21)", minimum=0),
    "fast_turns": of(CRAFT["fast"]),
    "shields_lowered": of(CRAFT["lowered"]),
    "being_abandoned": of(CRAFT["left_in"]),
    "enters_t_space": of(CRAFT["transit"]),
    "tow": maybe(
        keys(
            {
                "with": text(CRAFT["tow"].meaning),
                "towed": of(CRAFT["towed"]),
                "stage": one_of([*TOW_TEXT.values()][1:]),
                "turns": of(CRAFT["tow_turns"]),
            }
        ),
        "null without a tow",
    ),
    "hexes_moved": of(CRAFT["hexes"]),
    "covered_by": maybe(text(CRAFT["cover"].meaning)),
    "on_the_tail_of": maybe(text(CRAFT["tailing"].meaning)),
}
THRUST = keys(
    {
        "most": of(CRAFT["thrust"]),
        "left": integer("that can still be spent this turn", minimum=0),
        "safe": integer("that may be spent in a turn without a roll", minimum=0),
        **plain(CRAFT, "pushed", "heading_points", "facing_points"),
    }
)
POWER = keys(
    {
        "most": integer("EPs that can be allotted a turn", minimum=0),
        "left": of(CRAFT["eps"]),
        "fed": items(text(), CRAFT["fed"].meaning),
    }
)
CREWMAN = keys(
    {
        "role": one_of(ROLE_TEXT.values()),
        **plain(CREW, "piloting", "gunnery"),
        "familiarity": items(integer(), "with this hull: Piloting, Gunnery", 2),
        "state": one_of(CREW_STATUS_TEXT.values()),
        **plain(CREW, "hits"),
        "station": maybe(text("where he serves: cockpit, bridge or quarters")),
        **plain(CREW, "column", "flies", "overload", "kills"),
        "weapons": items(text(pattern="^w[0-9]+$"), CREW["weapons"].meaning),
    }
)
WEAPON = keys(
    {
        "row": text(pattern="^w[0-9]+$"),
        "name": text(),
        "arc": one_of(ARC_TEXT.values()),
        "worked_by": text("whose it is by the sheet"),
        "state": one_of(WEAPON_STATES),
    }
)
RACK_OF = keys(
    {
        "row": text(pattern="^w[0-9]+$"),
        "mount": one_of(MOUNTS),
        "pod": maybe(one_of(LOAD_TEXT[MISSILES:])),
        "shots": of(RACK["shots"]),
        "missiles": keys({action: integer(minimum=0) for action in LOAD_TEXT[:MISSILES]}),
    }
)
BAY_OF = keys(
    {
        "kind": one_of(BAYS),
        "loaded": flag("holds cargo"),
        "tons_left": maybe(integer(), "of craft that a hangar still takes; null for a cargo bay"),
        "used": flag("has launched or recovered a craft this turn"),
        "hits": integer("that it has taken (IN-ICB-10)", minimum=0),
        "craft": items(text(), "in it"),
    }
)
OWN_SHIP = keys(
    {
        "name": text(),
        "side": SEAT,
        "class": text(),
        **COMMON,
        "known_as": text("the name by which the enemy knows it"),
        "told": items(one_of(DISCLOSED_TEXT.values()), "what was disclosed of it to the enemy"),
        "tons": of(CLASS["tons"]),
        "in_bay_of": maybe(text(), "the ship in whose bay it lies"),
        "thrust": THRUST,
        "power": maybe(POWER, "null where power cannot be switched"),
        "bays": items(BAY_OF),
        "rescue_places": integer("left in its Rescue Compartments (IN-ABN-07)", minimum=0),
        "crew_escapes_in": maybe(text(), CRAFT["escape"].meaning),
        **plain(CRAFT, "air_used"),
        "used_thrust": of(CRAFT["worked"]),
        **view_schema_keys(CRAFT, Level.OWNER),
        "crew": items(CREWMAN),
        "weapons": items(WEAPON),
        "racks": items(RACK_OF),
        "sheet": ref("sheet"),
    }
)
ENEMY_SHIP = keys(
    {
        "name": text(),
        "contact": integer("the number under which the seat knows it", minimum=1),
        "class": maybe(text(), "null until it was disclosed"),
        **COMMON,
        "tons": maybe(
            keys({"low": integer(minimum=0), "high": integer(minimum=0)}),
            "within which the tonnage was disclosed; null until then",
        ),
        "streamlined": maybe(flag(), "null until it was disclosed"),
        "weapon_types": items(one_of(family.name for family in Family if family)),
        "weapons": maybe(items(text()), "null until they were disclosed"),
        "weapons_fired": integer("this turn, of those that were disclosed", minimum=0),
        "sheet": maybe(ref("sheet"), "null until its class was disclosed"),
    }
)

# --- other pieces --------------------------------------------------------------------------------

MISSILE = keys(
    {
        "name": text(),
        "side": SEAT,
        "kind": maybe(one_of(LOAD_TEXT[:MISSILES]), "null while it is not known"),
        "state": one_of(MISSILE_STATES.values()),
        **COURSE,
        "target": maybe(text()),
    }
)
ADRIFT_CREW = keys(
    {"name": text(), "side": SEAT, **plain(ADRIFT, "people", "prize"), **COURSE},
)
ASTEROID = keys(
    {
        "kind": one_of(ROCKS),
        **PLACE,
        "hits_left": of(ROCK["hits"]),
        "moves": of(ROCK["moving"]),
    }
)
FIRE = keys(
    {
        "firer": text(),
        "target": text(),
        "range": of(VOLLEY["distance"]),
        "facing_struck": of(VOLLEY["facing"], texts=FACING_TEXT.values()),
        "weapons": text("as far as they are known"),
        "missiles": integer("launched", minimum=0),
    },
    "declared and not yet resolved",
)

# --- the game ------------------------------------------------------------------------------------

FIGURE = items(either(text(), integer()), "a label and its value", 2)
ROW = panel_row(text("class, or tonnage as disclosed"), PANEL_STATES, "what is out")
PANEL = panel(ROW, "what a table of a side's ships shows")
PHASE = of(STATE["phase"], texts=PHASE_TEXT)
RESULT = {
    "outcome": maybe(text(), "step of the scenario's outcome table; null of a draw, or without one")
}
VIEW = keys(
    {
        "schema": {"const": SCHEMA},
        **game_keys(STATE["turn"], OPTIONS["turn_limit"], PHASE, REASONS, RESULT),
        "to_act": maybe(SEAT),
        "asked": maybe(
            one_of(decision.name.lower() for decision in Decision if decision),
            "kind of decision; null while the seat is not to act",
        ),
        "map": keys(plain(OPTIONS, "columns", "rows"), "hexes"),
        "planet": maybe(
            keys(
                {
                    "edge": one_of(("bottom", "top")),
                    **plain(OPTIONS, "ground", "atmosphere", "interface", "well", "top"),
                },
                "rows, counted from an edge as Red sees the map; with `top` levels, from below",
            ),
            "null without one",
        ),
        "size_that_moves": maybe(one_of(SIZE_TEXT.values())),
        "mover": maybe(text(), "the ship that moves"),
        "hexes_left": integer("that it must still fly", minimum=0),
        "prize_aboard": maybe(text(), "the ship with the man whom both sides want"),
        "sheets_laid": of(STATE["sheet"]),
        "sides": keys({seat: ref("side") for seat in SEATS}),
        "own_ships": items(ref("own_ship")),
        "enemy_ships": items(ref("enemy_ship"), "by contact number"),
        "missiles": items(MISSILE, "of both sides"),
        "crews_in_space": items(ADRIFT_CREW, "of both sides"),
        "asteroids": items(ASTEROID),
        "fire": items(FIRE),
        "question": maybe(
            keys({"seat": SEAT, "text": text()}),
            "the decision of the seat; null while it is not to act",
        ),
        "status": items(ref("panel")),
    }
)
DEFS = {
    "side": keys({"name": text(), "points": of(STATE["points"])}),
    "own_ship": OWN_SHIP,
    "enemy_ship": ENEMY_SHIP,
    "flying": FLYING,
    "sheet": SHEET,
    "panel": PANEL,
    "figure": FIGURE,
}


def view_schema() -> Schema:
    """Return the whole schema."""
    about = (
        "What `env.view(agent)` returns: everything a seat may know and nothing else. Hexes and "
        "directions come as Red counts them and, as `board_...`, as the seat does."
    )
    return document(SCHEMA, "Interceptor, view of a seat", about, VIEW, DEFS)
