"""What every environment of one game offers beside its API: views, orders, copies, pictures."""

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
    ConfigError,
    IllegalOrderError,
    StateError,
    UnknownOrderError,
)
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env import orders as order_texts
from spacecombat_env.env import render as pictures
from spacecombat_env.env.formats import observation_format
from spacecombat_env.env.game import SEED_LIMIT, Game, open_scenario
from spacecombat_env.env.rewards import margin_flag
from spacecombat_env.env.settings import DEFAULTS, Settings, merge_settings

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
RENDER_VIEWS = ("acting", "all")
FORMAT = 2
"""Of `save`; raised when older saves can no longer be read."""


class OneGame:
    """The part that environments of one game share. `self.game` is the game they play.

    Agents are the seats. Where several players share a seat (`Scenario.players`) agents are the
    players: each is asked what is his, sees what his seat sees, with his own number as one more
    column, and has the seat's reward. One whose pieces are gone is in the game, and not asked.

    What it can be asked for is said field by field in `settings.Settings`.

    Copies are real: `copy.deepcopy` and `pickle` give an environment at the same point of the same
    game, which goes on the same way. `save` and `restore` do so with bytes.
    """

    by_player = True
    """Whether players who share a seat are agents of their own; else the seat is one agent."""
    game: Game
    metadata: dict[str, Any]
    possible_agents: list[str]
    np_random: np.random.Generator
    render_mode: str | None
    max_cycles: int | None
    cycles: int
    """Decisions so far."""

    def _open(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None,
        **settings: Unpack[Settings],
    ) -> None:
        """Load the scenario and make arrays and spaces; remember the settings for pickling."""
        rules = registry.ruleset(ruleset)
        chosen = merge_settings(self, DEFAULTS, settings)
        self._settings: dict[str, Any] = {"ruleset": rules.name, "scenario": scenario, **chosen}
        mode, view = chosen["render_mode"], chosen["render_view"]
        if mode is not None and mode not in RENDER_MODES:
            raise ConfigError(f"render_mode={mode!r}: there are {', '.join(RENDER_MODES)}")
        self._format = observation_format(chosen["flat"], chosen["mask"])
        loaded = open_scenario(
            rules, scenario, chosen["delegate"], chosen["max_turns"], chosen["options"]
        )
        self._shared = self.by_player and bool(loaded.players)
        teams = loaded.players if self._shared else tuple((seat,) for seat in rules.seats)
        self.possible_agents = [agent for team in teams for agent in team]
        self._seats = [seat for seat, team in enumerate(teams) for _ in team]
        """Seat of each possible agent."""
        self._firsts = [self._seats.index(seat) for seat in range(len(teams))]
        """First possible agent of each seat."""
        if view not in (*RENDER_VIEWS, *self.possible_agents):
            raise ConfigError(f"render_view={view!r}: acting, all, or a seat's name")
        self.game = Game(rules, loaded, margin_flag(chosen["reward"]))
        self.metadata = {
            "name": f"{rules.name}_v{rules.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = mode
        self.max_cycles = chosen["max_cycles"]
        self.cycles = 0
        self._spaces: dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]] = {
            agent: (
                self._format.space(loaded, int(self._shared)),
                spaces.Discrete(loaded.actions.size),
            )
            for agent in self.possible_agents
        }
        self.np_random = np.random.default_rng()
        self._window: pictures.Window | None = None
        self._started = False

    def _new_game(self, seed: int | None) -> None:
        """Start a game on a seed, or on the next seed of the environment's own generator."""
        if seed is not None:
            self.np_random = np.random.default_rng(int(seed) % SEED_LIMIT)
        else:
            seed = int(self.np_random.integers(SEED_LIMIT))
        self.game.start(seed)
        self._started = True

    # -- spaces and the global view --------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario being played: layouts, delegation, digest."""
        return self.game.scenario

    @property
    def ruleset(self) -> RuleSet:
        """The rule set being played."""
        return self.game.ruleset

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`: float32 (seats * O,)."""
        size = self.scenario.observation.size * len(self.ruleset.seats)
        return spaces.Box(-1.0, 1.0, (size,), np.float32)

    def state(self) -> np.ndarray:
        """Return the views of all seats, one after the other: float32 (seats * O,).

        A privilege of training: for central critics, never for a player.
        """
        views = [self.game.observation_of(seat) for seat in range(len(self.ruleset.seats))]
        return np.concatenate(views)

    @property
    def to_act(self) -> str | None:
        """The agent who is asked; None before the first game and after the end of one."""
        return self._agent_to_act() if self._started and self.game.seat >= 0 else None

    # -- views and orders ------------------------------------------------------------------------

    def _seat_of(self, agent: str | None) -> int:
        """Return the number of a seat; of the seat to act for None (the first, after the end)."""
        if agent is None:
            return max(self.game.seat, 0)
        return self._seats[self.possible_agents.index(agent)]

    def _agent_to_act(self) -> str:
        """Return the agent who is asked; only while the game is open."""
        player = self.game.player if self._shared else 0
        return self.possible_agents[self._firsts[self.game.seat] + player]

    def _observed_by(self, agent: str) -> np.ndarray:
        """Return what an agent may know now: float32, fresh."""
        place = self.possible_agents.index(agent)
        seat = self._seats[place]
        view = self.game.observation_of(seat)
        if not self._shared:
            return view
        most = max(len(team) for team in self.scenario.players)
        return np.append(view, np.float32((place - self._firsts[seat] + 1) / most))

    def _is_to_act(self, agent: str | None) -> bool:
        """Whether an agent (None: whoever it is) is asked now."""
        return self.game.seat >= 0 and (agent is None or agent == self._agent_to_act())

    def _mask_of(self, agent: str) -> np.ndarray:
        """Return an agent's legal words: int8, fresh; all zero out of turn."""
        seat = self._seat_of(agent)
        if self._shared and not self._is_to_act(agent):
            return np.zeros(self.scenario.actions.size, np.int8)
        return self.game.mask_of(seat)

    def _by_agent(self, values: np.ndarray) -> dict[str, float]:
        """Return a seat's value for each of its agents."""
        applied = values.tolist()
        return {a: applied[seat] for a, seat in zip(self.possible_agents, self._seats, strict=True)}

    def view(self, agent: str | None = None) -> dict[str, Any]:
        """Return what a seat may know as JSON-ready data; None: the seat to act."""
        seat = self._seat_of(agent)
        return self.ruleset.view(self.game.visible_to(seat), 0, self.scenario, seat)

    def question(self, agent: str | None = None) -> str:
        """Return the order so far and what is asked, in words."""
        seat = self._seat_of(agent)
        return self.ruleset.decision_text(self.game.visible_to(seat), 0, self.scenario, seat)

    def log(self, agent: str | None = None, since: int = 0) -> list[str]:
        """Return the events that a seat knows of, in words, from the event numbered `since`.

        Each seat's events are numbered by its own count (`log_count`). The newest are kept, more
        than one decision can add: who asks after every decision misses none.
        """
        seat = self._seat_of(agent)
        return self.ruleset.log(self.game.visible_to(seat), 0, self.scenario, seat, since)

    def log_count(self, agent: str | None = None) -> int:
        """Return how many events a seat has been told so far: the next `since` of its log."""
        seat = self._seat_of(agent)
        state = self.game.visible_to(seat).states[0]
        return int(state.log_count) if "log_count" in state.dtype.names else 0

    def orders(self, agent: str | None = None, depth: int = 1) -> list[order_texts.MenuEntry]:
        """Return the legal words of the seat to act as (token, text, then); none out of turn.

        `then` holds the words that may follow, `depth` words deep in all: nested menus.
        """
        if not self._is_to_act(agent):
            return []
        return order_texts.menu(self.game, depth)

    def say(self, sentence: order_texts.Sentence, agent: str | None = None) -> list[int]:
        """Speak a sentence for the seat to act, order by order; return its tokens.

        Raises UnknownOrderError (no such word), IllegalOrderError (not here) or AmbiguousOrderError
        (fits several), which name the word and list the legal ones. Of the order with that word
        nothing has been said; orders before it, each complete, have been, and stand, whatever
        came of them: a refused sentence is no way to look at dice, or for them, and take it back.
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
            stand = f"; {len(applied)} words before it were said and stand" if applied else ""
            raise type(refusal)(f"{refusal}{stand}") from None
        return applied

    def _check_turn(self, speaker: str | None, parts: list[str | int]) -> None:
        """Raise IllegalOrderError where an agent may not go on with its sentence."""
        if self.game.seat < 0:
            reason = "the game is over"
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            reason = "the game is cut short"
        elif not self._is_to_act(speaker):
            reason = "the other side is to act"
        else:
            return
        raise IllegalOrderError(f"{parts[0]!r} cannot be said: {reason}")

    def _apply_action(self, action: int) -> None:
        """Say a word in the environment's own way."""
        raise NotImplementedError

    # -- copies ----------------------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the game, and where the environment stands in it, as bytes.

        They hold the true state: they are for the keeper of the game, not for a player.
        """
        head = {
            "format": FORMAT,
            "rules": self.scenario.digest,
            "started": self._started,
            "books": self._extra_state() if self._started else {},
        }
        return json.dumps(head).encode() + b"\n" + self.game.save()

    def restore(self, data: bytes) -> None:
        """Go to the point in `data`, as written by `save` under the same scenario and settings.

        Raises StateError for anything else.
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
        """Return what the environment keeps beside the game, JSON-ready."""
        return {}

    def _set_extra_state(self, extra_state: dict[str, Any]) -> None:
        """Take over what `_extra_state` returned."""

    def clone(self, reseed: int | None = None, agent: str | None = None) -> Self:
        """Return a copy of the environment; the spaces are shared.

        Without `reseed` it is the same game with the same luck to come. With `reseed`, for search,
        it is one that looks the same to `agent` (None: the seat to act): everything that seat
        cannot know is dealt anew, and all luck is fresh, of games to come too. It follows from
        `reseed` and what the seat knows, and from nothing else.
        """
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._window = None
        new.np_random = copy.deepcopy(self.np_random)
        if reseed is None:
            new.game = self.game.copy()
        else:
            new.game = self.game.determinize(self._seat_of(agent), reseed)
        if self._started:
            new._set_extra_state(self._extra_state())
        if reseed is not None:
            new._reseed(reseed)
        return new

    def _reseed(self, seed: int) -> None:
        """Make anew, from a seed, what is kept beside the game and a seat cannot know."""
        self.np_random = np.random.default_rng(derived_seed(seed, "environment"))
        self.cycles = 0  # decisions of both sides: how many the other made is its own affair

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent environment at the same point of the same game."""
        new = self.clone()
        memo[id(self)] = new
        new._spaces = copy.deepcopy(self._spaces, memo)
        return new

    def __getstate__(self) -> dict[str, Any]:
        """Return settings, game, and generators, for pickle."""
        return {
            "settings": self._settings,
            "saved": self.save(),
            "np_random": self.np_random,
            "spaces": self._spaces,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Load the scenario again and go to the saved point."""
        self._reopen(dict(state["settings"]))
        self.np_random = state["np_random"]
        self._spaces = state["spaces"]
        self.restore(state["saved"])

    def _reopen(self, settings: dict[str, Any]) -> None:
        """Make the environment anew from its settings."""
        self._open(settings.pop("ruleset"), settings.pop("scenario"), **settings)

    # -- pictures --------------------------------------------------------------------------------

    def render(self) -> str | np.ndarray | None:
        """Return text (`ansi`), SVG (`svg`) or pixels (uint8 (h, w, 3)), or show a window.

        What is drawn follows `render_view` (see `Settings`).
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
        """Return the seat whose knowledge is drawn, -1 for the truth."""
        shown = self._settings["render_view"]
        if shown == "all":
            return -1
        return self.game.seat if shown == "acting" else self._seat_of(shown)

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None
