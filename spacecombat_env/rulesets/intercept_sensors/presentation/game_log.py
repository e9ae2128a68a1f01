"""The log: past events, as sentences.

An event is a row of the record's ring `log`. Redaction keeps those that a seat may read, and does
not name a unit that is hidden from the seat. Places are those of the true map, box and square, the
same for every reader (coordinates.py). The row of an event in model/events.py gives the meaning of
its columns and its sentence; this module fills the blanks.

All events of a unit's move (sensors, power, thrust) form one sentence, written when it has moved.
No sentence waits for later events, so a log read in pieces equals the log read at once. The answers
to a scan follow all scans of the side (IC-SCAN-02). A contact names the signature, and so the kind
of scan.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from spacecombat_env.core.presentation.perspective import (
    is_own,
    logged_events,
    outcome_sentence,
)
from spacecombat_env.core.presentation.sentences import EventFields
from spacecombat_env.core.ruleset import Games, LogLine, Scenario

from ..model import (
    EVENT_TEXTS,
    MOVE,
    NONE,
    REASONS,
    SENTENCES,
    InterceptEvent,
    Loss,
    Power,
    Signature,
    TrackLoss,
)
from .coordinates import area_text, place_text, vector_text
from .event_scenes import scene_of
from .picture_keys import keys_of
from .piece_names import InterceptNames
from .texts import POWER_TEXT, SENSOR_TITLES, SIGNATURE_TEXT

MOVEMENT = tuple(row.event for row in EVENT_TEXTS if row.text == MOVE)
"""Events of one move, joined in one sentence."""
SETTINGS = tuple(event for event in MOVEMENT if event != InterceptEvent.MOVED)
"""Of those, the events that are reported when the unit stops or is gone."""
LOSS_TEXT = {
    Loss.NOT: "is gone.",
    Loss.LEFT_MAP: "runs off the map and is lost!",
    Loss.CRASHED: "crashes!",
    Loss.UNCONTROLLED: "is lost without guidance.",
    Loss.CAUGHT: "is caught!",
}
LOST_TEXT = {
    TrackLoss.RANGE: "out of range",
    TrackLoss.BEHIND_DRIVE: "behind the drive",
    TrackLoss.BLOCKED: "behind a planet",
    TrackLoss.BLIND: "no sensor left to hold it",
}


def log(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the texts of events from number `since` on; seat -1 reads all under true names."""
    return [line.text for line in lines(visible, k, scenario, seat, since)]


def lines(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[LogLine]:
    """Return the events from number `since` on as sentences, each with its subjects."""
    names = InterceptNames.of(visible, k, scenario, seat)
    if since >= names.state.log_count:
        return []
    events = list(logged_events(names.state, 0))
    moves = _moves(enumerate(events, int(names.state.log_count) - len(events)))
    new = (move for number, move in moves if number >= since)
    return [line for move in new if (line := _line(names, move)).text]


def _line(names: InterceptNames, move: list[Any]) -> LogLine:
    """Return one event, or the events of a move, as a sentence."""
    names.named.clear()
    text = _sentence(names, move)
    kind, pieces = InterceptEvent(move[0].kind).name.lower(), keys_of(names, names.named)
    return LogLine(text, kind, pieces, _task(move[0]), scene_of(names, move))


def _task(event: Any) -> dict[str, Any] | None:
    """Return the roll of a scanner, and its skill where that is shown."""
    if event.kind != InterceptEvent.ROLL:
        return None
    return {"drawn": event.a, **({"parts": [["skill", -event.b]]} if event.b else {})}


def _moves(found: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, list[Any]]]:
    """Yield events and groups of events of a move, with the number of the last of each."""
    parts: dict[int, list[Any]] = {}
    for number, event in found:
        if event.kind in SETTINGS:
            parts.setdefault(event.unit, []).append(event)
        elif event.kind == InterceptEvent.MOVED:
            yield number, [*parts.pop(event.unit, ()), event]
        else:
            if event.kind == InterceptEvent.GONE and event.unit in parts:
                yield number, parts.pop(event.unit)
            yield number, [event]


def _sentence(names: InterceptNames, move: list[Any]) -> str:
    """Return the text of one event, or of the events of a move."""
    fields = InterceptEventFields(names, move)
    return fields.sentence(SENTENCES[InterceptEvent(fields.event.kind)].text)


class InterceptEventFields(EventFields[InterceptNames]):
    """The blanks of sentences (model/events.py) that are no columns."""

    def __init__(self, names: InterceptNames, move: list[Any]) -> None:
        super().__init__(names, move[-1])
        self.parts = move
        """The events of a move; otherwise the event alone."""

    def unit(self) -> str:
        return self.names.unit(self.event.unit)

    def place(self) -> str:
        return place_text(self.event.a, self.event.b)

    def course(self) -> str:
        return vector_text(self.event.c, self.event.d)

    def outcome(self) -> str:
        return outcome_sentence(self.event.a, REASONS[self.event.b])

    # --- movement --------------------------------------------------------------------------------

    def move(self) -> str:
        """Return a move in one sentence: sensors, power, thrust, and where it ends."""
        name, event = self.unit(), self.event
        settings = ", ".join(text for part in self.parts if (text := _setting(part)))
        if event.kind != InterceptEvent.MOVED:
            return f"{name}: {settings}." if settings else ""
        text = f"{name} ({settings})" if settings else name
        if not (event.e or event.c or event.d):
            return f"{text} stays at {self.place()}."
        way = f"burns {event.e} G" if event.e else "coasts"
        return f"{text} {way} to {self.place()}, {self.course()}."

    def launch(self) -> str:
        unit = self.event.unit
        carrier = self.names.state.unit_of[unit].carrier
        if carrier == NONE or not self.names.is_known(carrier):
            return f"{self.unit()} is launched"
        return f"{self.names.unit(carrier)} launches {self.names.unit_name(unit)}"

    def loss(self) -> str:
        return LOSS_TEXT[Loss(self.event.a)]

    # --- scans and answers -----------------------------------------------------------------------

    def scanner(self) -> str:
        return self.side() if self.event.unit == NONE else self.unit()

    def sensor(self) -> str:
        return SENSOR_TITLES[self.event.a]

    def area(self) -> str:
        event, option = self.event, self.names.option
        return area_text(event.b, event.c, event.d, option.columns, option.rows)

    def contact(self) -> str:
        """Return which unit answers a scan; a second contact is another unit than the first."""
        if self.event.unit != NONE:
            return f"{self.unit()} answers"
        return f"Contact {self.event.d}" if self.event.d > 1 else "Contact"

    def signature(self) -> str:
        return SIGNATURE_TEXT[Signature(self.event.a)]

    def skill(self) -> str:
        event = self.event
        return f" - skill {event.b} = {event.a - event.b}" if event.b else ""

    def shows_position(self) -> str:
        if self.event.unit == NONE:
            return "Position of the contact"
        return f"{self.unit()} must show its position"

    def why(self) -> str:
        """Return why a track was lost: the tracker's own secret."""
        if not is_own(self.names.seat, self.event.side):
            return ""
        return f": {LOST_TEXT[TrackLoss(self.event.a)]}"


def _setting(event: Any) -> str:
    """Return what a unit sets in its move; thrust already implies a plant at full."""
    if event.kind == InterceptEvent.POPPED:
        return "sensors out" if event.a else "sensors in"
    if event.kind == InterceptEvent.POWER and event.a != Power.FULL:
        return POWER_TEXT[Power(event.a)]
    return ""
