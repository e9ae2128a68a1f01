"""Kinds of arguments of cases: numbers, pairs, ranges and rows of numbers."""

from hypothesis import strategies as st
from native.building import Argument, rows

from spacecombat_env.native.emit.types import BOOL, FLOAT, INT, RANGE, Tuple

EDGES = [0, 1, -1, 2, -2, 3, 7, -7, 127, -128, 255, 2**31 - 1, -(2**31), 2**32, 5_000_000_000]
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(-20, 20), st.integers(-(2**40), 2**40))
Number = Argument(INT, NUMBERS)
Small = Argument(INT, st.integers(-12, 12))
Count = Argument(INT, st.integers(0, 9))
Factor = Argument(INT, st.integers(-(2**31), 2**31))
Divisor = Argument(INT, NUMBERS.filter(bool))
Shift = Argument(INT, st.integers(0, 20))
LIMITS = [-(2**63), 2**63 - 1, -(2**63) + 1, 2**62, -1, 1, 0, 2]
WIDE = st.one_of(st.sampled_from(LIMITS), st.integers(-(2**63), 2**63 - 1))
Wide = Argument(INT, WIDE)
WideDivisor = Argument(INT, WIDE.filter(bool))
Flag = Argument(BOOL, st.booleans())
FLOATS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e-300, 1e16, 0.1]),
    st.floats(-1e6, 1e6),
)
Float = Argument(FLOAT, FLOATS)
FloatDivisor = Argument(FLOAT, FLOATS.filter(bool))
AnyFloat = Argument(FLOAT, st.floats())
WholeFloat = Argument(FLOAT, st.floats(-(2.0**63), 2.0**63, exclude_max=True))
"""Its integer has at most 64 bits."""
Pair = Argument(Tuple((INT, INT)), st.tuples(st.integers(-5, 5), st.integers(-5, 5)))
Interval = Argument(
    RANGE,
    st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([1, 2, 3, -1, -2])),
)
Bytes = rows("int8_t", st.integers(-128, 127))
Unsigned = rows("uint8_t", st.integers(0, 255))
Floats = rows("float", st.floats(-100, 100, width=32))
