"""Sentences of the log, a file per part of the book; model/constants/log.py lists the columns."""
