"""The legal actions, their meanings, and whether they can be taken back."""

from __future__ import annotations

from typing import NamedTuple

from spacecombat_env.core.ruleset import ActionMeaning
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import legal_actions
from spacecombat_env.env.table.records import ORDER, OUTCOME, Offer

__all__ = [
    "LOOKAHEAD_SEED",
    "decision_point",
    "legal_offers",
    "offers_ahead",
    "order_bytes",
    "order_ending",
]

MAX_DEPTH, MAX_OFFERS = 3, 400
"""Maximum depth of a lookahead, and maximum of actions that it shows."""
LOOKAHEAD_SEED = 0
"""Seed of the determinizations for lookahead; a constant."""


def legal_offers(game: Game, blank: bytes) -> tuple[Offer, ...]:
    """Return the legal actions of the seat to act in a real game."""
    if game.seat < 0:
        return ()
    determinization = game.determinize(game.seat, LOOKAHEAD_SEED)
    return offers_ahead(determinization, blank, 1, MAX_OFFERS + len(game.mask))


def offers_ahead(determinization: Game, blank: bytes, depth: int, most: int) -> tuple[Offer, ...]:
    """Return at most `most` legal actions in a determinization, each with those that may follow.

    `blank` is the seat's order before its first action; see `order_bytes`. Actions of one depth
    come before those of the next.
    """
    found = offer_nodes(determinization, blank, most, depth > 1)
    level, count = found, len(found)
    for further in range(depth - 2, -1, -1):
        level = [new for node in level for new in node.expand(most, further > 0)]
        for node in level[max(most - count, 0) :]:
            node.prune()
        level = level[: max(most - count, 0)]
        count += len(level)
    return tuple(node.offer() for node in found)


def offer_nodes(game: Game, blank: bytes, most: int, expand: bool) -> list[_OfferNode]:
    """Return at most `most` legal actions of a game.

    Set `expand` if those after them are needed.
    """
    trial = game.scratch_copy()
    return [
        _OfferNode(game, trial, *action, blank, expand) for action in legal_actions(game)[:most]
    ]


class _OfferNode:
    """A legal action, and the game after it."""

    def __init__(
        self, game: Game, trial: Game, action: int, text: str, blank: bytes, expand: bool
    ) -> None:
        self.action, self.text, self.blank = action, text, blank
        self.meaning: ActionMeaning = game.ruleset.action_meaning(
            game.out.visible, 0, game.scenario, game.seat, action
        )
        self.grave = game.ruleset.grave(
            game.out.visible, 0, game.scenario, game.seat, action, game.mask
        )
        trial.step_from(game, action)
        self.ends = order_ending(decision_point(game), trial, blank)
        self.after: Game | None = None
        if expand and self.ends != OUTCOME:
            self.after = game.copy()
            self.after.step(action)
        self.then: list[_OfferNode] = []
        self.is_pruned = False

    def expand(self, most: int, expand: bool) -> list[_OfferNode]:
        """Add the actions that may follow, at most `most`; none after an outcome."""
        if self.after is not None:
            self.then = offer_nodes(self.after, self.blank, most, expand)
        return self.then

    def prune(self) -> None:
        """Remove this action from the result."""
        self.is_pruned = True

    def offer(self) -> Offer:
        """Return the action with those that follow it."""
        then = tuple(node.offer() for node in self.then if not node.is_pruned)
        ends, lost = self.ends, self.grave or None
        return Offer(self.action, self.text, *self.meaning, ends=ends, then=then, grave=lost)


class DecisionPoint(NamedTuple):
    """The player to act, and the number of steps that the engine has taken."""

    seat: int
    player: int
    steps: int


def decision_point(game: Game) -> DecisionPoint:
    """Return the decision point. Without counted steps, the engine moves at every action."""
    steps = game.kernels.steps
    return DecisionPoint(game.seat, game.player, -1 if steps is None else steps(game.games, 0))


def order_ending(before: DecisionPoint, later: Game, blank: bytes) -> str | None:
    """Return how an action ends the sentence, from the decision before it and the game after it.

    It is an outcome if the engine has moved or another player is to act. The order is complete if
    it is as it was before its first action.
    """
    if decision_point(later) != before or before.steps < 0:
        return OUTCOME
    return ORDER if blank and order_bytes(later) == blank else None


def order_bytes(game: Game) -> bytes:
    """Return the order of the seat to act as the record stores it; empty if it does not."""
    states = game.games.states
    if game.seat < 0 or "order" not in (states.dtype.names or ()):
        return b""
    return states["order"][0][game.seat].tobytes()
