"""Chapter ABN: special cases."""
