"""Studies of Battle Rider's fleets: balance, saturation, the worth of a component."""
