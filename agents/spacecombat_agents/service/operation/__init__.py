"""The operator's view of the service: events and counts."""
