"""What there is: environments, scripted players, and how much of each rulebook is implemented."""
