"""What has happened, as each reader is told it: numbered without gaps, none lost, none too early."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick

from spacecombat_env.core.telling import PUBLIC
from spacecombat_env.env.table import Table
from spacecombat_env.env.table.listening import Ear, sentences
from spacecombat_env.replay.events import heard, newest

WORDS = 150


def play(table: Table, words: int = WORDS, seed: int = 6) -> Any:
    """Play by lot; yield who has said a word, after it."""
    lots = np.random.default_rng(seed)
    for _ in range(words):
        asked = table.asked
        if asked is None:
            return
        token = int(lots.choice(table._game.mask.nonzero()[0]))
        table.say(asked, table._counts[table._game.seat], [token])
        yield asked


def test_who_asks_after_every_word_hears_all_once(table: Table) -> None:
    heard: dict[str, list[Any]] = defaultdict(list)
    for _ in play(table):
        for reader in table.readers:
            told = heard[reader]
            told += table._ears.told(table._seats[reader])[len(told) :]
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
def test_the_phase_told_goes_through_the_turn_in_order(table: Table, seed: int) -> None:
    """It is one of those of the track, the same for all, and never goes back within a turn."""
    names, before = table.ruleset.phases(), (0, 0)
    for seat in play(table, WORDS if seed == 6 else 4 * WORDS, seed):
        phases = {table.state(reader).phase for reader in (seat, "umpire")}
        assert len(phases) == 1 and phases <= set(names)
        now = table.turn, names.index(phases.pop())
        assert now >= before
        before = now
    assert before[0] > 0


def test_none_is_lost_of_more_than_a_record_keeps(table: Table) -> None:
    """The raw events behind the sentences are those that the game has told, every one."""
    taken: dict[int, int] = defaultdict(int)
    hear = Ear.__dict__["tell"]

    class Counting(Ear):
        def tell(self, *given: Any) -> None:
            taken[self.reader] += sum(len(events) for events in self.heard)
            hear(self, *given)

    for ear in table._ears.ears.values():
        taken[ear.reader] = ear.count
        ear.__class__ = Counting
    for _ in play(table, 400):
        pass
    state = table._game.games.states[0]
    waiting = {r: sum(map(len, ear.heard)) for r, ear in table._ears.ears.items()}
    assert taken[0] + waiting[0] == int(state["told_count"][0])
    assert taken[1] + waiting[1] == int(state["told_count"][1])
    assert taken[-1] + waiting[-1] == int(state["log_count"])
    assert taken[PUBLIC] + waiting[PUBLIC] <= min(map(int, state["told_count"]))


def test_a_seat_is_spoken_to_when_it_knows_that_it_is(table: Table) -> None:
    """Its sentences follow from what it reads at its own words and where the word changes hands;
    how many words the other seat needed in between leaves no trace."""
    game, clerk = table._game, {0: list[str](), 1: list[str]()}
    counts = {seat: table._ears.ears[seat].count for seat in clerk}
    waiting: dict[int, list[Any]] = {0: [], 1: []}
    past = {seat: table._ears.ears[seat].before for seat in clerk}
    started = {seat: len(table._ears.told(seat)) for seat in clerk}
    before = table.asked
    for speaker in play(table):
        for seat in clerk:
            seen = game.seen_by(seat)
            waiting[seat].append(newest(seen, counts[seat]))
            counts[seat] = int(seen.states["log_count"][0])
            if table.asked != before or speaker == table.ruleset.seats[seat]:
                events = np.concatenate(waiting[seat])
                waiting[seat] = []
                scratch = table._ears.scratch
                seen = game.seen_by(seat)
                lines = sentences(game, seen, scratch, seat, events, past[seat])
                past[seat] = heard(past[seat], events, game.games)
                clerk[seat] += [line.text for line in lines]
        before = table.asked
    for seat, lines in clerk.items():
        assert [event.text for event in table._ears.told(seat)[started[seat] :]] == lines


@pytest.mark.parametrize("scenario", first_quick(["skirmish", "picket", "duel"]))
def test_sentences_are_those_of_the_log_read_at_once(new_table: Any, scenario: str) -> None:
    """Whatever moments a reader is told at; as long as a record keeps all of its events."""
    table, compared = new_table(scenario), 0
    game = table._game
    for _ in play(table, 40):
        for seat in (0, 1):
            seen = game.seen_by(seat)
            if int(seen.states["log_count"][0]) <= len(seen.states["log"][0]):
                whole = [line.text for line in game.ruleset.lines(seen, 0, game.scenario, seat, 0)]
                told = [event.text for event in table._ears.told(seat)]
                assert whole[: len(told)] == told
                compared += len(told)
    assert compared > 100


def keys_on(picture: str) -> set[str]:
    """Return the keys of what is drawn."""
    return set(re.findall(r'data-k="([^"]+)"', picture))


@pytest.mark.parametrize("words", first_quick([30, 60]))
def test_an_event_names_pieces_that_were_on_the_picture(table: Table, words: int) -> None:
    named = 0
    count = dict.fromkeys(table.readers, 0)
    ever = {reader: keys_on(table.picture(reader)) for reader in table.readers}
    for _ in play(table, words):
        for reader in table.readers:
            ever[reader] |= keys_on(table.picture(reader))
            fresh = table._ears.told(table._seats[reader])[count[reader] :]
            count[reader] += len(fresh)
            pieces = {piece for event in fresh for piece in event.pieces}
            if pieces:
                assert pieces <= ever[reader], (reader, fresh)
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
