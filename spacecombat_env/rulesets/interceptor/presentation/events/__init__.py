"""Sentences of the log, a file a part of the book; columns are told in model/constants/log.py."""
