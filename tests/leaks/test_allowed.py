"""What twins of Interceptor may have otherwise in the open (kit/allowed.py): each entry is needed, and narrow.

A pair that was once dealt shows that an entry is needed, for those of which one is known; other
lines show that nothing wider is excused.
"""

from __future__ import annotations

from typing import Any

import pytest
from kit.allowed import is_open
from pairs import ends, event

from spacecombat_env import registry
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.model import Event as Fight
from spacecombat_env.rulesets.interceptor.model import Phase, Rock

FIGHTERS = (
    *("asteroid_field", "asteroid_field_kessrith", "deep_space", "deep_space_kessrith"),
    *("duel", "pair"),
)
"""Scenarios of the games in which these pairs are dealt."""
HULL, CREW = 1, 4
"""Slots of a craft and of a crew in space."""
AT, NEXT, FAR = (10, 5), (11, 5), (12, 5)


def position(place: tuple[int, int], people: int = 1, moved: int = 0, phase: int = 0) -> Any:
    """Return a record of Interceptor with a hull and a crew in space, and a rock next to them."""
    opening = registry.ruleset("interceptor").load("pair").table.opening
    record = make_games(opening.dtype, 1).states[0]
    record["phase"] = phase
    hull, crew, rock = record["craft"][HULL], record["adrift"][CREW], record["rock"][0]
    hull["q"], hull["r"] = AT
    crew["q"], crew["r"] = place
    crew["people"], crew["moved"] = people, moved
    rock["kind"], rock["q"], rock["r"] = Rock.ASTEROID, *FAR
    return record


def adrift(fields: str, n: int = CREW) -> list[str]:
    """Return lines of a difference in some fields of a crew in space."""
    return [f"adrift[{n}].{field}: 1 -> 0" for field in fields.split()]


@pytest.mark.rule("IN-AMB-94", "IN-DES-05")
@pytest.mark.parametrize(
    ("fields", "kind", "places", "is_seen"),
    [
        ("q", Fight.EXPLODED, (AT, FAR), True),
        ("q r", Fight.EXPLODED, (FAR, NEXT), True),
        ("q r", Fight.EXPLODED, (FAR, FAR), False),
        ("people", Fight.EXPLODED, (AT, FAR), False),
        ("thrust", Fight.EXPLODED, (AT, FAR), False),
        ("q", Fight.STEERED, (AT, FAR), False),
        ("r", Fight.MOVED, (AT, FAR), False),
    ],
)
def test_only_a_blast_shows_where_crews_in_its_area_were(
    fields: str, kind: Fight, places: tuple[tuple[int, int], ...], is_seen: bool
) -> None:
    records = [position(place) for place in places]
    told = [event(kind, actor=HULL)]
    assert is_open("interceptor", adrift(fields), told, 0, records) == is_seen
    assert not is_open("interceptor", adrift(fields, n=0), told, 0, records), "another crew"


@pytest.mark.rule("IN-ABN-06")
def test_a_die_of_whoever_it_is_decides_on_a_rock() -> None:
    """The two crews in space have changed places in secret: the one has the luck of the other."""
    assert ends("interceptor", 700_560, 164, FIGHTERS) == {"seen, not told"}


@pytest.mark.rule("IN-ABN-06")
@pytest.mark.parametrize(
    ("fields", "place", "people", "is_seen"),
    [
        ("people q r", FAR, 0, True),
        ("people air", FAR, 0, False),
        ("people", NEXT, 0, False),  # no rock lies there
        ("people q", FAR, 1, False),  # nobody has died there
    ],
)
def test_only_a_rock_shows_who_died(
    fields: str, place: tuple[int, int], people: int, is_seen: bool
) -> None:
    records = [position(AT), position(place, people)]
    assert is_open("interceptor", adrift(fields), [], 0, records) == is_seen
    assert not is_open("interceptor", adrift(fields, n=0), [], 0, records), "another crew"


@pytest.mark.rule("IN-AMB-94")
@pytest.mark.parametrize(
    ("fields", "phases", "moved", "is_seen"),
    [
        ("moved q r", (Phase.DRIFTING, Phase.DRIFTING), 1, True),
        ("moved people q", (Phase.DRIFTING, Phase.DRIFTING), 1, True),
        ("moved thrust", (Phase.DRIFTING, Phase.DRIFTING), 1, False),
        ("q r", (Phase.DRIFTING, Phase.DRIFTING), 0, False),  # neither has moved
        ("moved q r", (Phase.MOVEMENT, Phase.MOVEMENT), 1, False),
        ("moved q r", (Phase.DRIFTING, Phase.END), 1, False),
    ],
)
def test_crews_are_seen_to_move_while_pieces_drift_alone(
    fields: str, phases: tuple[int, int], moved: int, is_seen: bool
) -> None:
    records = [position(AT, phase=phases[0]), position(NEXT, moved=moved, phase=phases[1])]
    assert is_open("interceptor", adrift(fields), [], 0, records) == is_seen
    assert not is_open("interceptor", adrift(fields, n=0), [], 0, records), "another crew"


@pytest.mark.rule("IN-ABN-01", "IN-AMB-103")
@pytest.mark.parametrize(("seed", "word"), [(601_667, 33), (1463, 14)])
def test_a_crew_leaves_its_ship_before_or_in_its_move(seed: int, word: int) -> None:
    """One ship has lost a box inside, so its crew leaves while the watcher's ship moves, and drifts
    this turn; the other must strain its hull in its own move first."""
    assert ends("interceptor", seed, word, FIGHTERS) == {"seen, not told"}


@pytest.mark.rule("IN-ABN-01", "IN-AMB-103", "IN-SEQ-04")
@pytest.mark.parametrize(
    ("line", "is_seen"),
    [
        (f"adrift[{CREW}].q", True),
        (f"adrift[{CREW}].moved", True),
        (f"adrift[{CREW + 1}].moved", False),
        (f"adrift[{CREW + 1}].q", False),
        (f"adrift[{CREW}].people", False),
        (f"adrift[{CREW}].air", False),
        (f"craft[{HULL}].acted", True),
        (f"craft[{HULL}].start_velocity", True),
        (f"craft[{HULL}].velocity", False),
        (f"craft[{HULL + 1}].acted", False),
        (f"craft[{HULL}].inside", False),
        ("goes[0]", True),
        ("goes[1]", False),
        ("mover", False),
    ],
)
def test_only_the_crew_that_leaves_and_the_move_of_its_ship_are_seen(
    line: str, is_seen: bool
) -> None:
    records = [position(AT), position(AT)]
    told = [event(Fight.EJECTED, actor=HULL, a=CREW)]
    assert is_open("interceptor", [f"{line}: 1 -> 0"], told, 0, records) == is_seen
    assert not is_open("interceptor", [f"{line}: 1 -> 0"], [], 0, records)


@pytest.mark.rule("IN-SEQ-09")
@pytest.mark.parametrize(
    ("line", "recovered", "is_seen"),
    [
        ("mover: 1 -> 2", 0, True),
        ("lane: 8 -> 7", 0, True),
        ("craft[1].points: 6 -> 0", 0, True),
        ("craft[1].start_velocity: 8 -> 6", 0, True),
        ("mover: 1 -> 2", 1, False),
        ("craft[1].points: 6 -> 0", 1, False),
        ("craft[2].points: 6 -> 0", 0, False),
        ("craft[1].velocity: 8 -> 6", 0, False),
        ("craft[1].acted: 0 -> 1", 0, False),
    ],
)
def test_only_ships_that_did_not_recover_move_at_random(
    line: str, recovered: int, is_seen: bool
) -> None:
    told = [event(Fight.RECOVERY, actor=HULL, d=recovered)]
    assert is_open("interceptor", [line], told, 0) == is_seen


@pytest.mark.rule("IN-AST-05", "IN-ABN-06")
def test_where_an_asteroid_drifts_that_was_hit_is_drawn() -> None:
    """A crew in space, of other people in each twin, has met the same asteroid; a die of one of
    them is counted with the draw."""
    assert ends("interceptor", 2628, 144, FIGHTERS) == {"seen, not told"}


@pytest.mark.rule("IN-AST-05")
@pytest.mark.parametrize(
    ("line", "before", "hit", "is_seen"),
    [
        ("rock[0].heading", {"d": 1}, FAR, True),
        ("rock[0].heading", {"d": 0}, FAR, False),  # the ship flew past
        ("rock[0].heading", {"d": 1, "kind": Fight.FIRE}, FAR, False),
        ("rock[0].heading", {"d": 1}, NEXT, False),
        ("rock[1].heading", {"d": 1}, FAR, False),
        ("rock[0].moving", {"d": 1}, FAR, False),
        ("rock[0].q", {"d": 1}, FAR, False),
        ("rock[0].hits", {"d": 1}, FAR, False),
    ],
)
def test_only_an_asteroid_that_a_ship_hit_drifts_at_random(
    line: str, before: dict[str, int], hit: tuple[int, int], is_seen: bool
) -> None:
    records = [position(AT), position(AT)]
    struck = event(Fight.ROCK_HIT, c=hit[0], d=hit[1])
    told = [event(**{"kind": Fight.ASTEROID, "actor": HULL, **before}), struck]
    lines = [f"{line}: 5 -> 2"]
    assert is_open("interceptor", lines, told, 0, records) == is_seen
    assert not is_open("interceptor", lines, [struck], 0, records)
    assert not is_open("interceptor", lines, [*told[::-1]], 0, records)
    records[1]["rock"][0]["kind"] = Rock.NONE
    assert not is_open("interceptor", lines, told, 0, records), "it is gone in one"


@pytest.mark.rule("IN-AMB-148")
@pytest.mark.parametrize(
    ("line", "is_seen"),
    [
        ("craft[1].last_seen_armour[3]", True),
        ("craft[1].disclosed_tons", True),
        ("craft[2].last_seen_armour[3]", False),
        ("craft[1].armour[3]", False),
        ("last_seen_rows[0,128]", True),
        ("last_seen_rows[1,128]", False),
    ],
)
def test_a_look_shows_only_what_is_looked_at(line: str, is_seen: bool) -> None:
    records = [position(AT), position(AT)]
    told = [event(Fight.SEEN, actor=CREW, target=HULL)]
    assert is_open("interceptor", [f"{line}: 100 -> 56"], told, 0, records) == is_seen
    assert not is_open("interceptor", [f"{line}: 100 -> 56"], [], 0, records)


@pytest.mark.parametrize("name", ["mover", "goer", "goes[0]", "lane", "craft[1].acted"])
def test_who_moves_next_is_told_by_its_move(name: str) -> None:
    assert not is_open("interceptor", [f"{name}: 0 -> 1"], [event(Fight.MOVED, actor=HULL)], 0)
