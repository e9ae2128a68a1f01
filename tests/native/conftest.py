"""What tests of the native language share."""

from __future__ import annotations

import pytest
from native.building import HAS_COMPILER, Library


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest) -> Library:
    """The cases of the module, compiled."""
    if not HAS_COMPILER:
        pytest.skip("no C++ compiler")
    return Library(request.module.CASES)
