"""The service shows nobody how another seat says its words.

It may say many at once or one after the other, and it may leave kinds of question to a captain: a
game in which the same words come to be said is, to all other readers, the same game. Every message
that they are sent must be the same, byte for byte, and equally many of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from in_rooms import PLACES, Reader, session_of
from kit.slowly import quick_of

from spacecombat_agents.players.base import Needs
from spacecombat_agents.service.delegation.decision_kinds import decision_kinds_of
from spacecombat_agents.service.delegation.standing_orders import StandingOrders
from spacecombat_agents.service.games.facts import seat_summary
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import PUBLIC, SeatObservation, Table
from spacecombat_env.protocol.lines import as_line

rulesets = pytest.mark.parametrize("name", PLACES)


# --- sentences ------------------------------------------------------------------------------------


def stretches(table: Table, words: int) -> list[tuple[str, list[int]]]:
    """This many words of a game, those as one that a seat says up to an outcome."""
    rng, found = np.random.default_rng(3), list[tuple[str, list[int]]]()
    is_settled = True
    while table.to_act is not None and len(table.actions) < words:
        seat = table.to_act
        if is_settled or found[-1][0] != seat:
            found.append((seat, []))
        legal = table.vector(seat)[1].nonzero()[0]
        word = int(legal[rng.integers(len(legal))])
        said = table.say(seat, table.counts[table.ruleset.seats.index(seat)], [word])
        found[-1][1].append(word)
        is_settled = said.settled > 0
    return found


@pytest.mark.parametrize("name, watcher", [("battle_rider", 1), ("intercept_sensors", 0)])
def test_nobody_sees_how_another_seat_puts_its_actions_together(name: str, watcher: int) -> None:
    rules = registry.ruleset(name)
    tables = [Table(rules, open_scenario(rules, PLACES[name][0][0]), 4) for _ in range(3)]
    spoken = stretches(tables.pop(), 40)
    seat = rules.seats[watcher]
    told: list[list[str]] = []
    for whole, table in zip((False, True), tables, strict=True):
        session = session_of(table)
        told.append([])
        Reader(session, seat, told[-1])
        seat_agents = {each: Reader(session, each, []) for each in rules.seats}
        for seat_agent, words in spoken:
            for part in [words] if whole and seat_agent != seat else [[word] for word in words]:
                seat_agents[seat_agent].send("say", at=session.action_count(seat_agent), words=part)
                if seat_agent != seat:
                    assert not seat_summary(session, seat)["asked"] or table.to_act == seat
            told[-1].append(as_line(seat_summary(session, seat)))
    assert told[0] == told[1]
    assert len(told[0]) > len(spoken) // 2


@pytest.mark.parametrize("name, watcher", [("battle_rider", 1), ("intercept_sensors", 0)])
def test_nobody_sees_after_a_whole_order_whether_another_seat_is_asked(
    name: str, watcher: int
) -> None:
    """A seat that says several words at once is given no more while it waits than one that says
    them one by one: whether it is asked again at once tells whether the enemy had to act."""
    rules = registry.ruleset(name)
    tables = [Table(rules, open_scenario(rules, PLACES[name][0][0]), 4) for _ in range(3)]
    spoken = stretches(tables.pop(), 80)
    seat = rules.seats[watcher]
    assert any(len(words) > 1 for each, words in spoken if each == seat)
    waits: list[list[str]] = []
    for whole, table in zip((False, True), tables, strict=True):
        session, told = session_of(table), list[str]()
        Reader(session, seat, told)
        seat_agents = {each: Reader(session, each, []) for each in rules.seats}
        for seat_agent, words in spoken:
            for part in [words] if whole else [[word] for word in words]:
                seat_agents[seat_agent].send("say", at=session.action_count(seat_agent), words=part)
        whole_states = [
            message for message in told if '"base"' not in message
        ]  # no changes since an ask
        waits.append([message for message in whole_states if message.startswith('{"type":"now"')])
    assert waits[0] == waits[1]


# --- standing orders ------------------------------------------------------------------------------


class Script:
    """A captain who says of the words that a seat says in a game those that he is asked for."""

    name, needs = "captain", Needs.MASKS

    def __init__(self, words: list[int]) -> None:
        self.words, self.said = words, 0

    def choose_action(self, observation: SeatObservation) -> int:
        """The word of its moment."""
        self.said += 1
        return self.words[observation.at]


class Left:
    """A game in which one seat leaves kinds of question to a captain, or none."""

    def __init__(self, name: str, spoken: list[tuple[str, list[int]]], watcher: int) -> None:
        rules = registry.ruleset(name)
        self.spoken, self.enemy = spoken, rules.seats[1 - watcher]
        self.session = session_of(Table(rules, opened(name), 4))
        self.words = {
            each: [word for seat, words in spoken if seat == each for word in words]
            for each in rules.seats
        }
        self.captain = Script(self.words[self.enemy])
        self.session.captain = lambda seat: self.captain  # type: ignore[assignment,return-value]
        self.told: list[str] = []
        self.shown: list[str] = []
        Reader(self.session, PUBLIC, self.shown)
        seats = {seat: self.told if seat != self.enemy else [] for seat in rules.seats}
        self.seat_agents = {seat: Reader(self.session, seat, told) for seat, told in seats.items()}
        self.kinds = [each.name for each in decision_kinds_of(rules)]
        self.mid_orders = 0

    def play(self, leaves: bool, rng: np.random.Generator) -> None:
        """Say all words, as far as the captain does not."""
        session, ends = self.session, dict.fromkeys(self.words, 0)
        for seat, words in self.spoken:
            ends[seat] += len(words)
            if leaves and seat == self.enemy and session.action_count(seat) < ends[seat]:
                until = ("phase", "turn", "game")
                left = {kind: until[rng.integers(3)] for kind in self.kinds if rng.random() < 0.5}
                self.seat_agents[seat].send("standing", kinds=left)
            while (at := session.action_count(seat)) < ends[seat]:
                if session.automated_by(seat) is None:
                    self.mid_orders += session.table.is_mid_order and self.captain.said > 0
                    self.seat_agents[seat].send("say", at=at, words=[self.words[seat][at]])
                else:
                    session.play_order()
                assert session.action_count(seat) > at


def opened(name: str) -> Any:
    """A scenario in which nothing is left to the engine."""
    return open_scenario(registry.ruleset(name), PLACES[name][0][0], ())


WORDS = {"battle_rider": 160, "intercept_sensors": 60, "interceptor": 90}
"""How long a game is in which something is left to a captain."""


def left_and_said(name: str, watcher: int, times: int = 1) -> list[Left]:
    """The same game twice: the enemy leaves kinds of question to a captain, and says all itself."""
    spoken = stretches(Table(registry.ruleset(name), opened(name), 4), times * WORDS[name])
    while spoken[-1][0] != registry.ruleset(name).seats[watcher]:
        spoken.pop()  # the captain knows no further words
    games = [Left(name, spoken, watcher) for _ in range(2)]
    for leaves, game in zip((True, False), games, strict=True):
        game.play(leaves, np.random.default_rng(5))
    assert games[0].session.table.actions == games[1].session.table.actions
    assert games[0].captain.said > 2 and games[1].captain.said == 0
    return games


@pytest.mark.parametrize("name", quick_of(PLACES, ["battle_rider", "intercept_sensors"]))
def test_nobody_sees_what_another_seat_leaves_to_the_captain(name: str) -> None:
    left, said = left_and_said(name, 0)
    assert left.told == said.told and left.shown == said.shown
    assert len(left.told) > 5


@pytest.mark.slow
@pytest.mark.parametrize("watcher", [0, 1])
@rulesets
def test_nobody_sees_it_for_long(name: str, watcher: int) -> None:
    left, said = left_and_said(name, watcher, 5)
    assert left.told == said.told and left.shown == said.shown
    assert left.mid_orders > 3  # an order begun by one and finished by the other


def test_a_captain_that_is_revealed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    announce = GameSession._notify_subscribers

    def telling_all(session: GameSession) -> None:
        announce(session)
        for subscriber in session.subscribers:
            session.send_state(subscriber)

    monkeypatch.setattr(GameSession, "_notify_subscribers", telling_all)
    left, said = left_and_said("intercept_sensors", 0)
    assert left.told != said.told


def test_standing_orders_that_all_are_shown_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of = StandingOrders.active_orders
    told = lambda orders, seat: {**of(orders, "red_0"), **of(orders, "blue_0")}  # noqa: E731
    monkeypatch.setattr(StandingOrders, "active_orders", told)
    left, said = left_and_said("intercept_sensors", 0)
    assert left.told != said.told
