"""The first page: scenarios, own files, whose move it is; fleets before the game and in it; sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.browsing import NARROW, WIDE, begin, wait_for_question

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
Look = Callable[..., Any]
OWN = """
name: mine
title: Two scouts
sides:
  red: {zone: {columns: [1, 10], rows: [1, 35]}, ships: [{class: Scout, name: Lynx}]}
  blue: {zone: {columns: [21, 30], rows: [1, 35]}, ships: [{class: Scout, name: Ocelot}]}
turn_limit: 3
"""


def start(watched: Any, rules: str, scenario: str) -> Any:
    page = watched.page
    page.goto(watched.address + "/")
    page.check(f"#start input[value={rules}]")
    page.check(f"#start input[name=Scenario][value='{scenario}']")
    return page


def test_scenarios_say_what_they_are_like(look: Look) -> None:
    page = start(look(), "battle_rider", "picket")
    card = page.locator(".scenario:has([value=picket])")
    text = card.inner_text()
    assert "113 decisions a side" in text and "favours Red" in text and "try officer" in text
    assert card.locator(".sketch .planet").count() and card.locator(".sketch .hull1").count() == 3
    page.wait_for_selector(".land svg")
    assert "ships" in page.locator(".force").first.inner_text()
    assert page.input_value("select[name=Against]") == "battle_rider_skirmish@officer"
    page.check("#start input[name=Scenario][value=first_clash]")
    assert "skirmish" not in "".join(page.locator("select[name=Against] option").all_inner_texts())


def test_maps_of_all_rules_are_shown(look: Look) -> None:
    watched = look()
    for rules, scenario in (("interceptor", "pair"), ("intercept_sensors", "picket")):
        page = start(watched, rules, scenario)
        page.locator(".land svg").wait_for()


def test_a_file_of_ones_own_is_checked_kept_and_played(look: Look, tmp_path: Path) -> None:
    watched = look()
    page = start(watched, "intercept_sensors", "duel")
    bad, good = tmp_path / "bad.yaml", tmp_path / "mine.yaml"
    bad.write_text(OWN.replace("class: Scout, name: Lynx", "class: Scuot"))
    good.write_text(OWN)
    page.set_input_files(".own input", str(bad))
    page.wait_for_selector(".own .wrong:not(:empty)")
    assert page.inner_text(".own .wrong").startswith("bad.yaml: sides.red.ships[1].class: ")
    watched.wrong.clear()  # the refusal is in the console
    page.set_input_files(".own input", str(good))
    page.wait_for_selector(".new h2:has-text('Two scouts')")
    page.reload()
    page.check("#start input[name=Scenario][value='own mine']")
    page.select_option("select[name=Against]", index=0)
    page.click("#start .go")
    page.wait_for_url("**/g/*")
    wait_for_question(page)
    assert page.inner_text("#title") == "Two scouts"


def test_the_list_says_whose_move_it_is(look: Look) -> None:
    watched = look()
    game = begin(watched, "intercept_sensors", "duel")
    wait_for_question(watched.page)
    watched.page.goto(watched.address + "/")
    watched.page.wait_for_selector(f".kept.yours[data-game='{game}']")
    assert watched.page.inner_text(".kept.yours .move") == "before turn 1: your move"


def test_switches_umpire_and_private_games(look: Look) -> None:
    watched = look()
    page = start(watched, "intercept_sensors", "duel")
    page.check("#start input[value=umpire]")
    for name in ("Red is played by", "Blue is played by"):
        page.select_option(f"select[name='{name}']", label="Hunter")
    page.click("text='Clock, chat, spectators'")
    page.uncheck("[name=watched]")
    page.click("text=/^Switches of the rules/")
    switch = page.locator("[name^='switch ']").first
    switch.select_option(index=2)
    page.wait_for_selector("summary:has-text('1 changed')")
    with page.expect_request("**/v1/games") as posted:
        page.click("#start .go")
    content = json.loads(posted.value.post_data)
    assert content["umpire"] == "Player" and content["watch"] == "nobody"
    assert len(content["options"]) == 1
    page.wait_for_url("**/g/*")
    page.wait_for_selector("#track .turn")
    assert list(page.evaluate("JSON.parse(localStorage['spacecombat-games'])[0].keys")) == [
        "umpire"
    ]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_fleet_is_bought_by_a_basket(look: Look, size: tuple[int, int], tmp_path: Path) -> None:
    watched, clicks = look(size), 0
    begin(watched, "battle_rider", "first_clash_purchase")
    page = watched.page
    page.wait_for_selector("dialog.shop .good")

    def click(act: str) -> None:
        nonlocal clicks
        clicks += 1
        page.click(f"[data-act='{act}']")

    for act in ("buy Lancer", "buy Fusilier", "buy Ashtabula", "undo", "undo", "redo", "level 3"):
        click(act)
    assert page.inner_text(".basket h2 small") == "76 of 167"
    page.fill("[aria-label='Name of this fleet']", "Two destroyers")
    click("Save")
    with page.expect_download() as file:
        click("As a file")
    kept = json.loads(Path(file.value.path()).read_text())
    assert kept["ships"] == ["Lancer", "Fusilier"] and kept["fleet_tactics"] == 3
    click("remove 1")
    page.select_option("[aria-label='Load a saved fleet']", "Two destroyers")
    assert page.locator(".basket li").count() == 2
    page.reload()  # the basket is still there
    page.wait_for_selector("dialog.shop .basket li")
    assert page.locator(".basket li").count() == 2
    click("sign")
    page.wait_for_selector("dialog.shop", state="detached")
    assert clicks <= 20
    page.locator(".fleet .name", has_text="Voroshilef").wait_for(state="detached")
    names = page.locator(".fleet >> nth=0").locator(".name").all_inner_texts()
    assert {"Lancer", "Fusilier"} <= set(names) and "Ashtabula" not in names


def test_a_fleet_before_the_game_with_a_ship_of_ones_own(look: Look) -> None:
    watched = look()
    page = start(watched, "battle_rider", "skirmish")
    page.click("text='Put together a fleet of your own'")
    page.wait_for_selector("dialog.shop .good")
    page.set_input_files(".file input", str(ROOT / "configs" / "designs" / "halberd.yaml"))
    page.click("[data-act='buy Halberd']")
    page.click("[data-act='remove 0']")
    page.click("[data-act='look Halberd']")
    assert "M(-2)6:11-10-8-X" in page.inner_text(".sheet")
    page.keyboard.press("Escape")
    page.click("[data-act='sign']")
    page.wait_for_selector(".new h2:has-text('Skirmish, own fleet')")
    page.locator(".force li:has-text('Halberd')").wait_for()
    page.select_option("select[name=Against]", index=0)
    page.click("#start .go")
    wait_for_question(page)
    page.locator(".fleet .name", has_text="Halberd").wait_for()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["desk", "phone"])
def test_a_click_on_a_ship_opens_its_sheet(look: Look, size: tuple[int, int]) -> None:
    watched = look(size)
    begin(watched, "battle_rider", "picket")
    page = watched.page
    wait_for_question(page)
    page.locator(".fleet >> nth=0").locator("button.name", has_text="Aurora LM").click()
    sheet = page.locator(".sheet")
    sheet.wait_for()
    text = sheet.inner_text()
    assert "M5:4-2-1-0" in text and "TL-12" in text and "Maneuver Drive" in text
    assert sheet.locator(".boxes").count() >= 3
    page.keyboard.press("Escape")
    page.locator(".fleet >> nth=1").locator("button.name", has_text="Gazelle").click()
    sheet.wait_for()
    text = sheet.inner_text()
    assert "As far as it is known" in text and sheet.locator(".results .hit").count() == 2
    assert " left" not in text and "Gs to spend" not in sheet.locator(".field").last.inner_text()
    page.keyboard.press("Escape")
    page.locator("#pieces [data-k] >> visible=true").first.wait_for()
