"""The benchmark for learners."""
