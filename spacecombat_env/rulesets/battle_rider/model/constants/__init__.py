"""Names for every number of the rule set: sizes, categories, the turn, the log."""
