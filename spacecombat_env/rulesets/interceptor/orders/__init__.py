"""Standing orders: what the engine answers for a seat that delegates."""
