"""Journeys of a war: fuel and ways (6.4), faster than light (6.5), landings."""
