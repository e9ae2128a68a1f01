"""Games that begin in the middle of another one, which is over.

The position is dealt again as the seat knew it: what it could not know is sampled, and the dice are
others. Such a game is stored with the seed and the actions of the first, and in its scenario, under
FROM, with how many actions that are and the seed of the deal. It has no replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from spacecombat_agents.service.games.game_request import (
    GameRequest,
    InvalidRequest,
    SeatRequest,
    parse_game_request,
)
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.games.stored_rows import ACTIONS, DEAL, apply_row, apply_rows
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

WORD, DECISION, TURN = "word", "decision", "turn"
POINTS = {WORD: 1, DECISION: 0, TURN: 0}
"""Ways to say where a game begins, and the least number of each."""


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
    """Return the first part of a game up to an order of the person's; InvalidRequest if wrong.

    It is the order that begins with the seat's action number `word`, or the first one of the seat
    after `decision` actions of all seats, or in the turn `turn`.
    """
    people = [each.seat for each in seats if each.player is None]
    if len(people) != 1:
        raise InvalidRequest("from: needs a person in one seat, and a player in each other")
    if not session.has_replay():
        raise InvalidRequest("from.game: is not over, or has no public replay")
    name, number = _point_of(content)
    game, ruleset = session.game, session.table.ruleset
    table, place = Table(ruleset, session.table.scenario, game.seed), ruleset.seats.index(people[0])
    reached: Mapping[str, Callable[[], int]] = {
        WORD: lambda: table.counts[place] + 1,
        DECISION: lambda: len(table.actions),
        TURN: lambda: table.turn,
    }

    def begins() -> bool:
        is_there = table.to_act == people[0] and not table.is_mid_order
        return is_there and reached[name]() >= number

    rows = list[ActionRecord]()
    for row in _single_actions(store.rows(game.id)):
        if begins():
            break
        apply_row(table, row)
        rows.append(row)
    if not begins() or (name == WORD and reached[WORD]() != number):
        raise InvalidRequest(f"from.{name}: no order of {people[0]} begins with {name} {number}")
    return Beginning(tuple(rows), game.seed)


def _point_of(content: Any) -> tuple[str, int]:
    """Return the field that says where a game begins, and its value."""
    found = [name for name in POINTS if name in content]
    name = found[0] if len(found) == 1 else WORD
    number = content.get(name)
    if not is_whole(number) or number < POINTS[name]:
        raise InvalidRequest(f"from.{name}: is not a whole number from {POINTS[name]}")
    return name, int(number)


def _single_actions(rows: Iterable[ActionRecord]) -> Iterator[ActionRecord]:
    """Yield rows of one action each."""
    for row in rows:
        for n, action in enumerate(row.actions):
            yield ActionRecord(row.seat, row.at + n, (action,), "", "", 0)


def with_beginning(scenario: Mapping[str, Any], count: int, deal: int) -> dict[str, Any]:
    """Return the content of a scenario with the deal after this many actions."""
    return {**scenario, FROM: {ACTIONS: count, DEAL: deal}}


def without_beginning(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a scenario as the rule set reads it."""
    return {key: value for key, value in scenario.items() if key != FROM}


def replay_stored(game: StoredGame, rows: Iterable[ActionRecord], table: Table) -> None:
    """Apply the stored actions of a game to a table, and deal where its first part ends."""
    for _ in apply_rows(game, rows, table):
        pass
    if game.gave_up and table.to_act is not None:
        seat, _, cause = game.gave_up.partition(": ")
        table.forfeit(seat, cause)
