"""The queue of hits as this room needs it, and numbers that depend on this room alone."""

import pytest

from spacecombat_env.rulesets.interceptor.engagement import declaring, exchange, shooting


def queue_hit(state, target, source, facing, template, points, firer, crewman, weapon, missile):
    """Append a hit, as damage/hits.py does."""
    hit = state.exchange.hit[int(state.exchange.hits)]
    hit.target, hit.source, hit.facing, hit.template = target, source, facing, template
    hit.points, hit.firer, hit.crewman, hit.weapon = points, firer, crewman, weapon
    hit.missile = missile
    state.exchange.hits += 1


def clear_exchange(state):
    """Blank the exchange, as damage/hits.py does."""
    for volley in state.exchange.volley:
        volley.firer = volley.target = -1
        volley.target_kind = volley.weapons = volley.missiles = volley.answered = 0
    state.exchange.volleys = state.exchange.hits = 0


@pytest.fixture(autouse=True)
def queue(monkeypatch):
    """Hits are queued and cleared."""
    for module in (exchange, shooting):
        monkeypatch.setattr(module, "queue_hit", queue_hit)
    for module in (exchange, declaring):
        monkeypatch.setattr(module, "clear_exchange", clear_exchange)
