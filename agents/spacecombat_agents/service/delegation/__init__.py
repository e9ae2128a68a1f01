"""Kinds of decision, and standing orders that delegate them to a captain."""
