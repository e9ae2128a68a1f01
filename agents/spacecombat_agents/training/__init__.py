"""Training of opponents by honest self-play; needs the extra `train` (torch, sb3-contrib)."""
