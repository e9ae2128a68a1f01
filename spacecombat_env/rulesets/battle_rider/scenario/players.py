"""Several players a side: the division of ships that a scenario gives (BR-MPL-01)."""

from __future__ import annotations

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.loading.scenarios import SIDES

from ..model import NONE
from .draft import Craft, Draft, Fleet
from .options import PLAYERS


def check_players(draft: Draft, fleets: list[Fleet], rules: ConfigNode) -> None:
    """BR-MPL-01 Check that a division is complete or absent, and splits no task force."""
    for fleet in fleets:
        count = draft.players[fleet.side]
        named = [craft for craft in fleet.craft if craft.player != NONE]
        if named and fleet.buys:
            raise (
                named[0]
                .node.child("player")
                .error("bought fleets are divided when they are bought")
            )
        if named:
            _check_numbers(named, count)
            _inherit(fleet)
            _check_division(fleet, count)
        elif count > 1 and not fleet.buys:
            units = _units(fleet)
            if count > units:
                reason = f"{count} players for {units} ships or task forces"
                raise rules.child(PLAYERS).child(SIDES[fleet.side]).error(reason)


def _check_numbers(named: list[Craft], count: int) -> None:
    """Check that the numbers are those of existing players."""
    for craft in named:
        node = craft.node.child("player")
        if count == 1:
            raise node.error("this side has one player (rules: players)")
        if craft.player >= count:
            raise node.error(f"{craft.player} is above {count - 1}: players are numbered from 0")


def _inherit(fleet: Fleet) -> None:
    """Assign riders aboard and drones to their ship's player."""
    for _ in fleet.craft:
        for craft in fleet.craft:
            if craft.player == NONE and craft.keeper != NONE:
                craft.player = fleet.craft[craft.keeper].player


def _check_division(fleet: Fleet, count: int) -> None:
    """Check that every ship has a player, every player a ship, every task force one player."""
    for craft in fleet.craft:
        node = craft.node.child("player") if isinstance(craft.node.value, dict) else craft.node
        if craft.player == NONE:
            raise node.error(f"{craft.name} has no player, while other ships of the side have one")
        if craft.keeper != NONE and craft.player != fleet.craft[craft.keeper].player:
            raise node.error(f"{craft.name} and {fleet.craft[craft.keeper].name}: one player's")
    for number in range(count):
        if all(craft.player != number for craft in fleet.craft):
            raise fleet.node.child("ships").error(f"player {number} has no ship")
    for force in fleet.forces or []:
        players = sorted({fleet.craft[place].player for place in force.craft})
        if len(players) > 1:
            reason = f"ships of players {players[0]} and {players[1]} in one task force (BR-MPL-01)"
            raise force.node.child("ships").error(reason)


def _units(fleet: Fleet) -> int:
    """Return the number of indivisible parts of a fleet: task forces, or ships without keeper."""
    free = [place for place, craft in enumerate(fleet.craft) if craft.keeper == NONE]
    if fleet.forces is None:
        return len(free) - fleet.leave_out
    return sum(any(place in free for place in force.craft) for force in fleet.forces)
