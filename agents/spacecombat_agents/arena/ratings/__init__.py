"""Ratings from the results of pairs: a Davidson model, and where results are not transitive."""
