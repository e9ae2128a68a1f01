"""A table: one game with readers around it. It depends on no network and no clock.

records          data given to readers: `ReaderState`, `Offer`, `Lookahead`, `RefusedError`, ...
public_view      the information that all seats share
event_feed       events by reader, with each reader's own numbers
snapshots        when a reader gets new information, and its information in between
ending           how a game ended
offers           the legal actions, their meanings, and whether they can be taken back
odds_estimation  the odds of orders, from determinizations
readers          states and pictures for readers
odds_from        the odds of the orders that may follow a move
parsing          a sentence parsed action by action, or refused
autoplay         an agent that acts for a seat
plans            orders that bring a piece to a place
reach            where a piece can go, and at what cost
salvos           how many missiles of a launch get through and hit
belief           where the enemies may be that a seat does not see
resuming         a recorded game replayed at a table
table            the class `Table`
"""

from spacecombat_env.env.table.autoplay import (
    UNTIL,
    Period,
    SeatAgent,
    SeatObservation,
    TableAgent,
)
from spacecombat_env.env.table.belief import Belief, belief
from spacecombat_env.env.table.ending import DRAWN
from spacecombat_env.env.table.odds_from import OddsFrom, WeighedOrder, odds_from
from spacecombat_env.env.table.plans import OrderPlan, plans
from spacecombat_env.env.table.reach import Destination, Reach, reach
from spacecombat_env.env.table.readers import PUBLIC, UMPIRE
from spacecombat_env.env.table.records import (
    Lookahead,
    Offer,
    ReaderState,
    RefusedError,
    ReportedEvent,
    Utterance,
)
from spacecombat_env.env.table.salvos import SalvoEstimate, salvos
from spacecombat_env.env.table.table import Table

__all__ = [
    "DRAWN",
    "PUBLIC",
    "UMPIRE",
    "UNTIL",
    "Belief",
    "Destination",
    "Lookahead",
    "Offer",
    "OddsFrom",
    "OrderPlan",
    "Period",
    "Reach",
    "RefusedError",
    "Utterance",
    "TableAgent",
    "ReaderState",
    "SalvoEstimate",
    "SeatAgent",
    "SeatObservation",
    "Table",
    "ReportedEvent",
    "WeighedOrder",
    "belief",
    "odds_from",
    "plans",
    "reach",
    "salvos",
]
