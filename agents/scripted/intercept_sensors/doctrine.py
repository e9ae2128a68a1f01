"""What the hunter likes and minds, one number each."""

TURNS_BACK = 4  # turns of scans that the record remembers
SPREAD = 3  # squares by which the belief widens each turn
FARTHEST = 35  # squares: a range from which nothing follows
CROWD = 0.15  # share of the belief that stays elsewhere when a contact or a track is told
SHOWN = (0.1, 0.35, 0.7, 0.92)  # how surely a unit shows, by how far its signal is above nothing
VALUE_OF_POSITION = 0.5  # against 1 for a track
VALUE_OF_CONTACT = 0.35  # in a small area; less in a wide one
RADAR_PRICE = 0.9  # a radar scan gives its ship away
SUNNY_ROW = 5  # row it likes to keep to
SUNWARD = 0.3  # how much, per row
CLOSING = 0.1  # how much it likes to come nearer, per column
GLOW = 1.0  # how much it minds the light of its drive, per G
DODGE = 1.5  # how much it wants to be elsewhere once an enemy scan has found it, per square of way
WHIM = 3.0  # by how much its taste varies: who moves by design is found by design
CRUISE = 2  # squares per turn at which it shifts its place
HOLDING_RANGE = 10  # squares within which it likes to keep what it tracks
RUN = 4  # squares per turn at which it crosses
ROLLS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)  # of 36: 2D6 at most so much
