"""Messages to one seat of a table.

A MessageBuilder remembers what it has sent (events, the last view) and nothing else. Messages
depend only on the seat's own states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from spacecombat_env.protocol.handshake import DIGITS
from spacecombat_env.protocol.vectors import record, vector
from spacecombat_env.protocol.vocabulary import vocabulary

if TYPE_CHECKING:
    from spacecombat_env.env.table import (
        Lookahead,
        Offer,
        OrderPlan,
        ReaderState,
        RefusedError,
        ReportedEvent,
        Table,
        Utterance,
    )

Message = dict[str, Any]
DRAW = "draw"


class MessageOptions(NamedTuple):
    """Optional parts of messages that a player wants."""

    view: bool = True
    delta: bool = False
    words: bool = True
    events: bool = True
    vector: bool = False
    record: bool = False

    @classmethod
    def of(cls, ready: Mapping[str, Any]) -> MessageOptions:
        """Return the wishes of a `ready` message; unknown ones are ignored."""
        utterance = ready.get("wants", {})
        return cls(**{name: utterance[name] for name in cls._fields if name in utterance})


class MessageBuilder:
    """Builds the messages to a seat."""

    def __init__(
        self, table: Table, seat: str, game: str = "g1", wants: MessageOptions | None = None
    ):
        self.table, self.seat, self.game = table, seat, game
        self.wants = wants or MessageOptions()
        self._events_sent = 0
        """Number of events sent to the seat."""
        self._view: Mapping[str, Any] | None = None
        """The last view sent to the seat."""

    def new_game(self, bot_seed: int, clock: Mapping[str, Any] | None = None) -> Message:
        """Return the message that begins the game."""
        place = self.table.ruleset.seats.index(self.seat)
        scenario = self.table.scenario.known_to(place)
        delegated = scenario.delegate[place]
        message: Message = {
            "type": "new_game",
            "game": self.game,
            "seat": self.seat,
            "scenario": {
                "name": scenario.name,
                "title": str(scenario.source.get("title", scenario.name)),
                "digest": scenario.digest[:DIGITS],
            },
            "delegate": list(delegated),
            "clock": dict(clock or {"kind": "none"}),
            "bot_seed": bot_seed,
        }
        if self.wants.words:
            message["vocabulary"] = vocabulary(self.table, self.seat)
        return message

    def decision_message(
        self,
        number: int,
        clock: Mapping[str, Any] | None = None,
        whole: bool = False,
        state: ReaderState | None = None,
    ) -> Message:
        """Return the decision for the seat, which is to act. With `whole`, repeat all data.

        `state` is the seat's state if the caller has it already, with the events since the last
        message.
        """
        if state is None or whole:
            state = self.state(whole)
        view, full = self._changed(state.view, whole)
        message: Message = {
            "type": "ask",
            "id": number,
            "game": self.game,
            "at": state.at,
            "turn": state.turn,
            "phase": state.phase,
            "question": state.decision_text,
            "asked": state.decision_name,
            "spoken": list(state.pending_actions),
        }
        if self.wants.words:
            message["words"] = offer_messages(state.offers)
        message["events"] = events(state.events) if self.wants.events else []
        if self.wants.view:
            message["view"] = view
        message["full"] = full
        if clock is not None:
            message["clock"] = dict(clock)
        if self.wants.vector:
            message["vector"] = vector(*self.table.vector(self.seat))
        if self.wants.record:
            message["record"] = record(self.table.visible(self.seat).raw[0])
        self._remember(state)
        return message

    def state(self, whole: bool = False) -> ReaderState:
        """Return the seat's state, with the events that have not been sent."""
        return self.table.state(self.seat, since=None if whole else self._events_sent)

    def events_message(self) -> Message | None:
        """Return the events that have not been sent to the seat; None if there are none."""
        state = self.state()
        if not state.events or not self.wants.events:
            return None
        self._remember(state)
        return {"type": "told", "game": self.game, "events": events(state.events)}

    def applied_message(self, number: int, utterance: Utterance) -> Message:
        """Return the answer to actions that stand."""
        return {
            "type": "said",
            "id": number,
            "game": self.game,
            "at": utterance.at,
            "tokens": list(utterance.actions),
            "settled": utterance.settled,
        }

    def refused(self, number: int, refusal: RefusedError, left: int) -> Message:
        """Return the answer to a refused sentence."""
        return {
            "type": "refused",
            "id": number,
            "code": refusal.code,
            "reason": refusal.reason,
            "game": self.game,
            "at": refusal.utterance.at,
            "word": refusal.word,
            "words": offer_messages(refusal.offers),
            "tokens": list(refusal.utterance.actions),
            "settled": refusal.utterance.settled,
            "left": left,
        }

    def menu(self, number: int, ahead: Lookahead) -> Message:
        """Return the answer to a lookahead."""
        return menu(number, self.game, ahead)

    def game_over(self) -> Message:
        """Return how the finished game ended for the seat."""
        state = self.state()
        assert state.over is not None, "the game is not over"
        verdict = state.over["verdict"]
        won = "draw" if verdict == DRAW else "win" if verdict == self.seat else "loss"
        first = self.seat == self.table.ruleset.seats[0]
        margin = int(state.over["margin"])
        return {
            "type": "game_over",
            "game": self.game,
            "verdict": won,
            "reason": state.over["reason"],
            "margin": margin if first else -margin,
            "turns": state.turn,
        }

    def _changed(self, view: Mapping[str, Any], whole: bool) -> tuple[Mapping[str, Any], bool]:
        """Return the part of a view to send, and whether it is the whole view."""
        before = self._view
        if not self.wants.delta or whole or before is None or before.keys() - view.keys():
            return view, True
        return {key: v for key, v in view.items() if key not in before or before[key] != v}, False

    def _remember(self, state: ReaderState) -> None:
        """Remember the data sent to the seat."""
        if self.wants.delta:
            self._view = state.view
        if state.events:
            self._events_sent = state.events[-1].n


def menu(number: int, game: str, ahead: Lookahead) -> Message:
    """Return the answer to a lookahead, which has no decision past an outcome."""
    message: Message = {"type": "menu", "id": number, "game": game}
    if ahead.decision_text:
        message |= {"question": ahead.decision_text, "asked": ahead.decision_name}
    return {**message, "words": offer_messages(ahead.offers)}


def plans_message(number: int, game: str, found: Iterable[OrderPlan]) -> Message:
    """Return the answer to a request for orders that bring a piece to a place."""
    reports = [
        {"text": plan.text, "tokens": list(plan.actions), "ends": plan.ends}
        | ({"grave": plan.grave} if plan.grave else {})
        for plan in found
    ]
    return {"type": "plans", "id": number, "game": game, "plans": reports}


def offer_messages(offers: Iterable[Offer]) -> list[Message]:
    """Return offers as they are sent, without fields that do not apply."""
    return [_offer_message(offer) for offer in offers]


def _offer_message(offer: Offer) -> Message:
    """Return one offer, and those that may follow it."""
    message = {name: part for name, part in offer._asdict().items() if part is not None}
    message = {"token": message.pop("action"), **message}
    if offer.odds is not None:
        message["odds"] = {"chance": offer.odds.chance, "lines": list(offer.odds.lines)}
        if offer.odds.weapons:
            message["odds"]["weapons"] = list(offer.odds.weapons)
    if offer.then:
        return {**message, "then": offer_messages(offer.then)}
    message.pop("then", None)
    return message


def events(reports: Iterable[ReportedEvent]) -> list[Message]:
    """Return events as they are sent."""
    sent = []
    for event in reports:
        message: Message = {
            "n": event.n,
            "turn": event.turn,
            "kind": event.kind,
            "text": event.text,
        }
        if event.pieces:
            message["pieces"] = list(event.pieces)
        if event.task is not None:
            message["task"] = dict(event.task)
        if event.scene is not None:
            message["scene"] = dict(event.scene)
        sent.append(message)
    return sent
