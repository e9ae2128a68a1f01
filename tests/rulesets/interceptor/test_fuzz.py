"""Random decisions over random scenarios with random combinations of the switches.

No illegal state, no empty mask, no game that fails to end; what a seat may say and see is the same
by the true record and by what it knows; everything can be worded, drawn and imagined anew.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from kit.interceptor.fuzzing import drawn_scenario
from kit.interceptor.games import Play
from kit.interceptor.positions import ammunition, recount
from kit.interceptor.soundness import check_state

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Status, Verdict
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import VERBS, Ask, Step, Verb
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED
from spacecombat_env.rulesets.interceptor.sight.imagined import fits
from spacecombat_env.rulesets.interceptor.told import notation, questions, story
from spacecombat_env.rulesets.interceptor.told.pictures import draw
from spacecombat_env.rulesets.interceptor.told.views import game as views

SEEDS = int(os.environ.get("FUZZ_SEEDS", "4"))
FIRST = int(os.environ.get("FUZZ_FIRST", "1"))
DECISIONS = int(os.environ.get("FUZZ_DECISIONS", "30"))
CLOSELY = 20
"""Of so many decisions one is looked at closely."""
IDLE = (Verb.PASS, Verb.HOLD, Verb.DONE, Verb.NONE)
UMPIRE = -1


def drawn_game(seed, room=""):
    """A game of a random scenario: every question asked, or those that are recommended."""
    delegate = RECOMMENDED if seed % 2 else ()
    return Play(drawn_scenario(seed, room), seed=seed, delegate=delegate)


def mask_of(play, games):
    """Legal words of the seat to act by a record."""
    mask = np.zeros(play.scenario.actions.size, np.int8)
    KERNELS.legal(games, 0, play.table, mask)
    return np.flatnonzero(mask).tolist()


def seen_by(play, seat):
    """What a seat knows."""
    seen = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(play.games, 0, seen, 0, seat)
    return seen


def look(play, lots, closely):
    """The words of the seat to act by what it may know; `closely`: as pictures and dreams, too."""
    seat = int(play.state.seat)
    seen = seen_by(play, seat)
    words = mask_of(play, seen)
    assert words == play.words(), play.ask.name
    if closely:
        look_closely(play, seen, seat, words)
        dream_of(play, seen, seat, int(lots.integers(2**31)), words)
    return words


def look_closely(play, seen, seat, words):
    """Everything that is told of a position can be told."""
    scenario = play.scenario
    row = np.zeros(scenario.observation.size, np.int8)
    KERNELS.observe(seen, 0, play.table, seat, row)
    assert questions.question(seen, 0, scenario, seat)
    assert all(notation.word(seen, 0, scenario, seat, word) for word in words)
    assert all(story.log(seen, 0, scenario, seat, 0))
    for k, craft in enumerate(play.state.craft):
        if craft.status != Status.UNUSED:
            assert fits(play.state, play.rules, k, int(craft.card)), "it was told what is not so"
    for games, reader in ((seen, seat), (play.games, UMPIRE)):
        views.view(games, 0, scenario, reader)
        draw.draw_text(games, 0, scenario, reader)
        assert draw.draw_svg(games, 0, scenario, reader).startswith("<svg")


def dream_of(play, seen, seat, seed, words):
    """A position imagined from what a seat knows is sound, and asks it the same."""
    other = make_games(play.table.opening.dtype, 1)
    KERNELS.resample(seen, 0, play.table, seat, seed, other, 0)
    check_state(other.states[0], play.rules, imagined=True)
    assert mask_of(play, other) == words, play.ask.name


def spoken(lots, words):
    """One of the words; now and then one that does something, where there is such a verb."""
    deeds = [word for word in words if word < VERBS and word not in IDLE]
    return int(lots.choice(deeds if deeds and lots.random() < 0.4 else words))


def check_end(play):
    """A game that is over has a verdict, by points as they are counted plainly."""
    state = play.state
    assert state.step == Step.OVER and not play.words() and state.verdict != Verdict.OPEN
    assert recount(state, play.rules) == state.points.tolist()


def play_on(play, lots, decisions):
    """Play at random; everything that must hold is checked on the way."""
    left = None
    for n in range(decisions):
        check_state(play.state, play.rules)
        if play.is_over:
            return check_end(play)
        assert play.ask != Ask.NOTHING and play.state.seat in (0, 1)
        words = look(play, lots, closely=n % CLOSELY == CLOSELY // 2)
        assert len(words) > 1, f"nothing to decide at {play.ask.name}"
        play.say(spoken(lots, words))
        now = ammunition(play.state) if play.state.turn else None
        assert left is None or (now <= left).all(), "ammunition has grown"
        left = now
    return None


@pytest.mark.rule("IN-SEQ-01", "IN-DMG-01", "IN-DMG-09")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_every_combination_of_rules_plays(seed):
    play_on(drawn_game(seed), np.random.default_rng(seed), DECISIONS)


GAMES, LONGEST, SPARSELY = 16, 20_000, 97
MANY = int(os.environ.get("FUZZ_MANY", "1000000"))


@pytest.mark.slow
@pytest.mark.compiled
def test_a_million_decisions_end_in_sound_games():
    """Compiled: scenario after scenario, each with many games, every one played to its end."""
    made, seed = 0, 10_000
    while made < MANY:
        seed += 1
        play = drawn_game(seed, "medium" if seed % 4 == 0 else "small")
        for k in range(GAMES):
            made += finish(play, seed * GAMES + k)
    assert made >= MANY


def finish(play, seed):
    """Play a game to its end; return how many words that took."""
    lots = np.random.default_rng(seed)
    KERNELS.start(play.games, 0, play.table, seed)
    mask = np.zeros(play.scenario.actions.size, np.int8)
    left = None
    for made in range(LONGEST):
        if play.state.step == Step.OVER:
            check_state(play.state, play.rules)
            check_end(play)
            return made
        assert KERNELS.legal(play.games, 0, play.table, mask) > 1
        if (seed + made) % SPARSELY == 0:
            check_state(play.state, play.rules)
            now = ammunition(play.state) if play.state.turn else None
            assert left is None or (now <= left).all(), "ammunition has grown"
            left = now
        word = spoken(lots, np.flatnonzero(mask).tolist())
        assert not KERNELS.apply(play.games, 0, play.table, word)
    raise AssertionError(f"game {seed} does not end")
