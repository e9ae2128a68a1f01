"""Two people and one game in two browsers: invitation, names, presence, chat, consent, rematch."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from kit.browsing import WIDE, Served, Watched, begin, wait_for_question, words_said

from spacecombat_env.env.table import PUBLIC

RULES, LINK = "intercept_sensors", "a person, by a link"
Look = Callable[..., Watched]
pytestmark = pytest.mark.slow


def invite(look: Look, size: tuple[int, int] = WIDE, **more: Any) -> tuple[Watched, str, str]:
    """A host at a new game; its name, and the link that the card shows."""
    host = look(size)
    game = begin(host, RULES, "duel", against=LINK, **more)
    return host, game, host.page.get_by_label("Link for Blue").input_value()


def come(guest: Watched, link: str, name: str = "") -> None:
    """A guest opens the link, and gives a name."""
    guest.page.goto(link)
    guest.page.locator("#arrive .go").wait_for()
    if name:
        guest.page.get_by_label("Your name").fill(name)
    guest.page.locator("#arrive .go").click()


def pair(look: Look) -> tuple[Any, Any, str]:
    """The pages of a host and his guest, and the game."""
    host, game, link = invite(look)
    guest = look()
    come(guest, link, "Cleo")
    host.page.locator("#versus", has_text="Cleo").wait_for()
    guest.page.locator("#question").wait_for()
    return host.page, guest.page, game


def open_table(page: Any) -> None:
    """Open the card of the people at the table."""
    if not page.locator("#table[open]").count():
        page.click("#people-open")


@pytest.mark.parametrize("size", [WIDE, (400, 800)], ids=["desk", "phone"])
def test_from_a_new_game_to_the_first_order_of_the_guest(
    look: Look, site: Served, size: tuple[int, int]
) -> None:
    ready = look()
    begin(ready, RULES, "duel")  # nothing has to be made ready any more
    wait_for_question(ready.page)
    began = time.monotonic()
    host, game, link = invite(look, size)
    guest = look(size)
    come(guest, link)
    host.page.locator("#table[open]").wait_for(state="hidden")
    wait_for_question(host.page)
    host.page.locator("#captain button", has_text="this turn").click()
    wait_for_question(guest.page)
    guest.page.locator("#choices .word").first.click()
    guest.page.locator("#choices:not([aria-busy=true]) .word").first.click()
    for _ in range(100):
        if words_said(site, game)[1]:
            break
        guest.page.wait_for_timeout(50)
    assert words_said(site, game)[1] and time.monotonic() - began < 20


def test_the_card_is_shown_at_once_until_the_guest_has_come(look: Look) -> None:
    host, _, link = invite(look)
    page = host.page
    assert page.inner_text("#table-title") == "Blue is waited for"
    assert page.locator("#invite svg.qr").count() == 1
    assert "127.0.0.1 is this computer alone" in page.inner_text("#invite .warning")
    assert "link not opened yet" in page.inner_text("#who")
    page.keyboard.press("Escape")
    assert page.inner_text("#people-open") == "Invite Blue"
    page.reload()
    page.locator("#table[open]").wait_for()
    guest = look()
    come(guest, link)
    page.locator("#table[open]").wait_for(state="hidden")
    assert page.inner_text("#people-open") == "Table"
    assert "Blue (Guest) has come" in page.inner_text("#notice")
    assert "not come" not in page.inner_text("body") and "nobody" not in page.inner_text("header")


def test_the_link_is_copied_by_a_click(look: Look) -> None:
    host, _, link = invite(look)
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.locator("#invite .coded button").click()
    host.page.locator("#invite .coded button", has_text="Copied").wait_for()
    assert host.page.evaluate("navigator.clipboard.readText()") == link


def test_the_link_is_copied_without_the_clipboard_api(look: Look) -> None:
    host, _, link = invite(look)
    host.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    host.page.locator("#invite .coded button").click()
    host.page.locator("#invite .coded button", has_text="Copied").wait_for()
    host.page.locator("#chat-text").click()
    host.page.keyboard.press("Control+v")
    assert host.page.input_value("#chat-text") == link


def test_each_sees_whether_the_other_is_here(look: Look) -> None:
    host, guest, game = pair(look)
    watcher = look()
    watcher.page.goto(host.url)
    for page in (host, guest, watcher.page):
        page.locator("#versus", has_text="Cleo").wait_for()
        assert "away" not in page.inner_text("#versus")
        assert "Player" in page.inner_text("#versus")
    for page in (host, guest):
        open_table(page)
        page.locator("#who", has_text="1 looks on").wait_for()
        page.keyboard.press("Escape")
    guest.goto("about:blank")
    for page in (host, watcher.page):
        page.locator("#versus .away").wait_for(timeout=1000)
    guest.go_back()
    for page in (host, watcher.page):
        page.locator("#versus .away").wait_for(state="detached")


def test_a_used_invitation_offers_to_look_on(look: Look) -> None:
    host, game, link = invite(look)
    come(look(), link, "Cleo")
    host.page.locator("#versus", has_text="Cleo").wait_for()
    late = look()
    late.page.goto(link)
    late.page.locator("#arrive", has_text="Blue is taken").wait_for()
    assert "Cleo plays Blue" in late.page.inner_text("#arrive")
    assert not late.page.locator("#resign").is_visible()
    late.page.locator("#arrive .go", has_text="Look on instead").click()
    late.page.locator("#sub", has_text="what all know").wait_for()
    assert late.page.url.endswith(f"/g/{game}") and not late.page.locator("#arrive[open]").count()
    late.page.reload()
    late.page.locator("#sub", has_text="what all know").wait_for()
    assert not late.page.locator("#resign").is_visible()


def test_the_own_link_goes_on_on_another_device(look: Look, site: Served) -> None:
    host, _, game = pair(look)
    open_table(host)
    host.locator("#invite summary").click()
    link = host.get_by_label("Your own link").input_value()
    other = look()
    other.page.goto(link)
    wait_for_question(other.page)
    assert "key" not in other.page.url and "you are Red" in other.page.inner_text("#sub")
    other.page.reload()
    wait_for_question(other.page)


def test_spectators_have_a_link_of_their_own(look: Look) -> None:
    host, _, link = invite(look)
    shown = host.page.get_by_label("Link for spectators").input_value()
    watcher = look()
    watcher.page.goto(shown)
    watcher.page.locator("#sub", has_text="what all know").wait_for()
    watcher.page.click("#people-open")
    assert "plays" not in watcher.page.inner_text("#invite")
    assert not watcher.page.locator("#chat-form").is_visible()
    assert not watcher.page.locator("#agree").is_visible()


def test_people_write_by_phrases_and_by_typing(look: Look) -> None:
    host, guest, _ = pair(look)
    open_table(guest)
    guest.locator("#phrases button", has_text="Good luck").click()
    host.locator("#notice", has_text="Cleo: Good luck").wait_for()
    assert host.locator("#people-open[data-unread='1']").count()
    host.click("#people-open")
    assert host.locator("#people-open[data-unread='']").count()
    host.wait_for_timeout(1100)
    text = "<img src=x onerror=alert(1)>"
    host.fill("#chat-text", text)
    host.click("#chat-send")
    guest.locator("#chat-lines", has_text=text).wait_for()
    assert guest.locator("#chat-lines img").count() == 0 and host.input_value("#chat-text") == ""
    guest.keyboard.press("Escape")
    guest.reload()  # what was written is there again, and is no news
    guest.locator("#people-open:visible").click()
    assert guest.locator("#chat-lines li").all_inner_texts() == ["Cleo Good luck", f"Player {text}"]


def test_lines_are_taken_in_as_they_came_while_the_chat_is_loaded(begun: Any) -> None:
    game, held = begun(), list[Any]()
    page = game.page
    page.route("**/chat.js", lambda route: held.append(route))
    chat = {"type": "chat", "kind": "free", "phrases": [], "lines": []}
    game.send(chat)  # what was written before; all after it is news
    for n in range(1, 21):
        game.send({**chat, "lines": [{"n": n, "reader": "blue_0", "text": f"line {n}"}]})
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.locator("#notice", has_text="line 20").wait_for()
    assert page.get_attribute("#people-open", "data-unread") == "20"
    open_table(page)
    page.locator("#chat-text").wait_for()
    assert page.locator("#chat-lines li").count() == 20


def test_a_draw_is_agreed(look: Look) -> None:
    host, guest, game = pair(look)
    open_table(host)
    host.locator("#agree button", has_text="Offer a draw").click()
    guest.locator("#notice button", has_text="Answer").click()
    assert "Red proposes a draw" in guest.inner_text("#agree")
    guest.locator("#agree button", has_text="Accept").click()
    for page in (host, guest):
        page.locator("#end[open]").wait_for()
        assert page.inner_text("#verdict") == "A draw"
        assert "By agreement" in page.inner_text("#reason")


def test_a_turn_is_taken_back(look: Look, site: Served) -> None:
    host, guest, game = pair(look)
    wait_for_question(host)
    host.locator("#captain button", has_text="this turn").click()
    wait_for_question(guest)
    assert words_said(site, game)[0]
    open_table(guest)
    guest.locator("#agree button", has_text="Take this turn back").click()
    host.locator("#notice button", has_text="Answer").click()
    assert "luck is drawn again" in host.inner_text("#agree")
    host.locator("#agree button", has_text="Accept").click()
    host.locator("#table[open]").wait_for(state="hidden")  # both pages begin again
    wait_for_question(host)
    guest.locator("#question", has_text="Waiting").wait_for()
    assert words_said(site, game) == (0, 0)
    host.locator("#captain button", has_text="this turn").click()
    wait_for_question(guest)


def test_a_proposal_is_declined(look: Look) -> None:
    host, guest, game = pair(look)
    open_table(guest)
    guest.locator("#agree button", has_text="Call the game off").click()
    host.locator("#notice button", has_text="Answer").click()
    host.locator("#agree button", has_text="Decline").click()
    guest.locator("#notice", has_text="declined").wait_for()
    for page in (guest, host):
        offers = page.locator("#agree button")
        offers.filter(has_text="Offer a draw").wait_for()
        assert offers.all_inner_texts() == [
            "Offer a draw",
            "Call the game off",
            "Take this turn back",
        ]
        assert not page.locator("#end[open]").count(), "the game goes on"
    host.keyboard.press("Escape")
    host.locator("#captain button", has_text="this turn").click()
    wait_for_question(guest)


def test_a_rematch_brings_the_guest_along_with_the_sides_exchanged(look: Look) -> None:
    host, guest, game = pair(look)
    guest.click("#resign")
    guest.click("#sure-yes")
    host.locator("#end[open]").wait_for()
    host.locator("#ways button", has_text="sides exchanged").click()
    host.wait_for_url(lambda url: game not in url)
    guest.locator("#ways button", has_text="Play the rematch").click()
    guest.locator("#arrive", has_text="invited to play Red").wait_for()
    guest.locator("#arrive .go").click()
    wait_for_question(guest)
    host.locator("#versus", has_text="Cleo").wait_for()
    assert "you are Blue" in host.inner_text("#sub") and "you are Red" in guest.inner_text("#sub")


def test_names_are_written_as_people_read_them(look: Look) -> None:
    watched = look()
    begin(watched, RULES, "duel")
    wait_for_question(watched.page)
    assert not re.search(r"[_@]|scripted:", watched.page.inner_text("#versus"))
    assert PUBLIC not in watched.page.inner_text("header")


def test_the_chat_is_switched_off_on_the_first_page(look: Look, site: Served) -> None:
    host = look()
    page = host.page
    page.goto(host.address + "/")
    page.check(f"#start input[value={RULES}]")
    page.select_option("select[name=Against]", label=LINK)
    page.click("text='Clock, chat, spectators'")
    page.select_option("select[name='Chat with people']", label="none")
    assert "100 points more win about 64 of 100 games" in page.inner_text("#start")
    page.click("#start .go")
    page.locator("#table[open]").wait_for()
    assert not page.locator("#talk").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#tab-chat").is_visible()
