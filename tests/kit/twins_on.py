"""Twins that play on: two games that differ only in what one seat, the watcher, may not know.

They have one luck. The watcher says the same words in both. Between two of its questions one game
leads: its enemy says what it likes. In the other, which follows, the enemy says whatever brings the
same about, as far as the watcher is informed (`Follower` looks for such words). So the
enemy's public acts are the same wherever they are possible in both, however many questions it is
asked in either, and the watcher's whole transcript must be the same too.

A history ends early, and counts up to there, only where dice that both sides see fall otherwise, or
where the following enemy cannot act in public as the leading one did (`Apart`, counted by reason).
That another seat is asked, that more is asked, that something is reported in other pieces: none of that
is an end. Whatever else differs is shown (`Shown`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from kit.twin_paths import MANY, TRIES, Follower, Heard, Pace, Said
from spacecombat_env.core.model.record import diff
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.env.game import Game

MOST_SAID = 400
"""Actions of the leading enemy between two questions of the watcher."""


NOTHING = r"(?!)"
"""A pattern that matches nothing."""


class Shown(AssertionError):
    """The watcher was given what it could not be without a secret."""


class Apart(Exception):
    """The games are apart in public: why."""


class Allowed(NamedTuple):
    """What may differ in the open, by rule set; numbers of its events, patterns of its fields."""

    dice: frozenset[int]
    """Events that dice, or a look which both sides see, decide."""
    acts: frozenset[int]
    """What an enemy does in the open, if it can: the other twin's may not be able to."""
    loud: frozenset[int]
    """The same, where the enemy does not keep quiet: else it need not happen."""
    musts: frozenset[int]
    """What an enemy must do in the open, where its secrets let it."""
    asks: frozenset[int]
    """Questions that an act of the enemy puts to the watcher."""
    own: frozenset[int]
    """What comes of the watcher's own searches and rng."""
    openly: Callable[[list[str], list[Any], int, Sequence[Any]], bool]
    """Whether all differences of two redacted records are such acts, shown and not told, or follow
    from these events, from what the watcher is asked, or from the position in both records."""
    names: type[Any]
    """The enum of events, for messages."""
    waive: Callable[[Any, np.ndarray], int] = lambda state, mask: -1
    """waive(state, mask): an action by which an enemy keeps quiet; -1 where there are several."""
    drawn: Mapping[int, tuple[str, ...]] = {}  # noqa: RUF012
    """Columns of the watcher's own events that its rng fills, by number of the event."""
    follows: Callable[[Any, int], frozenset[int]] = lambda state, last: frozenset()
    """follows(state, last): events that are no act of the enemy directly after another."""
    comes_of: Callable[[Any, Sequence[Any]], bool] = lambda event, before: False
    """comes_of(event, before): whether dice or damage make it of events before it."""
    result: str = NOTHING
    """Pattern of what the end of a game tells both sides, in the messages that tell that end."""


class Form:
    """One of the twins as the watcher meets it: what plays the game, what the watcher is given."""

    which = 0
    """0 or 1: what its enemy tries besides may differ by it."""

    def __init__(self, game: Game, watcher: int) -> None:
        self.game, self.watcher = game, watcher

    def say(self, word: int) -> None:
        """Play an action for the seat to act."""
        self.game.step(word)

    def answer(self, word: int) -> None:
        """Let the watcher say an action."""
        self.say(word)

    def taken(self) -> list[str]:
        """Return what the watcher was given since the last time."""
        return []


class TwinsOn:
    """Pairs of games that play on, one pair after another."""

    def __init__(
        self,
        allowed: Allowed,
        form: Callable[[Game, int], Form] = Form,
        words: int = 30,
        quiet: float = 0.5,
    ) -> None:
        self.allowed, self.form, self.words, self.quiet = allowed, form, words, quiet
        self.ends: Counter[str] = Counter()
        self.to_act: Counter[int] = Counter()
        """Questions of watchers at which all was the same, by their numbers."""
        self.uneven = 0
        """How often the enemies had said not equally many actions by then."""
        self.unfound: Counter[str] = Counter()

    # --- one pair --------------------------------------------------------------------------------

    def history(self, game: Game, other: Game, watcher: int, seed: int) -> None:
        """Play on from two games that look the same to the watcher, who is asked; raises Shown."""
        self.rng = np.random.default_rng(seed)
        self.watcher = watcher
        self.is_quiet = self.rng.random() < self.quiet
        self.forms = [self.form(each, watcher) for each in (game, other)]
        self.forms[1].which = 1
        self.heard = [Heard(form.game, watcher) for form in self.forms]
        self.looked = [make_games(game.games.states.dtype, 1) for _ in range(2)]
        self.follower = Follower(game, watcher, self.allowed.waive)
        try:
            self._compare()
            for _ in range(self.words):
                self._stretch()
            self.ends["words"] += 1
        except Apart as reason:
            self.ends[str(reason)] += 1

    def _stretch(self) -> None:
        """Let the watcher answer, bring both games to its next question, and compare."""
        count = self.heard[0].count
        self.is_set_up = int(self.forms[0].game.games.states["turn"][0]) == 0
        words = self.forms[0].game.mask.nonzero()[0]
        word = int(words[int(self.rng.random() * len(words))])
        for form in self.forms:
            form.answer(word)
        lead = int(self.rng.integers(2))
        said = self._lead(lead)
        told = self.heard[lead].since(count)
        if self.heard[lead].count - count > len(told):
            raise Apart("told more than is kept")
        path = self._follow(1 - lead, count, told, said)
        if path is None:
            self._explain(lead, told)
        for each in path or ():
            self.forms[1 - lead].say(each)
        self.uneven += len(path or ()) != len(said)
        self._compare()

    def _lead(self, lead: int) -> list[Said]:
        """Let the enemy of the leading game speak until the watcher is asked."""
        form, said = self.forms[lead], list[Said]()
        waive = self.allowed.waive if self.is_quiet else None
        pace = Pace(form.game, self.watcher, self.rng, waive)
        while form.game.seat == 1 - self.watcher:
            if len(said) == MOST_SAID:
                raise Apart("the enemy goes on")
            ask = int(form.game.games.states["decision"][0])
            word = pace.word()
            said.append(Said(ask, self.heard[lead].count, word))
            form.say(word)
        return said

    def _follow(
        self, which: int, count: int, told: list[bytes], said: list[Said]
    ) -> list[int] | None:
        """Return actions that bring the same about; look long before it reports that there are none."""
        follower, wanted = self.follower, self._wanted(1 - which)
        for tries in (TRIES, MANY):
            follower.tries = tries
            path = follower.path(self.forms[which].game, count, told, said, wanted, self.rng)
            if path is not None or follower.is_all or self._is_allowed(1 - which, told):
                return path
        return None

    def _is_allowed(self, lead: int, told: list[bytes]) -> bool:
        """Whether that there are none is allowed."""
        try:
            self._explain(lead, told)
        except Apart:
            return True
        except Shown:
            return False

    def _wanted(self, lead: int) -> Wanted:
        """Return what the follower is to come to."""
        return self._visible_to(lead), self.forms[lead].game.seat

    def _visible_to(self, which: int) -> bytes:
        """Return what the watcher may know of a game: its redacted record, its own log in it."""
        game = self.forms[which].game
        game.kernels.redact(game.games, 0, self.looked[which], 0, self.watcher)
        return self.looked[which].raw.tobytes()

    # --- what differs ----------------------------------------------------------------------------

    def _compare(self) -> None:
        """All that the watcher was given is the same."""
        games = [form.game for form in self.forms]
        is_over = all(game.seat < 0 for game in games)
        taken = [form.taken() for form in self.forms]
        one, other = map(self._without_result, taken) if is_over else taken
        if one != other:
            raise Shown(f"{first_difference(one, other)}; {self._where()}")
        if self._visible_to(0) != self._visible_to(1):
            raise Shown(f"records: {self._lines()[:6]}; {self._where()}")
        if games[0].seat < 0:
            raise Apart("over" if taken[0] == taken[1] else "over, another result")
        for name in ("mask", "row"):
            if (getattr(games[0], name) != getattr(games[1], name)).any():
                raise Shown(f"{name}; {self._where()}")
        self.to_act[int(games[0].games.states["decision"][0])] += 1
        games[1].games.states["chance"] = games[0].games.states["chance"]

    def _without_result(self, messages: Sequence[str]) -> list[str]:
        """Return messages without what the end of the game tells both sides."""
        return [re.sub(self.allowed.result, "", message) for message in messages]

    def _lines(self) -> list[str]:
        """Return where the records differ, as the watcher knows them."""
        for which in range(2):
            self._visible_to(which)
        return diff(*(looked.states[0] for looked in self.looked))

    def _explain(self, lead: int, told: list[bytes]) -> NoReturn:
        """The follower cannot bring the same about: raise Apart if that is allowed, else Shown."""
        found, allowed = self.follower.stuck, self.allowed
        wanted = self._event(told[found.place]) if found.place < len(told) else None
        theirs = [self._event(event) for event in found.events]
        kinds = {int(event["kind"]) for event in theirs} | (
            {int(wanted["kind"])} if wanted is not None else set()
        )
        if kinds & allowed.dice and self._fell_otherwise(wanted, theirs):
            self._end(f"dice: {', '.join(self._names(kinds & allowed.dice))}")
        before = [self._event(event) for event in told[: found.place]]
        self._explain_outcome(before, wanted, theirs)
        first = [int(event["kind"]) for event in before]
        self.enters = bool(set(first) & allowed.musts)
        self.last = first[-1] if first else -1
        self._explain_act(lead, wanted, theirs)
        if self.follower.is_cut:
            self._end("told more than is kept")
        if found.record is not None and wanted is None:
            if self.is_set_up:
                self._end("set up otherwise")
            lines = diff(self.looked[lead].states[0], found.record)
            asked = int(self.forms[lead].game.games.states["decision"][0])
            records = self.looked[lead].states[0], found.record
            if allowed.openly(lines, [self._event(event) for event in told], asked, records):
                self._end("seen, not told")
            raise Shown(f"records: {lines[:6]}; {self._where()}")
        raise Shown(
            f"one is {self._delivered(wanted)}, the other {[self._delivered(e) for e in theirs[:3]]}"
            f" {found.asked}; {self._where()}"
        )

    def _fell_otherwise(self, wanted: Any, theirs: list[Any]) -> bool:
        """Whether dice told the one game something, or whatever is done, dice tell the other."""
        kinds = {int(event["kind"]) for event in theirs}
        if wanted is not None and int(wanted["kind"]) in self.allowed.dice:
            return True
        allowed = self.allowed
        tried = allowed.acts | allowed.musts  # by the actions that are tried instead
        return bool(kinds & allowed.dice) and kinds <= allowed.dice | tried

    def _explain_outcome(self, before: list[Any], wanted: Any, theirs: list[Any]) -> None:
        """Raise Apart where dice or damage alone make a difference of what happened in both games."""
        for events in ([] if wanted is None else [wanted], theirs):
            if events and all(self.allowed.comes_of(event, before) for event in events):
                self._end(f"comes of it: {', '.join(self._names({int(events[0]['kind'])}))}")

    def _explain_act(self, lead: int, wanted: Any, theirs: list[Any]) -> None:
        """Raise Apart where the following enemy cannot do the same in the open, or must do more."""
        allowed, enemy = self.allowed, 1 - self.watcher
        loud = allowed.loud if self.enters or not self.is_quiet else frozenset[int]()
        acts, musts = self._chosen(allowed.acts | loud), self._chosen(allowed.musts)
        told = {int(event["kind"]) for event in theirs}
        mine = {int(event["kind"]) for event in theirs if int(event["side"]) == enemy}
        if wanted is not None:
            kind, side = int(wanted["kind"]), int(wanted["side"])
            if side == enemy and kind in acts:
                self._end(f"the enemy cannot: {self._names({kind})[0]}")
            if side == self.watcher and kind in allowed.own and told <= {kind} and not mine:
                self._end(f"the watcher's own: {self._names({kind})[0]}")
        by_itself = told - (mine & acts)  # whatever the enemy tries instead
        if by_itself and by_itself <= allowed.own and not by_itself & mine:
            self._end(f"the watcher's own: {self._names(by_itself)[0]}")
        if wanted is not None and theirs and all(self._is_drawn(wanted, each) for each in theirs):
            self._end(f"the watcher's own: {self._names(told)[0]}")
        due = told & musts
        if due and told <= mine & (acts | due):  # what is due, or other acts in its place
            self._end(f"the enemy must: {self._names(due)[0]}")
        early = self.follower.stuck.asked
        if wanted is not None and not theirs and early in allowed.asks:
            self._end(f"the enemy must: put question {early}")
        asked = int(self.forms[lead].game.games.states["decision"][0])
        record = self.follower.stuck.record
        is_otherwise = bool(theirs) or (record is not None and int(record["decision"]) != asked)
        if wanted is None and asked in allowed.asks and is_otherwise:
            self._end(f"the enemy cannot: put question {asked}")
        put = -1 if record is None or theirs else int(record["decision"])
        if wanted is None and put in allowed.asks and put != asked:  # an act under way leads to it
            self._end(f"the enemy must: put question {put}")

    def _chosen(self, kinds: frozenset[int]) -> frozenset[int]:
        """Return these numbers of events without those that come of the last event alike."""
        return kinds - self.allowed.follows(self.forms[0].game.games.states[0], self.last)

    def _is_drawn(self, one: Any, other: Any) -> bool:
        """Whether two events are the watcher's own and differ only where its rng fills columns."""
        drawn = self.allowed.drawn.get(int(one["kind"]), ())
        if int(one["side"]) != self.watcher or not drawn:
            return False
        rest = [column for column in one.dtype.names if column not in drawn]
        return all((one[column] == other[column]).all() for column in rest)

    def _end(self, reason: str) -> None:
        """End a history in the open."""
        raise Apart(f"quiet, {reason}" if self.is_quiet else reason)

    def _event(self, raw: bytes) -> Any:
        """Return an event."""
        return np.frombuffer(raw, self.heard[0].dtype)[0]

    def _names(self, kinds: set[int]) -> list[str]:
        """Return names of events."""
        return sorted(self.allowed.names(kind).name for kind in kinds)

    def _delivered(self, event: Any) -> str:
        """Return an event for a message."""
        if event is None:
            return "asked"
        return f"told {self._names({int(event['kind'])})[0]} {event}"

    def _where(self) -> str:
        """Return who decides what, for a message."""
        found = [
            tuple(
                int(form.game.games.states[name][0])
                for name in ("turn", "seat", "decision", "step")
            )
            for form in self.forms
        ]
        return f"turn, seat, ask, step: {found}, watcher {self.watcher}, quiet {self.is_quiet}"


Wanted = tuple[bytes, int]


def first_difference(one: Sequence[Any], other: Sequence[Any], around: int = 200) -> Any:
    """Return what two transcripts differ in first."""
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            a, b = str(mine), str(theirs)
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            return a[max(at - around, 0) : at + around], b[max(at - around, 0) : at + around]
    return f"{len(one)} and {len(other)} messages: {[*one, *other][-1]!s:.300}"
