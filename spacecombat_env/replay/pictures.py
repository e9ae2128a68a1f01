"""A replay as frames: what each reader sees and is told, moment by moment."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.replay.course import Course
from spacecombat_env.replay.events import has_log, heard, newest, parts, write_log
from spacecombat_env.replay.kept import Replay
from spacecombat_env.replay.verifying import open_replay, said_in

TRUTH = -1
PIECES = '<g id="pieces">'
"""Where the moving part of a picture begins, if it has one (page.py)."""


class Look(NamedTuple):
    """A moment of the game as one reader sees it."""

    svg: str
    lines: list[str]
    """What has happened since the last frame, in words."""
    status: list[dict[str, Any]]
    """Panels of pieces, one a side: `status` of the rule set's view, if it has one."""
    result: Mapping[str, Any] | None = None
    """How the game ended, as the reader knows it: `result` of the view; None while it is open."""


Overlay = Callable[[int, Games, Scenario], Iterable[str]]
"""overlay(seat, seen, scenario) -> lines of SVG, one element a line, that lie under the pieces of
that seat's picture: what its player believes, say. `seen` is what the seat may know (game 0)."""


class Frame(NamedTuple):
    """A moment of the game worth a picture."""

    decision: int
    """Decisions made so far: all, or where seats alone read, those of the seats that read."""
    turn: int
    seat: int
    """Seat to act, -1 once the game is over."""
    spoken: list[tuple[int, list[str]]]
    """The words said since the last frame, as (seat, words); of seats that read, or all."""
    looks: dict[int, Look]
    """By reader: TRUTH, or the number of a seat, built from its redacted record alone."""


def frames(
    replay: Replay,
    readers: Iterable[int] | None = None,
    every: bool = False,
    overlay: Overlay | None = None,
    for_page: bool = False,
) -> Iterator[Frame]:
    """Play a replay and yield the opening, then each moment at which a reader was told something.

    `readers` are those whose looks are wanted (default: TRUTH and every seat). Where the truth or
    nobody reads, each decision after which something was logged is a frame; seats alone see what
    each sees when it is asked, and the end, so that neither number nor order of the frames tells
    what others decided unseen. `every` yields every decision, of those that read; `overlay` adds
    to the pictures of seats; `for_page` leaves the placing of names to a page. Raises ReplayError
    where the replay cannot be played.
    """
    course = open_replay(replay)
    wanted = tuple(readers) if readers is not None else (TRUTH, *range(len(course.ruleset.seats)))
    reading = _Reading(course, wanted, overlay, for_page)
    reading.listen()
    yield reading.frame()
    for number, token in enumerate(replay.tokens, start=1):
        said_in(replay, course, number, token)
        reading.hear(course.seat, course.word(token))
        course.speak(token)
        reading.listen()
        if reading.is_asked() and (every or reading.news or course.seat < 0):
            yield reading.frame()


class _Reading:
    """What the readers of a game are told while it is played, frame by frame."""

    def __init__(
        self, course: Course, readers: tuple[int, ...], overlay: Overlay | None, for_page: bool
    ) -> None:
        self.course, self.readers = course, readers
        self.overlay, self.for_page = overlay, for_page
        self.is_umpire = TRUTH in readers or not readers
        self.decisions = 0
        self.logged = dict.fromkeys((TRUTH, *readers), 0)
        """Events that each reader has been told."""
        self.news = False
        """Whether a reader has been told something since the last frame."""
        self.told: dict[int, list[np.ndarray]] = {reader: [] for reader in readers}
        self.before: dict[int, np.ndarray] = {}
        """The newest events of each reader that earlier frames have told."""
        self.spoken: list[tuple[int, list[str]]] = []

    def is_asked(self) -> bool:
        """Whether a reader looks up now: the truth always, a seat when asked, all at the end."""
        seat = self.course.seat
        return self.is_umpire or seat in self.readers or seat < 0

    def hear(self, seat: int, word: str) -> None:
        """Take in a word, if a reader may."""
        if not self.is_umpire and seat not in self.readers:
            return
        self.decisions += 1
        if not self.spoken or self.spoken[-1][0] != seat:
            self.spoken.append((seat, []))
        self.spoken[-1][1].append(word)

    def listen(self) -> None:
        """Take in what each reader has been told since the last time."""
        course = self.course
        if not has_log(course.games):
            self.news = True
            return
        for reader in self.logged:
            known = course.games
            if reader != TRUTH:
                course.kernels.redact(course.games, 0, course.seen, 0, reader)
                known = course.seen
            news = newest(known, self.logged[reader])
            self.logged[reader] = int(known.states["log_count"][0])
            if reader in self.readers:
                self.told[reader] += [news] if len(news) else []
            if reader != TRUTH or self.is_umpire:
                self.news |= bool(len(news))

    def frame(self) -> Frame:
        """Return the present moment as its readers see it, and begin the next."""
        looks, turn = {}, 0
        for reader in self.readers:
            looks[reader], turn = self._look(reader)
        frame = Frame(self.decisions, turn, self.course.seat, self.spoken, looks)
        self.told = {reader: [] for reader in self.readers}
        self.spoken, self.news = [], False
        return frame

    def _look(self, reader: int) -> tuple[Look, int]:
        """Return what one reader sees, and the turn."""
        course, told = self.course, self.told[reader]
        events = np.concatenate(told) if told else None
        lines = _lines(course, reader, events, self.before.get(reader))
        if events is not None:
            self.before[reader] = heard(self.before.get(reader), events, course.games)
        seen = _seen(course, reader, events)
        view = course.ruleset.view(seen, 0, course.scenario, reader)
        svg = _svg(course, seen, reader, self.for_page)
        if self.overlay is not None and reader != TRUTH:
            svg = _laid_under(svg, self.overlay(reader, seen, course.scenario))
        look = Look(svg, lines, view.get("status", []), view.get("result"))
        return look, int(view.get("turn", 0))


def _seen(course: Course, reader: int, events: np.ndarray | None) -> Games:
    """Return what a reader sees of the present position, with these events alone in the log."""
    seen = course.scratch
    seen.raw[:] = course.games.raw
    if reader != TRUTH:
        course.kernels.redact(course.games, 0, course.seen, 0, reader)
        seen = course.seen
    write_log(seen, events)
    return seen


def _lines(
    course: Course, reader: int, events: np.ndarray | None, before: np.ndarray | None
) -> list[str]:
    """Return events in words, those `before` them known; as many at a time as a log holds."""
    if events is None:
        return course.ruleset.log(_seen(course, reader, None), 0, course.scenario, reader, 0)
    lines: list[str] = []
    for part, since in parts(before, events, course.games):
        seen = _seen(course, reader, part)
        lines += course.ruleset.log(seen, 0, course.scenario, reader, since)
    return lines


def _svg(course: Course, seen: Games, reader: int, for_page: bool) -> str:
    """Draw what a reader sees, Red's edge below for all, newest events shown."""
    draw: Callable[..., str] = course.ruleset.draw_svg
    known = inspect.signature(draw).parameters
    wishes = {"since": 0, "turned": False, "for_page": for_page}
    settings = {name: value for name, value in wishes.items() if name in known}
    return draw(seen, 0, course.scenario, reader, **settings)


def _laid_under(svg: str, lines: Iterable[str]) -> str:
    """Put lines before the pieces of a picture; one without pieces stays as it is."""
    before, found, rest = svg.partition(PIECES)
    return "".join((before, found, *(f"\n{line}" for line in lines), rest)) if found else svg
