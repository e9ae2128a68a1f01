"""The part of a session that runs its built-in players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_agents.players.base import MAX_ACTION_STREAK
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_agents.service.delegation.standing_orders import StandingOrders
from spacecombat_agents.service.games.clocked_session import ClockedSession, Substitute
from spacecombat_agents.service.players.bot_agents import BotAgent, bots_among
from spacecombat_agents.service.storage.game_store import ActionRecord
from spacecombat_agents.service.timing.time_grid import TimeGrid
from spacecombat_env.env.table import RefusedError, SeatObservation

__all__ = ["AutomatedSession", "name_of"]

FAILED, ENDLESS = "crash", "endless"
"""Causes of a player's loss other than by play."""


class AutomatedSession(ClockedSession):
    """A session with built-in players."""

    seat_agents: dict[str, SeatAgent | BotAgent]
    substitutes: dict[str, Substitute]
    standing_orders: StandingOrders
    grid: TimeGrid
    on_turn: Callable[[Any], None]
    _standing_order_agents: dict[str, SeatAgent]
    _streak: tuple[Any, int]

    def automated_by(self, seat: str) -> str | None:
        """Return the kind of agent that acts for a seat: None if it acts itself."""
        return name_of(self._current_agent(seat))

    def _permanent_agent(self, seat: str | None) -> SeatAgent | BotAgent | None:
        """Return the built-in player that acts for a seat at every decision."""
        substitute = self.substitutes.get(str(seat))
        return self.seat_agents.get(str(seat)) if substitute is None else substitute.seat_agent

    def _current_agent(self, seat: str | None) -> SeatAgent | BotAgent | None:
        """Return the built-in player that acts for a seat now."""
        always = self._permanent_agent(seat)
        if (
            always is not None
            or seat is None
            or not self.standing_orders.covers_current_decision(seat)
        ):
            return always
        if seat not in self._standing_order_agents:
            self._standing_order_agents[seat] = self.captain(seat)
        return self._standing_order_agents[seat]

    def wake(self) -> None:
        """Schedule the built-in player that is to act, and the end of bots no longer needed."""
        with self.lock:
            is_over = self.is_closed or self.table.to_act is None
            if self.has_bots if is_over else self._current_agent(self.table.to_act) is not None:
                self.on_turn(self)

    @property
    def has_bots(self) -> bool:
        """Return whether processes of bots are running."""
        return any(bot.is_running for bot in bots_among(self.seat_agents.values()))

    @property
    def is_bot_next(self) -> bool:
        """Return whether the next task involves a bot."""
        with self.lock:
            if self.is_closed or self.table.to_act is None:
                return self.has_bots
            return isinstance(self._current_agent(self.table.to_act), BotAgent)

    def end_bots(self) -> None:
        """End the processes of bots; send the end of the game to those of a finished game."""
        is_over = self.table.to_act is None and not self.is_closed
        for bot in bots_among(self.seat_agents.values()):
            bot.end(is_over=is_over)

    def play_order(self) -> bool:
        """Let the built-in player that is to act play an order; return whether another is to act.

        The player thinks without the lock, so that others can read and resign meanwhile.
        """
        is_order_complete = False
        while not is_order_complete:
            with self.lock:
                seat, is_over = self.table.to_act, self.is_closed or self.table.to_act is None
                seat_agent = self._current_agent(seat)
            if is_over:
                self.end_bots()
            if is_over or seat is None or seat_agent is None:
                return False
            if isinstance(seat_agent, BotAgent):
                seat_agent.act(self, seat)
                return self.is_player_next
            with self.lock:
                if self.is_closed or self.table.to_act != seat:
                    return True
                observation = self.table.observe(seat, seat_agent.needs)
            try:
                action = seat_agent.choose_action(observation)
            except Exception:  # any exception of a player loses it the game
                action = None
            self.grid.wait_until_line(lambda: not self.is_closed)
            with self.lock:
                if self.is_closed:
                    return False
                with self.exclusive():
                    is_order_complete = self._play_action(seat, observation, action)
        return self.is_player_next

    @property
    def is_player_next(self) -> bool:
        """Return whether a built-in player is to act, or bots are to end."""
        with self.lock:
            if self.is_closed or self.table.to_act is None:
                return self.has_bots
            return self._current_agent(self.table.to_act) is not None

    def _play_action(self, seat: str, observation: SeatObservation, action: int | None) -> bool:
        """Apply a player's action unless it is outdated; return whether the order is complete."""
        if self.table.to_act != seat or self.action_count(seat) != observation.at:
            return True
        if action is None or self._is_endless(seat):
            self.forfeit(seat, FAILED if action is None else ENDLESS)
            return True
        try:
            utterance = self.table.say(seat, observation.at, [action])
        except RefusedError as refused:
            self.forfeit(seat, refused.code)
            return True
        self.clocks.spend(seat, None, not self.table.is_mid_order)
        self._record(
            ActionRecord(seat, observation.at, utterance.actions, "", "", self._elapsed_ms())
        )
        if self.table.is_mid_order and self._current_agent(seat) is not None:
            return False
        self._notify_subscribers()
        return True

    def _is_endless(self, seat: str) -> bool:
        """Return whether a player has acted more often in a row than any turn allows."""
        about = seat, self.table.turn
        self._streak = (about, self._streak[1] + 1 if self._streak[0] == about else 0)
        return self._streak[1] > MAX_ACTION_STREAK


def name_of(seat_agent: SeatAgent | BotAgent | None) -> str | None:
    """Return the name of a built-in player."""
    return None if seat_agent is None else seat_agent.name
