"""Damage to large ships: boxes that take several hits, cargo bays, magazines."""
