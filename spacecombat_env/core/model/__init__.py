"""What a game is made of: records and their fields, layouts, grids, random streams, decisions."""
