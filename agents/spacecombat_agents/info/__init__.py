"""Lists of environments and scripted players, and the coverage of each rulebook."""
