"""Scores of known players in every shipped scenario: measured once, kept, and written as a page."""
