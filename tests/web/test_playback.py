"""Events that come in one piece are played back one after the other; skipping; who waits for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from kit.browsing import Served, asked, served
from kit.pretended import GAME, Pretended, asks, happened, pretended, square, stands

Open = Callable[..., Pretended]
BEFORE = {"a": "11", "b": "88"}
AFTER = {"a": "14", "b": "86", "c": "55"}
STEP = 400
"""Milliseconds for an event."""
ROUND = [
    happened(1, "b fires at a.", "b", "a"),
    happened(2, "a moves to 12.", "a", kind="moved"),
    happened(3, "a moves to 14.", "a", kind="moved"),
    happened(4, "b moves to 86.", "b", kind="moved"),
    happened(5, "c is detected.", "c", kind="detected"),
]
TEXTS = [event["text"] for event in ROUND]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that is asked for the files of the page alone."""
    with served(tmp_path_factory.mktemp("playback")) as found:
        yield found


@pytest.fixture
def begun(browser: Any, stage: Served) -> Iterator[Open]:
    """Open a pretended game that has shown its first message."""
    with ExitStack() as opened:

        def open_game(*first: Any, **how: Any) -> Pretended:
            game = opened.enter_context(
                pretended(browser, stage.address, *(first or [asks(1, BEFORE)]), **how)
            )
            game.open()
            if len(game.joined) == 1:
                game.page.locator("#pieces [data-k]").first.wait_for()
            return game

        yield open_game


def playing(game: Pretended, count: int = 1) -> None:
    """Wait until a playback has begun, and this many lines stand in the log."""
    game.page.wait_for_selector("#choices .skip")
    written(game, count)


def written(game: Pretended, count: int) -> None:
    """Wait until this many lines stand in the log."""
    game.page.locator(f"#log .said >> nth={count - 1}").wait_for()


def answerable(game: Pretended) -> bool:
    """Whether actions are offered."""
    return game.page.locator("#choices .word").count() == 2


def test_events_of_a_piece_are_played_back_one_after_the_other(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    visible = []
    for _ in ROUND:
        marked = game.page.locator("#board #told circle").count()
        visible.append((len(game.lines()), marked, *map(game.place, "abc")))
        assert game.lines() == TEXTS[: len(visible)] and not answerable(game)
        game.after(STEP - 20)
        assert len(game.lines()) == len(visible)
        game.after(20)
    assert visible == [
        (1, 2, "11", "88", None),
        (2, 1, "12", "88", None),
        (3, 1, "14", "88", None),
        (4, 1, "14", "86", None),
        (5, 1, "14", "86", "55"),
    ]
    game.page.wait_for_selector("#choices .word")
    assert game.page.inner_text("#question") == "What next?" and game.lines() == TEXTS
    game.page.locator("#choices .word", has_text="hold").click()
    asked(game.page, "…")
    assert [(m["type"], m["at"], m["words"]) for m in game.heard] == [("say", 9, [0])]


def test_who_is_gone_leaves_where_that_is_shown(begun: Open) -> None:
    game = begun()
    told = [
        happened(1, "b is hit.", "b"),
        happened(2, "b is destroyed!", kind="destroyed"),  # told when it has no key any more
        happened(3, "a is glad.", "a"),
    ]
    game.send(asks(9, {"a": "11"}, told))
    playing(game)
    places = []
    for _ in told:
        places.append((game.place("a"), game.place("b")))
        game.after(STEP)
    assert places == [("11", "88"), ("11", None), ("11", None)] and answerable(game)


def test_names_go_with_their_pieces(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    spots = []
    for _ in range(3):
        at = game.page.locator("#pieces [data-brief='0a']").get_attribute("data-at")
        spots.append(at.split()[:2])
        game.after(STEP)
    assert spots == [[str(far) for far in square(name)] for name in ("11", "12", "14")]


def test_a_piece_glides_in_no_more_time_than_its_event_has(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    assert game.page.evaluate("document.querySelectorAll('#board #told line').length") == 1
    game.after(STEP)
    spans = game.page.evaluate(
        "document.querySelector('[data-k=a]').getAnimations().map(e => e.effect.getTiming().duration)"
    )
    assert spans == [STEP]


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
    assert game.lines() == TEXTS and answerable(game)
    assert [game.place(key) for key in AFTER] == list(AFTER.values())
    assert not game.heard
    game.after(10 * STEP)
    assert game.lines() == TEXTS
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


def test_playback_goes_faster_on_request(begun: Open) -> None:
    game = begun()
    game.send(asks(9, AFTER, ROUND))
    playing(game)
    game.page.locator("#choices button", has_text="Faster").click()
    assert len(game.lines()) == 2
    game.after(STEP + 10)
    assert len(game.lines()) == 5 and not answerable(game)
    game.after(STEP)
    assert answerable(game)


def test_a_long_round_is_over_in_six_seconds(begun: Open) -> None:
    game = begun()
    many = [happened(n, f"b fires shot {n}.", "b") for n in range(1, 301)]
    game.send(asks(9, AFTER, many))
    playing(game)
    halves = []
    for _ in range(2):
        game.after(3_000)
        halves.append(len(game.lines()))
    assert 130 < halves[0] < 180 and halves[1] == 300
    game.after(200)
    assert answerable(game)


def test_pieces_that_come_meanwhile_wait_for_their_turn(begun: Open) -> None:
    game = begun()
    game.send(stands(5, {"a": "14", "b": "88"}, ROUND[:3]))
    playing(game)
    game.send(asks(9, AFTER, ROUND[3:]))
    game.after(2 * STEP)
    assert game.lines() == TEXTS[:3] and game.place("b") == "88"
    game.after(STEP)
    assert game.lines() == TEXTS[:4] and game.place("b") == "86" and not answerable(game)
    game.after(2 * STEP)
    assert game.lines() == TEXTS and answerable(game)


def test_with_less_motion_all_stands_at_once(begun: Open) -> None:
    game = begun(motion="reduce")
    game.page.evaluate(
        "window.skips = 0; new MutationObserver(() => { if (document.querySelector('.skip')) "
        "window.skips += 1; }).observe(document.body, { childList: true, subtree: true })"
    )
    game.send(asks(9, AFTER, ROUND))
    written(game, 5)
    assert answerable(game) and game.place("c") == "55"
    assert game.page.evaluate("window.skips") == 0
    assert game.page.evaluate("document.getAnimations().length") == 0


def test_what_one_has_missed_is_not_played_back(begun: Open) -> None:
    game = begun(stands(2, BEFORE, ROUND[:1]), asks(3, BEFORE, ROUND[1:2]))
    written(game, 2)
    assert game.lines() == TEXTS[:2] and answerable(game)
    game.first = [stands(5, BEFORE, ROUND[2:4]), asks(9, AFTER, ROUND[4:])]
    game.sockets["red_0"].close(code=1001)
    game.page.wait_for_selector("#banner:not([hidden])")
    game.after(1_000)
    written(game, 5)
    assert answerable(game) and game.place("c") == "55"
    assert game.page.locator("#log .now").all_inner_texts() == TEXTS[4:]
    more = [happened(n, f"b fires shot {n}.", "b") for n in (6, 7)]
    game.send(asks(12, AFTER, more))
    playing(game, 6)


@pytest.mark.parametrize("liked, steps", [("fast", 3), ("off", 0)])
def test_how_one_likes_it_is_kept(begun: Open, liked: str, steps: int) -> None:
    game = begun()
    game.page.click("#legend")
    game.page.select_option("#playback", liked)
    game.page.keyboard.press("Escape")
    game.page.reload()
    game.page.locator("#pieces [data-k]").first.wait_for()
    assert game.page.input_value("#playback") == liked
    game.send(asks(9, AFTER, ROUND))
    written(game, 1)
    assert answerable(game) == (not steps)
    game.after(STEP + 10)
    assert len(game.lines()) == (4 if steps else 5)


def test_the_end_is_shown_after_all_events(begun: Open) -> None:
    game = begun()
    game.send(stands(9, AFTER, ROUND))
    over = {"type": "game_over", "game": GAME, "verdict": "win", "reason": "all is lost"}
    game.send({**over, "margin": 3, "turns": 1})
    playing(game)
    assert not game.page.locator("#end[open]").count()
    game.after(6 * STEP)
    game.page.wait_for_selector("#end[open]")
    assert game.lines() == TEXTS and "game is over" in game.page.inner_text("#question")


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
    assert game.lines() == TEXTS
    own = {"title": "Red's own", "figures": [], "rows": []}
    game.send(stands(10, AFTER, view={"status": [own]}), "red_0")
    game.page.wait_for_selector("text=Red's own", state="visible")
    game.send(asks(12, AFTER, ROUND), "blue_0")
    game.page.locator("button", has_text="Hand over to Blue").click()
    game.page.click("#curtain-yes")
    playing(game)
    assert game.lines() == TEXTS[:1] and game.place("a") == "11"
    assert "Red's own" not in game.page.inner_text("body")
    game.after(2 * STEP)
    assert game.lines() == TEXTS[:3] and game.place("a") == "14"


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


def test_a_link_is_shown_until_somebody_has_come(begun: Open) -> None:
    game = begun(stands(1, BEFORE), invited="blue_0")
    assert f"/g/{GAME}#seat=blue_0&key=secret" in game.page.inner_text("#question")
    game.facts = {"seats": {"blue_0": {"name": "Ben"}}}
    game.send(stands(2, BEFORE))
    asked(game.page, "Waiting for the other side.")
    assert "Ben" in game.page.inner_text("#versus")


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
    game.after(2 * STEP)
    game.page.keyboard.press("Escape")
    assert game.page.evaluate("window.added") == TEXTS
    assert game.page.evaluate("window.said") == ["What has happened …", "What next?"]
