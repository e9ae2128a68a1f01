"""One game of any rule set: its arrays and the operations on them.

Environments for one game (AEC, parallel, seat), tables and replays use this class.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from spacecombat_env.core.errors import StateError
from spacecombat_env.core.kernels.batch import BEGIN, BY_MARGIN, BY_TURNS, REFRESH, RESUME
from spacecombat_env.core.kernels.one_game import unobserved_out, write_seeds
from spacecombat_env.core.model.record import digest
from spacecombat_env.core.presentation.perspective import OPEN, UMPIRE
from spacecombat_env.core.ruleset import (
    TALLY,
    Games,
    Out,
    RuleSet,
    Scenario,
    bind,
    make_games,
    make_out,
)

__all__ = ["ACTION_DTYPE", "Game", "Outcome", "SEAT_NOT_WRITTEN", "SEED_LIMIT", "game_seed"]

ACTION_DTYPE = np.int64
"""Dtype of action arrays given to the kernels."""
SEAT_NOT_WRITTEN = -3
"""Marks a seat that `advance` has not written: without observations it writes it only at the end.
"""
EVERY_KIND = -1
"""All bits of the kinds of decision that may be delegated."""
SEED_LIMIT = 2**63
"""Exclusive upper limit of seeds."""


def game_seed(seed: int) -> int:
    """Return a seed that the kernels accept, for any integer."""
    return int(seed) % SEED_LIMIT


class Outcome(NamedTuple):
    """How a game ended; see `Tally`."""

    verdict: int
    reason: int
    turns: int
    decisions: int
    margin: int


class Game:
    """One game and its buffers.

    With `by_turns` it also stops before the first step and at the end of each turn, where no seat
    is to act: see `is_between_turns`. This needs an engine with `Kernels.by_turns`. `out` holds the
    last result of `advance`: observation and mask of the seat to act, and the game's result.
    """

    def __init__(
        self, ruleset: RuleSet, scenario: Scenario, margin: int = 0, by_turns: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.scenario = scenario
        self.kernels = ruleset.kernels()
        stops = by_turns and self.kernels.by_turns
        self.span = (0, 1, 0, BY_MARGIN * bool(margin) | BY_TURNS * stops)
        self._allocate()

    def _allocate(self) -> None:
        """Make arrays for one game, and views of their only rows."""
        scenario = self.scenario
        self.games = make_games(scenario.table.opening.dtype, 1)
        self.out = make_out(scenario, 1, len(self.ruleset.seats))
        self.actions = np.full(1, REFRESH, ACTION_DTYPE)
        self._visible = make_games(scenario.table.opening.dtype, 1)
        self._visible_row = np.zeros(scenario.observation.size, np.int8)
        self.row = self.out.observation[0]
        """int8 (O,): observation of the seat to act."""
        self.mask = self.out.mask[0]
        """int8 (A,): action mask of the seat to act."""
        self.scales = scenario.observation.scales
        self._bind()

    def _bind(self) -> None:
        """Prepare the call of `advance`, whose arrays do not change."""
        table = self.scenario.table
        self._advance = bind(
            self.kernels.advance, self.games, table, self.actions, self.out, self.span
        )

    # -- play ------------------------------------------------------------------------------------

    def start(self, seed: int) -> None:
        """Set up a game and run it to the first decision."""
        if self.span[3] & BY_TURNS:
            write_seeds(self.games, 0, game_seed(seed))
            self.actions[0] = BEGIN
            self._advance()
        else:
            self.kernels.start(self.games, 0, self.scenario.table, game_seed(seed))
            self.refresh()

    def step(self, action: int) -> None:
        """Apply an action of the seat to act. An illegal action loses the game."""
        self.actions[0] = action if 0 <= action < len(self.mask) else self._illegal_action()
        self._advance()

    def resume(self) -> None:
        """Continue a game that stands at its beginning or at the end of a turn."""
        self.actions[0] = RESUME
        self._advance()

    def refresh(self) -> None:
        """Write the buffers again from the current state."""
        self.actions[0] = REFRESH
        self._advance()

    def redraw(self, seed: int) -> None:
        """Let all that chance decides from now on follow from another seed."""
        write_seeds(self.games, 0, game_seed(seed))
        self.refresh()

    def _illegal_action(self) -> int:
        """Return an action that is in the action space and not legal now."""
        return int(self.mask.argmin())

    # -- ask -------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat to act; -1 when the game is over."""
        return int(self.out.seat[0])

    @property
    def player(self) -> int:
        """The player to act, by number among those who share the seat; -1 after the end."""
        if self.seat < 0 or self.kernels.player is None:
            return min(self.seat, 0)
        return int(self.kernels.player(self.games, 0))

    @property
    def is_between_turns(self) -> bool:
        """Whether the game is open but no seat is to act, so that `resume` must continue it."""
        may_stand = self.seat < 0 and self.span[3] & BY_TURNS
        return bool(may_stand) and int(self.games.states["verdict"][0]) == OPEN

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the seat to act."""
        return 0 <= action < len(self.mask) and bool(self.mask[action])

    def floats(self) -> np.ndarray:
        """Return the observation of the seat to act: float32 (O,), a fresh array."""
        return np.multiply(self.row, self.scales)

    def action_text(self, action: int) -> str:
        """Return the text of an action of the seat to act."""
        return self.ruleset.action_text(self.out.visible, 0, self.scenario, self.seat, action)

    def visible_to(self, seat: int) -> Games:
        """Return the redacted record of a seat, or a copy of the true one for UMPIRE.

        It is valid until the next call.
        """
        if seat == UMPIRE:
            self._visible.raw[:] = self.games.raw
        else:
            self.kernels.redact(self.games, 0, self._visible, 0, seat)
        return self._visible

    def observation_of(self, seat: int) -> np.ndarray:
        """Return the observation of any seat, also out of turn: float32 (O,), a fresh array."""
        if seat == self.out.seat[0]:
            return self.floats()
        visible = self.visible_to(seat)
        self.kernels.observe(visible, 0, self.scenario.table, seat, self._visible_row)
        return np.multiply(self._visible_row, self.scales)

    def mask_of(self, seat: int) -> np.ndarray:
        """Return the action mask of a seat: int8 (A,), a fresh array; all zero out of turn."""
        if seat == self.out.seat[0]:
            return self.mask.copy()
        return np.zeros(len(self.mask), np.int8)

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it is open."""
        if self.seat >= 0:
            return None
        row = self.out.tally[0]
        return Outcome(*(int(row[getattr(TALLY, name)]) for name in Outcome._fields))

    def result(self) -> dict[str, int]:
        """Return verdict, reason, turns and margin of a game that just ended.

        The number of decisions is left out: part of them are the other side's, which is hidden.
        """
        row = self.out.tally[0]
        names = ("verdict", "reason", "turns", "margin")
        return {name: int(row[getattr(TALLY, name)]) for name in names}

    def digest(self) -> str:
        """Return the SHA-256 of the true state. Equal games have equal digests."""
        return digest(self.games.states, 0)

    # -- copies ----------------------------------------------------------------------------------

    def copy(self) -> Game:
        """Return an independent game at the same point, with the same future dice."""
        new = Game.__new__(Game)
        new.ruleset, new.scenario, new.kernels = self.ruleset, self.scenario, self.kernels
        new.span = self._copy_span()
        new._allocate()
        new.games.raw[:] = self.games.raw
        _copy_out(self.out, new.out)
        return new

    def scratch_copy(self) -> Game:
        """Return a game for trying actions. It reports only the seat to act and the legal actions.

        It is faster because it neither redacts nor observes; see `step_from`.
        """
        new = Game.__new__(Game)
        new.ruleset, new.scenario, new.kernels = self.ruleset, self.scenario, self.kernels
        new.span, new.scales = self._copy_span(), self.scales
        new.games = make_games(self.games.states.dtype, 1)
        new.out = unobserved_out(new.games, len(self.mask))
        new.actions = np.full(1, REFRESH, ACTION_DTYPE)
        new.row, new.mask = new.out.observation[0], new.out.mask[0]
        new._bind()
        return new

    def left_to_orders(self, delegated: int = EVERY_KIND) -> Game:
        """Return a scratch copy in which standing orders decide for all seats.

        `delegated` holds the bits of the kinds of decisions that they make. Its record is empty.
        """
        new, table = self.scratch_copy(), self.scenario.table
        rules = table.rules.copy()
        rules["delegated"][:] = delegated
        new.scenario = replace(self.scenario, table=table._replace(rules=rules))
        new._bind()
        return new

    def _copy_span(self) -> tuple[int, int, int, int]:
        """Return the span of copies, which do not stop at the ends of turns."""
        return *self.span[:3], self.span[3] & ~BY_TURNS

    def step_from(self, game: Game, action: int) -> None:
        """Become the position of another game after an action; for games made by `scratch_copy`."""
        self.games.raw[:] = game.games.raw
        self.out.mask[:] = game.out.mask
        self.out.seat[0] = SEAT_NOT_WRITTEN
        self.step(action)
        if self.out.seat[0] == SEAT_NOT_WRITTEN:
            self.out.seat[0] = self.games.states["seat"][0]

    def determinize(self, seat: int, seed: int) -> Game:
        """Return a determinization for `seat`: a game that looks the same to it, with new dice.

        Whatever the seat cannot know is sampled, so search in it reveals nothing about this game. A
        finished game is copied as it is; where the scenario hides ships, as the seat may know it.
        """
        new = self.copy()
        new._restrict_to(seat)
        if self.seat >= 0:
            visible = self.visible_to(seat)
            new.kernels.determinize(
                visible, 0, new.scenario.table, seat, game_seed(seed), new.games, 0
            )
            new.refresh()
        elif new.scenario is not self.scenario:
            new.games.raw[:] = self.visible_to(seat).raw
            new.out.visible.raw[:] = new.games.raw
        return new

    def _restrict_to(self, seat: int) -> None:
        """Play on under the scenario as a seat knows it."""
        self.scenario = self.scenario.known_to(seat)
        self._bind()

    def save(self) -> bytes:
        """Return the true state and the result so far as bytes."""
        return self.games.raw.tobytes() + self.out.tally.tobytes()

    def restore(self, data: bytes) -> None:
        """Restore the game in `data`. Raise StateError if it does not fit."""
        size = self.games.raw.nbytes
        if len(data) != size + self.out.tally.nbytes:
            raise StateError(f"a saved game of {len(data)} bytes does not fit this scenario")
        self.games.raw[0] = np.frombuffer(data[:size], np.uint8)
        self.refresh()
        self.out.tally[0] = np.frombuffer(data[size:], self.out.tally.dtype)


def _copy_out(source: Out, target: Out) -> None:
    """Copy every buffer."""
    target.visible.raw[:] = source.visible.raw
    for name in ("observation", "mask", "seat", "rewards", "done", "tally"):
        getattr(target, name)[:] = getattr(source, name)
