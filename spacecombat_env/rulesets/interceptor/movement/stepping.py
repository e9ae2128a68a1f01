"""Chapter MOV: hexes."""

from spacecombat_env.core.jit import jit


@jit
def begin_move(state, rules, k):
    """A unit begins its move: state.mover, lane = velocity, last_moment 0, moment 0;

    order.ahead 0; opportunity.begin_watch.
    """


@jit
def enter_hex(state, rules, k, direction):
    """IN-MOV-01 One hex: q, r, hexes, lane, state.arrivals and craft.arrived; touch;

    notes MOVED; off the map: leave_map.
    """


@jit
def leave_map(state, rules, k):
    """BROKEN_OFF (data/geometry.yaml); notes LEFT_MAP."""
