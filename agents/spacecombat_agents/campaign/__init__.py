"""Campaigns of Interceptor: commanders, the journal, matches, pages and commands."""
