"""Chapter CMB: who fires when, and what comes of it."""
