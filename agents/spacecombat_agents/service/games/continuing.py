"""Games that begin in the middle of another one, which is over.

The position is dealt again as the seat knew it: what it could not know is sampled, and the dice are
others. Such a game is stored with the seed and the actions of the first, and in its scenario, under
FROM, with how many actions that are and the seed of the deal. It has no replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from spacecombat_agents.service.games.game_request import (
    GameRequest,
    InvalidRequest,
    SeatRequest,
    parse_game_request,
)
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.games.stored_rows import apply_row
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_agents.service.storage.game_store import (
    FROM,
    LUCK,
    ActionRecord,
    GameStore,
    StoredGame,
)
from spacecombat_env.env.table import Table
from spacecombat_env.protocol.validation import is_whole

__all__ = [
    "Beginning",
    "beginning_of",
    "replay_stored",
    "request_to_continue",
    "with_beginning",
    "without_beginning",
]

WORD, ACTIONS, DEAL = "word", "actions", "deal"


class Beginning(NamedTuple):
    """The first part of a game, from another one."""

    rows: tuple[ActionRecord, ...]
    seed: int
    """Of the other game."""

    @property
    def action_count(self) -> int:
        """Return how many actions it has."""
        return sum(len(row.actions) for row in self.rows if row.seat != LUCK)


def request_to_continue(
    content: Mapping[str, Any], session: GameSession, store: GameStore, opponents: Opponents
) -> tuple[GameRequest, Beginning]:
    """Return the request for a game that begins in another one, and its first part.

    Rule set and scenario are those of the other game. Raises InvalidRequest.
    """
    table = session.table
    about = {key: value for key, value in content.items() if key not in (FROM, "scenario")}
    request = parse_game_request({**about, "ruleset": table.ruleset.name}, opponents)
    request = request._replace(scenario=table.scenario)
    return request, beginning_of(content[FROM], request.seats, session, store)


def beginning_of(
    content: Any, seats: Iterable[SeatRequest], session: GameSession, store: GameStore
) -> Beginning:
    """Return the first part of a game up to an action of the person's; InvalidRequest if wrong."""
    people = [each.seat for each in seats if each.player is None]
    number = content.get(WORD)
    if len(people) != 1:
        raise InvalidRequest("from: needs a person in one seat, and a player in each other")
    if not is_whole(number) or number < 1:
        raise InvalidRequest("from.word: is not the number of an action, from 1")
    if not session.has_replay():
        raise InvalidRequest("from.game: is not over, or has no public replay")
    rows = _rows_before(store.rows(session.game.id), people[0], int(number))
    game, ruleset = session.game, session.table.ruleset
    table = Table(ruleset, session.table.scenario, game.seed)
    for row in rows:
        apply_row(table, row)
    if table.to_act != people[0] or table.is_mid_order:
        raise InvalidRequest(f"from.word: no order of {people[0]} begins with action {number}")
    return Beginning(rows, game.seed)


def _rows_before(rows: Iterable[ActionRecord], seat: str, number: int) -> tuple[ActionRecord, ...]:
    """Return the actions of all seats before a seat's action of that number."""
    found = list[ActionRecord]()
    for row in rows:
        if row.seat == seat and row.at + len(row.actions) >= number:
            part = row.actions[: number - 1 - row.at]
            return (*found, ActionRecord(seat, row.at, part, "", "", 0)) if part else tuple(found)
        found.append(ActionRecord(row.seat, row.at, row.actions, "", "", 0))
    return tuple(found)


def with_beginning(scenario: Mapping[str, Any], count: int, deal: int) -> dict[str, Any]:
    """Return the content of a scenario with the deal after this many actions."""
    return {**scenario, FROM: {ACTIONS: count, DEAL: deal}}


def without_beginning(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a scenario as the rule set reads it."""
    return {key: value for key, value in scenario.items() if key != FROM}


def replay_stored(game: StoredGame, rows: Iterable[ActionRecord], table: Table) -> None:
    """Apply the stored actions of a game to a table, and deal where its first part ends."""
    _deal_if_due(game, table)
    for row in rows:
        apply_row(table, row)
        _deal_if_due(game, table)
    if game.gave_up and table.to_act is not None:
        seat, _, cause = game.gave_up.partition(": ")
        table.forfeit(seat, cause)


def _deal_if_due(game: StoredGame, table: Table) -> None:
    """Deal again at a table that has come to the end of its first part."""
    its = game.scenario.get(FROM)
    if its is not None and len(table.actions) == its[ACTIONS]:
        table.deal_anew(its[DEAL])
