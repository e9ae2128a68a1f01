"""The table: one game, and what its readers may ask and say."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.odds import Odds
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.core.svg import changeable
from spacecombat_env.core.telling import PUBLIC as PUBLIC_SEAT
from spacecombat_env.core.telling import UMPIRE as UMPIRE_SEAT
from spacecombat_env.env.game import Game, game_seed
from spacecombat_env.env.orders import Sentence
from spacecombat_env.env.table import letting, saying
from spacecombat_env.env.table.ending import Forfeit, result_of
from spacecombat_env.env.table.listening import Ears
from spacecombat_env.env.table.offers import (
    DEEPEST,
    DREAM,
    MOST_WORDS,
    foreseen,
    how_it_ends,
    moment_of,
    offered,
    order_of,
)
from spacecombat_env.env.table.public import PublicEye
from spacecombat_env.env.table.records import (
    ILLEGAL,
    NOT_ASKED,
    OUTCOME,
    OVER,
    STALE,
    Ahead,
    Offer,
    Refused,
    Said,
    State,
)
from spacecombat_env.env.table.resuming import given_up, say_again
from spacecombat_env.env.table.weighing import weigh, weigh_sentence
from spacecombat_env.replay import Recorder, Replay
from spacecombat_env.replay.verifying import open_scenario_of

if TYPE_CHECKING:
    from typing_extensions import Self

UMPIRE, PUBLIC = "umpire", "public"


class Table:
    """One game with readers around it: its seats, the umpire (the truth), the public (what all
    seats know).

    A seat answers for all players who share it. A game of seed s is the game that the
    environments and matches play on seed s with the same words. Nothing that a reader is given
    counts what it cannot see: words and events are numbered for each reader.
    """

    def __init__(
        self, ruleset: RuleSet, scenario: Scenario, seed: int, agents: Iterable[str] = ()
    ) -> None:
        self.ruleset, self.scenario = ruleset, scenario
        self._seed, self._agents = game_seed(seed), tuple(agents)
        self._game = Game(ruleset, scenario)
        self._eye = PublicEye(self._game)
        public = {PUBLIC: PUBLIC_SEAT} if ruleset.has_public else {}
        self._seats: dict[str, int] = {
            **{name: seat for seat, name in enumerate(ruleset.seats)},
            UMPIRE: UMPIRE_SEAT,
            **public,
        }
        self._words: list[int] = []
        self._recorder: Recorder | None = None
        self._counts = [0] * len(ruleset.seats)
        self._spoken: list[int] = []
        self._forfeit: Forfeit | None = None
        self._offers: tuple[Offer, ...] | None = None
        self._game.start(self._seed)
        self._blank = order_of(self._game)
        self._ears = Ears(self._game, list(self._seats.values()), self._look)
        self._ears.listen(UMPIRE_SEAT, UMPIRE_SEAT)

    @classmethod
    def of(cls, replay: Replay) -> Self:
        """Return a table at the end of a recorded game; ReplayError where it goes another way."""
        ruleset, scenario = open_scenario_of(replay)
        table = cls(ruleset, scenario, replay.seed, replay.agents.values())
        say_again(replay, table._game, table._speak)
        if replay.result_cause:
            table.forfeit(*given_up(replay, ruleset.seats, table._game))
        return table

    # -- what may be asked -----------------------------------------------------------------------

    @property
    def readers(self) -> tuple[str, ...]:
        """The seats, the umpire, and the public where the rule set knows it."""
        return tuple(self._seats)

    @property
    def asked(self) -> str | None:
        """The seat that is to act; None once the game is over."""
        return None if self._is_over() else self.ruleset.seats[self._game.seat]

    def state(self, reader: str, since: int | None = None) -> State:
        """Return what a reader may know now, with the events after `since` (None: all)."""
        number = self._number(reader)
        seen, scenario, rules = self._look(number), self.scenario, self.ruleset
        asked = reader == self.asked
        view = rules.view(seen, 0, scenario, number)
        return State(
            reader=reader,
            asked=self.asked,
            at=self._counts[number] if number >= 0 else 0,
            turn=int(view.get("turn", 0)),
            phase=str(view.get("phase", "")),
            question=rules.question(seen, 0, scenario, number) if asked else "",
            ask=rules.ask(seen, 0) if asked else "",
            spoken=tuple(self._spoken) if asked else (),
            words=self._offered() if asked else (),
            events=tuple(self._ears.told(number)[max(since or 0, 0) :]),
            view=view,
            over=self._over(),
        )

    def picture(self, reader: str, for_page: bool = False) -> str:
        """Return the position as SVG, as a reader knows it.

        `for_page`: names are left for a page to place, and colours for its scheme to choose.
        """
        number, draw = self._number(reader), self.ruleset.draw_svg
        look = self._look(number)
        if not for_page or "for_page" not in inspect.signature(draw).parameters:
            return draw(look, 0, self.scenario, number)
        return changeable(draw(look, 0, self.scenario, number, for_page=True))

    def sketch(self, reader: str) -> str:
        """Return the position in letters, as a reader knows it."""
        number, draw = self._number(reader), self.ruleset.draw_text
        return draw(self._look(number), 0, self.scenario, number)

    def peek(self, seat: str, sentence: Sentence = (), depth: int = 1) -> tuple[Offer, ...]:
        """Return the words that may follow a sentence; none where it comes to an outcome.

        At most `depth` words deep, and MOST_WORDS in all. Raises Refused as `say` does.
        """
        return self.foresee(seat, sentence, depth).words

    def foresee(
        self, seat: str, sentence: Sentence = (), depth: int = 1, odds: bool = False
    ) -> Ahead:
        """Return what would be asked after a sentence, and the words that may follow.

        Looked up in an imagined game (`Game.imagined`), at most DEEPEST words deep. Where the
        sentence comes to an outcome nothing is told. `odds`: those of words that come to one, as
        far as the seat knows. Raises Refused as `say` does.
        """
        if not 1 <= depth <= DEEPEST:
            raise ConfigError(f"depth={depth}: 1 to {DEEPEST}")
        parts = self._parts(seat, sentence)
        later = saying.ahead(self._game.imagined(self._game.seat, DREAM), parts)
        if isinstance(later, saying.Fault):
            raise self._refused(seat, later)
        if later is None:
            return Ahead("", "", ())
        rules, seen = self.ruleset, later.out.seen
        words = foreseen(later, self._blank, depth, MOST_WORDS)
        words = weigh(self._game, parts, words) if odds else words
        return Ahead(rules.question(seen, 0, self.scenario, later.seat), rules.ask(seen, 0), words)

    def odds(self, seat: str, sentence: Sentence) -> Odds:
        """Return what may come of a sentence, as far as a seat knows; Odds(None, ()) for nothing.

        Raises Refused as `say` does.
        """
        odds = weigh_sentence(self._game, self._parts(seat, sentence))
        if isinstance(odds, saying.Fault):
            raise self._refused(seat, odds)
        return odds

    # -- what may be said ------------------------------------------------------------------------

    def say(self, seat: str, at: int, sentence: Sentence) -> Said:
        """Speak a sentence for a seat, order by order; return what was said.

        `at` is the seat's count of words, as its last state had it: an answer to another moment is
        refused as stale. Raises Refused. Of the order with the refused word nothing has been said;
        orders before it have been, and stand, whatever came of them: a refused sentence is no way
        to look at dice and take it back.
        """
        self._check_asked(seat)
        if at != self._counts[self._number(seat)]:
            now = self._counts[self._number(seat)]
            raise self._refused(seat, saying.Fault(STALE, "", f"stale: {seat} is at {now}"))
        parts = self._parts(seat, sentence)
        said, settled = list[int](), 0
        while parts:
            if self.asked != seat:
                fault = self._not_asked(seat, str(parts[0]))
                raise self._refused(seat, fault, tuple(said), settled)
            order = saying.next_order(self._game, parts)
            if isinstance(order, saying.Fault):
                raise self._refused(seat, order, tuple(said), settled)
            tokens, used = order
            for token in tokens:
                said.append(token)
                settled = len(said) if self._speak(token) == OUTCOME else settled
            parts = parts[used:]
        return Said(tuple(said), settled, self._counts[self._number(seat)])

    def let(self, seat: str, agent: letting.Speaker, until: str = "order") -> Said:
        """Let an agent speak for a seat until the order, phase, turn or game has ended.

        It stops, too, where another seat is asked: who delegates for longer lets it speak again.
        Raises Refused where its word is not legal; nothing is said then of that word.
        """
        if until not in letting.UNTIL:
            raise ConfigError(f"until={until!r}: there are {', '.join(letting.UNTIL)}")
        self._check_asked(seat)
        said, settled = list[int](), 0
        begun = letting.moment(self._game, until)
        while self.asked == seat and len(said) < letting.MOST_WORDS:
            token = letting.word_of(agent, self._game)
            if not self._game.is_legal(token):
                fault = saying.Fault(ILLEGAL, str(token), f"{token} is not legal here")
                raise self._refused(seat, fault, tuple(said), settled)
            ends = self._speak(token)
            said.append(token)
            settled = len(said) if ends == OUTCOME else settled
            if until == "order" and ends or letting.moment(self._game, until) != begun:
                break
        return Said(tuple(said), settled, self._counts[self._number(seat)])

    def forfeit(self, seat: str, cause: str) -> None:
        """End the game: a seat resigns or is taken out, the other one wins. Raises Refused."""
        if self._is_over():
            raise self._refused(seat, self._not_asked(seat, ""))
        self._forfeit = Forfeit(self._seat(seat), cause)
        self._offers = None

    # -- what players of numbers read ------------------------------------------------------------

    def seen(self, seat: str) -> Games:
        """Return what the asked seat may know as a redacted record (game 0), as agents have it.

        Valid until the next word. Raises Refused where another seat is asked.
        """
        self._check_asked(seat)
        return self._game.out.seen

    def vector(self, seat: str) -> tuple[np.ndarray, np.ndarray]:
        """Return observation int8 (observations,) and mask int8 (actions,) of the asked seat.

        Views, valid until the next word. Raises Refused where another seat is asked.
        """
        self._check_asked(seat)
        return self._game.row, self._game.mask

    def texts(self, seat: str) -> list[str]:
        """Return every word of the action layout as a seat reads it now."""
        number, size = self._seat(seat), self.scenario.actions.size
        seen = self._look(number)
        return [self.ruleset.word(seen, 0, self.scenario, number, token) for token in range(size)]

    # -- what is kept ----------------------------------------------------------------------------

    @property
    def words(self) -> tuple[int, ...]:
        """The words of all seats, in order."""
        return tuple(self._words)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many words each seat has said."""
        return tuple(self._counts)

    def tally(self) -> np.ndarray:
        """Return the row of a game that is over, int32 (len(Tally),).

        Of one that somebody gave up: who won, turns and words so far, no margin, reason 0.
        """
        if self._forfeit is None:
            return self._game.out.tally[0].copy()
        return self._forfeit.tally(self.turn, len(self._words))

    @property
    def turn(self) -> int:
        """The turn of the game, which all know; 0 where the rule set counts none."""
        states = self._game.games.states
        return int(states["turn"][0]) if "turn" in (states.dtype.names or ()) else 0

    def replay(self) -> Replay:
        """Return the game so far, to be kept."""
        if self._recorder is None:
            self._recorder = Recorder(self.ruleset, self.scenario, self._seed, self._agents)
        for token in self._words[len(self._recorder.tokens) :]:
            self._recorder.add(token)
        return dataclasses.replace(self._recorder.replay(), result_cause=self.gave_up)

    @property
    def is_mid_order(self) -> bool:
        """Whether the seat to act has begun an order, nothing having fallen since."""
        return bool(self._spoken)

    def moment(self, until: str) -> tuple[int, ...]:
        """Return what stays the same, in the open, until the `phase` or the `turn` has ended."""
        return letting.moment(self._game, until)

    @property
    def gave_up(self) -> str:
        """Who gave the game up or was taken out of it, and why: `seat: why`; empty for nobody."""
        gone = self._forfeit
        return "" if gone is None else f"{self.ruleset.seats[gone[0]]}: {gone[1]}"

    # -- inside ----------------------------------------------------------------------------------

    def _speak(self, token: int) -> str | None:
        """Say a word for the seat to act; return how it ends what is being said."""
        game, seat = self._game, self._game.seat
        before = moment_of(game)
        game.speak(token)
        self._words.append(token)
        self._counts[seat] += 1
        self._offers = None
        ends = OUTCOME if game.seat < 0 else how_it_ends(before, game, self._blank)
        self._spoken = [] if ends else [*self._spoken, token]
        if ends == OUTCOME:
            self._blank = order_of(game)
        self._ears.listen(seat, seat)
        return ends

    def _offered(self) -> tuple[Offer, ...]:
        """Return the legal words of the seat that is asked."""
        if self._offers is None:
            self._offers = offered(self._game, self._blank)
        return self._offers

    def _look(self, number: int) -> Games:
        """Return what a reader knows; valid until the next call."""
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

    def _check_asked(self, seat: str) -> None:
        """Raise where a seat may not speak."""
        self._seat(seat)
        if self.asked != seat:
            raise self._refused(seat, self._not_asked(seat, ""))

    def _not_asked(self, seat: str, word: str) -> saying.Fault:
        """Return why a seat may not speak."""
        if self._is_over():
            return saying.Fault(OVER, word, "the game is over")
        return saying.Fault(NOT_ASKED, word, f"{self.asked} is to act, not {seat}")

    def _parts(self, seat: str, sentence: Sentence) -> list[str | int]:
        """Return the parts of a sentence; raise where a seat may not speak, or it is none."""
        self._check_asked(seat)
        parts = saying.parts_of(sentence)
        if isinstance(parts, saying.Fault):
            raise self._refused(seat, parts)
        return parts

    def _refused(
        self, seat: str, fault: saying.Fault, said: tuple[int, ...] = (), settled: int = 0
    ) -> Refused:
        """Return the refusal to raise, with what stands and what may be said."""
        words = self._offered() if self.asked == seat else ()
        return Refused(*fault, words, Said(said, settled, self._counts[self._seat(seat)]))
