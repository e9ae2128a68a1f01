"""Kuhn and Leduc poker, whose best play is known to the last digit: what learners are proved on.

betting  the rules that both share, as kernels
kuhn     one round, three cards
leduc    two rounds, six cards, one of them public
exact    how much a policy loses to the best answers to it
"""
