"""Agents against each other: matches, tournaments and their statistics."""
