"""Chapters CMB, LOS, DIR: direct fire."""
