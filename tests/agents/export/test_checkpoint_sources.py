"""Past selves and their means as what a level is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.export.checkpoint_sources import (  # noqa: E402
    describe_mean,
    find_checkpoints,
    is_mean,
    is_mixture,
    mean_network,
    mixed_sources,
    public_source,
)
from spacecombat_env.core.errors import ConfigError  # noqa: E402


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run folder that kept checkpoints after 0, 5, 10 and 20 decisions, and a learner by name."""
    for name in ("000", "005", "010", "020", "model"):
        (tmp_path / "opponents").mkdir(exist_ok=True)
        (tmp_path / "opponents" / f"{name}.npz").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("mean", ["005", "010", "020"]),
        ("mean:0..10", ["000", "005", "010"]),
        ("mean:6..19", ["010"]),
        ("mean:20..1000", ["020"]),
        ("mean:0..0", ["000"]),
    ],
)
def test_a_mean_is_of_all_after_the_start_or_of_those_in_a_range(
    run: Path, source: str, names: list[str]
) -> None:
    assert is_mean(source)
    assert [file.stem for file in find_checkpoints(run, source)] == names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("mixture", ["005", "010", "020"]),
        ("mixture:6..20", ["010", "020"]),
        ("mixture:model+005.npz+model", ["model", "005", "model"]),
        ("mixture:a.opp@cadet+mean", ["a", "mean"]),
    ],
)
def test_a_mixture_is_of_the_same_or_of_those_listed(
    run: Path, source: str, names: list[str]
) -> None:
    assert is_mixture(source) and not is_mean(source)
    assert [Path(each).stem for each in mixed_sources(run, source)] == names


@pytest.mark.parametrize("source", ["mixture:a++b", "mixture:+a", "mixture:a+mixture:5..10"])
def test_a_mixture_of_nothing_or_of_mixtures_is_refused(run: Path, source: str) -> None:
    with pytest.raises(ConfigError, match=r"is not of the form mixture:SOURCE\+SOURCE"):
        mixed_sources(run, source)


def test_a_mixture_names_no_folder_of_this_machine(run: Path) -> None:
    for source in ("mixture", "mixture:5..10,min_p=0", "mixture,temperature=1"):
        assert public_source(run, source) == source
    other = run.parent / "round_1" / "opponents" / "005.npz"
    listed = f"mixture:{other}+{run / 'opponents' / '010.npz'}+model,temperature=1"
    assert (
        public_source(run, listed)
        == "mixture:round_1/opponents/005.npz+010.npz+model,temperature=1"
    )


def test_their_kind_is_shown_as_text(run: Path) -> None:
    told = "the mean weights of 3 checkpoints, after 5 to 20 decisions"
    assert describe_mean(find_checkpoints(run, "mean")) == told


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("mean:", "level: mean:: is not of the form mean:FIRST..LAST, in decisions"),
        ("mean:5", "is not of the form mean:FIRST..LAST"),
        ("mean:-5..10", "is not of the form mean:FIRST..LAST"),
        ("mean:5..1e3", "is not of the form mean:FIRST..LAST"),
        ("mean:11..19", "has no checkpoint; there are: 000.npz, 005.npz, 010.npz, 020.npz"),
        ("mean:20..5", "has no checkpoint"),
    ],
)
def test_means_of_nothing_are_refused(run: Path, source: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        find_checkpoints(run, source)
    assert reason in str(caught.value)


def test_a_run_that_keeps_none_has_no_mean(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="has no checkpoint; the run keeps none"):
        find_checkpoints(tmp_path, "mean")


def test_other_sources_are_no_means() -> None:
    assert not any(map(is_mean, ("model", "meanwhile.npz", "mean.opp@cadet", "000005.npz")))


def test_the_mean_of_weights_leaves_the_networks_as_they_are() -> None:
    networks = [torch.nn.Linear(2, 1) for _ in range(3)]
    for value, network in zip((1.0, 2.0, 6.0), networks, strict=True):
        torch.nn.init.constant_(network.weight, value)
        torch.nn.init.constant_(network.bias, -value)
    mean = mean_network(iter(networks))
    assert mean.weight.tolist() == [[3.0, 3.0]] and mean.bias.tolist() == [-3.0]
    assert networks[0].weight.tolist() == [[1.0, 1.0]]
    assert mean.weight.dtype == torch.float32 and not mean.training


def test_a_mean_is_of_the_run_itself_wherever_the_command_is_given(
    run: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "another" / "opponents"
    elsewhere.mkdir(parents=True)
    monkeypatch.chdir(elsewhere)
    for source in ("mean,temperature=0.5", "mean:5..10,min_p=0"):
        assert public_source(run, source) == source
