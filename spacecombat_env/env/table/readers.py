"""States and pictures for the readers of a table."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.presentation.perspective import PUBLIC as PUBLIC_SEAT
from spacecombat_env.core.presentation.perspective import UMPIRE as UMPIRE_SEAT
from spacecombat_env.core.presentation.svg import changeable
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.env.game import Game, game_seed
from spacecombat_env.env.table.ending import Forfeit, result_of
from spacecombat_env.env.table.offers import legal_offers
from spacecombat_env.env.table.public_view import PublicView
from spacecombat_env.env.table.records import Offer, ReaderState, ReportedEvent
from spacecombat_env.env.table.snapshots import ReaderSnapshot, ReaderSnapshots

__all__ = ["Readers"]

UMPIRE, PUBLIC = "umpire", "public"


class Readers:
    """A game and its readers: the seats, the umpire, and the public if the rule set supports it."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        self._seed = game_seed(seed)
        self._game = Game(ruleset, scenario, by_turns=True)
        self._public_view = PublicView(self._game)
        public = {PUBLIC: PUBLIC_SEAT} if ruleset.has_public else {}
        self._seats: dict[str, int] = {
            **{name: seat for seat, name in enumerate(ruleset.seats)},
            UMPIRE: UMPIRE_SEAT,
            **public,
        }
        self._counts = [0] * len(ruleset.seats)
        self._pending: list[int] = []
        self._blank = b""
        self._forfeit: Forfeit | None = None
        self._offers: tuple[Offer, ...] | None = None
        self._game.start(self._seed)
        self._snapshots = ReaderSnapshots(self._game, list(self._seats.values()), self._visible_now)
        self._snapshots.begin()

    # -- states and pictures ---------------------------------------------------------------------

    @property
    def readers(self) -> tuple[str, ...]:
        """The seats, the umpire, and the public if the rule set supports it."""
        return tuple(self._seats)

    @property
    def to_act(self) -> str | None:
        """The seat to act, for the host of the table; None once the game is over.

        Readers learn this only of themselves: see `ReaderState.to_act`.
        """
        return None if self._is_over() else self.ruleset.seats[self._game.seat]

    def state(self, reader: str, since: int | None = None) -> ReaderState:
        """Return the current state of a reader, with the events after `since` (None: all).

        For a reader that is not to act, this is the state at its last snapshot.
        """
        number = self._number(reader)
        if reader in (self.to_act, UMPIRE):
            return self._state_to_act(reader, self._visible_to(number), since)
        return self._state_at(reader, self._snapshots.now(number), since)

    def moments(self, reader: str) -> int:
        """Return how many snapshots a reader has had."""
        return self._snapshots.now(self._number(reader)).number

    def snapshots(self, reader: str, after: int) -> list[ReaderState]:
        """Return a reader's states after snapshot number `after` at which it was not to act.

        The oldest comes first. Only the newest are kept, each with all events up to it. After a
        decision of the reader, only its current state remains.
        """
        number, last = self._number(reader), self.moments(reader)
        return [
            self._state_at(reader, moment, is_last=moment.number == last)
            for moment in self._snapshots.without_decision(number, after)
        ]

    def picture(self, reader: str, for_page: bool = False, moment: int | None = None) -> str:
        """Return the position as SVG for a reader.

        With `for_page`, the page places the names and chooses the colours. `moment` selects one of
        its `snapshots` (`ReaderState.moment`).
        """
        number, draw = self._number(reader), self.ruleset.draw_svg
        visible = self._visible_to(number)
        for snapshot in self._snapshots.without_decision(number, 0):
            visible = snapshot.visible if snapshot.number == moment else visible
        if not for_page or "for_page" not in inspect.signature(draw).parameters:
            return draw(visible, 0, self.scenario, number)
        return changeable(draw(visible, 0, self.scenario, number, for_page=True))

    def sketch(self, reader: str) -> str:
        """Return the position as text for a reader."""
        number, draw = self._number(reader), self.ruleset.draw_text
        return draw(self._visible_to(number), 0, self.scenario, number)

    def texts(self, seat: str) -> list[str]:
        """Return the current text of every action in the layout for a seat."""
        number, size = self._seat(seat), self.scenario.actions.size
        visible = self._visible_to(number)
        return [
            self.ruleset.action_text(visible, 0, self.scenario, number, action)
            for action in range(size)
        ]

    # -- inside ----------------------------------------------------------------------------------

    def _state_to_act(self, reader: str, visible: Games, since: int | None) -> ReaderState:
        """Return the current state of the seat to act or the umpire."""
        rules, number = self.ruleset, self._number(reader)
        delivered = self._delivered(number)[max(since or 0, 0) :]
        state = self._state_without_decision(reader, visible, delivered, self.moments(reader))
        if reader != self.to_act:
            return state._replace(to_act=self.to_act, over=self._over())
        return state._replace(
            to_act=reader,
            decision_text=rules.decision_text(visible, 0, self.scenario, number),
            decision_name=rules.decision_name(visible, 0),
            pending_actions=tuple(self._pending),
            offers=self._legal_offers(),
        )

    def _state_at(
        self, reader: str, moment: ReaderSnapshot, since: int | None = None, is_last: bool = True
    ) -> ReaderState:
        """Return the state at a snapshot."""
        delivered = self._delivered(self._number(reader))[max(since or 0, 0) : moment.delivered]
        state = self._state_without_decision(reader, moment.visible, delivered, moment.number)
        return state._replace(over=self._over() if is_last else None)

    def _state_without_decision(
        self, reader: str, visible: Games, delivered: Sequence[ReportedEvent], moment: int
    ) -> ReaderState:
        """Return a state without a decision."""
        number = self._number(reader)
        view = self.ruleset.view(visible, 0, self.scenario, number)
        return ReaderState(
            reader=reader,
            to_act=None,
            moment=moment,
            at=self._counts[number] if number >= 0 else 0,
            turn=int(view.get("turn", 0)),
            phase=str(view.get("phase", "")),
            decision_text="",
            decision_name="",
            pending_actions=(),
            offers=(),
            events=tuple(delivered),
            view=view,
            over=None,
        )

    def _delivered(self, number: int) -> list[ReportedEvent]:
        """Return all events delivered to a reader."""
        return self._snapshots.feeds.delivered(number)

    def _legal_offers(self) -> tuple[Offer, ...]:
        """Return the legal actions of the seat to act."""
        if self._offers is None:
            self._offers = legal_offers(self._game, self._blank)
        return self._offers

    def _visible_to(self, number: int) -> Games:
        """Return a reader's record: the current one if it is to act, else that of its last
        snapshot.

        Valid until the next call.
        """
        knows_decision = number == UMPIRE_SEAT or (number == self._game.seat and not self._forfeit)
        return self._visible_now(number) if knows_decision else self._snapshots.now(number).visible

    def _visible_now(self, number: int) -> Games:
        """Return a reader's current record; valid until the next call."""
        if number == UMPIRE_SEAT:
            return self._game.games
        if number == PUBLIC_SEAT:
            return self._public_view.redact(self._game.games)
        return self._game.visible_to(number)

    def _is_over(self) -> bool:
        """Whether the game is over, by its rules or by forfeit."""
        return self._forfeit is not None or self._game.seat < 0

    def _over(self) -> Mapping[str, Any] | None:
        """Return how the game ended; None while it is open."""
        over = self._forfeit.over(self.ruleset) if self._forfeit is not None else None
        return over or (None if self._game.seat >= 0 else result_of(self.ruleset, self._game))

    def _number(self, reader: str) -> int:
        """Return a reader's number. Raise ConfigError if there is none."""
        if reader not in self._seats:
            raise ConfigError(f"no reader is called {reader!r}; there are {', '.join(self._seats)}")
        return self._seats[reader]

    def _seat(self, seat: str) -> int:
        """Return a seat's number. Raise ConfigError if there is none."""
        if seat not in self.ruleset.seats:
            seats = ", ".join(self.ruleset.seats)
            raise ConfigError(f"no seat is called {seat!r}; there are {seats}")
        return self._seats[seat]
