"""Chapters MOV, FAC, AST, LND: vectors, facing, gravity, orbits, landing."""
