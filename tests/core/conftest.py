"""What all tests of the core share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside the tests, in any import mode

from fresh_process import python


@pytest.fixture
def other_mode() -> Callable[[str], str]:
    """Run code interpreted where the tests run compiled, and the other way round."""
    disabled = "0" if numba.config.DISABLE_JIT else "1"
    return lambda code: python(code, NUMBA_DISABLE_JIT=disabled)
