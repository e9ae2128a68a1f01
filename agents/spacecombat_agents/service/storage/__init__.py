"""Storage of the service: games in SQLite, hashes of keys, files readable only by their owner."""
