"""The parts of a game: records and their fields, layouts, grids, random streams, decisions."""
