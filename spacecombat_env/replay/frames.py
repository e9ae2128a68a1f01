"""A replay as frames: what each reader sees at each moment."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, LogLine, Scenario
from spacecombat_env.replay.events import (
    event_lines,
    has_log,
    new_events,
    recent_events,
    write_log,
)
from spacecombat_env.replay.playback import Playback
from spacecombat_env.replay.record import Replay
from spacecombat_env.replay.verifying import describe_action, open_replay

TRUTH = -1
PIECES = '<g id="pieces">'
"""Beginning of the moving part of a picture, if it has one (page.py)."""


class ReaderFrame(NamedTuple):
    """A moment of the game as one reader sees it."""

    svg: str
    lines: list[str]
    """Events since the last frame, as text."""
    status: list[dict[str, Any]]
    """Panels of pieces, one for each side: `status` of the rule set's view, if it has one."""
    deeds: list[str]
    """For each line the deed of its part in a scene (core/presentation/scenes.py), or empty."""
    result: Mapping[str, Any] | None = None
    """How the game ended, as the reader knows it: `result` of the view. None while it is open."""


Overlay = Callable[[int, Games, Scenario], Iterable[str]]
"""overlay(seat, visible, scenario) -> lines of SVG, one element a line, drawn under the pieces
of that seat's picture, for example its player's beliefs. `visible` is the seat's redacted
record (game 0).
"""


class Frame(NamedTuple):
    """A moment of the game to show."""

    decision: int
    """Decisions so far: all, or only those of the seats that read."""
    turn: int
    seat: int
    """Seat to act, -1 once the game is over."""
    utterances: list[tuple[int, list[str]]]
    """Actions since the last frame, as (seat, texts): of the seats that read, or all."""
    looks: dict[int, ReaderFrame]
    """By reader: TRUTH, or the number of a seat, made from its redacted record alone."""


def frames(
    replay: Replay,
    readers: Iterable[int] | None = None,
    every: bool = False,
    overlay: Overlay | None = None,
    for_page: bool = False,
) -> Iterator[Frame]:
    """Play a replay; yield the opening, then each moment at which a reader gets new information.

    `readers` are TRUTH and numbers of seats (default: all). With the truth, or without readers,
    each decision with logged events is a frame. Seats alone get a frame when one of them is to act,
    and the end. So neither number nor order of the frames reveals hidden decisions of the others.

    With `every`, each decision of those that read is a frame. `overlay` adds to the pictures of
    seats. With `for_page`, a page places the names. Raises ReplayError if the replay cannot be
    played.
    """
    playback = open_replay(replay)
    chosen = tuple(readers) if readers is not None else (TRUTH, *range(len(playback.ruleset.seats)))
    builder = _FrameBuilder(playback, chosen, overlay, for_page)
    builder.collect_events()
    yield builder.frame()
    for number, action in enumerate(replay.actions, start=1):
        describe_action(replay, playback, number, action)
        builder.add_action(playback.seat, playback.action_text(action))
        playback.step(action)
        builder.collect_events()
        if builder.is_to_look() and (every or builder.has_news or playback.seat < 0):
            yield builder.frame()


class _FrameBuilder:
    """Collects the information of the readers while a game is played, frame by frame."""

    def __init__(
        self, playback: Playback, readers: tuple[int, ...], overlay: Overlay | None, for_page: bool
    ) -> None:
        self.playback, self.readers = playback, readers
        self.overlay, self.for_page = overlay, for_page
        self.is_umpire = TRUTH in readers or not readers
        self.decisions = 0
        self.logged = dict.fromkeys((TRUTH, *readers), 0)
        """Number of events that each reader knows of."""
        self.has_news = False
        """Whether a reader has got new information since the last frame."""
        self.new_events: dict[int, list[np.ndarray]] = {reader: [] for reader in readers}
        self.before: dict[int, np.ndarray] = {}
        """The newest events of each reader in earlier frames."""
        self.utterances: list[tuple[int, list[str]]] = []

    def is_to_look(self) -> bool:
        """Whether a reader looks now: the truth always, a seat when it is to act, all at the
        end.
        """
        seat = self.playback.seat
        return self.is_umpire or seat in self.readers or seat < 0

    def add_action(self, seat: int, text: str) -> None:
        """Add an action if a reader may see it."""
        if not self.is_umpire and seat not in self.readers:
            return
        self.decisions += 1
        if not self.utterances or self.utterances[-1][0] != seat:
            self.utterances.append((seat, []))
        self.utterances[-1][1].append(text)

    def collect_events(self) -> None:
        """Collect each reader's events since the last call."""
        playback = self.playback
        if not has_log(playback.games):
            self.has_news = True
            return
        for reader in self.logged:
            known = playback.games if reader == TRUTH else playback.visible_to(reader)
            has_news = new_events(known, self.logged[reader])
            self.logged[reader] = int(known.states["log_count"][0])
            if reader in self.readers:
                self.new_events[reader] += [has_news] if len(has_news) else []
            if reader != TRUTH or self.is_umpire:
                self.has_news |= bool(len(has_news))

    def frame(self) -> Frame:
        """Return the present moment for its readers, and begin the next frame."""
        looks, turn = {}, 0
        for reader in self.readers:
            looks[reader], turn = self._reader_frame(reader)
        frame = Frame(self.decisions, turn, self.playback.seat, self.utterances, looks)
        self.new_events = {reader: [] for reader in self.readers}
        self.utterances, self.has_news = [], False
        return frame

    def _reader_frame(self, reader: int) -> tuple[ReaderFrame, int]:
        """Return one reader's frame, and the turn."""
        playback, new_events = self.playback, self.new_events[reader]
        events = np.concatenate(new_events) if new_events else None
        logged = _lines(playback, reader, events, self.before.get(reader))
        lines = [line.text for line in logged]
        deeds = [str(line.scene["does"]) if line.scene else "" for line in logged]
        if events is not None:
            self.before[reader] = recent_events(self.before.get(reader), events, playback.games)
        visible = _visible_at(playback, reader, events)
        view = playback.ruleset.view(visible, 0, playback.scenario, reader)
        svg = _svg(playback, visible, reader, self.for_page)
        if self.overlay is not None and reader != TRUTH:
            svg = _laid_under(svg, self.overlay(reader, visible, playback.scenario))
        reader_frame = ReaderFrame(svg, lines, view.get("status", []), deeds, view.get("result"))
        return reader_frame, int(view.get("turn", 0))


def _visible_at(playback: Playback, reader: int, events: np.ndarray | None) -> Games:
    """Return a reader's record of the present position, with only these events in the log."""
    visible = playback.visible_to(reader)
    write_log(visible, events)
    return visible


def _lines(
    playback: Playback, reader: int, events: np.ndarray | None, before: np.ndarray | None
) -> list[LogLine]:
    """Return events as sentences, with `before` as context."""
    if events is None:
        visible = _visible_at(playback, reader, None)
        texts = playback.ruleset.log(visible, 0, playback.scenario, reader, 0)
        return [LogLine(text) for text in texts]
    return event_lines(playback, playback.visible_to(reader), reader, events, before)


def _svg(playback: Playback, visible: Games, reader: int, for_page: bool) -> str:
    """Draw a reader's record with the newest events, Red's edge below for all."""
    draw: Callable[..., str] = playback.ruleset.draw_svg
    known = inspect.signature(draw).parameters
    wishes = {"since": 0, "turned": False, "for_page": for_page}
    settings = {name: value for name, value in wishes.items() if name in known}
    return draw(visible, 0, playback.scenario, reader, **settings)


def _laid_under(svg: str, lines: Iterable[str]) -> str:
    """Insert lines before the pieces of a picture; one without pieces stays as it is."""
    before, found, rest = svg.partition(PIECES)
    return "".join((before, found, *(f"\n{line}" for line in lines), rest)) if found else svg
