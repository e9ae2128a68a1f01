"""Leduc poker: three ranks in two suits, an ante of one chip, a round of bets before a card is laid
open and one after it, at most two raises in each, of two chips and of four.

As in Southey and others, "Bayes' Bluff" (2005).
"""

from __future__ import annotations

from poker.shared import rules_of, ruleset

RULES = rules_of(ranks=3, suits=2, raises=2, ante=1, stakes=(2, 4))
CHIPS = int(RULES[0].most)
"""The most that a game can cost: a result of 1.0 is this many chips."""
VALUE = -0.0856
"""Chips a game that the first seat wins where both play best, to four digits."""
UNIFORM = 4.747222
"""Chips that the best answers win of the policy that says each legal action as often."""
RULESET = ruleset("leduc", "Leduc poker", RULES)
