"""The doors of the rule set: its rooms, named to the driver (core/driver.py)."""

from spacecombat_env.core import driver
from spacecombat_env.core.driver import no_ready_word as ready_word
from spacecombat_env.core.driver import no_standing_word as standing_word
from spacecombat_env.core.driver import no_words_alone as see_words
from spacecombat_env.core.driver import nobody_delegates as is_delegated
from spacecombat_env.core.driver import nothing_to_lay_out as lay_out
from spacecombat_env.core.driver import nothing_to_settle as settle
from spacecombat_env.rulesets.intercept_sensors.actions import hear, legal
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import Ask
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import LOG_LENGTH, Reason, Step
from spacecombat_env.rulesets.intercept_sensors.pieces.state import UNSEEN_WORDS
from spacecombat_env.rulesets.intercept_sensors.pieces.words import word_count
from spacecombat_env.rulesets.intercept_sensors.sight.observe import observe, observe_words
from spacecombat_env.rulesets.intercept_sensors.sight.redaction import hide, hide_event
from spacecombat_env.rulesets.intercept_sensors.sight.resampling import imagine
from spacecombat_env.rulesets.intercept_sensors.turn import take_step
from spacecombat_env.rulesets.intercept_sensors.victory import end_game, margin

MARGIN_SCALE = 20.0  # ship-turns of tracks that count as a whole win in the margin reward
KERNELS = driver.bind(globals())


def compiled_beside(games, mask, row, table):
    """What a second process compiles, with arguments: what the first one needs last comes first."""
    state, rules = games.states[0], table.rules[0]
    return (
        (observe_words, (state, rules, 0, row)),
        (observe, (state, rules, 0, row)),
        (hide, (state, 0)),
        (legal, (state, rules, mask)),
        (hear, (state, rules, 0)),
    )
