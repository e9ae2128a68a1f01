"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. Where the two
sides know different things the engine notes two events, one for each; the umpire reads only the
fuller one. Columns (slots are those of the record, NONE where unknown; a, b, c are 0 unless told):

    TURN              a turn
    INITIATIVE        side; a, b the cards of Red and Blue
    ENTER, ROUND      actor contact, target task force
    LAUNCH_MISSILES   actor craft (NONE for the enemy), target spread, a missiles,
                      b tech level of semi-independent ones
    LAUNCH_CRAFT      actor craft, target task force
    RECOVER           actor craft
    RECONFIGURE       actor craft, target task force it joins
    NEW_FORCE         actor contact, target task force, a contact of the old one
    FORCE_REMOVED     actor contact, a task force, b Removal
    SENSORS           target task force, a verb
    SCAN, LOCK        actor craft (for the enemy: task force of an active sensor), target task
                      force, a sensor, b grade, c spread
    JAMMED            actor contact, target task force, a added difficulty
    DETECTED          actor craft, target task force, a class; or target spread, b missiles
    SHADOW            actor contact, target task force
    THRUST            actor contact, target task force, a, b shift of the endpoint, c any G spent
    EVADE             actor contact, target task force, a grade
    MOVE              actor contact, target task force, a, b hex
    TUMBLE            actor craft, a severity
    OVERPOWER         actor craft, a level; OVERLOAD the same, with failed circuits
    FIRE              actor craft (NONE for the enemy if unseen), target craft (NONE: a spread),
                      a beams, b hits, c task force of the shooter
    SCREENED          actor craft, a hits stopped
    DAMAGE            actor craft, a result, b how lasting, c further No Effects of the same step
    DESTROYED         actor craft, a class
    LEFT_MAP          actor craft, a class, b craft status
    SPREAD_MOVE       actor spread, a, b hex; SPREAD_ATTACK also target task force, c spread
    SPREAD_GONE       actor contact, a spread
    DEFENSE_FIRE      actor task force, target spread, a beams, b missiles destroyed
    DAMPED            actor craft, target spread, a missiles stopped
    MISSILES_FIRE     actor spread, target craft, a missiles, b hits; noted after their damage
    WHITE_OUT         a, b hex
    OUTCOME           a verdict, b reason
    FIRST_PICK        side that picks first; a, b the cards of Red and Blue
    PICK              a class
    BUY               actor craft, a class, b points, c crew + 3 x Load
    BUY_TACTICS       a Fleet Tactics, b points
    LEFT_OUT          actor craft, a class
    JUMP_RESERVE      actor craft
    GRAVITY           actor contact, target task force, a, b shift of the endpoint
    SURFACE           actor contact, target task force, a surface
    POWER             actor craft, a verb (DONE: the start-up is over), b what its power is now
    GLOBE_SET         actor craft, a setting
    GLOBE_ABSORBS     actor craft, a hits, b whether the capacitors overload
    SURVEY            actor craft, target craft, a bits of what was reported (sensors/searching.py)
    FACING            actor craft, a direction of the map
    SURPRISE          side that is surprised
    STATIONS          actor craft, a whether battle stations are manned
    MARKER            actor craft: a damage marker, face down
    FLICKER           actor contact, target task force
    MISSION           a mission, b points
    BODY              a, b hex
    BOMBARDMENT       a turns of it carried out; 0 when missiles are launched
    TROOPS            side that gains, a troops landed (Red) or lost (Blue), b troops left
    COMMANDOS         the commandos have landed
    EXTRACTION        actor craft, a whether the team is aboard
    REFUELLED         actor craft
    FULFILLED         a mission, b turn since which it is fulfilled, or 0
    PLAYER            a player, b the card he turned (0: fleet commander), c his Fleet Tactics
    TASK, CARDS       see story_tasks.py; of all others card and detail are 0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    CREW_QUALITIES,
    CraftStatus,
    Crew,
    Damage,
    Power,
    Reason,
    Result,
    Sensor,
    Surface,
    Tumble,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import LOG_LENGTH, Event, Removal
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import GLOBE_FULL, NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Grade, Verb
from spacecombat_env.rulesets.battle_rider.told.notation import (
    REASON_WORDS,
    RESULT_WORDS,
    SIDES,
    UMPIRE,
    UNKNOWN_SHIP,
    Names,
    hex_number,
    mission_name,
    report_words,
    shift_words,
    turned_direction,
)
from spacecombat_env.rulesets.battle_rider.told.story_tasks import alone, gather, suffix

UNTOLD = -1
"""Hits of which the firing player does not learn (pieces/referee.py)."""
MOVEMENT = (Event.THRUST, Event.EVADE, Event.ENTER, Event.MOVE)
"""Events of one move, told in one sentence."""
STRIKES = (Event.DAMAGE, Event.MARKER, Event.DESTROYED, Event.FORCE_REMOVED)
"""What missiles do to their target is noted before their fire."""
SENSOR_WORDS = {
    Verb.ACTIVATE: "goes active: sensors on",
    Verb.SILENCE: "goes silent: active sensors off",
    Verb.EXTEND: "extends its folding arrays",
    Verb.RETRACT: "retracts its folding arrays",
    Verb.JAM_ON: "starts area jamming",
    Verb.JAM_OFF: "stops area jamming",
}
POWER_WORDS = {
    Verb.POWER_DOWN: "powers down",
    Verb.POWER_UP: "begins to power up",
    Verb.DONE: "is at full power again",
}
SURFACE_WORDS = {
    Surface.SPACE: "is in orbit again",
    Surface.LANDING: "begins to land",
    Surface.LANDED: "has landed",
    Surface.UNDER_WATER: "goes under water",
    Surface.TAKING_OFF: "takes off",
}
SCAN_WORDS = {Grade.FAILURE: "nothing", Grade.SUCCESS: "contact", Grade.OUTSTANDING: "a clear echo"}
LOCK_WORDS = {Grade.FAILURE: "no lock", Grade.SUCCESS: "locked", Grade.OUTSTANDING: "locked"}


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    names = Names.of(seen, k, scenario, seat)
    found = list(events(names.state, seat, since))
    names.removed.update({e.a: e.actor for e in found if e.kind == Event.FORCE_REMOVED})
    lines: list[str] = []
    for group in _grouped(_shortened(_reordered(gather(names, found)))):
        said = _movement(names, group) if group[0].kind in MOVEMENT else _sentence(names, group)
        told = suffix(names, group) if said and group[0].kind != Event.TASK else ""
        said = f"{said[:-1]}{told}{said[-1]}" if told else said
        if group[0].kind == Event.INITIATIVE and lines and lines[-1].startswith("Turn "):
            lines[-1] += f" {said}"
        elif said:
            lines.append(said)
    return lines


def events(state: Any, seat: int, since: int) -> Iterator[Any]:
    """Yield the events since that count that are kept, each once."""
    count = state.log_count
    for n in range(max(since, count - LOG_LENGTH, 0), count):
        event = state.log[n % LOG_LENGTH]
        if seat == UMPIRE and (_is_enemy_version(event) or _is_untold(event)):
            continue
        yield event


def _is_untold(event: Any) -> bool:
    """Whether an event keeps from the firing side what a fuller one tells (BR-REF-01)."""
    return event.kind in (Event.FIRE, Event.MISSILES_FIRE) and event.b == UNTOLD


def _is_enemy_version(event: Any) -> bool:
    """Whether an event only tells the other side what a fuller one tells the acting side."""
    return event.side in (0, 1) and event.known == 1 << (1 - event.side)


def _reordered(found: list[Any]) -> list[Any]:
    """Put the fire of missiles before the damage it has done: the engine notes it after it."""
    told: list[Any] = []
    first = 0  # what comes before has nothing to do with the next fire
    for event in found:
        place = len(told)
        if event.kind == Event.MISSILES_FIRE:
            while place > first and _is_strike(told[place - 1], 1 - event.side):
                place -= 1
        told.insert(place, event)
        if event.kind == Event.MISSILES_FIRE:
            first = len(told)
    return told


def _is_strike(event: Any, side: int) -> bool:
    """Whether an event may be what missiles have done to a side."""
    return event.kind in STRIKES and event.side == side


def _shortened(found: list[Any]) -> list[Any]:
    """Leave out the beginning of a round in which the task force at once does nothing but move."""
    pairs = zip(found, [*found, None][1:], strict=True)
    return [
        event
        for event, after in pairs
        if event.kind != Event.ROUND
        or after is None
        or after.kind not in MOVEMENT
        or after.target != event.target
    ]


def _grouped(found: list[Any]) -> Iterator[list[Any]]:
    """Gather the events of one move, spreads that move as one, and what repeats itself."""

    def key(numbered: tuple[int, Any]) -> tuple[int, ...]:
        n, event = numbered
        if event.kind in MOVEMENT:
            return (-1, event.target)
        if event.kind == Event.DEFENSE_FIRE:
            return (-2, event.actor, event.target)
        if event.kind == Event.SPREAD_MOVE:
            return (-3, event.side, event.a, event.b)
        if event.kind == Event.DAMAGE and event.a == Result.NO_EFFECT:
            return (-4, event.actor)
        return (n,)

    for _, group in groupby(enumerate(found), key):
        yield [event for _, event in group]


def _sentence(names: Names, group: list[Any]) -> str:
    """Return one event, or a row of like ones, in words."""
    event = group[0]
    if event.kind == Event.DEFENSE_FIRE:
        return _defense_fire(names, group)
    if event.kind == Event.SPREAD_MOVE:
        return _spreads_move(names, group)
    if event.kind == Event.DAMAGE and event.a == Result.NO_EFFECT:
        blanks = sum(1 + other.c for other in group)
        return f"{names.craft(event.actor)}: {_many(blanks, 'hit')} without effect."
    if event.kind == Event.TASK:
        return alone(names, event)
    tell = _TELL.get(Event(event.kind))
    return tell(names, event) if tell else ""


def _many(number: int, thing: str) -> str:
    """Return `1 hit`, `2 hits`, `no hits`."""
    return f"{int(number) or 'no'} {thing}{'' if number == 1 else 's'}"


def _place(event: Any) -> str:
    """Return the hex that an event tells."""
    return hex_number(event.a, event.b)


# --- turn and task forces ------------------------------------------------------------------------


def _turn(names: Names, event: Any) -> str:
    return f"Turn {event.a}."


def _initiative(names: Names, event: Any) -> str:
    cards = (event.a, event.b)
    side = event.side
    return f"{SIDES[side]} has the initiative (card {cards[side]} against {cards[1 - side]})."


def _round(names: Names, event: Any) -> str:
    return f"{names.force(event.target, event.actor)} takes its round."


def _launch_missiles(names: Names, event: Any) -> str:
    if event.actor == NONE:
        return f"{SIDES[event.side]} launches missiles: {names.spread(event.target)}."
    missiles = _many(event.a, "missile")
    spread = _bare(names.spread(event.target))
    kind = f" ({'TL-' + str(event.b)} semi-independent, {spread})" if event.b else f" ({spread})"
    return f"{names.craft(event.actor)} launches {missiles}{kind}."


def _launch_craft(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is launched into {names.force(event.target)}."


def _recover(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is taken aboard."


def _reconfigure(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} goes over to {names.force(event.target)}."


def _new_force(names: Names, event: Any) -> str:
    side = event.side
    first = side * names.slots[1]
    old = next(
        (k for k in range(first, first + names.slots[1]) if names.state.tf[k].contact == event.a),
        NONE,
    )
    new = names.force(event.target, event.actor)
    return f"{new} splits off {names.force(old, event.a)}."


def _force_removed(names: Names, event: Any) -> str:
    force = names.force(event.a, event.actor)
    if event.b == Removal.FOUND_EMPTY:
        return f"{force} was a dummy: it is taken off the map."
    dummy = " (a dummy)" if event.b == Removal.DUMMY else ""
    return f"{force}{dummy} is taken off the map."


# --- sensors -------------------------------------------------------------------------------------


def _sensors(names: Names, event: Any) -> str:
    return f"{names.force(event.target)} {SENSOR_WORDS[Verb(event.a)]}."


def _seeker(names: Names, event: Any) -> str:
    """Return who scans or locks, as far as the reader knows."""
    side = event.side
    if names.seat in (UMPIRE, side):
        return names.craft(event.actor)
    if event.actor == NONE:
        return SIDES[side]
    return names.force(event.actor)


def _scan(names: Names, event: Any) -> str:
    target = names.target(event.target, event.c)
    said = SCAN_WORDS[Grade(event.b)]
    return f"{_seeker(names, event)} scans {target} with {_sensor(event)} sensor: {said}."


def _lock(names: Names, event: Any) -> str:
    target = names.target(event.target, event.c)
    said = LOCK_WORDS[Grade(event.b)]
    return f"{_seeker(names, event)} tries {_sensor(event)} lock on {target}: {said}."


def _sensor(event: Any) -> str:
    """Return the sensor of an attempt with its article."""
    return "an active" if event.a == Sensor.ACTIVE else "a passive"


def _jammed(names: Names, event: Any) -> str:
    effect = f"difficulty +{event.a}" if event.a else "in vain"
    return f"{names.force(event.target, event.actor)} jams: {effect}."


def _detected(names: Names, event: Any) -> str:
    if event.actor == NONE:
        return f"{names.spread(event.target)} detected: {_many(event.b, 'missile')}."
    where = names.force(event.target)
    if names.seat == UMPIRE:
        return f"{names.craft(event.actor)} is detected in {where}."
    if names.craft_side(event.actor) == names.seat:
        return f"{names.craft(event.actor)} ({where}) has been detected."
    return f"Detected in {where}: {names.craft(event.actor)}."


def _shadow(names: Names, event: Any) -> str:
    return f"Nothing else is hidden in {names.force(event.target, event.actor)}."


# --- movement ------------------------------------------------------------------------------------


def _movement(names: Names, group: list[Any]) -> str:
    """Return a move in one sentence: thrust, evasion, entry, and where it ends."""
    by_kind = {Event(event.kind): event for event in group}
    last = group[-1]
    parts = [names.force(last.target, last.actor)]
    thrust, evade, move = (by_kind.get(kind) for kind in (Event.THRUST, Event.EVADE, Event.MOVE))
    burn = _burn(names, thrust) if thrust is not None else ""
    if move is not None:
        enters = Event.ENTER in by_kind
        drift = "moves to" if burn else "coasts to"
        option = names.option
        on_map = 1 <= move.a <= option.columns and 1 <= int(_place(move)[2:]) <= option.rows
        goes = f"{'enters at' if enters else drift} {_place(move)}" if on_map else "leaves the map"
        parts += [f"{burn} and {goes}" if burn else goes]
    elif burn:
        parts += [burn]
    text = " ".join(parts)
    if evade is not None:
        said = f"evades (+{evade.a})" if evade.a else "fails to evade"
        text += f"; it {said}"
    return f"{text}." if len(parts) > 1 or evade is not None else ""


def _burn(names: Names, thrust: Any) -> str:
    """Return the thrust of a move; empty for none."""
    shift = shift_words(thrust.a, thrust.b, names.seat)
    if shift:
        return f"burns {shift}"
    return "burns" if thrust.c else ""


def _gravity(names: Names, event: Any) -> str:
    shift = shift_words(event.a, event.b, names.seat)
    return f"Gravity pulls {names.force(event.target, event.actor)}: {shift}."


def _surface(names: Names, event: Any) -> str:
    return f"{names.force(event.target, event.actor)} {SURFACE_WORDS[Surface(event.a)]}."


def _tumble(names: Names, event: Any) -> str:
    how = "a severe tumble" if event.a == Tumble.SEVERE else "a tumble"
    return f"{names.craft(event.actor)} goes into {how}."


def _jump_reserve(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} burns its jump fuel: it can no longer jump."


def _power(names: Names, event: Any) -> str:
    craft = names.craft(event.actor)
    if event.a == Verb.CRASH_START:
        said = "succeeds" if event.b == Power.UP else "fails: it powers up in the normal way"
        return f"{craft}'s crash start {said}."
    said = POWER_WORDS[Verb(event.a)]
    return f"{craft} {said}."


# --- fire and damage -----------------------------------------------------------------------------


def _overpower(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} overpowers its beams (level {event.a})."


def _overload(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} overpowers its beams and overloads its circuits."


def _fire(names: Names, event: Any) -> str:
    force = names.force(event.c)
    shooter = force if event.actor == NONE else f"{names.craft(event.actor)} ({_bare(force)})"
    target = "missiles" if event.target == NONE else names.craft(event.target)
    hits = "" if event.b == UNTOLD else f": {_many(event.b, 'hit')}"
    return f"{shooter} fires {_many(event.a, 'beam')} at {target}{hits}."


def _bare(name: str) -> str:
    """Return the name of a task force or a spread without its side, which stands before."""
    return name.removeprefix(f"{SIDES[0]} ").removeprefix(f"{SIDES[1]} ")


def _screened(names: Names, event: Any) -> str:
    return f"Screens and armor of {names.craft(event.actor)} stop {_many(event.a, 'hit')}."


def _damage(names: Names, event: Any) -> str:
    craft, result = names.craft(event.actor), Result(event.a)
    how = "destroyed" if event.b == Damage.PERMANENT else "knocked out for now"
    return f"{craft}: {RESULT_WORDS[result]} {how}."


def _destroyed(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is destroyed!"


def _left_map(names: Names, event: Any) -> str:
    if names.craft(event.actor) == UNKNOWN_SHIP:
        return ""
    if event.b == CraftStatus.ESCAPED and event.c:
        return f"{names.craft(event.actor)} enters jump space beyond the jump line."
    if event.b == CraftStatus.ESCAPED:
        return f"{names.craft(event.actor)} has left over the enemy's edge and jumps to safety."
    return f"{names.craft(event.actor)} has left the map and is lost."


# --- boarding actions ----------------------------------------------------------------------------


def _board(names: Names, event: Any) -> str:
    end = "." if event.a else ": it is not disabled, and nothing comes of it."
    return f"{names.craft(event.actor)} sends a boarding party to {names.craft(event.target)}{end}"


def _boarding_turn(names: Names, event: Any) -> str:
    fight = f"Aboard {names.craft(event.target)}: {event.a} against {event.b}"
    return f"{fight}; the boarders hold {_many(event.c, 'section')}."


def _boarding_end(names: Names, event: Any) -> str:
    return f"The boarders are thrown out of {names.craft(event.target)}."


def _captured(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is captured by {names.craft(event.target)}!"


def _recall(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} takes its boarding party back."


# --- missiles ------------------------------------------------------------------------------------


def _spreads_move(names: Names, group: list[Any]) -> str:
    """Return the move of spreads of one side that end in one hex."""
    spreads = [names.spread(event.actor) for event in group]
    verb = "moves" if len(spreads) == 1 and "missiles" not in spreads[0] else "move"
    return f"{_listed(spreads)} {verb} to {_place(group[0])}."


def _listed(spreads: list[str]) -> str:
    """Return `spread 2`, `spreads 2, 3 and 4`."""
    if len(spreads) == 1:
        return spreads[0]
    known = [name.rpartition(" ") for name in spreads]
    if not all(number.isdigit() for _, _, number in known):
        return f"{len(spreads)} {spreads[0]}"
    noun = known[0][0].replace("spread", "spreads")
    numbers = [number for _, _, number in known]
    return f"{noun} {', '.join(numbers[:-1])} and {numbers[-1]}"


def _spread_attack(names: Names, event: Any) -> str:
    spread = names.spread(event.actor)
    verb = "attack" if "missiles" in spread else "attacks"
    return f"{spread} {verb} {names.target(event.target, event.c)} at {_place(event)}."


def _spread_gone(names: Names, event: Any) -> str:
    side = event.side
    if names.seat in (UMPIRE, side):
        return f"{names.spread(event.a)} is gone."
    return f"missiles {event.actor + 1} are gone."


def _defense_fire(names: Names, group: list[Any]) -> str:
    event = group[0]
    beams = sum(shot.a for shot in group)
    stopped = sum(shot.b for shot in group)
    shots = f" in {len(group)} shots" if len(group) > 1 else ""
    force, spread = names.force(event.actor), names.spread(event.target)
    fires = f"{force} fires {_many(beams, 'beam')}{shots} at {spread}"
    return f"{fires}: {_many(stopped, 'missile')} destroyed."


def _damped(names: Names, event: Any) -> str:
    stopped = _many(event.a, "missile")
    return f"{names.craft(event.actor)} uses dampers on {names.spread(event.target)}: {stopped}."


def _missiles_fire(names: Names, event: Any) -> str:
    fired = f"{_many(event.a, 'missile')} of {names.spread(event.actor)}"
    if names.seat not in (UMPIRE, event.side):
        fired = f"{event.a or 'No'} enemy missile{'' if event.a == 1 else 's'}"
    fire = "fires" if event.a == 1 else "fire"
    hits = "" if event.b == UNTOLD else f": {_many(event.b, 'hit')}"
    return f"{fired} {fire} at {names.craft(event.target)}{hits}."


def _white_out(names: Names, event: Any) -> str:
    return f"White-out at {_place(event)}."


def _outcome(names: Names, event: Any) -> str:
    verdict = event.a
    said = "The game is drawn" if verdict == Verdict.DRAW else f"{SIDES[verdict]} wins"
    return f"{said}: {REASON_WORDS[Reason(event.b)]}."


# --- before the game -----------------------------------------------------------------------------


def _first_pick(names: Names, event: Any) -> str:
    cards = (event.a, event.b)
    side = event.side
    return f"{SIDES[side]} picks ships first (card {cards[side]} against {cards[1 - side]})."


def _pick(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} takes {names.klass(event.a)} into its pool."


LOADS = (
    "",
    ", half of its missiles semi-independent (TL-12),",
    ", all its missiles semi-independent (TL-12),",
    ", half of its missiles semi-independent (TL-14),",
    ", all its missiles semi-independent (TL-14),",
)
"""How a ship's missiles are told, by Load."""


def _buy(names: Names, event: Any) -> str:
    ship = names.klass(event.a)
    load, quality = divmod(int(event.c), CREW_QUALITIES)
    crew = f" with a {Crew(quality).name.lower()} crew" if quality != Crew.AVERAGE else ""
    return f"{SIDES[event.side]} buys {ship}{crew}{LOADS[load]} for {_many(event.b, 'point')}."


def _buy_tactics(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} pays {_many(event.b, 'point')} for Fleet Tactics {event.a}."


def _left_out(names: Names, event: Any) -> str:
    return f"{names.klass(event.a)} is drawn from the cup and does not take part."


def _player(names: Names, event: Any) -> str:
    who = f"Player {names.player(event.side, event.a)}"
    if not event.b:
        return f"{who} is {SIDES[event.side]}'s fleet commander, Fleet Tactics {event.c}."
    return f"{who} turns card {event.b}: Fleet Tactics {event.c}."


# --- advanced and optional rules -----------------------------------------------------------------


def globe_words(setting: int) -> str:
    """Return the setting of a black globe in words."""
    if setting == 0:
        return "off"
    return "full" if setting == GLOBE_FULL else f"flickering at {10 * setting}%"


def _globe_set(names: Names, event: Any) -> str:
    return f"The black globe of {names.craft(event.actor)} is {globe_words(event.a)}."


def _globe_absorbs(names: Names, event: Any) -> str:
    after = " Its capacitors overload!" if event.b else ""
    return f"The black globe of {names.craft(event.actor)} absorbs {_many(event.a, 'hit')}.{after}"


def _flicker(names: Names, event: Any) -> str:
    return f"A black globe flickers in {names.force(event.target, event.actor)}."


def _marker(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} takes a damage marker, face down."


def _survey(names: Names, event: Any) -> str:
    said = report_words(event.a)
    return f"{names.craft(event.actor)} scans {names.craft(event.target)} for damage: {said}."


def _facing(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} faces {turned_direction(names.seat, event.a)}."


def _surprise(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} is surprised!"


def _stations(names: Names, event: Any) -> str:
    how = "mans battle stations" if event.a else "does not man battle stations in time"
    return f"{names.craft(event.actor)} {how}."


def _mission(names: Names, event: Any) -> str:
    name = mission_name(event.side, event.a)
    return f"{SIDES[event.side]}'s mission is {name}, for {_many(event.b, 'point')}."


def _body(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} places an asteroid at {_place(event)}."


def _bombardment(names: Names, event: Any) -> str:
    if event.a == 0:
        return f"{SIDES[event.side]} launches ten missiles at the surface of the planet."
    return f"The planet has been bombarded for {_many(event.a, 'turn')}."


def _troops(names: Names, event: Any) -> str:
    deed = "land" if event.side == 0 else "are lost"
    return f"{_many(event.a, 'ground troop')} {deed}; {event.b} are on the planet."


def _commandos(names: Names, event: Any) -> str:
    return "The commandos have landed."


def _extraction(names: Names, event: Any) -> str:
    if event.a:
        return f"{names.craft(event.actor)} takes the team aboard."
    return f"{names.craft(event.actor)} fails to extract the team: it is captured."


def _refuelled(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} has refuelled at the asteroid."


def _fulfilled(names: Names, event: Any) -> str:
    name, side = mission_name(event.side, event.a), SIDES[event.side]
    if event.b:
        return f"{side} has fulfilled its mission, {name}, since turn {event.b}."
    return f"{side} has not fulfilled its mission, {name}."


_TELL: dict[Event, Callable[[Names, Any], str]] = {
    Event.TURN: _turn,
    Event.INITIATIVE: _initiative,
    Event.LAUNCH_MISSILES: _launch_missiles,
    Event.LAUNCH_CRAFT: _launch_craft,
    Event.RECOVER: _recover,
    Event.RECONFIGURE: _reconfigure,
    Event.NEW_FORCE: _new_force,
    Event.FORCE_REMOVED: _force_removed,
    Event.ROUND: _round,
    Event.SENSORS: _sensors,
    Event.SCAN: _scan,
    Event.JAMMED: _jammed,
    Event.DETECTED: _detected,
    Event.SHADOW: _shadow,
    Event.TUMBLE: _tumble,
    Event.LOCK: _lock,
    Event.OVERPOWER: _overpower,
    Event.OVERLOAD: _overload,
    Event.FIRE: _fire,
    Event.SCREENED: _screened,
    Event.DAMAGE: _damage,
    Event.DESTROYED: _destroyed,
    Event.LEFT_MAP: _left_map,
    Event.SPREAD_ATTACK: _spread_attack,
    Event.SPREAD_GONE: _spread_gone,
    Event.DAMPED: _damped,
    Event.MISSILES_FIRE: _missiles_fire,
    Event.WHITE_OUT: _white_out,
    Event.OUTCOME: _outcome,
    Event.FIRST_PICK: _first_pick,
    Event.PICK: _pick,
    Event.BUY: _buy,
    Event.BUY_TACTICS: _buy_tactics,
    Event.LEFT_OUT: _left_out,
    Event.JUMP_RESERVE: _jump_reserve,
    Event.POWER: _power,
    Event.GRAVITY: _gravity,
    Event.SURFACE: _surface,
    Event.MISSION: _mission,
    Event.BODY: _body,
    Event.BOMBARDMENT: _bombardment,
    Event.TROOPS: _troops,
    Event.COMMANDOS: _commandos,
    Event.EXTRACTION: _extraction,
    Event.REFUELLED: _refuelled,
    Event.FULFILLED: _fulfilled,
    Event.BOARD: _board,
    Event.BOARDING_TURN: _boarding_turn,
    Event.BOARDING_END: _boarding_end,
    Event.CAPTURED: _captured,
    Event.RECALL: _recall,
    Event.GLOBE_SET: _globe_set,
    Event.GLOBE_ABSORBS: _globe_absorbs,
    Event.FLICKER: _flicker,
    Event.MARKER: _marker,
    Event.SURPRISE: _surprise,
    Event.STATIONS: _stations,
    Event.FACING: _facing,
    Event.SURVEY: _survey,
    Event.PLAYER: _player,
}
