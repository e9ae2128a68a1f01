"""The odds of orders, weighed in imagined games: what the seat does not know is dealt anew in each.

So odds follow from what the seat knows alone, whatever is true; and since the engine itself tries
the tasks, nothing of the rules is said twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from spacecombat_env.core.errors import OrderError
from spacecombat_env.core.odds import Key, Odds, Part, Trial, per_cent
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import next_word
from spacecombat_env.env.table import saying
from spacecombat_env.env.table.offers import DREAM, how_it_ends, moment_of
from spacecombat_env.env.table.records import OUTCOME, Offer

DREAMS = 16
"""Imagined games in which an order is tried."""
MOST_ORDERS = 48
"""Orders that are weighed in one look ahead."""
MOST_ANSWERS = 8
"""Words that are said for others before an order is left at what it has tried."""
MOST_LINES = 12
"""Lines that say how odds come about."""
NOTHING = Odds(None, ())


class Scales:
    """Imagined games of one moment, in which orders are tried."""

    def __init__(self, game: Game, dreams: int = DREAMS) -> None:
        self.seat = game.seat
        self.dreams = [game.imagined(game.seat, DREAM + n) for n in range(dreams)]
        self.trial = game.blind()
        self.after = game.blind()

    def say(self, parts: list[str | int]) -> bool:
        """Say the beginning of an order everywhere; False where something falls before its end."""
        return all(isinstance(saying.ahead(dream, parts), Game) for dream in self.dreams)

    def odds(self, path: Iterable[int]) -> Odds:
        """Return the odds of words that come to an outcome; NOTHING where no task is tried."""
        tokens = list(path)
        return weighed([self._tried(dream, tokens) for dream in self.dreams])

    def _tried(self, dream: Game, tokens: list[int]) -> list[Trial]:
        """Return the tasks that one imagined game tries for an order."""
        rules, since = dream.ruleset, int(dream.games.states["log_count"][0])
        assert rules.trials is not None and rules.goes_on is not None
        game = dream
        for token in tokens:
            if not game.is_legal(token):
                return []
            game = self._say(game, token)
        for _ in range(MOST_ANSWERS):
            if game.seat < 0 or not rules.goes_on(game.games, 0, self.seat):
                break
            game = self._say(game, int(game.mask.argmax()))
        return rules.trials(game.games, 0, dream.scenario, self.seat, since)

    def _say(self, game: Game, token: int) -> Game:
        """Return a game after a word; it is overwritten by the word after next."""
        new = self.after if game is self.trial else self.trial
        new.try_word(game, token)
        return new


def weigh(game: Game, parts: list[str | int], words: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return the words after some parts of an order, with the odds of those that settle it."""
    if game.ruleset.trials is None:
        return words
    scales, left = Scales(game), iter(range(MOST_ORDERS))
    if not scales.say(parts):
        return words
    return tuple(_weighed(scales, word, (), left) for word in words)


def weigh_sentence(game: Game, parts: list[str | int]) -> Odds | saying.Fault:
    """Return the odds of a sentence up to its first outcome; NOTHING where it comes to none."""
    dream, found = game.imagined(game.seat, DREAM), list[int]()
    while parts:
        try:
            token, used = next_word(dream, parts)
        except OrderError as refusal:
            return saying.fault_of(refusal)
        before, parts = moment_of(dream), parts[used:]
        dream.speak(token)
        found.append(token)
        if how_it_ends(before, dream, b"") == OUTCOME:
            return NOTHING if game.ruleset.trials is None else Scales(game).odds(found)
    return NOTHING


def _weighed(scales: Scales, word: Offer, before: tuple[int, ...], left: Iterator[int]) -> Offer:
    """Return a word with odds where it comes to an outcome, and those that follow it."""
    path = (*before, word.token)
    if word.ends != OUTCOME:
        then = tuple(_weighed(scales, further, path, left) for further in word.then)
        return word._replace(then=then)
    if next(left, None) is None:
        return word
    odds = scales.odds(path)
    return word if odds == NOTHING else word._replace(odds=odds)


# --- from imagined games to odds -----------------------------------------------------------------


class Task(NamedTuple):
    """A task as it was tried in several imagined games."""

    trials: list[Trial]

    @property
    def chance(self) -> float:
        """That one attempt succeeds, on the whole."""
        return math.fsum(trial.chance for trial in self.trials) / len(self.trials)

    @property
    def any(self) -> float:
        """That at least one attempt succeeds, on the whole."""
        each = (1 - (1 - trial.chance) ** trial.attempts for trial in self.trials)
        return math.fsum(each) / len(self.trials)

    @property
    def mean(self) -> float:
        """How many attempts succeed on average."""
        each = (trial.chance * trial.attempts for trial in self.trials)
        return math.fsum(each) / len(self.trials)


def weighed(games: list[list[Trial]]) -> Odds:
    """Return the odds of an order by the tasks that each imagined game has tried for it."""
    found: dict[Key, list[Trial]] = {}
    for trials in games:
        for trial in trials:
            found.setdefault(trial.key, []).append(trial)
    if not found:
        return NOTHING
    tasks = {key: Task(found[key]) for key in _in_order(found)}
    lines = dict.fromkeys(
        line for task in tasks.values() for line in _lines(task, len(task.trials) < len(games))
    )
    chance, mean, count = _in_all(tasks)
    total = f"In all: {per_cent(chance)} that one succeeds at least; {mean:.1f} on average."
    return Odds(int(chance * 1000) / 1000, _cut([*([total] if count > 1 else []), *lines]))


def _in_all(tasks: dict[Key, Task]) -> tuple[float, float, int]:
    """Return what comes of the tasks that the order aims at: of the last kind, with their count.

    The chance that any succeeds, and how many do on average. A task that another must come before
    counts with that one's chance.
    """
    aims = [key for key, task in tasks.items() if task.trials[0].is_aim]
    goal, failed, mean, count = aims[-1][0], 1.0, 0.0, 0
    for key, task in tasks.items():
        if key[0] != goal:
            continue
        before = task.trials[0].after
        comes = tasks[before].any if before in tasks else 1.0
        failed *= 1 - task.any * comes
        mean += task.mean * comes
        count += 1
    return 1 - failed, mean, count


def _in_order(found: dict[Key, list[Trial]]) -> list[Key]:
    """Return the keys as the tasks come, one that another must come before right after that."""
    places = {key: n for n, key in enumerate(found)}

    def place(key: Key) -> tuple[int, int]:
        before = found[key][0].after
        return places.get(before, places[key]) if before else places[key], places[key]

    return sorted(found, key=place)


def _cut(lines: list[str]) -> tuple[str, ...]:
    """Return the first lines, and how many there are besides."""
    rest = len(lines) - MOST_LINES
    return tuple(lines) if rest <= 1 else (*lines[:MOST_LINES], f"And {rest} lines more.")


def _lines(task: Task, is_sometimes: bool) -> list[str]:
    """Return how a task comes about: what it needs, of what that is made, what is drawn."""
    first = task.trials[0]
    needs = _range(trial.needs for trial in task.trials)
    known, hidden = _parts([trial.parts for trial in task.trials])
    made = f" = {known}" if known else ""
    title = f"If it comes to that: {first.title}" if is_sometimes else first.title
    lines = [f"{title}: {first.what} {needs}{made}. {_drawn(task)}."]
    if hidden:
        lines.append(hidden)
    attempts = _range(trial.attempts for trial in task.trials)
    if attempts != "1":
        mean, any_ = task.mean, per_cent(task.any)
        lines.append(f"{attempts} times: {any_} that one succeeds at least; {mean:.1f} on average.")
    return [*lines, *dict.fromkeys(note for trial in task.trials for note in trial.notes)]


def _drawn(task: Task) -> str:
    """Return what is drawn for a task, and its chance: the range, where something is not known."""
    draws = {trial.draw for trial in task.trials}
    chances = sorted(trial.chance for trial in task.trials)
    drawn = f"{draws.pop()}: " if len(draws) == 1 else ""
    if chances[0] == chances[-1]:
        return f"{drawn}{per_cent(task.chance)}"
    least, most = per_cent(chances[0]), per_cent(chances[-1])
    return f"{drawn}{per_cent(task.chance)} as far as is known, {least} to {most}"


def _range(values: Iterable[int]) -> str:
    """Return a number, or the least and the most where imagined games differ."""
    least, *further = sorted(set(values))
    return f"{least} to {further[-1]}" if further else str(least)


def _parts(found: list[tuple[Part, ...]]) -> tuple[str, str]:
    """Return the parts that a seat knows, and a sentence about those that it does not."""
    known = set(found[0]).intersection(*found[1:])
    shared = [part for part in found[0] if part in known and not part.is_hidden]
    rest = [[part for part in parts if part not in shared] for parts in found]
    told = ", ".join(_part(part, n == 0) for n, part in enumerate(shared))
    if not any(rest):
        return told, ""
    sums = sorted(sum(part.value for part in parts) for parts in rest)
    words = list(dict.fromkeys(part.words for parts in rest for part in parts))
    amount = f"{sums[0]:+d}" + (f" to {sums[-1]:+d}" if sums[0] != sums[-1] else "")
    return told, f"Not known, guessed {amount}: {', '.join(words)}."


def _part(part: Part, is_first: bool) -> str:
    """Return a part in words: the first as it is, others as what they add."""
    rule = f" ({part.rule})" if part.rule else ""
    return f"{part.words} {part.value if is_first else format(part.value, '+d')}{rule}"
