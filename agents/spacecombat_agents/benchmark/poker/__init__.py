"""Kuhn and Leduc poker, whose best play is known: learners are tested on them.

betting  the rules of both, as kernels
tables   the same rules for batches, by a table of all positions
kuhn     one round, three cards
leduc    two rounds, six cards, one of them public
exact    how much a policy loses to its best responses
"""
