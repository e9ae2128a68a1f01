"""Chapters HPT, MSL, DEF: missiles and what meets them."""
