"""Pictures: the map, its pieces, and the status panels."""
