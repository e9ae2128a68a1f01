"""What a learner reads out of a watcher's whole transcript at a table, times left out.

    python tests/leaks/overhearing.py --games 2000 [--only dummies]

Games are played quietly to the first turn; there a secret of the enemy is drawn again, evenly, so
that nothing in play goes with it, and both sides go on quietly for some turns. The transcript is
every message that the watcher gets at the table: which, in which order, how long, what is said in
each, in which words, and where among them each piece is mentioned. It ends with the last whole turn
before the first event that dice make of what the enemy hides (kit/allowed.py), or that shows the
secret by the rules (`Case.shown_by`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from kit.allowed import allowed
from kit.tables import as_json, seated
from pairs import QUIET
from reading import Questions, Score, TooFew, score

from spacecombat_env import registry
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import ReaderState, Table
from spacecombat_env.rulesets.battle_rider.model import ForceStatus

MOST, TURNS, HASHED = 600, 4, 96
NEXT = ("choose_force", "choose_craft")
"""Questions of which piece is next."""
SHOWS_NOTHING = {"round", "initiative", "seen"}
"""Events of kit/allowed.py that show no secret of CASES.

Seen: a look shows tonnage, streamlining, class, the printed weapons, and damage (IN-LOS-02, 04), to
both sides (IN-AMB-148). It shows neither skill nor loads, nor that nobody works a gun that is whole.
A Sensor pod shows by a look from farther away (IN-LOS-03), so `loads` leaves pods alone.
"""
Draw = Callable[[Game, int, np.random.Generator], Any]
"""draw(game, watcher, rng) draws a secret again and returns it: a number, or one by piece."""


class Case(NamedTuple):
    """A secret, and where it is drawn."""

    secret: str
    ruleset: str
    scenario: str
    draw: Draw
    options: Mapping[str, Any] = {}  # noqa: RUF012
    delegated: bool = True
    """Whether the recommended orders stand on both sides, as they do by default; else none do."""
    shown_by: tuple[str, ...] = ()
    """Kinds of events that show the secret, besides those that dice make."""

    def __str__(self) -> str:
        """A name for a list of tests."""
        return f"{self.secret}-{self.scenario}{'' if self.delegated else '-undelegated'}"


# --- secrets -------------------------------------------------------------------------------------


def pieces(game: Game, name: str, watcher: int) -> Any:
    """Return the enemy's half of some pieces."""
    found = game.games.states[0][name]
    each = len(found) // 2
    return found[(1 - watcher) * each :][:each]


def dummies(game: Game, watcher: int, rng: np.random.Generator) -> dict[str, int]:
    """Which task forces are dummies, by the names under which the watcher knows them."""
    determinization = game.determinize(watcher, int(rng.integers(2**40)))
    determinization.games.states["chance"] = game.games.states["chance"]
    game.games.raw[:] = determinization.games.raw
    forces = pieces(game, "tf", watcher)
    shown = forces[forces["status"] == ForceStatus.ON_MAP]
    return {f"eTF-{force['contact'] + 1}": int(force["strength"] == 0) for force in shown}


def missiles(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether there are missiles left."""
    left = int(rng.integers(2))
    pieces(game, "craft", watcher)["missiles"] *= left
    return left


def skill(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether fighters are flown and fired well."""
    good = int(rng.integers(2))
    crew = pieces(game, "crew", watcher)
    there = crew["craft"] >= 0
    for name in ("piloting", "gunnery"):
        crew[name][there] = 8 if good else 2
    return good


def loads(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether any missile hangs in the racks."""
    left = int(rng.integers(2))
    pieces(game, "rack", watcher)["load"] *= left
    return left


def guns(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether guns are manned."""
    left = int(rng.integers(2))
    if not left:
        craft = pieces(game, "craft", watcher)
        craft["out"][craft["klass"] > 0] = (1 << 15) - 1
    return left


def crews(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether crews are tired: their tasks are harder."""
    tired = int(rng.integers(2))
    pieces(game, "craft", watcher)["fatigue"] = 2 * tired
    return tired


def stores(game: Game, watcher: int, rng: np.random.Generator) -> int:
    """Whether ships have thrust left."""
    left = int(rng.integers(2))
    units = pieces(game, "unit_of", watcher)
    units["burns"][units["burns"] > 0] *= left
    return left


GUNS_SHOWN = ("fire", "tail")
"""A pursuer on a tail has a working weapon (IN-SEQ-07)."""
LOADS_SHOWN = ("launch", "laid", "decoy", "tail")

CASES = (
    Case("dummies", "battle_rider", "skirmish", dummies),
    Case("dummies", "battle_rider", "skirmish", dummies, delegated=False),
    Case("missiles", "battle_rider", "skirmish", missiles),
    Case("missiles", "battle_rider", "duel", missiles),
    Case("crews", "battle_rider", "skirmish", crews, {"surprise": True}),
    Case("skill", "interceptor", "pair", skill),
    Case("loads", "interceptor", "pair", loads, shown_by=LOADS_SHOWN),
    Case("guns", "interceptor", "pair", guns, shown_by=GUNS_SHOWN),
    Case("guns", "interceptor", "duel", guns, shown_by=GUNS_SHOWN),
    Case("stores", "intercept_sensors", "duel", stores),
)


# --- games ---------------------------------------------------------------------------------------


class Overheard:
    """A game that is played quietly at a table, and the watcher's messages in it."""

    shown_by: set[str]
    """Kinds of events that end the transcript."""

    def __init__(self, case: Case, game: Game, watcher: int, rng: np.random.Generator) -> None:
        self.case, self.watcher, self.rng = case, watcher, rng
        names, dice = allowed(case.ruleset).names, allowed(case.ruleset).dice
        by_dice = {names(kind).name.lower() for kind in dice}
        self.shown_by = by_dice - SHOWS_NOTHING | set(case.shown_by)
        self.secret = case.draw(game, watcher, rng)
        game.refresh()
        self.table: Table = seated(game)
        self.name = self.table.ruleset.seats[watcher]
        self.messages: list[ReaderState] = []
        self.told = len(self.table.state(self.name).events)

    def play(self) -> Overheard:
        """Play some turns, or until the secret may be shown."""
        table, last = self.table, self.table.turn + TURNS
        turn, whole = table.turn, 0
        for _ in range(MOST):
            seat = table.to_act
            if seat is None or (seat == self.name and (table.turn >= last or self._is_told())):
                break  # at a question of the watcher's: how often the enemy is asked ends nothing
            if table.turn > turn:
                turn, whole = table.turn, len(self.messages)
            word = quiet_word(table._game, self.case.ruleset, self.rng)
            before = table.moments(self.name)
            table.say(seat, table.counts[table.ruleset.seats.index(seat)], [word])
            self.messages += table.snapshots(self.name, before)
            if table.to_act == self.name:
                self.messages.append(table.state(self.name))
        if self._is_told():
            self.messages = self.messages[:whole]  # of whole turns before: who acts ends the last
        return self

    def _is_told(self) -> bool:
        """Whether an event may have shown the secret."""
        events = self.messages[-1].events if self.messages else ()
        return any(event.kind in self.shown_by for event in events[self.told :])

    def pieces_of(self) -> Iterator[list[tuple[str, float]]]:
        """Yield what each message says: names of features, with their weights."""
        told = self.told
        for n, message in enumerate(self.messages):
            kind = message.decision_name or "now"
            new = message.events[told:]
            told = len(message.events)
            size = len(as_json(message))
            found = [(f"kind {kind}", 1.0), (f"asked {message.to_act}", 1.0), ("size", size / 1e4)]
            found += [("told", len(new)), (f"told with {kind}", len(new)), ("messages", 1.0)]
            found += [(f"first {kind} {n}", 1.0), (f"events {event_kinds(new)}", 1.0)]
            for place, event in enumerate(new):
                found += [(f"event {event.kind}", 1.0), (f"{event.kind} with {kind}", 1.0)]
                found += [(f"word {word}", 1.0) for word in re.findall(r"[A-Za-z]+", event.text)]
                for name in set(re.findall(r"eTF-\d+", event.text)):
                    own = (event.kind, f"with {kind}", f"at {place}", f"of {len(new)}")
                    found += [(f"{name}: {each}", 1.0) for each in own]
            yield found

    def columns(self, name: str = "") -> np.ndarray:
        """Return the transcript as numbers; of a piece, what is reported of it first."""
        row, own = np.zeros(HASHED * 4, np.float32), np.zeros(HASHED, np.float32)
        for found in self.pieces_of():
            for feature, weight in found:
                if name and feature.startswith(f"{name}: "):
                    own[place_of(feature[len(name) :], HASHED)] += weight
                row[place_of(feature, len(row))] += weight
        return np.concatenate([own, row])


def event_kinds(events: Any) -> str:
    """Return the kinds of events of a message, in their order."""
    return " ".join(event.kind for event in events)[:80]


def place_of(feature: str, many: int) -> int:
    """Return the column of a feature."""
    return zlib.crc32(feature.encode()) % many


def quiet_word(game: Game, name: str, rng: np.random.Generator) -> int:
    """Return a word by which the seat to act keeps quiet, else the first, or one by lot.

    By lot which of its pieces is next: who always begins with the same one tells by that which of
    them sail by themselves, whose rounds are drawn.
    """
    word = QUIET[name](game.games.states[0], game.mask)
    if word >= 0 and game.mask[word]:
        return int(word)
    words = game.mask.nonzero()[0]
    asked = registry.ruleset(name).decision_name(game.games, 0)
    is_drawn = asked in NEXT or not int(game.games.states["turn"][0])
    return int(rng.choice(words)) if is_drawn else int(words[0])


def begun(case: Case, seed: int) -> tuple[Game, int] | None:
    """Return a game at its watcher's first question of turn 1, and the watcher."""
    rules = registry.ruleset(case.ruleset)
    game, rng = Game(rules, opened(case)), np.random.default_rng(seed)
    game.start(seed)
    for _ in range(MOST):
        if game.seat < 0:
            return None
        if int(game.games.states["turn"][0]) >= 1 and game.seat == seed % 2:
            return game, game.seat
        game.step(quiet_word(game, case.ruleset, rng))
    return None


def opened(case: Case, kept: dict[str, Any] = {}) -> Any:  # noqa: B006
    """Return the scenario of a case."""
    mark = f"{case.ruleset} {case.scenario} {json.dumps(dict(case.options))} {case.delegated}"
    if mark not in kept:
        rules = registry.ruleset(case.ruleset)
        orders = (rules.recommended if case.delegated else (),) * 2
        more = dict(case.options) or None
        kept[mark] = rules.load(case.scenario, delegate=orders, options=more)
    return kept[mark]


def overheard(case: Case, games: int, first: int = 0) -> Questions:
    """Play this many games; return the secret in each, or of each piece in each."""
    rows: list[tuple[int, np.ndarray, int, int]] = []
    for seed in range(first, first + games):
        found = begun(case, seed)
        if found is None:
            continue
        game = Overheard(case, *found, np.random.default_rng(seed)).play()
        secret = game.secret if isinstance(game.secret, dict) else {"": game.secret}
        rows += [(seed, game.columns(name), answer, len(secret)) for name, answer in secret.items()]
    seeds, columns, answers, public = zip(*rows, strict=True)
    return Questions(
        np.array(seeds), np.array(columns), np.array(answers), np.array(public)[:, None]
    )


def scored(case: Case, games: int) -> Score:
    """Return how well the secret is read; raises TooFew."""
    return score(overheard(case, games))


def line_of(case: Case, games: int) -> str:
    """Return how well the secret of a case is read, or that games are too few for it."""
    try:
        found = scored(case, games)
    except TooFew as reason:
        return f"not known: {reason}"
    return f"{found} {found.learner} {'TELLS' if found.tells else ''}".rstrip()


def main() -> None:
    """Print a line for each secret."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    options = parser.parse_args()
    for case in CASES:
        if options.only in str(case):
            print(case, line_of(case, options.games), flush=True)


if __name__ == "__main__":
    main()
