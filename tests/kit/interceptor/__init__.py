"""Positions of the fighter rules, set up by hand."""
