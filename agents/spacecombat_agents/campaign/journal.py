"""The journal of a campaign: one line an act, next to the war's file.

    war.yaml                     # the war
    war.journal.jsonl            # {"n": 0, "act": "begin", ...}, {"n": 1, "act": "orders", ...}

The campaign is the fold of the journal over the file: nothing else is stored. Every line has the
digest of the state after its act, is written with its end of line, and synced. A last line that
was not written whole is cut off when the journal is opened. A battle is one line, written at its
end: after an interruption it is played again from its seed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import append_bytes, atomic_write, lock_for_writing
from spacecombat_env.core.errors import ConfigError, SpaceCombatError, StateError
from spacecombat_env.env.campaign.codec import (
    decode,
    digest,
    encode,
    encode_state,
    result_of,
    with_result,
)
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    StaffAct,
    answer,
    begin_campaign,
    finish,
    give_orders,
)
from spacecombat_env.rulesets.interceptor.campaign.state import CampaignEvent
from spacecombat_env.rulesets.interceptor.campaign.war import Order, War, WarState
from spacecombat_env.rulesets.interceptor.model import Side

__all__ = ["Act", "Journal", "carry_out", "journal_path", "read_acts"]

Act = dict[str, Any]
"""An act as JSON, without its number and digest."""
BEGIN, ORDERS, ANSWER, BATTLE = "begin", "orders", "answer", "battle"


def journal_path(war: Path) -> Path:
    """Return the journal's path for a war's file."""
    return war.with_suffix(".journal.jsonl")


# -- acts ----------------------------------------------------------------------------------------


def orders_act(side: Side, staff: Sequence[StaffAct], orders: Sequence[Order]) -> Act:
    """Return a side's orders as an act."""
    return {"act": ORDERS, "seat": int(side), "staff": encode(staff), "orders": encode(orders)}


def answer_act(side: Side, avoids: bool) -> Act:
    """Return a side's answer to contact as an act."""
    return {"act": ANSWER, "seat": int(side), "avoids": avoids}


def act_of(desk: Desk) -> Act:
    """Return a side's finished decisions as an act."""
    if desk.view.phase is CampaignPhase.ANSWER:
        return answer_act(desk.side, desk.avoids)
    return orders_act(desk.side, desk.staff, desk.orders)


def battle_act(campaign: Campaign, state: WarState, events: Sequence[CampaignEvent]) -> Act:
    """Return the result of the next battle as an act."""
    battle = campaign.battles[0]
    result = result_of(campaign.state, state, events)
    return {"act": BATTLE, "area": battle.area, "seed": battle.seed, "result": result}


def begin_act(war: War) -> Act:
    """Return the first line: which war it is."""
    return {"act": BEGIN, "war": digest(encode(war))}


def carry_out(campaign: Campaign, act: Act) -> Campaign:
    """Return the campaign after an act; raise StateError for one that makes no sense.

    Raises IllegalOrderError for orders against the rules.
    """
    try:
        return _carried_out(campaign, act)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as cause:
        name = campaign.state.war.name
        raise StateError.at(name, "act", f"{type(cause).__name__}: {cause}") from None


def _carried_out(campaign: Campaign, act: Act) -> Campaign:
    """Return the campaign after an act."""
    if act["act"] == BATTLE:
        battle = campaign.battles[0]
        if (battle.area, battle.seed) != (act["area"], act["seed"]):
            raise ValueError(f"the next battle is in {battle.area}")
        return finish(campaign, *with_result(campaign.state, act["result"]))
    side = Side(act["seat"])
    if act["act"] == ANSWER:
        return answer(campaign, side, bool(act["avoids"]))
    if act["act"] != ORDERS:
        raise ValueError(f"{act['act']!r} is not an act")
    staff = decode(tuple[StaffAct, ...], act["staff"])
    return give_orders(campaign, side, staff, decode(tuple[Order, ...], act["orders"]))


# -- the file ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One line, and the campaign after it."""

    number: int
    act: Act
    campaign: Campaign
    digest: str


class Journal:
    """A campaign on disk. Close it, or use it as a context manager.

    Opening it reads the war's file and all lines, checks their digests, and cuts off a torn last
    line. Raises StateError `<file>: line <n>: <reason>` for a damaged line.
    """

    def __init__(self, war: Path) -> None:
        self.path = journal_path(war)
        self.entries: list[Entry] = []
        if not war.is_file():
            raise ConfigError.at(war, "file", "there is none")
        content = read_war(war)
        try:
            self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115 (closed by `close`)
        except OSError as cause:
            raise ConfigError.at(self.path, "file", str(cause.strerror)) from None
        try:
            lock_for_writing(self._file, self.path, "another program plays this campaign")
            _cut_torn_line(self.path)
            self.entries += read_acts(content, self.path)
            if not self.entries:
                self._write(begin_act(content), begin_campaign(content))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Journal:
        """Return the journal."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign after the last act."""
        return self.entries[-1].campaign

    def append(self, act: Act) -> Campaign:
        """Carry out an act and write it; return the campaign after it.

        The act is carried out as it will be read, so that the journal always gives the same state.
        """
        act = json.loads(json.dumps(act))
        return self._write(act, carry_out(self.campaign, act))

    def _write(self, act: Act, campaign: Campaign) -> Campaign:
        """Write a line to the disk."""
        number, found = len(self.entries), digest(encode_state(campaign.state))
        line = {"n": number, **act, "digest": found}
        try:
            append_bytes(self._file, (json.dumps(line) + "\n").encode())
            os.fsync(self._file.fileno())
        except OSError as cause:
            raise ConfigError.at(
                self.path, "file", f"cannot be written: {cause.strerror}"
            ) from None
        self.entries.append(Entry(number, act, campaign, found))
        return campaign


def _cut_torn_line(path: Path) -> None:
    """Cut off what follows the last end of line: an act that was not written whole."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with open(path, "r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())


def read_acts(war: War, path: Path) -> Iterator[Entry]:
    """Yield the entries of a journal; raise StateError where it is damaged or of another war."""
    if not path.exists():
        return
    campaign: Campaign | None = None
    for number, text in enumerate(path.read_bytes().splitlines()):
        try:
            act = _act_in(text, number)
            found = act.pop("digest")
            if campaign is None:
                if act != begin_act(war):
                    raise StateError("it is of another war, or of another content of its file")
                campaign = begin_campaign(war)
            else:
                campaign = carry_out(campaign, act)
            if digest(encode_state(campaign.state)) != found:
                raise StateError("the digest differs: it was changed, or the rules were")
        except (SpaceCombatError, ValueError, KeyError) as cause:
            raise StateError.at(path, f"line {number + 1}", str(cause)) from None
        yield Entry(number, act, campaign, found)


def _act_in(text: bytes, number: int) -> Act:
    """Return the act of a line, with its digest; raise ValueError for another line."""
    act = json.loads(text)
    if not isinstance(act, dict) or act.pop("n", None) != number or "digest" not in act:
        raise ValueError("no act of this number")
    return act


def create(war: Path, content: str) -> None:
    """Write a war's file; raise ConfigError where there is one or its journal."""
    for path in (war, journal_path(war)):
        if path.exists():
            raise ConfigError.at(path, "file", "is there already")
    try:
        with atomic_write(war) as file:
            file.write(content.encode())
    except OSError as cause:
        raise ConfigError.at(war, "file", f"cannot be written: {cause.strerror}") from None
