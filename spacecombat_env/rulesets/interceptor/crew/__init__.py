"""Chapters CRW, OVL, FLT: people."""
