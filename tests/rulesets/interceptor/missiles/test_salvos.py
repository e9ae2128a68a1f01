"""What comes through of missiles before they are launched: the engine plays the exchange of fire."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from typing import Any, NamedTuple

import pytest
from kit.determinizing import walk
from kit.tables import seated

from spacecombat_env.core.presentation.perspective import logged_events
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import RefusedError, SalvoEstimate, Table, salvos
from spacecombat_env.rulesets.interceptor.model import Disclosed, Event, Status, Verb

pytestmark = pytest.mark.compiled
LAUNCHES = 8
ALL = [int(Verb.ALL)]
WORLDS, ROUNDED = 16, 0.051


class Launch(NamedTuple):
    """A game in which a seat may launch missiles at a ship, by all weapons."""

    game: Game
    seat: str
    target: int

    @property
    def table(self) -> Table:
        """A table at which it is played."""
        return seated(self.game.copy())

    def estimate(self) -> SalvoEstimate:
        """What comes through."""
        [found] = salvos(self.table, self.seat, ALL)
        return found


@cache
def launches() -> tuple[Launch, ...]:
    """The first launches of games played at random."""
    found = (launch for seed in count() for launch in launches_in(seed))
    return tuple(islice(found, LAUNCHES))


def launches_in(seed: int) -> Any:
    """Yield the launches of a game."""
    for game in walk("interceptor", "pair", seed, {}):
        if game.seat < 0 or game.ruleset.decision_name(game.out.visible, 0) != "fire_weapons":
            continue
        table = seated(game.copy())
        seat = str(table.to_act)
        if game.is_legal(ALL[0]) and salvos(table, seat, ALL):
            yield Launch(game.copy(), seat, int(game.games.states[0].order[game.seat].target))


def locks(launch: Launch) -> tuple[float, float]:
    """Missiles that are to lock on, and that do on average, in the worlds of the table."""
    tried = locked = 0
    for world in launch.table.odds_estimator(launch.seat).determinizations:
        state = world.games.states[0]
        since = int(state.log_count)
        world.step(ALL[0])
        events = [each for each in logged_events(state, since) if each.kind == Event.LOCK]
        tried, locked = tried + len(events), locked + sum(int(each.e) for each in events)
    return tried / WORLDS, locked / WORLDS


def undefended(launch: Launch) -> Launch:
    """The same at a derelict: nobody is left to launch a Decoy or to fire (IN-DEF-01)."""
    game = launch.game.copy()
    game.games.states[0].craft[launch.target].status = Status.DERELICT
    game.refresh()
    return launch._replace(game=game)


@pytest.mark.rule("IN-MSL-01", "IN-MSL-02")
def test_what_locks_on_to_a_derelict_hits_it() -> None:
    """Nothing is in its way but the own shield and rocks, as a derelict has no shields either."""
    through = sent = 0.0
    for launch in map(undefended, launches()):
        estimate, (tried, locked) = launch.estimate(), locks(launch)
        assert estimate.missiles == tried
        assert estimate.hits == estimate.through <= locked + ROUNDED
        through, sent = through + estimate.through, sent + locked
    assert through > 0.9 * sent


@pytest.mark.rule("IN-DEF-01", "IN-DEF-05", "IN-DEF-15")
def test_who_defends_stops_some_and_shields_stop_more() -> None:
    stopped = held = 0.0
    for launch in launches():
        estimate, (tried, locked) = launch.estimate(), locks(launch)
        assert estimate.missiles == tried
        assert estimate.hits <= estimate.through <= locked + ROUNDED
        stopped += launch_through(launch) - estimate.through
        held += estimate.through - estimate.hits
    assert stopped > 1 and held > 1


def launch_through(launch: Launch) -> float:
    """What would come through if nobody defended."""
    return undefended(launch).estimate().through


@pytest.mark.rule("IN-LOS-04")
def test_the_target_is_named_as_it_is_known() -> None:
    """Not by the class that it has in a determinization."""
    launch = launches()[0]
    game = launch.game.copy()
    craft = game.games.states[0].craft[launch.target]
    craft.disclosed = int(craft.disclosed) & ~Disclosed.CLASS
    game.refresh()
    estimate = launch._replace(game=game).estimate()
    assert estimate.name == f"Contact {craft.contact + 1}"
    assert estimate.piece == f"c{launch.target // 4}.{craft.contact}"


def test_nothing_comes_of_another_order_and_nobody_else_asks() -> None:
    launch = launches()[0]
    table, other = launch.table, {"red_0": "blue_0", "blue_0": "red_0"}[launch.seat]
    before = table._game.digest()
    assert salvos(table, launch.seat, []) == ()
    with pytest.raises(RefusedError):
        salvos(table, other, ALL)
    assert salvos(table, launch.seat, [*ALL, 0]) == salvos(table, launch.seat, ALL)
    assert table._game.digest() == before
