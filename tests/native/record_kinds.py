"""Records of cases, and kinds of arguments: records, rows of four or more, matrices."""

import numpy as np
from hypothesis import strategies as st
from native.building import Argument, matrices, records, rows

from spacecombat_env.core.model.record import record
from spacecombat_env.native.emit.types import BOOL, INT, Tuple

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
Numbers = records("numbers", NUMBERS_DTYPE, a=SMALL, b=SMALL, c=SMALL, d=SMALL)
SmallGame = records("small", SMALL_DTYPE, turn=SMALL)
LargeGame = records("large", LARGE_DTYPE, turn=SMALL)
Slot = Argument(INT, st.integers(0, 1))
Slot4 = Argument(INT, st.integers(0, 3))
Bytes = rows("int8_t", st.integers(-128, 127), 4, 8)
Unsigned = rows("uint8_t", st.integers(0, 255), 4, 8)
Longs = rows("int64_t", st.integers(-(2**40), 2**40), 4, 8)
Floats = rows("float", st.floats(-100, 100, width=32), 4, 8)
Doubles = rows("double", st.floats(-100, 100), 4, 8)
Matrix = matrices("int8_t", st.integers(-128, 127), 4)
FloatMatrix = matrices("float", st.floats(-9, 9, width=32), 4)
Pair = Argument(Tuple((INT, INT)), st.tuples(SMALL, SMALL))
