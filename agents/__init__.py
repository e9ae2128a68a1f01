"""Players for the environments: random, scripted, learned and exported ones, and their training."""
