"""Fields of records: Python's result is native's."""

from hypothesis import given, settings
from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.record_kinds import Bytes, Flag, Numbers, Ship, Small

from spacecombat_env.native.emit.types import INT


def read_fields(r: Numbers):
    return (int(r.a) + 1, int(r.b), int(r.c), int(r.d), int(r.e) - 300, ~int(r.f), -int(r.g))


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
    )


def is_wide(r, row):
    a, b, e, g, x = (int(number) for number in (r.a, r.b, r.e, r.g, row[-1]))
    f = int(r.f)
    return a * 1000, b * 100_000, -e, ~g, (e - 256) * 2**40, f**3, a << 40, x * 2**50


CASES, test_native_equals_python = language_tests(globals(), 40, (wide_variables,))


@settings(max_examples=20, deadline=None, database=None)
@given(Numbers.values, Bytes.values)
def test_numbers_of_fields_have_64_bits(library, numbers, row):
    made = library.call(wide_variables, [numbers, row])
    assert tuple(getattr(made, f"item{n}") for n in range(8)) == is_wide(numbers[0], row)
