"""The fast learner: both seats, live inputs alone, a regularised loss; its average plays."""
