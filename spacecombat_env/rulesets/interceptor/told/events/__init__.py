"""Sentences of the log, a file a part of the book; columns are told in pieces/constants/log.py."""
