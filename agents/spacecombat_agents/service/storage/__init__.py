"""What the service stores: games in SQLite, hashes of keys, files for the owner alone."""
