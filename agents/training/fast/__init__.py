"""The fast learner: one pass over what surprised, regularised, both seats, its average at play."""
