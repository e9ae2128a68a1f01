"""A service in a folder of its own, and a client of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from kit.serving import client_of, service_in  # noqa: E402
from starlette.testclient import TestClient  # noqa: E402

from spacecombat_agents.service.service import Service  # noqa: E402


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """A service that bears everything."""
    return service_in(tmp_path / "data")


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    """A client of it."""
    with client_of(service) as client:
        yield client
