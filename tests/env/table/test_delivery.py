"""Events as each reader gets them: numbered without gaps, none lost, none too early."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick

from spacecombat_env.core.presentation.perspective import PUBLIC
from spacecombat_env.env.table import Table
from spacecombat_env.env.table.event_feed import EventFeed

WORDS = 150


def play(table: Table, words: int = WORDS, seed: int = 6) -> Any:
    """Play at random; yield the seat that has acted, after each action."""
    rng = np.random.default_rng(seed)
    for _ in range(words):
        asked = table.to_act
        if asked is None:
            return
        action = int(rng.choice(table._game.mask.nonzero()[0]))
        table.say(asked, table._counts[table._game.seat], [action])
        yield asked


def test_who_polls_after_every_action_gets_all_events_once(table: Table) -> None:
    heard: dict[str, list[Any]] = defaultdict(list)
    for _ in play(table):
        for reader in table.readers:
            told = heard[reader]
            told += table._delivered(table._seats[reader])[len(told) :]
    for reader in table.readers:
        state = table.state(reader)
        assert list(state.events) == heard[reader]
        assert [event.n for event in state.events] == list(range(1, len(state.events) + 1))
        assert table.state(reader, since=3).events == state.events[3:]
        turns = [event.turn for event in state.events]
        assert turns == sorted(turns) and turns[-1] <= state.turn
        for event in state.events:
            if begun := re.match(r"Turn (\d+)", event.text):
                assert event.turn == int(begun[1])
    assert min(len(heard["umpire"]), len(heard["public"])) > 10


@pytest.mark.parametrize("seed", [6, *(pytest.param(n, marks=pytest.mark.slow) for n in (7, 8, 9))])
def test_the_phase_shown_goes_through_the_turn_in_order(table: Table, seed: int) -> None:
    """It is one of those of the track, and never goes back within a turn."""
    names = table.ruleset.phases()
    before = dict.fromkeys(table.readers, (0, 0))
    for _ in play(table, WORDS if seed == 6 else 4 * WORDS, seed):
        for reader in table.readers:
            state = table.state(reader)
            now = state.turn, names.index(state.phase)
            assert now >= before[reader]
            before[reader] = now
    assert min(before.values())[0] > 0


def test_none_is_lost_of_more_than_a_record_keeps(table: Table) -> None:
    """The raw events behind the sentences are those that the game has delivered, every one."""
    taken: dict[int, int] = defaultdict(int)
    deliver = EventFeed.__dict__["deliver"]

    class Counting(EventFeed):
        def deliver(self, *given: Any) -> None:
            taken[self.reader] += sum(len(events) for events in self.pending)
            deliver(self, *given)

    feeds = table._snapshots.feeds.feeds
    for feed in feeds.values():
        taken[feed.reader] = feed.count - sum(map(len, feed.pending))
        feed.__class__ = Counting
    for _ in play(table, 400):
        pass
    state = table._game.games.states[0]
    waiting = {reader: sum(map(len, feed.pending)) for reader, feed in feeds.items()}
    assert taken[0] + waiting[0] == int(state["delivered_count"][0])
    assert taken[1] + waiting[1] == int(state["delivered_count"][1])
    assert taken[-1] + waiting[-1] == int(state["log_count"])
    assert taken[PUBLIC] + waiting[PUBLIC] <= min(map(int, state["delivered_count"]))


def test_a_reader_is_updated_at_moments_that_it_knows_of(table: Table) -> None:
    """A seat when it is asked, all at the ends of turns and of the game: between them nothing that
    they are given changes, for any deciding seat and however often."""
    before = {reader: given(table, reader) for reader in (*table.ruleset.seats, "public")}
    turn, held = table.turn, Counter[str]()
    for _ in play(table, 400):
        is_open = table.turn == turn and table.to_act is not None
        for reader in before:
            if is_open and reader != table.to_act:
                now = given(table, reader)
                if before[reader]["state"].to_act != reader:
                    assert now == before[reader], reader
                    held[reader] += 1
                assert visible(now) == visible(before[reader]), reader
            before[reader] = given(table, reader)
        turn = table.turn
    assert min(held[reader] for reader in before) > 5


def given(table: Table, reader: str) -> dict[str, Any]:
    """Return all that a reader is given."""
    return {
        "state": table.state(reader),
        "picture": table.picture(reader),
        "sketch": table.sketch(reader),
        "moments": table.moments(reader),
    }


def visible(given: dict[str, Any]) -> list[Any]:
    """Return what may not change either when a reader is asked no more: all but its question."""
    state, question = given["state"], ("question", "to_act", "asked")
    view = {key: value for key, value in state.view.items() if key not in question}
    return [view, state.events, state.turn, state.phase, given["moments"]]


def test_a_turn_that_ends_is_shown_before_the_next_decision(new_table: Any) -> None:
    """One state for the end of each turn, with what had happened by then, and no more of each."""
    table = new_table("pair")
    told: dict[str, list[Any]] = {reader: [] for reader in (*table.ruleset.seats, "public")}
    after = {reader: table.moments(reader) for reader in told}
    first = {reader: table.state(reader).turn for reader in told}
    for _ in play(table, 400):
        for reader, found in told.items():
            found += table.snapshots(reader, after[reader])
            after[reader] = table.moments(reader)
    for reader, found in told.items():
        turns = [state.turn for state in found]
        assert turns == list(range(first[reader], first[reader] + len(turns))) and len(turns) > 2
        assert all(state.to_act is None and not state.offers for state in found)
        counts = [len(state.events) for state in found]
        assert counts == sorted(counts)
        for state in found:
            turns_told = [event.turn for event in state.events]
            assert not turns_told or turns_told[-1] <= state.turn


@pytest.mark.parametrize("scenario", first_quick(["skirmish", "picket", "hunt"]))
def test_sentences_are_those_of_the_log_read_at_once(new_table: Any, scenario: str) -> None:
    """At any moments a reader gets events; as long as a record keeps all of its events."""
    table, compared = new_table(scenario), 0
    game = table._game
    for _ in play(table, 40):
        for seat in (0, 1):
            visible = game.visible_to(seat)
            if int(visible.states["log_count"][0]) <= len(visible.states["log"][0]):
                whole = [
                    line.text for line in game.ruleset.lines(visible, 0, game.scenario, seat, 0)
                ]
                told = [event.text for event in table._delivered(seat)]
                assert whole[: len(told)] == told
                compared += len(told)
    assert compared > 100


def keys_on(picture: str) -> set[str]:
    """Return the keys of what is drawn."""
    return set(re.findall(r'data-k="([^"]+)"', picture))


@pytest.mark.parametrize("words", first_quick([30, 60]))
def test_an_event_names_pieces_that_were_on_the_picture(table: Table, words: int) -> None:
    """Or missiles that were launched, flew and were gone within one delivery."""
    named = 0
    count = dict.fromkeys(table.readers, 0)
    ever = {reader: keys_on(table.picture(reader)) for reader in table.readers}
    for _ in play(table, words):
        for reader in table.readers:
            ever[reader] |= keys_on(table.picture(reader))
            fresh = table._delivered(table._seats[reader])[count[reader] :]
            count[reader] += len(fresh)
            pieces = {piece for event in fresh for piece in event.pieces}
            scenes = [event.scene for event in fresh if event.scene]
            flown = {scene["piece"] for scene in scenes if scene["does"] == "fly"}
            if pieces:
                assert pieces - flown <= ever[reader], (reader, fresh)
                named += len(pieces)
    assert named > 10


def test_tasks_come_with_their_numbers(new_table: Any) -> None:
    """Those that a sentence tells are those that are given as numbers."""
    table = new_table("picket")
    for _ in play(table, 500):
        pass
    found: Counter[str] = Counter()
    for reader in table.readers:
        for event in table.state(reader).events:
            task = event.task or {}
            found.update(list(task))
            assert all(words in event.text for words, _ in task.get("parts", []))
            assert f"needs {task['needs']}" in event.text if "needs" in task else True
            told = rf"cards? \d+: {task.get('drawn')}\b"
            assert re.search(told, event.text) if "drawn" in task else True
    assert min(found[name] for name in ("needs", "drawn", "parts")) > 10
