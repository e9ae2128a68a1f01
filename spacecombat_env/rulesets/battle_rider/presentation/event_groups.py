"""Groups of log events that form one sentence, which appears at the last of them.

No sentence waits for later events, so a log read in pieces equals the log read at once. A move
appears at its MOVE, a task with its outcome event, effects of missiles with their MISSILES_FIRE,
and a turn with its INITIATIVE. A task force's ROUND appears with the first event in it, unless that
is its own move, which mentions the task force itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..model import Chance, Event
from .log_tasks import AT_ONCE, CLOSED_BY, OUTCOMES, Task, task_from_event, task_key
from .piece_names import Names

MOVEMENT = (Event.THRUST, Event.EVADE, Event.ENTER)
"""Events of one move, grouped with its MOVE."""
HEADS = (Event.TURN, Event.ROUND)
"""Events that are grouped with the next one."""
QUIET = (*HEADS, *MOVEMENT, Event.TASK, Event.CARDS, Event.SALVO, Event.DUEL)
"""Events that yield nothing when they happen, except a few tasks."""
AFTER_ROUNDS = (Event.SPREAD_MOVE, Event.SPREAD_ATTACK, Event.OUTCOME)
"""Events that end the rounds of a turn."""

EventGroup = tuple[int, list[Any]]
"""The number of the last event, and all events of the group."""


class EventGrouper:
    """Groups the events of a log, in order."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.head: Any = None
        """A turn or a round that has begun, without any event in it so far."""
        self.moves: dict[int, list[Any]] = {}
        """Events of unfinished moves, by task force."""
        self.tasks: list[Task] = []
        """Tasks whose outcome has not appeared yet."""
        self.pending: list[list[Any]] | None = None
        """Effects of missiles that are firing; None while none are."""

    def group_events(self, found: Iterator[tuple[int, Any]]) -> Iterator[EventGroup]:
        """Yield groups of events, from numbered events."""
        for number, event in found:
            for group in self._add_event(event):
                yield number, group

    def _add_event(self, event: Any) -> Iterator[list[Any]]:
        """Yield the groups that an event completes."""
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
        """Yield the turn or round that an event is first in, unless they are grouped."""
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
        """Yield the effects of missiles that have fired."""
        yield from self.pending or ()
        self.pending = None

    def _emit(self, event: Any) -> Iterator[list[Any]]:
        """Yield the finished tasks before an event, then the event with its group."""
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
        """Add a task; yield it if no other event reports it."""
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
        """Attach the tasks that an event reports to it."""
        own = self._take_tasks(_is_outcome_of, event)
        if own:
            self.names.tasks[id(event)] = own

    def _close_tasks(self, event: Any) -> Iterator[list[Any]]:
        """Yield the tasks that an event ends without reporting their outcome."""
        for task in self._take_tasks(_ends_task, event):
            self.names.tasks[id(task.event)] = [task]
            yield [task.event]

    def _take_tasks(self, is_of: Callable[[Any, Any], bool], event: Any) -> list[Task]:
        """Remove and return the tasks that an event reports or ends."""
        taken = [task for task in self.tasks if is_of(event, task.event)]
        if taken:
            self.tasks = [task for task in self.tasks if not is_of(event, task.event)]
        return taken


def _is_outcome_of(event: Any, task: Any) -> bool:
    """Whether an event is the outcome of a task."""
    if event.side != task.side or event.kind not in OUTCOMES.get(Chance(task.a), ()):
        return False
    return task.a not in (Chance.TUMBLE, Chance.MISSILE_HIT) or event.actor == task.actor


def _ends_task(event: Any, task: Any) -> bool:
    """Whether an event ends a task that has its own sentence."""
    closed = CLOSED_BY.get(Chance(task.a), ())
    return event.kind in closed and event.side == task.side
