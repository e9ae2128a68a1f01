"""Sessions of stored games, restored by replaying their actions."""

from __future__ import annotations

from collections.abc import Iterable

from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_agents.service.games.continuing import replay_stored, without_beginning
from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.games.game_session import INVITED, GameSession
from spacecombat_agents.service.players.bot_agents import BotAgent
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.storage import access_keys
from spacecombat_agents.service.storage.game_store import (
    ActionRecord,
    GameStore,
    SeatAssignment,
    StoredGame,
)
from spacecombat_env import registry
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.env.table import RefusedError, Table

__all__ = ["GameNotFound", "SessionBuilder", "assigned"]


ADVICE_SEED = 0
"""In place of a game's seed, which must not be learnt from hints."""


class GameNotFound(SpaceCombatError):
    """There is no game of that name, or it cannot be resumed."""


class SessionBuilder:
    """Builds sessions from what the store has of their games."""

    def __init__(self, store: GameStore, opponents: Opponents) -> None:
        self.store, self.opponents = store, opponents

    def build(self, game: StoredGame, rows: Iterable[ActionRecord] | None = None) -> GameSession:
        """Return a new session of a game with its stored actions, or these.

        Raises GameNotFound, InvalidRequest.
        """
        try:
            ruleset = registry.ruleset(game.ruleset)
            content = without_beginning(game.scenario)
            scenario = ruleset.load(content, delegate=game.delegate)
            seats = [
                assignment for assignment in game.assignments if assignment.reader in ruleset.seats
            ]
            names = [assignment.name or INVITED for assignment in seats]
            table = Table(ruleset, scenario, game.seed, names)
            replay_stored(game, self.store.rows(game.id) if rows is None else rows, table)
            seat_agents = {
                assignment.reader: self._make_seat_agent(
                    game, table, assignment.reader, assignment.player
                )
                for assignment in seats
                if assignment.player is not None
            }
        except RefusedError as cause:
            raise GameNotFound(f"game: its actions cannot be replayed any more: {cause}") from None
        captain, make = captain_player(ruleset.name), self.opponents.seat_agents.make
        session = GameSession(
            game,
            table,
            self.store,
            seat_agents,
            lambda seat: make(table, seat, game.seed, captain),
        )
        if game.is_practice:
            known = self.opponents.advisers(ruleset)
            session.advisers = tuple(known)
            session.advise = lambda seat, name: make(table, seat, ADVICE_SEED, known[name], name)
        return session

    def _make_seat_agent(
        self, game: StoredGame, table: Table, seat: str, player: str
    ) -> SeatAgent | BotAgent:
        """Return the agent of a seat."""
        try:
            opponent = self.opponents.named(table.ruleset, player)
            return self.opponents.make_player(opponent, table, seat, game.seed)
        except SpaceCombatError as cause:
            reason = str(cause).partition(": ")[2]  # do not reveal the file's folder
            raise InvalidRequest(f"seats.{seat}.player: {player}: {reason}") from None


def assigned(
    seat: str, player: str | None, person: str | None, issued_keys: dict[str, str]
) -> SeatAssignment:
    """Return an assignment; put the key of a person into `issued_keys`."""
    if player is not None:
        return SeatAssignment(seat, None, None, player, person)
    key = issued_keys[seat] = access_keys.new_key()
    key_hash = access_keys.hash_key(key)
    if person is None:
        return SeatAssignment(seat, None, key_hash, None, None)
    return SeatAssignment(seat, key_hash, None, None, person)
