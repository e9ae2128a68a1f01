"""Self-play training of opponents; needs the extra `train` (torch, sb3-contrib)."""
