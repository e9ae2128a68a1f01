"""Several ranks under torchrun: one network to the last byte, and a run that survives a lost rank."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import yaml

torch = pytest.importorskip("torch")

from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.distributed import ALONE, Ranks  # noqa: E402
from spacecombat_agents.training.training_loop import SHARED  # noqa: E402

DECISIONS = 2048
CONFIG = {
    "ruleset": "intercept_sensors",
    "scenario": "duel",
    "learner": "fast",
    "seed": 1,
    "torch_threads": 1,
    "engine_threads": 1,
    "rollout": {"games": 64, "decisions": DECISIONS},
    "fast": {"standardise": True, "batch": 512, "passes": 1},
    "network": {"form": "blocks", "layers": [32], "slot": 8},
    "opponents": {
        "weights": {"scripted:hunter": 0.3, "random": 0.1, "self": 0.3, "mirror": 0.3},
        "every": 2,
    },
    "evaluation": {"every_minutes": None, "final_pairs": 2, "opponents": ["random"]},
}


def start(folder, config, ranks=2, *more):
    """Start a run in a new process group and return it."""
    file = folder.with_suffix(".yaml")
    file.write_text(yaml.safe_dump(config))
    launch = ["-m", "torch.distributed.run", "--nproc-per-node", str(ranks), "--standalone"]
    command = ["train", "--config", str(file), "--out", str(folder), *more]
    return subprocess.Popen(
        [sys.executable, *launch, "-m", "spacecombat_agents.cli", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )


def run(folder, updates, ranks=2, *more, **changes):
    """Run to a budget of updates; return the output."""
    budget = {"minutes": None, "decisions": updates * DECISIONS}
    process = start(folder, {**CONFIG, **changes, "budget": budget}, ranks, *more)
    out, _ = process.communicate(timeout=3600)
    assert process.returncode == 0, out
    return out


def read(folder, rank):
    """Return the state of a rank."""
    name = f"state_{rank}.zip" if rank else "state.zip"
    return torch.load(folder / name, weights_only=True)


def flat(content, name=""):
    """Yield the tensors of nested content by name."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from flat(value, f"{name}.{key}")
    elif isinstance(content, (list, tuple)):
        for number, value in enumerate(content):
            yield from flat(value, f"{name}[{number}]")
    elif isinstance(content, torch.Tensor):
        yield name, content


def check_equal(folder):
    """Check that both ranks hold the same network and optimizer, and different games."""
    first, second = read(folder, 0), read(folder, 1)
    for part in SHARED:
        ours, theirs = (dict(flat(each["learner"][part])) for each in (first, second))
        assert ours.keys() == theirs.keys() and (ours or part == "magnet")
        for name, tensor in ours.items():
            assert tensor.numpy().tobytes() == theirs[name].numpy().tobytes(), (part, name)
    assert first["status"]["decisions"] == second["status"]["decisions"]
    assert not torch.equal(first["arena"]["games"], second["arena"]["games"])
    assert first["pool"]["snapshots"] == second["pool"]["snapshots"]


def updates_of(folder):
    """Return the number of updates in the log of a run."""
    file = folder / "curves.jsonl"
    return len(file.read_text().splitlines()) if file.is_file() else 0


@pytest.mark.slow
def test_two_ranks_stay_byte_equal_over_200_updates(tmp_path):
    run(tmp_path / "run", 200)
    assert updates_of(tmp_path / "run") >= 190
    check_equal(tmp_path / "run")


def test_two_ranks_learn_as_one_and_one_goes_on(tmp_path):
    """Equal bytes after some updates; then a single process resumes, with games of its own."""
    folder = tmp_path / "run"
    out = run(folder, 5)
    assert out.count("Run folder:") == 1
    check_equal(folder)
    before = json.loads((folder / "state.json").read_text())
    assert before["decisions"] == sum(read(folder, rank)["learner"]["counts"][0] for rank in (0, 1))
    out = run(folder, 8, 1, "--resume")
    assert "rank 0 starts its games anew" in out
    after = json.loads((folder / "state.json").read_text())
    assert after["updates"] > before["updates"]
    assert after["decisions"] >= 8 * DECISIONS


@pytest.mark.slow
def test_a_run_resumes_after_a_rank_was_killed(tmp_path):
    folder = tmp_path / "run"
    often = {**CONFIG["evaluation"], "every_minutes": 0.02, "pairs": 2}
    config = {**CONFIG, "evaluation": often, "budget": {"minutes": None, "decisions": 10**9}}
    process = start(folder, config)
    for _ in range(1200):
        if updates_of(folder) >= 8:
            break
        time.sleep(0.1)
    ranks = subprocess.run(
        ["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True
    )
    os.kill(int(ranks.stdout.split()[-1]), signal.SIGKILL)
    out, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    kept = read(folder, 0)["status"]["updates"]
    assert kept > 0
    run(folder, updates_of(folder) + 6, 2, "--resume", evaluation=often)
    assert updates_of(folder) > kept
    check_equal(folder)


REDUCES = """
import numpy as np, torch, torch.distributed as dist
from spacecombat_agents.training.distributed import Ranks
from spacecombat_agents.training.fast.loss import Minibatch

dist.init_process_group("gloo")
ranks, rng = Ranks(dist.get_rank(), dist.get_world_size()), np.random.default_rng(0)
advantages = rng.normal(3, 2, size=64).astype(np.float32)
inputs = torch.from_numpy(rng.normal(size=(64, 5)).astype(np.float32))
whole = Minibatch(np.arange(64), np.ones(64, np.float32), advantages)
share = slice(32 * ranks.rank, 32 * ranks.rank + 32)
part, whole = whole.part(share).normalised(ranks), whole.normalised()
np.testing.assert_allclose(part.advantages, whole.advantages[share], atol=1e-5)
weights, other = torch.ones(5, requires_grad=True), torch.ones(2)

def gradient(rows, minibatch):
    loss = (torch.tanh(rows @ weights) * torch.from_numpy(minibatch.advantages)).mean()
    return torch.autograd.grad(loss, weights)[0]

one_sided = torch.ones(2) if ranks.rank else None
gradients = [gradient(inputs[share], part), None, one_sided]
first, unused, second = ranks.mean_gradients(gradients, [weights, other, other])
assert torch.allclose(first, gradient(inputs, whole), atol=1e-6) and unused is None
assert torch.equal(second, torch.full((2,), 0.5))
assert ranks.fewest(5 + ranks.rank) == 5 and ranks.of_first(ranks.rank) == 0
net = torch.nn.Linear(3, 2)
ranks.copy_weights(net)
own = net.weight.detach().numpy()
np.testing.assert_allclose(ranks.total(own), 2 * own)
dist.destroy_process_group()
"""


def test_shares_of_a_batch_reduce_to_the_whole_batch(tmp_path):
    """Advantages and gradients of two ranks are those of one process with both halves."""
    (tmp_path / "reduces.py").write_text(REDUCES)
    launch = ["-m", "torch.distributed.run", "--nproc-per-node", "2", "--standalone"]
    command = [sys.executable, *launch, str(tmp_path / "reduces.py")]
    done = subprocess.run(command, timeout=300, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_needs_one_process_is_refused(tmp_path):
    config = {**CONFIG, "imitation": {"agent": "scripted:hunter"}}
    process = start(tmp_path / "run", {**config, "budget": {"minutes": 1}})
    out, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "torchrun: imitation.agent: several processes need" in out


def test_a_rank_has_its_share_and_its_own_seed():
    config = config_from({**CONFIG, "budget": {"minutes": 1}})
    assert ALONE.own_config(config) is config
    shares = [Ranks(rank, 2).own_config(config) for rank in (0, 1)]
    assert [each.rollout.games for each in shares] == [32, 32]
    assert [each.fast.batch for each in shares] == [256, 256]
    assert shares[0].seed == config.seed != shares[1].seed
    assert Ranks(1, 2).own_config(config, 5).seed != shares[1].seed
    assert ALONE.own_config(config, 5).seed != config.seed


def test_alone_nothing_changes():
    gradient = [torch.ones(2), None]
    assert ALONE.mean_gradients(gradient, [torch.zeros(2), torch.zeros(3)]) == gradient
    assert ALONE.fewest(7) == 7
    assert ALONE.of_first("here") == "here"
    np.testing.assert_array_equal(ALONE.total(np.array([3.0])), [3.0])
