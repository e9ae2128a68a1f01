"""The man of the third scenario whom both sides want: errands of ships, and how to meet him."""
