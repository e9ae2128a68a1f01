"""Built-in players let the answers pass that people wait for, though not for ever."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from spacecombat_agents.service.http import response_priority
from spacecombat_agents.service.http.response_priority import ResponsePriority
from spacecombat_agents.service.http.service import Service


def test_whoever_thinks_waits_for_the_last_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_priority, "MAX_YIELD_SECONDS", 60.0)
    people, done = ResponsePriority(), threading.Event()
    people.yield_to_requests()
    thinker = threading.Thread(target=lambda: (people.yield_to_requests(), done.set()))
    with people.serving_request():
        with people.serving_request():
            thinker.start()
        assert not done.wait(0.2), "one answer is still waited for"
    assert done.wait(10)
    thinker.join()


def test_who_thinks_is_not_kept_from_it_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_priority, "MAX_YIELD_SECONDS", 0.05)
    people = ResponsePriority()
    with people.serving_request():
        begun = time.monotonic()
        people.yield_to_requests()
        assert time.monotonic() - begun >= 0.05
    with pytest.raises(ZeroDivisionError), people.serving_request():
        raise ZeroDivisionError
    monkeypatch.setattr(response_priority, "MAX_YIELD_SECONDS", 60.0)
    people.yield_to_requests()


def test_answers_at_the_service_are_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The captains of its games wait while something is done for people."""
    monkeypatch.setattr(response_priority, "MAX_YIELD_SECONDS", 0.05)
    assert service.manager._yield_to_requests == service.priority.yield_to_requests

    def waits() -> bool:
        begun = time.monotonic()
        service.priority.yield_to_requests()
        return time.monotonic() - begun >= 0.05

    assert asyncio.run(service.run(waits)) and not waits()
