"""Benchmarks of the engine, the environments and the learners' loops."""
