"""Chapter CMB: the moments of fire, and its results."""
