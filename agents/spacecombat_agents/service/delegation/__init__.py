"""Kinds of decision, and standing orders that leave them to a captain."""
