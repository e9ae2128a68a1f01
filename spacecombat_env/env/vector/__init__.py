"""Many games at once: batches, vector environments, and the threads that run them."""
