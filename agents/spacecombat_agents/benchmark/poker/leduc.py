"""Leduc poker: three ranks in two suits, an ante of one chip, two rounds of bets.

A public card is laid open between the rounds. Each has at most two raises: of two chips in the
first round, of four in the second (Southey and others, "Bayes' Bluff", 2005).
"""

from __future__ import annotations

from spacecombat_agents.benchmark.poker.shared import rules_of, ruleset

RULES = rules_of(ranks=3, suits=2, raises=2, ante=1, stakes=(2, 4))
CHIPS = int(RULES[0].most)
"""The most that a game can cost: a result of 1.0 is this many chips."""
VALUE = -0.0856
"""Chips a game that the first seat wins if both play best, to four digits."""
UNIFORM = 4.747222
"""Chips that best responses win of the policy that takes each legal action equally often."""
RULESET = ruleset("leduc", "Leduc poker", RULES)
