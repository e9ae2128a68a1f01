"""Games of the service: the manager, sessions, subscribers, message handling, authentication."""
