"""Bots of others: processes that speak the protocol, and games with them."""
