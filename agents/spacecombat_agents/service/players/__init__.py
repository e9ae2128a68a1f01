"""Opponents of the service: the available players, and bots at a seat."""
