"""Opponents of the service: those that can be chosen, and bots at a seat."""
