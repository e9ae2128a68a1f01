"""Energy Points: what a plant gives, and how a ship allots them."""
