"""Matches: two agents, pairs of games with one luck and the seats exchanged, many games at once."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple, cast

import numpy as np

from spacecombat_agents.arena.answers import answers
from spacecombat_agents.arena.spoken import Spoken
from spacecombat_agents.arena.statistics import SEAT_RATIO_LIMITS, Interval, paired_interval
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.players import BotPlayer, Player
from spacecombat_agents.players.base import LONGEST_STREAK, Agent, dealt
from spacecombat_agents.setting import Setting
from spacecombat_env.compiling import compiling_seconds
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import TALLY, RuleSet
from spacecombat_env.core.seeds import TWIN, derived_seed
from spacecombat_env.env.vector import BatchEnv

BATCH = 512
"""Games at once. Luck of agents is drawn in batch order: results repeat for one seed and batch."""
BATCH_OF_BOTS = 64
"""Games at once where a bot with a deadline plays: slow ones show results before all are played."""
SEATS = np.array([0, 1])
ILLEGAL_WORD = ".illegal_word"
"""The cause of a failure that the rules know, too: it ends a game as an illegal order."""

Progress = Callable[[int], None]
"""Told the number of games finished so far."""


@dataclass(frozen=True)
class MatchResult:
    """What a match showed, ready for JSON. Scores count a win 1, a draw 1/2."""

    agent_a: str
    agent_b: str
    ruleset: str
    scenario: str
    delegate: list[str]
    seed: int
    pairs: int
    games: int
    score_a: float
    interval: Interval
    """Where A's score lies with 95 % confidence, by the pair-effective sample."""
    wins: int
    draws: int
    losses: int
    failures: int
    """Games lost by anything but play: what `failures_by_cause` counts."""
    failures_by_cause: dict[str, int]
    """`crash`, `late`, `illegal_word` and `endless`, of `a` or `b` (`a.crash`): how often."""
    first_failure: str
    """What the first failing agent raised or answered; empty where none failed."""
    ends: dict[str, int]
    """Why games ended: how often; `crash`, `late` and `endless` where no word decided."""
    mean_turns: float
    mean_decisions: float
    """Decisions of both seats in a game."""
    median_decisions_per_seat: dict[str, float]
    first_seat_score: float
    first_seat_interval: Interval
    mean_margin_a: float
    """Points of A over B at the end of a game."""
    seconds: float
    """Time played, without what was compiled meanwhile."""
    decisions_per_s: float
    interrupted: bool = False
    """Somebody stopped it: these are the pairs that were finished, short games before long ones."""

    def as_json(self) -> dict[str, Any]:
        """Return plain dicts, lists and numbers."""
        return {key: list(v) if isinstance(v, Interval) else v for key, v in asdict(self).items()}


class Played(NamedTuple):
    """What happened in a batch of games, one row a game."""

    seeds: np.ndarray
    """int64 (n,)."""
    seat_of_a: np.ndarray
    """int8 (n,)."""
    tally: np.ndarray
    """int32 (n, len(Tally))."""
    decisions: np.ndarray
    """int64 (n, 2): decisions asked of each seat."""
    causes: dict[int, str]
    """Games lost by a failure: row -> `a.crash` and the like."""
    first_failure: str
    over: np.ndarray
    """bool (n,): the game was finished; all of them, unless somebody stopped."""
    notes: dict[int, str] = {}
    """Games lost by a failure: row -> what the agent raised or answered."""


class Game(NamedTuple):
    """A finished game, to be kept."""

    number: int
    """In its match: games 2k and 2k + 1 are pair k."""
    seed: int
    seat_of_a: int
    words: np.ndarray
    """int32: the words spoken, in order."""
    gave_up: str = ""
    """`seat: why` where a bot gave the game up or was taken out of it."""


Keep = Callable[[Game], None]
Book = Callable[[int, Played], None]
"""Handed a batch when it is over, or was stopped, and the number of its first game."""


@dataclass
class _Table:
    """Games under way, and who plays which seat of them."""

    env: BatchEnv
    players: tuple[Agent, Agent]
    seat_of_a: np.ndarray
    lots: np.random.Generator = field(default_factory=np.random.default_rng)
    """For the order in which games are put to a player: it tells no pair."""
    luck: np.ndarray | None = None
    """uint64 (n, 2): of the player in each seat, or None where players have their own."""
    causes: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    first_failure: str = ""

    def __post_init__(self) -> None:
        """Begin to count how often each seat is asked, and how long it has the word in a turn."""
        self.asked = np.zeros((self.env.num_envs, 2), np.int64)
        self._speaker = self.env.out.seat.copy()
        self._turn = self.env.out.seen.states["turn"].copy()
        self._streak = np.zeros(self.env.num_envs, np.int64)

    def words(self) -> np.ndarray:
        """Ask both players about all games in which they are to act; -1 where a game is over."""
        turn = self.env.out.seen.states["turn"]
        self._streak += 1
        self._streak[(self.env.out.seat != self._speaker) | (turn != self._turn)] = 0
        self._speaker[:], self._turn[:] = self.env.out.seat, turn
        words = np.full(self.env.num_envs, -1, np.int64)
        for player, name in enumerate("ab"):
            seats = self.seat_of_a if player == 0 else 1 - self.seat_of_a
            rows = self.lots.permutation(np.flatnonzero(self.env.out.seat == seats))
            if rows.size:
                words[rows] = self._ask(self.players[player], name, rows)
        self.asked += self.env.out.seat[:, None] == SEATS
        return words

    def _lots(self, rows: np.ndarray) -> np.ndarray | None:
        """Return a lot for each of some games, which its seat, its luck and its decision fix."""
        if self.luck is None:
            return None
        at = rows, self.env.out.seat[rows]
        return dealt(self.luck[at], self.asked[at])

    def _ask(self, agent: Agent, name: str, rows: np.ndarray) -> np.ndarray:
        """Return an agent's words for some games; failures become a word that loses the game."""
        words, failures = answers(agent, self.env, rows, self._lots(rows))
        for at, failure in failures.items():
            self._fail(int(rows[at]), f"{name}.{failure.cause}", failure.words)
        masks = self.env.out.mask[rows]
        inside = (words >= 0) & (words < masks.shape[1])
        legal = inside & (masks[np.arange(len(rows)), np.where(inside, words, 0)] == 1)
        for at in np.setdiff1d(np.flatnonzero(~legal), list(failures)):
            self._fail(int(rows[at]), name + ILLEGAL_WORD, f"word {words[at]} is not legal")
        endless = self._streak[rows] > LONGEST_STREAK
        for row in rows[endless]:
            self._fail(int(row), f"{name}.endless", f"{LONGEST_STREAK} words on end")
        return np.where(legal & ~endless, words, masks.argmin(axis=1))

    def _fail(self, row: int, cause: str, words: str) -> None:
        """Book the first failure of a game."""
        self.causes.setdefault(row, cause)
        self.notes.setdefault(row, words)
        self.first_failure = self.first_failure or f"{cause}: {words}"


def play(
    env: BatchEnv,
    players: tuple[Agent, Agent],
    seeds: np.ndarray,
    seat_of_a: np.ndarray,
    *,
    progress: Progress | None = None,
    keep: Keep | None = None,
    first: int = 0,
    stop: Stop | None = None,
    luck: np.ndarray | None = None,
) -> Played:
    """Play one game a row, from its seed to its end; `players` are A and B.

    With `luck`, uint64 (n, 2), that of players who take lots is dealt by game and seat: such a game
    goes as it goes alone.

    `keep` is handed each game when it ends, numbered from `first`. A request to `stop` (within
    `stop.whole`) ends it: what is over counts, and has been kept.
    """
    lots = np.random.default_rng(derived_seed(seeds.tobytes(), "order"))
    asker = stop or Stop()
    with asker.cuttable():
        out = env.start(seeds)
    table = _Table(env, players, seat_of_a, lots, luck)
    count = len(seeds)
    tally = np.zeros_like(out.tally)
    over = np.zeros(count, bool)
    spoken = Spoken(count)
    with contextlib.suppress(Interrupted):
        while True:
            for row in np.flatnonzero((out.seat < 0) & ~over).tolist():
                if keep is not None:
                    keep(Game(first + row, int(seeds[row]), int(seat_of_a[row]), spoken.of(row)))
                tally[row], over[row] = out.tally[row], True
                if progress is not None:
                    progress(1)
                asker.heed()
            if over.all():
                break
            with asker.cuttable():
                words = table.words()
            if keep is not None:
                spoken.add(words)
            env.step(words)
    told = table.causes, table.first_failure, over, table.notes
    return Played(seeds, seat_of_a, tally, table.asked, *told)


def play_match(
    setting: Setting,
    players: tuple[Player, Player],
    *,
    pairs: int = 100,
    seed: int = 0,
    threads: int | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    book: Book | None = None,
    stop: Stop | None = None,
    clock: Clock | None = None,
) -> MatchResult:
    """Play `pairs` pairs of games and sum them up.

    A plays the first seat in one game of a pair and the second seat in the other. Both have the
    same luck in play, and each its own lots of the set-up: what is secret in one is not to be read
    in the other. Everything follows from `seed` (who can guess it can compute the games: where
    players are not trusted, take one that nobody tries). `keep` is handed each finished game, to
    save its replay, `book` each batch with all its games. With `stop`, a request to stop
    (stopping.py) ends the match, and the pairs of which both games are over are summed up;
    Interrupted where there are none. A bot that is talked to (`BotPlayer`) plays game by game, by
    the `clock`.
    """
    batch = batch or _games_at_once(players)
    if pairs < 1 or batch < 2:
        raise ConfigError(f"{pairs} pairs, {batch} games at once: too few")
    begun = time.perf_counter() - compiling_seconds()
    seeds = both_games(pair_seeds(seed, pairs))
    seat_of_a = np.tile(np.array([0, 1], np.int8), pairs)
    parts: list[Played] = []
    asker = stop or Stop()
    with contextlib.suppress(Interrupted), asker.whole():
        if any(isinstance(player, BotPlayer) for player in players):
            from spacecombat_agents.arena.by_game import play_by_game

            given: dict[str, Any] = {"progress": progress, "keep": keep, "stop": asker}
            part = play_by_game(setting, players, seeds, seat_of_a, clock or Clock(), **given)
            if book is not None:
                book(0, part)
            parts.append(finished_pairs(part))
        else:
            agents = cast("tuple[Agent, Agent]", players)
            for number, start in enumerate(range(0, 2 * pairs, batch - batch % 2)):
                rows = slice(start, min(start + batch - batch % 2, 2 * pairs))
                for player, agent in enumerate(agents):
                    agent.reset(derived_seed(seed, "player", number, player))
                env = setting.batch(rows.stop - rows.start, threads=threads)
                kept: dict[str, Any] = {"progress": progress, "keep": keep, "first": start}
                part = play(env, agents, seeds[rows], seat_of_a[rows], stop=asker, **kept)
                env.close()
                if book is not None:
                    book(start, part)
                parts.append(finished_pairs(part))
                asker.heed()
    played = sum(len(part.seeds) for part in parts)
    if not played:
        raise Interrupted("no pair of games was finished")
    spent = time.perf_counter() - compiling_seconds() - begun
    result = summarise(setting, players, parts, seed, spent)
    return replace(result, interrupted=played < 2 * pairs)


def _games_at_once(players: tuple[Player, Player]) -> int:
    """Return how many games are played side by side."""
    return BATCH_OF_BOTS if any(hasattr(player, "deadline") for player in players) else BATCH


def finished_pairs(part: Played) -> Played:
    """Return the pairs of games of a batch that are over."""
    rows = np.flatnonzero(np.repeat(part.over.reshape(-1, 2).all(axis=1), 2))
    places = {row: at for at, row in enumerate(rows.tolist())}
    causes = {places[row]: cause for row, cause in part.causes.items() if row in places}
    notes = {places[row]: note for row, note in part.notes.items() if row in places}
    return part._replace(
        seeds=part.seeds[rows],
        seat_of_a=part.seat_of_a[rows],
        tally=part.tally[rows],
        decisions=part.decisions[rows],
        causes=causes,
        over=part.over[rows],
        notes=notes,
    )


def pair_seeds(seed: int, pairs: int) -> np.ndarray:
    """Return one game seed a pair, int64; a longer match begins with the games of a shorter one."""
    words = np.random.SeedSequence([seed, 1]).generate_state(pairs, np.uint64)
    return (words >> np.uint64(1)).astype(np.int64)


def both_games(seeds: np.ndarray) -> np.ndarray:
    """Return the seeds of both games of each pair, int64 (2n,): see `core.seeds.TWIN`."""
    return np.stack([seeds, seeds ^ TWIN], axis=1).reshape(-1)


def summarise(
    setting: Setting,
    players: tuple[Player, Player],
    parts: list[Played],
    seed: int,
    seconds: float,
) -> MatchResult:
    """Turn finished games, in pairs, into the result of a match."""
    tally = np.concatenate([part.tally for part in parts])
    first = np.choose(tally[:, TALLY.verdict], [1.0, 0.0, 0.5])
    is_first = np.concatenate([part.seat_of_a for part in parts]) == 0
    score = np.where(is_first, first, 1.0 - first)
    margin = np.where(is_first, 1, -1) * tally[:, TALLY.margin]
    return MatchResult(
        agent_a=players[0].name,
        agent_b=players[1].name,
        ruleset=setting.ruleset.name,
        scenario=setting.scenario.name,
        delegate=setting.delegated,
        seed=seed,
        pairs=len(score) // 2,
        games=len(score),
        score_a=float(score.mean()),
        interval=paired_interval(score[0::2], score[1::2]),
        wins=int((score == 1.0).sum()),
        draws=int((score == 0.5).sum()),
        losses=int((score == 0.0).sum()),
        first_seat_score=float(first.mean()),
        first_seat_interval=paired_interval(first[0::2], first[1::2], limits=SEAT_RATIO_LIMITS),
        mean_margin_a=float(margin.mean()),
        mean_turns=float(tally[:, TALLY.turns].mean()),
        seconds=seconds,
        **_ends(setting.ruleset, parts),
        **_effort(setting.ruleset, parts, seconds),
        **_failures(parts),
    )


def _ends(ruleset: RuleSet, parts: list[Played]) -> dict[str, Any]:
    """Return why games ended. Where no word came the engine is told one that is not legal: that
    game is counted as what it was."""
    names = dict(enumerate(ruleset.reasons))
    ends: Counter[str] = Counter()
    for part in parts:
        for row, code in enumerate(part.tally[:, TALLY.reason].tolist()):
            _, _, failed = part.causes.get(row, ILLEGAL_WORD).partition(".")
            said = f".{failed}" == ILLEGAL_WORD
            ends[names.get(code, str(code)) if said else failed] += 1
    return {"ends": dict(ends.most_common())}


def _effort(ruleset: RuleSet, parts: list[Played], seconds: float) -> dict[str, Any]:
    """Return how many decisions were asked."""
    decisions = np.concatenate([part.decisions for part in parts])
    medians = np.median(decisions, axis=0).tolist()
    return {
        "mean_decisions": float(decisions.sum(axis=1).mean()),
        "median_decisions_per_seat": dict(zip(ruleset.seats, medians, strict=True)),
        "decisions_per_s": float(decisions.sum() / seconds),
    }


def _failures(parts: list[Played]) -> dict[str, Any]:
    """Return how many games were lost by no legal word, and why."""
    causes = Counter(cause for part in parts for cause in part.causes.values())
    return {
        "failures": sum(causes.values()),
        "failures_by_cause": dict(sorted(causes.items())),
        "first_failure": next((p.first_failure for p in parts if p.first_failure), ""),
    }
