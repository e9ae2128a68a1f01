"""The journal of a campaign: it gives the same state again, also after kills and torn lines."""

import json
import random
import re
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from spacecombat_agents.campaign.campaign_runs import battle_maker, run_journal
from spacecombat_agents.campaign.commanders import make_commander
from spacecombat_agents.campaign.journal import Journal, journal_path
from spacecombat_agents.campaign.new_campaign import write_war
from spacecombat_env.core.errors import ConfigError, IllegalOrderError, StateError
from spacecombat_env.env.campaign.table_battle import fight_by_table
from spacecombat_env.rulesets.interceptor.campaign.sequence import CampaignPhase

SEED = 3
RUN = ("--red", "random", "--blue", "random", "--red-battles", "random", "--blue-battles", "random")


def new(folder, name="war.yaml", seed=SEED, hulls=0):
    """The path of a new campaign, with more hulls of Red's and Blue's if wanted."""
    path = folder / name
    write_war(path, "ciria", seed)
    if hulls:
        more = re.sub(
            "(CHEETAH|LANCEA)\n *count: [0-9]", rf"\1\n      count: {hulls}", path.read_text()
        )
        path.write_text(more)
    return path


def run(path, days=None, fight=fight_by_table, commander="random"):
    """Play a campaign on; the campaign after it."""
    with Journal(path) as journal:
        return run_journal(journal, [make_commander(commander)] * 2, fight, days)


def test_the_fold_of_the_journal_is_the_campaign(tmp_path):
    path = new(tmp_path)
    played = run(path)
    with Journal(path) as journal:
        assert journal.campaign == played
        assert played.phase is CampaignPhase.OVER
        acts = [entry.act["act"] for entry in journal.entries]
    assert acts[0] == "begin" and acts.count("battle") >= 5
    lines = journal_path(path).read_bytes().split(b"\n")
    assert lines[-1] == b"" and len(lines) == len(acts) + 1
    assert [json.loads(line)["n"] for line in lines[:-1]] == list(range(len(acts)))


def test_days_one_by_one_are_the_same_as_at_once(tmp_path):
    whole, parts = new(tmp_path), new(tmp_path, "parts.yaml")
    run(whole, 6)
    for _ in range(6):
        run(parts, 1)
    assert journal_path(parts).read_bytes() == journal_path(whole).read_bytes()


def test_a_torn_last_line_is_cut_off_and_played_anew(tmp_path):
    path = new(tmp_path)
    run(path, 2)
    file = journal_path(path)
    whole = file.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for end in (last, last + 1, last + 50, len(whole) - 1):
        file.write_bytes(whole[:end])
        with Journal(path) as journal:
            assert file.read_bytes() == whole[:last]
        run(path, 2 - journal.campaign.state.day)
        assert file.read_bytes() == whole


def test_damaged_lines_are_named(tmp_path):
    path = new(tmp_path)
    run(path, 2)
    file = journal_path(path)
    lines = file.read_bytes().splitlines(keepends=True)
    act = json.loads(lines[2])
    for spoilt in (
        b"{]\n",
        b"7\n",
        json.dumps({**act, "n": 9}).encode() + b"\n",
        json.dumps({**act, "act": "surrender"}).encode() + b"\n",
        json.dumps({**act, "seat": 0}).encode() + b"\n",
        json.dumps({**act, "digest": "0"}).encode() + b"\n",
    ):
        file.write_bytes(b"".join([*lines[:2], spoilt, *lines[3:]]))
        with pytest.raises(StateError, match=r"war\.journal\.jsonl: line 3"):
            Journal(path)


def test_a_journal_of_another_war_is_refused(tmp_path):
    path = new(tmp_path)
    run(path, 1)
    path.write_text(path.read_text().replace("days: 20", "days: 21"))
    with pytest.raises(StateError, match="line 1: it is of another war"):
        Journal(path)


def test_refused_orders_are_not_written(tmp_path):
    path = new(tmp_path)
    with Journal(path) as journal:
        before = journal_path(path).read_bytes()
        order = {"hull": 0, "mission": "patrol", "area": "Nowhere"}
        with pytest.raises(IllegalOrderError):
            journal.append({"act": "orders", "seat": 0, "staff": [], "orders": [order]})
        with pytest.raises(StateError):
            journal.append({"act": "battle"})
        assert journal_path(path).read_bytes() == before


def test_two_programs_do_not_write_one_journal(tmp_path):
    pytest.importorskip("fcntl")
    path = new(tmp_path)
    with Journal(path), pytest.raises(ConfigError, match="another program"):
        Journal(path)
    Journal(path).close()


def test_a_campaign_does_not_overwrite_another(tmp_path):
    path = new(tmp_path)
    with pytest.raises(ConfigError, match="is there already"):
        write_war(path, "ciria", 1)


# -- kills ---------------------------------------------------------------------------------------


def command(path):
    """The command that plays a campaign to its end."""
    return [sys.executable, "-m", "spacecombat_agents.cli", "campaign", "run", str(path), *RUN]


def kill_at(path, acts, pause):
    """Start the command; kill it some seconds after its journal has that number of lines."""
    file = journal_path(path)
    process = subprocess.Popen(command(path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        if file.exists() and file.read_bytes().count(b"\n") >= acts:
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.001)
    return process.wait()


def check_killed_and_resumed(folder, kills):
    """Kill a campaign at random moments and play it on; compare it with one without kills."""
    fight = battle_maker("random", "random")
    whole, torn = (new(folder, name, hulls=12) for name in ("whole.yaml", "torn.yaml"))
    run(whole, fight=fight)
    expected = journal_path(whole).read_bytes()
    assert expected.count(b'"act": "battle"') >= 10
    acts = expected.count(b"\n")
    moments = random.Random(1)
    statuses = [
        kill_at(torn, at, moments.uniform(0, 0.2))
        for at in sorted(moments.randrange(1, acts - 3) for _ in range(kills))
    ]
    assert statuses.count(-signal.SIGKILL) >= kills - 1
    assert expected.startswith(journal_path(torn).read_bytes().rpartition(b"\n")[0])
    run(torn, fight=fight)
    assert journal_path(torn).read_bytes() == expected
    with Journal(torn) as one, Journal(whole) as other:
        assert one.entries[-1].digest == other.entries[-1].digest


def test_killed_twice_and_resumed_it_is_the_same(tmp_path):
    check_killed_and_resumed(tmp_path, 2)


@pytest.mark.slow
def test_killed_at_twenty_moments_and_resumed_it_is_the_same(tmp_path):
    check_killed_and_resumed(tmp_path, 20)


def test_an_interrupted_battle_is_played_anew(tmp_path):
    """A battle that ends in an exception leaves no line, and is the same the next time."""
    path, other = new(tmp_path), new(tmp_path, "other.yaml")
    calls = []

    def breaks(state, battle, broken):
        calls.append(battle.seed)
        if len(calls) in broken:
            raise KeyboardInterrupt
        return fight_by_table(state, battle)

    run(other, 4)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run(path, 4, fight=partial(breaks, broken=(2, 3)))
    with Journal(path) as journal:
        left = 4 - journal.campaign.state.day
    run(path, left)
    assert journal_path(path).read_bytes() == journal_path(other).read_bytes()
    assert len(calls) == 3 and calls[1] == calls[2]
