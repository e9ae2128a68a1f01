"""A table: one game with readers around it. It knows no network and no clock.

records    what a reader is given: `State`, `Offer`, `Ahead`, `Told`, `Said`, `Refused`
public     what all seats know of a position
listening  what has happened, as each reader is told it, in a count of its own
moments    when a reader is told something, and what it knows in between
ending     how a game ended
offers     the words that may be said, what they mean, whether they can be taken back
reading    what the readers may know, and see
saying     a sentence heard word by word, or refused
letting    an agent speaks for a seat
planning   orders that bring a piece to a place
seating    the `Table`
"""

from spacecombat_env.env.table.letting import UNTIL, Speaker
from spacecombat_env.env.table.planning import Plan, plans
from spacecombat_env.env.table.reading import PUBLIC, UMPIRE
from spacecombat_env.env.table.records import Ahead, Offer, Refused, Said, State, Told
from spacecombat_env.env.table.seating import Table

__all__ = [
    "PUBLIC",
    "UMPIRE",
    "UNTIL",
    "Ahead",
    "Offer",
    "Plan",
    "Refused",
    "Said",
    "Speaker",
    "State",
    "Table",
    "Told",
    "plans",
]
