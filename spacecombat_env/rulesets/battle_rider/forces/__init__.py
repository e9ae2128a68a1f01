"""Chapters TF, SEQ, BRD: task forces, operation rounds, boarding."""
