"""What docs/bots.md and its page of maps say of numbers and questions is so at a table."""

from __future__ import annotations

import importlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.model import hexgrid, squaregrid
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Offer, ReaderState, RefusedError, Table
from spacecombat_env.protocol.vocabulary import vocabulary
from spacecombat_env.rulesets.intercept_sensors.presentation.coordinates import place_for_decision
from spacecombat_env.rulesets.interceptor.presentation.coordinates import direction_text
from spacecombat_env.rulesets.interceptor.presentation.events.turn import field as told_drift

DOCS = Path(__file__).parents[3] / "docs"
PAGE = "\n".join((DOCS / name).read_text(encoding="utf-8") for name in ("bots/maps.md", "bots.md"))
GAMES = {"battle_rider": "skirmish", "interceptor": "pair", "intercept_sensors": "duel"}
TRUE, OWN = "true", "own"
WORDS = 120
Choose = Callable[[ReaderState, np.random.Generator], Offer]


class Found(NamedTuple):
    """A field of an own piece, or its name, on both maps."""

    true: Any
    own: Any

    def map_of(self, told: Any) -> str | None:
        """Return the map on which an event is reported; None where both are the same."""
        assert told in self, f"{told} is neither of {self}"
        return None if self.true == self.own else TRUE if told == self.true else OWN


# --- what the page says --------------------------------------------------------------------------


def rows_below(heading: str) -> list[list[str]]:
    """Return the cells of the first table of a section, its head first."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = re.search(r"(^\|.*\n)+", section, re.M)
    assert lines is not None
    rows = [line.strip("|").split("|") for line in lines[0].splitlines()]
    return [[cell.strip() for cell in row] for row in rows if "---" not in row]


def maps_told() -> dict[str, dict[str, str]]:
    """Return the maps by rule set and column of the page."""
    head, *rows = rows_below("Which map")
    return {row[0].strip("`"): dict(zip(head, row, strict=True)) for row in rows}


def code_of(file: str) -> dict[str, Any]:
    """Return the names that the page's code of that file defines."""
    codes = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    (code,) = (code for code in codes if code.startswith(f"# {file}"))
    names: dict[str, Any] = {}
    exec(code, names)
    return names


# --- games ---------------------------------------------------------------------------------------


def by_lot(state: ReaderState, lots: np.random.Generator) -> Offer:
    """Return any action."""
    return state.offers[int(lots.integers(len(state.offers)))]


def straight(direction: str) -> Choose:
    """Return who burns once in a direction where it may, says what leads there, or else any action."""

    def choose(state: ReaderState, lots: np.random.Generator) -> Offer:
        has_burnt = state.decision_name == "thrust" and len(state.pending_actions) > 1
        wanted = ("go" if has_burnt else direction, "1G", "move", "coast", "3", "done", "pass")
        texts = {word.text: word for word in state.offers}
        found = next((text for text in wanted if text in texts), None)
        return by_lot(state, lots) if found is None else texts[found]

    return choose


def played(
    name: str, choose: Choose = by_lot, words: int = WORDS
) -> Iterator[tuple[Table, ReaderState]]:
    """Play and yield the table and the state of the seat to act, before each action."""
    rules = registry.ruleset(name)
    table = Table(rules, open_scenario(rules, GAMES[name], None), 3)
    lots, told = np.random.default_rng(1), dict.fromkeys(table.readers, 0)
    for _ in range(words):
        if table.to_act is None:
            return
        state = table.state(table.to_act, since=told[table.to_act])
        told[state.reader] += len(state.events)
        yield table, state
        table.say(state.reader, state.at, [choose(state, lots).action])


def pieces(view: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parts of a view that stand on both maps, each with the name of its piece."""
    if isinstance(view, dict):
        name = view.get("name", name)
        if "board_hex" in view or "board_square" in view:
            if view.get("board_hex") or view.get("board_square"):  # else it waits off the map
                yield name, view
            return
        view = list(view.values())
    if isinstance(view, list):
        for part in view:
            yield from pieces(part, name)


def own_pieces(state: ReaderState) -> dict[str, dict[str, Any]]:
    """Return the own pieces of a view by name."""
    own = [part for key, part in state.view.items() if key.startswith("own_")]
    return {name: piece for name, piece in pieces(own) if name}


def place_of(piece: dict[str, Any]) -> Found:
    """Return where a piece stands, as texts have it."""
    if "hex" in piece:
        return Found(piece["hex"], piece["board_hex"])
    return Found(*("({},{})".format(*piece[key]) for key in ("square", "board_square")))


# --- what is found -------------------------------------------------------------------------------


def maps_found(name: str) -> Iterator[tuple[str, str, str | None]]:
    """Yield seat, column of the page, and map of what was met in a game."""
    for table, state in played(name):
        own = own_pieces(state)
        for column, piece, told in (*placed_words(state, own), *places_in_events(state, own)):
            yield state.reader, column, place_of(own[piece]).map_of(told)
        for piece, told in headings_in_events(state, own):
            found = Found(own[piece]["heading"], own[piece]["board_heading"])
            yield state.reader, "directions in texts", found.map_of(told)
        truth = dict(pieces(table.state("umpire", since=10**6).view))
        side = {"red_0": "Red", "blue_0": "Blue"}[state.reader]
        for piece, keys in own.items():
            true, visible = place_of(truth.get(f"{side} {piece}", keys)), place_of(keys)
            turned = Found(true.true, blues(table, keys) if side == "Blue" else true.true)
            yield state.reader, "fields of the view", turned.map_of(visible.true)
            yield state.reader, "`board_` fields", turned.map_of(visible.own)


def blues(table: Table, keys: dict[str, Any]) -> str:
    """Return where a piece stands on Blue's own map, reckoned from its place on the true one."""
    option = table.scenario.table.rules[0].option
    columns, rows = int(option.columns), int(option.rows)
    if "square" in keys:
        return f"({columns + 1 - keys['square'][0]},{keys['square'][1]})"
    hexes = code_of("hexes.py")
    turned = hexgrid.rotate_half(*hexes["axial"](keys["hex"]), columns, rows)
    return str(hexes["printed"](*turned))


def placed_words(state: ReaderState, own: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the places that actions have for own pieces: these go by the same name in the view."""
    for word in state.offers:
        if word.kind.startswith("own_") and word.place:
            if word.text in own:
                yield "`place`", word.text, word.place.split()[-1]
            else:
                assert f'"name": "{word.text}"' in json.dumps(state.view)


def places_in_events(state: ReaderState, own: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the last place that events tell of each own piece."""
    last = {}
    for event in state.events:
        moved = re.match(r"(.*?) .*(?:to|at|in) (?:\w\d )?(\d{4}|\(\d+,\d+\))[.,;]", event.text)
        for name in own:
            if moved and event.text.startswith(f"{name} "):
                last[name] = moved[2]
    yield from (("places in events", name, told) for name, told in last.items())


def headings_in_events(state: ReaderState, own: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the last heading that events tell of each own ship (Interceptor)."""
    last = {}
    for event in state.events:
        turned = re.match(r"(.*?) (?:turns to|starts in \d+, heading) (\w+)\.", event.text)
        if turned and turned[1] in own:
            last[turned[1]] = turned[2]
        elif "at random" in event.text:
            last.clear()
    yield from last.items()


@pytest.mark.parametrize("name", GAMES)
def test_the_map_of_each_cell_is_that_of_a_game(name: str) -> None:
    met: dict[str, set[str]] = defaultdict(set)
    seats: dict[str, set[str | None]] = defaultdict(set)
    for seat, column, kind in maps_found(name):
        seats[seat].add(kind)
        if kind is not None:
            met[column].add(kind)
    assert seats["red_0"] == {None}, "to Red both maps are one"
    told = maps_told()[name]
    columns = {"`place`", "places in events", "fields of the view", "`board_` fields"}
    headings = {"directions in texts"} if name == "interceptor" else set()
    assert columns | headings == set(met)
    assert {column: {told[column]} for column in met} == met


def thrusts(name: str, direction: str) -> Iterator[tuple[str, Found]]:
    """Yield seat and change of both vectors by an action of direction, once it was carried out.

    Until then the view stays as it was; the texts of what was spoken are in the vocabulary.
    """
    before: dict[str, tuple[str, dict[str, Any]]] = {}
    for table, state in played(name, straight(direction)):
        own = own_pieces(state)
        piece, old = before.pop(state.reader, ("", {})) if not state.pending_actions else ("", {})
        if piece in own:  # dummies that are found out are gone
            pairs = ((own[piece][key], old[key]) for key in ("vector", "board_vector"))
            yield state.reader, Found(*(tuple(np.subtract(*pair).tolist()) for pair in pairs))
        spoken = [
            vocabulary(table, state.reader)[action]["text"] for action in state.pending_actions
        ]
        thrusting = re.match(r"(?:Plot: )?(\S+) (?:at|moves)\b", state.decision_text)
        if direction in spoken and thrusting and thrusting[1] in own:
            before[state.reader] = (thrusting[1], own[thrusting[1]])


@pytest.mark.parametrize(
    ("name", "direction", "step"),
    [("battle_rider", "N", (0, 1)), ("intercept_sensors", "W", (-1, 0))],
)
def test_a_direction_that_is_said_is_of_that_map(
    name: str, direction: str, step: tuple[int, int]
) -> None:
    visible = list(thrusts(name, direction))
    assert {seat for seat, _ in visible} == {"red_0", "blue_0"}
    for seat, change in visible:
        assert getattr(change, maps_told()[name]["directions in texts"]) == step
        assert (change.true == change.own) == (seat == "red_0")


def test_tokens_of_the_sensor_rules_are_mirrored() -> None:
    (action,) = re.findall(r"token (\d+) is `E` to Red\s+and `W` to Blue", PAGE)
    rules = registry.ruleset("intercept_sensors")
    table = Table(rules, open_scenario(rules, "duel", None), 3)
    assert [table.texts(seat)[int(action)] for seat in rules.seats] == ["E", "W"]


def test_what_to_steer_by_is_on_the_map_of_directions() -> None:
    for name, told in maps_told().items():
        schema = registry.ruleset(name).package / "view.schema.json"
        fields = re.findall(r"`(\w+)`", told["steer by"])
        board = [field.startswith("board_") for field in fields]
        assert set(board) == {told["directions in texts"] == OWN}, name
        assert all(f'"{field}"' in schema.read_text(encoding="utf-8") for field in fields)


def test_the_exception_is_one() -> None:
    assert (
        "one exception: Interceptor's text *The asteroids drift N.* uses the true map"
        in " ".join(PAGE.split())
    )
    reader: Any = SimpleNamespace(seat=1)
    north = hexgrid.DIRECTION_NAMES.index("N")
    assert told_drift(reader, SimpleNamespace(c=north)) == "The asteroids drift N."
    assert direction_text(1, north) == "S"


# --- geometry, numbers, questions ----------------------------------------------------------------


def test_hexes_of_the_page_are_those_of_the_engine() -> None:
    names = code_of("hexes.py")
    steps = zip(hexgrid.DIRECTION_Q.tolist(), hexgrid.DIRECTION_R.tolist(), strict=True)
    assert names["STEP"] == dict(zip(hexgrid.DIRECTION_NAMES, steps, strict=True))
    for column, row in np.ndindex(20, 34):
        number = f"{column:02}{row:02}"
        assert names["axial"](number) == (column, hexgrid.axial_row(column, row))
        assert names["printed"](*names["axial"](number)) == number
        dq, dr = column - 9, row - 15
        assert names["distance"](dq, dr) == hexgrid.distance(0, 0, dq, dr)


def test_the_square_of_the_page_is_the_engines() -> None:
    words, x, y, told = re.findall(
        r"`\[5\*1\+2, 5\*3\+3\]` = `(\[(\d+),(\d+)\])`, `place` `(.*?)`", PAGE
    )[0]
    assert json.loads(words) == [int(x), int(y)] == [5 * 1 + 2, 5 * 3 + 3]
    assert place_for_decision(int(x), int(y)) == "B4 2,3" and told == f"B4 ({x},{y})"
    steps = dict(
        zip(
            squaregrid.DIRECTION_NAMES,
            zip(squaregrid.DIRECTION_X, squaregrid.DIRECTION_Y, strict=True),
            strict=True,
        )
    )
    assert "is `({},{})`, E `({},{})`, NE `({},{})`".format(
        *steps["N"], *steps["E"], *steps["NE"]
    ) in " ".join(PAGE.split())


def test_numbers_are_said_as_the_page_has_them() -> None:
    section = PAGE.split("**Numbers**")[1].split("\n\n")[0]
    sentences = [json.loads(text) for text in re.findall(r"`(\[.*?\])`", section)]
    assert [len(words) for words in sentences] == [3, 3, 2, 2]
    table, state = next(
        (table, state)
        for table, state in played("battle_rider")
        if state.decision_name == "launch_menu"
        and "Starburst" in [word.text for word in state.offers]
    )
    asked = table.look_ahead(state.reader, ["Starburst"])
    assert asked.decision_text.split("launches: ")[1].rstrip("?") in section
    twenty = next(word for word in asked.offers if word.text == "20+")
    (five,) = (w for w in table.peek(state.reader, ["Starburst", "20+"]) if w.text == "5")
    assert (twenty.number, five.number) == (20, 5)
    for words in sentences[:2]:
        table.peek(state.reader, words)
    for words in sentences[2:]:
        with pytest.raises(RefusedError) as refused:
            table.say(state.reader, state.at, words)
        assert "20+" in refused.value.reason and not refused.value.utterance.actions
        assert {word.text for word in refused.value.offers} == {word.text for word in state.offers}


def test_decisions_and_actions_that_are_named_are_there() -> None:
    head, *rows = rows_below("Decisions to start with")
    assert {row[0].strip("`") for row in rows} == set(registry.names()) & set(GAMES)
    for row in rows:
        rules = registry.ruleset(row[0].strip("`"))
        scenario = open_scenario(rules, GAMES[rules.name], None)
        asks = importlib.import_module(f"spacecombat_env.rulesets.{rules.name}.model.decisions")
        known = {ask.name.lower() for ask in asks.DECISIONS}
        words = set(Table(rules, scenario, 3).texts("blue_0"))
        assert set(re.findall(r"`(.*?)`", row[1])) <= known
        assert set(re.findall(r"`(.*?)`", row[2])) <= words
        assert set(re.findall(r"`(.*?)`", row[3])) <= known | words


def test_the_usual_scenarios_are_named() -> None:
    text = PAGE.split("`--ruleset` is one of")[1].split("\n\n")[0]
    for name in GAMES:
        after = text.split(f"`{name}`")[1]
        assert f"`{registry.ruleset(name).default_scenario}`" in after.split(")")[0], name
