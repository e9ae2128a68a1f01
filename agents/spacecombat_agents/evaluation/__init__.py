"""Evaluation from the command line: matches, levels of opponent files, exploitability."""
