"""What the public sees: what both seats know, in no seat's actions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from kit.determinizing import walk
from kit.structure import faults
from kit.switches import HIDING
from kit.tables import as_json, seated, twin_of

from spacecombat_env import registry
from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.env.table.event_feed import EventFeeds
from spacecombat_env.env.table.public_view import BOTH, public_event
from spacecombat_env.replay.events import new_events, ring_events

EVERY, MOST = 17, 240
PLACES = [
    ("battle_rider", "skirmish", {}),
    ("battle_rider", "skirmish", HIDING),
    ("battle_rider", "skirmish", {"double_blind": True}),
    pytest.param("battle_rider", "pocket_empires", {}, marks=pytest.mark.slow),
    ("intercept_sensors", "duel", {}),
    ("interceptor", "pair", {}),
]


def moments(name: str, scenario: str, options: dict[str, Any], seed: int) -> Iterator[Game]:
    """Yield moments of a game."""
    for n, game in enumerate(walk(name, scenario, seed, options)):
        if n >= MOST:
            return
        if n % EVERY == 0:
            yield game.copy()


@pytest.mark.parametrize(("name", "scenario", "options"), PLACES)
def test_the_public_knows_nothing_that_a_seat_does_not(
    name: str, scenario: str, options: dict[str, Any]
) -> None:
    """Whatever is true as far as a seat knows, the public is shown the same."""
    compared = 0
    for game in moments(name, scenario, options, seed=1):
        table = seated(game)
        shown = as_json(table.state("public")), table.picture("public")
        for seat in range(2):
            twin = twin_of(table, game.determinize(seat, 100 + compared))
            assert (as_json(twin.state("public")), twin.picture("public")) == shown
            compared += 1
    assert compared >= 8


@pytest.mark.parametrize(("name", "scenario", "options"), PLACES)
def test_a_public_view_is_a_view(name: str, scenario: str, options: dict[str, Any]) -> None:
    file = registry.ruleset(name).package / "view.schema.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    pieces = 0
    for game in moments(name, scenario, options, seed=2):
        view = seated(game).state("public").view
        assert faults(view, schema, schema) == []
        assert view["seat"] is None and view["question"] is None
        assert not any(pieces for key, pieces in view.items() if key.startswith("own_"))
        pieces += sum(len(found) for key, found in view.items() if key.startswith("enemy_"))
    assert pieces


def strangers() -> Table:
    """A table at which the enemy's names are unknown."""
    sides = {
        side: {
            "fleet_tactics": 2,
            "ships": [{"class": klass, "name": name, "missiles": 0}],
            "task_forces": [
                {"name": f"{name} force", "ships": [name], "hex": [9, row]},
                {"name": f"{name} dummy", "ships": [], "hex": [12, row]},
            ],
        }
        for side, name, klass, row in (
            ("red", "Alpha", "Valor", 12),
            ("blue", "Bravo", "Gazelle", 18),
        )
    }
    rules = registry.ruleset("battle_rider")
    return Table(rules, open_scenario(rules, {"name": "strangers", "sides": sides}, ()), 4)


def test_the_public_is_shown_no_name_that_one_side_alone_has() -> None:
    table, rng = strangers(), np.random.default_rng(1)
    for _ in range(500):
        if table.to_act is None:
            break
        action = int(rng.choice(table._game.mask.nonzero()[0]))
        table.say(table.to_act, table._counts[table._game.seat], [action])
    state = table.state("public")
    said = " ".join(event.text for event in state.events)
    everything = said + as_json(state) + table.picture("public")
    assert not re.search(r"Alpha|Bravo|(?<!e)TF-\d|spread \d", everything)
    assert "Red eTF-" in said and "Blue eTF-" in said
    whole = " ".join(event.text for event in table.state("umpire").events)
    assert "Alpha" in whole and "TF-1" in whole


def test_numbers_of_a_public_task_are_shown_to_both_seats(new_table: Any) -> None:
    table, rng = new_table("picket"), np.random.default_rng(6)
    for _ in range(600):
        if table.to_act is None:
            break
        action = int(rng.choice(table._game.mask.nonzero()[0]))
        table.say(table.to_act, table._counts[table._game.seat], [action])
    told = {seat: _numbers(table, seat) for seat in table.ruleset.seats}
    public = _numbers(table, "public")
    assert len(public) > 5
    assert all(public <= numbers for numbers in told.values())


def _numbers(table: Table, reader: str) -> set[tuple[int, str, int]]:
    """Return turn, kind and value of the numbers of tasks that a reader gets."""
    return {
        (event.turn, name, event.task[name])
        for event in table.state(reader).events
        if event.task
        for name in ("needs", "drawn")
        if name in event.task
    }


@pytest.mark.parametrize("dropped", [(40, 0, 0), (0, 25, 0), (0, 0, 25), (30, 20, 5)])
def test_what_rings_have_dropped_mixes_no_events(dropped: tuple[int, int, int]) -> None:
    """An action may bring more events than rings hold: of each the oldest are gone, not as many."""
    for game in walk("battle_rider", "skirmish", 1):
        if int(game.games.states["log_count"][0]) > 150:
            break
    feeds, state = seated(game)._snapshots.feeds, game.games.states[0]
    news = {
        seat: ring_events(state.delivered[seat], 0, int(state.delivered_count[seat]))
        for seat in range(2)
    }
    news[UMPIRE] = new_events(game.games, 0)
    whole = [event.tobytes() for event in feeds._public(news)]
    less = {
        reader: news[reader][gone:] for reader, gone in zip((UMPIRE, 0, 1), dropped, strict=True)
    }
    told = [event.tobytes() for event in feeds._public(less)]
    left = _whole_events(news, dropped)
    assert 0 < left < len(whole)
    assert told == whole[-left:]


def _whole_events(news: dict[int, np.ndarray], dropped: tuple[int, int, int]) -> int:
    """Return how many events of both sides are younger than all that the rings have dropped."""
    known = [int(event["known"]) for event in news[UMPIRE]]
    first = dropped[0]
    for seat, gone in enumerate(dropped[1:]):
        own = [n for n, seats in enumerate(known) if seats >> seat & 1]
        if gone:
            first = max(first, own[gone - 1 - len(news[seat])] + 1)
    return known[first:].count(BOTH)


def test_an_event_of_one_side_is_not_public(table: Table) -> None:
    """The public gets the events that both sides got, and no other."""
    rng, both, heard = np.random.default_rng(3), 0, 0
    public = table._snapshots.feeds._public

    def counted(news: Any) -> Any:
        nonlocal heard
        found = public(news)
        heard += len(found)
        return found

    table._snapshots.feeds._public = counted  # type: ignore[method-assign]
    for _ in range(150):
        if table.to_act is None:
            break
        start = int(table._game.games.states[0]["log_count"])
        action = int(rng.choice(table._game.mask.nonzero()[0]))
        table.say(table.to_act, table._counts[table._game.seat], [action])
        log, count = table._game.games.states[0]["log"], table._game.games.states[0]["log_count"]
        known = [int(log[n % len(log)]["known"]) for n in range(start, int(count))]
        both += known.count(0b11)
    assert heard == both > 10


@pytest.mark.parametrize("side", [0, 1])
def test_a_field_that_each_side_has_lost_a_part_of_is_the_enemys(side: int) -> None:
    """A task's notes are kept from its own side, its crew from the other: the public has neither."""
    kind = np.dtype([("side", "i1"), ("known", "i1"), ("c", "i2"), ("card", "i2")])
    crew, note, card = 4, 1, 17
    own = np.array((side, 1 << side, crew, 0), kind)
    enemy = np.array((side, 2 >> side, 0, card), kind)
    truth = np.array((side, 3, crew | note, card), kind)
    copies = (own, enemy) if side == 0 else (enemy, own)
    assert public_event(truth, copies).tolist() == (side, 3, 0, 0)


@pytest.mark.parametrize("ring", [12, 7, 1])
def test_the_public_gets_each_event_from_its_own_copies(ring: int) -> None:
    """Also where an action brings more events than the umpire's ring holds: a seat's reaches back."""
    game = next(moments("battle_rider", "duel", {}, seed=1))
    log = np.zeros(12, game.games.states["log"].dtype)
    log["kind"], log["a"] = 1 + np.arange(12), 100 + np.arange(12)
    log["known"] = [BOTH, 1, 2, BOTH, 0, BOTH, 2, 2, BOTH, 1, 0, BOTH]
    told = {seat: log[log["known"] >> seat & 1 == 1].copy() for seat in range(2)}
    news = {UMPIRE: log[-ring:], **told}
    heard = EventFeeds._public(None, news)  # type: ignore[arg-type]
    known = [event for event in log[-ring:] if event["known"] == BOTH]
    assert [event[0].tobytes() for event in heard] == [event.tobytes() for event in known]
