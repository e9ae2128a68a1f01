"""What the hunter likes and minds: what can be set of it, and the rest, one number each."""

from spacecombat_agents.scripted.parameters import number

DOCTRINES = {"hunter": 0}
PERCENT, TENTHS, HUNDREDTHS = 100.0, 10.0, 100.0
# fmt: off
PARAMETERS = (
    number("radar", 0, 200, {"hunter": 90},
           "what a radar scan counts for, in percent of its worth: it gives its ship away"),
    number("position", 0, 100, {"hunter": 50},
           "what a position is worth, in percent of a track"),
    number("contact", 0, 100, {"hunter": 35},
           "what a contact in a small area is worth, in percent of a track; less in a wide one"),
    number("sunny_row", 1, 60, {"hunter": 5},
           "row it likes to keep to; the sun is at row 1"),
    number("closing", 0, 200, {"hunter": 10},
           "how much it likes to come nearer, in hundredths a column"),
    number("glow", 0, 200, {"hunter": 10},
           "how much it minds the light of its drive, in tenths a G"),
    number("dodge", 0, 200, {"hunter": 15},
           "how much it wants to be elsewhere once an enemy scan has found it, in tenths a square"),
    number("whim", 0, 200, {"hunter": 30},
           "by how much its taste varies, in tenths: who moves by design is found by design"),
    number("cruise", 0, 20, {"hunter": 2},
           "squares per turn at which it shifts its place"),
    number("holding_range", 0, 60, {"hunter": 10},
           "squares within which it likes to keep what it tracks"),
    number("run", 1, 20, {"hunter": 4},
           "squares per turn at which it crosses, where it must"),
)
# fmt: on

TURNS_BACK = 4  # turns of scans that the record remembers
SPREAD = 3  # squares by which the belief widens each turn
FARTHEST = 35  # squares: a range from which nothing follows
CROWD = 0.15  # share of the belief that stays elsewhere when a contact or a track is told
SHOWN = (0.1, 0.35, 0.7, 0.92)  # how surely a unit shows, by how far its signal is above nothing
SUNWARD = 0.3  # how much it likes to keep to its row, per row
ROLLS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # of 36: 2D6 at most so much
