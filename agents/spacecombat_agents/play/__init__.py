"""Playing in a terminal: `spacecombat play`.

local_game     a table with people and built-in players, kept in a file and gone on from
pending_order  the order under way: nothing of it is said before its last word
shell          lines in, texts out
"""
