"""The public record holds nothing that the enemy of its owner is not shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from kit.determinizing import walk
from kit.switches import HIDING

from spacecombat_env import registry
from spacecombat_env.core.model.fields import FieldPlace, places
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.env.game import Game
from spacecombat_env.env.table.public_view import PublicView
from spacecombat_env.rulesets.battle_rider.model import ForceStatus

LENGTH, EVERY = 72, 6
PLACES: Sequence[Any] = [
    ("battle_rider", "pocket_empires", {}),
    ("interceptor", "pair", {}),
    ("intercept_sensors", "duel", {}),
    pytest.param("battle_rider", "skirmish", HIDING, marks=pytest.mark.slow),
    pytest.param("battle_rider", "picket", HIDING, marks=pytest.mark.slow),
    pytest.param("battle_rider", "skirmish", {"double_blind": True}, marks=pytest.mark.slow),
    pytest.param("interceptor", "asteroid_field", {}, marks=pytest.mark.slow),
]
DERIVED_OF_BOTH = {"state.pool"}
"""What redaction works out for each seat of pieces of both: the public's is that of neither."""
SEED = 5
LOGS = ("log_count", "log_delivered", "delivered_count")


def shown(game: Game) -> Iterator[tuple[FieldPlace, int, int]]:
    """Yield every number of the public record, and what Red and Blue are shown there."""
    assert game.ruleset.knowledge is not None
    declared = game.ruleset.knowledge(game.scenario).state
    public = PublicView(game).redact(game.games).states[0]
    copies = []
    for seat in range(2):
        visible = make_games(game.games.states.dtype, 1)
        game.kernels.redact(game.games, 0, visible, 0, seat)
        copies.append(places(declared, visible.states[0]))
    for place, one, two in zip(places(declared, public), *copies, strict=True):
        if place.record != "chance" and place.path.split("[")[0] not in LOGS:
            yield place, one.value, two.value


def is_public(place: FieldPlace, one: int, two: int) -> bool:
    """Whether a number of the public record is what both seats are shown, as far as they are."""
    if place.owner is not None and place.value == (two, one)[place.owner]:
        return True
    if place.value in (one, two) and one == two or place.value == place.field.blank:
        return True
    return f"{place.record}.{place.field.name}" in DERIVED_OF_BOTH


@pytest.mark.rule("BR-AMB-88")
@pytest.mark.parametrize(("name", "scenario", "options"), PLACES)
def test_the_public_record_holds_nothing_that_an_enemy_is_not_shown(
    name: str, scenario: str, options: dict[str, Any]
) -> None:
    looked = 0
    for game in islice(walk(name, scenario, SEED, options), 0, LENGTH, EVERY):
        wrong = [
            f"{place.path} = {place.value}, shown {one} and {two}"
            for place, one, two in shown(game)
            if not is_public(place, one, two)
        ]
        assert wrong == []
        looked += 1
    assert looked >= 4


@pytest.mark.rule("BR-AMB-88")
def test_a_force_that_waits_to_enter_emits_for_its_own_side_alone() -> None:
    """`emitting` is 0 in the truth: who sees the force is shown 1, and nobody else is."""
    rules = registry.ruleset("battle_rider")
    game = Game(rules, rules.load("skirmish"))
    game.start(1)
    state: Any = game.games.states[0]
    for k, craft in enumerate(state.craft):
        if craft.tf >= 0 and k < len(state.craft) // 2:
            craft.active = 1
            state.tf[int(craft.tf)].status = ForceStatus.WAITING
    own = [place for place, *_ in shown(game) if place.field.name == "emitting"]
    red = [one for place, one, _ in shown(game) if place.field.name == "emitting"]
    assert any(red) and not any(place.value for place in own)
