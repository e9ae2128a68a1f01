"""Twin games: two that differ in what one seat, the watcher, may not know, and in nothing else.

They share their randomness. The watcher says the same in both; the enemy does the same in both as far as
the watcher learns of it: where a secret gives it a question in one game alone, it waives there,
and now and then it does in one game what nobody learns of. So whatever the watcher gets, and
whenever it is asked, must be the same, until dice, or a look from near, make public what differs.

`Twins(...).history(seed)` plays one such pair and returns how it ended; `Leak` says what showed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from kit.interceptor.games import Play
from kit.interceptor.seat_view import differences
from kit.interceptor.secrets import SECRETS, redeal
from kit.interceptor.twin_events import (
    ACTIONS_OF_EXCURSION,
    BY_DICE,
    CHANGES,
    EXCURSIONS,
    LEFT,
    LOOKED,
    LOST,
    MOST_WAIVED,
    SHOOTING,
    SHOTS,
    TUMBLED,
    UNSEEN_ACTS,
    UNSEEN_NUMBERS,
    WAIVES,
)
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import LOG_LENGTH, Decision, Event, Step


class Leak(AssertionError):
    """The watcher got, or was asked, what it could not be without the secret."""


class Diverged(Exception):
    """The twins went apart in public: the reason why."""


class Twins:
    """Pairs of games of a scenario, one after another."""

    def __init__(
        self,
        scenario: Any,
        delegate: Any = (),
        secrets: tuple[Callable[..., bool], ...] = SECRETS,
        actions: int = 120,
        other: Any = None,
        **more: Any,
    ) -> None:
        self.play = Play(scenario, delegate=delegate, **more)
        self.other = Play(other, delegate=delegate, **more) if other else self.play
        """The second game; it may have another scenario."""
        self.tables = self.play.table, self.other.table
        self.actions, self.secrets = actions, secrets
        dtype = self.tables[0].opening.dtype
        self.games = [make_games(dtype, 1) for _ in range(2)]
        self.visible = [make_games(dtype, 1) for _ in range(2)]
        self.masks = np.zeros((2, self.play.scenario.actions.size), np.int8)
        self.rows = np.zeros((2, self.play.scenario.observation.size), np.int8)
        self.ends: Counter[str] = Counter()
        self.requested: Counter[str] = Counter()
        """Decisions put to watchers, in both games alike."""
        self.changed: Counter[str] = Counter()
        """How often each secret was changed."""

    # --- one pair --------------------------------------------------------------------------------

    def history(self, seed: int) -> int:
        """Play a pair; return how often its watcher was to act. Raises Leak."""
        self.rng = np.random.default_rng(seed)
        self.watcher, count = seed % 2, sum(self.requested.values())
        self.compared, self.same_till, self.looked_till = 0, 0, 0
        for games, table in zip(self.games, self.tables, strict=True):
            KERNELS.start(games, 0, table, seed)
        try:
            self._change(redeal)
            self._change_some(2)
            for _ in range(self.actions):
                self._decide()
            self.ends["words"] += 1
        except Diverged as reason:
            self.ends[str(reason)] += 1
        return sum(self.requested.values()) - count

    def _change(self, change: Callable[..., bool]) -> None:
        """Change a secret of the enemy in the second game."""
        if change(self.games[1].states[0], self.other.rules, 1 - self.watcher, self.rng):
            self.changed[change.__name__] += 1

    def _change_some(self, most: int) -> None:
        for _ in range(1 + int(self.rng.integers(most))):
            self._change(self.secrets[int(self.rng.integers(len(self.secrets)))])

    def _decide(self) -> None:
        """One decision in both games, or what one game is behind."""
        one, other = (games.states[0] for games in self.games)
        self._compare_delivered()
        over = [state.step == Step.OVER for state in (one, other)]
        if any(over):
            self._play_on(over)
            return
        mine = [state.seat == self.watcher for state in (one, other)]
        if all(mine):
            self._compare_visible()
            self.requested[Decision(int(one.decision)).name] += 1
            self._apply_both(self._random_action(self.masks[0]))
        elif any(mine):
            self._catch_up(mine.index(False))
        elif one.decision == other.decision and self._point(one) == self._point(other):
            self._compare_records()
            self._enemy_acts()
        else:
            self._catch_up(self._behind())

    def _play_on(self, over: list[bool]) -> None:
        """A game is over; in the other one the enemy may be behind, where a secret allows it to speak."""
        if all(over):
            raise Diverged("over")
        which = over.index(False)
        if self.games[which].states[0].seat == self.watcher:
            raise Leak(f"one game is over, the other asks {self._decisions_text()}")
        self._catch_up(which)

    # --- the enemy -------------------------------------------------------------------------------

    def _enemy_acts(self) -> None:
        """The same action in both games, now and then after something secret in one of them."""
        if self.rng.random() < CHANGES:
            self._change_some(1)
        unseen = Decision(int(self.games[0].states[0].decision)) in UNSEEN_ACTS
        if unseen and self.rng.random() < EXCURSIONS and self._excursion(int(self.rng.integers(2))):
            return
        both = self._legal_offers(0) & self._legal_offers(1)
        if not both.any():
            raise Diverged("no word in common")
        self._apply_both(self._random_action(both))

    def _excursion(self, which: int) -> bool:
        """In one game the enemy says some actions; kept where its watcher learns nothing of them.

        Whether the watcher is asked meanwhile does not matter: then it is asked too often.
        """
        games = self.games[which]
        before, state = games.raw.copy(), games.states[0]
        random_bits = state.chance.copy()
        delivered, at = (
            int(state.delivered_count[self.watcher]),
            (state.decision, state.turn, state.mover),
        )
        for _ in range(ACTIONS_OF_EXCURSION):
            self._apply(which, self._random_action(self._legal_offers(which)))
            if int(state.delivered_count[self.watcher]) != delivered or state.step == Step.OVER:
                break
            if state.seat == self.watcher and state.decision != Decision.NOTHING:
                break
            if (state.decision, state.turn, state.mover) == at:
                self.changed["excursion"] += 1
                state.chance = random_bits
                return True
        games.raw[:] = before
        return False

    def _point(self, state: Any) -> tuple[int, ...]:
        """How far a game is, as both sides see it."""
        delivered = int(state.delivered_count[self.watcher])
        return int(state.turn), delivered, int(state.phase), int(state.last_moment)

    def _behind(self) -> int:
        """Which of two games, that ask the enemy something else, is behind."""
        points = [self._point(games.states[0]) for games in self.games]
        if points[0] != points[1]:
            return points.index(min(points))
        waives = [Decision(int(games.states[0].decision)) in WAIVES for games in self.games]
        if not any(waives):
            raise Diverged("the enemy is asked something else")
        return int(self.rng.integers(2)) if all(waives) else waives.index(True)

    def _catch_up(self, which: int) -> None:
        """The enemy waives what it is asked in one game, which the other game has behind it."""
        state = self.games[which].states[0]
        action = WAIVES.get(Decision(int(state.decision)))
        mask = self._legal_offers(which)
        if Decision(int(state.decision)) in UNSEEN_NUMBERS:
            action = int(np.flatnonzero(mask)[0])
        if action is None or not mask[action]:
            other = self.games[1 - which].states[0]
            more = other.delivered_count[self.watcher] > state.delivered_count[self.watcher]
            if other.seat != self.watcher or more:
                raise Diverged("the enemy cannot do the same")
            if self._ends_shot(which):
                return
            raise Leak(f"the watcher is asked in one game alone: {self._decisions_text()}")
        self.compared += 1
        if self.compared > MOST_WAIVED * self.actions:
            raise Diverged("waived too often")
        self._apply(which, int(action))

    def _ends_shot(self, which: int) -> bool:
        """The enemy is amid a shot of its own that it can but end; True where nothing tells of it.

        Where the next that the watcher learns is this very shot, the twins are apart.
        """
        state, said = self.games[which].states[0], False
        count = int(state.delivered_count[self.watcher])
        while Decision(int(state.decision)) in SHOOTING and state.seat != self.watcher:
            self._apply(which, self._random_action(self._legal_offers(which)))
            said = True
            if int(state.delivered_count[self.watcher]) > count:
                event = state.delivered[self.watcher, count % LOG_LENGTH]
                if event.kind in SHOTS and event.side == 1 - self.watcher:
                    raise Diverged("the enemy is amid a shot")
                return False
        return said

    # --- actions -----------------------------------------------------------------------------------

    def _legal_offers(self, which: int) -> np.ndarray:
        """The legal actions of a game, from its true record."""
        self.masks[which] = 0
        KERNELS.legal(self.games[which], 0, self.tables[which], self.masks[which])
        return self.masks[which]

    def _random_action(self, mask: np.ndarray) -> int:
        """One of the actions at random."""
        actions = np.flatnonzero(mask)
        return int(actions[int(self.rng.random() * len(actions))])

    def _apply(self, which: int, action: int) -> None:
        assert not KERNELS.apply(self.games[which], 0, self.tables[which], action)

    def _apply_both(self, action: int) -> None:
        """An action in both games, with the same randomness: what one has drawn unseen is forgotten."""
        self.games[1].states[0].chance = self.games[0].states[0].chance
        for which in range(2):
            self._apply(which, action)

    def _decisions_text(self) -> list[tuple[int, str, int, int]]:
        """Who decides what, in which turn, with which mover: for a message."""
        states = [games.states[0] for games in self.games]
        return [
            (int(s.seat), Decision(int(s.decision)).name, int(s.turn), int(s.mover)) for s in states
        ]

    # --- what the watcher gets -------------------------------------------------------------------

    def _compare_delivered(self) -> None:
        """What both games have told the watcher is the same, or dice have made it differ."""
        one, other = (games.states[0] for games in self.games)
        seat = self.watcher
        counts = [int(state.delivered_count[seat]) for state in (one, other)]
        for n in range(max(self.same_till, max(counts) - LOG_LENGTH), min(counts)):
            a, b = one.delivered[seat, n % LOG_LENGTH], other.delivered[seat, n % LOG_LENGTH]
            if a.tobytes() != b.tobytes():
                self.same_till, kinds = n, [Event(int(event.kind)) for event in (a, b)]
                for kind in kinds:
                    if kind in BY_DICE:
                        raise Diverged(f"dice: {kind.name}")
                if self._tumbles(a) or self._tumbles(b):
                    raise Diverged("random movement")
                if kinds == [Event.RAM] * 2:
                    raise Diverged("dice: RAM")
                if all(kind in SHOTS for kind in kinds) and a.side == b.side == 1 - seat:
                    raise Diverged("the enemy fires something else")
                raise Leak(f"told {kinds}: {a} and {b}; {self._decisions_text()}")
        self.same_till = min(counts)
        if counts[0] == counts[1]:
            return
        ahead = counts.index(max(counts))
        event = self.games[ahead].states[0].delivered[seat, self.same_till % LOG_LENGTH]
        waits = self.games[1 - ahead].states[0]
        if Event(int(event.kind)) in BY_DICE and waits.seat == seat:
            raise Diverged(f"dice: {Event(int(event.kind)).name}")
        if waits.seat == seat and self._tumbles(event):
            raise Diverged("random movement")
        if waits.seat == seat:
            raise Leak(
                f"asked in one game, told {Event(int(event.kind)).name}: {self._decisions_text()}"
            )

    def _tumbles(self, event: Any) -> bool:
        """Whether an enemy drifts that manoeuvred at random: the points it has left decide."""
        manoeuvres = self._since_comparison(Event.MANOEUVRE, 1 - self.watcher)
        return event.kind == Event.MOVED and any(it.actor == event.actor for it in manoeuvres)

    def _compare_visible(self) -> None:
        """Both games ask the watcher: the same question, of the same record, with the same actions."""
        one, other = (games.states[0] for games in self.games)
        seat = self.watcher
        counts = [int(state.delivered_count[seat]) for state in (one, other)]
        if counts[0] != counts[1]:
            raise Leak(f"one game has told more: {counts}, {self._decisions_text()}")
        self._compare_records()
        if one.decision != other.decision:
            raise Leak(f"the watcher is asked something else: {self._decisions_text()}")
        for which in range(2):
            self.rows[which] = 0
            KERNELS.observe(self.visible[which], 0, self.tables[which], seat, self.rows[which])
            self._legal_offers(which)
        if (self.rows[0] != self.rows[1]).any():
            raise Leak(f"the observation differs: {self._decisions_text()}")
        if (self.masks[0] != self.masks[1]).any():
            raise Leak(f"the legal words differ: {self._decisions_text()}")
        self._compare_more()

    def _compare_more(self) -> None:
        """More that a test compares at each decision of the watcher."""

    def _compare_records(self) -> None:
        """What the watcher may know of both games, asked or not."""
        one, other = (games.states[0] for games in self.games)
        if one.delivered_count[self.watcher] != other.delivered_count[self.watcher]:
            return
        for which in range(2):
            KERNELS.redact(self.games[which], 0, self.visible[which], 0, self.watcher)
        if self.visible[0].raw.tobytes() != self.visible[1].raw.tobytes():
            self._explain()
        self.looked_till = int(one.delivered_count[self.watcher])

    def _since_comparison(self, kind: Event, side: int) -> list[Any]:
        """What both games told of a kind and a side since the records were last the same."""
        delivered, count = self.games[0].states[0].delivered[self.watcher], self.same_till
        since = range(max(self.looked_till, count - LOG_LENGTH), count)
        events = [delivered[n % LOG_LENGTH] for n in since]
        return [event for event in events if event.kind == kind and event.side == side]

    def _explain(self) -> None:
        """Records differ: by a look from near, which is reported as SEEN, or by what all see happen."""
        a, b = (visible.states[0] for visible in self.visible)
        lines, enemy = differences(a, b), 1 - self.watcher
        lost = {int(event.actor) for event in self._since_comparison(Event.LEFT_MAP, enemy)}
        for kind, side, reason, fields in (
            (Event.SEEN, self.watcher, "a look from near", LOOKED),
            (Event.MANOEUVRE, enemy, "random movement", TUMBLED),
            (Event.EJECTED, enemy, "how many leave a ship", LEFT),
        ):
            may = tuple(
                field.format(k=it.target, actor=it.actor, slot=it.a, enemy=enemy)
                for it in self._since_comparison(kind, side)
                for field in fields + (LOST if fields is TUMBLED and int(it.actor) in lost else ())
            )
            if all(line.startswith(may) for line in lines):
                raise Diverged(reason)
        settled = all(
            state.exchange.volley["settled"][: state.exchange.volleys].all() for state in (a, b)
        )
        if settled and all(".facing:" in line and "volley" in line for line in lines):
            raise Diverged("the target turns a facing to a shot")
        fired = all(".fired:" in line or ".disclosed_weapons:" in line for line in lines)
        shots = a.log[a.log["kind"] == Event.INTERCEPTED]
        if fired and (shots["side"] != self.watcher).any():
            raise Diverged(
                "the enemy fires something else"
            )  # at a missile: no event names the guns
        raise Leak(f"the record differs: {lines[:8]}; {self._decisions_text()}")
