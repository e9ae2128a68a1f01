"""Which events of the log are told together, and when: at the last of them, by those before it.

No sentence waits for what comes after it, so that a log read in pieces is the log read at once. A
move is told at its MOVE, a task with the event of what came of it, what missiles do with their
MISSILES_FIRE, a turn with its INITIATIVE. That a task force takes its round is told with the first
thing that happens in it, unless that is its own move, which says so itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..model import Chance, Event
from .log_tasks import AT_ONCE, CLOSED_BY, OUTCOMES, Task, task_from_event, task_key
from .piece_names import Names

MOVEMENT = (Event.THRUST, Event.EVADE, Event.ENTER)
"""Events of one move, told with its MOVE."""
HEADS = (Event.TURN, Event.ROUND)
"""Events that are told with the next one."""
QUIET = (*HEADS, *MOVEMENT, Event.TASK, Event.CARDS, Event.SALVO, Event.DUEL)
"""Events of which nothing is told when they happen, but for a few tasks."""
AFTER_ROUNDS = (Event.SPREAD_MOVE, Event.SPREAD_ATTACK, Event.OUTCOME)
"""Events with which the rounds of a turn are over."""

EventGroup = tuple[int, list[Any]]
"""Events that are told together, and the number of the last of them."""


class EventGrouper:
    """Goes through the events of a log in order and gathers what is told together."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.head: Any = None
        """A turn or a round that has begun, and nothing has happened in it."""
        self.moves: dict[int, list[Any]] = {}
        """What has been noted of moves that are not over, by task force."""
        self.tasks: list[Task] = []
        """Tasks of which it has not been told yet what came of them."""
        self.pending: list[list[Any]] | None = None
        """What missiles have done that are firing; None while none are."""

    def group_events(self, found: Iterator[tuple[int, Any]]) -> Iterator[EventGroup]:
        """Yield the events that are told together, of events and their numbers."""
        for number, event in found:
            for group in self._add_event(event):
                yield number, group

    def _add_event(self, event: Any) -> Iterator[list[Any]]:
        """Yield what is told at an event."""
        kind = event.kind
        yield from self._open_group(event)
        if kind in HEADS:
            self.head = event
        elif kind == Event.TASK:
            yield from self._add_task(event)
        elif kind == Event.CARDS:
            self._add_cards(event)
        elif kind == Event.SALVO:
            self.pending = []
        elif self.pending is None:
            yield from self._emit(event)
        elif kind == Event.MISSILES_FIRE:
            yield from self._emit(event)
            yield from self._release_pending()
        else:
            self.pending += self._emit(event)

    def _open_group(self, event: Any) -> Iterator[list[Any]]:
        """Yield the turn or round that an event is the first of, unless that is told with it."""
        if event.kind in HEADS:
            yield from self._release_pending()
            self.tasks.clear()
            self.moves.clear()
        if self.head is None or (event.kind in QUIET and event.kind not in HEADS):
            return
        head, self.head = self.head, None
        if head.kind == Event.TURN:
            if event.kind == Event.INITIATIVE:
                self.head = head
            else:
                yield [head]
        elif event.kind not in HEADS and event.kind not in AFTER_ROUNDS:
            if event.kind != Event.MOVE or event.target != head.target:
                yield [head]

    def _release_pending(self) -> Iterator[list[Any]]:
        """Yield what missiles have done: they have fired."""
        yield from self.pending or ()
        self.pending = None

    def _emit(self, event: Any) -> Iterator[list[Any]]:
        """Yield an event with those that it is told with, the tasks before it that are over."""
        if event.kind in MOVEMENT:
            self._attach_tasks(event)
            self.moves.setdefault(event.target, []).append(event)
            return
        yield from self._close_tasks(event)
        self._attach_tasks(event)
        if event.kind == Event.MOVE:
            yield [*self.moves.pop(event.target, ()), event]
        elif event.kind == Event.INITIATIVE and self.head is not None:
            yield [self.head, event]
            self.head = None
        else:
            yield [event]

    # --- tasks -----------------------------------------------------------------------------------

    def _add_task(self, event: Any) -> Iterator[list[Any]]:
        """Note a task; yield one that no other event tells of."""
        task = task_from_event(event)
        if event.a in AT_ONCE:
            self.names.tasks[id(event)] = [task]
            yield [event]
        else:
            self.tasks.append(task)

    def _add_cards(self, event: Any) -> None:
        """Add further cards to their task."""
        for task in reversed(self.tasks):
            if task_key(task.event) == task_key(event):
                task.cards.extend(event.detail[: event.card])
                return

    def _attach_tasks(self, event: Any) -> None:
        """Give the tasks that an event tells of to it."""
        own = self._take_tasks(_is_outcome_of, event)
        if own:
            self.names.tasks[id(event)] = own

    def _close_tasks(self, event: Any) -> Iterator[list[Any]]:
        """Yield the tasks that are over with an event which does not say what came of them."""
        for task in self._take_tasks(_ends_task, event):
            self.names.tasks[id(task.event)] = [task]
            yield [task.event]

    def _take_tasks(self, is_of: Callable[[Any, Any], bool], event: Any) -> list[Task]:
        """Take out the tasks that an event tells of, or that are over with it."""
        taken = [task for task in self.tasks if is_of(event, task.event)]
        if taken:
            self.tasks = [task for task in self.tasks if not is_of(event, task.event)]
        return taken


def _is_outcome_of(event: Any, task: Any) -> bool:
    """Whether an event tells what came of a task."""
    if event.side != task.side or event.kind not in OUTCOMES.get(Chance(task.a), ()):
        return False
    return task.a not in (Chance.TUMBLE, Chance.MISSILE_HIT) or event.actor == task.actor


def _ends_task(event: Any, task: Any) -> bool:
    """Whether a task that is told in a sentence of its own is over with an event."""
    closed = CLOSED_BY.get(Chance(task.a), ())
    return event.kind in closed and event.side == task.side
