"""Tactic studies: measure the value of a way to play, a fleet, a component or a decision."""
