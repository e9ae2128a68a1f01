"""Chapter CMB: fire is declared.

Asks FIRE_SHIP, FIRE_TARGET, FIRE_COLUMN, FIRE_ROW, FIRE_WEAPONS, RETURN, ARC, STRUCK.
"""

from spacecombat_env.core.jit import jit


@jit
def can_fire(state, rules, k):
    """IN-CMB-01 Whether craft k has a ready weapon or missile for any target in its field;

    a predicate without a menu.
    """
    return False


@jit
def begin_fire(state, rules, seat, k):
    """Craft k (NONE: ask FIRE_SHIP) fires: order.craft, order.weapons = locks = 0,

    ask(FIRE_TARGET).
    """


@jit
def legal_fire_ship(state, rules, side, mask):
    """Own craft that can fire."""


@jit
def hear_fire_ship(state, rules, seat, word):
    """begin_fire."""


@jit
def legal_fire_target(state, rules, side, mask):
    """Enemy craft, missiles, adrift that one ready weapon bears on; `rock`."""


@jit
def hear_fire_target(state, rules, seat, word):
    """order.target_kind, target; ask(FIRE_WEAPONS); `rock` asks FIRE_COLUMN."""


@jit
def hear_fire_column(state, rules, seat, number):
    """order.column; asks FIRE_ROW."""


@jit
def legal_fire_row(state, rules, side, mask):
    """Rows of that column with an asteroid in field."""


@jit
def hear_fire_row(state, rules, seat, word):
    """order.target = rock; ask(FIRE_WEAPONS)."""


@jit
def legal_fire_weapons(state, rules, side, mask):
    """IN-CMB-02, 03 Weapon rows not yet named that can shoot or launch; `all`;

    `done` (alone it is spoken by the engine; with nothing named it takes the shot back).
    """


@jit
def hear_fire_weapons(state, rules, seat, word):
    """A row is added (TOT mates too; a rack asks LAUNCH_KIND when it holds several); `all`,

    `done` close: a missile target goes to interception.shoot, else close_volley.
    """


@jit
def close_volley(state, rules, seat):
    """Writes the next state.exchange.volley, craft.fired, notes FIRE; proceed(DECLARED)."""


@jit
def legal_return(state, rules, side, mask):
    """IN-CMB-04 pass, or targets as in FIRE_TARGET for order.craft (the ship fired at)."""


@jit
def hear_return(state, rules, seat, word):
    """pass: volley.answered, proceed(DECLARED); a target: as hear_fire_target."""


@jit
def legal_arc(state, rules, side, mask):
    """IN-CMB-08, IN-AMB-98."""


@jit
def hear_arc(state, rules, seat, word):
    """As above."""


@jit
def legal_struck(state, rules, side, mask):
    """IN-DIR-08 The two facings that tie."""


@jit
def hear_struck(state, rules, seat, word):
    """volley.facing; proceed(DECLARED)."""
