"""The table: one game, and the requests of its readers."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.odds import Odds
from spacecombat_env.core.presentation.perspective import DRAW
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario
from spacecombat_env.env.game import Game, game_seed
from spacecombat_env.env.orders import Sentence
from spacecombat_env.env.table import autoplay, parsing
from spacecombat_env.env.table.ending import DRAWN, Forfeit
from spacecombat_env.env.table.odds_estimation import OddsEstimator, add_odds, sentence_odds
from spacecombat_env.env.table.offers import (
    LOOKAHEAD_SEED,
    MAX_DEPTH,
    MAX_OFFERS,
    decision_point,
    offers_ahead,
    order_bytes,
    order_ending,
)
from spacecombat_env.env.table.readers import Readers
from spacecombat_env.env.table.records import (
    ILLEGAL,
    NOT_ASKED,
    OUTCOME,
    OVER,
    STALE,
    Lookahead,
    Offer,
    RefusedError,
    Utterance,
)
from spacecombat_env.env.table.resuming import forfeit_of, replay_actions
from spacecombat_env.replay import Recorder, Replay
from spacecombat_env.replay.verifying import open_scenario_of

if TYPE_CHECKING:
    from typing_extensions import Self


class Table(Readers):
    """One game with readers: its seats, the umpire (the true state) and the public.

    A seat acts for all players who share it. A game with seed s is the game that environments and
    matches play with seed s and the same actions.

    A reader's data never counts what the reader cannot see: actions and events are numbered for
    each reader. It changes only at moments that the reader knows of (snapshots.py).
    """

    def __init__(
        self,
        ruleset: RuleSet,
        scenario: Scenario,
        seed: int,
        agents: Iterable[str] = (),
        later_seeds: Iterable[tuple[int, int]] = (),
    ) -> None:
        super().__init__(ruleset, scenario, seed)
        self._agents = tuple(agents)
        self._actions: list[int] = []
        self._recorder: Recorder | None = None
        self._later_seeds = dict(later_seeds)
        """Seeds from which luck is drawn again, by number of actions; see `Replay.later_seeds`."""
        self._redraw_if_due()
        self._blank = order_bytes(self._game)

    @classmethod
    def of(cls, replay: Replay) -> Self:
        """Return a table at the end of a recorded game. Raise ReplayError if it differs."""
        ruleset, scenario = open_scenario_of(replay)
        table = cls(ruleset, scenario, replay.seed, replay.agents.values(), replay.later_seeds)
        replay_actions(replay, table._game, table._step)
        if replay.result_cause:
            table.forfeit(*forfeit_of(replay, ruleset.seats, table._game))
        return table

    # -- lookahead -------------------------------------------------------------------------------

    def peek(self, seat: str, sentence: Sentence = (), depth: int = 1) -> tuple[Offer, ...]:
        """Return the actions that may follow a sentence; none if it leads to an outcome.

        They are at most `depth` levels deep, and at most MAX_OFFERS in all. Raises RefusedError as
        `say` does.
        """
        return self.look_ahead(seat, sentence, depth).offers

    def look_ahead(
        self, seat: str, sentence: Sentence = (), depth: int = 1, odds: bool = False
    ) -> Lookahead:
        """Return the decision after a sentence, and the actions that may follow.

        The lookahead runs in a determinization (`Game.determinize`), at most MAX_DEPTH levels deep.
        If the sentence leads to an outcome, the result is empty. With `odds`, actions that lead to
        an outcome have their odds, as far as the seat knows. Raises RefusedError as `say` does.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise ConfigError(f"depth={depth}: must be 1 to {MAX_DEPTH}")
        parts = self._parts(seat, sentence)
        later = parsing.play_ahead(self._game.determinize(self._game.seat, LOOKAHEAD_SEED), parts)
        if isinstance(later, parsing.SentenceFault):
            raise self._refusal(seat, later)
        if later is None:
            return Lookahead("", "", ())
        rules, visible = self.ruleset, later.out.visible
        offers = offers_ahead(later, self._blank, depth, MAX_OFFERS)
        offers = add_odds(self._game, parts, offers) if odds else offers
        return Lookahead(
            rules.decision_text(visible, 0, self.scenario, later.seat),
            rules.decision_name(visible, 0),
            offers,
        )

    def odds(self, seat: str, sentence: Sentence) -> Odds:
        """Return the odds of a sentence, as far as a seat knows; Odds(None, ()) if it has none.

        Raises RefusedError as `say` does.
        """
        odds = sentence_odds(self._game, self._parts(seat, sentence))
        if isinstance(odds, parsing.SentenceFault):
            raise self._refusal(seat, odds)
        return odds

    def determinization(self, seat: str, seed: int = LOOKAHEAD_SEED) -> Game:
        """Return a game that looks the same to the seat to act. Raises RefusedError."""
        self._check_to_act(seat)
        return self._game.determinize(self._game.seat, seed)

    def odds_estimator(self, seat: str) -> OddsEstimator:
        """Return determinizations in which the seat to act may try orders. Raises RefusedError."""
        self._check_to_act(seat)
        return OddsEstimator(self._game)

    # -- actions ---------------------------------------------------------------------------------

    def say(self, seat: str, at: int, sentence: Sentence) -> Utterance:
        """Apply a sentence for a seat, order by order; return the actions.

        `at` is the seat's count of actions, as in its last state; a sentence for another decision
        is refused as stale. Raises RefusedError. No action of the refused order is applied.
        Complete orders before it stand, whatever the dice showed. Parts after an outcome are
        refused as stale, whichever seat acts then: the seat must first get its next decision.
        """
        self._check_to_act(seat)
        if at != self._counts[self._number(seat)]:
            now = self._counts[self._number(seat)]
            raise self._refusal(
                seat, parsing.SentenceFault(STALE, "", f"stale: {seat} is at {now}")
            )
        parts = self._parts(seat, sentence)
        spoken_actions, settled = list[int](), 0
        while parts:
            if settled:
                reason = (
                    f"{parts[0]}: the part before it had an outcome; wait for the next decision"
                )
                fault = parsing.SentenceFault(STALE, str(parts[0]), reason)
                raise self._refusal(seat, fault, tuple(spoken_actions), settled)
            order = parsing.try_next_order(self._game, parts)
            if isinstance(order, parsing.SentenceFault):
                raise self._refusal(seat, order, tuple(spoken_actions), settled)
            actions, used = order
            for action in actions:
                spoken_actions.append(action)
                settled = len(spoken_actions) if self._step(action) == OUTCOME else settled
            parts = parts[used:]
        return Utterance(tuple(spoken_actions), settled, self._counts[self._number(seat)])

    def let(
        self, seat: str, agent: autoplay.TableAgent | autoplay.SeatAgent, until: str = "order"
    ) -> Utterance:
        """Let an agent act for a seat until the order, phase, turn or game has ended.

        It also stops when another seat is to act. To delegate for longer, call it again. Raises
        RefusedError if the agent's action is not legal; that action is not applied.
        """
        if until not in autoplay.UNTIL:
            raise ConfigError(f"until={until!r}: must be one of {', '.join(autoplay.UNTIL)}")
        self._check_to_act(seat)
        spoken_actions, settled = list[int](), 0
        begun = autoplay.period_key(self._game, until)
        while self.to_act == seat and len(spoken_actions) < autoplay.MAX_ACTIONS:
            action = autoplay.choose_action(agent, self.observe(seat, agent.needs))
            if not self._game.is_legal(action):
                fault = parsing.SentenceFault(ILLEGAL, str(action), f"{action} is not legal here")
                raise self._refusal(seat, fault, tuple(spoken_actions), settled)
            ends = self._step(action)
            spoken_actions.append(action)
            settled = len(spoken_actions) if ends == OUTCOME else settled
            if until == "order" and ends or autoplay.period_key(self._game, until) != begun:
                break
        return Utterance(tuple(spoken_actions), settled, self._counts[self._number(seat)])

    def suggest(
        self, seat: str, agent: autoplay.TableAgent | autoplay.SeatAgent
    ) -> tuple[int, ...]:
        """Return the actions with which an agent would complete the seat's order; none is applied.

        They follow from what the seat knows, and from the agent. Raises RefusedError if another
        seat is to act, ConfigError for an agent whose action is not legal.
        """
        at = self._counts[self._number(seat)]
        return autoplay.suggest(self.determinization(seat), self._blank, agent, at)

    def deal_anew(self, seed: int) -> None:
        """Continue in a determinization for the seat to act, at the beginning of an order.

        Whatever that seat cannot know is dealt again, and the dice are others. From then on the
        game is no longer the one that its seed and its actions lead to.
        """
        if self.is_mid_order or self._game.seat < 0:
            raise ConfigError("deal: only at the beginning of an order")
        dealt = self._game.determinize(self._game.seat, seed)
        self._game.games.raw[:] = dealt.games.raw
        self._game.refresh()
        self._offers, self._blank = None, order_bytes(self._game)
        self._snapshots.feeds.skip()

    def forfeit(self, seat: str, cause: str) -> None:
        """End the game: a seat resigns or is removed, and the other wins. Raises RefusedError.

        With "draw" for the seat nobody wins: both agreed to it.
        """
        if self._is_over():
            raise self._refusal(seat, self._why_not_to_act(seat, ""))
        self._forfeit = Forfeit(DRAW if seat == DRAWN else self._seat(seat), cause)
        self._offers = None
        self._snapshots.record_all()

    def redraw(self, seed: int) -> None:
        """Let all that chance decides from now on follow from another seed. Raises RefusedError.

        The seat to act is asked the same as before.
        """
        if self._is_over():
            raise self._refusal(self.ruleset.seats[0], self._why_not_to_act("", ""))
        self._later_seeds[len(self._actions)] = game_seed(seed)
        self._redraw_if_due()
        self._recorder = self._offers = None

    # -- records and vectors ---------------------------------------------------------------------

    def visible(self, seat: str) -> Games:
        """Return the redacted record (game 0) of the seat to act, as agents get it.

        Valid until the next action. Raises RefusedError if another seat is to act.
        """
        self._check_to_act(seat)
        return self._game.out.visible

    def observe(self, seat: str, needs: enum.Flag) -> autoplay.SeatObservation:
        """Return the decision of the seat to act, with the inputs that an agent needs.

        Raises RefusedError if another seat is to act.
        """
        self._check_to_act(seat)
        return autoplay.observe(self._game, needs, self._counts[self._seat(seat)])

    def vector(self, seat: str) -> tuple[np.ndarray, np.ndarray]:
        """Return observation int8 (O,) and mask int8 (A,) of the seat to act.

        Both are views, valid until the next action. Raises RefusedError if another seat is to act.
        """
        self._check_to_act(seat)
        return self._game.row, self._game.mask

    # -- the game so far ------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of all seats, in order."""
        return tuple(self._actions)

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of actions that each seat has chosen."""
        return tuple(self._counts)

    def tally(self) -> np.ndarray:
        """Return the tally row of a finished game, int32 (len(Tally),).

        For a forfeited game: winner, turns and decisions so far, no margin, reason 0.
        """
        if self._forfeit is None:
            return self._game.out.tally[0].copy()
        return self._forfeit.tally(self.turn, len(self._actions))

    @property
    def turn(self) -> int:
        """The turn of the game, which is public; 0 if the rule set counts none."""
        states = self._game.games.states
        return int(states["turn"][0]) if "turn" in (states.dtype.names or ()) else 0

    def replay(self) -> Replay:
        """Return the game so far as a replay."""
        if self._recorder is None:
            self._recorder = Recorder(
                self.ruleset,
                self.scenario,
                self._seed,
                self._agents,
                later_seeds=self._later_seeds.items(),
            )
        for action in self._actions[len(self._recorder.actions) :]:
            self._recorder.add(action)
        return dataclasses.replace(self._recorder.replay(), result_cause=self.gave_up)

    @property
    def is_mid_order(self) -> bool:
        """Whether the seat to act has begun an order that is not complete."""
        return bool(self._pending)

    def moment(self, until: str) -> tuple[int, ...]:
        """Return a public value that stays the same until the `phase` or the `turn` has ended."""
        return autoplay.period_key(self._game, until)

    def period(self, until: str) -> autoplay.Period:
        """Return the order, phase, turn or game that is played now."""
        return autoplay.Period(until, self.moment(until))

    def has_ended(self, period: autoplay.Period) -> bool:
        """Whether a period has ended."""
        if period.until == autoplay.ORDER:
            return not self.is_mid_order
        return self.moment(period.until) != period.moment

    @property
    def gave_up(self) -> str:
        """The seat that forfeited the game, and why: `seat: why`; empty if none did."""
        gone = self._forfeit
        if gone is None:
            return ""
        return f"{DRAWN if gone.seat == DRAW else self.ruleset.seats[gone.seat]}: {gone.cause}"

    # -- inside ----------------------------------------------------------------------------------

    def _step(self, action: int) -> str | None:
        """Apply an action of the seat to act; return how it ends the sentence."""
        game, seat = self._game, self._game.seat
        before = decision_point(game)
        game.step(action)
        self._actions.append(action)
        self._counts[seat] += 1
        self._offers = None
        self._snapshots.play_to_decision()
        self._redraw_if_due()
        ends = OUTCOME if game.seat < 0 else order_ending(before, game, self._blank)
        self._pending = [] if ends else [*self._pending, action]
        if ends == OUTCOME:
            self._blank = order_bytes(game)
        return ends

    def _redraw_if_due(self) -> None:
        """Draw luck again if that is due after this many actions."""
        if len(self._actions) in self._later_seeds:
            self._game.redraw(self._later_seeds[len(self._actions)])

    def _check_to_act(self, seat: str) -> None:
        """Raise if a seat may not act."""
        self._seat(seat)
        if self.to_act != seat:
            raise self._refusal(seat, self._why_not_to_act(seat, ""))

    def _why_not_to_act(self, seat: str, word: str) -> parsing.SentenceFault:
        """Return why a seat may not act."""
        if self._is_over():
            return parsing.SentenceFault(OVER, word, "the game is over")
        return parsing.SentenceFault(NOT_ASKED, word, f"{seat} is not to act")

    def _parts(self, seat: str, sentence: Sentence) -> list[str | int]:
        """Return the parts of a sentence. Raise if a seat may not act, or the sentence is
        malformed.
        """
        self._check_to_act(seat)
        parts = parsing.checked_parts(sentence)
        if isinstance(parts, parsing.SentenceFault):
            raise self._refusal(seat, parts)
        return parts

    def _refusal(
        self,
        seat: str,
        fault: parsing.SentenceFault,
        spoken_actions: tuple[int, ...] = (),
        settled: int = 0,
    ) -> RefusedError:
        """Return the error to raise, with the actions that stand and the legal ones."""
        offers = self._legal_offers() if self.to_act == seat else ()
        return RefusedError(
            *fault, offers, Utterance(spoken_actions, settled, self._counts[self._seat(seat)])
        )
