"""The reference learner: sb3-contrib's MaskablePPO on self-play games."""
