"""What tests of the native language share."""

from __future__ import annotations

import pytest
from native.building import Library


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest) -> Library:
    """The cases of the module, compiled."""
    return Library(request.module.CASES)
