"""Records, rows, tables and the order of evaluation of the native language."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native.building import (
    HAS_COMPILER,
    Argument,
    Library,
    cases_of,
    matrices,
    records,
    rows,
)

from spacecombat_env.core.model.record import record
from spacecombat_env.native.emit.types import BOOL, INT, Tuple

pytestmark = pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")

CREW_DTYPE = record([("age", np.int8), ("skill", np.int16)])
SHIP_DTYPE = record(
    [
        ("hull", np.int64),
        ("speed", np.int32),
        ("crew", CREW_DTYPE, (2,)),
        ("cargo", np.int8, (4,)),
        ("captain", CREW_DTYPE),
    ]
)
NUMBERS_DTYPE = record(
    [
        ("a", np.int8),
        ("b", np.int16),
        ("c", np.int32),
        ("d", np.int64),
        ("e", np.uint8),
        ("f", np.uint16),
        ("g", np.uint32),
        ("h", np.uint64),
        ("row", np.int16, (5,)),
        ("grid", np.int8, (3, 4)),
        ("NULL", np.int8),
        ("class_", np.int8),
        ("new", np.int8),
        ("int8_t", np.int8),
        ("at1_", np.int8),
        ("EOF", np.int8, (2,)),
    ]
)
SMALL_DTYPE = record([("turn", np.int16), ("ships", SHIP_DTYPE, (2,)), ("order", np.int8, (6,))])
LARGE_DTYPE = record([("turn", np.int32), ("ships", SHIP_DTYPE, (5,)), ("order", np.int16, (9,))])

SMALL = st.integers(-9, 9)
Small = Argument(INT, SMALL)
Flag = Argument(BOOL, st.booleans())
Ship = records("ship", SHIP_DTYPE, hull=SMALL, speed=SMALL)
Numbers = records(
    "numbers", NUMBERS_DTYPE, a=SMALL, b=SMALL, c=SMALL, d=SMALL, h=st.integers(0, 2**62)
)
SmallGame = records("small", SMALL_DTYPE, turn=SMALL)
LargeGame = records("large", LARGE_DTYPE, turn=SMALL)
Slot = Argument(INT, st.integers(0, 1))
Slot3 = Argument(INT, st.integers(0, 2))
Slot4 = Argument(INT, st.integers(0, 3))
Bytes = rows("int8_t", st.integers(-128, 127), 4, 8)
Unsigned = rows("uint8_t", st.integers(0, 255), 4, 8)
Longs = rows("int64_t", st.integers(-(2**40), 2**40), 4, 8)
Floats = rows("float", st.floats(-100, 100, width=32), 4, 8)
Doubles = rows("double", st.floats(-100, 100), 4, 8)
Matrix = matrices("int8_t", st.integers(-128, 127), 4)
FloatMatrix = matrices("float", st.floats(-9, 9, width=32), 4)
Pair = Argument(Tuple((INT, INT)), st.tuples(SMALL, SMALL))
TABLE = np.array([[1, -2, 3, 4], [5, 6, -7, 8]], np.int16)
WEIGHTS = np.array([0.5, -1.25, 3.0], np.float32)
FOUR = (9, -8, 7, -6)


# --- fields ---------------------------------------------------------------------------------------


def read_fields(r: Numbers):
    return (
        int(r.a) + 1,
        int(r.b),
        int(r.c),
        int(r.d),
        int(r.e) - 300,
        ~int(r.f),
        -int(r.g),
        int(r.h) + 1,
    )


def compare_fields(r: Numbers, a: Small):
    return r.a < a, r.b == a, r.e > a, a in r.row, r.a == r.b, r.f >= r.e, not r.c, r.d and a


def write_fields(r: Numbers, a: Small):
    r.a = a
    r.b = a * 1000
    r.c = a * 200_000_000
    r.d = a * 2**58
    r.e = a + 9
    r.f = a + 65_000
    r.g = a + 4_294_967_200
    r.h = a + 2**62
    r.row[a % 5] = -a


def fields_change(r: Numbers, a: Small):
    r.a += 1
    r.b -= a
    r.c *= a
    r.d //= 3
    r.d %= 4
    r.e //= 2
    r.f >>= 3
    r.g &= 0xFFFF
    r.h |= 5
    r.row[1] ^= 3
    r.row[2] //= 7
    r.grid[1, 2] //= 2
    r.grid[2][3] //= 3


def flags_are_stored(r: Numbers, a: Small, b: Flag):
    r.a = a > 3
    r.b = b
    r.c = a and b
    r.d = not r.a
    r.row[0] = b or a
    return r.a == 1, not r.b, r.c + 1, bool(r.d)


def floats_are_cut(r: Numbers, a: Argument(INT, st.integers(-50, 50))):
    r.a = a / 2
    r.row[3] = a * 0.3
    r.row[0:2] = 1.9


def names_of_cpp(r: Numbers):
    r.NULL, r.class_, r.new, r.int8_t = 1, 2, 3, 4
    r.at1_ = 5
    r.EOF[0] = r.NULL + r.class_ * 2 + r.new * 3
    return r.at1_, r.int8_t


def field_of_result(r: Ship, a: Small):
    best(r).age = a
    best(r).skill += 0
    crew_of(r)[1].age = a + 1
    return int(best(r).skill), int(best(r).age) + a


def best(r):
    return r.crew[0] if r.crew[0].skill > r.crew[1].skill else r.crew[1]


def crew_of(r):
    return r.crew


# --- records by reference -------------------------------------------------------------------------


def aliases(r: Ship, a: Small, i: Slot):
    crew = r.crew[i]
    other = r.crew[i]
    crew.age = a
    other.skill = int(crew.age) + 1
    crew = r.captain
    crew.age = 3
    return other.age, r.crew[i].skill


def alias_in_loop(r: Ship):
    oldest = r.crew[0]
    for crew in r.crew:
        crew.skill //= 2
        if crew.age > oldest.age:
            oldest = crew
    oldest.age = 0
    return oldest


def copies(r: Ship, i: Slot):
    r.captain = r.crew[i]
    r.crew[1 - i] = r.captain
    r.captain.age = 1
    r.crew[0] = r.crew[0]


def records_exchange_as_views(r: Ship):
    r.crew[0], r.crew[1] = r.crew[1], r.crew[0]


def numbers_exchange(r: Ship, i: Slot4, j: Slot4):
    r.cargo[i], r.cargo[j] = r.cargo[j], r.cargo[i]
    r.hull, r.cargo[0] = int(r.cargo[0]), int(r.hull)
    i, r.cargo[i] = j, 7
    r.captain.age, (r.captain.skill, r.hull) = 1, (2, 3)


def copy_of_records(a: Ship, b: Ship):
    a.crew = b.crew
    a.captain = b.crew[1]
    return a.crew


def whole_copy(a: SmallGame, b: Ship, i: Slot):
    a.ships[i] = b
    a.ships[i].hull = 1
    return a.ships[i]


def returned_record(a: SmallGame, i: Slot):
    return a.ships[i].captain


def returned_parameter(a: Ship):
    return a


def record_chosen(a: Ship, b: Ship, first: Flag):
    chosen = a if first else b
    chosen.hull = 5
    (b if first else a).speed = 6
    return chosen


def records_in_tuple(a: Ship, b: Small):
    crew, captain, number = both(a, b)
    crew.age = 1
    captain.age = 2
    both(a, 1)[0].skill = number
    return number


def both(a, b):
    return a.crew[1], a.captain, b + 1


def capacities(a: SmallGame, b: LargeGame, i: Slot):
    return hulls(a), hulls(b), hull_at(a, i), hull_at(b, i + 3), int(a.turn) + int(b.turn)


def hulls(game):
    total = 0
    for ship in game.ships:
        total += int(ship.hull) % 1000
        ship.hull = 0
    game.turn = total % 100
    return total + len(game.ships) * 1000 + len(game.order)


def hull_at(game, i):
    return int(game.ships[i].speed)


def row_of_some_length(a: SmallGame, b: Ship, i: Slot):
    row = a.order if i else b.cargo
    row[0] = 3
    return row


def named_row(a: SmallGame):
    order = a.order
    order[1] = order[0]
    order = order[2:5]
    order[0] = 1
    return order


# --- rows -----------------------------------------------------------------------------------------


def elements(a: Bytes, b: Longs, i: Slot4):
    b[i] = int(a[i]) * 3
    a[3] = a[i]
    a[i] //= 2
    return a[0] > a[1], int(a[i]) + int(b[i]), b[2]


def float_elements(a: Floats, b: Doubles, i: Slot4, c: Small):
    a[i] = float(b[i]) / 3
    b[i] = float(a[i]) * 0.1
    a[0] = c
    a[1] += 0.5
    b[1] += 0.1
    a[2] *= 3
    return float(a[i]) + 0.1, b[i], a[1] < b[1], c * float(a[3])


def same_function_for_rows(a: Bytes, b: Floats, c: Ship):
    double_first(a)
    double_first(b)
    double_first(c.cargo)
    return total(a), total(b), total(c.cargo), total(FOUR), total((1, 2, 3))


def double_first(row):
    row[0] = row[0] // 2
    row[len(row) - 1] = 1


def total(row):
    found = int(row[0]) * 0
    for x in row:
        found += int(x)
    return int(found)


def returned_row(a: Bytes):
    return a


def returned_part(a: Bytes, i: Slot, j: Slot4):
    return a[i:j]


def returned_rest(a: Bytes, i: Slot4):
    return a[i:]


def parts(a: Bytes, i: Slot, j: Slot4):
    row = a[:j]
    rest = a[1:][i:]
    return len(row), len(rest), len(a[i:j]), len(a[j:j]), len(a[3:1]), rest[0], len(a[:])


def filled(a: Bytes, b: Floats, c: Ship, d: Small, i: Slot, j: Slot4):
    a[i:j] = d
    a[3:] = d > 0
    b[:2] = d
    b[j:] = 0.1
    c.cargo[:] = d
    c.cargo[i : i + 2] = 1


def whole_fields_are_filled(r: Numbers, a: Small):
    r.row = a
    r.grid = a + 1
    r.grid[1] = a - 1
    r.grid[2, 1:3] = 9
    r.EOF = 1


def copied(a: Bytes, b: Unsigned, c: Floats, d: Ship, r: Numbers, i: Slot):
    d.cargo = a[0:4]
    a[i : i + 2] = a[i + 1 : i + 3]
    a[1:4] = a[0:3]
    a[:2] = (i, -i)
    c[:4] = FOUR
    c[2:4] = a[0:2]
    r.grid[i] = d.cargo
    r.grid[2] = TABLE[i]
    r.row[1:5] = r.row[0:4]
    r.row[0:2] = b[0:2]
    d.cargo[:] = FOUR


def copied_whole(r: Numbers, a: Bytes):
    r.grid[0] = r.grid[1]
    r.grid[1:3] = r.grid[0:2]
    grid = r.grid
    grid[0, 0] = 5
    row = grid[2]
    row[1] = a[0]
    return row


def matrices_are_rows(m: Matrix, f: FloatMatrix, i: Slot4):
    row = m[len(m) - 1]
    row[i] = 5
    m[0, 1] = 3
    m[0][2] //= 2
    f[0, 1] = 0.3
    return len(m), len(m[0]), m.shape[1], m.shape[0], f.shape[0] * 10, total(m[0]), total(f[0])


def unpacked(a: Bytes, r: Ship, m: Numbers):
    a[1], a[0] = a[0:2]
    r.cargo[3], r.cargo[2], x, r.cargo[0] = r.cargo
    first, second = r.crew
    r.captain, first.age = r.crew[1], 3
    top, middle, bottom = m.grid
    middle[0] = top[1]
    (b, c), d = a[2:4], int(a[0])
    return x, second.age, middle[0], bottom[3], b, c, d


def shifted(a: Bytes, r: Ship):
    return total(without_first(a)), total(without_first(r.cargo)), total(FOUR)


def without_first(row):
    row = row[1:]
    row[0] = 5
    return row


def shapes(r: Numbers, a: Bytes, b: Ship):
    rows, columns = r.grid.shape
    return rows, columns, len(r.grid), len(r.grid[0]), a.shape[0], TABLE.shape[1], len(b.crew)


def constant_rows(i: Slot, j: Slot4, a: Bytes):
    row = TABLE[i]
    a[0:2] = row[1:3]
    return total(TABLE[1 - i]), row[j], float(WEIGHTS[i]) + 0.5, total(row[1:]), int(row[j]) in FOUR


def loop_over_parts(a: Bytes, m: Numbers):
    found = 0
    for x in a[1:3]:
        found = found * 3 + int(x)
    for row in m.grid:
        row[0] = 1
        for x in row[1:]:
            found += int(x)
    return found


def pairs_are_passed(a: Pair, b: Ship):
    return add_pair(a, b), add_pair((a[1], b.hull), b)


def add_pair(pair, ship):
    ship.hull = pair[0]
    x, y = pair
    return x - y, ship.hull + y


# --- order of evaluation --------------------------------------------------------------------------


def bump(a):
    """Change the record and return what it was worth."""
    a.hull = (int(a.hull) * 3 + 7) % 50
    return int(a.hull)


def tick(a):
    """Change the first of a row, and return a small index."""
    a[0] = (int(a[0]) + 1) % 4
    return int(a[0])


def order_of_operands(a: Ship):
    first = a.hull + bump(a)
    second = bump(a) - a.hull
    third = bump(a) * 2 + a.hull * 100 - bump(a)
    return first, second, third, bump(a) < bump(a), a.hull == bump(a), bump(a) // (1 + bump(a) % 5)


def order_of_arguments(a: Ship):
    return (
        three(bump(a), a.hull, bump(a)),
        three(a.hull, bump(a), a.hull),
        min(bump(a), a.hull, bump(a)),
    )


def three(x, y, z):
    return x + 100 * y + 10_000 * z


def order_of_changes(a: Ship):
    a.hull += bump(a)
    a.hull -= bump(a) // 3
    a.hull //= 1 + bump(a) % 3
    a.hull %= 20 + bump(a)
    a.hull = a.hull + bump(a) - a.hull
    a.hull %= 50
    a.cargo[tick(a.cargo)] = tick(a.cargo)
    a.cargo[tick(a.cargo)] += tick(a.cargo)
    a.cargo[tick(a.cargo)] = a.cargo[tick(a.cargo)]


def repeated_targets(a: Ship, i: Slot4):
    a.cargo = FOUR
    a.cargo[i] += a.cargo[i]
    a.cargo[a.cargo[2] % 4] -= a.cargo[a.cargo[2] % 4] // 2 + a.cargo[2]
    a.crew[i // 2].age = 5
    a.crew[i // 2].age *= a.crew[i // 2].age - a.crew[i // 2].age // 2


def order_of_tuples(a: Ship):
    x, y, z = a.hull, bump(a), a.hull
    b = (bump(a), a.hull, bump(a))
    c, d = bump(a), int(a.hull)
    return x, y, z, b, c, d, (bump(a), 0.5, a.hull)


def order_of_conditions(a: Ship):
    if a.hull == bump(a) or bump(a) > 25 and bump(a) < 40 or a.hull > 10:
        a.speed = 1
    x = bump(a) if bump(a) > 20 else a.hull
    y = bump(a) % 2 and bump(a) or a.hull
    return x, y, bump(a) in (a.hull, bump(a)), bump(a) in range(a.hull, bump(a)), not bump(a)


def order_of_parts(a: Bytes):
    row = a[tick(a) : tick(a)]
    other = a[tick(a) :]
    a[tick(a) : 4] = tick(a)
    return len(row), len(other), a[tick(a)] in a[: tick(a)]


def order_of_copies(a: Ship, b: Bytes):
    a.cargo[tick(a.cargo) : 4] = b[tick(a.cargo) : 4] if False else tick(a.cargo)
    a.crew[tick(a.cargo) // 2] = a.crew[tick(a.cargo) // 2]
    a.cargo[a.cargo[0] % 4 : 4] = tick(a.cargo)
    a.cargo[a.cargo[0] % 2 : a.cargo[0] % 2 + 2] = two_of(a.cargo)
    a.crew[tick(a.cargo) // 2].age = tick(a.cargo)


def two_of(row):
    at = tick(row) // 2
    return row[at : at + 2]


def order_of_several_targets(a: Ship):
    a.hull = a.speed = bump(a)
    a.cargo[0] = a.cargo[a.cargo[0]] = 2
    x = a.hull = bump(a) + a.hull
    return x


def order_of_lengths(a: Ship):
    x = len(changed(a).cargo)
    y = a.hull + len(changed(a).cargo) + a.hull
    return x, y


def changed(a):
    bump(a)
    return a


def limits_of_loops(a: Ship, b: Bytes):
    found = 0
    for i in range(bump(a) % 3, bump(a) % 7, 2):
        found += i + bump(a)
    for x in changed(a).cargo:
        found += int(x) * bump(a)
        a.cargo[3] = 1
    while bump(a) % 5 and found < 100:
        found += 1 + abs(bump(a))
    return found


def unused_calls(a: Ship, b: Bytes):
    bump(a)
    changed(a)
    changed(a).hull + 1
    tick(b) + bump(a)
    bump(a) if b[0] else tick(b)
    (bump(a), tick(b))


def wide_variables(r: Numbers, row: Bytes):
    """NumPy would keep the width of the fields."""
    a, b, e, g, first = r.a, r.b, r.e, r.g, row[0]
    for x in row:
        first = x
    return (
        a * 1000,
        b * 100_000,
        -e,
        ~g,
        (e - 256) * 2**40,
        r.f * r.f * r.f,
        a << 40,
        first * 2**50,
        -r.h,
    )


def is_wide(r, row):
    a, b, e, g, x = (int(number) for number in (r.a, r.b, r.e, r.g, row[-1]))
    f, h = int(r.f), int(r.h)
    return a * 1000, b * 100_000, -e, ~g, (e - 256) * 2**40, f**3, a << 40, x * 2**50, -h


CASES = cases_of(globals())


@pytest.fixture(scope="module")
def library():
    return Library(CASES)


@settings(max_examples=20, deadline=None, database=None)
@given(Numbers.values, Bytes.values)
def test_numbers_of_fields_have_64_bits(library, numbers, row):
    made = library.call(wide_variables, [numbers, row])
    assert tuple(getattr(made, f"item{n}") for n in range(9)) == is_wide(numbers[0], row)


@pytest.mark.filterwarnings("ignore:.*overflow encountered:RuntimeWarning")
@pytest.mark.parametrize(
    "case", [case for case in CASES if case is not wide_variables], ids=lambda case: case.__name__
)
def test_native_equals_python(library, case):
    kinds = case.__annotations__.values()

    @settings(max_examples=40, deadline=None, database=None)
    @given(st.tuples(*(kind.values for kind in kinds)))
    def compare(values):
        library.compare(case, list(values))

    compare()
