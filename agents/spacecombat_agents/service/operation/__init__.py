"""What the operator of the service sees: events and counts."""
