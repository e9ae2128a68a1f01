"""Chapter SCN: pools, prices, buying, and the set-up."""
