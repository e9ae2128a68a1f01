"""Collect experience: self-play games, the opponent pool, linked decisions, worker threads."""
