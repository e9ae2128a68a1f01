"""Agents from outside the package: loading, time limits, one process for each seat."""
