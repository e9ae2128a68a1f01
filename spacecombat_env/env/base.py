"""The base of all environments of one game: views, orders, copies and pictures."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from spacecombat_env import registry
from spacecombat_env.core.errors import (
    AmbiguousOrderError,
    IllegalOrderError,
    StateError,
    UnknownOrderError,
)
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env import orders as order_texts
from spacecombat_env.env import render as pictures
from spacecombat_env.env.arguments import check_count, check_flag, check_open, read_seed
from spacecombat_env.env.formats import observation_format
from spacecombat_env.env.game import SEED_LIMIT, Game, open_scenario
from spacecombat_env.env.rewards import margin_flag
from spacecombat_env.env.settings import DEFAULTS, Settings, merge_settings

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["OneGame"]

FORMAT = 2
"""Format of `save`. It is raised when older saves can no longer be read."""


class OneGame:
    """The base class of environments that play one game. `self.game` is that game.

    Each seat is an agent. Where several players share a seat (`Scenario.players`), each player is
    an agent: it decides for its own pieces, sees what its seat sees plus one column with its own
    number, and receives the seat's reward. A player without pieces stays in the game but makes no
    decisions.

    `settings.Settings` documents the keyword arguments.

    Copies are independent: `copy.deepcopy` and `pickle` return an environment at the same point of
    the same game, with the same future dice. `save` and `restore` do the same with bytes.
    """

    by_player = True
    """Whether players who share a seat are separate agents. Otherwise the seat is one agent."""
    game: Game
    metadata: dict[str, Any]
    possible_agents: list[str]
    np_random: np.random.Generator
    render_mode: str | None
    max_cycles: int | None
    cycles: int
    """Decisions made so far."""

    def _open(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None,
        **settings: Unpack[Settings],
    ) -> None:
        """Load the scenario and make arrays and spaces."""
        rules = registry.ruleset(ruleset)
        chosen = merge_settings(self, DEFAULTS, settings)
        self._settings: dict[str, Any] = {"ruleset": rules.name, "scenario": scenario, **chosen}
        mode, view = chosen["render_mode"], chosen["render_view"]
        check_count("max_cycles", chosen["max_cycles"])
        check_flag("flat", chosen["flat"])
        self._format = observation_format(chosen["flat"], chosen["mask"])
        loaded = open_scenario(
            rules, scenario, chosen["delegate"], chosen["max_turns"], chosen["options"]
        )
        self._shared = self.by_player and bool(loaded.players)
        teams = loaded.players if self._shared else tuple((seat,) for seat in rules.seats)
        self.possible_agents = [agent for team in teams for agent in team]
        self._seats = [seat for seat, team in enumerate(teams) for _ in team]
        """The seat of each possible agent."""
        self._firsts = [self._seats.index(seat) for seat in range(len(teams))]
        """The first possible agent of each seat."""
        pictures.check_choice(mode, view, self.possible_agents)
        self.game = Game(rules, loaded, margin_flag(chosen["reward"]))
        self.metadata = {
            "name": f"{rules.name}_v{rules.version}",
            "render_modes": list(pictures.RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = mode
        self.max_cycles = chosen["max_cycles"]
        self.cycles = 0
        size, extra = loaded.actions.size, int(self._shared)
        self._spaces: dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]] = {
            agent: (self._format.space(loaded, extra), spaces.Discrete(size))
            for agent in self.possible_agents
        }
        self.np_random = np.random.default_rng()
        self._window: pictures.Window | None = None
        self._started = False
        self._closed = False

    def _new_game(self, seed: int | None) -> None:
        """Start a game with a seed, or with the next seed of the environment's own generator."""
        check_open(self._closed)
        seed = read_seed(seed)
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.game.start(int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed)
        self._started = True

    # -- spaces and the global view --------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played: layouts, delegation, digest."""
        return self.game.scenario

    @property
    def ruleset(self) -> RuleSet:
        """The rule set that is played."""
        return self.game.ruleset

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`: float32 (seats * O,)."""
        size = self.scenario.observation.size * len(self.ruleset.seats)
        return spaces.Box(-1.0, 1.0, (size,), np.float32)

    def state(self) -> np.ndarray:
        """Return the observations of all seats, concatenated: float32 (seats * O,).

        This is privileged information for central critics: it holds what each seat knows. No seat
        may get it.
        """
        views = [self.game.observation_of(seat) for seat in range(len(self.ruleset.seats))]
        return np.concatenate(views)

    @property
    def to_act(self) -> str | None:
        """The agent that decides next; None before the first game and after the end of a game."""
        return self._agent_to_act() if self._started and self.game.seat >= 0 else None

    # -- views and orders ------------------------------------------------------------------------

    def _seat_of(self, agent: str | None) -> int:
        """Return the number of an agent's seat. None means the seat to act, or seat 0 after the
        end. Raises ValueError for an unknown agent.
        """
        if agent is None:
            return max(self.game.seat, 0)
        if agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise ValueError(f"agent={agent!r}: must be one of {names}")
        return self._seats[self.possible_agents.index(agent)]

    def _agent_to_act(self) -> str:
        """Return the agent that decides next. Call it only while the game is open."""
        player = self.game.player if self._shared else 0
        return self.possible_agents[self._firsts[self.game.seat] + player]

    def _observed_by(self, agent: str) -> np.ndarray:
        """Return an agent's current observation: float32, a fresh array."""
        seat = self._seat_of(agent)
        view = self.game.observation_of(seat)
        if not self._shared:
            return view
        most = max(len(team) for team in self.scenario.players)
        place = self.possible_agents.index(agent) - self._firsts[seat]
        return np.append(view, np.float32((place + 1) / most))

    def _is_to_act(self, agent: str | None) -> bool:
        """Whether an agent decides next; for None, whether any agent does."""
        return self.game.seat >= 0 and (agent is None or agent == self._agent_to_act())

    def _mask_of(self, agent: str) -> np.ndarray:
        """Return an agent's action mask: int8 (A,), a fresh array; zero out of turn."""
        seat = self._seat_of(agent)
        if self._shared and not self._is_to_act(agent):
            return np.zeros(self.scenario.actions.size, np.int8)
        return self.game.mask_of(seat)

    def _by_agent(self, values: np.ndarray) -> dict[str, float]:
        """Return a value for each agent, from an array of values by seat."""
        applied = values.tolist()
        return {a: applied[seat] for a, seat in zip(self.possible_agents, self._seats, strict=True)}

    def view(self, agent: str | None = None) -> dict[str, Any]:
        """Return an agent's information state as JSON-ready data; None: the seat to act."""
        seat = self._seat_of(agent)
        return self.ruleset.view(self.game.visible_to(seat), 0, self.scenario, seat)

    def decision_text(self, agent: str | None = None) -> str:
        """Return the current decision as text, with the actions of the order so far."""
        seat = self._seat_of(agent)
        return self.ruleset.decision_text(self.game.visible_to(seat), 0, self.scenario, seat)

    def log(self, agent: str | None = None, since: int = 0) -> list[str]:
        """Return the events that an agent knows of as sentences, from number `since` on.

        Each seat's events have their own numbers (`log_count`). Only the newest events are kept,
        but more than one decision can add. A caller that reads the log after every decision misses
        none.
        """
        seat = self._seat_of(agent)
        return self.ruleset.log(self.game.visible_to(seat), 0, self.scenario, seat, since)

    def log_count(self, agent: str | None = None) -> int:
        """Return how many events an agent has been shown: the next `since` for `log`."""
        seat = self._seat_of(agent)
        state = self.game.visible_to(seat).states[0]
        return int(state.log_count) if "log_count" in state.dtype.names else 0

    def orders(self, agent: str | None = None, depth: int = 1) -> list[order_texts.MenuEntry]:
        """Return the legal actions as (token, text, then); an empty list out of turn.

        `then` holds the actions that may follow. The nested menus are `depth` levels deep in all.
        """
        if not self._is_to_act(agent):
            return []
        return order_texts.menu(self.game, depth)

    def say(self, sentence: order_texts.Sentence, agent: str | None = None) -> list[int]:
        """Apply the text of one or more orders for the agent to act; return the actions.

        Raises UnknownOrderError (the text matches no action), IllegalOrderError (not legal now) or
        AmbiguousOrderError (several actions match). The message names the text and lists the legal
        actions. No action of the failed order is applied. Complete orders before it stand: raising
        an error undoes none of them, whatever the dice showed.
        """
        if agent is not None and not self._is_to_act(agent):
            raise IllegalOrderError(f"{agent} is not to act")
        speaker = self._agent_to_act() if self.game.seat >= 0 else None
        parts = order_texts.split_sentence(sentence)
        applied: list[int] = []
        try:
            while parts:
                self._check_turn(speaker, parts)
                actions, used = order_texts.parse_order(self.game, parts)
                for action in actions:
                    self._check_turn(speaker, parts)
                    self._apply_action(action)
                    applied.append(action)
                parts = parts[used:]
        except (UnknownOrderError, IllegalOrderError, AmbiguousOrderError) as refusal:
            stand = f"; {len(applied)} actions before it were applied and stand" if applied else ""
            raise type(refusal)(f"{refusal}{stand}") from None
        return applied

    def _check_turn(self, speaker: str | None, parts: list[str | int]) -> None:
        """Raise IllegalOrderError if an agent may not continue its sentence."""
        if self.game.seat < 0:
            reason = "the game is over"
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            reason = "the game is truncated"
        elif not self._is_to_act(speaker):
            reason = "the other side is to act"
        else:
            return
        raise IllegalOrderError(f"{parts[0]!r} is not possible: {reason}")

    def _apply_action(self, action: int) -> None:
        """Apply an action by the environment's own `step`."""
        raise NotImplementedError

    # -- copies ----------------------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the game and the state of the environment as bytes.

        The bytes hold the true state. They are privileged: do not show them to a player.
        """
        head = {
            "format": FORMAT,
            "rules": self.scenario.digest,
            "started": self._started,
            "books": self._extra_state() if self._started else {},
        }
        return json.dumps(head).encode() + b"\n" + self.game.save()

    def restore(self, data: bytes) -> None:
        """Restore the point in `data`, which `save` wrote with the same scenario and settings.

        Raises StateError if the data does not fit.
        """
        line, _, body = data.partition(b"\n")
        try:
            head = json.loads(line)
            same = head["rules"] == self.scenario.digest and head["format"] == FORMAT
        except (ValueError, KeyError, TypeError) as cause:
            raise StateError(f"not a saved game: {cause}") from cause
        if not same:
            raise StateError("the game was saved under other rules, options or another format")
        self.game.restore(body)
        self._started = head["started"]
        if self._started:
            self._set_extra_state(head["books"])

    def _extra_state(self) -> dict[str, Any]:
        """Return the state of the environment outside the game, JSON-ready."""
        return {}

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Restore what `_extra_state` returned."""

    def clone(self, reseed: int | None = None, agent: str | None = None) -> Self:
        """Return a copy of the environment, which shares the spaces.

        Without `reseed` the copy plays the same game with the same future dice. With `reseed`, for
        search, it plays a determinization for `agent` (None: the seat to act): whatever that seat
        cannot know is sampled, and all dice are new, for later games too. The result depends only
        on `reseed` and on what the seat knows.

        Raises TypeError or ValueError for a `reseed` that is no seed, or an `agent` without one.
        """
        reseed = read_seed(reseed, "reseed")
        if reseed is None and agent is not None:
            raise ValueError(f"agent={agent!r}: an exact copy is for no agent; give reseed too")
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._window = None
        new.np_random = copy.deepcopy(self.np_random)
        if reseed is None:
            new.game = self.game.copy()
        else:
            new.game = self.game.determinize(self._seat_of(agent), reseed)
            if new.scenario is not self.scenario:
                new._settings = {**self._settings, "scenario": new.scenario.source}
        if self._started:
            new._set_extra_state(self._extra_state())
        if reseed is not None:
            new._reseed(reseed)
        return new

    def _reseed(self, seed: int) -> None:
        """Reseed what the environment keeps outside the game and a seat cannot know."""
        self.np_random = np.random.default_rng(derived_seed(seed, "environment"))
        self.cycles = 0  # the count covers both seats, and a seat may not know the other's

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent environment at the same point of the same game."""
        new = self.clone()
        memo[id(self)] = new
        new._spaces = copy.deepcopy(self._spaces, memo)
        return new

    def __getstate__(self) -> dict[str, Any]:
        """Return settings, game and generators for pickle."""
        return {
            "settings": self._settings,
            "saved": self.save(),
            "np_random": self.np_random,
            "spaces": self._spaces,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Load the scenario again and restore the saved point."""
        settings = dict(state["settings"])
        self._open(settings.pop("ruleset"), settings.pop("scenario"), **settings)
        self.np_random = state["np_random"]
        self._spaces = state["spaces"]
        self.restore(state["saved"])

    # -- pictures --------------------------------------------------------------------------------

    def render(self) -> str | np.ndarray | None:
        """Return text (`ansi`), SVG (`svg`) or pixels (uint8 (h, w, 3)), or show a window
        (`human`).

        `render_view` selects whose information is drawn (see `Settings`).
        """
        if self.render_mode is None:
            return None
        seat = self._rendered_seat()
        if self.render_mode == "human":
            self._window = self._window or pictures.Window(self.metadata["name"])
            self._window.show(pictures.pixels(self.game, seat, pictures.WINDOW_HEIGHT))
            return None
        return pictures.picture(self.game, self.render_mode, seat)

    def _rendered_seat(self) -> int:
        """Return the seat whose information is drawn; -1 for the true state."""
        shown = self._settings["render_view"]
        if shown == "all":
            return -1
        return self.game.seat if shown == "acting" else self._seat_of(shown)

    def close(self) -> None:
        """Close the window; afterwards `reset` and `step` raise ClosedEnvironmentError."""
        self._closed = True
        if self._window is not None:
            self._window.close()
            self._window = None
