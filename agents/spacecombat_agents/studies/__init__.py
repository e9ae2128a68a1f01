"""Tactic studies: what a way to play, a fleet, a component or one decision is worth, measured."""
