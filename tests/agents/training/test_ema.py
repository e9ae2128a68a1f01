"""The average of weights: what it is after each step, and that it plays and does not learn."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.training.ema import WARMUP, ExponentialMovingAverage  # noqa: E402


def a_number(value: float) -> torch.nn.Linear:
    """Return a network of one weight."""
    net = torch.nn.Linear(1, 1, bias=False)
    with torch.no_grad():
        net.weight.fill_(value)
    return net


def test_it_follows_by_what_does_not_stay_and_sooner_at_first() -> None:
    net = a_number(0.0)
    ema = ExponentialMovingAverage(net, 0.9)
    with torch.no_grad():
        net.weight.fill_(1.0)
    wanted = 0.0
    for step in range(1, 201):
        ema.update(step)
        decay = min(0.9, step / (step + WARMUP))
        wanted = decay * wanted + (1.0 - decay)
        assert float(ema.net.weight.detach()) == pytest.approx(wanted, abs=1e-5)
    assert float(net.weight.detach()) == 1.0


def test_where_nothing_stays_it_is_the_network() -> None:
    net = a_number(0.0)
    ema = ExponentialMovingAverage(net, 0.0)
    with torch.no_grad():
        net.weight.fill_(3.0)
    ema.update(1000)
    assert float(ema.net.weight) == 3.0


def test_it_settles_at_once() -> None:
    net = a_number(0.0)
    ema = ExponentialMovingAverage(net, 0.99)
    with torch.no_grad():
        net.weight.fill_(2.0)
    ema.sync_player()
    assert float(ema.net.weight) == 2.0
    assert not ema.net.weight.requires_grad and not ema.net.training
