"""The poker that learners are proved on: its rules, what its seats see, and the exact anchors."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.benchmark.poker import betting, exact, kuhn, leduc, tables
from spacecombat_agents.benchmark.poker.betting import CALL, FOLD, RAISE, UNKNOWN
from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.core.ruleset import Games, make_games, make_out

MODULES = {"kuhn": kuhn, "leduc": leduc}
NAMES = list(MODULES)
MANY = 6_000
"""Games or draws where shares are counted."""


def uniform(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The policy that says each legal action as often."""
    return masks / masks.sum(axis=1, keepdims=True)


def told(name: str, observations: np.ndarray) -> list[tuple[int, int, str]]:
    """What rows of observations say: seat, rank of the own card, actions of the first round."""
    layout = MODULES[name].RULESET.load().observation
    parts = layout.view(observations)
    actions = parts["spoken"][:, 0]
    said = ["".join("fcr"[action.argmax()] for action in row if action.any()) for row in actions]
    seats, ranks = parts["seat"].argmax(axis=1), parts["own_card"].argmax(axis=1) + 1
    return list(zip(seats.tolist(), ranks.tolist(), said, strict=True))


def kuhn_equilibrium(alpha: float) -> exact.Policy:
    """An equilibrium of Kuhn: the first seat bets the lowest card `alpha` of the time (to 1/3)."""
    third = 1.0 / 3.0
    raises = {(0, 1, ""): alpha, (0, 2, ""): 0.0, (0, 3, ""): 3.0 * alpha}
    raises |= {(1, 1, "c"): third, (1, 2, "c"): 0.0, (1, 3, "c"): 1.0}
    calls = {(0, 1, "cr"): 0.0, (0, 2, "cr"): alpha + third, (0, 3, "cr"): 1.0}
    calls |= {(1, 1, "r"): 0.0, (1, 2, "r"): third, (1, 3, "r"): 1.0}

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        probs = np.zeros(masks.shape)
        for row, moment in enumerate(told("kuhn", observations)):
            if moment in raises:
                probs[row, [CALL, RAISE]] = 1.0 - raises[moment], raises[moment]
            else:
                probs[row, [FOLD, CALL]] = 1.0 - calls[moment], calls[moment]
        return probs

    return policy


# -- rules ----------------------------------------------------------------------------------------


def played(name: str, cards: tuple[int, ...], actions: list[int]) -> tuple[Any, list[float]]:
    """Return the record and the returns, in chips, of a game with these cards after some actions."""
    scenario = MODULES[name].RULESET.load()
    games = make_games(scenario.table.opening.dtype, 1)
    betting.start(games, 0, scenario.table, 1)
    games.states[0].cards[: len(cards)] = cards
    for action in actions:
        assert betting.apply(games, 0, scenario.table, action) == 0
    row = np.zeros(2, np.float32)
    betting.returns(games, 0, scenario.table, row)
    return games.states[0], (row * MODULES[name].CHIPS).tolist()


C, F, R = CALL, FOLD, RAISE


@pytest.mark.parametrize(
    ("name", "cards", "actions", "chips"),
    [
        ("kuhn", (3, 2), [C, C], 1),
        ("kuhn", (1, 2), [C, C], -1),
        ("kuhn", (1, 2), [R, F], 1),
        ("kuhn", (3, 2), [C, R, F], -1),
        ("kuhn", (3, 2), [R, C], 2),
        ("kuhn", (1, 2), [C, R, C], -2),
        ("leduc", (1, 2, 3), [C, C, C, C], -1),
        ("leduc", (1, 2, 1), [C, C, C, C], 1),
        ("leduc", (2, 2, 1), [R, C, R, C], 0),
        ("leduc", (1, 2, 3), [R, R, F], -3),
        ("leduc", (1, 2, 3), [C, R, R, C, R, F], 5),
        ("leduc", (1, 3, 1), [C, R, R, C, C, R, R, C], 13),
        ("leduc", (3, 1, 1), [R, C, C, R, F], -3),
    ],
)
def test_chips_go_to_whom_they_belong(
    name: str, cards: tuple[int, ...], actions: list[int], chips: int
) -> None:
    state, won = played(name, cards, actions)
    assert won == pytest.approx([chips, -chips])
    assert state.verdict == (2 if chips == 0 else int(chips < 0))


@pytest.mark.parametrize(
    ("name", "actions", "legal"),
    [
        ("kuhn", [], {C, R}),
        ("kuhn", [C], {C, R}),
        ("kuhn", [R], {F, C}),
        ("leduc", [R], {F, C, R}),
        ("leduc", [R, R], {F, C}),
        ("leduc", [R, R, C], {C, R}),
    ],
)
def test_legal_actions(name: str, actions: list[int], legal: set[int]) -> None:
    scenario = MODULES[name].RULESET.load()
    state, won = played(name, (1, 2, 3) if name == "leduc" else (1, 2), actions)
    assert won == [0, 0] and state.verdict == -1
    rules = scenario.table.rules[0]
    assert {action for action in range(3) if betting.is_legal(state, rules, action)} == legal


def test_an_illegal_action_changes_nothing_and_loses_in_a_batch(poker_is_known: None) -> None:
    scenario = kuhn.RULESET.load()
    games = make_games(scenario.table.opening.dtype, 1)
    betting.start(games, 0, scenario.table, 5)
    before = games.raw.copy()
    assert betting.apply(games, 0, scenario.table, FOLD) == 1
    assert (games.raw == before).all()
    from spacecombat_env.env.vector.batch import BatchEnv

    env = BatchEnv("kuhn", num_envs=2, threads=1, auto_reset=False)
    env.reset(seed=1)
    out = env.step(np.array([FOLD, CALL]))
    assert out.rewards.tolist() == [[-0.5, 0.5], [0.0, 0.0]] and out.seat.tolist() == [-1, 1]
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_positions_plays_by_the_rules(name: str) -> None:
    """Random games, some with illegal actions: both kernels write the same."""
    scenario, rng = MODULES[name].RULESET.load(), np.random.default_rng(1)
    kernels, count = (betting.advance, tables.advance), 64
    games = [make_games(scenario.table.opening.dtype, count) for _ in kernels]
    outs = [make_out(scenario, count) for _ in kernels]
    for each in games:
        for row in range(count):
            betting.start(each, row, scenario.table, 7 * row)
    actions = np.full(count, -1)
    for _ in range(40):
        for advance, each, out in zip(kernels, games, outs, strict=True):
            advance(each, scenario.table, actions, out, (0, count, 5, 0))
        assert (games[0].raw == games[1].raw).all()
        for field in ("observation", "mask", "seat", "rewards", "done", "tally"):
            assert (getattr(outs[0], field) == getattr(outs[1], field)).all(), field
        assert (outs[0].visible.raw == outs[1].visible.raw).all()
        legal = (outs[0].mask * (1 + rng.random(outs[0].mask.shape))).argmax(axis=1)
        actions = np.where(rng.random(count) < 0.05, rng.integers(-1, 4, count), legal)


# -- deals ----------------------------------------------------------------------------------------


def assert_even(counts: Counter[Any], shares: dict[Any, float]) -> None:
    """Counts are within five standard deviations of their shares."""
    total = sum(counts.values())
    assert set(counts) <= set(shares)
    for key, share in shares.items():
        spread = np.sqrt(total * share * (1.0 - share))
        assert abs(counts[key] - total * share) <= 5.0 * spread, key


def cards(games: Games, k: int) -> tuple[int, ...]:
    """The cards of a game."""
    return tuple(games.states[k].cards.tolist())


def shares(name: str) -> dict[tuple[int, ...], float]:
    """How often each deal is, by ranks, counted from the pack."""
    rules = MODULES[name].RULES[0]
    pack = [rank for rank in range(1, rules.ranks + 1) for _ in range(rules.suits)]
    made: Counter[tuple[int, ...]] = Counter()
    for a, first in enumerate(pack):
        for b, second in enumerate(pack):
            opened = [pack[c] for c in range(len(pack)) if c not in (a, b)]
            for third in opened if rules.rounds > 1 else [UNKNOWN]:
                made[first, second, third] += int(a != b)
    return {key: count / made.total() for key, count in made.items() if count}


@pytest.mark.parametrize("name", NAMES)
def test_every_deal_is_as_likely(name: str) -> None:
    """The deals of the tree are those of the pack, and seeds deal them evenly."""
    scenario = MODULES[name].RULESET.load()
    walked = exact.deals(scenario)
    count = len(walked.states)
    assert count == (6 if name == "kuhn" else 120)
    dealt = Counter(cards(walked, k) for k in range(count))
    assert {key: number / count for key, number in dealt.items()} == pytest.approx(shares(name))
    games, by_seed = make_games(scenario.table.opening.dtype, 1), Counter[Any]()
    for seed in range(MANY):
        betting.start(games, 0, scenario.table, seed * 7_919)
        by_seed[cards(games, 0)] += 1
    assert_even(by_seed, shares(name))


def test_both_games_of_a_pair_have_the_same_cards() -> None:
    scenario = leduc.RULESET.load()
    games = make_games(scenario.table.opening.dtype, 2)
    for seed in range(50):
        betting.start(games, 0, scenario.table, seed)
        betting.start(games, 1, scenario.table, seed | TWIN)
        assert cards(games, 0) == cards(games, 1)


# -- what is seen ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_equal_information_looks_equal_and_other_information_other(name: str) -> None:
    """Looks, as records and as observations, are equal where seat, card, open card and actions are."""
    scenario = MODULES[name].RULESET.load()
    kernels, table = MODULES[name].RULESET.kernels(), scenario.table
    known, seen_as, observed = defaultdict(set), defaultdict(set), defaultdict(set)
    games, visible = exact.deals(scenario), make_games(table.opening.dtype, 1)
    moments = [(k, games) for k in range(len(games.states))]
    while moments:
        k, now = moments.pop()
        state = now.states[k]
        if state.verdict >= 0:
            continue
        seat = int(state.seat)
        opened = int(state.cards[betting.PUBLIC]) if state.turn else 0
        information = seat, int(state.cards[seat]), opened, state.spoken.tobytes()
        kernels.redact(now, k, visible, 0, seat)
        row = np.zeros(scenario.observation.size, np.int8)
        kernels.observe(visible, 0, table, seat, row)
        known[information].add((visible.raw.tobytes(), row.tobytes()))
        seen_as[visible.raw.tobytes()].add(information)
        observed[row.tobytes()].add(information)
        for action in range(3):
            after = make_games(table.opening.dtype, 1)
            after.raw[0] = now.raw[k]
            if kernels.apply(after, 0, table, action) == 0:
                moments.append((0, after))
    assert len(known) == (12 if name == "kuhn" else 288)
    for looks in (known, seen_as, observed):
        assert {len(each) for each in looks.values()} == {1}
        assert len(looks) == len(known)


@pytest.mark.parametrize("name", NAMES)
def test_determinized_games_look_the_same_and_hold_every_card_evenly(name: str) -> None:
    """Of all deals with the known cards each comes as often; the game goes on from where it is."""
    scenario = MODULES[name].RULESET.load()
    games, visible, again = (make_games(scenario.table.opening.dtype, 1) for _ in range(3))
    table = scenario.table
    betting.start(games, 0, table, 3)
    opening = [C] if name == "kuhn" else [R, C, C]  # the second seat's turn, the open card open
    for action in opening:
        betting.apply(games, 0, table, action)
    betting.redact(games, 0, visible, 0, 1)
    own, opened = cards(visible, 0)[1:]
    assert cards(visible, 0)[0] == UNKNOWN and visible.states[0].seed == 0
    found: Counter[Any] = Counter()
    for seed in range(MANY // 2):
        betting.determinize(visible, 0, table, 1, seed, games, 0)
        found[cards(games, 0)] += 1
        betting.redact(games, 0, again, 0, 1)
        assert (again.raw == visible.raw).all()
    wanted = {key: share for key, share in shares(name).items() if key[1:] == (own, opened)}
    total = sum(wanted.values())
    assert_even(found, {key: share / total for key, share in wanted.items()})


# -- anchors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.0, 0.1, 1.0 / 3.0])
def test_the_equilibria_of_kuhn_lose_nothing(alpha: float) -> None:
    policy = kuhn_equilibrium(alpha)
    assert exact.nash_conv(policy) == pytest.approx(0.0, abs=1e-9)
    assert exact.value(policy) == pytest.approx(kuhn.VALUE, abs=1e-9)


def test_what_is_no_equilibrium_of_kuhn_loses() -> None:
    """A first seat that bluffs too often loses to a second that calls with the middle card."""
    assert exact.nash_conv(kuhn_equilibrium(0.3)) == pytest.approx(0.0, abs=1e-9)
    bluffer, honest = kuhn_equilibrium(1.0 / 3.0), kuhn_equilibrium(0.0)

    def mixed(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        first = np.array([not said for _, _, said in told("kuhn", observations)])
        bets = bluffer(observations, masks)
        return np.where(first[:, None], bets, honest(observations, masks))

    assert exact.nash_conv(mixed) > 0.05


@pytest.mark.parametrize("name", NAMES)
def test_the_even_policy_loses_what_is_published(name: str) -> None:
    assert exact.nash_conv(uniform, name) == pytest.approx(MODULES[name].UNIFORM, abs=1e-6)


def test_chances_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="with 0 for illegal actions"):
        exact.nash_conv(lambda _, masks: np.full(masks.shape, 1.0 / 3.0))
    with pytest.raises(ValueError, match="add up to 1"):
        exact.nash_conv(lambda _, masks: 0.3 * masks)


# -- solving --------------------------------------------------------------------------------------


def shared(weights: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Weights (n, A) as chances of legal actions, even where all are 0."""
    weights = weights * mask
    weights = np.where(weights.sum(axis=1, keepdims=True) > 0.0, weights, mask)
    return weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)


class Solver:
    """Counterfactual regret minimisation: regrets kept at 0 or above, later rounds weigh more."""

    def __init__(self, name: str) -> None:
        self.name, self.levels = name, exact.tree(name)
        self.regrets = [np.zeros(level.mask.shape) for level in self.levels]
        self.sums = [np.zeros(level.mask.shape) for level in self.levels]

    def probs(self, weights: list[np.ndarray]) -> list[np.ndarray]:
        """A row a moment from a row an information set."""
        return [shared(w[i.sets], i.mask) for w, i in zip(weights, self.levels, strict=True)]

    def learn(self, seat: int, weight: float) -> None:
        """Take the regrets of one seat against the other as it stands."""
        probs = self.probs(self.regrets)
        others = exact.reach_without(self.name, probs, seat)
        own = exact.reach_without(self.name, probs, 1 - seat)
        sign = 1.0 if seat == 0 else -1.0

        def answer(depth: int, level: exact.GameLevel, actions: np.ndarray) -> np.ndarray:
            worth = (probs[depth] * actions).sum(axis=1)
            rows = level.seat == seat
            gains = sign * others[depth][:, None] * (actions - worth[:, None])
            np.add.at(self.regrets[depth], level.sets[rows], gains[rows])
            np.maximum(self.regrets[depth], 0.0, out=self.regrets[depth])
            said = weight * own[depth][:, None] * probs[depth]
            np.add.at(self.sums[depth], level.sets[rows], said[rows])
            return worth

        exact.backwards(self.name, answer)


@pytest.mark.parametrize("name", NAMES)
def test_regret_minimisation_comes_to_the_known_value(name: str) -> None:
    solver = Solver(name)
    for number in range(200):
        solver.learn(0, number)
        solver.learn(1, number)
    probs = solver.probs(solver.sums)
    lost = [exact.best_response(name, probs, seat) for seat in range(2)]
    assert lost[0] == pytest.approx(MODULES[name].VALUE, abs=0.01)
    assert lost[1] == pytest.approx(-MODULES[name].VALUE, abs=0.01)
    assert 0.0 <= sum(lost) < 0.02
    worth = exact.backwards(name, lambda depth, _, actions: (probs[depth] * actions).sum(axis=1))
    assert worth == pytest.approx(MODULES[name].VALUE, abs=2e-3)
