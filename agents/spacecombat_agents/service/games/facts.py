"""Public facts of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacecombat_agents.service.games.subscribers import Message, joined_message
from spacecombat_env.env.table import PUBLIC

if TYPE_CHECKING:
    from spacecombat_agents.service.games.game_session import GameSession

__all__ = ["first_message", "public_facts", "seat_facts", "seat_summary"]


def public_facts(session: GameSession) -> dict[str, Any]:
    """Return the public facts of a game."""
    game, table = session.game, session.table
    with session.lock:
        shown = session.snapshot(PUBLIC).state if table.ruleset.has_public else None
        over = table.state(table.ruleset.seats[0]).over if table.to_act is None else None
        return {
            "game": game.id,
            "rules": {"name": table.ruleset.name, "title": table.ruleset.title},
            "scenario": {
                "name": table.scenario.name,
                "title": str(table.scenario.source.get("title", table.scenario.name)),
            },
            "seats": seat_facts(session),
            "watch": game.watch,
            "rated": game.rated,
            "clock": game.clock.message(),
            "turn": shown.turn if shown else 0,
            "phase": shown.phase if shown else "",
            "over": None if over is None else dict(over),
        }


def first_message(session: GameSession, reader: str, key: str | None = None) -> Message:
    """Return the first message to a reader; `key` is what its invitation was exchanged for."""
    game, table = session.game, session.table
    about = seat_facts(session), game.watch, key, game.clock.message()
    message = joined_message(game.id, reader, table, *about) | {"rated": game.rated}
    holds_seat = reader in table.ruleset.seats and key is None
    return message | {"hints": list(session.advisers) if holds_seat else []}


def seat_facts(session: GameSession) -> dict[str, Any]:
    """Return the public assignments of seats."""
    return {
        assignment.reader: {
            "title": assignment.reader.partition("_")[0].title(),
            "name": assignment.name,
            "person": assignment.player is None,
            "come": assignment.invited is None,
            "here": session.people.is_here(assignment),
        }
        for assignment in session.game.assignments
    }


def seat_summary(session: GameSession, reader: str) -> dict[str, Any]:
    """Return turn and phase as a reader sees them, and whether it is to act."""
    with session.lock:
        state = session.snapshot(reader).state
        is_to_act = state.to_act == reader and session.automated_by(reader) is None
    return {
        "turn": state.turn,
        "phase": state.phase,
        "asked": is_to_act,
        "question": state.decision_text if is_to_act else "",
        "over": None if state.over is None else dict(state.over),
    }
