"""The schema of views: plain keys derive from their fields, composed ones are written by hand.

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
    enum_texts,
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
    CAPACITIES,
    CLASS,
    CRAFT,
    FORCE,
    MISSION,
    OPTIONS,
    REASONS,
    SPREAD,
    WATCH,
    WEAPON,
    WHITE_OUT,
    Beam,
    ForceStatus,
    Level,
    state_record,
)
from ...model.turn_records import ORDER
from ..pictures.panels import GONE
from ..texts import BEAM_TEXT, LASTING_TEXT, PHASE_TEXT, RESULT_TEXT, ROW_TEXT
from .force_views import SURFACE_TEXT
from .game_view import READINESS, SCHEMA
from .place_views import BODIES
from .ship_views import POWER_TEXT, STATES

STATE = state_record(CAPACITIES["small"])
HEX = text(pattern="^[0-9]{4}$")
DIRECTION = one_of(DIRECTION_NAMES)
OWN_BOARD = "the same on the board turned so that the seat's own edge is near it"

# --- places --------------------------------------------------------------------------------------

PLACE = {
    "hex": maybe(
        HEX,
        "as printed on the map: column and row, CCRR; a force that waits to enter stands one row "
        "outside; null far off the map",
    ),
    "board_hex": maybe(HEX, OWN_BOARD),
}
COURSE = {
    **PLACE,
    "vector": items(
        integer(), "axial steps [q, r] per turn, map directions (N is towards Blue's edge)", 2
    ),
    "board_vector": items(integer(), OWN_BOARD, 2),
    "speed": integer("hexes per turn"),
    "endpoint": keys(PLACE, "projected endpoint: where it will be if it does not thrust"),
}

# --- ships ---------------------------------------------------------------------------------------

SHIP_STATES = [action for action in STATES.values() if action != "for sale"]
DAMAGE = keys(
    {
        "result": one_of(RESULT_TEXT.values()),
        "lasting": one_of(("temporary", "permanent")),
        "until": one_of(LASTING_TEXT.values()),
    },
    "One damage result on a ship.",
)
PRINTED_WEAPON = {
    "row": one_of(ROW_TEXT),
    "kind": one_of(BEAM_TEXT[beam] for beam in (Beam.LASER, Beam.PARTICLE, Beam.MESON)),
    "spinal_mount": of(WEAPON["spinal"]),
    "number": of(WEAPON["number"]),
    "overpower": integer("built in: 0, -1, -2"),
    "short_range": of(WEAPON["range"]),
    "damage": items(
        maybe(integer()), "at short, medium, long, extreme range; null where it may not fire"
    ),
}
FIRED_WEAPON = plain(CRAFT, "fired", "fired_before", "overpowered")
CONDITION = {
    "name": text(),
    "state": one_of(STATES.values()),
    "force": maybe(text(CRAFT["tf"].meaning)),
    "detected": flag("known to the enemy (own ship), or to the seat"),
    "crew": of(CRAFT["crew"]),
    **plain(CRAFT, "party_away", "overload", "tumble", "active"),
    "sections_lost": of(CRAFT["sections"]),
    "damage": items(ref("damage")),
    "array_extended": of(CRAFT["extended"]),
    "area_jamming": of(CRAFT["jamming"]),
    "power": of(CRAFT["power"], texts=POWER_TEXT),
    "sandcasters_used": of(CRAFT["sand_used"]),
    "black_globe": of(CRAFT["globe"]),
    "facing": maybe(DIRECTION, "direction of the map that it faces; null: any (facing rules)"),
}
PRINTED = {
    "class": text(),
    "type": text("printed type code, empty for drones and ships of a scenario's own"),
    **plain(CLASS, "drone", "points", "socket_extenders", "tech_level"),
    **plain(CLASS, "jump", "armor", "fire_control"),
    "size": of(CLASS["size_mod"]),
    "g_rating": of(CLASS["g"]),
    "directors": of_or_null(CLASS["restricted_directors"]),
    "missile_directors": of(CLASS["directors"]),
    "ready_missiles": of(
        CLASS["missiles"], "printed; what is left of an own ship's stands in `missiles`"
    ),
    "sensors": keys(
        {
            "active": of(CLASS["sensor_range"]),
            "passive": of(CLASS["sensor_range"]),
            "folding": of(CLASS["folding"]),
            "masked": of(CLASS["masked"]),
            "jammer": of(CLASS["jammer"]),
            "area_jammer": of(CLASS["area_jammer"]),
        }
    ),
    "screens": keys(plain(CLASS, "meson_screen", "sandcasters", "dampers")),
}
PLAYER = {"player": text("the player whose it is, where the side has several")}
OWN_SHIP = keys(
    {
        **CONDITION,
        "side": SEAT,
        **PRINTED,
        "weapons": items(ref("own_weapon")),
        "g_available": integer("Gs it can spend this turn"),
        "fuel": of_or_null(CRAFT["fuel"], "G-turns left; null where unlimited"),
        "jump_fuel": flag("its jump fuel is whole: limited fuel that runs out is taken from it"),
        "missiles": of(CRAFT["missiles"]),
        "missiles_controlled": of(CRAFT["controlled"]),
        "semi_independent": of(CRAFT["sims"]),
        "launched": of(CRAFT["launched"]),
        "overpower": of(CRAFT["overpower"]),
        "dampers_used": of(CRAFT["dampers_used"]),
        "keeper": maybe(text("tender that carries it, or controller of a drone")),
        "known_as": maybe(text("the enemy's name for it; null while undetected")),
        **view_schema_keys(CRAFT, Level.OWNER),
        **PLAYER,
    },
    "A ship or drone of the seat's own side.",
    PLAYER,
)
ENEMY_SHIP = keys(
    {
        **CONDITION,
        "state": one_of(SHIP_STATES),
        "contact": integer("from 1, in order of detection"),
        **PRINTED,
        "weapons": items(ref("enemy_weapon")),
        "damage_markers": of(CRAFT["markers"], "that lie face down (hidden damage)"),
        "report": maybe(text("what the last scan for damage reported, true or not (double-blind)")),
    },
    "A detected enemy ship.",
)

# --- task forces and missiles --------------------------------------------------------------------

EXHAUST = "hexside of the Thrust marker, map direction"
MARKERS = {
    **plain(FORCE, "evade", "shadow_found", "acted", "moved", "flickering"),
    "thrusting": of(FORCE["spent_g"]),
    "exhaust": maybe(DIRECTION, EXHAUST),
    "board_exhaust": maybe(DIRECTION, OWN_BOARD),
    "active": flag("shows an Active marker"),
    "surface": of(FORCE["surface"], texts=SURFACE_TEXT),
}
OWN_FORCE = keys(
    {
        "name": text(),
        "side": SEAT,
        "label": text("name in the scenario file, or empty"),
        "state": one_of([action for action in enum_texts(ForceStatus) if action != "unused"]),
        "enters": of_or_null(
            FORCE["entry_turn"], "turn of entry while it waits; 0 until it is written down"
        ),
        "dummy": flag(),
        "ships": items(text()),
        **COURSE,
        **MARKERS,
        "gs_spent": of(FORCE["gs"]),
        "known_as": maybe(text("the enemy's name for it")),
        **PLAYER,
    },
    optional=PLAYER,
)
ENEMY_FORCE = keys(
    {
        "name": text(),
        "contact": integer("from 1"),
        "ships": items(text(), "detected ships in it"),
        **COURSE,
        **MARKERS,
    }
)
TARGET = maybe(text("task force or missiles under attack"))
OWN_SPREAD = keys(
    {
        "name": text(),
        "side": SEAT,
        "missiles": of(SPREAD["count"]),
        "g_left": of(SPREAD["g_left"]),
        "semi_independent": of(SPREAD["sim"]),
        "ship": text(SPREAD["owner"].meaning),
        "detected": of(SPREAD["detected"]),
        "known_as": text(SPREAD["contact"].meaning),
        **COURSE,
        "moved": of(SPREAD["moved"]),
        "target": TARGET,
    }
)
ENEMY_SPREAD = keys(
    {
        "name": text(),
        "contact": integer("from 1"),
        "missiles": of_or_null(SPREAD["count"], "null while undetected"),
        "detected": of(SPREAD["detected"]),
        **COURSE,
        "moved": of(SPREAD["moved"]),
        "target": TARGET,
    }
)

# --- sides ---------------------------------------------------------------------------------------

OWN_MISSION = keys(
    {
        "name": text(),
        "points": integer(),
        "asteroid": of_or_null(MISSION["asteroid"]),
        **plain(MISSION, "bombardments", "troops"),
        "commandos_landed": of_or_null(MISSION["landing_turn"]),
        "team": maybe(text(MISSION["team"].meaning)),
    }
)
PLAYERS = {
    "players": items(
        keys({"name": text(), "fleet_tactics": maybe(integer()), "commander": flag()}),
        "of an own side with several players; fleet_tactics null: not known yet",
    )
}
SIDE = keys(
    {
        "fleet_tactics": of_or_null(STATE["tactics"], "null: bought in secret"),
        "funds": of_or_null(STATE["funds"], "null: not known, or nothing is bought"),
        "points_lost": of(STATE["points_lost"], "of the enemy's, as far as they were detected"),
        "points_escaped": of(STATE["points_escaped"]),
        "readiness": one_of(READINESS, "of the own crews; the enemy's reads as the first"),
        "fatigue": of(WATCH["fatigue"]),
        "mission": maybe(
            OWN_MISSION, "drawn in secret; null where there is none, or it is the enemy's"
        ),
        **PLAYERS,
    },
    optional=PLAYERS,
)

# --- the table of a side -------------------------------------------------------------------------

FIGURE = items(either(text(), integer()), "[label, value]", 2)
STATE_TEXT = ["ready", "damaged", "aboard", "for sale", *GONE, "unknown", "dummy"]
ROW = panel_row(text(), STATE_TEXT, "[result, temporary or permanent]")
PANEL = panel(
    ref("row"), "One side as a table of ships, ready to be shown without knowing the rules."
)

# --- the game ------------------------------------------------------------------------------------

MAP = keys(
    {
        "columns": of(OPTIONS["columns"]),
        "rows": of(OPTIONS["rows"]),
        "jump_line": of_or_null(
            OPTIONS["jump_line"],
            "hexes from the first planet beyond which ships may jump; null where they escape over "
            "an edge",
        ),
    }
)
BODY = keys(
    {
        "kind": one_of(BODIES[1:]),
        **PLACE,
        "vector": items(integer(), "axial hexes per turn over the map", 2),
        "board_vector": items(integer(), OWN_BOARD, 2),
        "gravity_reach": integer("hexes within its 1G threshold, from the centre"),
    }
)
INVASION = keys(plain(MISSION, "bombardments", "troops"))
NUMBER = keys(
    {
        "low": of(ORDER["low"]),
        "high": of(ORDER["high"]),
        "tens_said": of_or_null(ORDER["tens"], "of a number above 23, the part already given"),
    }
)
TO_ACT = {"player": text("the player to act, where the side has several")}
DECISION = keys({"seat": SEAT, "text": text(), "number": maybe(NUMBER), **TO_ACT}, optional=TO_ACT)
PHASE = of(STATE["phase"], texts=PHASE_TEXT)
VIEW = keys(
    {
        "schema": {"const": SCHEMA},
        **game_keys(STATE["turn"], OPTIONS["turn_limit"], PHASE, REASONS),
        "initiative": maybe(SEAT, STATE["initiative"].meaning),
        "to_act": maybe(SEAT),
        "round": maybe(text("task force whose round it is")),
        "attacked": maybe(text("task force under missile attack")),
        "map": MAP,
        "sides": keys({seat: ref("side") for seat in SEATS}),
        "own_ships": items(ref("own_ship")),
        "own_forces": items(ref("own_force")),
        "own_spreads": items(ref("own_spread")),
        "enemy_ships": items(ref("enemy_ship")),
        "enemy_forces": items(ref("enemy_force")),
        "enemy_spreads": items(ref("enemy_spread")),
        "white_outs": items(keys({"turns": of(WHITE_OUT["timer"]), **PLACE})),
        "bodies": items(BODY),
        "invasion": maybe(INVASION, "what both sides see of the planet; null: no pocket empire"),
        "question": maybe(DECISION, "the decision of the seat; null while it is not to act"),
        "status": items(ref("panel")),
    }
)
DEFS = {
    "damage": DAMAGE,
    "own_weapon": keys({**PRINTED_WEAPON, **FIRED_WEAPON}),
    "enemy_weapon": keys(PRINTED_WEAPON),
    "own_ship": OWN_SHIP,
    "enemy_ship": ENEMY_SHIP,
    "own_force": OWN_FORCE,
    "enemy_force": ENEMY_FORCE,
    "own_spread": OWN_SPREAD,
    "enemy_spread": ENEMY_SPREAD,
    "side": SIDE,
    "panel": PANEL,
    "figure": FIGURE,
    "row": ROW,
}


def view_schema() -> Schema:
    """Return the whole schema."""
    about = (
        "What `env.view(agent)` returns: everything a seat may know and nothing else. Pieces go by "
        "their names; enemy pieces by contact number."
    )
    return document(SCHEMA, "Battle Rider, view of a seat", about, VIEW, DEFS)
