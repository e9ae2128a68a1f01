"""Constants of the players' preferences: a few are settings, the rest are fixed."""

from spacecombat_agents.scripted.parameters import OFF, ON, number, switch

__all__ = [
    "CROWD",
    "DOCTRINES",
    "FARTHEST",
    "PARAMETERS",
    "ROLLS",
    "SHOWN",
    "SPREAD",
    "SUNWARD",
    "TURNS_BACK",
]

DOCTRINES = {"hunter": 0, "lurker": 1}
PERCENT, TENTHS, HUNDREDTHS = 100.0, 10.0, 100.0
# fmt: off
PARAMETERS = (
    number("radar", 0, 200, {"hunter": 90, "lurker": 90},
           "what a radar scan counts for, in percent of its worth: it gives its ship away"),
    number("position", 0, 100, {"hunter": 50, "lurker": 50},
           "what a position is worth, in percent of a track"),
    number("contact", 0, 100, {"hunter": 35, "lurker": 35},
           "what a contact in a small area is worth, in percent of a track; less in a wide one"),
    number("sunny_row", 1, 60, {"hunter": 5, "lurker": 5},
           "row it likes to keep to; the sun is at row 1"),
    number("closing", 0, 200, {"hunter": 10, "lurker": 10},
           "how much it likes to come nearer, in hundredths a column"),
    number("glow", 0, 200, {"hunter": 10, "lurker": 10},
           "how much it minds the light of its drive, in tenths a G"),
    number("dodge", 0, 200, {"hunter": 15, "lurker": 15},
           "how strongly it moves elsewhere once an enemy scan has found it, in tenths a square"),
    number("whim", 0, 200, {"hunter": 30, "lurker": 30},
           "by how much its taste varies, in tenths: who moves by design is found by design"),
    number("cruise", 0, 20, {"hunter": 2, "lurker": 2},
           "squares per turn at which it shifts its place"),
    number("holding_range", 0, 60, {"hunter": 10, "lurker": 10},
           "squares within which it likes to keep what it tracks"),
    number("run", 1, 20, {"hunter": 4, "lurker": 4},
           "squares per turn at which it crosses, where it must"),
    number("patience", 0, 100, {"hunter": 0, "lurker": 20},
           "worth of a scan below which it makes none, in percent of a track"),
    switch("dark", {"hunter": OFF, "lurker": ON},
           "drifts on batteries while nothing has found it"),
)
# fmt: on

TURNS_BACK = 4  # Turns of scans that the record holds.
SPREAD = 3  # Squares by which the belief widens each turn.
FARTHEST = 35  # Squares: a range from which nothing follows.
CROWD = 0.15  # Share of the belief that stays elsewhere after a contact or a lost track.
SHOWN = (0.1, 0.35, 0.7, 0.92)  # How surely a unit shows, by how far its signal is above nothing.
SUNWARD = 0.3  # Preference for keeping to its row, per row.
ROLLS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # Of 36: 2D6 rolls of at most this.
