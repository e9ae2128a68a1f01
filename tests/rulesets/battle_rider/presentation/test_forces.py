"""What is reported of task forces that split: which came off which."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import position, side, started

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.presentation import game_log
from spacecombat_env.rulesets.battle_rider.presentation.action_meaning import action_meaning
from spacecombat_env.rulesets.battle_rider.presentation.views import game_view as views

FIRST = (0, 8)
"""First craft of each side in capacity small."""
SLOTS = 12
"""Task forces of a side."""
UMPIRE = -1


def pairs():
    """Two of each side in one force, far apart."""
    return position(
        side(
            ["Rapier", "Starburst"],
            [{"ships": ["Rapier", "Starburst"], "hex": "0505", "vector": [0, 1]}],
            3,
        ),
        side(
            ["Valor", "Fiery"], [{"ships": ["Valor", "Fiery"], "hex": "1528", "vector": [0, -1]}], 3
        ),
    )


def split_told(game, reader):
    """What a reader's log says of a split; the umpire reads the truth."""
    visible = game.games
    if reader != UMPIRE:
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, reader)
    return [
        line for line in game_log.log(visible, 0, game.scenario, reader, 0) if "splits off" in line
    ]


@pytest.mark.rule("BR-TF-06")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_split_names_the_force_that_was_left(seat):
    """To both sides and the umpire, whichever side splits."""
    game = started(pairs(), 1 - seat).skip_to(Decision.FORCES_MENU)
    assert game.state.seat == seat
    game.say("TRANSFER", ("craft", FIRST[seat] + 1))
    own = f"TF-{game.opened() - SLOTS * seat + 1} splits off TF-1."
    red_or_blue = ("Red ", "Blue ")[seat]
    assert split_told(game, seat) == [own]
    assert split_told(game, 1 - seat) == ["eTF-2 splits off eTF-1."], "by numbers of contacts"
    assert split_told(game, UMPIRE) == [own.replace("TF", f"{red_or_blue}TF")]


@pytest.mark.rule("BR-TF-06", "BR-AMB-88")
def test_an_enemy_force_is_shown_and_meant_by_its_number():
    """Of two of Blue's on the map, bearing the numbers 1 and 0; no other number means anything."""
    red = side(["Rapier"], [{"ships": ["Rapier"], "hex": "0505", "vector": [0, 1]}], 3)
    blues = [
        {"ships": [name], "hex": place} for name, place in (("Valor", "1528"), ("Fiery", "1028"))
    ]
    game = started(position(red, side(["Valor", "Fiery"], blues, 3)), 0)
    first, second = (game.state.tf[SLOTS + n] for n in range(2))
    first.contact, second.contact = 1, 0
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 0)
    shown = views.view(visible, 0, game.scenario, 0)["enemy_forces"]
    assert sorted(force["contact"] for force in shown) == [1, 2]
    number = game.scenario.actions.slice("enemy_forces").start
    meant = [action_meaning(visible, 0, game.scenario, 0, number + n) for n in range(3)]
    assert [each.place for each in meant] == ["1028", "1528", None], meant
