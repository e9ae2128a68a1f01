"""Players against each other: matches, what they prove, and how they are kept."""
