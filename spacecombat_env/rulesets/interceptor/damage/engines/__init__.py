"""Chapters IDE, MAS, PSH: plant, engines, mass and steering."""
