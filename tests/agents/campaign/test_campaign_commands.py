"""The commands of campaigns, and the page."""

import json
import re

import pytest

from spacecombat_agents.campaign.journal import Journal, journal_path
from spacecombat_agents.cli import run
from spacecombat_env.rulesets.interceptor.campaign.war import points

TABLE = ("--red-battles", "table", "--blue-battles", "table")


@pytest.fixture
def war(tmp_path):
    """A campaign on its first morning."""
    path = tmp_path / "war.yaml"
    assert run(["campaign", "new", str(path), "--seed", "4"]) == 0
    return path


def result(capsys, *arguments):
    """Run a command with --json; its status and result."""
    capsys.readouterr()
    status = run(["campaign", *map(str, arguments), "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_campaign_from_its_beginning_to_its_end(war, capsys):
    status, shown = result(capsys, "show", war)
    assert status == 0 and shown["phase"] == "orders" and shown["to_act"] == "red"
    status, after = result(capsys, "order", war, "--side", "red", "CHEETAH 1: raid Grosianus")
    assert (status, after["waits_for"]) == (0, "orders of blue")
    status, after = result(capsys, "order", war, "--side", "blue")
    assert after["waits_for"] == "answer of red in Grosianus"
    for side in ("red", "blue"):
        result(capsys, "order", war, "--side", side, "fight")
    status, fought = result(capsys, "fight", war, *TABLE)
    assert (status, fought["battles"]) == (0, ["Grosianus"])
    assert fought["waits_for"] == "orders of red"
    assert result(capsys, "fight", war, *TABLE)[0] == 1
    status, end = result(capsys, "run", war, *TABLE)
    assert status == 0 and end["phase"] == "over" and end["to_act"] is None
    status, found = result(capsys, "check", war)
    assert status == 0 and found["ok"] and set(found["views"]) == {"red", "blue"}


def test_texts_for_people(war, capsys):
    capsys.readouterr()
    for arguments in (
        ("show", "--side", "red"),
        ("show",),
        ("order", "--side", "red", "CHEETAH 1: rest"),
        ("run", "--days", "3", *TABLE),
        ("check",),
    ):
        assert run(["campaign", arguments[0], str(war), *arguments[1:]]) == 0
    text = capsys.readouterr().out
    for part in ("waits for orders of red", "CHEETAH 1", "sealed;", "LANCEA 101", "view of blue"):
        assert part in text


def test_a_side_is_not_shown_the_enemy(war, capsys):
    result(capsys, "run", war, "--days", "5", *TABLE)
    _, red = result(capsys, "show", war, "--side", "red")
    assert all(number < 10_000 for number, _ in [*red["hulls"], *red["persons"]])
    run(["campaign", "show", str(war), "--side", "red"])
    assert not re.search(r"LANCEA 10\d|pilot 1\d\d\d\d", capsys.readouterr().out)


def test_wrong_input(war, capsys, tmp_path):
    for arguments in (
        ("new", war),
        ("show", tmp_path / "none.yaml"),
        ("order", war, "--side", "blue"),
        ("order", war, "--side", "red", "CHEETAH 1: dance"),
        ("run", war, "--red", "nobody"),
        ("run", war, "--red-battles", "table"),
        ("match", "random", "nobody", "--pairs", "1", "--battles", "table"),
        ("page", war, "--out", tmp_path / "none" / "page.html"),
    ):
        assert run(["campaign", *map(str, arguments)]) == 2
        assert capsys.readouterr().err.startswith("error: ")


def test_check_finds_damage(war, capsys):
    result(capsys, "run", war, "--days", "2", *TABLE)
    file = journal_path(war)
    file.write_bytes(file.read_bytes().replace(b"patrol", b"raid", 1))
    status, found = result(capsys, "check", war)
    assert status == 1 and not found["ok"] and "line" in found["error"]
    assert run(["campaign", "check", str(war)]) == 1


def test_match(capsys):
    arguments = ("match", "random", "random", "--pairs", "1", "--battles", "table", "--seed", "2")
    status, found = result(capsys, *arguments)
    assert status == 0 and found["wins"] + found["draws"] + found["losses"] == 2
    assert run(["campaign", *arguments]) == 0
    assert "2 campaigns of ciria" in capsys.readouterr().out


# -- the page ------------------------------------------------------------------------------------


def page(war, *more):
    """The text of a campaign's page."""
    out = war.parent / "page.html"
    assert run(["campaign", "page", str(war), "--out", str(out), *more]) == 0
    return out.read_text()


def test_the_page_has_everything(war, capsys):
    result(capsys, "run", war, "--days", "8", *TABLE)
    text = page(war)
    with Journal(war) as journal:
        red, blue = points(journal.campaign.state)
    assert f"Commonwealth {red} points, TOG {blue}" in text
    for part in ("LANCEA 101", "CHEETAH 1", "boxes repaired", "pilot 10000", "Enemy hulls that"):
        assert part in text
    assert text.count("<svg class='chart'") > 2 and "://" not in text


@pytest.mark.parametrize("reader", ["red_0", "blue_0"])
def test_a_readers_page_has_nothing_of_the_enemys(war, capsys, reader):
    result(capsys, "run", war, "--days", "8", *TABLE)
    text = page(war, "--reader", reader)
    hidden = r"LANCEA 10\d|SPICULUM 10\d|pilot 100\d\d" if reader == "red_0" else r"CHEETAH \d"
    assert not re.search(hidden, text)
    assert "has what" in text


def test_a_page_of_the_first_morning(war):
    assert "There were no battles." in page(war)
