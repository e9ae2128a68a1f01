"""Campaigns (chapter 6, with crews' training and experience of chapter 2): what is between battles.

Pure functions: they take records of state.py and dice (dice.py), and return new records and events.
No battle is played here. The rules of persons, travel and repair are the book's. It has no
strategic game: maps, missions and days are this project's, and their docstrings say so.
"""

from .dice import Dice, Purpose
from .state import Area, Base, CampaignEvent, Damage, EventKind, Fate, Hull, Person, SystemKind

__all__ = [
    "Area",
    "Base",
    "Damage",
    "Dice",
    "CampaignEvent",
    "EventKind",
    "Fate",
    "Hull",
    "Person",
    "Purpose",
    "SystemKind",
]
