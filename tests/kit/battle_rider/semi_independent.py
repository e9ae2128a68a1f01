"""Ships with semi-independent missiles, and a spread of these near an enemy."""

from kit.battle_rider.table import battle, ship
from spacecombat_env.rulesets.battle_rider.model import Decision

ON = {"options": {"semi_independent_missiles": True}}
RED, BLUE = 0, 8
HALF = 12  # task forces a side


def armed(level=12, load="all", missiles=6, **values):
    """A TL-14 ship with semi-independent missiles."""
    own = {"tech_level": 14, "missile_directors": 9, "ready_missiles": missiles}
    return ship("Gun", **(own | values)) | {"sims": {"tech_level": level, "load": load}}


def flight(target=None, count=3, away=0, level=12, q=None, gun=None, **values):
    """Red moves a spread of SIMs; its actions are open. Blue's force is `away` hexes from Red's."""
    game = battle([gun or armed(level, **values)], [target or ship("Target")], away, **ON)
    slot = game.launch(RED, count, force=HALF)
    game.state.spread[slot].sim = level
    if q is not None:
        game.state.spread[slot].q += q
    game.skip_to(Decision.SPREAD_MENU)
    game.say(("spread", slot))
    assert game.decision == Decision.SPREAD_WORDS
    return game
