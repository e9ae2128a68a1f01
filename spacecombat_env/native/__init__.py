"""The native engine: rules as machine code, built from their Python source."""
