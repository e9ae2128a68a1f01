"""What twins may have otherwise in the open, rule set by rule set; see kit/twins_on.py.

Nothing stands here but numbers of events that dice, or a look that both sides see, decide, acts of
an enemy that is able to them in one twin alone, and fields that show such acts without an action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from kit.openly import (
    cargo_of,
    force_found,
    forces_with_something_new,
    in_column,
    is_another_search,
    is_shot_down_or_steered,
    is_slowed_or_sinks,
    looks_at_actor,
    searchers_for,
    ships_that_cast_sand,
    side_of_actor,
    side_of_target,
    sides_that_cast_sand,
    spread_found,
    spreads_of,
    spreads_that_attack,
)
from kit.twins_on import NOTHING, Allowed
from spacecombat_env.rulesets.battle_rider.model import Decision as FleetAsk
from spacecombat_env.rulesets.battle_rider.model import is_blind
from spacecombat_env.rulesets.battle_rider.model.constants.log import Event as Fleet
from spacecombat_env.rulesets.intercept_sensors.model import NONE, Sensor
from spacecombat_env.rulesets.intercept_sensors.model import InterceptEvent as Hunt
from spacecombat_env.rulesets.interceptor.model.constants.log import Event as Fight

FLEET_DICE = (
    # tasks, and what comes of them: skill, size, damage of the enemy are in their numbers
    *(Fleet.TASK, Fleet.CARDS, Fleet.INITIATIVE, Fleet.JAMMED, Fleet.DETECTED, Fleet.SHADOW),
    *(Fleet.NOT_FOUND, Fleet.LOCK, Fleet.OVERLOAD, Fleet.HITS, Fleet.SCREENED, Fleet.DAMAGE),
    *(Fleet.DESTROYED, Fleet.TUMBLE, Fleet.DAMPED, Fleet.MARKER, Fleet.FLICKER),
    # a drone goes with its controller's bridge, a ship escapes if damage has left it its drive
    *(Fleet.DRONE_LOST, Fleet.LEFT_MAP),
    *(Fleet.GLOBE_ABSORBS, Fleet.BOARDING_TURN, Fleet.BOARDING_END, Fleet.CAPTURED),
    *(Fleet.SURPRISE, Fleet.STATIONS, Fleet.TROOPS, Fleet.COMMANDOS, Fleet.EXTRACTION),
    *(Fleet.OUTCOME, Fleet.FULFILLED, Fleet.SURVEY),
)
FLEET_ACTS = (
    *(Fleet.LAUNCH_MISSILES, Fleet.LAUNCH_CRAFT, Fleet.RECOVER, Fleet.RECONFIGURE),
    *(Fleet.ROUND, Fleet.EVADE_LOWERED, Fleet.SPREAD_GONE),
    *(
        Fleet.FORCE_REMOVED,
        Fleet.NEW_FORCE,
        Fleet.SENSORS,
        Fleet.SCAN,
        Fleet.THRUST,
        Fleet.EVADE,
        Fleet.OVERPOWER,
    ),
    *(Fleet.FIRE, Fleet.SPREAD_MOVE, Fleet.SPREAD_ATTACK, Fleet.DEFENSE_FIRE, Fleet.ENTER),
    *(Fleet.MISSILES_FIRE, Fleet.POWER, Fleet.SURFACE, Fleet.BOARD, Fleet.RECALL),
    *(Fleet.GLOBE_SET, Fleet.BOMBARDMENT, Fleet.FACING, Fleet.PICK, Fleet.BODY),
)
FLEET_LOUD = (Fleet.MOVE,)
FLEET_MUSTS = (
    *(Fleet.ENTER, Fleet.SCAN, Fleet.SPREAD_MOVE, Fleet.SPREAD_ATTACK, Fleet.NEW_FORCE),
    *(Fleet.LAUNCH_MISSILES, Fleet.EVADE, Fleet.ROUND, Fleet.SPREAD_GONE, Fleet.DEFENSE_FIRE),
    *(Fleet.LOCK, Fleet.SPREAD_ATTACK, Fleet.RECONFIGURE, Fleet.FIRE),
)
"""What is due, and what standing orders do: a force enters, ships search and fire at missiles, a ship
fires once it has a lock (BR-FIR-07; whether dice gave it one, its target is not told in double-blind play),
spreads coast in their turn (controlled or not is their side's secret) and go with their ships,
dummies split off and have their rounds at random (BR-AMB-88), hulks are left behind, missiles are launched; the last of the
forces that are seen has its round (BR-REF-01)."""
FLEET_OWN = (Fleet.SCAN, Fleet.ROUND, Fleet.ENTER, Fleet.MOVE)
"""Its own rng: whether a round is a dummy's that sails by itself, and where to (their randomness is
counted in the same places of a table as the enemy's)."""
FLEET_ASKS = (
    *(FleetAsk.EASIEST, FleetAsk.JAM, FleetAsk.THRUST_SIDE, FleetAsk.SAND_NUMBER),
    *(FleetAsk.BOARDING_DEFENSE, FleetAsk.DEFENSE_MENU, FleetAsk.DAMPER_MENU),
    *(FleetAsk.MISSILE_SAND_NUMBER, FleetAsk.FACING),
)
FIGHT_DICE = (
    Fight.ROCK_HIT,  # what a shot does to a rock
    # numbers and dice with an enemy's skills, shields, loads or hull in them
    *(Fight.SHOT, Fight.SHIELD, Fight.LOCK, Fight.GUARD, Fight.INTERCEPTED, Fight.FIREWALL),
    *(Fight.RECOVERY, Fight.OUT_OF_CONTROL, Fight.MANOEUVRE, Fight.ASTEROID, Fight.COLLIDED),
    *(Fight.OBSTACLE, Fight.SAFE_THRUST, Fight.PUSHED, Fight.INTERFACE, Fight.LANDED),
    *(Fight.TOO_FAST, Fight.RESCUE, Fight.T_SPACE, Fight.STAYS),
    # what comes of hits, by what is left of the ship; of a missile by its kind
    *(Fight.HIT, Fight.EXPLODED, Fight.BLAST, Fight.COLLAPSE, Fight.DERELICT),
    *(Fight.ABANDONED, Fight.EJECTED, Fight.POINTS, Fight.END),
    # what a look tells, by what is looked at, and with which devices (IN-AMB-148)
    Fight.SEEN,
)
FIGHT_ACTS = (
    *(Fight.FIRE, Fight.LAUNCH, Fight.LAID, Fight.RAM, Fight.SPEED, Fight.MOVED),
    *(Fight.TURNED, Fight.FACED, Fight.ROLLED, Fight.TAIL, Fight.COVERED, Fight.PLACED),
    *(Fight.DECOY, Fight.STEERED, Fight.ENTERED, Fight.LOWERED, Fight.ALTITUDE),
    # leaving by airlock, in craft of bays, or with a fuse that burns, by orders given in secret
    *(Fight.LEFT_IN, Fight.OUTSIDE, Fight.LAUNCHED, Fight.LOST_AWAY, Fight.DETONATED),
)
FIGHT_MUSTS = (
    *(Fight.FIRE, Fight.LAUNCH, Fight.TAIL, Fight.DECOY),
    *(Fight.LOST_AWAY, Fight.OUTSIDE, Fight.DETONATED),
)
"""What standing orders do; what comes of a fuse that was lit in secret (IN-DES-05, 10), and of crew on the
way to an airlock: one man, or all who do not leave in a craft (IN-ABN-04, 13, 14)."""
FIGHT_OWN = (Fight.LAUNCH, Fight.DECOY)
"""Its own: which of several locks holds is a matter of dice, which of two missiles comes first the
enemy's."""
HUNT_DICE = (
    *(Hunt.GLARE, Hunt.CONTACT, Hunt.ROLL, Hunt.POSITION, Hunt.TRACKED, Hunt.LOST, Hunt.OVER),
    Hunt.GONE,
)
HUNT_ACTS = (Hunt.SCAN, Hunt.MOVED, Hunt.POWER, Hunt.POPPED, Hunt.LAUNCHED)

FLEET_DRAWN = {int(Fleet.NEW_FORCE): ("target", "a", "c")}
"""The slots of its own task forces are drawn, and forces enter, and get their contact numbers, in the
order of slots; these draws, too, are counted in the same places of a
table as the enemy's (BR-AMB-88)."""


OPENLY = {
    "battle_rider": r"craft\[\d+\]\.(active|extended|markers|facing)|tf\[\d+\]\.(emitting|thrust_side)",
    "intercept_sensors": r"unit_of\[\d+\]\.facing",
    "interceptor": r"begun|last\.facing",
}
"""Fields of a record that change in the open without an action in the log: Battle Rider's ships that
are seen fall silent, fold their arrays, take or lose damage markers, and show how they face as they
are found; the hexside that an enemy chose for a thrust is marked (BR-MOV-07). By the sensor rules a
unit that is tracked is seen to turn. In Interceptor an enemy fires before or in its move, and
chooses which of two facings meets a shot."""
ASKING: dict[str, dict[int, str]] = {
    "battle_rider": {
        FleetAsk.JAM: r"attempt\.(range|tech_level)",
        FleetAsk.MISSILE_SAND_NUMBER: r"order\[\d\]\.high",
        FleetAsk.SAND_NUMBER: r"volley\.(tech_level|next_hit|hit\[\d+\]\.(kind|value))",
    },
}
"""Fields that a question opens to who is asked. Who may jam an active search learns how far away
the ship is that searches, and its tech level: both are in the difficulty of jamming (BR-JAM-02, 03,
BR-DET-27); the other twin's enemy need not have a ship of that level, or there, that can search.
Who assigns sandcasters knows which weapon hit, how hard, and of what tech level (BR-SCR-02, 04, 05,
BR-FIR-04, 17, BR-DMG-01), but not which ship fired; the other twin's task force may hold ships with other weapons. Who
sands missiles may use as many casters as missiles attack (BR-MIS-20, 27)."""
ANOTHER_SEARCH = r"attempt\.(purpose|target_\w+|ties)|order\[\d\]\.tf"
"""And whom it searches for, or tries to lock on, if that ship is another (kit/openly.py)."""
TELLING: dict[str, dict[int, str]] = {
    "battle_rider": {
        Fleet.DETECTED: (
            r"(craft\[ACTOR\]|tf\[FORCE\]|attempt\.(actor|range|grade|sensor)).*|craft\[SEARCHERS\]\.tried\[\d\]"
            r"|spread\[FOUND\]\.v?[qr]"
        ),
        **dict.fromkeys(
            (Fleet.DESTROYED, Fleet.LEFT_MAP),
            r"(points|known)_(lost|escaped)\[\d\]|craft\[CARGO\]\.(status|markers|damage\[\d+\])|pool\[\d+\]",
        ),
        Fleet.OUTCOME: r"(points|known)_lost\[\d\]",
        Fleet.SCREENED: r"craft\[ACTOR\]\.suiting",
        Fleet.LAUNCH_MISSILES: r"spread\[TARGET\]\.v?[qr]|memory_launch(_count)?\[\d+\](\.\w+)?",
        **dict.fromkeys(
            (Fleet.SPREAD_MOVE, Fleet.SPREAD_ATTACK),
            r"spread\[SPREADS\]\.(count|contact|detected|burned|v?[qr])|order\[\d\]\.target_spread",
        ),
    },
    "intercept_sensors": {
        **dict.fromkeys((Hunt.TRACKED, Hunt.LAUNCHED), r"unit_of\[UNIT\]\..*"),
        Hunt.SCAN: r"unit_of\[\d+\]\.radar_used",
    },
    "interceptor": {
        Fight.SEEN: (
            r"craft\[TARGET\]\.(last_seen_\w+(\[\d+\])?|disclosed_\w+|klass|armed_as)"
            r"|last_seen_rows\[SIDE,\d+\]"
        ),
        Fight.EJECTED: (
            r"adrift\[CREW\]\.(moved|[qr])|craft\[ACTOR\]\.(acted|start_velocity)|goes\[OWNER\]"
            r"|memory_looks\[\d,LOOKS\]"
        ),
        Fight.OUTSIDE: r"adrift\[CREW\]\.people",
        Fight.LAUNCHED: r"craft\[ACTOR\]\.(start_)?velocity",
    },
}
"""Fields that an event opens to the eye: what was found, seen, or moves at random. A name in
capitals stands for pieces of that event (PIECES). A scan does not name the ship; but of a tracked
one everything is known, so it is seen whether it has sent the radar beam (IC-TRK-01). Where a force
is found shows which searches of the same round reached it (BR-DET-03, BR-REF-01); missiles that are
found are laid on the map where they are (BR-MIS-04, BR-REF-01). A hit may draw Life Support once more
from the cup, so that the crew suits up, and the log shows no other damage (BR-S2-03, BR-AMB-102). A ship that was
found takes what it carries with it (BR-AMB-89, 37); which ship carries what is secret until then.
At the end ships count as lost that are left
behind without fuel, or with secret damage (BR-S2-07, 08, BR-SCN-07). Missiles start
where their launcher is (BR-MIS-07); a spread that moves may burn, and be divided, which lays a counter
(BR-MIS-12) and takes a slot that the watcher's last order may name, if its side, in secret, controls it (BR-MIS-28). A crew that leaves its ship before that moves drifts this turn, one that leaves in the
move does not (IN-ABN-01, 03); from the first box lost inside it may leave, in its move or at a moment
to fire (IN-AMB-103), which only a ship with something to fire has; who looks at a ship sees it again as
it begins to move (IN-LOS-02). The move was one of its side's goes (IN-SEQ-04), and an empty ship has none.
How many leave by an airlock is seen (IN-ABN-13), and depends on who is alive.
Craft launched from a bay fly in view at the velocity that their side chooses (IN-TSK-03)."""
ONLY: dict[str, dict[int, dict[str, int]]] = {
    "intercept_sensors": {Hunt.SCAN: {"a": int(Sensor.RADAR), "unit": NONE}},
}
"""What stands in the columns of such an event, else it opens nothing: radar, the enemy's (unnamed)."""
PIECES: dict[str, Callable[[Any, Sequence[Any]], Iterable[int]]] = {
    **{column.upper(): in_column(column) for column in ("actor", "target", "unit")},
    "CARGO": cargo_of,
    "CREW": in_column("a"),
    "LOOKS": looks_at_actor,
    "SIDE": side_of_target,
    "OWNER": side_of_actor,
    "FORCE": force_found,
    "FOUND": spread_found,
    "SPREADS": spreads_of,
    "SEARCHERS": searchers_for,
}
LYING: dict[str, dict[str, Callable[[Sequence[Any]], list[int]]]] = {
    "battle_rider": {
        r"battery_sand\[PIECE,\d\]": ships_that_cast_sand,
        r"order\[PIECE\]\.high": sides_that_cast_sand,
        r"tf\[PIECE\]\.shadow_found": forces_with_something_new,
        r"spread\[PIECE\]\.aim\[\d+\]": spreads_that_attack,
    },
}
"""Fields that the position itself opens, of some pieces, by what is known of both twins."""
OUTCOMES: dict[str, Callable[[Any, Sequence[Any]], bool]] = {
    "battle_rider": is_shot_down_or_steered,
    "interceptor": is_slowed_or_sinks,
}
"""Whether an event is what dice or damage make of events before it, in one stretch."""
RESULTS = {"battle_rider": r"""(["'])margin\1: ?-?\d+|polled \w+|"stamp":"\w+\""""}
"""What the end of a game tells both sides: the totals are compared, of ships, too, that were lost or
left behind unseen (BR-S2-07, BR-S2-08, BR-S3-03, BR-AMB-62); they are unknown in play alone. A
stamp is a digest of this."""


def fleet_follows(state: Any, last: int) -> frozenset[int]:
    """Return what is no act of an enemy directly after an event.

    A ship that tumbles out of a force gets a counter of its own, which both sides see (BR-DMG-25). In
    double-blind play it leaves ships in view or, as far as its enemy knows, none (BR-AMB-52).
    """
    is_hidden = last == Fleet.TUMBLE and is_blind(state)
    return frozenset({int(Fleet.NEW_FORCE)} if is_hidden else ())


def is_open(
    name: str, lines: list[str], told: list[Any], asked: int, records: Sequence[Any] = ()
) -> bool:
    """Whether all differences of two records are such fields, after what was told and is asked."""
    asking = ASKING.get(name, {}).get(asked, "")
    opened = (_opened(name, event, records) for event in told)
    search = ANOTHER_SEARCH if name == "battle_rider" and is_another_search(records) else ""
    patterns = {OPENLY.get(name, ""), asking, search, *opened, *_lying(name, records)} - {""}
    openly = re.compile("|".join(patterns))
    return bool(lines) and all(openly.fullmatch(line.partition(":")[0]) for line in lines)


def _opened(name: str, event: Any, records: Sequence[Any]) -> str:
    """Return the fields that an event opens to the eye; of the pieces it names."""
    kind = int(event["kind"])
    if not _stands(event, ONLY.get(name, {}).get(kind, {})):
        return ""
    pattern = TELLING[name].get(kind, "")
    for piece, found in PIECES.items():
        if piece in pattern:
            pattern = _of(pattern, piece, found(event, records))
    return pattern


def _stands(event: Any, columns: Mapping[str, int]) -> bool:
    """Whether these numbers stand in an event."""
    return all(int(event[column]) == number for column, number in columns.items())


def _lying(name: str, records: Sequence[Any]) -> list[str]:
    """Return the fields that the position opens."""
    return [_of(pattern, "PIECE", found(records)) for pattern, found in LYING.get(name, {}).items()]


def _of(pattern: str, piece: str, slots: Iterable[int]) -> str:
    """Return a pattern with the slots of some pieces in it."""
    numbers = "|".join(map(str, slots)) or NOTHING
    return re.sub(rf"\b{piece}\b", f"({numbers})", pattern)


def allowed(name: str) -> Allowed:
    """Return what may differ by a rule set."""
    return {
        "battle_rider": _allowed(
            Fleet, FLEET_DICE, FLEET_ACTS, FLEET_LOUD, FLEET_MUSTS, FLEET_ASKS, FLEET_OWN
        ),
        "intercept_sensors": _allowed(Hunt, HUNT_DICE, HUNT_ACTS),
        "interceptor": _allowed(Fight, FIGHT_DICE, FIGHT_ACTS, (), FIGHT_MUSTS, (), FIGHT_OWN),
    }[name]._replace(
        openly=lambda *found: is_open(name, *found),
        drawn=FLEET_DRAWN if name == "battle_rider" else {},
        follows=fleet_follows if name == "battle_rider" else lambda state, last: frozenset(),
        result=RESULTS.get(name, NOTHING),
        comes_of=OUTCOMES.get(name, lambda event, before: False),
    )


def _allowed(names: type[IntEnum], *numbers: tuple[int, ...]) -> Allowed:
    """Return sets of numbers."""
    sets = [frozenset(map(int, each)) for each in numbers]
    return Allowed(*sets, *[frozenset[int]()] * (6 - len(sets)), lambda *found: False, names)
