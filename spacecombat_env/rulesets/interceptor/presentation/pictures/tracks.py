"""The hexes of pieces during the events that a picture shows, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R
from spacecombat_env.core.presentation.perspective import logged_events

from ...model import NONE, Event
from ..piece_names import Names

FIRST_EVENTS = (Event.TURN, Event.SPEED, Event.INITIATIVE)
"""Events that begin a new scene: earlier ones are no longer shown."""

Hex = tuple[int, int]


class TrackStep(NamedTuple):
    """A hex entered, at the event of that number."""

    at: int
    hex: Hex


class Tracks:
    """The events that a picture shows, and the way that each ship took during them."""

    def __init__(self, names: Names, since: int | None) -> None:
        self.state = names.state
        self.events = [*logged_events(names.state, _begin(names.state) if since is None else since)]
        self.steps: dict[int, list[TrackStep]] = {}
        self.bends: dict[int, list[Hex]] = {}
        """Where a ship turned, by craft."""
        for n, event in enumerate(self.events):
            if event.kind == Event.MOVED and event.actor != NONE:
                self.steps.setdefault(event.actor, []).append(TrackStep(n, (event.c, event.d)))
            elif event.kind in (Event.TURNED, Event.FACED) and event.actor != NONE:
                self.bends.setdefault(event.actor, []).append(self.place(event.actor, n))

    def place(self, k: int, n: int) -> Hex:
        """Return the hex of a craft at event n."""
        steps = self.steps.get(k, [])
        before = [step for step in steps if step.at <= n]
        if before:
            return before[-1].hex
        return self.start(k) if steps else self.here(k)

    def here(self, k: int) -> Hex:
        """Return the hex of a craft now."""
        return int(self.state.craft[k].q), int(self.state.craft[k].r)

    def start(self, k: int) -> Hex:
        """Return the hex from which a craft came: one behind the first that it entered."""
        first = self.steps[k][0]
        turned = [
            event
            for event in self.events[first.at :]
            if event.kind == Event.TURNED and event.actor == k
        ]
        heading = int(self.state.craft[k].heading)
        if turned and len(self.steps[k]) > 1:
            second = self.steps[k][1]
            if turned[0].kind and self.events.index(turned[0]) > second.at:
                dq, dr = second.hex[0] - first.hex[0], second.hex[1] - first.hex[1]
                return first.hex[0] - dq, first.hex[1] - dr
        elif turned:
            return first.hex
        return first.hex[0] - int(DIRECTION_Q[heading]), first.hex[1] - int(DIRECTION_R[heading])

    def ways(self) -> Iterator[tuple[int, list[Hex]]]:
        """Yield each craft that has moved, with its hexes in order, the one it came from first."""
        for k, steps in self.steps.items():
            yield k, [self.start(k), *(step.hex for step in steps)]


def _begin(state: Any) -> int:
    """Return the number of the event with which the last move or turn began."""
    length = len(state.log)
    for n in range(state.log_count - 1, max(state.log_count - length, 0) - 1, -1):
        if state.log[n % length].kind in FIRST_EVENTS:
            return n
    return max(state.log_count - length, 0)
