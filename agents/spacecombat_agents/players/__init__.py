"""Players: their interface, the built-in ones, and third-party bots in worker processes."""
