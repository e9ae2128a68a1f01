"""The checked build stops with the file and the line of the rule, and says why."""

import subprocess
import sys
from pathlib import Path

import pytest
from native.building import COMPILER, FLAGS, HAS_COMPILER

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.types import INT, Scalar, Span

pytestmark = pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")

TABLE = (1, 2, 3)


def element(row, a):
    return row[a] + 1  # here


def store(row, a):
    row[a] = 1  # here
    return 0


def element_of_tuple(row, a):
    both = (a, 1)
    return both[a]  # here


def matrix_row(row, matrix, a):
    return matrix[a][0]  # here


def end_of_part(row, a):
    return len(row[1:a])  # here


def start_of_part(row, a):
    return len(row[a:])  # here


def copy(row, a):
    row[0:2] = TABLE  # here
    return a


def copy_of_part(row, a):
    row[0:2] = row[0 : a // 3]  # here
    return 0


def division(row, a):
    return 5 // (a - 9)  # here


def remainder(row, a):
    return 5 % (a - 9)  # here


def true_division(row, a):
    return int(5 / (a - 9))  # here


def exponent(row, a):
    return 2 ** (a - 99)  # here


def large_float(row, a):
    return int(a * 1e19)  # here


def large_rounded(row, a):
    return round((a + row[0]) * 1e19)  # here


def called(row, a):
    return a + element(row, a)


STOPPED = {
    **{element: "index", store: "index", element_of_tuple: "index", matrix_row: "index"},
    **{end_of_part: "part", start_of_part: "part", copy: "a copy", copy_of_part: "a copy"},
    **{division: "division by zero", remainder: "division by zero", true_division: "division"},
    **{exponent: "negative exponent", large_float: "a float", large_rounded: "a float"},
}
CALL = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
row = (ctypes.c_int8 * 4)(1, 2, 3, 4)
span = (ctypes.c_int64 * 3)(ctypes.addressof(row), *(map(int, sys.argv[3].split(","))))
given = [span] * (2 if "matrix" in sys.argv[2] else 1)
getattr(library, sys.argv[2])(*given, ctypes.c_int64(int(sys.argv[4])))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checked")
    program = Program("checked")
    row = Span(Scalar("int8_t"))
    for function in (*STOPPED, called):
        kinds = (row, Span(Scalar("int8_t"), 2), INT) if function is matrix_row else (row, INT)
        program.entry(f"case_{function.__name__}", function, kinds)
    (folder / "cases.cpp").write_text(program.text())
    command = [*COMPILER, *FLAGS, "-O2", "-DPY_CHECKED", str(folder / "cases.cpp")]
    subprocess.run([*command, "-o", str(folder / "cases.so")], check=True)
    return folder / "cases.so"


def call(library, function, a):
    """Call a case in a process of its own."""
    shape = "2,2" if function is matrix_row else "4,0"
    given = [str(library), f"case_{function.__name__}", shape, str(a)]
    return subprocess.run([sys.executable, "-c", CALL, *given], capture_output=True, text=True)


@pytest.mark.parametrize("function", STOPPED, ids=lambda function: function.__name__)
def test_stops_at_the_line_of_the_rule(library, function):
    done = call(library, function, 9)
    lines = Path(__file__).read_text().splitlines()
    first = function.__code__.co_firstlineno
    here = next(n for n in range(first, first + 5) if "# here" in lines[n - 1])
    assert done.returncode != 0
    assert done.stderr.startswith(f"{__file__}:{here}: {STOPPED[function]}")


def test_names_the_rule_that_is_called(library):
    assert (
        call(library, called, 4).stderr
        == f"{__file__}:{element.__code__.co_firstlineno + 1}: index out of range\n"
    )
    assert "index out of range" in call(library, element, -1).stderr


def test_sound_calls_pass(library):
    for function in (element, store, end_of_part, start_of_part):
        assert call(library, function, 3).returncode == 0
