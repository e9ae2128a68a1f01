"""Playing in a terminal: `spacecombat play`.

hosting  a table with people and built-in players at it, kept in a file and gone on from
order    the order under way: nothing of it is said before its last word
shell    lines in, words out
"""
