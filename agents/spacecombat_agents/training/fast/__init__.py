"""The fast learner: trains on both seats and live inputs, with a regularised loss."""
