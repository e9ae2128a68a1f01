"""The doors of the rule set: its rooms, named to the driver (core/driver.py)."""

from spacecombat_env.core import driver
from spacecombat_env.core.driver import no_ready_word as ready_word
from spacecombat_env.core.driver import no_words_alone as see_words
from spacecombat_env.core.driver import nothing_to_settle as settle
from spacecombat_env.rulesets.interceptor.actions import hear, legal
from spacecombat_env.rulesets.interceptor.crew import answers as crew
from spacecombat_env.rulesets.interceptor.engagement import answers as engagement
from spacecombat_env.rulesets.interceptor.missiles import answers as missiles
from spacecombat_env.rulesets.interceptor.movement import answers as movement
from spacecombat_env.rulesets.interceptor.orders.standing import is_delegated, standing_word
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Reason
from spacecombat_env.rulesets.interceptor.pieces.constants.log import LOG_LENGTH
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Step
from spacecombat_env.rulesets.interceptor.pieces.state import UNSEEN_WORDS
from spacecombat_env.rulesets.interceptor.pieces.words import word_count
from spacecombat_env.rulesets.interceptor.sight.observe import observe, observe_words
from spacecombat_env.rulesets.interceptor.sight.redaction import hide, hide_event
from spacecombat_env.rulesets.interceptor.sight.resampling import imagine
from spacecombat_env.rulesets.interceptor.turn.dealing import deal as lay_out
from spacecombat_env.rulesets.interceptor.turn.sequence import (
    closing_steps,
    exchange_steps,
    movement_steps,
    take_step,
)
from spacecombat_env.rulesets.interceptor.victory import end_game, margin

MARGIN_SCALE = 40.0  # points of margin that count as a whole win in the margin reward

KERNELS = driver.bind(globals())


def compiled_beside(games, mask, row, table):
    """What a second process compiles, with arguments: what the first one needs last comes first."""
    state, rules = games.states[0], table.rules[0]
    return (
        (observe_words, (state, rules, 0, row)),
        (observe, (state, rules, 0, row)),
        (hide, (state, 0)),
        (standing_word, (state, rules, mask)),
        (legal, (state, rules, mask)),
        *((room.hear, (state, rules, 0)) for room in (crew, missiles, engagement, movement)),
        (closing_steps, (state, rules, 0)),
        (exchange_steps, (state, rules, 0)),
        (movement_steps, (state, rules, 0)),
    )
