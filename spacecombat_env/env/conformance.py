"""Check that a rule set satisfies the contract: one call, for authors of rule sets.

    from spacecombat_env.env.conformance import check_ruleset
    check_ruleset("battle_rider", "skirmish", games=3)

Each check raises an AssertionError that names the promise of `core.ruleset` that is broken, and
where.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.ruleset import RuleSet, make_games
from spacecombat_env.env import orders as order_texts
from spacecombat_env.env.game import Delegation, Game, open_scenario

__all__ = ["check_partial_orders", "check_ruleset"]

EPSILON = 1e-6


class ConformanceReport(NamedTuple):
    """Summary of the games played."""

    games: int
    decisions: int
    mean_legal: float
    """Mean number of legal actions."""
    reasons: dict[str, int]
    """Count of games by the reason that ended them."""


def check_ruleset(
    name: str | RuleSet,
    scenario: str | Mapping[str, Any] | None = None,
    *,
    games: int = 3,
    seed: int = 0,
    delegate: Delegation = None,
    max_turns: int | None = None,
    every: int = 5,
    limit: int = 20_000,
) -> ConformanceReport:
    """Play random games of a scenario and check every promise; return a report.

    Expensive checks run at every `every`-th decision. A game that has not ended after `limit`
    decisions is a failure.
    """
    rules = registry.ruleset(name)
    loaded = open_scenario(rules, scenario, delegate, max_turns)
    generator = np.random.default_rng(seed)
    for first in (True, False):
        check_constant_policies(Game(rules, loaded), seed, first, limit)
    decisions, legal, reasons = 0, 0, dict[str, int]()
    for index in range(games):
        game = Game(rules, loaded)
        game.start(seed + index)
        check_same_seed(game, seed + index)
        turn = 0
        while game.seat >= 0:
            check_cheap(game)
            if turn % every == 0:
                check_expensive(game, generator)
            legal += int(game.mask.sum())
            action = random_action(game, generator)
            if turn % every == 0:
                check_scratch_copy(game, action)
            game.step(action)
            turn += 1
            assert turn <= limit, (
                f"the game on seed {seed + index} continues after {limit} decisions"
            )
        check_end(game)
        check_replay(rules, game, seed + index, turn)
        decisions += turn
        reason = rules.reasons[game.result()["reason"]]
        reasons[reason] = reasons.get(reason, 0) + 1
    return ConformanceReport(games, decisions, legal / max(decisions, 1), reasons)


def random_action(game: Game, generator: np.random.Generator) -> int:
    """Return a legal action drawn uniformly."""
    actions = game.mask.nonzero()[0]
    return int(actions[int(generator.random() * len(actions))])


# -- at every decision ---------------------------------------------------------------------------


def check_cheap(game: Game) -> None:
    """Check mask, observations and returns of an open game."""
    check_mask(game)
    check_views(game)
    check_open(game)


def check_mask(game: Game) -> None:
    """The mask holds 0 and 1, has a legal action in an open game, and agrees with `legal`."""
    mask = game.mask
    assert mask.any(), f"no legal action, yet the game is not over ({decision_message(game)})"
    assert ((mask == 0) | (mask == 1)).all(), (
        f"the mask holds more than 0 and 1 ({decision_message(game)})"
    )
    for what, record in (("the redacted", game.visible_to(game.seat)), ("the true", game.games)):
        again = np.zeros_like(mask)
        count = game.kernels.legal(record, 0, game.scenario.table, again)
        assert count == mask.sum(), (
            f"legal() counts {count} of {mask.sum()} actions ({decision_message(game)})"
        )
        differ = (again != mask).nonzero()[0]
        assert len(differ) == 0, (
            f"{what} record gives another mask at actions {differ} ({decision_message(game)})"
        )
    for seat in range(len(game.ruleset.seats)):
        if seat != game.seat:
            assert not game.mask_of(seat).any(), "a waiting seat has legal actions"


def decision_message(game: Game) -> str:
    """Return the decision as text, for a message."""
    return game.ruleset.decision_text(game.out.visible, 0, game.scenario, game.seat)


def action_message(game: Game, action: int) -> str:
    """Return an action with its text, for a message."""
    return f"action {action} ({game.action_text(action)!r}; {decision_message(game)})"


def check_views(game: Game) -> None:
    """Every seat's observation lies within its declared bounds."""
    layout = game.scenario.observation
    for seat in range(len(game.ruleset.seats)):
        view = game.observation_of(seat)
        assert view.shape == (layout.size,), f"a view of {view.shape}, not {layout.size}"
        worst = int(np.abs(view).argmax())
        assert abs(view[worst]) <= 1.0 + EPSILON, (
            f"{layout.describe(worst)} is {view[worst]}, beyond 1 (seat {seat})"
        )


def check_open(game: Game) -> None:
    """Returns are zero while a game is open, and the seat to act exists."""
    assert not returns_of(game).any(), "returns before the end"
    assert 0 <= game.seat < len(game.ruleset.seats), f"seat {game.seat} is to act"
    if game.scenario.players:
        check_player(game)


def check_player(game: Game) -> None:
    """Where players share a seat, one of them is to act, and the seat knows which."""
    team = game.scenario.players[game.seat]
    assert 0 <= game.player < len(team), f"player {game.player} of {len(team)} is to act"
    assert game.kernels.player is not None, "no kernel returns the player to act"
    known_player = game.kernels.player(game.visible_to(game.seat), 0)
    assert known_player == game.player, (
        f"the seat thinks that player {known_player} is to act, not {game.player}"
    )


def returns_of(game: Game) -> np.ndarray:
    """Return the returns of each seat: float32 (seats,)."""
    row = np.zeros(len(game.ruleset.seats), np.float32)
    game.kernels.returns(game.games, 0, game.scenario.table, row)
    return row


# -- now and then --------------------------------------------------------------------------------


def check_expensive(game: Game, generator: np.random.Generator) -> None:
    """Check actions, redaction, determinization and copies at one point of a game."""
    check_actions(game)
    for seat in range(len(game.ruleset.seats)):
        check_redaction(game, seat)
        check_determinization(game, seat, int(generator.integers(2**62)))
    check_partial_orders(game, int(generator.integers(2**62)))
    check_bytes(game)
    check_clone(game, int(generator.integers(2**62)))


def check_actions(game: Game) -> None:
    """Every legal action applies. Every other one is refused and changes nothing."""
    trial = game.copy()
    for action in range(len(game.mask)):
        trial.games.raw[:] = game.games.raw
        refused = trial.kernels.apply(trial.games, 0, game.scenario.table, action)
        same = (trial.games.raw == game.games.raw).all()
        if game.mask[action]:
            assert refused == 0, f"{action_message(game, action)} is legal, and apply() refuses it"
            assert not same, f"{action_message(game, action)} applies, and changes nothing"
        else:
            assert refused == 1, (
                f"{action_message(game, action)} is not legal, and apply() takes it"
            )
            assert same, f"{action_message(game, action)} is refused, and changes the state"


def check_redaction(game: Game, seat: int) -> None:
    """Redaction is idempotent and does not depend on earlier redactions."""
    once = game.copy().visible_to(seat)
    for other in range(len(game.ruleset.seats)):
        if other != seat:
            game.visible_to(other)
    after = game.visible_to(seat)
    assert (once.raw == after.raw).all(), (
        f"a look of seat {seat} shows what another was shown: {_difference(once, after)}"
    )
    twice = make_games(once.states.dtype, 1)
    game.kernels.redact(once, 0, twice, 0, seat)
    assert (once.raw == twice.raw).all(), (
        f"redaction for seat {seat} is not idempotent: {_difference(once, twice)}"
    )


def check_determinization(game: Game, seat: int, seed: int) -> None:
    """A determinization looks the same to the seat: its record, observation and mask."""
    other = game.determinize(seat, seed)
    assert other.seat == game.seat, "resampling changes the seat to act"
    known, looks = game.copy().visible_to(seat), other.copy().visible_to(seat)
    assert (known.raw == looks.raw).all(), (
        f"a game resampled for seat {seat} looks different: {_difference(known, looks)}"
    )
    assert (game.observation_of(seat) == other.observation_of(seat)).all(), (
        "a resampled view differs"
    )
    assert (game.mask_of(seat) == other.mask_of(seat)).all(), "a resampled mask differs"


def check_partial_orders(game: Game, seed: int) -> None:
    """The actions of an incomplete order reveal nothing hidden.

    They have the same visible effect in the game and in a determinization. A complete order may
    reveal something, since it stands.
    """
    seat = game.seat
    other = game.determinize(seat, seed)
    for action in game.mask.nonzero()[0].tolist():
        true, determinized = game.copy(), other.copy()
        true.step(action)
        determinized.step(action)
        complete = [
            _is_complete(before, after) for before, after in ((game, true), (other, determinized))
        ]
        assert complete[0] == complete[1], (
            f"whether {action_message(game, action)} ends an order depends on "
            f"what {seat} cannot know"
        )
        if not complete[0]:
            visible, determinization = true.visible_to(seat), determinized.visible_to(seat)
            assert (visible.raw == determinization.raw).all() and (
                true.mask == determinized.mask
            ).all(), (
                f"{action_message(game, action)} tells what {seat} cannot know: "
                f"{_difference(visible, determinization)}"
            )


def _is_complete(before: Game, after: Game) -> bool:
    """Whether the action between two games completed an order."""
    handed_on = (before.seat, before.player) != (after.seat, after.player)
    return handed_on or order_texts.engine_has_moved(before, after)


def _difference(a: Any, b: Any) -> str:
    """Return the first fields in which two records differ."""
    from spacecombat_env.core.model.record import diff

    return "; ".join(diff(a.states[0], b.states[0])[:5])


def check_bytes(game: Game) -> None:
    """Saving and restoring keeps the state, the observation and the mask."""
    back = Game(game.ruleset, game.scenario)
    back.restore(game.save())
    assert back.digest() == game.digest(), "a restored game differs"
    assert (back.mask == game.mask).all(), "a restored game has another mask"
    assert (back.row == game.row).all(), "a restored game has another view"


def check_clone(game: Game, seed: int, actions: int = 50) -> None:
    """A copy plays exactly like the original and does not change it."""
    before = game.digest()
    first, second = game.copy(), game.copy()
    for one in (first, second):
        generator = np.random.default_rng(seed)
        for _ in range(actions):
            if one.seat >= 0:
                one.step(random_action(one, generator))
    assert first.digest() == second.digest(), "two copies of a game play differently"
    assert (first.row == second.row).all(), "two copies of a game look different"
    assert game.digest() == before, "playing a copy changed the original"


# -- at the beginning and at the end -------------------------------------------------------------


def check_same_seed(game: Game, seed: int) -> None:
    """The same seed gives the same opening."""
    again = Game(game.ruleset, game.scenario)
    again.start(seed)
    assert again.digest() == game.digest(), f"seed {seed} starts two different games"


def check_scratch_copy(game: Game, action: int) -> None:
    """An action tried in a scratch copy leads to the same decision."""
    trial, later = game.scratch_copy(), game.copy()
    trial.step_from(game, action)
    later.step(action)
    assert (trial.seat, trial.digest()) == (later.seat, later.digest()), action_message(
        game, action
    )
    assert (trial.mask == later.mask).all(), (
        f"{action_message(game, action)}: other legal actions in a scratch copy"
    )


def check_constant_policies(game: Game, seed: int, first: bool, limit: int) -> None:
    """The game ends even if all seats always choose the first legal action, or the last.

    A learner may converge to such a policy; actions that undo each other would then play forever.
    """
    game.start(seed)
    for _ in range(limit):
        if game.seat < 0:
            return
        actions = game.mask.nonzero()[0]
        game.step(int(actions[0 if first else -1]))
    which = "first" if first else "last"
    raise AssertionError(
        f"the game on seed {seed} continues after {limit} decisions when all choose the {which} "
        f"legal action: {action_message(game, int(game.mask.nonzero()[0][0 if first else -1]))}"
    )


def check_end(game: Game) -> None:
    """A finished game has no decision, accepts no action, and its returns sum to zero."""
    rewards, returns = game.out.rewards[0], returns_of(game)
    assert game.out.done[0] == 1, "the game is over, and done is not set"
    assert not game.mask.any(), "the game is over, and actions are legal"
    assert abs(float(returns.sum())) <= EPSILON, f"returns {returns} do not sum to zero"
    assert np.allclose(rewards, returns), f"advance() rewards {rewards}, returns() says {returns}"
    before = game.digest()
    for action in range(len(game.mask)):
        assert game.kernels.apply(game.games, 0, game.scenario.table, action) == 1, (
            f"action {action} applies after the end"
        )
    game.refresh()
    assert game.digest() == before, "a game that is over changes"
    assert game.seat == -1, "a finished game has a seat to act"
    for seat in range(len(game.ruleset.seats)):
        check_redaction(game, seat)


def check_replay(rules: RuleSet, game: Game, seed: int, decisions: int) -> None:
    """A short replay with `apply` alone agrees with `advance`."""
    one, two = Game(rules, game.scenario), Game(rules, game.scenario)
    one.start(seed)
    two.start(seed)
    generator = np.random.default_rng(seed)
    for _ in range(min(decisions, 200)):
        if one.seat < 0:
            break
        action = random_action(one, generator)
        one.step(action)
        two.kernels.apply(two.games, 0, two.scenario.table, action)
    assert one.digest() == two.digest(), "advance() and apply() play different games"
