"""What holds in every position that random play reaches, whatever is delegated."""

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from kit.intercept_sensors.table import Table, brawl, duel, position, random_action, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.model import (
    MAX_THRUST,
    NONE,
    SCANS_A_TURN,
    TRACE,
    InterceptDecision,
    InterceptStep,
    Loss,
    Power,
    Result,
    Status,
    Type,
)
from spacecombat_env.rulesets.intercept_sensors.movement.vectors import is_safe
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_body

pytestmark = pytest.mark.compiled

SHIPPED = ("duel", "infiltrator", "picket")
DELEGATED = ("setup", "emissions", "launches")


def check_units(game):
    """Every unit is in one state, on the map if it is on it, and within its ranges."""
    state, option = game.state, game.rules.option
    for unit in state.unit_of:
        klass = game.rules.classes[unit.klass]
        assert (unit.klass == 0) == (unit.status == Status.UNUSED)
        if unit.status == Status.ON_MAP:
            assert 1 <= unit.x <= option.columns and 1 <= unit.y <= option.rows
            assert not is_body(state, unit.x, unit.y)
        if unit.tracked:
            assert unit.status in (Status.ON_MAP, Status.GONE) and unit.identified
        if unit.held:
            assert unit.tracked and unit.status == Status.ON_MAP
        assert 0 <= unit.thrust <= klass.thrust <= MAX_THRUST
        assert 0 <= unit.facing < 8 and 0 <= unit.power < len(Power)
        assert (unit.burns == NONE) == (klass.endurance == NONE)
        assert unit.burns <= klass.endurance
        assert set(map(int, (unit.popped, unit.tracked, unit.plotted, unit.moved))) <= {0, 1}
        if klass.type == Type.SHIP:
            assert unit.status != Status.ABOARD and unit.carrier == NONE
        if unit.status == Status.ABOARD:
            assert state.unit_of[unit.carrier].status in (Status.ON_MAP, Status.WAITING)
        assert (unit.loss != Loss.NOT) == (unit.status == Status.GONE)


def check_scans(game):
    """Two scans a side at most; finds in order; marks within their range."""
    state = game.state
    for side in range(2):
        assert 0 <= state.declared[side] <= SCANS_A_TURN
        now = [scan for scan in state.scan[side] if scan.turn == state.turn and scan.side]
        assert len(now) == (state.declared[side] if state.turn else 0)
        for scan in now:
            signals = [int(find.signal) for find in scan.find[: scan.finds]]
            assert signals == sorted(signals, reverse=True) and all(s >= 0 for s in signals)
            for find in scan.find[: scan.finds]:
                placed = find.result in (Result.POSITION, Result.TRACKED)
                assert (find.x > 0) == placed
            assert scan.roll == 0 or 2 <= scan.roll <= 12
        assert state.quiet[side].min() >= 0 and state.quiet[side].max() <= TRACE
        assert state.traces[side].min() >= 0 and state.traces[side].max() <= TRACE


def has_way_out(game, index):
    """Whether a unit about to move has a course that keeps it, with its plant running."""
    unit = game.state.unit_of[index].copy()
    klass = game.rules.classes[unit.klass]
    if unit.burns == 0:
        return bool(is_safe(game.state, game.rules, unit, 0, 0))
    facings = ((facing, gs) for facing in range(8) for gs in range(klass.thrust + 1))
    return any(is_safe(game.state, game.rules, unit, *course) for course in facings)


def check(game):
    """Everything that must hold at a decision."""
    assert len(game.legal()) > 1, f"nothing to decide at {game.decision.name}"
    assert game.decision != InterceptDecision.NOTHING and game.state.seat in (0, 1)
    check_units(game)
    check_scans(game)


def check_play(game, rng, decisions, delegated=False):
    """Random actions for this many decisions, or to the end; check every position on the way."""
    turn, ways, points, alive = -1, {}, [0, 0], {}
    for _ in range(decisions):
        if game.over:
            break
        check(game)
        state = game.state
        if state.turn != turn:  # the courses open to each unit at the beginning of the turn
            turn = int(state.turn)
            on_map = [k for k, u in enumerate(state.unit_of) if u.status == Status.ON_MAP]
            ways = {k: has_way_out(game, k) for k in on_map}
            alive = {k: int(state.unit_of[k].loss) for k in range(len(state.unit_of))}
        game.apply(random_action(game, rng))
        for k, unit in enumerate(game.state.unit_of):
            if unit.loss in (Loss.LEFT_MAP, Loss.CRASHED) and not alive.get(k) and k in ways:
                carried = unit.carrier != NONE and k not in ways
                assert carried or not ways[k], f"{game.names[k]} was lost without need"
        assert all(int(now) >= was for now, was in zip(game.state.points, points, strict=True))
        points = list(map(int, game.state.points))
    if game.over:
        assert game.state.step == InterceptStep.OVER and not game.legal()
        assert game.state.verdict in (0, 1, 2) and game.state.seat == NONE
        assert game.state.turn <= game.rules.option.turn_limit
        check_units(game)
    return game


@pytest.mark.rule("IC-SCAN-01", "IC-TRK-01")
@pytest.mark.parametrize("delegate", [(), DELEGATED], ids=["everything asked", "delegated"])
@pytest.mark.parametrize("scenario", SHIPPED)
def test_every_reachable_position_is_sound(scenario, delegate):
    check_play(Table(scenario, seed=3, delegate=delegate), np.random.default_rng(3), 120)


def test_brawls_are_sound_and_end():
    """Everything happens in them: launches, tracks, tracks lost."""
    tracked = []
    for seed in (1, 2):
        game = check_play(Table(brawl(turn_limit=3), seed=seed), np.random.default_rng(seed), 2000)
        assert game.over
        tracked.append(bool(game.state.unit_of["identified"].any()))
    assert any(tracked)


ships = st.fixed_dictionaries(
    {
        "klass": st.sampled_from(["Frigate", "Scout", "Raider", "Cruiser", "Corvette"]),
        "vector": st.lists(st.integers(-3, 3), min_size=2, max_size=2),
        "popped": st.booleans(),
        "power": st.sampled_from(["off", "batteries", "idle", "full"]),
        "carries": st.lists(st.sampled_from(["Pinnace", "Missile volley"]), max_size=2),
    }
)
sources = st.fixed_dictionaries(
    {
        "red": st.lists(ships, min_size=1, max_size=3),
        "blue": st.lists(ships, min_size=1, max_size=3),
        "map": st.fixed_dictionaries({"columns": st.integers(2, 6), "rows": st.integers(2, 7)}),
        "sun": st.integers(0, 12),
        "victory": st.sampled_from(
            [
                {"kind": "points"},
                {"kind": "hold", "turns": 2},
                {"kind": "cross", "side": "blue", "turns": 1, "goal": {"columns": [1, 3]}},
            ]
        ),
        "rules": st.fixed_dictionaries(
            {name: st.booleans() for name in ("planets", "same_sensor", "repeat_bonus")}
        ),
        "body": st.sampled_from([None, "asteroid", "small planet", "large planet"]),
    }
)


def scenario_of(source):
    """The mapping of a drawn scenario: the body in the middle, the ships wherever they will."""
    fleets = [
        [ship(f"{side} {n}", **parts) for n, parts in enumerate(source[side])]
        for side in ("red", "blue")
    ]
    columns, rows = 5 * source["map"]["columns"], 5 * source["map"]["rows"]
    bodies = []
    if source["body"]:
        bodies = [{"kind": source["body"], "square": [columns // 2 + 1, rows // 2 + 1]}]
    more = {name: source[name] for name in ("map", "sun", "victory", "rules")}
    return position(*fleets, bodies=bodies, turn_limit=3, **more)


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # a whole game takes too long to be shrunk
    suppress_health_check=list(HealthCheck),
)
@given(source=sources, seed=st.integers(0, 2**31), delegate=st.sampled_from([(), DELEGATED]))
def test_random_games_of_random_scenarios_end_and_stay_sound(source, seed, delegate):
    """Hypothesis looks for a game that breaks a rule of bookkeeping."""
    game = Table(scenario_of(source), seed=seed, delegate=delegate)
    check_play(game, np.random.default_rng(seed), 1500)
    assert game.over


@pytest.mark.parametrize("seed", [3])
def test_the_same_seed_and_actions_give_the_same_game(seed):
    games = [Table("picket", seed=seed) for _ in range(2)]
    for game in games:
        rng = np.random.default_rng(seed)
        for _ in range(120):
            if not game.over:
                game.apply(random_action(game, rng))
    assert games[0].games.raw[0].tobytes() == games[1].games.raw[0].tobytes()


def test_another_seed_gives_other_dice():
    """The same contact, by the same actions."""
    rolls = set()
    for seed in range(6):
        game = sensors(duel(), seed=seed).scan("Red", "ir", "1_box", (15, 20)).say("PASS")
        rolls.add(int(game.last_scan().roll))
    assert len(rolls) > 2
