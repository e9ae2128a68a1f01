"""Two tables that play on: games that differ in what one seat, the watcher, may not know.

They have one luck. The watcher says the same at both; its enemy says the same where it can, and
else what it must, as often as it must. Whatever the watcher is given must be the same as long as it
is told the same: the first event that is told at one table alone is where the games are apart in
public, and what they were compared for. So all that is given is shown to follow from what the
watcher has said and been told: not from how often the enemy was asked, or about what.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np

from kit.tables import twin_of
from spacecombat_env.core.record import diff
from spacecombat_env.core.telling import PUBLIC
from spacecombat_env.env.table import Table

OPENLY = (
    r"craft\[\d+\]\.(active|extended|markers|facing)|tf\[\d+\]\.(emitting|thrust_side)"
    r"|spread\[\d+\]\.aim\[\d+\]|unit_of\[\d+\]\.facing"
)
"""Fields of a record that change in the open without a word in the log: Battle Rider's ships that
are seen fall silent, fold their arrays, take or lose damage markers, and show how they face as they
are found; the hexside that an enemy chose for a thrust is marked (BR-MOV-07); how many missiles are
for whom is declared (BR-MIS-20). By the sensor rules a unit that is tracked is seen to turn."""
OPENLY_ASKED = {
    "thrusts: which of two hexsides": r"tf\[\d+\]\.[qr]|order\[\d\]\.(low|high)",
    "which hexside does it face": r"craft\[\d+\]\.facings",
    "missiles meet a sandcaster": r"order\[\d\]\.high",
    "Launching: ": r"spread\[\d+\]\.v?[qr]",
}
"""The same by question: a force stands at the end of its thrust before the log tells it, and a new
spread where it was launched (BR-AMB-88); what was done openly bounds what a seat may answer."""
MOST_BEHIND = 150
"""Words that an enemy may say at one table while the watcher waits at the other."""
SAME = 0.8
"""Share of the enemy's words that are the same at both tables, where they can be."""


class Shown(AssertionError):
    """The watcher was given what it could not be without a secret."""


class Apart(Exception):
    """The tables are apart in public: why."""


class TablesOn:
    """Pairs of tables that play on, one pair after the other."""

    def __init__(self, words: int = 40) -> None:
        self.words = words
        self.ends: Counter[str] = Counter()
        self.looks = 0
        """How often both tables asked the watcher, and all that it was given was the same."""
        self.uneven = 0
        """How often the enemies had said not equally many words by then."""

    def history(self, table: Table, watcher: int, seed: int, given: Any) -> None:
        """Play on from a table's moment and a twin's; raises Shown. `given` tells what is compared."""
        self.lots = np.random.default_rng(seed)
        self.name, self.watcher = table.ruleset.seats[watcher], watcher
        game = table._game.imagined(watcher, seed)
        game.games.states["chance"] = table._game.games.states["chance"]
        self.tables = table, twin_of(table, game)
        for each in self.tables:  # what was told before is compared elsewhere
            for ear in each._ears.ears.values():
                if ear.reader != PUBLIC:
                    each._ears._news(ear)
        try:
            for _ in range(self.words):
                self._decide(given)
            self.ends["words"] += 1
        except Apart as reason:
            self.ends[str(reason)] += 1

    def _decide(self, given: Any) -> None:
        """Bring both tables to the watcher's next question, compare, let it answer."""
        for _ in range(MOST_BEHIND):
            asked = [table.asked for table in self.tables]
            if None in asked:
                self._compare_told()
                if asked != [None, None]:
                    raise Apart("over at one table")
                self._compare(given)
                raise Apart("over")
            if asked == [self.name, self.name]:
                break
            if self.name in asked:
                self._enemy_speaks([asked.index(next(name for name in asked if name != self.name))])
            else:
                self._enemy_speaks([0, 1])
        else:
            raise Apart("the enemy goes on")
        self._compare_told()
        self._compare(given)
        self._watcher_speaks()

    def _watcher_speaks(self) -> None:
        """Let the watcher say the same word at both tables."""
        words = self._legal(0)
        self._say([0, 1], int(words[self.lots.integers(len(words))]))

    def _enemy_speaks(self, which: list[int]) -> None:
        """Let the enemy say a word at one table or at both."""
        if len(which) == 2 and self.lots.random() < SAME:
            both = np.intersect1d(self._legal(0), self._legal(1))
            if len(both):
                return self._say(which, int(both[self.lots.integers(len(both))]))
        for table in which:
            words = self._legal(table)
            self._say([table], int(words[self.lots.integers(len(words))]))

    def _legal(self, which: int) -> np.ndarray:
        """The legal words at a table."""
        return self.tables[which]._game.mask.nonzero()[0]

    def _say(self, which: list[int], word: int) -> None:
        for each in which:
            table = self.tables[each]
            seat = table.asked
            assert seat is not None
            table.say(seat, table.counts[table.ruleset.seats.index(seat)], [word])

    def _compare_told(self) -> None:
        """What is told at both is the same, or the tables are apart in public."""
        mine, theirs = (table._ears.told(self.watcher) for table in self.tables)
        for one, other in zip(mine, theirs, strict=False):
            if one != other:
                raise Apart(f"told {one.kind}" if one.kind == other.kind else "told other things")
        if len(mine) != len(theirs):
            raise Apart("told more")

    def _compare(self, given: Any) -> None:
        """All that the watcher is given is the same."""
        mine, theirs = (given(table, self.watcher) for table in self.tables)
        differ = [what for what in mine if mine[what] != theirs.get(what)]
        if differ or mine.keys() != theirs.keys():
            self._explain()
            raise Shown(f"{differ}: {first_difference(mine[differ[0]], theirs[differ[0]])}")
        self.looks += 1
        counts = [table.counts[1 - self.watcher] for table in self.tables]
        self.uneven += counts[0] != counts[1]

    def _explain(self) -> None:
        """Raise Apart where all that the watcher sees otherwise is done openly and not told."""
        one, other = (table._game.out.seen for table in self.tables)
        lines = diff(one.states[0], other.states[0])
        dealt = has_forces(one) and stood(one) == stood(other)
        in_doubt = [line for line in lines if not (dealt and line.startswith("tf["))]
        question = self.tables[0].state(self.name).question
        asked = [place for part, place in OPENLY_ASKED.items() if part in question]
        openly = re.compile("|".join([OPENLY, *asked]))
        if lines and all(openly.fullmatch(line.partition(":")[0]) for line in in_doubt):
            raise Apart("seen, not told")


def has_forces(games: Any) -> bool:
    """Whether a rule set has task forces."""
    return "tf" in games.states.dtype.names


def are_dealt_otherwise(one: Any, other: Any) -> bool:
    """Whether the same task forces are seen in other slots."""
    if not has_forces(one) or stood(one) != stood(other):
        return False
    return bool((one.states[0]["tf"] != other.states[0]["tf"]).any())


def stood(games: Any) -> list[bytes]:
    """Return task forces, whatever slots they are in: those are drawn by lot (BR-AMB-88)."""
    return sorted(force.tobytes() for force in games.states[0]["tf"])


def first_difference(one: str, other: str, around: int = 200) -> tuple[str, str]:
    """Return two texts where they begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(at - around, 0) : at + around], other[max(at - around, 0) : at + around]


def difference_of(mine: list[str], theirs: list[str]) -> Any:
    """Return where two lists of messages begin to differ."""
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            return first_difference(one, other)
    return f"{len(mine)} messages and {len(theirs)}"
