"""Everything outside the native language is refused with file, line, reason and remedy.

The docstring of each refused function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F821, F841
import functools
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from native.test_language import SHIPS, TABLE, Color
from native.test_memory import SHIP_DTYPE, SMALL_DTYPE

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import INT, Scalar, Span, Tuple

ITEMS = {1: 2}
NAMES = ("red", "blue")
UNEQUAL = ((1, 2), (3, 4, 5))
NOTHING = None
TOO_LARGE = 2**64
EMPTY = ()
GRID = np.zeros((2, 3), np.int8)
RECORDS = np.zeros(3, SHIP_DTYPE)


def outer():
    """Return a closure."""
    limit = 3

    def closure(a):
        """`closure` is a closure over `limit`: pass it as an argument"""
        return a + limit

    return closure


def helper(a):
    return a + 1


def writes(ship):
    ship.hull = 1
    return int(ship.hull)


def result(ship):
    ship.hull = 1
    return ship.cargo


def procedure(ship):
    ship.hull = 1


def with_default(a, b=1):
    """`with_default` has a default argument: pass every argument"""
    return a + b


def with_any(a, *more):
    """`with_any` takes any number of arguments as `more`: name each"""
    return a


def with_names(a, **more):
    """`with_names` takes any number of arguments as `more`: name each"""
    return a


def with_star(a, *, b):
    """`with_star` takes `b` in one way only: leave out `*` and `/`"""
    return a + b


def with_slash(a, b, /):
    """`with_slash` takes `a` in one way only: leave out `*` and `/`"""
    return a + b


def traced(function):
    @functools.wraps(function)
    def changed(*given):
        return function(*given) + 1

    return changed


@traced
def decorated(a):
    return a


twice = lambda a: a * 2  # noqa: E731


def comprehension(a):
    """`[x for x in range(a)]`: ListComp is not available: write a loop"""
    b = [x for x in range(a)]  # here  # noqa: C416
    return b


def generator(a):
    """`sum` is no function of the language: call a function of a module, or one of int"""
    return sum(x for x in range(a))  # here


def dictionary(a):
    """`{1: a}`: Dict is not available: use a table"""
    b = {1: a}  # here
    return b[1]


def global_dictionary(a):
    """`ITEMS` is a dict, no constant of the language: use a number, an enum, a tuple"""
    return ITEMS[a]  # here


def string(a):
    """`'red'` is a string: use a number, or a member of an enum"""
    return a == "red"  # here


def table_of_strings(a):
    """`NAMES` is a tuple, no constant of the language: use a number"""
    return NAMES[a]  # here


def format_string(a):
    """`f'{a}'`: JoinedStr is not available: text belongs to presentation"""
    b = f"{a}"  # here
    return b


def nothing(a):
    """`None` is None: use a number that stands for nothing"""
    b = None  # here
    return b


def is_nothing(a):
    """`a is None`: write =="""
    return a is None  # here


def is_not(a):
    """`a is not NOTHING`: write !="""
    return a is not NOTHING  # here


def list_of_numbers(a):
    """`[1, a]`: List is not available: use a tuple, or a row of a record"""
    return [1, a][0]  # here


def set_of_numbers(a):
    """`{1, 2}`: Set is not available: use a tuple"""
    return a in {1, 2}  # here


def tries(a):
    """Try is not available: return a number that says what happened"""
    try:  # here
        a += 1
    except ValueError:
        a = 0
    return a


def raises(a):
    """Raise is not available: return a number that says what happened"""
    if a > 1:
        raise ValueError  # here
    return a


def asserts(a):
    """Assert is not available: leave it to a test, or return a number"""
    assert a  # here
    return a


def defines_class(a):
    """ClassDef is not available: define it in the module"""

    class Thing:  # here
        pass

    return a


def defines_function(a):
    """FunctionDef is not available: define it in the module"""

    def inner(x):  # here
        return x

    return inner(a)


def uses_lambda(a):
    """`lambda x: x`: Lambda is not available: define it in the module"""
    b = lambda x: x  # here  # noqa: E731
    return b(a)


def imports(a):
    """Import is not available: import in the module"""
    import math  # here

    return math.floor(a)


def global_name(a):
    """Global is not available: return the value, or keep it in a record"""
    global COUNT  # here
    COUNT = a


def deletes(a):
    """Delete is not available: leave it out"""
    b = a
    del b  # here
    return a


def walrus(a):
    """`(b := (a + 1))`: NamedExpr is not available: assign on a line of its own"""
    if (b := a + 1) > 3:  # here
        return b
    return a


def starred_argument(a):
    """`*(a, 1)`: Starred is not available: write the items one by one"""
    return max(*(a, 1), 2)  # here


def starred_target(a):
    """Starred is not available: write the items one by one"""
    b, *c = a, 1  # here
    return b


def yields(a):
    """`(yield a)`: Yield is not available: fill a row"""
    yield a  # here


def context(a):
    """With is not available: return a number that says what happened"""
    with np.errstate():  # here
        return a


def while_else(a):
    """a loop has no `else`: use a flag"""
    while a > 3:
        a -= 1
    else:
        a = 7  # here
    return a


def for_else(a):
    """a loop has no `else`: use a flag"""
    for i in range(a):
        a -= i
    else:
        a = 7  # here
    return a


def keyword_argument(a):
    """`helper`: arguments are given by place, not by name"""
    return helper(a=a)  # here


def too_many_arguments(a):
    return helper(a, 1)


def unknown_function(a):
    """`rule` is no function of the language: call a function of a module, or one of int, bool"""
    return rule(a)  # here


def print_it(a):
    """`print` is no function of the language: call a function of a module"""
    print(a)  # here


def method(row):
    """`row.sum` is no function of the language: call a function of a module"""
    return row.sum()  # here


def cached(a):
    """`cached_rule` is no function of the language: call a function of a module"""
    return cached_rule(a)  # here


@functools.cache
def cached_rule(a):
    return a


def numpy_function(a):
    """`np.abs` is no function of the language: call a function of a module"""
    return np.abs(a)  # here


def recursion(a):
    """`recursion` calls itself: write a loop"""
    return recursion(a - 1) if a else 0  # here


def recursive_procedure(ship):
    """`recursive_procedure` calls itself: write a loop"""
    if ship.hull:
        recursive_procedure(ship)  # here


def function_as_value(a):
    """`helper` is a function: call it, functions are no values"""
    b = helper  # here
    return b(a)


def local_function(a):
    """`max` is no function of the language: call a function of a module"""
    max = a
    return max(a, 1)  # here


def round_places(a):
    """`round(0.5, 1)`: round takes one argument here"""
    return round(0.5, 1)  # here


def least_of_one(a):
    """`min(a)`: min takes two or more arguments here"""
    return min(a)  # here


def no_argument(a):
    """`abs()`: abs takes one argument here"""
    return abs()  # here


def length_of_number(a):
    """`len(a)`: a number has no length"""
    return len(a)  # here


def unknown_name(a):
    """`unknown` is no variable of the function and no name of its module: define it there, or pass it"""
    return a + unknown  # here


def module_as_value(a):
    """`np` is a module: name one of its values"""
    return a + np  # here


def class_as_value(a):
    """`Color` is a class: name one of its values"""
    return a in Color  # here


def unequal_table(a):
    """`UNEQUAL` is a tuple, no constant of the language"""
    return UNEQUAL[0][a]  # here


def table_of_records(a):
    """`RECORDS` is a ndarray, no constant of the language"""
    return RECORDS[a].hull  # here


def empty_table(a):
    """`EMPTY` is a tuple, no constant of the language"""
    return a in EMPTY  # here


def empty_tuple(a):
    """an empty tuple: leave it out"""
    b = ()  # here
    return b


def large_number(a):
    """`TOO_LARGE`: 18446744073709551616 does not fit in 64 bits with a sign"""
    return a + TOO_LARGE  # here


def large_literal(a):
    """9223372036854775808 does not fit in 64 bits with a sign"""
    return a & 0x8000000000000000  # here


def unknown_field(ship):
    """tests_ship has no field `shield`"""
    return ship.shield  # here


def store_to_unknown_field(ship):
    """tests_ship has no field `shield`"""
    ship.shield = 1  # here


def field_of_number(a):
    """`a` is a number: no fields"""
    return a.hull  # here


def element_of_number(a):
    """`a` is a number: no elements"""
    return a[0]  # here


def float_index(row):
    """`1.5` is a float, not an integer: write int(...)"""
    return row[1.5]  # here


def computed_float_index(row):
    """`len(row) / 2` is a float, not an integer: write int(...)"""
    return row[len(row) / 2]  # here


def float_in_bits(a):
    """`a / 2` is a float, not an integer: write int(...)"""
    return a & (a / 2)  # here


def float_in_range(a):
    """`a / 2` is a float, not an integer: write int(...)"""
    for _ in range(a / 2):  # here
        a += 1
    return a


def negative_index(row):
    """negative index: count from the front, `x[len(x) - 1]`"""
    return row[-1]  # here


def negative_index_of_table(a):
    """negative index: count from the front"""
    return TABLE[-1] + a  # here


def negative_part(row):
    """negative index: count from the front"""
    return row[:-1]  # here


def negative_start(row):
    """negative index: count from the front"""
    return row[-2:]  # here


def part_with_step(row):
    """a part needs a row and two indices without a step: write a loop"""
    return row[0:4:2]  # here


def part_of_tuple(a):
    """a part needs a row and two indices without a step: write a loop"""
    return (1, 2, a)[0:2]  # here


def part_of_matrix(matrix):
    """a part needs a row and two indices without a step: write a loop"""
    return matrix[0:1]  # here


def column(a):
    """a part comes last: `m[i, low:high]`, or loop over the rows"""
    return GRID[:, a]  # here


def tuple_too_short(a):
    """the tuple has only 2 items"""
    b = (a, 1)
    return b[2]  # here


def index_of_mixed_tuple(a):
    """the index of a tuple of different things must be constant: unpack it"""
    b = (a, 0.5)
    return b[a]  # here


def step_zero(a):
    """the step of a range must not be 0"""
    for _ in range(0, a, 0):  # here
        a += 1
    return a


def step_zero_in_variable(a):
    """the step of a range must not be 0"""
    b = range(0, a, 0)  # here
    return len(b)


def variable_step(a):
    """the step of a range must be a constant, not 0: write a while loop"""
    for _ in range(0, 9, a):  # here
        a += 1
    return a


def two_types(a, row):
    """`b` holds `int64_t` and `span1_int8_t`: use two names"""
    b = a
    b = row  # here
    return b


def widens_tuple(pair):  # here
    """`pair` holds `tuple_int64_t_int64_t` and `tuple_double_int64_t`: use two names"""
    if pair[0]:
        pair = (0.5, 1)
    return pair[1]


def two_records(ship, game):
    """`b` holds `tests_ship` and `tests_game`: use two names"""
    b = ship
    b = game  # here
    return b


def returns_different_types(a, row):
    """`returns_different_types` returns `int64_t` and `span1_int8_t`: return one type"""
    if a:
        return a
    return row  # here


def returns_sometimes(a):
    """`returns_sometimes` returns nothing and `int64_t`: return one type"""
    if a > 3:
        return
    return a  # here


def may_end(a):
    """`may_end` may end without a result: return a value on every way"""
    if a > 3:
        return 1
    if a < 2:  # here
        return 2


def may_end_after_loop(a):
    """`may_end_after_loop` may end without a result: return a value on every way"""
    while True:  # here
        if a > 3:
            break
        return 2


def never_typed(a):
    """`b` has no type yet"""
    return b + a  # here
    b = b + 1


def different_ways(a, row):
    """`row if a else a` is a row (`span1_int8_t`) or a number (`int64_t`): write if and else"""
    return row if a else a  # here


def different_rows(a, row, floats):
    """is a row (`span1_int8_t`) or a row (`span1_float`): write if and else"""
    return row if a else floats  # here


def constant_or_row(a, row):
    """is an array (`const_int8_t_3`) or a row (`span1_int8_t`): write if and else"""
    return GRID[0] if a else row  # here


def variable_of_rows(a, row, floats):
    """`b` holds `span1_int8_t` and `span1_float`: use two names"""
    b = row
    if a:
        b = floats  # here
    return b


def row_arithmetic(row):
    """`row` is a row, no number: use its items one by one"""
    return row * 2  # here


def row_as_condition(row):
    """`row` is a row, no number: use its items one by one"""
    if row:  # here
        return 1
    return 2


def constant_array_as_condition(a):
    """`GRID` is an array, no condition"""
    return 1 if GRID else a  # here


def row_comparison(row):
    """`row` is a row, no number: use its items one by one"""
    return row == row  # here


def tuple_order(a):
    """`(a, 1) < (2, 3)`: only tuples of as many integers compare, by == and !=: compare the items"""
    return (a, 1) < (2, 3)  # here


def tuple_lengths(a):
    """`(a, 1) == (2, 3, 4)`: only tuples of as many integers compare"""
    return (a, 1) == (2, 3, 4)  # here


def float_tuples(a):
    """only tuples of as many integers compare"""
    return (a, 0.5) == (2, 0.5)  # here


def chain_of_in(a):
    """`1 < a in (2, 3)`: `in` is no part of a chain: write `and`"""
    return 1 < a in (2, 3)  # here


def chain_that_writes(ship, a):
    """a chain of comparisons with a function that writes: assign first"""
    return 0 < writes(ship) < a  # here


def in_matrix(a):
    """`GRID` is an array: `in` needs a row, a table, a range or integers"""
    return a in GRID  # here


def in_number(a):
    """`a` is a number: `in` needs a row, a table, a range or integers"""
    return 1 in a  # here


def loop_over_mixed_tuple(a):
    """no loop over `(a, 0.5)`: only over a range, a row, a table or a tuple of integers"""
    for x in (a, 0.5):  # here
        a += x
    return a


def loop_over_matrix(matrix):
    """no loop over a matrix: loop over its indices"""
    for row in matrix:  # here
        row[0] = 1


def loop_over_number(a):
    """no loop over `a`: only over a range, a row, a table or a tuple of integers"""
    for _ in a:  # here
        a += 1


def unpacks_too_few(a):
    """3 targets for 2 items: name each item"""
    b, c, d = a, 1  # here
    return b


def unpacks_too_many(a):
    """1 targets for 2 items: name each item"""
    (b,) = (a, 1) if a else (1, a)  # here
    return b


def unpacks_number(a):
    """a number cannot be unpacked: assign a tuple, a row or a table"""
    b, c = a  # here
    return b


def writes_table(a):
    """`TABLE` does not change: keep it in a record or a row"""
    TABLE[0] = a  # here


def adds_to_table(a):
    """`GRID[0]` does not change: keep it in a record or a row"""
    GRID[0][1] += a  # here


def writes_named_tuple(a):
    """`cost` does not change: keep it in a record or a row"""
    cost = SHIPS[1]
    cost.hull = a  # here


def writes_tuple(a):
    """`b` does not change: keep it in a record or a row"""
    b = (a, 1)
    b[0] = 2  # here


def stores_row_in_number(ship, row):
    """`ship.hull` is a number (`int64_t`), and the value a row (`span1_int8_t`): assign a value of the same type, or item by item"""
    ship.hull = row  # here


def stores_floats(row):
    """`row[0:2]` is a row (`span1_int8_t`), and the value a tuple (`tuple_double_double`): assign a value of the same type"""
    row[0:2] = (0.5, 1.5)  # here


def stores_other_record(ship, game):
    """`ship.captain` is a record (`tests_ship_crew`), and the value a record (`tests_ship`): assign a value of the same type"""
    ship.captain = game.ships[0]  # here


def adds_to_row(ship):
    """`ship.cargo` is no number: change its items one by one"""
    ship.cargo += 1  # here


def adds_to_name_of_row(row):
    """`row` is no number: change its items one by one"""
    row += 1  # here


def matrix_product(a):
    """`a @ a`: this operator is not available"""
    return a @ a  # here


def negative_exponent(a):
    """negative exponent: divide, or write the exponent as a float"""
    return a**-1  # here


def no_value(ship):
    """`procedure(ship)` returns nothing: call it on its own line"""
    a = procedure(ship)  # here
    return a


def returns_no_value(ship):
    """`procedure(ship)` returns nothing: call it on its own line"""
    return procedure(ship)  # here


def shape_of_result(ship):
    """the shape of a result: assign the result first"""
    return result(ship).shape[0]  # here


def mixed_numbers_in_tuple(a):
    """tuples with different types of items: convert them with int(...) or float(...)"""
    b = (a, 0.5)
    b = (0.5, a)  # here
    return b


def called_from(a):
    """Dict is not available"""
    return dictionary(a)


REFUSED = [
    function
    for function in list(globals().values())
    if inspect.isfunction(function)
    and function.__module__ == __name__
    and "# here\n" in inspect.getsource(function).replace("  # noqa", "\n")
]
OTHERS = [outer(), with_default, with_any, with_names, with_star, with_slash]
KINDS = {
    "row": Span(Scalar("int8_t")),
    "pair": Tuple((INT, INT)),
    "floats": Span(Scalar("float")),
    "matrix": Span(Scalar("int8_t"), 2),
}


def message_of(function):
    """Return the message with which a function is refused."""
    program = Program("tests")
    kinds = {
        "ship": program.record(SHIP_DTYPE, "ship"),
        "game": program.record(SMALL_DTYPE, "game"),
    }
    names = inspect.signature(function).parameters
    with pytest.raises(LanguageError) as caught:
        program.entry("case", function, tuple({**kinds, **KINDS}.get(name, INT) for name in names))
        program.text()
    return str(caught.value)


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    place, reason = re.match(r"(.*?:\d+): (.*)", message_of(function), re.DOTALL).groups()
    assert function.__doc__ in reason
    lines, first = inspect.getsourcelines(function)
    marked = [
        first + n
        for n, line in enumerate(lines)
        if line.rstrip().endswith("# here") or "# here  #" in line
    ]
    if marked:
        assert place == f"{Path(__file__)}:{marked[0]}"
    else:
        assert place.startswith(f"{Path(__file__)}:")


@pytest.mark.parametrize("function", OTHERS, ids=lambda function: function.__name__)
def test_objections_to_the_head_name_its_line(function):
    message = message_of(function)
    assert message == f"{Path(__file__)}:{function.__code__.co_firstlineno}: {function.__doc__}"


def test_a_wrong_number_of_arguments_names_caller_and_callee():
    first, second = message_of(too_many_arguments).split("\n  called from ")
    assert (
        first
        == f"{Path(__file__)}:{helper.__code__.co_firstlineno}: helper takes 1 arguments, not 2"
    )
    assert second == f"{Path(__file__)}:{too_many_arguments.__code__.co_firstlineno + 1}"


def test_an_error_names_the_callers():
    first, second = message_of(called_from).split("\n  called from ")
    assert "Dict is not available: use a table" in first
    line = inspect.getsourcelines(called_from)[1] + 2
    assert second == f"{Path(__file__)}:{line}"


def test_a_decorator_that_changes_the_function_is_refused():
    assert "`decorated` has the decorator `traced`: only inlined" in message_of(decorated)


def test_a_lambda_is_refused():
    assert "`<lambda>` is no function of its own: write it with `def`" in message_of(twice)


def test_a_function_without_source_is_refused():
    names = {"__name__": "typed"}
    exec("def typed(a):\n    return a", names)  # noqa: S102
    with pytest.raises(LanguageError, match="typed has no source"):
        Program("tests").entry("case", names["typed"], (INT,))


def test_two_records_of_one_name_are_refused():
    program = Program("tests")
    program.record(SHIP_DTYPE, "ship")
    assert program.record(SHIP_DTYPE, "other").name == "tests_ship"
    with pytest.raises(ValueError, match="two records are called tests_ship"):
        program.record(SMALL_DTYPE, "ship")


def test_a_refused_function_leaves_the_program_usable():
    program = Program("tests")
    with pytest.raises(LanguageError):
        program.entry("refused", called_from, (INT,))
    program.entry("helper", helper, (INT,))
    assert [function.python for function in program.order] == [helper]
