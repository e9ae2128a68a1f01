"""Scripted captains: compiled players, one folder per rule set, that read redacted records only.

A package `spacecombat_agents.scripted.<ruleset>` offers `DOCTRINES`, a dict from a doctrine's name
to its number, and a compiled `choose(visible, table, masks, doctrine, rows, actions)`. The function
writes a legal action for row `rows[i]` of the redacted records and masks into `actions[i]`; it
reads these alone and does not change them.

Optional names:

`NEEDS_RANDOM_BITS = True`: `choose` takes one more argument, int64 (n,), with a fresh random number
for each `rows[i]`.

`PARAMETERS`: the parameters of its doctrines (parameters.py). `doctrine` is then an array of one
record: the doctrine's number and one field per parameter.

`overlay(seat, visible, scenario)`: what the captain believes, as lines of SVG for replays.

The player that calls a captain is `players/scripted.py`.
"""
