"""A table: one game with readers around it. It knows no network and no clock.

records    what a reader is given: `ReaderState`, `Offer`, `Lookahead`, `ReportedEvent`, `Utterance`, `RefusedError`
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

from spacecombat_env.env.table.autoplay import UNTIL, TableAgent
from spacecombat_env.env.table.plans import OrderPlan, plans
from spacecombat_env.env.table.readers import PUBLIC, UMPIRE
from spacecombat_env.env.table.records import (
    Lookahead,
    Offer,
    ReaderState,
    RefusedError,
    ReportedEvent,
    Utterance,
)
from spacecombat_env.env.table.table import Table

__all__ = [
    "PUBLIC",
    "UMPIRE",
    "UNTIL",
    "Lookahead",
    "Offer",
    "OrderPlan",
    "RefusedError",
    "Utterance",
    "TableAgent",
    "ReaderState",
    "Table",
    "ReportedEvent",
    "plans",
]
