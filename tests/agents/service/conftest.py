"""A service in a folder of its own, and a client of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.serving import RULES, client_of, service_in
from starlette.testclient import TestClient

from spacecombat_agents.service.http import catalog
from spacecombat_agents.service.http.service import Service


@pytest.fixture(autouse=True)
def _one_rule_set_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalog opens every scenario of every rule set, which takes seconds."""
    monkeypatch.setattr(catalog, "names", lambda: [RULES])


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """A service that bears everything."""
    return service_in(tmp_path / "data")


@pytest.fixture
def client(service: Service) -> Iterator[TestClient]:
    """A client of it."""
    with client_of(service) as client:
        yield client
