"""One seat of one game as a Gymnasium environment; a callable plays the other seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.arguments import check_open, read_action, read_seed, refuse_options
from spacecombat_env.env.base import OneGame
from spacecombat_env.env.formats import Observation
from spacecombat_env.env.game import SEED_LIMIT
from spacecombat_env.env.opponents import (
    GivenOpponents,
    Opponent,
    Player,
    RandomOpponent,
    fresh_opponent,
    notify_start,
    open_opponents,
    query_opponent,
    seed_opponent,
)
from spacecombat_env.env.render import RENDER_MODES

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from spacecombat_env.env.settings import Settings


class SeatEnv(OneGame, gymnasium.Env[Observation, int]):
    """A Gymnasium environment for one seat.

    `step` applies the seat's action and returns at the seat's next decision or at the end.

    `seat` is an agent's name, or "random" to draw one for each game. `opponent` is a player in any
    form (`opponents.Player`), such as "scripted:ace"; with `opponents` one of several is drawn for
    each game. The default plays random legal actions. A wrong one raises ConfigError here.

    Observations are {"observation": float32 (O,), "action_mask": int8 (A,)}, or float32 (O,) with
    `flat=True`. `mask` selects whether the mask is in the observation, in info["action_mask"], or
    in both (the default). `action_masks()` always returns it.

    The reward is the seat's own. It is nonzero only at the end of the game, whichever seat ends it.
    An illegal action loses the game. Where several players share the seat, the environment decides
    for all of them.

    Pickling includes the opponent. A copy shares the opponent, unless it was given by name or is
    the random one. A clone for search (`clone(reseed)`) gets opponents that know nothing of this
    game, one of which is drawn: see `opponents.fresh_opponent`. `save` has no memory of opponents.
    """

    by_player = False
    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        seat: str = "random",
        opponent: Player | None = None,
        opponents: Sequence[Player] | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        self._open(ruleset, scenario, seat=seat, opponent=opponent, opponents=opponents, **settings)

    def _open(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None,
        *,
        seat: str = "random",
        opponent: Player | None = None,
        opponents: Sequence[Player] | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Make the environment."""
        view = settings.get("render_view", "own")
        shown: Settings = {**settings, "render_view": "acting" if view == "own" else view}
        super()._open(ruleset, scenario, **shown)
        self._settings.update(seat=seat, opponent=opponent, opponents=opponents, render_view=view)
        if seat != "random" and seat not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise ConfigError(f"seat={seat!r}: must be one of random, {names}")
        self._given = open_opponents(opponent, opponents, self.ruleset, scenario, self._settings)
        given = [RandomOpponent()] if self._given is None else self._given.players
        self.opponent: Opponent = given[0]
        self.opponent_number = 0
        """Number of the opponent in the current game, among `opponents`."""
        self.seat = 0
        self._rows = np.zeros(1, np.int64)

    @property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        """The observation space: a Dict, or a Box with `flat=True`."""
        return self._spaces[self.possible_agents[0]][0]

    @property
    def action_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        """The action space: Discrete(A)."""
        return self._spaces[self.possible_agents[0]][1]

    # -- play ------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game and play it to the seat's first decision.

        Raises ValueError for any option: rules are options of the environment when it is made.
        """
        check_open(self._closed)
        refuse_options(options)
        seed = read_seed(seed)
        gymnasium.Env.reset(self, seed=seed)
        game_seed = int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed
        name = self._settings["seat"]
        drawn = int(self.np_random.integers(len(self.possible_agents)))
        self.seat = drawn if name == "random" else self.possible_agents.index(name)
        self.cycles = 0
        self._started = True
        self._begin(game_seed)
        while self.game.seat < 0:  # the game ended before the seat's first decision
            self._begin(int(self.np_random.integers(SEED_LIMIT)))
        return self._observation(), self._info()

    def _begin(self, seed: int) -> None:
        """Start a game and let the opponent act until the seat is to act."""
        self.game.start(seed)
        if self._given is None:
            rng = np.random.default_rng(derived_seed(seed, "opponent"))
            self.opponent = RandomOpponent(rng)
        else:
            count = len(self._given.players)
            self._take_opponent(int(self.np_random.integers(count)) if count > 1 else 0)
        seed_opponent(self.opponent, seed)
        notify_start(self.opponent, self._rows, np.array([1 - self.seat]), np.array([seed]))
        self._play_other()

    def _take_opponent(self, number: int) -> None:
        """Play against one of the given opponents."""
        assert self._given is not None
        self.opponent_number, self.opponent = number, self._given.players[number]

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an action and play to the seat's next decision or the end of the game.

        Raises TypeError for an action that is no whole number. An illegal one loses the game.
        """
        check_open(self._closed)
        self.game.step(read_action(action))
        self.cycles += 1
        self._play_other()
        over = self.game.seat < 0
        cut = not over and self.cycles == self.max_cycles
        reward = float(self.game.out.rewards[0, self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info()

    def action_masks(self) -> np.ndarray:
        """Return the seat's action mask, int8 (A,), as sb3-contrib expects."""
        return self.game.mask_of(self.seat)

    def _play_other(self) -> None:
        """Let the opponent act until the seat is to act."""
        game = self.game
        compact = getattr(self.opponent, "compact", False)
        while game.seat >= 0 and game.seat != self.seat:
            row = game.row if compact else game.floats()
            out = game.out
            action = query_opponent(
                self.opponent, row[None], out.mask, out.visible, self._rows, out.seat
            )
            game.step(int(action[0]))

    def _observation(self) -> Observation:
        """Return the seat's observation."""
        return self._format.view(self.game.observation_of(self.seat), self.action_masks())

    def _info(self) -> dict[str, Any]:
        """Return the mask, the seat and, after the end, the result and the opponent's number."""
        info = {**self._format.info(self.action_masks()), "seat": self.seat}
        if self.game.seat >= 0:
            return info
        return {**info, **self.game.result(), "opponent": self.opponent_number}

    def _apply_action(self, action: int) -> None:
        """Apply an action of a sentence. Use `step` where rewards matter."""
        self.step(action)

    def _rendered_seat(self) -> int:
        """Return the seat whose information is drawn; by default the environment's own."""
        if self._settings["render_view"] == "own":
            return self.seat if self.game.seat >= 0 else -1
        return super()._rendered_seat()

    # -- copies ----------------------------------------------------------------------------------

    def _extra_state(self) -> dict[str, Any]:
        """Return the seat, its number of decisions, and the generator of a random opponent."""
        extra_state: dict[str, Any] = {"seat": self.seat, "cycles": self.cycles}
        if self._given is not None:
            extra_state["opponent"] = self.opponent_number
        else:
            assert isinstance(self.opponent, RandomOpponent)
            extra_state["lots"] = self.opponent.generator.bit_generator.state
        return extra_state

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Restore what `_extra_state` returned."""
        self.seat = extra_state["seat"]
        self.cycles = extra_state["cycles"]
        if self._given is not None:
            self._take_opponent(min(extra_state.get("opponent", 0), len(self._given.players) - 1))
        elif "lots" in extra_state:
            self.opponent = RandomOpponent(np.random.default_rng(0))
            self.opponent.generator.bit_generator.state = extra_state["lots"]

    def _reseed(self, seed: int) -> None:
        """Reseed the generator and the opponent; keep the count, which covers the seat's own
        decisions.
        """
        own = self.cycles
        super()._reseed(seed)
        self.cycles = own
        seats = np.array([1 - self.seat])
        if self._given is None:
            self.opponent = fresh_opponent(self.opponent, self._rows, seats, seed)
        else:
            fresh = [fresh_opponent(o, self._rows, seats, seed) for o in self._given.players]
            self._given = GivenOpponents(fresh, fresh)
            self._settings = {**self._settings, "opponent": None, "opponents": fresh}
            number = np.random.default_rng(derived_seed(seed, "number")).integers(len(fresh))
            self._take_opponent(int(number))  # the seat does not know which one it meets
        self.spec = None  # it names the opponent

    def clone(self, reseed: int | None = None, agent: str | None = None) -> Self:
        """Return a copy; see `OneGame.clone`. It has its own opponents if they have names."""
        new = super().clone(reseed, agent)
        if reseed is None and new._given is not None:
            new._given = new._given.copy()
            new._take_opponent(self.opponent_number)
        return new

    def close(self) -> None:
        """Close the window and end the processes of opponents given by name."""
        super().close()
        if self._given is not None:
            self._given.close()
