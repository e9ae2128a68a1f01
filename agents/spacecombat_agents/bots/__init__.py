"""Third-party bots: processes that speak the protocol, and games with them."""
