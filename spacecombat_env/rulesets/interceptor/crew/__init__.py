"""Chapters CRW, OVL, FLT: crews."""
