"""Scenario files: read, checked to the last value, and laid into rules and an opening position."""
