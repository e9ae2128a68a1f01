"""Names for every number of the rule set: sizes, kinds, the turn, the log."""
