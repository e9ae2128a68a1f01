"""Cups: many players in many pairs of games, kept game by game, and what they show.

plan       what the file of a cup says
opening    its settings and players, opened; what they are, so that no other takes their place
seeds      the luck of pairs and players
schedule   the units of work, in their order
rows       a game as it is kept
units      a unit, played: a pure function
store      SQLite, written by one process alone
standing   who is suspended, who is decided: a pure function of the rows
workers    who plays units: this process, or others
running    a cup from wherever it stands to its end
figures    what the rows show, as numbers
page       the same as a page
"""
