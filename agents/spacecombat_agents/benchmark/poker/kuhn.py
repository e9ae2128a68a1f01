"""Kuhn poker: three cards, an ante of one chip, one round with one bet of one chip.

The first seat loses a chip in eighteen games if both play best. All equilibria are known
(Kuhn 1950): the first seat bets the lowest card a third as often as the highest.
"""

from __future__ import annotations

from spacecombat_agents.benchmark.poker.shared import rules_of, ruleset

RULES = rules_of(ranks=3, suits=1, raises=1, ante=1, stakes=(1,))
CHIPS = int(RULES[0].most)
"""The most that a game can cost: a result of 1.0 is this many chips."""
VALUE = -1.0 / 18.0
"""Chips a game that the first seat wins if both play best."""
UNIFORM = 11.0 / 12.0
"""Chips that best responses win of the policy that takes each legal action equally often."""
RULESET = ruleset("kuhn", "Kuhn poker", RULES)
