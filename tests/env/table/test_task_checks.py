"""The odds of an order agree with what comes of it, and say how they come about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick

from spacecombat_env import registry
from spacecombat_env.core.model.odds import Odds, TaskCheck, TaskModifier
from spacecombat_env.env.game import Game, open_scenario
from spacecombat_env.env.table import Offer, RefusedError, Table, odds_estimation
from spacecombat_env.rulesets.battle_rider.model.constants.log import Event as Rider
from spacecombat_env.rulesets.battle_rider.presentation import task_checks as rider_odds
from spacecombat_env.rulesets.intercept_sensors.model import InterceptEvent as Sensors
from spacecombat_env.rulesets.interceptor.model.constants.log import Event as Ship

TRIED = 300
"""Imagined games in which an order is said, to see what comes of it."""
APART = 0.14
"""How far the share of successes may lie from the odds: four deviations of this many games, and
what the games in which the odds were weighed do not know."""


def rider_succeeds(state: Any, events: np.ndarray, seat: int) -> bool:
    """Whether a detection has found, or a shot hit, something; so far as the round goes."""
    for event in events:
        if event["kind"] in (Rider.ROUND, Rider.MOVE):
            break
        if event["kind"] in (Rider.SCAN, Rider.FIRE) and event["side"] == seat and event["b"] > 0:
            return True
    return False


def answered(state: Any, events: np.ndarray, seat: int) -> bool:
    """Whether a scan has been answered."""
    return any(event["kind"] == Sensors.CONTACT and event["side"] == seat for event in events)


def tracked(state: Any, events: np.ndarray, seat: int) -> bool:
    """Whether a scan has gained a track."""
    return any(event["kind"] == Sensors.TRACKED and event["side"] == seat for event in events)


def ship_succeeds(state: Any, events: np.ndarray, seat: int) -> bool:
    """Whether a shot of the seat has hit."""
    slots = len(state["craft"]) // 2
    hits = [event for event in events if event["kind"] == Ship.SHOT and event["e"]]
    return any(event["actor"] // slots == seat for event in hits)


SUCCEEDS: dict[str, Callable[[Any, np.ndarray, int], bool]] = {
    "battle_rider": rider_succeeds,
    "interceptor": ship_succeeds,
}
GAMES = {"battle_rider": "skirmish", "intercept_sensors": "duel", "interceptor": "pair"}
GOALS = {"battle_rider": r"searches|fires:|seeks", "interceptor": r"Laser|EPC"}
"""What the orders are about that are tried."""


def opened(name: str, seed: int) -> Table:
    """A new game of a rule set."""
    rules = registry.ruleset(name)
    return Table(rules, open_scenario(rules, GAMES[name]), seed)


def paths(
    words: tuple[Offer, ...], before: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Odds]]:
    """Yield orders whose odds are shown."""
    for word in words:
        path = (*before, word.action)
        if word.odds is not None:
            yield path, word.odds
        yield from paths(word.then, path)


def orders(name: str, count: int) -> Iterator[tuple[Table, tuple[int, ...], Odds]]:
    """Yield orders that are attempts at something, one a moment, from games played at random."""
    rng = np.random.default_rng(1)
    for table in moments(name, rng):
        seat = table.to_act
        assert seat is not None
        ahead = table.look_ahead(seat, (), 2, odds=True)
        told = [
            each for each in paths(ahead.offers) if re.search(GOALS[name], " ".join(each[1].lines))
        ]
        if told:
            yield table, *told[int(rng.integers(len(told)))]
            count -= 1
        if count == 0:
            return


def scans(count: int) -> Iterator[tuple[Table, tuple[int, ...], Odds]]:
    """Yield first scans of a turn, their actions drawn at random."""
    rng = np.random.default_rng(2)
    for table in moments("intercept_sensors", rng):
        seat, path = table.to_act, list[int]()
        assert seat is not None
        state = table._game.games.states[0]
        if table.state(seat).decision_name != "scan" or state["declared"][table._game.seat]:
            continue
        while words := table.peek(seat, path):
            path.append(words[-1 if not path else int(rng.integers(len(words)))].action)
        yield table, tuple(path), table.odds(seat, path)
        count -= 1
        if count == 0:
            return


def moments(name: str, rng: np.random.Generator) -> Iterator[Table]:
    """Yield the moments of games played at random at which no order is under way."""
    for seed in range(40):
        table = opened(name, seed)
        for _ in range(260):
            seat = table.to_act
            if seat is None:
                break
            if not table.is_mid_order:
                yield table
            state = table.state(seat, since=10**6)
            word = state.offers[int(rng.integers(len(state.offers)))]
            table.say(seat, state.at, [word.action])


def share(game: Game, path: tuple[int, ...], succeeds: Callable[..., bool]) -> float:
    """Return in what share of determinized games an order succeeds."""
    rules, seat, won = game.ruleset, game.seat, 0
    assert rules.needs_answer is not None
    for n in range(TRIED):
        determinization = game.determinize(seat, 10_000 + n)
        since = int(determinization.games.states["log_count"][0])
        for action in path:
            determinization.step(action)
        for _ in range(odds_estimation.MAX_ANSWERS):
            if determinization.seat < 0 or not rules.needs_answer(determinization.games, 0, seat):
                break
            determinization.step(int(determinization.mask.argmax()))
        state = determinization.games.states[0]
        numbers = [k % len(state["log"]) for k in range(since, int(state["log_count"]))]
        won += succeeds(state, state["log"][numbers], seat)
    return won / TRIED


@pytest.mark.parametrize("count", first_quick([3, 12]))
@pytest.mark.parametrize("name", ["battle_rider", "interceptor"])
def test_odds_agree_with_what_comes_of_an_order(name: str, count: int) -> None:
    for table, path, odds in orders(name, count):
        visible = share(table._game, path, SUCCEEDS[name])
        assert odds.chance == pytest.approx(visible, abs=APART), odds.lines


def test_odds_of_scans_agree_with_what_comes_of_them() -> None:
    for table, path, odds in scans(8):
        assert "scan of" in odds.lines[0] and "IC-SNS-03" in odds.lines[1]
        assert odds.chance == pytest.approx(share(table._game, path, answered), abs=APART)
        track = re.search(r"On the whole: (?:under )?(\d+) %", odds.lines[1])
        assert track is not None
        assert int(track[1]) / 100 == pytest.approx(share(table._game, path, tracked), abs=APART)


def test_a_sentence_has_the_odds_of_its_actions() -> None:
    for table, path, odds in orders("battle_rider", 3):
        seat = table.to_act
        assert seat is not None and table.odds(seat, list(path)) == odds
        with pytest.raises(RefusedError):
            table.odds(seat, [*path[:-1], "xyzzy"])
        assert table.odds(seat, path[:-1]) == odds_estimation.NO_ODDS


def test_what_differs_between_determinized_games_is_shown_as_a_guess() -> None:
    def tried(size: int, chance: float, told: bool = True) -> list[TaskCheck]:
        parts = (
            TaskModifier("range", 2, "BR-TSK-03"),
            TaskModifier("size", size, "BR-DET-12", not told),
        )
        return [TaskCheck((1, 0), "A searches", 2 + size, chance, f"{chance} of cards", parts)]

    known = odds_estimation.combine_odds([tried(-1, 0.5), tried(-1, 0.5)])
    assert known.lines == (
        "A searches: needs 1 = range 2 (BR-TSK-03), size -1 (BR-DET-12). 0.5 of cards: 50 %.",
    )
    guessed = odds_estimation.combine_odds([tried(-1, 0.5), tried(1, 0.1)])
    assert guessed.chance == 0.3 and guessed.lines == (
        "A searches: needs 1 to 3 = range 2 (BR-TSK-03). 30 % as far as is known, 10 % to 50 %.",
        "Not known, guessed -1 to +1: size.",
    )
    hidden = odds_estimation.combine_odds([tried(-1, 0.5, told=False)] * 2)
    assert hidden.lines[1] == "Not known, guessed -1: size."


def test_a_shot_that_needs_a_lock_counts_with_it() -> None:
    lock = TaskCheck((4, 1), "A locks", 2, 0.5, "cards")
    shot = TaskCheck((6, 1), "A fires", 3, 0.5, "cards", attempts=2, after=(4, 1))
    odds = odds_estimation.combine_odds([[lock, shot], [lock]])
    assert odds.chance == pytest.approx(0.5 * 0.75)
    assert odds.lines[1].startswith("If it comes to that: A fires: needs 3.")
    assert odds.lines[2] == "2 times: 75 % that one succeeds at least; 1.0 on average."


def test_every_modifier_stands_in_a_rule() -> None:
    known = {row["id"] for row in registry.ruleset("battle_rider").rules_index()}
    for rules in (rider_odds.SENSOR_RULES, rider_odds.TASK_RULES):
        assert set(rules.values()) <= known
    assert rider_odds.SENSOR_RULES.keys() == rider_odds.SENSOR_TEXT.keys()
    assert rider_odds.TASK_RULES.keys() == rider_odds.TASK_TEXT.keys()
