"""Chapters HPT, MSL, DEF: missiles and the defence against them."""
