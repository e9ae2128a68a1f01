"""The commands of `spacecombat`, and what they do and print."""
