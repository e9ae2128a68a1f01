"""The kit shared by all rule sets: it knows no game and imports nothing from the layers above."""
