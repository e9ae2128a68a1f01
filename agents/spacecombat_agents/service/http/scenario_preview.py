"""Show a scenario before a game: its forces, ships for sale, own designs.

All of it is a function of the request alone: of no game, and of no other person's files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from spacecombat_agents.service.games.game_request import InvalidRequest, parse_setting
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env import registry
from spacecombat_env.core.errors import SpaceCombatError
from spacecombat_env.core.loading.tables import parse_yaml
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import PUBLIC, Table

__all__ = ["FLEET_RULES", "design_card", "preview_scenario", "ships_for_sale"]

FLEET_RULES = "battle_rider"
"""The rule set whose fleets are put together from ships with prices."""
FIELDS = ("ruleset", "scenario", "text", "options", "max_turns")
SEED = 1
MAX_TEXT = 1 << 16
"""Maximum characters of a file."""


def preview_scenario(content: Mapping[str, Any], opponents: Opponents) -> dict[str, Any]:
    """Return title, forces, content and picture of a scenario, and who can play it.

    It is given by name, by its content, or by the text of its file.
    InvalidRequest has the sentence of the loader.
    """
    for name in content:
        if name not in FIELDS:
            raise InvalidRequest(f"{str(name)[:40]}: unknown field")
    if "text" in content:
        content = {**content, "scenario": _read_text(content["text"])}
    ruleset, scenario = parse_setting({k: v for k, v in content.items() if k != "text"})
    table = Table(ruleset, scenario, SEED, ruleset.seats)
    views = [table.state(seat).view for seat in ruleset.seats]
    reader = PUBLIC if ruleset.has_public else ruleset.seats[0]
    source = {k: v for k, v in scenario.source.items() if k != "resolved"}
    return {
        "ruleset": ruleset.name,
        "content": source,
        "name": scenario.name,
        "title": str(source.get("title") or scenario.name),
        "about": str(source.get("description") or ""),
        "turn_limit": views[0].get("turn_limit"),
        "opponents": [
            each.name for each in opponents.of(ruleset) if opponents.can_play(each, scenario)
        ],
        "sides": [_own_side(view, seat) for view, seat in zip(views, ruleset.seats, strict=True)],
        "ships": [_cards(view) for view in views],
        "picture": table.picture(reader, for_page=True),
    }


def _own_side(view: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """Return a side as it sees itself at the start."""
    groups: list[dict[str, Any]] = view["status"]
    return next(group for group in groups if group["side"] == seat)


def _cards(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the printed ships of a side, one of each class; none without printed prices."""
    own = view.get("own_ships", ())
    found = {ship["class"]: ship for ship in reversed(own) if "tech_level" in ship}
    return list(reversed(found.values()))


def _read_text(text: Any) -> dict[str, Any]:
    """Return the content of a YAML file that somebody gives."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise InvalidRequest(f"text: is not a text of at most {MAX_TEXT} characters")
    try:
        content = parse_yaml(text, "file")
    except SpaceCombatError as cause:
        raise InvalidRequest(f"text: {str(cause).removeprefix('file: ')}") from None
    if not isinstance(content, dict):
        raise InvalidRequest("text: the file is no mapping of names to values")
    return content


def ships_for_sale() -> list[dict[str, Any]]:
    """Return the cards of all printed ships."""
    from spacecombat_env.rulesets.battle_rider.model import DRONE_TYPES, class_names

    names = [name for name in class_names() if name and name not in DRONE_TYPES]
    return _cards_of(names)


def _cards_of(ships: Iterable[Any]) -> list[dict[str, Any]]:
    """Return the cards of ships, given as in a scenario file."""
    side = {"fleet_tactics": 1, "ships": list(ships)}
    ruleset = registry.ruleset(FLEET_RULES)
    scenario = _open(ruleset, {"sides": {"red": side, "blue": side}})
    return _cards(Table(ruleset, scenario, SEED, ruleset.seats).state(ruleset.seats[0]).view)


def _open(ruleset: RuleSet, content: dict[str, Any]) -> Scenario:
    """Return a scenario; InvalidRequest has the loader's sentence."""
    try:
        return open_scenario(ruleset, content)
    except SpaceCombatError as cause:
        raise InvalidRequest(f"scenario: {str(cause).removeprefix('<scenario>: ')}") from None


def design_card(text: Any) -> dict[str, Any]:
    """Return a ship of a design file: its entry in a scenario file, its card, remarks.

    The file may also be what `spacecombat ship` prints: such an entry, or all of it as JSON.
    """
    from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

    content = _read_text(text)
    entry = content.get("ship", content)
    if isinstance(entry, dict) and "values" in entry:
        return {"entry": entry, "card": _cards_of([entry])[0], "notes": []}
    try:
        found = evaluate(content)
    except SpaceCombatError as cause:
        raise InvalidRequest(f"text: {str(cause).removeprefix('<design>: ')}") from None
    (card,) = _cards_of([found.ship])
    return {"entry": found.ship, "card": {**card, "type": found.type}, "notes": found.notes}
