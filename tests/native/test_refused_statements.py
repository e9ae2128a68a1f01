"""Statements, types and arrays that the native language refuses (see refusals.py)."""

import pytest
from native.refusals import check_refusal, refusals_in

SYNTAX = """
`[x for x in range(a)]`: ListComp is not available: write a loop
    b = [x for x in range(a)]  # here
    return b
`{1: a}`: Dict is not available: use a table
    b = {1: a}  # here
    return b[1]
`f'{a}'`: JoinedStr is not available: text belongs to presentation
    b = f"{a}"  # here
    return b
`a is None`: write ==
    return a is None
`a is not NOTHING`: write !=
    return a is not NOTHING
`[1, a]`: List is not available: use a tuple, or a row of a record
    return [1, a][0]
`{1, 2}`: Set is not available: use a tuple
    return a in {1, 2}
Try is not available: return a number that says what happened
    try:  # here
        a += 1
    except ValueError:
        a = 0
    return a
Raise is not available: return a number that says what happened
    if a > 1:
        raise ValueError  # here
    return a
Assert is not available: leave it to a test, or return a number
    assert a  # here
    return a
ClassDef is not available: define it in the module
    class Thing:  # here
        pass
    return a
FunctionDef is not available: define it in the module
    def inner(x):  # here
        return x
    return inner(a)
`lambda x: x`: Lambda is not available: define it in the module
    b = lambda x: x  # here
    return b(a)
Import is not available: import in the module
    import math  # here
    return math.floor(a)
Global is not available: return the value, or keep it in a record
    global COUNT  # here
    COUNT = a
Delete is not available: leave it out
    b = a
    del b  # here
    return a
`(b := (a + 1))`: NamedExpr is not available: assign on a line of its own
    if (b := a + 1) > 3:  # here
        return b
    return a
`*(a, 1)`: Starred is not available: write the items one by one
    return max(*(a, 1), 2)
Starred is not available: write the items one by one
    b, *c = a, 1  # here
    return b
`(yield a)`: Yield is not available: fill a row
    yield a
With is not available: return a number that says what happened
    with np.errstate():  # here
        return a
a loop has no `else`: use a flag
    while a > 3:
        a -= 1
    else:
        a = 7  # here
    return a
a loop has no `else`: use a flag
    for i in range(a):
        a -= i
    else:
        a = 7  # here
    return a
`a @ a`: this operator is not available
    return a @ a
`1 < a in (2, 3)`: `in` is not part of a chain: write `and`
    return 1 < a in (2, 3)
"""
LOOPS_AND_ASSIGNMENTS = """
the step of a range must not be 0
    for _ in range(0, a, 0):  # here
        a += 1
    return a
the step of a range must not be 0
    b = range(0, a, 0)  # here
    return len(b)
the step of a range must be a constant, not 0: write a while loop
    for _ in range(0, 9, a):  # here
        a += 1
    return a
`a / 2` is a float, not an integer: write int(...)
    for _ in range(a / 2):  # here
        a += 1
    return a
no loop over `(a, 0.5)`: only over a range, a row, a table or a tuple of integers
    for x in (a, 0.5):  # here
        a += x
    return a
no loop over a matrix: loop over its indices
    for line in matrix:  # here
        line[0] = 1
no loop over `a`: only over a range, a row, a table or a tuple of integers
    for _ in a:  # here
        a += 1
3 targets for 2 items: name each item
    b, c, d = a, 1  # here
    return b
1 targets for 2 items: name each item
    (b,) = (a, 1) if a else (1, a)  # here
    return b
a number cannot be unpacked: assign a tuple, a row or a table
    b, c = a  # here
    return b
`TABLE` does not change: keep it in a record or a row
    TABLE[0] = a
`GRID[0]` does not change: keep it in a record or a row
    GRID[0][1] += a
`cost` does not change: keep it in a record or a row
    cost = SHIPS[1]
    cost.hull = a  # here
`b` does not change: keep it in a record or a row
    b = (a, 1)
    b[0] = 2  # here
`ship.hull` is a number (`int64_t`), and the value a row (`span1_int8_t`): assign a value of the same type, or item by item
    ship.hull = row
`row[0:2]` is a row (`span1_int8_t`), and the value a tuple (`tuple_double_double`): assign a value of the same type
    row[0:2] = (0.5, 1.5)
`ship.captain` is a record (`tests_ship_crew`), and the value a record (`tests_ship`): assign a value of the same type
    ship.captain = game.ships[0]
`ship.cargo` is not a number: change its items one by one
    ship.cargo += 1
`row` is not a number: change its items one by one
    row += 1
"""
TYPES = """
`b` holds `int64_t` and `span1_int8_t`: use two names
    b = a
    b = row  # here
    return b
`pair` holds `tuple_int64_t_int64_t` and `tuple_double_int64_t`: use two names
    if pair[0]:
        pair = (0.5, 1)
    return pair[1]
`b` holds `tests_ship` and `tests_game`: use two names
    b = ship
    b = game  # here
    return b
`refused` returns `int64_t` and `span1_int8_t`: return one type
    if a:
        return a
    return row  # here
`refused` returns nothing and `int64_t`: return one type
    if a > 3:
        return
    return a  # here
`refused` may end without a result: return a value on every way
    if a > 3:
        return 1
    if a < 2:  # here
        return 2
`refused` may end without a result: return a value on every way
    while True:  # here
        if a > 3:
            break
        return 2
`b` has no type yet
    return b + a  # here
    b = b + 1
`row if a else a` is a row (`span1_int8_t`) or a number (`int64_t`): write if and else
    return row if a else a
is a row (`span1_int8_t`) or a row (`span1_float`): write if and else
    return row if a else floats
is an array (`const_int8_t_3`) or a row (`span1_int8_t`): write if and else
    return GRID[0] if a else row
`b` holds `span1_int8_t` and `span1_float`: use two names
    b = row
    if a:
        b = floats  # here
    return b
tuples with different types of items: convert them with int(...) or float(...)
    b = (a, 0.5)
    b = (0.5, a)  # here
    return b
"""
OWN_ARRAYS = """
no new array inside a loop: make it before
    for n in range(a):
        own = np.zeros(3, np.int64)  # here
        own[0] = n
the array `own` ends with the function: let the caller make it
    own = np.zeros(a, np.int64)
    return own  # here
the array `own` ends with the function
    own = np.zeros(a, NOTE)
    return own[0]  # here
the array `own` ends with the function
    own = np.zeros(a, np.int64)
    return own[1:], a  # here
a new array takes a shape and a dtype, by place
    own = np.zeros(a, dtype=np.int64)  # here
    return own[0]
a new array has one or two dimensions
    own = np.zeros((a, 2, 2), np.int64)  # here
    return own[0, 0, 0]
the dtype of a new array must be a constant
    own = np.zeros(a, a)  # here
    return own[0]
uint64 is not a type of the language: use int8, int16
    own = np.zeros(a, np.uint64)  # here
    return own[0]
`np.zeros` is not a function of the language
    return len(np.zeros(a, np.int64))
"""
TABLES = SYNTAX + LOOPS_AND_ASSIGNMENTS + TYPES + OWN_ARRAYS


@pytest.mark.parametrize(("message", "body"), refusals_in(TABLES))
def test_refused_with_place_reason_and_remedy(message, body, tmp_path):
    check_refusal(message, body, tmp_path)
