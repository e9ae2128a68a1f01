"""Movement by plots, and the set-up."""
