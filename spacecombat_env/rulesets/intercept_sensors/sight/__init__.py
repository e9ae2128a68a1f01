"""What a seat knows: redaction, the observation, and games imagined from them."""
