"""The compiler: how rules become machine code, and where that is cached."""
