"""Information states: redaction, the observation, and determinization."""
