"""Replay a recorded game as messages: every message to one seat, and its answers.

Lines are as on a pipe: `> ` marks messages of the host, `< ` those of the player. A replay does not
record where a sentence ended. Here an answer ends with the action after which dice fell or the
other side was to act. It does not record the player's `bot_seed` either, which was made with a
secret. Here it depends on the seat alone, so it reveals nothing of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.env.table import RefusedError, Table, Utterance
from spacecombat_env.protocol.handshake import hello
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.messages import MessageBuilder, MessageOptions
from spacecombat_env.protocol.versions import PROTOCOL
from spacecombat_env.replay import Replay
from spacecombat_env.replay.verifying import open_scenario_of

HOST, PLAYER = "> ", "< "
NAME = "transcript"
"""Name of the player in a transcript."""
ILLEGAL = "illegal"
BOT_SEED_SECRET = b"recited"


def transcript_bot_seed(seat: str) -> int:
    """Return the `bot_seed` of a transcript, which depends on the seat alone."""
    return derived_seed(BOT_SEED_SECRET, seat)


def transcript_lines(
    replay: Replay, seat: str, wants: MessageOptions | None = None
) -> Iterator[str]:
    """Yield the messages of a seat in a recorded game, as lines without their ends.

    Raises ReplayError if there is no such seat or the game plays differently.
    """
    ruleset, scenario = open_scenario_of(replay)
    if seat not in ruleset.seats:
        raise replay.error(
            "seat", f"no seat is called {seat!r}; there are {', '.join(ruleset.seats)}"
        )
    table = Table(ruleset, scenario, replay.seed, luck=replay.luck)
    messages = MessageBuilder(table, seat, wants=wants)
    wants_given = messages.wants._asdict()
    yield _host_line(hello(ruleset, scenario))
    ready = {"type": "ready", "id": 1, "protocol": PROTOCOL, "name": NAME, "wants": wants_given}
    yield PLAYER + as_line(ready)
    yield _host_line(messages.new_game(transcript_bot_seed(seat)))
    yield from _TranscriptWriter(replay, table, messages).lines()
    yield _host_line({"type": "bye"})


class _TranscriptWriter:
    """Writes the messages of a game while it is replayed."""

    def __init__(self, replay: Replay, table: Table, messages: MessageBuilder) -> None:
        self.replay, self.table, self.messages = replay, table, messages
        self.applied = 0
        """Number of actions applied."""

    def lines(self) -> Iterator[str]:
        """Yield the decisions, the answers and the end."""
        number = 1
        while self.table.to_act is not None and self.applied < len(self.replay.actions):
            if self.table.to_act != self.messages.seat:
                self._order(self.table.to_act)
                continue
            number += 1
            decision = self.messages.decision_message(number)
            yield _host_line(decision)
            utterance = self._order(self.messages.seat)
            yield PLAYER + as_line(_say_message(decision, utterance))
            if utterance.actions:
                yield _host_line(self.messages.applied_message(number, utterance))
        self._give_up()
        if self.table.to_act is None:
            if (report := self.messages.events_message()) is not None:
                yield _host_line(report)
            yield _host_line(self.messages.game_over())

    def _order(self, seat: str) -> Utterance:
        """Apply a seat's recorded actions up to an outcome; return them."""
        actions: list[int] = []
        settled = 0
        place = self.table.ruleset.seats.index(seat)
        while self.table.to_act == seat and self.applied < len(self.replay.actions) and not settled:
            action = self.replay.actions[self.applied]
            self.applied += 1
            try:
                utterance = self.table.say(seat, self.table.counts[place], [action])
            except RefusedError as refused:
                self._lose(seat, refused)
                break
            actions.append(action)
            settled = len(actions) if utterance.settled else 0
        return Utterance(tuple(actions), settled, self.table.counts[place])

    def _lose(self, seat: str, refused: RefusedError) -> None:
        """End a game lost by an illegal action. Raise ReplayError if it was not the last one."""
        if self.applied < len(self.replay.actions) or self.replay.outcome is None:
            raise self.replay.error(f"tokens[{self.applied}]", refused.reason)
        self.table.forfeit(seat, ILLEGAL)

    def _give_up(self) -> None:
        """End a game that a seat forfeited."""
        seat, _, cause = self.replay.result_cause.partition(": ")
        if seat and self.table.to_act is not None:
            self.table.forfeit(seat, cause)


def _say_message(decision: dict[str, Any], utterance: Utterance) -> dict[str, Any]:
    """Return the answer to a decision."""
    about = {"type": "say", "id": decision["id"], "game": decision["game"], "at": decision["at"]}
    return {**about, "words": list(utterance.actions)}


def _host_line(message: dict[str, Any]) -> str:
    """Return a message of the host as a line."""
    return HOST + as_line(message)
