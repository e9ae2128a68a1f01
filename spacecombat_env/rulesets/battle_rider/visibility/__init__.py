"""What a seat knows: redaction, the observation, and games determinized from them."""
