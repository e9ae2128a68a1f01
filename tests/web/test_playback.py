"""Events that come in one piece are played back one after the other; skipping; who waits for whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import asked
from kit.pretended import GAME, Pretended, asks, happened, moves, square, stands

Open = Callable[..., Pretended]
BEFORE = {"a": "11", "b": "88"}
AFTER = {"a": "14", "b": "86", "c": "55"}
ROUND = [
    happened(1, "b fires at a.", "b", "a", does="fire", from_="b", to="a", hits=2),
    moves(2, "a", "12"),
    moves(3, "a", "14"),
    moves(4, "b", "86"),
    happened(5, "c is detected.", "c", kind="detected"),
]
LINES = ["b fires at a.", "a moves to 14.\n2 lines", "b moves to 86.", "c is detected."]
"""A line a scene."""
FIRE, MOVE, OTHER, LOSS = 900, 600, 300, 1400
"""Milliseconds that a scene lasts."""
ALL = FIRE + 2 * MOVE + OTHER
pytestmark = pytest.mark.slow


def playing(game: Pretended, count: int = 1) -> None:
    """Wait until a playback has begun, and this many lines stand in the log."""
    game.page.wait_for_selector("#choices .skip")
    game.written(count)


def answerable(game: Pretended) -> bool:
    """Whether actions are offered."""
    return game.page.locator("#choices .word").count() == 2


def test_scenes_of_a_piece_are_played_back_one_after_the_other(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    visible = []
    for span in (FIRE, MOVE // 2, MOVE // 2, MOVE, OTHER):
        marked = game.page.locator("#board #told circle").count()
        visible.append((len(game.lines()), marked, *map(game.place, "abc")))
        assert game.lines() == LINES[: visible[-1][0]] and not answerable(game)
        assert game.page.locator("#log .lit-now").inner_text() == game.lines()[-1]
        game.after(span - 20)
        assert len(game.lines()) == visible[-1][0]
        game.after(20)
    assert visible == [
        (1, 2, "11", "88", None),
        (2, 1, "12", "88", None),
        (2, 1, "14", "88", None),
        (3, 1, "14", "86", None),
        (4, 1, "14", "86", "55"),
    ]
    game.page.wait_for_selector("#choices .word")
    assert game.page.inner_text("#question") == "What next?" and game.lines() == LINES
    game.page.locator("#choices .word", has_text="hold").click()
    asked(game.page, "…")
    assert [(m["type"], m["at"], m["words"]) for m in game.heard] == [("say", 9, [0])]


def test_who_is_gone_leaves_where_that_is_shown(begun: Open) -> None:
    game = begun()
    told = [
        happened(1, "a fires at b.", "a", does="fire", from_="a", to="b"),
        happened(2, "b: Bridge destroyed.", kind="damage", does="follow"),
        happened(3, "b is destroyed!", kind="destroyed", does="lose"),  # it has no key any more
        happened(4, "a is glad.", "a"),
    ]
    game.send(asks(9, {"a": "11"}, told))
    playing(game)
    assert game.lines() == ["a fires at b. b is destroyed!\n3 lines"]
    assert (game.place("a"), game.place("b")) == ("11", None)
    game.after(LOSS + OTHER)
    assert answerable(game)


def test_names_go_with_their_pieces(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    spots = []
    for span in (FIRE, MOVE // 2, MOVE // 2):
        at = game.page.locator("#pieces [data-brief='0a']").get_attribute("data-at")
        spots.append(at.split()[:2])
        game.after(span)
    assert spots == [[str(far) for far in square(name)] for name in ("11", "12", "14")]


def test_a_piece_glides_in_no_more_time_than_its_event_has(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    assert game.page.evaluate("document.querySelectorAll('#board #told line').length") == 1
    game.after(FIRE)
    spans = game.page.evaluate(
        "document.querySelector('[data-k=a]').getAnimations().map(e => e.effect.getTiming().duration)"
    )
    assert spans == [MOVE / 2]


@pytest.mark.parametrize("how", ["button", "Escape", "Enter", "ArrowDown", "map"])
def test_playback_is_skipped(begun: Open, how: str) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    if how == "button":
        game.page.click("#choices .skip")
    elif how == "map":
        game.page.locator("#map").click(position={"x": 40, "y": 300})
    else:
        game.page.keyboard.press(how)
    assert game.lines() == LINES and answerable(game)
    assert [game.place(key) for key in AFTER] == list(AFTER.values())
    assert not game.heard
    game.after(2 * ALL)
    assert game.lines() == LINES
    game.page.keyboard.press("Enter")
    assert [m["words"] for m in game.heard] == [[0]]


def test_who_types_on_loses_no_letter(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    game.page.keyboard.type("str")
    assert answerable(game) and game.page.input_value("#typed") == "str"
    game.page.keyboard.press("Enter")
    asked(game.page, "…")
    assert [m["words"] for m in game.heard] == [[1]]


def test_playback_is_steered(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    page = game.page
    assert page.locator(".playback .segment").count() == len(LINES)
    page.click(".playback .pause")
    game.after(3 * ALL)
    assert len(game.lines()) == 1 and game.place("a") == "11"
    page.keyboard.press("ArrowRight")
    assert len(game.lines()) == 2 and game.place("a") == "14"
    page.locator(".playback .segment").nth(2).click()
    assert (game.place("a"), game.place("b")) == ("14", "86")
    page.keyboard.press("ArrowLeft")
    assert (game.place("a"), game.place("b")) == ("14", "88") and len(game.lines()) == 3
    page.click(".playback .again")
    assert (game.place("a"), game.place("b")) == ("11", "88")
    page.locator(".playback .pace", has_text="4×").click()
    page.click(".playback .pause")
    game.after(ALL // 4)
    assert answerable(game) and game.lines() == LINES
    assert page.evaluate("JSON.parse(localStorage['spacecombat-likes']).playback") == "4"


def test_the_last_round_is_played_back_again(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    game.page.keyboard.press("Escape")
    game.page.click("#last-round")
    assert (game.place("a"), game.place("b")) == ("11", "88") and game.lines() == LINES
    assert not answerable(game)
    game.after(ALL)
    assert answerable(game) and game.lines() == LINES
    assert [game.place(key) for key in AFTER] == list(AFTER.values())


def test_a_long_round_is_over_in_twelve_seconds(begun: Open) -> None:
    game = begun()
    many = [happened(n, f"b fires shot {n}.", "b", does="fire", from_="b") for n in range(1, 99)]
    game.send(asks(9, AFTER, many))
    playing(game)
    game.after(6_000)
    assert 45 < len(game.lines()) < 53
    game.after(6_000)
    assert answerable(game) and len(game.lines()) == 98


def test_with_a_clock_it_is_over_in_five(begun: Open) -> None:
    game = begun()
    many = [happened(n, f"b fires shot {n}.", "b", does="fire", from_="b") for n in range(1, 41)]
    game.send(asks(9, AFTER, many, clock={"order_ms": 30_000}))
    playing(game)
    game.after(5_000)
    assert answerable(game) and len(game.lines()) == 40


def test_pieces_that_come_meanwhile_wait_for_their_turn(begun: Open) -> None:
    game = begun()
    game.send(stands(5, {"a": "14", "b": "88"}, ROUND[:3]))
    playing(game)
    game.send(asks(9, AFTER, ROUND[3:]))
    game.after(FIRE)
    assert game.lines() == LINES[:2] and game.place("b") == "88"
    game.after(MOVE + 1)  # the scene after another picture is shown in a task of its own
    assert game.lines() == LINES[:3] and game.place("b") == "86" and not answerable(game)
    game.after(MOVE + OTHER)
    assert game.lines() == LINES and answerable(game)


def test_with_less_motion_all_stands_at_once(begun: Open) -> None:
    game = begun(motion="reduce")
    game.page.evaluate(
        "window.skips = 0; new MutationObserver(() => { if (document.querySelector('.skip')) "
        "window.skips += 1; }).observe(document.body, { childList: true, subtree: true })"
    )
    game.send(asks(9, AFTER, ROUND))
    game.written(4)
    assert answerable(game) and game.place("c") == "55" and game.lines() == LINES
    assert game.page.evaluate("window.skips") == 0
    assert game.page.evaluate("document.getAnimations().length") == 0
    game.page.click("#last-round")  # a scene at a time, as one goes on
    game.after(2 * ALL)
    assert (game.place("a"), game.place("b")) == ("11", "88")
    for _ in LINES:
        game.page.keyboard.press("Enter")
        assert game.page.evaluate("document.getAnimations().length") == 0
    assert answerable(game) and game.place("a") == "14"


def test_what_one_has_missed_is_played_back(begun: Open) -> None:
    game = begun(stands(2, BEFORE, ROUND[:1]), asks(3, BEFORE, ROUND[1:2]))
    game.written(2)
    assert game.lines() == [LINES[0], "a moves to 12."] and answerable(game)  # the page was opened
    game.first = [stands(5, BEFORE, ROUND[2:4]), asks(9, AFTER, ROUND[4:])]
    game.sockets["red_0"].close(code=1001)
    game.page.wait_for_selector("#banner:not([hidden])")
    game.after(1_000)
    playing(game, 3)
    game.after(ALL)
    assert answerable(game) and game.place("c") == "55" and len(game.lines()) == 5


@pytest.mark.parametrize("liked", ["2", "losses", "off"])
def test_how_one_likes_it_is_kept(begun: Open, liked: str) -> None:
    game = begun()
    game.page.click("#legend")
    game.page.select_option("#playback", liked)
    game.page.keyboard.press("Escape")
    game.page.reload()
    game.page.locator("#pieces [data-k]").first.wait_for()
    assert game.page.input_value("#playback") == liked
    game.send(asks(9, AFTER, ROUND))
    game.written(1)
    assert answerable(game) == (liked == "off")
    game.after(FIRE if liked == "losses" else ALL // 2)
    assert answerable(game) and len(game.lines()) == 4


def test_the_end_is_shown_after_all_events(begun: Open) -> None:
    game = begun()
    game.send(stands(9, AFTER, ROUND))
    over = {"type": "game_over", "game": GAME, "verdict": "win", "reason": "all is lost"}
    game.send({**over, "margin": 3, "turns": 1})
    playing(game)
    assert not game.page.locator("#end[open]").count()
    game.after(ALL)
    game.page.wait_for_selector("#end[open]")
    assert game.lines() == LINES and "game is over" in game.page.inner_text("#question")


def test_at_one_screen_each_sees_what_has_happened_since(begun: Open) -> None:
    game = begun(stands(1, BEFORE), readers=("red_0", "blue_0"))
    game.send(asks(2, BEFORE), "blue_0")
    game.page.click("#curtain-yes")
    game.page.locator("#choices .word").first.wait_for()
    game.send(stands(3, BEFORE), "blue_0")
    game.send(asks(9, AFTER, ROUND), "red_0")
    game.page.locator("button", has_text="Hand over to Red").click()
    game.page.click("#curtain-yes")
    game.page.wait_for_selector("#choices .word")  # its first: nothing that it has seen before
    assert game.lines() == LINES
    own = {"title": "Red's own", "figures": [], "rows": []}
    game.send(stands(10, AFTER, view={"status": [own]}), "red_0")
    game.page.wait_for_selector("text=Red's own", state="visible")
    game.send(asks(12, AFTER, ROUND), "blue_0")
    game.page.locator("button", has_text="Hand over to Blue").click()
    game.page.click("#curtain-yes")
    playing(game)
    assert game.lines() == LINES[:1] and game.place("a") == "11"
    assert "Red's own" not in game.page.inner_text("body")
    game.after(FIRE + MOVE)
    assert game.lines() == LINES[:3] and game.place("a") == "14"


@pytest.mark.parametrize(
    "reader, more, text, to_act",
    [
        ("red_0", {}, "Waiting for the other side.", []),
        ("red_0", {"asked_seat": "blue_0"}, "Waiting for the other side.", []),
        ("public", {}, "What happens is shown at the end of each turn.", []),
        ("umpire", {"asked_seat": "blue_0"}, "Blue (Ben) is asked.", ["Blue"]),
    ],
)
def test_nobody_but_the_umpire_sees_who_acts(
    begun: Open, reader: str, more: dict[str, Any], text: str, to_act: list[str]
) -> None:
    game = begun(stands(1, BEFORE, **more), readers=(reader,))
    assert game.page.inner_text("#question") == text
    assert game.page.locator("#versus .asked b").all_inner_texts() == to_act


def test_the_log_is_read_out_once(begun: Open) -> None:
    game = begun()
    log = game.page.locator("#log")
    assert log.get_attribute("aria-live") == "polite" and log.get_attribute("role") == "log"
    game.page.evaluate(
        "window.added = []; new MutationObserver(all => all.forEach(each => each.addedNodes.forEach("
        "e => window.added.push(e.textContent)))).observe(document.querySelector('#log'), "
        "{ childList: true })"
    )
    game.page.evaluate(
        "window.said = []; new MutationObserver(() => window.said.push(document.querySelector("
        "'#question').textContent)).observe(document.querySelector('#question'), "
        "{ childList: true })"
    )
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    game.after(FIRE)
    game.page.keyboard.press("Escape")
    assert game.page.evaluate("window.added.filter(Boolean)") == [
        line.replace("\n", "") for line in LINES
    ]
    assert game.page.evaluate("window.said") == ["What has happened …", "What next?"]
