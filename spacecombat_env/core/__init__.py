"""The library shared by all rule sets. It knows no game and imports nothing from higher layers."""
