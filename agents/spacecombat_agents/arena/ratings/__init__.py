"""Ratings from the results of pairs: a Davidson model, and tests for cycles."""
