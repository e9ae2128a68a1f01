"""Actions of an enemy that bring about in one game what the watcher of another received."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.game import SEAT_NOT_WRITTEN, Game
from spacecombat_env.core.ruleset import make_games

TRIES, MANY = 120, 2500
"""Actions that are tried for one stretch; if that was not all there is, as many as this."""
WIDTH = 8
"""Actions at random among those tried at one question, besides the likely ones."""
QUIET_TRIES = 6


class Said(NamedTuple):
    """An action of the leading enemy: the decision, what the watcher had received before, it."""

    ask: int
    told: int
    word: int


class Heard:
    """What one seat of a game has received: its ring, and a count."""

    def __init__(self, game: Game, seat: int) -> None:
        states = game.games.states
        self.ring = states["delivered"][0][seat]
        self.counts, self.seat = states["delivered_count"][0], seat
        self.dtype = self.ring.dtype

    @property
    def count(self) -> int:
        """Events received so far."""
        return int(self.counts[self.seat])

    def since(self, before: int) -> list[bytes]:
        """Return the events after a count, as far as they are kept."""
        now, size = self.count, len(self.ring)
        return [self.ring[n % size].tobytes() for n in range(max(before, now - size), now)]


class Pace:
    """How the leading enemy speaks: at random, or keeping quiet wherever it can."""

    def __init__(self, game: Game, watcher: int, rng: np.random.Generator, waive: Any) -> None:
        """`waive` tells an action by which a seat keeps quiet, or -1; None: it speaks at random."""
        self.game, self.rng, self.waive = game, rng, waive
        self.trial = game.scratch_copy() if waive is not None else None
        self.heard = Heard(self.trial, watcher) if self.trial is not None else None

    def word(self) -> int:
        """Return a legal action."""
        words = self.game.mask.nonzero()[0]
        if self.trial is None or self.heard is None:
            return int(words[int(self.rng.random() * len(words))])
        waived = self.waive(self.game.games.states[0], self.game.mask)
        if waived >= 0 and self.game.mask[waived]:
            return int(waived)
        count = self._count()
        best, fewest = int(words[0]), 10**6
        for word in [words[0], *self.rng.permutation(words[1:])[:QUIET_TRIES]]:
            self.trial.step_from(self.game, int(word))
            told = self.heard.count - count
            if told < fewest:
                best, fewest = int(word), told
            if told == 0:
                break
        return best

    def _count(self) -> int:
        """Return how many events the watcher has received."""
        assert self.heard is not None
        return int(self.game.games.states["delivered_count"][0][self.heard.seat])


class Stuck(NamedTuple):
    """The furthest that a follower came."""

    place: int
    """How many of the events were equal."""
    events: list[bytes]
    """What was received there instead, by the actions tried."""
    asked: int | None
    """What the watcher was asked there too early, NOTHING if the game was over; None: neither."""
    record: Any
    """What it was shown, where all was told alike and it was shown something else."""


class Node(NamedTuple):
    """A game that follows, at a question of its enemy."""

    raw: np.ndarray
    place: int
    """How many of the events are equal."""
    at: int
    """How many of the leader's actions are behind it."""
    cost: int
    """How unlikely the actions were that led here, in all."""
    words: list[int]
    """Actions that may be tried, the likeliest first."""
    path: tuple[int, ...]


class Follower:
    """Looks for actions; `stuck` tells why the last search found none."""

    def __init__(self, game: Game, watcher: int, waive: Callable[[Any, np.ndarray], int]) -> None:
        """`waive`: see `Pace`; so an enemy first answers what the leading one was not asked."""
        self.watcher, self.waive = watcher, waive
        self.trial = game.scratch_copy()
        self.heard = Heard(self.trial, watcher)
        self.looked = make_games(game.games.states.dtype, 1)
        self.tries, self.is_all = TRIES, True
        self.is_cut = False
        """Whether an attempt reported more to the watcher than is kept, so that part of it is unknown."""
        self.stuck = Stuck(-1, [], None, None)

    def path(
        self,
        game: Game,
        count: int,
        told: list[bytes],
        said: list[Said],
        wanted: tuple[bytes, int],
        rng: np.random.Generator,
    ) -> list[int] | None:
        """Return actions after which the watcher has received the same and is to act.

        `count`: how many events either watcher had been told before all that; `wanted`: what the
        watcher is shown in the end, and which seat is asked then.
        """
        self.told, self.said, self.wanted, self.rng = told, said, wanted, rng
        self.first, self.is_cut = count, False
        self.stuck = Stuck(-1, [], None, None)
        trial = self.trial
        trial.games.raw[:] = game.games.raw
        trial.out.mask[:] = game.out.mask
        place = self._place(0, game.seat)
        if place is None:
            return None
        if game.seat != 1 - self.watcher:
            return []
        return self._search(self._node(place, 0, 0, ()))

    def _search(self, root: Node) -> list[int] | None:
        """Try actions, the likeliest ways first."""
        heap, serial = [(0, -root.place, 0, 0, root)], 1
        self.is_all = False
        for _ in range(self.tries + 2 * len(self.said)):
            if not heap:
                self.is_all = True
                return None
            _, _, _, rank, node = heapq.heappop(heap)
            word = node.words[rank]
            if rank + 1 < len(node.words):
                again = node.cost + rank + 1, -node.place, serial, rank + 1, node
                heapq.heappush(heap, again)
            serial += 2
            seat = self._try(node, word)
            place = self._place(node.place, seat)
            if place is None:
                continue
            path = (*node.path, word)
            if seat != 1 - self.watcher:
                return list(path)
            new = self._node(place, self._passed(node, word), node.cost + rank, path)
            heapq.heappush(heap, (new.cost, -new.place, serial - 1, 0, new))
        return None

    def _try(self, node: Node, word: int) -> int:
        """Say an action; return who is asked then."""
        trial = self.trial
        trial.games.raw[0] = node.raw
        trial.out.mask[0, word] = 1
        trial.out.seat[0] = SEAT_NOT_WRITTEN
        trial.step(word)
        seat = int(trial.out.seat[0])
        return int(trial.games.states["seat"][0]) if seat == SEAT_NOT_WRITTEN else seat

    def _place(self, place: int, seat: int) -> int | None:
        """Return how many events are reported alike by now; None where this leads nowhere."""
        news = self.heard.since(self.first + place)
        if self.heard.count - self.first - place > len(news):
            self.is_cut = True
            return None
        for event in news:
            if place >= len(self.told) or event != self.told[place]:
                self._note(place, event=event)
                return None
            place += 1
        if seat == 1 - self.watcher:
            return place
        if place < len(self.told) or seat != self.wanted[1]:
            self._note(place, asked=int(self.trial.games.states["decision"][0]))
            return None
        self.trial.kernels.redact(self.trial.games, 0, self.looked, 0, self.watcher)
        if self.looked.raw.tobytes() != self.wanted[0]:
            self._note(place, record=self.looked.states[0].copy())
            return None
        return place

    def _note(
        self,
        place: int,
        event: bytes | None = None,
        asked: int | None = None,
        record: Any = None,
    ) -> None:
        """Remember how far it came, and what was otherwise there."""
        far = self.stuck
        if place < far.place:
            return
        if place > far.place:
            far = Stuck(place, [], None, None)
        events = [*far.events, event] if event is not None else far.events
        record = far.record if far.record is not None else record
        self.stuck = Stuck(place, events, asked if far.asked is None else far.asked, record)

    def _node(self, place: int, at: int, cost: int, path: tuple[int, ...]) -> Node:
        """The game as it stands, with the actions that may be tried in it."""
        words = self.trial.out.mask[0].nonzero()[0]
        ask = int(self.trial.games.states["decision"][0])
        likely = self._likely(words, ask, place, at)
        return Node(self.trial.games.raw[0].copy(), place, at, cost, likely, path)

    def _likely(self, words: np.ndarray, ask: int, place: int, at: int) -> list[int]:
        """Return legal actions, the likely ones first."""
        said = self._next_said(ask, place, at)
        first = [self._waived() if said is None else self.said[said].word]
        others = self.rng.permutation(words)[:WIDTH].tolist()
        legal = set(words.tolist())
        likely = [*first, *words[:2].tolist(), *words[-1:].tolist(), *others]
        return [word for word in dict.fromkeys(likely) if word in legal]

    def _waived(self) -> int:
        """Return an action by which the enemy keeps quiet, or -1."""
        return int(self.waive(self.trial.games.states[0], self.trial.out.mask[0]))

    def _next_said(self, ask: int, place: int, at: int) -> int | None:
        """Return the place of the leader's next action that answers such a question."""
        for n in range(at, len(self.said)):
            told = self.said[n].told - self.first
            if told > place:
                return None
            if self.said[n].ask == ask and told == place:
                return n
        return None

    def _passed(self, node: Node, word: int) -> int:
        """Return how many of the leader's actions are behind a game after an action."""
        for n in range(node.at, len(self.said)):
            if self.said[n].word == word and self.said[n].told - self.first == node.place:
                return n + 1
        return node.at
