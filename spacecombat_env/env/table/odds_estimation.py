"""Estimate the odds of orders from determinizations, which sample what the seat cannot know.

The odds depend only on what the seat knows. The engine itself tries the tasks, so no rule is
written twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from spacecombat_env.core.errors import OrderError
from spacecombat_env.core.model.odds import Key, Odds, TaskCheck, TaskModifier, per_cent
from spacecombat_env.env.game import Game
from spacecombat_env.env.orders import parse_action
from spacecombat_env.env.table import parsing
from spacecombat_env.env.table.offers import LOOKAHEAD_SEED, decision_point, order_ending
from spacecombat_env.env.table.records import OUTCOME, Offer

__all__ = ["MAX_ANSWERS", "NO_ODDS", "OddsEstimator", "add_odds", "combine_odds", "sentence_odds"]

DETERMINIZATIONS = 16
"""Determinizations in which an order is tried."""
MAX_ORDERS = 48
"""Maximum of orders estimated in one lookahead."""
MAX_ANSWERS = 8
"""Maximum of actions chosen for other players before the tasks of an order count as tried."""
MAX_LINES = 12
"""Maximum of lines that explain the odds."""
NO_ODDS = Odds(None, ())


class OddsEstimator:
    """Determinizations of one position, in which orders are tried."""

    def __init__(self, game: Game, determinizations: int = DETERMINIZATIONS) -> None:
        self.seat = game.seat
        self.determinizations = [
            game.determinize(game.seat, LOOKAHEAD_SEED + n) for n in range(determinizations)
        ]
        self.scratch = game.scratch_copy()
        self.after = game.scratch_copy()

    def play(self, parts: list[str | int]) -> bool:
        """Apply the beginning of an order everywhere. Return False if an outcome falls before its
        end.
        """
        return all(
            isinstance(parsing.play_ahead(determinization, parts), Game)
            for determinization in self.determinizations
        )

    def odds(self, path: Iterable[int]) -> Odds:
        """Return the odds of actions that lead to an outcome; NOTHING if no task is tried."""
        actions = list(path)
        return combine_odds(
            [
                self._task_checks(determinization, actions)
                for determinization in self.determinizations
            ]
        )

    def _task_checks(self, determinization: Game, actions: list[int]) -> list[TaskCheck]:
        """Return the tasks that one determinization tries for an order."""
        rules, since = determinization.ruleset, int(determinization.games.states["log_count"][0])
        assert rules.task_checks is not None and rules.needs_answer is not None
        game = determinization
        for action in actions:
            if not game.is_legal(action):
                return []
            game = self._step(game, action)
        for _ in range(MAX_ANSWERS):
            if game.seat < 0 or not rules.needs_answer(game.games, 0, self.seat):
                break
            game = self._step(game, int(game.mask.argmax()))
        return rules.task_checks(game.games, 0, determinization.scenario, self.seat, since)

    def _step(self, game: Game, action: int) -> Game:
        """Return the game after an action; the action after the next one overwrites it."""
        new = self.after if game is self.scratch else self.scratch
        new.step_from(game, action)
        return new


def add_odds(game: Game, parts: list[str | int], offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return the offers after some parts of an order, with the odds of those that lead to an
    outcome.
    """
    if game.ruleset.task_checks is None:
        return offers
    estimator, left = OddsEstimator(game), iter(range(MAX_ORDERS))
    if not estimator.play(parts):
        return offers
    return tuple(_with_odds(estimator, offer, (), left) for offer in offers)


def sentence_odds(game: Game, parts: list[str | int]) -> Odds | parsing.SentenceFault:
    """Return the odds of a sentence up to its first outcome; NOTHING if there is none."""
    determinization, found = game.determinize(game.seat, LOOKAHEAD_SEED), list[int]()
    while parts:
        try:
            action, used = parse_action(determinization, parts)
        except OrderError as refusal:
            return parsing.fault_from(refusal)
        before, parts = decision_point(determinization), parts[used:]
        determinization.step(action)
        found.append(action)
        if order_ending(before, determinization, b"") == OUTCOME:
            return NO_ODDS if game.ruleset.task_checks is None else OddsEstimator(game).odds(found)
    return NO_ODDS


def _with_odds(
    estimator: OddsEstimator, offer: Offer, before: tuple[int, ...], left: Iterator[int]
) -> Offer:
    """Return an offer with its odds if it leads to an outcome, and with those of its followers."""
    path = (*before, offer.action)
    if offer.ends != OUTCOME:
        then = tuple(_with_odds(estimator, further, path, left) for further in offer.then)
        return offer._replace(then=then)
    if next(left, None) is None:
        return offer
    odds = estimator.odds(path)
    return offer if odds == NO_ODDS else offer._replace(odds=odds)


# --- from imagined games to odds -----------------------------------------------------------------


class TaskEstimate(NamedTuple):
    """A task as several determinizations tried it."""

    checks: list[TaskCheck]

    @property
    def chance(self) -> float:
        """Mean chance that one attempt succeeds."""
        return math.fsum(check.chance for check in self.checks) / len(self.checks)

    @property
    def any(self) -> float:
        """Mean chance that at least one attempt succeeds."""
        each = (1 - (1 - check.chance) ** check.attempts for check in self.checks)
        return math.fsum(each) / len(self.checks)

    @property
    def mean(self) -> float:
        """Mean number of attempts that succeed."""
        each = (check.chance * check.attempts for check in self.checks)
        return math.fsum(each) / len(self.checks)


def combine_odds(games: list[list[TaskCheck]]) -> Odds:
    """Return the odds of an order from the tasks that each determinization tried for it."""
    found: dict[Key, list[TaskCheck]] = {}
    for checks in games:
        for check in checks:
            found.setdefault(check.key, []).append(check)
    if not found:
        return NO_ODDS
    tasks = {key: TaskEstimate(found[key]) for key in _task_order(found)}
    lines = dict.fromkeys(
        line for task in tasks.values() for line in _lines(task, len(task.checks) < len(games))
    )
    chance, mean, count = _overall(tasks)
    total = f"In all: {per_cent(chance)} that one succeeds at least; {mean:.1f} on average."
    text = _truncate([*([total] if count > 1 else []), *lines])
    weapons = tuple(dict.fromkeys(check.weapon for key in tasks for check in found[key]))
    fired = tuple(filter(None, weapons))
    return Odds(int(chance * 1000) / 1000, text, int(mean * 10) / 10, fired)


def _overall(tasks: dict[Key, TaskEstimate]) -> tuple[float, float, int]:
    """Return the results of the tasks that the order aims at: of the last kind, with their count.

    The results are the chance that any succeeds, and the mean number of successes. A task that
    depends on another is weighted by that one's chance.
    """
    aims = [key for key, task in tasks.items() if task.checks[0].is_aim]
    goal, failed, mean, count = aims[-1][0], 1.0, 0.0, 0
    for key, task in tasks.items():
        if key[0] != goal:
            continue
        before = task.checks[0].after
        comes = tasks[before].any if before in tasks else 1.0
        failed *= 1 - task.any * comes
        mean += task.mean * comes
        count += 1
    return 1 - failed, mean, count


def _task_order(found: dict[Key, list[TaskCheck]]) -> list[Key]:
    """Return the keys in the order of the tasks; a dependent task follows the one it depends on."""
    places = {key: n for n, key in enumerate(found)}

    def place(key: Key) -> tuple[int, int]:
        before = found[key][0].after
        return places.get(before, places[key]) if before else places[key], places[key]

    return sorted(found, key=place)


def _truncate(lines: list[str]) -> tuple[str, ...]:
    """Return the first lines, and a line that counts the others."""
    rest = len(lines) - MAX_LINES
    return tuple(lines) if rest <= 1 else (*lines[:MAX_LINES], f"And {rest} lines more.")


def _lines(task: TaskEstimate, is_sometimes: bool) -> list[str]:
    """Return lines that explain a task: the number needed, its parts, and the draw."""
    first = task.checks[0]
    needs = _range(check.needs for check in task.checks)
    known, hidden = _parts([check.parts for check in task.checks])
    made = f" = {known}" if known else ""
    title = f"If it comes to that: {first.title}" if is_sometimes else first.title
    lines = [f"{title}: {first.what} {needs}{made}. {_drawn(task)}."]
    if hidden:
        lines.append(hidden)
    attempts = _range(check.attempts for check in task.checks)
    if attempts != "1":
        mean, any_ = task.mean, per_cent(task.any)
        lines.append(f"{attempts} times: {any_} that one succeeds at least; {mean:.1f} on average.")
    return [*lines, *dict.fromkeys(note for check in task.checks for note in check.notes)]


def _drawn(task: TaskEstimate) -> str:
    """Return the draw of a task and its chance; a range if part of it is unknown."""
    draws = {check.draw for check in task.checks}
    probabilities = sorted(check.chance for check in task.checks)
    drawn = f"{draws.pop()}: " if len(draws) == 1 else ""
    if probabilities[0] == probabilities[-1]:
        return f"{drawn}{per_cent(task.chance)}"
    least, most = per_cent(probabilities[0]), per_cent(probabilities[-1])
    return f"{drawn}{per_cent(task.chance)} as far as is known, {least} to {most}"


def _range(values: Iterable[int]) -> str:
    """Return a number, or the smallest and the largest if determinizations differ."""
    least, *further = sorted(set(values))
    return f"{least} to {further[-1]}" if further else str(least)


def _parts(found: list[tuple[TaskModifier, ...]]) -> tuple[str, str]:
    """Return the modifiers that a seat knows, and a sentence about those that it does not."""
    known = set(found[0]).intersection(*found[1:])
    shared = [part for part in found[0] if part in known and not part.is_hidden]
    rest = [[part for part in parts if part not in shared] for parts in found]
    text = ", ".join(_part(part, n == 0) for n, part in enumerate(shared))
    if not any(rest):
        return text, ""
    sums = sorted(sum(part.value for part in parts) for parts in rest)
    offers = list(dict.fromkeys(part.text for parts in rest for part in parts))
    amount = f"{sums[0]:+d}" + (f" to {sums[-1]:+d}" if sums[0] != sums[-1] else "")
    return text, f"Not known, guessed {amount}: {', '.join(offers)}."


def _part(part: TaskModifier, is_first: bool) -> str:
    """Return a modifier as text: the first as it is, the others as additions."""
    rule = f" ({part.rule})" if part.rule else ""
    return f"{part.text} {part.value if is_first else format(part.value, '+d')}{rule}"
