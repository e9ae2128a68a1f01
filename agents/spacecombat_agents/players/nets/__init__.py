"""Policy networks: configuration, architectures, and the interface that players use."""
