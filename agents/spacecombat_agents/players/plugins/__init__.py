"""Third-party agents: loading, time limits, one process per seat."""
