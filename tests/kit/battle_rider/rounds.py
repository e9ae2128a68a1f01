"""Single ships in rounds, and what a turn has logged."""

from __future__ import annotations

from kit.battle_rider.table import side
from spacecombat_env.rulesets.battle_rider.model import Event


def placed(name, at, vector=(0, 0), **more):
    """A ship that is detected, and its task force of one."""
    return {"class": name, "detected": True, **more}, (at, list(vector))


def known(*ships, tactics=4):
    """A side of detected ships, each a task force of its own whose shadow is found."""
    named, forces = [], []
    for number, (ship, (at, vector)) in enumerate(ships):
        named.append({**ship, "name": f"S{number}"})
        force = {"ships": [f"S{number}"], "hex": at, "vector": vector, "detected_shadow": True}
        forces.append(force)
    return side(named, forces, tactics)


def crowd(count, row):
    """This many detected Fieries side by side."""
    return known(*(placed("Fiery", [2 * n + 1, row]) for n in range(count)), tactics=1)


def turn_log(game, turn):
    """Events of one turn, oldest first."""
    kept, now = [], 0
    for event in (game.state.log[n] for n in range(min(48, int(game.state.log_count)))):
        now = int(event.a) if event.kind == Event.TURN else now
        if now == turn:
            kept.append(event)
    return kept


def next_turn(game):
    """Play on, everybody idle, into the next turn."""
    turn = int(game.state.turn)
    while game.state.turn == turn and not game.over:
        game.idle()
    return game
