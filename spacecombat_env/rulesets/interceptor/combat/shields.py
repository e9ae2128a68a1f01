"""Chapter DEF: shields."""

from spacecombat_env.core.native import native

from ..model import FLICKER_STEP, Chance, Comp, Event, is_bare, is_broken, note_target, pair, roll
from ..model.record_types import Craft, Rules, State


@native
def penetration(rules: Rules, flicker):
    """IN-DEF-15 Highest die that passes a shield of a flicker rate."""
    return int(rules.penetration[int(flicker) // FLICKER_STEP])


@native
def flicker_of(craft: Craft, facing):
    """IN-ABN-07, IN-CON-26 Flicker rate of a facing; 0 while the shields may not be used."""
    return 0 if is_bare(craft) else int(craft.shield[facing])


@native
def passes_shield(state: State, rules: Rules, k, facing, kind, who, missile):
    """IN-DEF-15, IN-AMB-38 Roll against the shield of a facing; no roll without a shield.

    The event is SHIELD, for a missile or for a shot.
    """
    flicker = flicker_of(state.craft[k], facing)
    if flicker == 0:
        return True
    die = roll(state, kind, who)
    passed = die <= penetration(rules, flicker)
    event = note_target(state, Event.SHIELD, k)
    event.a = flicker
    event.c = die
    event.d = passed
    event.e = facing
    event.f = missile
    return passed


@native
def penetrates(state: State, rules: Rules, k, facing, firer):
    """IN-DEF-15 Whether a hit of craft `firer` on a facing of craft k penetrates."""
    return passes_shield(state, rules, k, facing, Chance.SHIELD, pair(firer, k), False)


@native
def missile_penetrates(state: State, rules: Rules, k, facing, firer):
    """IN-DEF-15 The same for a missile that craft `firer` has launched."""
    return passes_shield(state, rules, k, facing, Chance.SHIELD, pair(firer, k), True)


@native
def passes_own_shield(state: State, rules: Rules, k, facing):
    """IN-IDE-19, IN-AMB-78 Whether own fire leaves a ship.

    Its own shield blocks it once the synchronizer is out.
    """
    if not is_broken(state, rules, k, Comp.SYNCHRONIZER):
        return True
    return passes_shield(state, rules, k, facing, Chance.OWN_SHIELD, k, False)
