"""Standing orders: the decisions that the engine makes for a seat that delegates."""
