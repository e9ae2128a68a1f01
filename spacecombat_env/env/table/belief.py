"""Where the enemies that a seat does not see may be: how many determinizations have one where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from spacecombat_env.env.table.offers import LOOKAHEAD_SEED

if TYPE_CHECKING:
    from spacecombat_env.env.table.table import Table

__all__ = ["NOTHING_BELIEVED", "Belief", "belief"]

DETERMINIZATIONS = 256


class Belief(NamedTuple):
    """How many determinizations have an enemy in a square, one mapping for each enemy."""

    determinizations: int
    enemies: tuple[dict[str, int], ...]


NOTHING_BELIEVED = Belief(0, ())


def belief(table: Table, seat: str) -> Belief:
    """Return where the enemies may be that a seat does not see; nothing if that is not offered.

    Raises RefusedError if another seat is to act.
    """
    table.visible(seat)
    find = table.ruleset.belief
    if find is None:
        return NOTHING_BELIEVED
    number, enemies = table.ruleset.seats.index(seat), dict[int, Counter[str]]()
    for n in range(DETERMINIZATIONS):
        game = table.determinization(seat, LOOKAHEAD_SEED + n)
        for enemy, square in find(game.games, 0, game.scenario, number):
            enemies.setdefault(enemy, Counter())[square] += 1
    counted = (dict(sorted(enemies[enemy].items())) for enemy in sorted(enemies))
    return Belief(DETERMINIZATIONS, tuple(counted))
