"""Play in a terminal: `spacecombat play`.

local_game     a table with people and built-in players, saved to and resumed from a file
pending_order  the order in progress, applied as a whole
shell          reads lines, prints texts
"""
