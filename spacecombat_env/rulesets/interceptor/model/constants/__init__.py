"""Names for every number of the game: what there is, what may be asked, what the log tells."""
