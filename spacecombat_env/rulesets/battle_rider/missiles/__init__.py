"""Chapters LCH, MIS, DEF, SIM: launching, flight, attack, defence."""
