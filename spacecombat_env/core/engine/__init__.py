"""The compiler: it turns rules into machine code and caches it."""
