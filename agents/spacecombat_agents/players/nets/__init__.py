"""Policy networks: their configuration, their architectures, the interface of those that play."""
