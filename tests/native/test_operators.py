"""Arithmetic and bits: Python's result is native's."""

from hypothesis import strategies as st
from native.building import Argument, language_tests
from native.number_kinds import (
    Count,
    Divisor,
    Factor,
    Flag,
    Float,
    FloatDivisor,
    Number,
    Shift,
    Small,
    Wide,
    WideDivisor,
)

from spacecombat_env.native.emit.types import FLOAT, INT


def arithmetic(a: Number, b: Number, c: Factor, d: Factor):
    return a + b, a - b, c * d


def divisions(a: Number, b: Divisor):
    return a // b, a % b, a / b


def raise_to(a: Small, b: Count):
    return a**b


def arithmetic_of_wide_numbers(a: Wide, b: Wide):
    return (a // 3) + (b // 5) - (a % 1000) * (b % 77)


def results_of_64_bits(a: Wide, b: Wide):
    return a + b, a - b, a * b, -a, ~a, abs(a), a < b, min(a, b)


def divisions_of_64_bits(a: Wide, b: WideDivisor, c: Small):
    rest, c = a, c // -1
    rest %= -1
    return a // b, a % b, a // -1, a % -1, rest, c


def masked_product(a: Factor):
    return ((a & 0xFFFFFFFF) ^ 0x9E3779B1) & 0xFFFFFFFF


def precedence(a: Small, b: Small, c: Small):
    return a - b - c + a * b // 7 - (a - (b - c)) * -2 - -a + 2**2**2


def negate(a: Number):
    return -a, +a, -(3 - -a), +(-a)


def float_arithmetic(a: Float, b: Float):
    return a + b, a - b, a * b, -a, +b


def float_divisions(a: Float, b: FloatDivisor):
    return a / b, a // b, a % b


def mixed_numbers(a: Small, b: Float, c: Flag):
    return a + b, b - a, a * b, c + b, c * 2.5, (a + 20) / 3


def mixed_floor(a: Small, b: FloatDivisor):
    return a // b, a % b, b // 3, b % -3


def float_powers(a: Argument(FLOAT, st.floats(0.1, 9)), b: Small):
    return a**b, 2**0.5, a**0.5


def bits(a: Wide, b: Wide):
    return a & b, a | b, a ^ b, ~a


def shifts(
    a: Argument(INT, st.integers(-(2**40), 2**40)),
    b: Shift,
    c: Wide,
    d: Argument(INT, st.integers(0, 63)),
):
    return a << b, c >> d, c << d


def bits_of_flags(a: Flag, b: Flag, c: Small):
    return a & b, a | b, a ^ b, ~a, a & c, c | b, (a & b) + 1, ~(a | b), a << 3


def flags_count(a: Flag, b: Flag, c: Small):
    return a + b, a - b, a * 5, -a, +a, (c > 0) + (c > 3) + (c > 5), a // True, int(a) + int(b)


def large_literals():
    return 2147483648, -2147483649, 0xFFFFFFFFFF, 9223372036854775807, -9223372036854775808


def large_literals_add(a: Small):
    return a + 4294967296 - 0x7FFFFFFFFFFFFF00


CASES, test_native_equals_python = language_tests(globals(), 80)
