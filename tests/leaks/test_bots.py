"""What a bot is sent in a game does not depend on what its seat may not know.

Twins of tables (`kit/tables_on.py`) play on with a bot at the watcher's seat of both, which pries:
it looks ahead with odds, asks for plans, says what cannot be said, lets the captain speak, has
everything told again. Their enemies say not equally many words, and one of them looks ahead and
errs as well. Every message that the two bots are sent must be the same, byte for byte, and equally
many of them. Of LEAK_HISTORIES (test_table.py) the slow tests play a twentieth on.
"""

from __future__ import annotations

import functools
from collections import deque
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from kit.dreaming import CAPTAINS
from kit.tables import NONSENSE, as_json, refusal
from kit.tables_on import Apart, Shown, TablesOn, are_dealt_otherwise, difference_of
from walking import HISTORIES, Place, let_play_on, moments, nothing

from spacecombat_agents.bots.child import Reply
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.questions import BotSeat
from spacecombat_agents.bots.session import Session
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import PUBLIC, Table, letting
from spacecombat_env.protocol import Teller
from spacecombat_env.protocol.lines import as_line

PLACES: dict[str, list[Place]] = {
    "battle_rider": [("skirmish", {}), ("skirmish", {"double_blind": True}), ("duel", {})],
    "intercept_sensors": [("duel", {}), ("infiltrator", {})],
    "interceptor": [("pair", {}), ("duel", {})],
}
rulesets = pytest.mark.parametrize("name", PLACES)


class Prying:
    """The way to a bot that tries two things at every question, and then says a word by lot."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """What it was sent since the lines were last taken."""
        self.lots = np.random.default_rng(0)
        self.answers: deque[dict[str, Any]] = deque()
        self.pried = -1

    def start(self) -> None:
        """There is nothing to start."""

    def send(self, obj: dict[str, Any]) -> None:
        """Write a message down, and answer it."""
        self.lines.append(as_line(obj))
        about = {"id": obj.get("id"), "game": obj.get("game"), "at": obj.get("at")}
        if obj["type"] == "hello":
            wants = {"delta": True, "vector": True, "record": True}
            ready = {"type": "ready", "id": 1, "protocol": "1.0", "name": "prying", "wants": wants}
            self.answers.append(ready)
        elif obj["type"] == "ask":
            if obj["at"] != self.pried:
                self.pried = obj["at"]
                self.answers.extend({**about, **each} for each in self._tries(obj["words"]))
            self.answers.append({**about, **self._word(obj["words"])})

    def _tries(self, words: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Things to try, of which none is an answer that stands."""
        every = [word["token"] for word in words]
        begun = [word["token"] for word in words if "ends" not in word][:1]
        places = [word["place"] for word in words if "place" in word] or ["0404", "A2 (3,9)"]
        tries = [
            {"type": "peek", "words": begun, "depth": 2},
            {"type": "peek", "words": begun, "odds": True},
            {"type": "peek", "words": [int(self.lots.choice(every)), NONSENSE], "depth": 3},
            {"type": "plan", "place": str(self.lots.choice(places))},
            {"type": "say", "words": [*begun, NONSENSE]},
            {"type": "say", "words": [*begun, max(every) + 1000]},
            {"type": "state"},
            {"type": "let", "at": self.pried + 1},
        ]
        return [tries[n] for n in self.lots.choice(len(tries), 2, replace=False)]

    def _word(self, words: list[dict[str, Any]]) -> dict[str, Any]:
        """A word by lot, or the captain's."""
        if self.lots.random() < 0.1:
            return {"type": "let"}
        lot = int(self.lots.integers(len(words)))
        return {"type": "say", "words": [words[lot]["token"]]}

    def ready(self, seconds: float) -> bool:
        """Whether an answer is there: at once."""
        return True

    def receive(self, seconds: float | None) -> Reply:
        """Return the next answer."""
        return Reply(self.answers.popleft(), 0.0)

    def stderr_tail(self) -> str:
        """It writes nothing."""
        return ""

    def close(self) -> None:
        """There is nothing to end."""

    def taken(self) -> list[str]:
        """Return what it was sent since the last time."""
        lines, self.lines = self.lines, []
        return lines


class BotsOn(TablesOn):
    """Tables that play on with a bot at the watcher's seat."""

    def __init__(self) -> None:
        super().__init__()
        self.around: Any = None
        self.messages = 0

    def _sit(self) -> None:
        """Put a bot at each table."""
        self.around = self.tables
        self.ways = [Prying() for _ in self.tables]
        self.bots = [self._bot(*each) for each in zip(self.ways, self.tables, strict=True)]

    def _bot(self, way: Prying, table: Table) -> BotSeat:
        """A bot that has been greeted and told of its game."""
        setting: Any = SimpleNamespace(ruleset=table.ruleset, scenario=table.scenario)
        session = Session(way, setting)
        session.open()

        def captain() -> ScriptedAgent:
            agent = ScriptedAgent(table.scenario, CAPTAINS[table.ruleset.name])
            agent.reset(1)
            return agent

        bot = BotSeat(session, table, self.name, Clock(), functools.cache(captain))
        bot.begin(1)
        return bot

    def _decide(self, given: Any) -> None:
        if self.around is not self.tables:
            self._sit()
        super()._decide(given)

    def _compare(self, given: Any) -> None:
        super()._compare(given)
        for reader in (self.name, PUBLIC):
            mine, theirs = (as_json(table.state(reader)) for table in self.tables)
            if mine != theirs:  # in the open: that is what test_tables_on.py looks at
                raise Apart("stood otherwise")
        if are_dealt_otherwise(*(table._game.out.seen for table in self.tables)):
            raise Apart("dealt otherwise")  # and a record that is sent has slots

    def _watcher_speaks(self) -> None:
        for bot in self.bots:
            bot.act()
        mine, theirs = (way.taken() for way in self.ways)
        if mine != theirs:
            raise Shown(f"{difference_of(mine, theirs)}")
        self.messages += len(mine)

    def _say(self, which: list[int], word: int) -> None:
        for each in which:
            if each == 1:  # looking ahead and erring are nobody else's business
                table = self.tables[each]
                assert table.asked is not None
                table.foresee(table.asked, (), 1)
                refusal(table, table.asked, 0, [NONSENSE])
        super()._say(which, word)


def played_on(name: str, histories: int, first: int = 0) -> BotsOn:
    """Let tables play on from so many moments, with a bot at each."""
    return let_play_on(BotsOn(), moments(name, PLACES[name], first), histories, nothing)


@rulesets
def test_some_bots_are_sent_the_same(name: str) -> None:
    assert played_on(name, 2).messages > 10


@pytest.mark.slow
@rulesets
def test_bots_are_sent_the_same(name: str) -> None:
    on = played_on(name, HISTORIES // 20, 30)
    assert on.looks > HISTORIES // 20 and on.uneven > HISTORIES // 200, on.ends


# --- the test can fail ----------------------------------------------------------------------------


@pytest.mark.slow
def test_what_counts_both_seats_words_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to words that stand, with all that has been said at the table in it."""
    said = Teller.said

    def counting(teller: Teller, number: int, stands: Any) -> Any:
        return {**said(teller, number, stands), "at": len(teller.table.words)}

    monkeypatch.setattr(Teller, "said", counting)
    with pytest.raises(Shown, match='"said"'):
        played_on("intercept_sensors", 40, 30)


def test_a_captain_that_knows_the_truth_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who speaks for a bot sees what the bot does."""

    def knowing(agent: Any, game: Game) -> int:
        words = game.mask.nonzero()[0]
        hidden = int(game.games.raw[0].sum())
        return int(words[hidden % len(words)])

    monkeypatch.setattr(letting, "word_of", knowing)
    with pytest.raises(Shown, match='"said"'):
        played_on("intercept_sensors", 40, 30)
