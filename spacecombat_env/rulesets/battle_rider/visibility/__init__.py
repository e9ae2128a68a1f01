"""A seat's knowledge: redaction, the observation, and determinization."""
