"""Scripted captains: compiled players, one folder a rule set, that read what their seat may know.

A package `spacecombat_agents.scripted.<ruleset>` offers `DOCTRINES`, a dict from a doctrine's name
to its number, and a compiled `choose(visible, table, masks, doctrine, rows, actions)` that writes into
`actions[i]` a legal word for row `rows[i]` of redacted records and masks, from these alone and
without changing them. Where it says `NEEDS_RANDOM_BITS = True`, `choose` takes one more argument: int64 (n,), a
number drawn afresh for each `rows[i]`. Where it
offers `PARAMETERS`, what of its doctrines can be set (parameters.py), `doctrine` is an array of one
record: the doctrine's number and a field a parameter. It may offer `overlay(seat, visible, scenario)`:
what its captain believes, as lines of SVG for replays.

The player that asks a captain is `players/scripted.py`.
"""
