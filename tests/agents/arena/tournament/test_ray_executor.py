"""The same rows on a Ray cluster as in one process, and when a node is lost in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

from spacecombat_agents.arena.stop_signal import StopSignal  # noqa: E402
from spacecombat_agents.arena.tournament.executors import LocalExecutor, ProcessExecutor  # noqa: E402
from spacecombat_agents.arena.tournament.plan import plan_from  # noqa: E402
from spacecombat_agents.arena.tournament.ray_executor import LOCAL_CLUSTER, RayExecutor  # noqa: E402
from spacecombat_agents.arena.tournament.runner import (  # noqa: E402
    TournamentProgress,
    TournamentRunner,
    open_tournament_store,
)
from spacecombat_agents.arena.tournament.tournament import Tournament  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

pytestmark = pytest.mark.slow
CUP: dict[str, Any] = {
    "seed": 0,
    "entrants": ["random", "scripted:hunter", {"player": "random", "label": "other"}],
    "scenarios": [{"ruleset": "intercept_sensors", "scenario": "duel"}],
    "pairs": 96,
    "unit": 8,
    "stop": {"half_width": 0.15},
    "ladder": {"pairs": 32, "step": 8, "couples": 2},
}


def play(folder: Path, carrier: Any, tell: Any = lambda left: None) -> str:
    """Play the cup in a folder; return the SHA-256 of its rows."""
    tournament = Tournament(plan_from(CUP))
    with open_tournament_store(tournament, folder) as store, StopSignal() as stop:
        its = carrier(tournament, store.content()["about"])
        try:
            left = TournamentRunner(tournament.plan, store, its, stop, tell).play_all()
        finally:
            its.close()
        assert left.unplayed == 0
        return store.digest()


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The SHA-256 of the rows that this process plays."""
    return play(
        tmp_path_factory.mktemp("straight"), lambda tournament, about: LocalExecutor(tournament)
    )


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that plays nothing."""
    made = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    yield made
    ray.shutdown()
    made.shutdown()


def test_processes_and_one_node_play_the_same_rows(tmp_path: Path, straight: str) -> None:
    assert (
        play(tmp_path / "2", lambda tournament, about: ProcessExecutor(tournament, 2, about))
        == straight
    )
    assert (
        play(
            tmp_path / "ray",
            lambda tournament, about: RayExecutor(tournament, LOCAL_CLUSTER, about, 2),
        )
        == straight
    )


def test_two_nodes_play_the_same_rows(tmp_path: Path, straight: str, cluster: Any) -> None:
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    assert (
        play(tmp_path, lambda tournament, about: RayExecutor(tournament, cluster.address, about))
        == straight
    )


def test_a_node_may_be_lost_in_the_middle_and_another_come(
    tmp_path: Path, straight: str, cluster: Any
) -> None:
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    carriers: list[RayExecutor] = []

    def carrier(tournament: Tournament, about: dict[str, Any]) -> RayExecutor:
        carriers.append(RayExecutor(tournament, cluster.address, about))
        return carriers[0]

    def tell(left: TournamentProgress) -> None:
        if left.done >= 48 and len(nodes) == 2:
            hands = carriers[0]._workers
            assert any(hand.unit is not None for hand in hands)
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        if left.done >= 120 and len(nodes) == 1:
            nodes.append(cluster.add_node(num_cpus=1))
            nodes.append(nodes[-1])

    assert play(tmp_path, carrier, tell) == straight
    assert len(nodes) == 3
    assert any(unit.pairs for unit in carriers[0]._failures), "no unit was lost with its node"


def test_a_worker_that_finds_other_players_is_refused(tmp_path: Path) -> None:
    def carrier(tournament: Tournament, about: dict[str, Any]) -> RayExecutor:
        about["entrants"][1]["hash"] = "0" * 64
        return RayExecutor(tournament, LOCAL_CLUSTER, about, 1)

    with pytest.raises(ConfigError, match=r"entrants\.scripted:hunter: hash is "):
        play(tmp_path, carrier)
