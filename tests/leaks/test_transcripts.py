"""The whole transcript of a watcher is the same in games that differ in what it may not know.

Twins (`kit/twins_on.py`) play on in every form in which a seat meets a game (forms.py): every
message, in its order, its pieces and their number, sentences, the seat that is shown as asked,
refusals, state, view, picture, log. What may differ stands in `kit/allowed.py`, and nothing else is
an excuse. `Form` is the engine alone: records, questions, observations and legal words of a seat,
which all others are made of; so it has most of the LEAK_HISTORIES (walking.py) of the slow suite,
and the forms a share each: 10,000 take some 5 minutes a rule set for `Form`.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import pytest
from forms import AtTable, InRoom, InTurns, WithBot, WithPictures
from kit.allowed import is_open
from kit.intercept_sensors.table import BLUE, position, sensors, ship
from kit.intercept_sensors.table import Table as Scene
from kit.twin_paths import Pace
from kit.twins_on import Form
from pairs import Pairs
from walking import HISTORIES

from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.games.subscribers import Subscriber
from spacecombat_agents.service.timing.person_clocks import PersonClocks
from spacecombat_env import registry
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import Table, autoplay
from spacecombat_env.protocol import MessageBuilder
from spacecombat_env.rulesets.intercept_sensors.model import NONE, InterceptEvent, Sensor

NAMES = ("battle_rider", "intercept_sensors", "interceptor")
SHARES = {Form: 1, InTurns: 20, AtTable: 40, WithPictures: 100, InRoom: 100, WithBot: 100}
"""The slow suite plays one history in this many in a form."""
QUICK = {Form: 10, InTurns: 4, AtTable: 2, WithPictures: 1, InRoom: 1}
WORDS = {Form: 30}
"""Words of the watcher in a history; 12 in the slower forms."""
rulesets = pytest.mark.parametrize("name", NAMES)


def played(name: str, form: type[Form], histories: int, first: int = 0, **more: Any) -> Pairs:
    """Play pairs in a form; nothing may be shown."""
    pairs = Pairs(name, form, WORDS.get(form, 12), **more).play(histories, first)
    print(pairs.report())
    return pairs


@rulesets
@pytest.mark.parametrize("form", QUICK)
def test_some_transcripts_are_the_same(name: str, form: type[Form]) -> None:
    pairs = played(name, form, QUICK[form], first=3)
    assert not pairs.shown, pairs.report()
    assert pairs.looks > 2 * QUICK[form]


@pytest.mark.slow
@rulesets
@pytest.mark.parametrize("form", SHARES)
def test_transcripts_are_the_same(name: str, form: type[Form]) -> None:
    pairs = played(name, form, max(HISTORIES // SHARES[form], 6), first=1000)
    assert not pairs.shown, pairs.report()
    assert pairs.looks > 3 * HISTORIES // SHARES[form]
    if form is Form:
        assert pairs.on.uneven > HISTORIES // 20  # their enemies were asked not equally often


@pytest.mark.slow
@rulesets
def test_every_secret_is_changed(name: str) -> None:
    pairs = Pairs(name, words=1).play(600)
    idle = {change.__name__ for change in pairs.changes} - set(+pairs.dealer.changed)
    assert not idle


def test_a_pair_that_was_thought_to_show_something() -> None:
    """One enemy has six rounds more to pass over."""
    pairs = Pairs("battle_rider").again(500_187, 29)
    assert not pairs.shown, pairs.report()
    assert pairs.looks > 10


@pytest.mark.rule("IC-TRK-01")
def test_a_tracked_ship_is_seen_to_use_its_radar(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan names no ship. In one game a hidden ship can send its beam, in the other only the
    tracked one, of which everything is known."""
    table = before_scans()
    wanted = [table.action_of("Red 2"), table.action_of("radar")]

    def by_radar(pace: Pace) -> int:
        words = pace.game.mask.nonzero()[0].tolist()
        return next((word for word in wanted if word in words), words[0])

    monkeypatch.setattr(Pace, "word", by_radar)
    pairs = Pairs("intercept_sensors", words=12)
    for seed in range(4):
        one, other = (dealt(table.set("Red 2", popped=popped)) for popped in (1, 0))
        pairs.on.history(one, other, BLUE, seed)
    assert pairs.on.ends["seen, not told"] + pairs.on.ends["quiet, seen, not told"]


@pytest.mark.rule("IC-TRK-01")
@pytest.mark.parametrize(
    ("line", "sensor", "unit", "is_told"),
    [
        ("unit_of[0].radar_used: 0 -> 1", Sensor.RADAR, NONE, True),
        ("unit_of[0].used: 0 -> 4", Sensor.RADAR, NONE, False),
        ("unit_of[0].radar_used: 0 -> 1", Sensor.IR, NONE, False),
        ("unit_of[0].radar_used: 0 -> 1", Sensor.RADAR, 6, False),
    ],
)
def test_only_the_enemys_radar_scan_shows_its_radar(
    line: str, sensor: Sensor, unit: int, is_told: bool
) -> None:
    event = {"kind": InterceptEvent.SCAN, "side": 0, "unit": unit, "a": sensor}
    assert is_open("intercept_sensors", [line], [event], 0) == is_told


def before_scans() -> Scene:
    """Return a game at Blue's scans, before those of Red, of whose ships Blue tracks one."""
    reds = [ship("Red 1", (10, 20)), ship("Red 2", (10, 21))]
    return sensors(position(reds, [ship("Blue", (14, 20))]), BLUE, turn=2).track("Red 1")


def dealt(scene: Scene) -> Game:
    """Return a game that stands as a scene does."""
    game = Game(registry.ruleset("intercept_sensors"), scene.scenario)
    game.start(1)
    game.games.raw[:] = scene.games.raw
    game.refresh()
    return game


# --- the test can fail ----------------------------------------------------------------------------


def shows(name: str, form: type[Form], histories: int, *scenarios: str) -> list[str]:
    """Return what is shown in pairs of a scenario."""
    pairs = Pairs(name, form, 12, scenarios).play(histories)
    return [text for _, text in pairs.shown]


def test_a_seat_that_is_shown_who_acts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Table.state

    def telling(table: Table, reader: str, since: Any = None) -> Any:
        return state(table, reader, since)._replace(to_act=table.to_act)

    monkeypatch.setattr(Table, "state", telling)
    assert shows("intercept_sensors", AtTable, 20, "duel")


@pytest.mark.parametrize("form", [InRoom])
def test_a_message_for_each_action_of_the_enemy_is_noticed(
    monkeypatch: pytest.MonkeyPatch, form: type[Form]
) -> None:
    say = GameSession.say

    def telling(session: GameSession, seat: str, step: Any, answer: Any) -> None:
        say(session, seat, step, answer)
        for subscriber in list(session.subscribers):
            session.send_state(subscriber)

    monkeypatch.setattr(GameSession, "say", telling)
    assert shows("intercept_sensors", form, 12, "duel")


def test_a_count_of_messages_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions numbered for all who are in the room."""
    tell = GameSession.send_state
    counts: WeakKeyDictionary[GameSession, int] = WeakKeyDictionary()

    def counting(session: GameSession, subscriber: Subscriber, *passed: Any) -> None:
        counts[session] = counts.get(session, 0) + 1
        subscriber.decision_count = counts[session]
        tell(session, subscriber, *passed)

    monkeypatch.setattr(GameSession, "send_state", counting)
    assert shows("intercept_sensors", InRoom, 12, "duel")


def test_time_of_another_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left to who is asked, told to all."""

    def told(clocks: PersonClocks, reader: str) -> Any:
        return {each: clocks._current(each).message() for each in ("red_0", "blue_0")}

    monkeypatch.setattr(PersonClocks, "message_for", told)
    assert shows("intercept_sensors", InRoom, 12, "duel")


def test_a_captain_that_knows_the_truth_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who speaks for a bot sees what the bot does."""

    observe = autoplay.observe

    def all_known(game: Game, needs: Any, at: int = 0) -> autoplay.SeatObservation:
        return observe(game, needs, int(game.games.raw[0].sum()))

    def knowing(agent: Any, observation: autoplay.SeatObservation) -> int:
        words = observation.masks[0].nonzero()[0]
        return int(words[observation.at % len(words)])

    monkeypatch.setattr(autoplay, "observe", all_known)
    monkeypatch.setattr(autoplay, "choose_action", knowing)
    assert shows("intercept_sensors", WithBot, 30, "duel")


@pytest.mark.slow
def test_what_counts_both_seats_actions_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to words that stand, with all that has been said at the table in it."""
    said = MessageBuilder.applied_message

    def counting(teller: MessageBuilder, number: int, stands: Any) -> Any:
        return {**said(teller, number, stands), "at": len(teller.table.actions)}

    monkeypatch.setattr(MessageBuilder, "applied_message", counting)
    assert shows("intercept_sensors", WithBot, 40, "duel")


def test_a_sentence_that_depends_on_the_cut_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log whose first line tells how much was asked for."""
    log = InTurns.log

    def cutting(form: InTurns, since: int) -> list[str]:
        lines = log(form, since)
        return [f"{lines[0]} (of {len(lines)})", *lines[1:]] if lines else []

    monkeypatch.setattr(InTurns, "log", cutting)
    assert shows("battle_rider", InTurns, 12, "skirmish")


@pytest.mark.parametrize("name, field", [("battle_rider", "missiles"), ("interceptor", "out")])
def test_a_decision_put_by_a_secret_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, field: str
) -> None:
    """A watcher whose turn is passed over where its enemy has something left."""
    asked = Form.say

    def passing(form: Form, word: int) -> None:
        asked(form, word)
        state = form.game.games.states[0]
        half = len(state["craft"]) // 2
        enemy = state["craft"][(1 - form.watcher) * half :][:half]
        if form.game.seat == form.watcher and int(enemy[field].sum()) % 2:
            asked(form, int(form.game.mask.nonzero()[0][0]))

    monkeypatch.setattr(Form, "say", passing)
    assert shows(name, Form, 30)
