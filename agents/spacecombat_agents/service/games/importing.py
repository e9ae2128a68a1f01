"""Replay files that become finished games of the service, to be shown, analysed and continued."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import Any

from spacecombat_agents.service.games.game_request import MAX_NAME_LENGTH, NOBODY, PUBLIC
from spacecombat_agents.service.storage.game_store import (
    FROM,
    LUCK,
    OVER,
    ActionRecord,
    SeatAssignment,
    StoredGame,
)
from spacecombat_env.replay import Replay, open_replay, parse_replay, verify
from spacecombat_env.replay.files import as_text

__all__ = ["imported_game"]

ID_BYTES = 12


def imported_game(content: dict[str, Any]) -> tuple[StoredGame, tuple[ActionRecord, ...]]:
    """Return the content of a replay file as a game that is over, and its actions.

    Its name follows from the content: the same file is the same game. Raises ReplayError for a
    replay that is malformed, differs from the game that is played from it, is not over, or hides
    ships.
    """
    replay = parse_replay(content)
    if FROM in replay.scenario:
        raise replay.error(f"scenario.{FROM}", "unknown key")
    verify(replay)
    if replay.outcome is None and not replay.result_cause:
        raise replay.error("outcome", "the game is not over")
    ruleset = replay.rules()
    game = StoredGame(
        id=_name_of(replay),
        ruleset=replay.ruleset,
        scenario=replay.scenario,
        delegate=replay.delegate,
        seed=replay.seed,
        watch=PUBLIC if ruleset.has_public else NOBODY,
        made_with=replay.rules_hash,
        assignments=tuple(_assignment(replay, seat) for seat in ruleset.seats),
        state=OVER,
        gave_up=replay.result_cause,
    )
    return game, tuple(_rows(replay))


def _name_of(replay: Replay) -> str:
    """Return the name of the game, as long as random ones."""
    digest = hashlib.sha256(as_text(replay).encode()).digest()
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()


def _assignment(replay: Replay, seat: str) -> SeatAssignment:
    """Return the player of a seat: a name without a key."""
    name = "".join(filter(str.isprintable, replay.agents.get(seat, ""))).strip()
    return SeatAssignment(seat, None, None, None, name[:MAX_NAME_LENGTH] or None)


def _rows(replay: Replay) -> Iterator[ActionRecord]:
    """Yield the actions one by one. Raises ReplayError for one that is not legal."""
    playback, counts = open_replay(replay), dict.fromkeys(replay.rules().seats, 0)
    for number, action in enumerate(replay.actions):
        if number in playback.later_seeds:
            yield ActionRecord(LUCK, 0, (playback.later_seeds[number],), "", "", 0)
        if not playback.is_legal(action):
            raise replay.error(f"tokens[{number + 1}]", "an illegal action ended the game")
        seat = playback.ruleset.seats[playback.seat]
        yield ActionRecord(seat, counts[seat], (action,), "", "", 0)
        counts[seat] += 1
        playback.step(action)
    if len(replay.actions) in playback.later_seeds:
        yield ActionRecord(LUCK, 0, (playback.later_seeds[len(replay.actions)],), "", "", 0)
