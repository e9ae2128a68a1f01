"""One folder per rule set; `spacecombat_env.registry` finds them by listing this package."""
