"""Operands, indices, names and calls that the native language refuses (see refusals.py)."""

import pytest
from native.refusals import check_refusal, refusals_in

OPERANDS = """
`row` is a row, no number: use its items one by one
    return row * 2
`row` is a row, no number: use its items one by one
    if row:  # here
        return 1
    return 2
`GRID` is an array, no condition
    return 1 if GRID else a
`row` is a row, no number: use its items one by one
    return row == row
`(a, 1) < (2, 3)`: only tuples of as many integers compare, by == and !=: compare the items
    return (a, 1) < (2, 3)
`(a, 1) == (2, 3, 4)`: only tuples of as many integers compare
    return (a, 1) == (2, 3, 4)
only tuples of as many integers compare
    return (a, 0.5) == (2, 0.5)
`GRID` is an array: `in` needs a row, a table, a range or integers
    return a in GRID
`a` is a number: `in` needs a row, a table, a range or integers
    return 1 in a
`a / 2` is a float, not an integer: write int(...)
    return a & (a / 2)
negative exponent: divide, or write the exponent as a float
    return a**-1
"""
INDICES = """
tests_ship has no field `shield`
    return ship.shield
tests_ship has no field `shield`
    ship.shield = 1
`a` is a number: no fields
    return a.hull
`a` is a number: no elements
    return a[0]
`1.5` is a float, not an integer: write int(...)
    return row[1.5]
`len(row) / 2` is a float, not an integer: write int(...)
    return row[len(row) / 2]
negative index: count from the front, `x[len(x) - 1]`
    return row[-1]
negative index: count from the front
    return TABLE[-1] + a
negative index: count from the front
    return row[:-1]
negative index: count from the front
    return row[-2:]
a part needs a row and two indices without a step: write a loop
    return row[0:4:2]
a part needs a row and two indices without a step: write a loop
    return (1, 2, a)[0:2]
a part needs a row and two indices without a step: write a loop
    return matrix[0:1]
a part comes last: `m[i, low:high]`, or loop over the rows
    return GRID[:, a]
the tuple has only 2 items
    b = (a, 1)
    return b[2]  # here
the index of a tuple of different things must be constant: unpack it
    b = (a, 0.5)
    return b[a]  # here
"""
NAMES_AND_CONSTANTS = """
`ITEMS` is a dict, no constant of the language: use a number, an enum, a tuple
    return ITEMS[a]
`'red'` is a string: use a number, or a member of an enum
    return a == "red"
`NAMES` is a tuple, no constant of the language: use a number
    return NAMES[a]
`None` is None: use a number that stands for nothing
    b = None  # here
    return b
`unknown` is neither a variable of the function nor a name of its module: define it there, or pass it
    return a + unknown
`np` is a module: name one of its values
    return a + np
`Color` is a class: name one of its values
    return a in Color
`UNEQUAL` is a tuple, no constant of the language
    return UNEQUAL[0][a]
`RECORDS` is an array of records, no constant of the language
    return RECORDS[a].hull
`UNSIGNED` is an array of uint64, no constant of the language
    return UNSIGNED[a]
`EMPTY` is a tuple, no constant of the language
    return a in EMPTY
an empty tuple: leave it out
    b = ()  # here
    return b
`TOO_LARGE`: 18446744073709551616 does not fit in 64 bits with a sign
    return a + TOO_LARGE
9223372036854775808 does not fit in 64 bits with a sign
    return a & 0x8000000000000000
"""
CALLS = """
`sum` is not a function of the language: call a function of a module, or one of int
    return sum(x for x in range(a))
`helper`: arguments are given by place, not by name
    return helper(a=a)
`rule` is not a function of the language: call a function of a module, or one of int, bool
    return rule(a)
`print` is not a function of the language: call a function of a module
    print(a)
`row.sum` is not a function of the language: call a function of a module
    return row.sum()
`cached_rule` is not a function of the language: call a function of a module
    return cached_rule(a)
`np.abs` is not a function of the language: call a function of a module
    return np.abs(a)
`refused` calls itself: write a loop
    return refused(a - 1) if a else 0
`refused` calls itself: write a loop
    if ship.hull:
        refused(ship)  # here
`helper` is a function: call it, functions are not values
    b = helper  # here
    return b(a)
`max` is not a function of the language: call a function of a module
    max = a
    return max(a, 1)  # here
`round(0.5, 1)`: round takes one argument here
    return round(0.5, 1)
`min(a)`: min takes two or more arguments here
    return min(a)
`abs()`: abs takes one argument here
    return abs()
`len(a)`: a number has no length
    return len(a)
a chain of comparisons with a function that writes: assign first
    return 0 < writes(ship) < a
`procedure(ship)` returns nothing: call it on its own line
    b = procedure(ship)  # here
    return b
`procedure(ship)` returns nothing: call it on its own line
    return procedure(ship)
the shape of a result: assign the result first
    return result(ship).shape[0]
"""
TABLES = OPERANDS + INDICES + NAMES_AND_CONSTANTS + CALLS


@pytest.mark.parametrize(("message", "body"), refusals_in(TABLES))
def test_refused_with_place_reason_and_remedy(message, body, tmp_path):
    check_refusal(message, body, tmp_path)
