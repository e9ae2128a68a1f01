"""Chapter ATM: what a move in air costs, and its own actions: hover, streamline, lift."""

from spacecombat_env.core.native import native

from ..model import NONE, Mode, Step, Verb, flier_of, proceed
from ..model.record_types import Rules, State
from ..planet.flight import HOVER_COST, hex_price, hover, may_hover, may_switch, switch_mode
from .control import go_on, manoeuvre
from .levels import any_level_action, mark_level_actions, turn_by_dive
from .thrust import thrust_left


@native
def pays_hex(state: State, rules: Rules, k):
    """IN-ATM-01, IN-AMB-117 Pay for the next hex; False: it is not flown.

    A ship that cannot pay loses the hexes that it has left. A hull without a flier flies on.
    """
    price = hex_price(state, rules, state.craft[k])
    if price == 0 or flier_of(state, rules, k) == NONE:
        return True
    if thrust_left(state, rules, k) < price:
        state.lane = 0
        proceed(state, Step.MOVE)
        return False
    if manoeuvre(state, rules, k, price):
        return True
    go_on(state, k)
    return False


@native
def any_air_action(state: State, rules: Rules, k):
    """Return whether an action of air is legal; one test without a planet."""
    if not rules.option.planet:
        return False
    if may_hover(state, rules, k, thrust_left(state, rules, k)):
        return True
    if any_level_action(state, rules, k):
        return True
    wings = may_switch(state, rules, k, Mode.STREAMLINED)
    return wings or may_switch(state, rules, k, Mode.ANTIGRAV)


@native
def mark_air_actions(state: State, rules: Rules, k, mask):
    """IN-ATM-02, 09, IN-PLN-11 Hover; change to wings or to lifters."""
    if not rules.option.planet:
        return
    mask[Verb.HOVER] = may_hover(state, rules, k, thrust_left(state, rules, k))
    mask[Verb.STREAMLINE] = may_switch(state, rules, k, Mode.STREAMLINED)
    mask[Verb.LIFT] = may_switch(state, rules, k, Mode.ANTIGRAV)
    mark_level_actions(state, rules, k, mask)


@native
def act_in_air(state: State, rules: Rules, k, action):
    """IN-ATM-02, 09, IN-PLN-11, IN-ADV-05 Hover for a point of thrust, change the mode, or bank."""
    if action == Verb.STREAMLINE:
        switch_mode(state, k, Mode.STREAMLINED)
    elif action == Verb.LIFT:
        switch_mode(state, k, Mode.ANTIGRAV)
    elif action == Verb.BANK_PORT or action == Verb.BANK_STARBOARD:
        turn_by_dive(state, rules, k, action == Verb.BANK_STARBOARD)
    elif manoeuvre(state, rules, k, HOVER_COST):
        hover(state, k)
