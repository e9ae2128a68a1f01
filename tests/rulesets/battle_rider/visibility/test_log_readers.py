"""Who learns of each kind of event, and what of it: a table, held against random games.

The games are those of fuzzing.py: every rule and option at random, and missions. Of a kind that none
of them has brought about the test fails, but for those that are rare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from kit.battle_rider.fuzzing import PURCHASES, drawn_empires, drawn_scenario, send_raiders
from kit.battle_rider.scenes import SCENES
from kit.battle_rider.table import Table

from spacecombat_env.rulesets.battle_rider.model import (
    COLUMNS,
    DETAILS,
    NONE,
    TASK_NOTES,
    UNDISCLOSED_VALUE,
    VERBS,
    Chance,
    CraftStatus,
    Event,
    Grade,
    Removal,
    Sensor,
    SensorDM,
    TaskNote,
    Tumble,
)

BOTH, OWN, KNOWN, VERSIONS, KNOWN_OR_VERSIONS, TASKS = range(6)
"""Both sides; the acting side alone; both where the craft is detected, else its own side; one event
for each side; that where the craft is not detected; as BR-AMB-105 has it."""


class Disclosed(NamedTuple):
    """Who reads an event, and the columns that its enemy may find filled (else all)."""

    readers: int
    enemy: str = "actor target a b c"


READERS: dict[Event, Disclosed] = {
    Event.TURN: Disclosed(BOTH),
    Event.INITIATIVE: Disclosed(BOTH),
    Event.ENTER: Disclosed(BOTH),
    Event.ROUND: Disclosed(BOTH),  # of a force that waits its own side alone: see `expected`
    Event.LAUNCH_MISSILES: Disclosed(VERSIONS, "target"),
    Event.LAUNCH_CRAFT: Disclosed(KNOWN),
    Event.RECOVER: Disclosed(KNOWN),
    Event.RECONFIGURE: Disclosed(KNOWN),
    Event.NEW_FORCE: Disclosed(BOTH, "actor target a"),
    Event.FORCE_REMOVED: Disclosed(BOTH),
    Event.SENSORS: Disclosed(OWN),
    Event.SCAN: Disclosed(VERSIONS),
    Event.LOCK: Disclosed(VERSIONS),
    Event.JAMMED: Disclosed(BOTH),
    Event.DETECTED: Disclosed(BOTH),
    Event.SHADOW: Disclosed(BOTH),
    Event.THRUST: Disclosed(BOTH),
    Event.EVADE: Disclosed(BOTH),
    Event.EVADE_LOWERED: Disclosed(BOTH),
    Event.MOVE: Disclosed(BOTH),
    Event.TUMBLE: Disclosed(KNOWN),
    Event.OVERPOWER: Disclosed(KNOWN),
    Event.OVERLOAD: Disclosed(KNOWN),
    Event.FIRE: Disclosed(KNOWN_OR_VERSIONS),
    Event.SCREENED: Disclosed(BOTH),
    Event.DAMAGE: Disclosed(BOTH),
    Event.DESTROYED: Disclosed(BOTH),
    Event.DRONE_LOST: Disclosed(KNOWN),
    Event.LEFT_MAP: Disclosed(KNOWN_OR_VERSIONS),
    Event.SPREAD_MOVE: Disclosed(BOTH),
    Event.SPREAD_ATTACK: Disclosed(BOTH),
    Event.SPREAD_GONE: Disclosed(BOTH),
    Event.DEFENSE_FIRE: Disclosed(BOTH),
    Event.DAMPED: Disclosed(KNOWN),
    Event.SALVO: Disclosed(BOTH),
    Event.MISSILES_FIRE: Disclosed(BOTH),
    Event.DUEL: Disclosed(OWN),
    Event.WHITE_OUT: Disclosed(BOTH),
    Event.OUTCOME: Disclosed(BOTH),
    Event.FIRST_PICK: Disclosed(BOTH),
    Event.PICK: Disclosed(BOTH),
    Event.BUY: Disclosed(OWN),
    Event.BUY_TACTICS: Disclosed(OWN),
    Event.LEFT_OUT: Disclosed(OWN),
    Event.JUMP_RESERVE: Disclosed(OWN),
    Event.POWER: Disclosed(KNOWN),
    Event.GRAVITY: Disclosed(BOTH),
    Event.SURFACE: Disclosed(BOTH),
    Event.BOARD: Disclosed(BOTH),
    Event.BOARDING_TURN: Disclosed(BOTH),
    Event.BOARDING_END: Disclosed(BOTH),
    Event.CAPTURED: Disclosed(BOTH),
    Event.RECALL: Disclosed(BOTH),
    Event.GLOBE_SET: Disclosed(KNOWN),
    Event.GLOBE_ABSORBS: Disclosed(BOTH),
    Event.FLICKER: Disclosed(BOTH),
    Event.MARKER: Disclosed(VERSIONS, "actor"),
    Event.SURVEY: Disclosed(OWN),
    Event.FACING: Disclosed(KNOWN),
    Event.SURPRISE: Disclosed(BOTH),
    Event.STATIONS: Disclosed(OWN),
    Event.MISSION: Disclosed(OWN),
    Event.BODY: Disclosed(BOTH),
    Event.BOMBARDMENT: Disclosed(BOTH),
    Event.TROOPS: Disclosed(BOTH),
    Event.COMMANDOS: Disclosed(OWN),
    Event.EXTRACTION: Disclosed(OWN),
    Event.REFUELLED: Disclosed(OWN),
    Event.FULFILLED: Disclosed(BOTH),
    Event.PLAYER: Disclosed(OWN),
    Event.TASK: Disclosed(TASKS),
    Event.CARDS: Disclosed(TASKS),
}
UNUSED = {Event.NOTHING, Event.NOT_FOUND, Event.HITS}
NAMES_CRAFT = (Event.SCREENED, Event.DAMAGE, Event.DESTROYED, Event.GLOBE_ABSORBS, Event.MARKER)
"""Kinds told to both, or to the enemy, that name a craft: it must be a detected one."""
IN_SIGHT = (Chance.HIT, Chance.DAMPER, Chance.CRASH_START, Chance.SANDCASTER)
IN_SIGHT += (Chance.MESON_SCREEN, Chance.OVERLOAD)
"""Tasks whose cards the enemy of a detected craft sees."""
SENSOR_TASKS = (Chance.DETECTION, Chance.LOCK, Chance.SURVEY)


def expected(event: Any, detected: tuple[np.ndarray, np.ndarray], option: Any) -> set[int]:
    """The sides (bits) that may be told, by the craft detected before and after the action."""
    side, kind = int(event.side), Event(event.kind)
    readers = READERS[kind].readers
    if kind == Event.DAMAGE and option.hidden_damage:
        readers = OWN  # BR-HID-01
    if kind == Event.TUMBLE and event.a == Tumble.STEADY:
        readers = OWN  # of what did not happen
    if readers == BOTH:
        return {3, 1 << side} if kind == Event.ROUND else {3}
    own, enemy = 1 << side, 1 << (1 - side)
    if readers == VERSIONS:
        return {own, enemy}
    if readers == TASKS:
        return _task_readers(event, detected)
    if readers == OWN:
        return {own}
    versions = {own, enemy} if readers == KNOWN_OR_VERSIONS else {own}
    if event.actor == NONE:
        return {enemy}
    known = [bool(those[event.actor]) for those in detected]
    return (
        ({3} if any(known) else set())
        | (versions if not all(known) else set())
        | ({own, enemy} if kind == Event.LEFT_MAP else set())
    )


def _task_readers(event: Any, detected: tuple[np.ndarray, np.ndarray]) -> set[int]:
    """BR-AMB-105 The side that does it, and the other of what it learns."""
    own = 1 << int(event.side)
    if event.a == Chance.JAMMING:
        return {3}
    if event.a in (Chance.DETECTION, Chance.LOCK):
        return {own, 3}  # which of them, the scan next to it tells
    if event.kind == Event.CARDS and event.c & TASK_NOTES:
        return {0}
    known = [event.a in IN_SIGHT and bool(those[event.actor]) for those in detected]
    return ({3} if any(known) else set()) | ({own} if not all(known) else set())


def check_told(event: Any, told: Any, seat: int) -> None:
    """What a seat reads of an event is no more than the table says."""
    kind = Event(event.kind)
    assert told.kind == event.kind and told.side == event.side and told.known == 1 << seat
    if kind in (Event.TASK, Event.CARDS):
        check_task(event, told, seat)
        return
    assert not told.card and not told.detail[len(COLUMNS) :].any()
    assert not [n for n, name in enumerate(COLUMNS) if told.detail[n] and told[name] == NONE]
    if event.side not in (seat, NONE) and event.side < 2:
        blank = {"actor": NONE, "target": NONE, "a": 0, "b": 0, "c": 0}
        blank |= {"c": NONE} if kind == Event.NEW_FORCE else {}
        for name in set(blank) - set(READERS[kind].enemy.split()):
            assert told[name] == blank[name], (kind.name, name)
        if kind in (Event.SCAN, Event.LOCK):
            assert told.b <= Grade.SUCCESS
            assert told.actor == NONE or told.a == Sensor.ACTIVE
        if kind == Event.FORCE_REMOVED:
            assert told.b != Removal.DUMMY


def check_task(event: Any, told: Any, seat: int) -> None:
    """BR-AMB-105 Value, reasons, card and ship of a task, for its side and for the other."""
    sensor, cards = event.a in SENSOR_TASKS, event.kind == Event.CARDS
    own = event.side == seat
    jamming = event.a == Chance.JAMMING
    vain = own and event.c & TaskNote.UNKNOWN
    assert (told.b == UNDISCLOSED_VALUE) == (
        vain if own else not jamming
    ) or event.b == UNDISCLOSED_VALUE
    assert told.card == (0 if (vain or event.c & TaskNote.COVERED) and not cards else event.card)
    assert told.c == (0 if not own else int(event.c) & ~TASK_NOTES)
    if not own and (sensor or jamming):
        assert told.actor == NONE
    if cards:
        assert (told.detail == event.detail).all()
        return
    if not own:
        first = SensorDM.JAMMING if sensor else DETAILS
        assert not told.detail[:first].any()
        return
    if sensor:
        reported = range(SensorDM.SIZE, SensorDM.REPORTED)
        assert not told.detail[list(reported)].any()
        total = 0 if vain else int(event.detail[list(reported)].sum())
        assert told.detail[SensorDM.REPORTED] == total
        assert vain or told.detail.sum() == event.b
    else:
        assert (told.detail == event.detail).all() or vain


def played(seed: int, decisions: int) -> Iterator[tuple[Table, int, tuple[int, int], np.ndarray]]:
    """Play a random game; yield with counts and detected craft as they were before each action."""
    rng = np.random.default_rng(seed)
    empires = seed % 3 == 0
    if seed % 10 == 1:
        game = Table(PURCHASES[seed // 10 % len(PURCHASES)], seed=seed, max_turns=3)
    elif seed % 10 == 2:
        game = Table(SCENES["watches"], seed=seed)
    else:
        game = Table((drawn_empires if empires else drawn_scenario)(seed), seed=seed)
    yield game, 0, (0, 0), np.zeros(len(game.state.craft), bool)
    for n in range(decisions):
        if game.over:
            return
        if empires and n % 60 == 59 and game.state.body["kind"].any():
            send_raiders(game.state, game.rules, rng)
            if not game.legal():
                return  # sent away in the middle of an order
        state = game.state
        before = (
            int(state.log_count),
            (int(state.delivered_count[0]), int(state.delivered_count[1])),
        )
        detected = state.craft["detected"].astype(bool)
        actions = sorted(game.legal())
        verbs = [action for action in actions if action < VERBS and action != game.action("DONE")]
        game.apply(rng.choice(verbs if verbs and rng.random() < 0.5 else actions))
        yield game, *before, detected


def check_games(seeds: range, decisions: int) -> set[Event]:
    """Hold the table against random games; return the kinds of events that they had."""
    kinds = set()
    for seed in seeds:
        for game, count, told, before in played(seed, decisions):
            state, length = game.state, len(game.state.log)
            if state.log_count - count > length:
                continue
            detected = before, state.craft["detected"].astype(bool)
            places, blind = list(told), bool(game.rules.option.double_blind)
            for n in range(count, int(state.log_count)):
                event = state.log[n % length]
                kinds.add(Event(event.kind))
                may = expected(event, detected, game.rules.option)
                fits = event.known in may or (blind and any(not event.known & ~m for m in may))
                assert fits, (seed, Event(event.kind).name, event, may)
                if event.kind in NAMES_CRAFT and event.known == 3:
                    craft = state.craft[event.actor]
                    gone = craft.status != CraftStatus.IN_FORCE
                    assert detected[0][event.actor] or detected[1][event.actor] or gone
                for seat in (0, 1):
                    if event.known >> seat & 1:
                        check_told(event, state.delivered[seat, places[seat] % length], seat)
                        places[seat] += 1
            assert places == state.delivered_count.tolist()
    return kinds


RARE = {
    Event.CAPTURED,
    Event.RECALL,
    Event.COMMANDOS,
    Event.REFUELLED,
    Event.EXTRACTION,
    Event.LEFT_OUT,
    Event.FULFILLED,
    Event.JUMP_RESERVE,
    Event.EVADE_LOWERED,
    Event.DRONE_LOST,
    Event.DEFENSE_FIRE,
}
"""Kinds that none of many games may bring about."""
SCARCE = RARE | {
    Event.BOARD,
    Event.BOARDING_TURN,
    Event.BOARDING_END,
    Event.BOMBARDMENT,
    Event.TROOPS,
    Event.DAMPED,
    Event.SALVO,
    Event.MISSILES_FIRE,
    Event.DUEL,
    Event.SPREAD_ATTACK,
    Event.WHITE_OUT,
    Event.FLICKER,
    Event.EVADE_LOWERED,
    Event.GLOBE_ABSORBS,
    Event.PLAYER,
    Event.SURFACE,
    Event.SURVEY,
    Event.SURPRISE,
    Event.TUMBLE,
}
"""Kinds that few of the games bring about."""


@pytest.mark.rule("BR-AMB-88", "BR-AMB-105", "BR-DET-25", "BR-DET-27")
def test_each_event_is_shown_to_its_readers_and_no_more_of_it_than_they_may_know():
    kinds = check_games(range(1, 21), 250)
    assert set(READERS) | UNUSED == set(Event)
    assert not set(READERS) - kinds - SCARCE, set(READERS) - kinds


@pytest.mark.slow
@pytest.mark.rule("BR-AMB-88", "BR-AMB-105")
def test_each_event_is_shown_to_its_readers_in_many_games():
    kinds = check_games(range(31, 400), 300)
    assert not set(READERS) - kinds - RARE, set(READERS) - kinds
