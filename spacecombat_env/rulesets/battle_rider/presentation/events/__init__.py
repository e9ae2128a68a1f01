"""What each room has to tell: its events as sentences, and what their columns hold."""
