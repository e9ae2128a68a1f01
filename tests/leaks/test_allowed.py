"""What twins may have otherwise in the open (kit/allowed.py): each entry is needed, and narrow.

A pair that was once dealt shows that an entry is needed; other lines show that nothing wider is
excused.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forms import InRoom, InTurns
from kit.allowed import allowed, is_open
from kit.twins_on import Form, TwinsOn
from pairs import Pairs

from spacecombat_env import registry
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider.model import Decision
from spacecombat_env.rulesets.battle_rider.model import Event as Fleet
from spacecombat_env.rulesets.interceptor.model import Event as Fight
from spacecombat_env.rulesets.interceptor.model import Phase, Rock

HULL, CREW = 1, 4
"""Slots of a craft and of a crew in space."""
AT, NEXT, FAR = (10, 5), (11, 5), (12, 5)


def ends(name: str, seed: int, word: int) -> set[str]:
    """Play the pair of a moment; return how it ended. Nothing may be shown."""
    pairs = Pairs(name).again(seed, word)
    assert not pairs.shown, pairs.report()
    return {end.removeprefix("quiet, ") for end in pairs.on.ends}


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


def event(kind: int, **columns: int) -> dict[str, int]:
    """Return an event."""
    return {"kind": kind, "side": 1, "actor": -1, "target": -1, "a": -1, "d": -1, **columns}


def adrift(fields: str, n: int = CREW) -> list[str]:
    """Return lines of a difference in some fields of a crew in space."""
    return [f"adrift[{n}].{field}: 1 -> 0" for field in fields.split()]


# --- Interceptor ---------------------------------------------------------------------------------


@pytest.mark.rule("IN-AMB-94", "IN-DES-05")
def test_a_blast_meets_a_crew_before_or_after_it_moves() -> None:
    """One crew has thrust left and flies onto a rock; the other waits, and a hull next to it
    explodes. Nothing else differs."""
    assert ends("interceptor", 500_508, 166) == {"seen, not told"}


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
@pytest.mark.parametrize(("seed", "word"), [(700_560, 164), (701_166, 149)])
def test_a_die_of_whoever_it_is_decides_on_a_rock(seed: int, word: int) -> None:
    """The two crews in space have changed places in secret: the one has the luck of the other."""
    assert ends("interceptor", seed, word) == {"seen, not told"}


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


@pytest.mark.rule("IN-AMB-94", "IN-ABN-05")
def test_a_crew_with_thrust_left_moves_first() -> None:
    """It flies off the map; the other waits until the watcher's own crew has moved."""
    assert ends("interceptor", 600_366, 181) == {"seen, not told"}


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
@pytest.mark.parametrize(("seed", "word"), [(601_667, 33), (1463, 14), (2361, 222)])
def test_a_crew_leaves_its_ship_before_or_in_its_move(seed: int, word: int) -> None:
    """One ship has lost a box inside, so its crew leaves while the watcher's ship moves, and drifts
    this turn; the other must strain its hull in its own move first. In the last pair the other side
    has no shot at the watcher's ship, and so no moment to leave either."""
    assert ends("interceptor", seed, word) == {"seen, not told"}


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
def test_which_ship_out_of_control_moves_first_is_drawn() -> None:
    """Both are the watcher's; the enemy has drawn more this turn in one of the twins."""
    assert ends("interceptor", 600_584, 77) == {"seen, not told"}


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
    assert ends("interceptor", 2628, 144) == {"seen, not told"}


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


# --- Battle Rider --------------------------------------------------------------------------------


def is_open_at(line: str, asked: int) -> bool:
    """Whether a difference is open to who is asked something, and nothing was told."""
    return is_open("battle_rider", [f"{line}: 15 -> 12"], [], asked)


@pytest.mark.rule("BR-JAM-02", "BR-JAM-03")
def test_only_one_enemy_has_an_advanced_ship_to_search_with() -> None:
    assert ends("battle_rider", 500_127, 153) == {"seen, not told"}


@pytest.mark.rule("BR-JAM-02", "BR-JAM-03", "BR-DET-27")
@pytest.mark.parametrize("field", ["range", "tech_level"])
def test_a_search_is_open_to_who_may_jam_alone(field: str) -> None:
    """A difference at any other question is still shown."""
    where = {each for each in Decision if is_open_at(f"attempt.{field}", each)}
    assert where == {Decision.JAM}
    assert not is_open_at("attempt.actor", Decision.JAM)
    assert not is_open_at("attempt.grade", Decision.JAM)


@pytest.mark.rule("BR-SCR-02", "BR-SCR-04", "BR-SCR-05")
@pytest.mark.parametrize(("seed", "word"), [(600_738, 369), (800_454, 261)])
def test_a_task_force_of_other_ships_fires_other_weapons(seed: int, word: int) -> None:
    """Two lasers hit in the one, a meson gun and a laser in the other; or ones less advanced."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-DET-03", "BR-DET-05")
def test_each_ship_that_searches_puts_the_question_of_a_tie() -> None:
    """In one twin the force that searches has a second ship that can; its order is given already."""
    number = int(Decision.EASIEST)
    assert ends("battle_rider", 900_285, 180) == {f"the enemy must: put question {number}"}


@pytest.mark.rule("BR-DET-03", "BR-REF-01")
def test_a_force_found_nearer_was_in_reach_of_a_search() -> None:
    assert ends("battle_rider", 800_067, 127) == {"seen, not told"}


@pytest.mark.rule("BR-DET-03", "BR-REF-01")
@pytest.mark.parametrize(("bits", "is_seen"), [(1 << 2, True), (1 << 2 | 1, False)])
def test_only_searches_for_the_force_found_are_seen(bits: int, is_seen: bool) -> None:
    opening = registry.ruleset("battle_rider").load("skirmish").table.opening
    records = [make_games(opening.dtype, 1).states[0] for _ in range(2)]
    records[0]["craft"]["tried"][HULL][0] = bits
    told = [event(Fleet.DETECTED, actor=5, target=len(records[0]["tf"]) // 2 + 2)]
    line = f"craft[{HULL}].tried[0]: {bits} -> 0"
    assert is_open("battle_rider", [line], told, 0, records) == is_seen
    assert not is_open("battle_rider", [line], [], 0, records)


@pytest.mark.rule("BR-SCR-02", "BR-SCR-04", "BR-DMG-01")
@pytest.mark.parametrize("field", ["next_hit", "tech_level", "hit[0].kind", "hit[3].value"])
def test_a_hit_is_open_to_who_assigns_sandcasters_alone(field: str) -> None:
    where = {each for each in Decision if is_open_at(f"volley.{field}", each)}
    assert where == {Decision.SAND_NUMBER}


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
def test_sandcasters_are_of_the_hexside_by_which_the_fire_comes() -> None:
    """The shooter is in another task force, so the fire comes by another hexside as well."""
    assert ends("battle_rider", 1704, 324) == {"seen, not told"}


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
@pytest.mark.parametrize(
    ("line", "asked", "sand", "is_seen"),
    [
        ("battery_sand[2,0]", Decision.SAND_NUMBER, (3, 2), True),
        ("order[1].high", Decision.SAND_NUMBER, (3, 2), True),
        ("order[0].high", Decision.SAND_NUMBER, (3, 2), False),
        ("battery_sand[3,0]", Decision.SAND_NUMBER, (3, 2), False),
        ("battery_sand[2,0]", Decision.SAND_NUMBER, (3, 1), False),  # less in all
        ("order[1].high", Decision.SAND_NUMBER, (0, 0), False),  # nothing is cast yet
        ("battery_sand[2,0]", Decision.MISSILE_SAND_NUMBER, (3, 2), False),
        ("craft[2].sand_used", Decision.SAND_NUMBER, (3, 2), False),
    ],
)
def test_only_hexsides_of_sand_are_open_to_who_casts_it(
    line: str, asked: Decision, sand: tuple[int, int], is_seen: bool
) -> None:
    opening = registry.ruleset("battle_rider").load("skirmish").table.opening
    records = [make_games(opening.dtype, 1).states[0] for _ in range(2)]
    for record, hexsides in zip(records, ((sand[0], 0), (1, sand[1])), strict=True):
        record["decision"], record["seat"] = asked, 1
        record["volley"]["target"] = len(record["craft"]) // 2 + 2
        record["battery_sand"][2][:2] = hexsides if any(sand) else 0
    assert is_open("battle_rider", [f"{line}: 1 -> 0"], [], asked, records) == is_seen


@pytest.mark.rule("BR-SCR-02")
@pytest.mark.parametrize("field", ["shooter", "target", "hits", "hit[0].sand"])
def test_nothing_else_of_a_volley_is_open(field: str) -> None:
    assert not is_open_at(f"volley.{field}", Decision.SAND_NUMBER)


@pytest.mark.rule("BR-MIS-07", "BR-MIS-12")
@pytest.mark.parametrize(("seed", "word"), [(700_010, 327), (700_008, 256)])
def test_spreads_are_launched_elsewhere_or_divided_otherwise(seed: int, word: int) -> None:
    """By a ship in another task force; by an enemy that can control fewer missiles."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-MIS-07", "BR-MIS-12")
@pytest.mark.parametrize(
    ("field", "kind", "n", "is_seen"),
    [
        ("q", Fleet.LAUNCH_MISSILES, 5, True),
        ("vr", Fleet.LAUNCH_MISSILES, 5, True),
        ("q", Fleet.LAUNCH_MISSILES, 6, False),
        ("count", Fleet.LAUNCH_MISSILES, 5, False),
        ("count", Fleet.SPREAD_MOVE, 6, True),  # the one that moves has been divided
        ("contact", Fleet.SPREAD_ATTACK, 6, True),
        ("aim[0]", Fleet.SPREAD_ATTACK, 6, False),
        ("g_left", Fleet.SPREAD_MOVE, 6, False),
        ("count", Fleet.SPREAD_MOVE, -1, False),  # the watcher's last
        ("q", Fleet.MOVE, 5, False),
    ],
)
def test_only_a_launch_or_a_move_shows_spreads(
    field: str, kind: Fleet, n: int, is_seen: bool
) -> None:
    opening = registry.ruleset("battle_rider").load("skirmish").table.opening
    records = [make_games(opening.dtype, 1).states[0] for _ in range(2)]
    n = n if n >= 0 else len(records[0]["spread"]) - 1
    told = [event(kind, actor=5, target=5)]
    line = f"spread[{n}].{field}: 3 -> 4"
    assert is_open("battle_rider", [line], told, 0, records) == is_seen
    assert not is_open("battle_rider", [line], [], 0, records)


@pytest.mark.rule("BR-AMB-88")
def test_the_slot_of_a_task_force_is_drawn() -> None:
    """The watcher launches a rider; its enemy drew more while it set up in one of the twins."""
    assert ends("battle_rider", 700_567, 33) == {"the watcher's own: NEW_FORCE"}


@pytest.mark.rule("BR-AMB-88")
@pytest.mark.parametrize(
    ("changed", "watcher", "is_drawn"),
    [
        ({"target": 82, "c": 75}, 1, True),
        ({"target": 82, "actor": 1}, 1, False),
        ({"a": 3}, 1, False),
        ({"target": 82}, 0, False),
        ({"kind": Fleet.LAUNCH_CRAFT}, 1, False),
    ],
)
def test_only_the_slots_of_its_own_are_drawn(
    changed: dict[str, int], watcher: int, is_drawn: bool
) -> None:
    names = ("kind", "side", "actor", "target", "a", "c")
    new = np.zeros(2, [(name, np.int16) for name in names])
    for each in new:
        each["kind"], each["side"], each["target"], each["c"] = Fleet.NEW_FORCE, 1, 80, 83
    for name, value in changed.items():
        new[1][name] = value
    on: Any = SimpleNamespace(allowed=allowed("battle_rider"), watcher=watcher)
    assert TwinsOn._is_drawn(on, new[0], new[1]) == is_drawn


@pytest.mark.rule("BR-S2-07", "BR-S2-08")
@pytest.mark.parametrize("form", [InTurns, InRoom])
def test_the_end_tells_how_many_points_ships_count_that_were_left_behind_unseen(
    form: type[Form],
) -> None:
    pairs = Pairs("battle_rider", form, 12).again(1003, 336)
    assert not pairs.shown, pairs.report()
    assert set(pairs.on.ends) == {"over, another result"}


@pytest.mark.rule("BR-S2-07")
@pytest.mark.parametrize(
    ("name", "message", "is_told"),
    [
        ("battle_rider", "{'verdict': 1, 'margin': -8}", True),
        ("battle_rider", '{"verdict": "win", "margin": 28}', True),
        ("battle_rider", "{'verdict': 0, 'margin': 0}", False),  # another side has won
        ("battle_rider", "{'verdict': 1, 'margin': 0, 'turns': 12}", False),
        ("interceptor", "{'verdict': 1, 'margin': -8}", False),
    ],
)
def test_the_margin_alone_is_told_at_the_end(name: str, message: str, is_told: bool) -> None:
    """Of Battle Rider alone: in Interceptor both sides see the points."""
    on: Any = SimpleNamespace(allowed=allowed(name))
    quote = "'" if "'" in message else '"'
    left = {"'": "{'verdict': 1, }", '"': '{"verdict": "win", }'}[quote]
    assert (TwinsOn._without_result(on, [message]) == [left]) == is_told


# --- a mend --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-REF-01")
def test_a_spread_that_comes_into_view_does_not_show_whether_it_was_searched_for() -> None:
    """It was in reach of the watcher's search in the last turn, or was launched since."""
    assert ends("battle_rider", 700_237, 186) == {"dice: FULFILLED"}


@pytest.mark.rule("BR-REF-01", "BR-DMG-25")
def test_the_move_of_a_ship_that_tumbles_out_of_a_force_in_view_is_reported() -> None:
    """The follower's force has a G less; missiles under standing orders fly at where it ends."""
    assert ends("battle_rider", 1186, 266) == {"the enemy cannot: THRUST"}
