"""Records of a campaign as JSON and back, results of battles, the digest of a war's state.

A record becomes an object of its fields, an enum its value, a mapping a list of pairs, and a set a
sorted list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from spacecombat_env.core.errors import StateError
from spacecombat_env.rulesets.interceptor.campaign.repair import Stores
from spacecombat_env.rulesets.interceptor.campaign.state import CampaignEvent, Hull, Person
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track
from spacecombat_env.rulesets.interceptor.campaign.war import Drift, WarState
from spacecombat_env.rulesets.interceptor.model import Side

CONSTANT = ("war",)
"""Fields of a state that a journal does not repeat: the war's file has them."""


def encode(value: Any) -> Any:
    """Return a record, or a container of records, as JSON data."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {each.name: encode(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return [[encode(key), encode(each)] for key, each in sorted(value.items())]
    if isinstance(value, frozenset):
        return sorted(encode(each) for each in value)
    if isinstance(value, (tuple, list)):
        return [encode(each) for each in value]
    return value


def decode(kind: Any, data: Any) -> Any:
    """Return the value of a type that `encode` has written; raises ValueError or KeyError."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _decode_union(get_args(kind), data)
    if origin is tuple:
        parts = get_args(kind)
        types = [parts[0]] * len(data) if parts[-1] is Ellipsis else parts
        return tuple(decode(part, each) for part, each in zip(types, data, strict=True))
    if origin is frozenset:
        return frozenset(decode(get_args(kind)[0], each) for each in data)
    if origin is Mapping:
        keys, values = get_args(kind)
        return {decode(keys, key): decode(values, each) for key, each in data}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: decode(hints[name], each) for name, each in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    return data


def _decode_union(types: tuple[Any, ...], data: Any) -> Any:
    """Return a value of the first type that has it."""
    if data is None:
        return None
    for kind in types:
        if kind is type(None):
            continue
        try:
            return decode(kind, data)
        except ValueError:
            pass
    raise ValueError(f"{data!r} is none of {types}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the types of a record's fields."""
    return get_type_hints(kind)


def encode_state(state: WarState) -> dict[str, Any]:
    """Return a war's state without what its file has."""
    kept = (each.name for each in fields(state) if each.name not in CONSTANT)
    return {name: encode(getattr(state, name)) for name in kept}


def digest(content: Any) -> str:
    """Return the SHA-256 of JSON content."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


# -- results of battles --------------------------------------------------------------------------


@dataclass(frozen=True)
class BattleResult:
    """The changes that a battle has made."""

    hulls: tuple[Hull, ...]
    persons: tuple[Person, ...]
    stores: tuple[Stores, Stores]
    fought: frozenset[int]
    beaten: frozenset[tuple[str, Side]]
    drifting: tuple[Drift, ...]
    tracks: tuple[tuple[Track, ...], tuple[Track, ...]]
    events: tuple[CampaignEvent, ...]


def result_of(before: WarState, after: WarState, events: Sequence[CampaignEvent]) -> dict[str, Any]:
    """Return the changes that a battle has made, as JSON."""
    return encode(  # type: ignore[no-any-return]
        BattleResult(
            tuple(each for n, each in after.hulls.items() if each != before.hulls.get(n)),
            tuple(each for n, each in after.persons.items() if each != before.persons.get(n)),
            after.stores,
            after.fought,
            after.beaten,
            after.drifting,
            after.tracks,
            tuple(events),
        )
    )


def with_result(state: WarState, content: Any) -> tuple[WarState, tuple[CampaignEvent, ...]]:
    """Return the state after a battle, and its events, by `result_of`; raise StateError."""
    try:
        result: BattleResult = decode(BattleResult, content)
    except (TypeError, ValueError, KeyError, AttributeError) as cause:
        raise StateError.at(state.war.name, "result", f"no result of a battle: {cause}") from None
    return replace(
        state,
        hulls={**state.hulls, **{each.id: each for each in result.hulls}},
        persons={**state.persons, **{each.id: each for each in result.persons}},
        stores=result.stores,
        fought=result.fought,
        beaten=result.beaten,
        drifting=result.drifting,
        tracks=result.tracks,
    ), result.events
