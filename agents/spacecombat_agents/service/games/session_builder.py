"""Sessions of stored games, restored by replaying their actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_agents.service.games.continuing import (
    Beginning,
    replay_stored,
    with_beginning,
    without_beginning,
)
from spacecombat_agents.service.games.game_request import GameRequest, InvalidRequest
from spacecombat_agents.service.games.game_session import GameSession
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
from spacecombat_env.env.table import UMPIRE, RefusedError, Table
from spacecombat_env.replay.record import rules_hash

__all__ = ["GameNotFound", "SessionBuilder", "new_game"]


ADVICE_SEED = 0
"""In place of a game's seed, which must not be learnt from hints."""


class GameNotFound(SpaceCombatError):
    """There is no game of that name, or it cannot be resumed."""


def new_game(
    request: GameRequest, maker: str, begins: Beginning | None, seeds: Callable[[], int]
) -> tuple[StoredGame, dict[str, str]]:
    """Return a game to be stored, and the keys of its readers."""
    issued_keys = dict[str, str]()
    scenario = dict(request.scenario.source)
    if begins is not None:
        scenario = with_beginning(scenario, begins.action_count, seeds())
    assignments = [
        _assigned(seat, player, person, issued_keys) for seat, player, person in request.seats
    ]
    if request.umpire is not None:
        assignments.append(_assigned(UMPIRE, None, request.umpire, issued_keys))
    game = StoredGame(
        id=access_keys.new_game_id(),
        ruleset=request.ruleset.name,
        scenario=scenario,
        delegate=request.scenario.delegate,
        seed=seeds() if begins is None else begins.seed,
        watch=request.watch,
        made_with=rules_hash(request.ruleset),
        assignments=tuple(assignments),
        clock=request.clock,
        chat=request.chat,
        rated=request.rated and begins is None,
        maker=maker,
        joined=not issued_keys,
        started=not any(seat in issued_keys for seat in request.ruleset.seats),
    )
    return game, issued_keys


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
            table = Table(ruleset, scenario, game.seed, list(game.display_names().values()))
            replay_stored(game, self.store.rows(game.id) if rows is None else rows, table)
            seat_agents = {
                assignment.reader: self._make_seat_agent(
                    game, table, assignment.reader, assignment.player
                )
                for assignment in game.assignments
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


def _assigned(
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
