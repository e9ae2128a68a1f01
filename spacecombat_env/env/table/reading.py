"""What the readers of a table may know, and see."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.core.svg import changeable
from spacecombat_env.core.telling import PUBLIC as PUBLIC_SEAT
from spacecombat_env.core.telling import UMPIRE as UMPIRE_SEAT
from spacecombat_env.env.game import Game, game_seed
from spacecombat_env.env.table.ending import Forfeit, result_of
from spacecombat_env.env.table.moments import Moment, Moments
from spacecombat_env.env.table.offers import offered
from spacecombat_env.env.table.public import PublicEye
from spacecombat_env.env.table.records import Offer, State, Told

UMPIRE, PUBLIC = "umpire", "public"


class Readers:
    """A game and its readers: the seats, the umpire, and the public where the rule set knows it."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        self._seed = game_seed(seed)
        self._game = Game(ruleset, scenario, by_turns=True)
        self._eye = PublicEye(self._game)
        public = {PUBLIC: PUBLIC_SEAT} if ruleset.has_public else {}
        self._seats: dict[str, int] = {
            **{name: seat for seat, name in enumerate(ruleset.seats)},
            UMPIRE: UMPIRE_SEAT,
            **public,
        }
        self._counts = [0] * len(ruleset.seats)
        self._spoken: list[int] = []
        self._blank = b""
        self._forfeit: Forfeit | None = None
        self._offers: tuple[Offer, ...] | None = None
        self._game.start(self._seed)
        self._moments = Moments(self._game, list(self._seats.values()), self._look_now)
        self._moments.begin()

    # -- what is told ----------------------------------------------------------------------------

    @property
    def readers(self) -> tuple[str, ...]:
        """The seats, the umpire, and the public where the rule set knows it."""
        return tuple(self._seats)

    @property
    def asked(self) -> str | None:
        """The seat that is to act, for who runs the table; None once the game is over.

        Readers are not told, but each of itself: see `State.asked`.
        """
        return None if self._is_over() else self.ruleset.seats[self._game.seat]

    def state(self, reader: str, since: int | None = None) -> State:
        """Return what a reader may know now, with the events after `since` (None: all).

        Of who is not asked this is how it stood at its last moment.
        """
        number = self._number(reader)
        if reader in (self.asked, UMPIRE):
            return self._asked(reader, self._look(number), since)
        return self._unasked(reader, self._moments.now(number), since)

    def moments(self, reader: str) -> int:
        """Return how many moments a reader has had at which it was told something."""
        return self._moments.now(self._number(reader)).number

    def snapshots(self, reader: str, after: int) -> list[State]:
        """Return the states of a reader's moments after that number at which it was not asked.

        Oldest first, the newest of them if they are many, with all events until then; after a
        question a reader is told the state of now alone.
        """
        number, last = self._number(reader), self.moments(reader)
        return [
            self._unasked(reader, moment, is_last=moment.number == last)
            for moment in self._moments.unasked(number, after)
        ]

    def picture(self, reader: str, for_page: bool = False, moment: int | None = None) -> str:
        """Return the position as SVG, as a reader knows it.

        `for_page`: names are left for a page to place, and colours for its scheme to choose.
        `moment`: as it knew it at one of its `snapshots` (`State.moment`).
        """
        number, draw = self._number(reader), self.ruleset.draw_svg
        look = self._look(number)
        for kept in self._moments.unasked(number, 0):
            look = kept.seen if kept.number == moment else look
        if not for_page or "for_page" not in inspect.signature(draw).parameters:
            return draw(look, 0, self.scenario, number)
        return changeable(draw(look, 0, self.scenario, number, for_page=True))

    def sketch(self, reader: str) -> str:
        """Return the position in letters, as a reader knows it."""
        number, draw = self._number(reader), self.ruleset.draw_text
        return draw(self._look(number), 0, self.scenario, number)

    def texts(self, seat: str) -> list[str]:
        """Return every word of the action layout as a seat reads it now."""
        number, size = self._seat(seat), self.scenario.actions.size
        seen = self._look(number)
        return [self.ruleset.word(seen, 0, self.scenario, number, token) for token in range(size)]

    # -- inside ----------------------------------------------------------------------------------

    def _asked(self, reader: str, seen: Games, since: int | None) -> State:
        """Return the state of now, of the seat that is asked or the umpire."""
        rules, number = self.ruleset, self._number(reader)
        told = self._told(number)[max(since or 0, 0) :]
        state = self._bare(reader, seen, told, self.moments(reader))
        if reader != self.asked:
            return state._replace(asked=self.asked, over=self._over())
        return state._replace(
            asked=reader,
            question=rules.question(seen, 0, self.scenario, number),
            ask=rules.ask(seen, 0),
            spoken=tuple(self._spoken),
            words=self._offered(),
        )

    def _unasked(
        self, reader: str, moment: Moment, since: int | None = None, is_last: bool = True
    ) -> State:
        """Return a state as it stood at a moment."""
        told = self._told(self._number(reader))[max(since or 0, 0) : moment.told]
        state = self._bare(reader, moment.seen, told, moment.number)
        return state._replace(over=self._over() if is_last else None)

    def _bare(self, reader: str, seen: Games, told: Sequence[Told], moment: int) -> State:
        """Return a state without a question."""
        number = self._number(reader)
        view = self.ruleset.view(seen, 0, self.scenario, number)
        return State(
            reader=reader,
            asked=None,
            moment=moment,
            at=self._counts[number] if number >= 0 else 0,
            turn=int(view.get("turn", 0)),
            phase=str(view.get("phase", "")),
            question="",
            ask="",
            spoken=(),
            words=(),
            events=tuple(told),
            view=view,
            over=None,
        )

    def _told(self, number: int) -> list[Told]:
        """Return all that a reader has been told."""
        return self._moments.ears.told(number)

    def _offered(self) -> tuple[Offer, ...]:
        """Return the legal words of the seat that is asked."""
        if self._offers is None:
            self._offers = offered(self._game, self._blank)
        return self._offers

    def _look(self, number: int) -> Games:
        """Return what a reader knows: now if it is asked, else as it stood when it was last told.

        Valid until the next call.
        """
        is_told = number == UMPIRE_SEAT or (number == self._game.seat and not self._forfeit)
        return self._look_now(number) if is_told else self._moments.now(number).seen

    def _look_now(self, number: int) -> Games:
        """Return what a reader may know at this moment; valid until the next call."""
        if number == UMPIRE_SEAT:
            return self._game.games
        if number == PUBLIC_SEAT:
            return self._eye.look(self._game.games)
        return self._game.seen_by(number)

    def _is_over(self) -> bool:
        """Whether the game is over, played to its end or not."""
        return self._forfeit is not None or self._game.seat < 0

    def _over(self) -> Mapping[str, Any] | None:
        """Return how the game ended; None while it is open."""
        over = self._forfeit.over(self.ruleset) if self._forfeit is not None else None
        return over or (None if self._game.seat >= 0 else result_of(self.ruleset, self._game))

    def _number(self, reader: str) -> int:
        """Return a reader's number; ConfigError where there is none."""
        if reader not in self._seats:
            raise ConfigError(f"no reader is called {reader!r}; there are {', '.join(self._seats)}")
        return self._seats[reader]

    def _seat(self, seat: str) -> int:
        """Return a seat's number; ConfigError where there is none."""
        if seat not in self.ruleset.seats:
            seats = ", ".join(self.ruleset.seats)
            raise ConfigError(f"no seat is called {seat!r}; there are {seats}")
        return self._seats[seat]
