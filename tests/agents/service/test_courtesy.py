"""Players of ours let the answers pass that people wait for, though not for ever."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

import pytest

from spacecombat_agents.service import courtesy
from spacecombat_agents.service.courtesy import Courtesy
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.warmth import keep_what_is_read


def test_whoever_thinks_waits_for_the_last_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "LONGEST", 60.0)
    people, done = Courtesy(), threading.Event()
    people.let_pass()
    thinker = threading.Thread(target=lambda: (people.let_pass(), done.set()))
    with people.answering():
        with people.answering():
            thinker.start()
        assert not done.wait(0.2), "one answer is still waited for"
    assert done.wait(10)
    thinker.join()


def test_who_thinks_is_not_kept_from_it_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "LONGEST", 0.05)
    people = Courtesy()
    with people.answering():
        begun = time.monotonic()
        people.let_pass()
        assert time.monotonic() - begun >= 0.05
    with pytest.raises(ZeroDivisionError), people.answering():
        raise ZeroDivisionError
    monkeypatch.setattr(courtesy, "LONGEST", 60.0)
    people.let_pass()


def test_answers_at_the_service_are_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The captains of its games wait while something is done for people."""
    monkeypatch.setattr(courtesy, "LONGEST", 0.05)
    assert service.house._let_pass == service.courtesy.let_pass

    def waits() -> bool:
        begun = time.monotonic()
        service.courtesy.let_pass()
        return time.monotonic() - begun >= 0.05

    assert asyncio.run(service.run(waits)) and not waits()


def test_what_was_read_at_the_start_is_not_looked_through_for_garbage() -> None:
    before = gc.get_freeze_count()
    keep_what_is_read()
    try:
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()
