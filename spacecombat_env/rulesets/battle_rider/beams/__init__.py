"""Chapters FIR and SCR: beams, locks, overpowering, sand and screens."""
