"""The table: one game, and what its readers may ask and say."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.odds import Odds
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.env.orders import Sentence
from spacecombat_env.env.table import letting, saying
from spacecombat_env.env.table.ending import Forfeit
from spacecombat_env.env.table.offers import (
    DEEPEST,
    DREAM,
    MOST_WORDS,
    foreseen,
    how_it_ends,
    moment_of,
    order_of,
)
from spacecombat_env.env.table.reading import Readers
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
)
from spacecombat_env.env.table.resuming import given_up, say_again
from spacecombat_env.env.table.weighing import weigh, weigh_sentence
from spacecombat_env.replay import Recorder, Replay
from spacecombat_env.replay.verifying import open_scenario_of

if TYPE_CHECKING:
    from typing_extensions import Self


class Table(Readers):
    """One game with readers around it: its seats, the umpire (the truth), the public (what all
    seats know).

    A seat answers for all players who share it. A game of seed s is the game that the
    environments and matches play on seed s with the same words. Nothing that a reader is given
    counts what it cannot see: words and events are numbered for each reader, and it is told at
    moments that it knows of (moments.py); between them nothing that it is given changes.
    """

    def __init__(
        self, ruleset: RuleSet, scenario: Scenario, seed: int, agents: Iterable[str] = ()
    ) -> None:
        super().__init__(ruleset, scenario, seed)
        self._agents = tuple(agents)
        self._words: list[int] = []
        self._recorder: Recorder | None = None
        self._blank = order_of(self._game)

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
        to look at dice and take it back. What follows on an outcome is refused as stale, whoever is
        asked then: that is for the seat's next question to tell.
        """
        self._check_asked(seat)
        if at != self._counts[self._number(seat)]:
            now = self._counts[self._number(seat)]
            raise self._refused(seat, saying.Fault(STALE, "", f"stale: {seat} is at {now}"))
        parts = self._parts(seat, sentence)
        said, settled = list[int](), 0
        while parts:
            if settled:
                reason = f"{parts[0]}: what came before it had an outcome; wait to be asked again"
                fault = saying.Fault(STALE, str(parts[0]), reason)
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
        self._moments.come_to_all()

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
        self._moments.play_on()
        ends = OUTCOME if game.seat < 0 else how_it_ends(before, game, self._blank)
        self._spoken = [] if ends else [*self._spoken, token]
        if ends == OUTCOME:
            self._blank = order_of(game)
        return ends

    def _check_asked(self, seat: str) -> None:
        """Raise where a seat may not speak."""
        self._seat(seat)
        if self.asked != seat:
            raise self._refused(seat, self._not_asked(seat, ""))

    def _not_asked(self, seat: str, word: str) -> saying.Fault:
        """Return why a seat may not speak."""
        if self._is_over():
            return saying.Fault(OVER, word, "the game is over")
        return saying.Fault(NOT_ASKED, word, f"{seat} is not asked now")

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
