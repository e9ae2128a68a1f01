"""Pairs of twins that play on, of every scenario that ships, with and without standing orders.

    python tests/leaks/pairs.py interceptor --histories 10000 --form Form

plays this many and prints how they ended; a seed and a moment name each that shows something.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import battle_rider_secrets as fleets
import intercept_secrets as hunts
import interceptor_secrets as fights
import numpy as np
from kit.allowed import allowed
from kit.secret_changes import CHANGES, Dealer
from kit.switches import HIDING, every_switch
from kit.twins_on import Form, Shown, TwinsOn

from spacecombat_env import registry
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.env.game import Game

EVERY, LONGEST = 23, 400
"""Words between two moments at which twins are dealt, and after which a game is left."""
HIDDEN: dict[str, list[Mapping[str, Any]]] = {
    "battle_rider": [HIDING, {"double_blind": True}, {"hidden_damage": True, "deck": "keyed"}],
    "intercept_sensors": [every_switch("intercept_sensors")],
    "interceptor": [every_switch("interceptor")],
}
"""Switches of rules with something to hide, of which each game has some or none."""


QUIET = {
    "battle_rider": fleets.quiet,
    "intercept_sensors": hunts.quiet,
    "interceptor": fights.quiet,
}


class Place(NamedTuple):
    """Where a pair is dealt: a scenario, its switches, whether orders stand, game and moment."""

    scenario: str
    options: Mapping[str, Any]
    delegated: bool
    seed: int
    word: int


class Pairs:
    """Pairs of a rule set, one after another; `shown` holds those that showed a secret."""

    def __init__(
        self,
        name: str,
        form: Callable[[Game, int], Form] = Form,
        words: int = 30,
        scenarios: tuple[str, ...] = (),
    ) -> None:
        self.rules = registry.ruleset(name)
        self.scenarios = scenarios or tuple(self.rules.scenarios())
        self.options = [{}, {}, *HIDDEN[name]]
        self.on = TwinsOn(allowed(name)._replace(waive=QUIET[name]), form, words)
        self.dealer, self.changes = Dealer(), CHANGES[name]
        self.shown: list[tuple[Place, str]] = []
        self._loaded: dict[Any, Scenario] = {}

    def play(self, histories: int, first: int = 0) -> Pairs:
        """Play this many; `first` is the seed of the first game."""
        for place, game in itertools.islice(self.moments(first), histories):
            self.history(place, game)
        return self

    def history(self, place: Place, game: Game) -> None:
        """Play one."""
        mark = place.seed * 1000 + place.word
        twin = self.dealer.twin(game, game.seat, np.random.default_rng(mark))
        try:
            self.on.history(game, twin, game.seat, mark)
        except Shown as shown:
            self.shown.append((place, str(shown)))

    def again(self, seed: int, word: int) -> Pairs:
        """Play the pair of a moment, as a report names it."""
        for place, game in self.moments(seed):
            if place.seed != seed:
                raise ValueError(f"no pair is dealt in game {seed} at word {word}")
            if place.word == word:
                self.history(place, game)
                return self
        raise AssertionError

    def moments(self, first: int) -> Iterator[tuple[Place, Game]]:
        """Yield moments of game after game, without an end."""
        for seed in itertools.count(first):
            scenario = self.scenarios[seed % len(self.scenarios)]
            options = self.options[seed // 2 % len(self.options)]
            game = Game(self.rules, self._opened(scenario, seed))
            game.start(seed)
            rng = np.random.default_rng(seed)
            for word in range(LONGEST):
                if game.seat < 0:
                    break
                if word % EVERY == seed % EVERY:
                    place = Place(scenario, options, seed % 3 > 0, seed, word)
                    yield place, game.copy()
                words = game.mask.nonzero()[0]
                game.step(int(words[int(rng.random() * len(words))]))

    def _opened(self, scenario: str, seed: int) -> Scenario:
        """Return a scenario, its switches and standing orders by the seed."""
        options = seed // 2 % len(self.options)
        key = scenario, options, seed % 3 > 0
        if key not in self._loaded:
            orders = (self.rules.recommended if key[2] else (),) * 2
            more = dict(self.options[options]) or None
            self._loaded[key] = self.rules.load(scenario, delegate=orders, options=more)
        return self._loaded[key]

    @property
    def looks(self) -> int:
        """Questions of watchers at which all was the same."""
        return sum(self.on.to_act.values())

    def report(self) -> str:
        """Return how the histories ended, and what was shown."""
        kinds = Counter(text.partition("(")[0].partition("[")[0][:60] for _, text in self.shown)
        lines = [
            f"{self.looks} questions alike, {self.on.uneven} after uneven words",
            f"changed: {dict(self.dealer.changed)}",
            f"ends: {dict(self.on.ends.most_common())}",
            f"shown: {len(self.shown)} {dict(kinds)}",
            *(f"{place}: {text:.700}" for place, text in self.shown[:12]),
        ]
        return "\n".join(lines)


def ends(name: str, seed: int, word: int, scenarios: tuple[str, ...] = ()) -> set[str]:
    """Play the pair of a moment; return how it ended. Nothing may be shown."""
    pairs = Pairs(name, scenarios=scenarios).again(seed, word)
    assert not pairs.shown, pairs.report()
    return {end.removeprefix("quiet, ") for end in pairs.on.ends}


def openings() -> list[Any]:
    """Return the records of two skirmishes before they begin."""
    opening = registry.ruleset("battle_rider").load("skirmish").table.opening
    return [opening.copy()[0] for _ in range(2)]


def event(kind: int, **columns: int) -> dict[str, int]:
    """Return an event."""
    return {"kind": kind, "side": 1, "actor": -1, "target": -1, "a": -1, "d": -1, **columns}


def main() -> None:
    """Play, and print."""
    import forms

    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset")
    parser.add_argument("--histories", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--words", type=int, default=30)
    parser.add_argument("--form", default="Form")
    parser.add_argument("--scenarios", nargs="*", default=())
    options = parser.parse_args()
    form = getattr(forms, options.form)
    pairs = Pairs(options.ruleset, form, options.words, tuple(options.scenarios))
    print(pairs.play(options.histories, options.first).report())


if __name__ == "__main__":
    main()
