"""A recorded game told again: every message that one seat was sent, and its answers.

Lines as they go over a pipe: behind `> ` what the host says, behind `< ` what the player says.
Where an order ended is not recorded: here an answer goes as far as to the word after which dice
fell or the other side was asked. Nor is the `bot_seed` that the player was given, which was made
with a secret: one seat's is the same in all recitals, so that it tells nothing of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.seeds import derived_seed
from spacecombat_env.env.table import Refused, Said, Table
from spacecombat_env.protocol.greeting import hello
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.telling import Teller, Wants
from spacecombat_env.protocol.versions import PROTOCOL
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

HOST, PLAYER = "> ", "< "
NAME = "transcript"
"""What the player of a transcript calls itself."""
ILLEGAL = "illegal"
RECITED = b"recited"


def recited_seed(seat: str) -> int:
    """Return the `bot_seed` of a recital: of the seat alone, and not of the game."""
    return derived_seed(RECITED, seat)


def recited(replay: Replay, seat: str, wants: Wants | None = None) -> Iterator[str]:
    """Yield the messages of a seat in a recorded game, as lines without their ends.

    ReplayError where there is no such seat, or the game takes another course.
    """
    ruleset, scenario = open_scenario_of(replay)
    if seat not in ruleset.seats:
        raise replay.error(
            "seat", f"no seat is called {seat!r}; there are {', '.join(ruleset.seats)}"
        )
    table = Table(ruleset, scenario, replay.seed)
    teller = Teller(table, seat, wants=wants)
    given = teller.wants._asdict()
    yield _host(hello(ruleset, scenario))
    ready = {"type": "ready", "id": 1, "protocol": PROTOCOL, "name": NAME, "wants": given}
    yield PLAYER + as_line(ready)
    yield _host(teller.new_game(recited_seed(seat)))
    yield from _Recital(replay, table, teller).lines()
    yield _host({"type": "bye"})


class _Recital:
    """A game that is being told."""

    def __init__(self, replay: Replay, table: Table, teller: Teller) -> None:
        self.replay, self.table, self.teller = replay, table, teller
        self.said = 0
        """Words that have been said."""

    def lines(self) -> Iterator[str]:
        """Yield the questions, the answers and the end."""
        number = 1
        while self.table.asked is not None and self.said < len(self.replay.tokens):
            if self.table.asked != self.teller.seat:
                self._order(self.table.asked)
                continue
            number += 1
            ask = self.teller.ask(number)
            yield _host(ask)
            said = self._order(self.teller.seat)
            yield PLAYER + as_line(_say(ask, said))
            if said.tokens:
                yield _host(self.teller.said(number, said))
        self._give_up()
        if self.table.asked is None:
            if (told := self.teller.told()) is not None:
                yield _host(told)
            yield _host(self.teller.game_over())

    def _order(self, seat: str) -> Said:
        """Let a seat say its recorded words up to an outcome; return them."""
        tokens: list[int] = []
        settled = 0
        place = self.table.ruleset.seats.index(seat)
        while self.table.asked == seat and self.said < len(self.replay.tokens) and not settled:
            token = self.replay.tokens[self.said]
            self.said += 1
            try:
                said = self.table.say(seat, self.table.counts[place], [token])
            except Refused as refused:
                self._lost(seat, refused)
                break
            tokens.append(token)
            settled = len(tokens) if said.settled else 0
        return Said(tuple(tokens), settled, self.table.counts[place])

    def _lost(self, seat: str, refused: Refused) -> None:
        """End a game that was lost by an illegal word; ReplayError where it was not the last."""
        if self.said < len(self.replay.tokens) or self.replay.outcome is None:
            raise self.replay.error(f"tokens[{self.said}]", refused.reason)
        self.table.forfeit(seat, ILLEGAL)

    def _give_up(self) -> None:
        """End a game that somebody gave up or was taken out of."""
        seat, _, cause = self.replay.result_cause.partition(": ")
        if seat and self.table.asked is not None:
            self.table.forfeit(seat, cause)


def _say(ask: dict[str, Any], said: Said) -> dict[str, Any]:
    """Return the answer to a question."""
    about = {"type": "say", "id": ask["id"], "game": ask["game"], "at": ask["at"]}
    return {**about, "words": list(said.tokens)}


def _host(message: dict[str, Any]) -> str:
    """Return a message of the host as a line."""
    return HOST + as_line(message)
