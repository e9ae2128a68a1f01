"""Standing orders: the engine's choices for a seat that delegates."""
