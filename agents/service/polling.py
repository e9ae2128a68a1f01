"""The protocol over HTTP alone, for programs without sockets.

A message is posted, its answers come back; what happens elsewhere is asked for and waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.entrance import Admitted, NoEntry, admit
from spacecombat_agents.service.guard import MOST_BYTES
from spacecombat_agents.service.hearing import LOOKS, hear
from spacecombat_agents.service.house import seats_of
from spacecombat_agents.service.listeners import Listener, Message, joined
from spacecombat_agents.service.rooms import Room
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.wanted import Wrong

SECONDS_TO_WAIT = 25.0
BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{1,200})")


class TooMany(Exception):
    """More than is borne; the words say of what."""


class TooLarge(Exception):
    """A body has more bytes than a message may."""


async def join(request: Request) -> Response:
    """Let a reader in: how things stand; an invitation is answered with a key alone."""
    message = await body_of(request)
    return await _answered(request, message.get("reader"), _join, message, exchanges=True)


async def post(request: Request) -> Response:
    """Hear a message and answer it."""
    message = await body_of(request)
    reader = message.pop("reader", None)
    return await _answered(request, reader, _hear, message)


async def wait(request: Request) -> Response:
    """Answer with how things stand, as soon as that is no longer what the reader has."""
    query = request.query_params
    have, stamp = query.get("have", "0"), query.get("stamp", "")
    if not have.isdecimal() or len(have) > 9:
        raise Wrong("have: is no whole number from 0 on")
    service: Service = request.app.state.service
    address = request.client.host if request.client else ""
    if not service.sockets.take(address):
        raise TooMany(f"next: more than {service.limits.sockets} wait at one address")
    try:
        room, admitted = await _admitted(request, query.get("reader"))
        await _news(service, room, admitted, int(have), stamp)
        said = await service.run(_standing, room, admitted, int(have), stamp)
    finally:
        service.sockets.give(address)
    return JSONResponse({"messages": said})


async def _news(service: Service, room: Room, admitted: Admitted, have: int, stamp: str) -> None:
    """Wait until a reader is told something, if it knows how things stand."""
    news = asyncio.Event()
    loop = asyncio.get_running_loop()
    listener = Listener(admitted.reader, lambda _: loop.call_soon_threadsafe(news.set), have)
    try:
        if await service.run(_begin_to_wait, room, listener, stamp):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), SECONDS_TO_WAIT)
    finally:
        await service.run(room.leave, listener)


def _begin_to_wait(room: Room, listener: Listener, stamp: str) -> bool:
    """Whether the reader has to wait: it has seen how things stand. It listens then."""
    with room.used():
        moment = room.moment(listener.reader)
        listener.stamp, listener.moments = moment.stamp, moment.state.moment
        if listener.stamp != stamp:
            return False
        room.listeners.append(listener)
        room.wake()
        return True


def _standing(room: Room, admitted: Admitted, have: int, stamp: str) -> list[Message]:
    """Return how things stand; nothing where the reader knows that."""
    said: list[Message] = []
    with room.used():
        if room.moment(admitted.reader).stamp != stamp:
            room.tell(_collecting(admitted, said, have))
    return said


def _join(room: Room, admitted: Admitted, *_: Any) -> list[Message]:
    """Return a greeting and how things stand; to who is given a key the greeting alone."""
    said: list[Message] = []
    with room.used():
        about = seats_of(room), room.kept.watch, admitted.new_key, room.kept.clock.message()
        said.append(joined(room.kept.id, admitted.reader, room.table, *about))
        if admitted.new_key is not None:
            return said
        room.tell(_collecting(admitted, said))
        room.wake()
    return said


def _hear(room: Room, admitted: Admitted, message: Message, arrived: float) -> list[Message]:
    """Return the answers to a message that arrived then."""
    said: list[Message] = []
    listener = _collecting(admitted, said)
    listener.arrived = arrived
    hear(room, listener, message)
    return said


def _collecting(admitted: Admitted, said: list[Message], have: int = 0) -> Listener:
    """Return a listener that puts its messages into a list."""
    return Listener(admitted.reader, lambda each: said.append(each or {}), have)


async def _answered(
    request: Request, reader: Any, work: Any, message: Message, *, exchanges: bool = False
) -> Response:
    """Answer a reader's message by some work in a room."""
    service: Service = request.app.state.service
    room, admitted = await _admitted(request, reader, message.get("name"), exchanges)
    is_peek = message.get("type") in LOOKS
    if is_peek and not service.peeks.take(admitted.account):
        raise TooMany(service.too_many_peeks)
    try:
        run, arrived = service.look if is_peek else service.run, room.clocks.now()
        await service.grid.wait(message)
        said = await run(work, room, admitted, message, arrived)
    finally:
        if is_peek:
            service.peeks.give(admitted.account)
    return JSONResponse({"messages": said})


async def _admitted(
    request: Request, reader: Any, name: Any = None, exchanges: bool = False
) -> tuple[Room, Admitted]:
    """Return the room of a request, and the reader that its key lets in. Raises TooMany too."""
    service: Service = request.app.state.service
    given = request.headers.get("authorization")
    key = BEARER.fullmatch(given) if given else None
    if given and key is None:
        raise NoEntry("authorization: is not Bearer KEY")
    address = request.client.host if request.client else ""
    room = await service.run(service.house.room, request.path_params["game"])
    held = key[1] if key else None
    admitted = await service.run(admit, room, reader, held, address, name, exchanges)
    if not service.rates.take(admitted.account):
        raise TooMany(service.too_many)
    return room, admitted


async def body_of(request: Request) -> Message:
    """Return the JSON object that a request brings; Wrong where it brings none. Raises TooLarge."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise TooLarge(f"body: more than {MOST_BYTES} bytes")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise Wrong("body: no JSON") from None
    if not isinstance(content, dict):
        raise Wrong("body: no JSON object")
    return content
