"""Policies as plain steps: written, and computed with NumPy."""
