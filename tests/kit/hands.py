"""Hands that play on the page what the captain would say: by clicks, by keys, by typing."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError as Late

from kit.browsing import Served, agree, wait_for_question
from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_env.env.table import Table, autoplay
from spacecombat_env.env.table.offers import decision_point, order_bytes, order_ending

MOST = 400
"""Orders that a game may have."""
READY = "#choices:not([aria-busy=true])"
"""The actions, when no others are about to come."""
STOPS = """\
[...document.querySelectorAll('#choices button.word:not([disabled]), #choices input')].map(e => [
  e.tagName, e.dataset.token || '', e === document.activeElement,
  e.type === 'range' && e.closest('.launch').querySelector('b').textContent])"""
"""Where the arrow keys stop: kind of element, action, whether it is here, name of a slider."""
IS_OFFERED = f"""([action, name, isNumber]) =>
  {STOPS}.some(e => e[3] === name || e[1] === action || isNumber && e[0] === 'INPUT')"""
"""Whether an action or a number is among them."""
SETTLED = 200
"""Milliseconds without an action after which an order is taken whole."""
THUMB = 16
"""Pixels of a slider's thumb."""


def launched(order: list[tuple[int, str, int | None]], at: int) -> tuple[int, int]:
    """Return the missiles of a launch, and how many actions say their number."""
    numbers = [number for _, _, number in order[at + 1 :] if number is not None]
    return sum(numbers), len(numbers)


class Guide:
    """What the captain would say for a seat, a whole order at a time."""

    def __init__(self, table: Table, seat: str, agent: Any) -> None:
        self.table, self.seat, self.agent = table, seat, agent

    @property
    def count(self) -> int:
        """How many actions the seat has taken."""
        return self.table.counts[self.table.ruleset.seats.index(self.seat)]

    def order(self) -> list[tuple[int, str, int | None]]:
        """Return token, text and number of each action of the next order."""
        game, blank = self.table._game.copy(), order_bytes(self.table._game)
        words = []
        while True:
            observation = autoplay.observe(game, self.agent.needs)
            before, action = decision_point(game), autoplay.choose_action(self.agent, observation)
            rules, visible = game.ruleset, game.out.visible
            text = rules.action_text(visible, 0, game.scenario, game.seat, action)
            number = rules.action_meaning(visible, 0, game.scenario, game.seat, action).number
            words.append((action, text, number))
            game.step(action)
            if game.seat < 0 or order_ending(before, game, blank):
                return words


def guide(site: Served, game: str, seat: str) -> Guide:
    """Return the guide of a seat of a game."""
    table = site.service.manager.open_session(game).table
    doctrine = next(iter(captain_module(table.ruleset.name).DOCTRINES))
    return Guide(table, seat, ScriptedAgent(table.scenario, doctrine))


class Hands(ABC):
    """One manner of playing, with a count of what it took."""

    def __init__(self, page: Any) -> None:
        self.page, self.count = page, 0

    @abstractmethod
    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        """Say an order on the page."""

    def _shown(self, path: list[int]) -> Any:
        actions = " ".join(map(str, path))
        return self.page.locator(f'#choices button.word[data-token="{actions}"]')


class Clicks(Hands):
    """The pointer alone."""

    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        actions, at = [action for action, _, _ in order], 0
        while at < len(order):
            self.page.wait_for_selector(READY + " button.word")
            at += self._launch(order, at) or self._two(actions, at) or self._one(order, at)

    def _launch(self, order: list[tuple[int, str, int | None]], at: int) -> int:
        """Set the slider of a ship and launch, where there is one; how many actions."""
        row = self.page.locator(".launch").filter(
            has=self.page.locator("b", has_text=re.compile(f"^{re.escape(order[at][1])}$"))
        )
        if not row.count():
            return 0
        slider = row.locator("input")
        wanted, numbers = launched(order, at)
        least, most = (int(slider.get_attribute(name) or 0) for name in ("min", "max"))
        wanted, box = min(wanted, most), slider.bounding_box()
        assert box is not None
        for _ in range(MOST):
            now = int(slider.input_value())
            if now == wanted:
                break
            share = (wanted - least) / (most - least)
            slide = THUMB / 2 + share * (box["width"] - THUMB)
            slider.click(position={"x": slide, "y": box["height"] / 2})
            self.count += 1
        self._click(row.locator("button"))
        return 1 + numbers

    def _two(self, actions: list[int], at: int) -> int:
        """Click two actions at once where they stand side by side; how many were said."""
        both = self._shown(actions[at : at + 2])
        if len(actions) < at + 2 or not both.count():
            return 0
        self._click(both.first)
        return 2

    def _one(self, order: list[tuple[int, str, int | None]], at: int) -> int:
        """Click an action, or the number field; how many actions were applied."""
        one = self._shown([order[at][0]])
        for ahead in (1, 2):  # a number by itself, or after the action that it belongs to
            actions = " ".join(str(action) for action, _, _ in order[at : at + ahead])
            round_one = self.page.locator(f'#choices button[data-round="{actions}"]')
            if (
                round_one.count()
                and order[at + ahead : at + ahead + 1]
                and order[at + ahead][2] == 0
            ):
                self._click(round_one.first)
                return ahead + 1
        field = self.page.locator("#choices .number")
        for n in range(field.count()):
            said = self._number(field.nth(n), order, at)
            if said:
                return said
        self._click(one.first)
        return 1

    def _number(self, field: Any, order: list[tuple[int, str, int | None]], at: int) -> int:
        """Set a number field by its steps and say it, where it is the one; how many actions."""
        label = str(field.locator("input").get_attribute("aria-label"))
        first = at
        if label.startswith("Number for "):
            if not label.startswith(f"Number for {order[at][1]},"):
                return 0
            at += 1
        numbers = [number for _, _, number in order[at:] if number is not None]
        if at >= len(order) or order[at][2] is None:
            return 0
        wanted, now = sum(numbers), int(field.locator("input").input_value())
        for _ in range(abs(wanted - now)):
            self._click(field.locator(".step").nth(0 if wanted < now else 1))
        self._click(field.locator(".say"))
        return at - first + len(numbers)

    def _click(self, one: Any) -> None:
        one.click()
        self.count += 1


class Leading(Clicks):
    """The pointer of one who fires himself and leaves the rest to the captain.

    A kind of question that is no round is his for good; of a round each task force is left to him
    once it does not fire any more.
    """

    OWN = ("fire", "open fire")
    """Actions that are not left to the captain."""

    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        self.page.wait_for_selector(READY + " button.word")
        if order[0][1] in self.OWN:
            return super().say(order)
        ways = self.page.locator("#captain button")
        kind = "while" if self.page.inner_text("#question").startswith("Round of") else "always"
        found = ways.filter(has_text=kind)
        self._click(found.first if found.count() else ways.first)


class Keys(Hands):
    """Arrow keys, digits in number fields, Enter."""

    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        at = 0
        while at < len(order):
            self.page.wait_for_selector(f"{READY} button.word, {READY} input")
            at += self._go(order, at)

    def _go(self, order: list[tuple[int, str, int | None]], at: int) -> int:
        """Go to an action or a field and say it; how many actions were applied."""
        action, name, number = order[at]
        if not is_offered(self.page, str(action), name, number is not None):
            raise AssertionError(f"{order[at:]} is not in {self.page.inner_text('#console')}")
        stops = self.page.evaluate(f"() => {STOPS}")
        names, sliders = [stop[1] for stop in stops], [stop[3] for stop in stops]
        slides = name in sliders
        if slides:
            goal, digits = sliders.index(name), ""
            said = 1 + launched(order, at)[1]
        elif str(action) in names:
            goal, digits, said = names.index(str(action)), "", 1
        else:
            goal = next(n for n, stop in enumerate(stops) if stop[0] == "INPUT")
            numbers = [each for _, _, each in order[at:] if each is not None]
            digits, said = str(sum(numbers)), len(numbers)
        here = next((n for n, stop in enumerate(stops) if stop[2]), -1)
        for _ in range(goal - here if here <= goal else here - goal):
            self._press("ArrowRight" if here <= goal else "ArrowLeft")
        if slides:
            slider = self.page.locator(".launch input:focus")
            wanted = min(launched(order, at)[0], int(slider.get_attribute("max") or 0))
            while (now := int(slider.input_value())) != wanted:
                self._press("ArrowUp" if now < wanted else "ArrowDown")
        if digits:
            self._press("Control+a")
            for digit in digits:
                self._press(digit)
        self._press("Enter")
        return said

    def _press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.count += 1


def is_offered(page: Any, action: str, name: str, is_number: bool) -> bool:
    """Wait for an action, a slider of that name, or a field; return whether there is one."""
    try:
        page.wait_for_function(IS_OFFERED, arg=[action, name, is_number])
    except Late:
        return False
    return True


class Typing(Hands):
    """Actions typed in full, an order a line."""

    def say(self, order: list[tuple[int, str, int | None]]) -> None:
        self.page.keyboard.type(" ".join(text for _, text, _ in order))
        self.page.keyboard.press("Enter")
        self.count += 1


def play(page: Any, own: Guide, hands: Hands, after: Callable[[], None] = lambda: None) -> int:
    """Play a game to its end; return how many actions the seat took."""
    for _ in range(MOST):
        wait_for_question(page)
        if page.locator("#end[open]").count():
            break
        before = own.count
        if own.table.to_act != own.seat:
            page.wait_for_timeout(50)
            continue
        order = own.order()
        hands.say(order)
        for _ in range(MOST):
            if own.count != before:
                break
            agree(page)
            page.wait_for_timeout(20)
        else:
            said = f"{page.inner_text('#question')}: {order}: {page.inner_text('.line')!r}"
            raise AssertionError(f"nothing was said: {said}, {page.input_value('#typed')!r}")
        while before != own.count:  # the service takes the actions of an order one by one
            before = own.count
            page.wait_for_timeout(SETTLED)
        after()
    return own.count
