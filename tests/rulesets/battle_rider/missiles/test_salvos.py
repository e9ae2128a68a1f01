"""What comes through of missiles before they are launched: as the engine lets them strike."""

from __future__ import annotations

import pytest
from kit.battle_rider.attacks import carrier, laser
from kit.battle_rider.table import battle, ship
from kit.tables import seated

from spacecombat_env import registry
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import RefusedError, SalvoEstimate, Table, salvos
from spacecombat_env.rulesets.battle_rider.model import Decision

MISSILES = 6


def launching(*defenders):
    """A table at which Red's carrier may launch at Blue's force; the words that launch six."""
    scene = battle([carrier(ready_missiles=20)], list(defenders), 6).skip_to(Decision.LAUNCH_MENU)
    while scene.state.seat != 0:
        scene.say("DONE").skip_to(Decision.LAUNCH_MENU)
    game = Game(registry.ruleset("battle_rider"), scene.scenario)
    game.start(1)
    game.games.raw[:] = scene.games.raw
    game.refresh()
    table = seated(game)
    [ship_word] = [offer for offer in table.look_ahead("red_0").offers if offer.text == "Carrier"]
    numbers = table.look_ahead("red_0", [ship_word.action]).offers
    number = next(offer for offer in numbers if offer.text == str(MISSILES))
    return table, [ship_word.action, number.action]


def through(*defenders) -> SalvoEstimate:
    """What comes through of six missiles at Blue's force."""
    [estimate] = salvos(*about(launching(*defenders)))
    assert estimate.missiles == MISSILES
    return estimate


def about(found: tuple[Table, list[int]]) -> tuple[Table, str, list[int]]:
    """The same, for Red."""
    return found[0], "red_0", found[1]


@pytest.mark.rule("BR-MIS-28")
def test_all_missiles_come_through_to_who_has_no_defence() -> None:
    estimate = through(ship("Blue"))
    assert estimate.through == MISSILES
    assert 0 < estimate.hits < MISSILES


@pytest.mark.rule("BR-MIS-23")
def test_a_beam_stops_one_missile_at_most() -> None:
    few, many = through(laser(4, "Blue")), through(laser(40, "Blue"))
    assert MISSILES - 4 <= few.through < MISSILES
    assert many.through < few.through and many.hits < few.hits


@pytest.mark.rule("BR-DET-01")
def test_only_known_forces_are_targets() -> None:
    assert salvos(*about(launching(ship("Blue", detected=False)))) == ()


def test_nothing_comes_of_another_order_and_nobody_else_asks() -> None:
    table, words = launching(laser(4, "Blue"))
    before = table._game.digest()
    assert salvos(table, "red_0", []) == salvos(table, "red_0", words[:1]) == ()
    with pytest.raises(RefusedError):
        salvos(table, "blue_0", words)
    assert salvos(table, "red_0", [*words, 0]) == salvos(table, "red_0", words)
    assert table._game.digest() == before
