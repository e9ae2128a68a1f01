"""The protocol over plain HTTP, for programs without WebSockets.

Clients post messages and receive the answers; they poll for other events.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from spacecombat_agents.service.games.authentication import AccessDenied, ReaderAccess, authenticate
from spacecombat_agents.service.games.facts import first_message, seat_summary
from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.games.message_handler import QUERY_TYPES, handle_message
from spacecombat_agents.service.games.subscribers import Message, Subscriber
from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.errors import BodyTooLarge, BodyTooSlow, TooManyRequests
from spacecombat_agents.service.http.json_text import parse_json
from spacecombat_agents.service.http.middleware import MAX_MESSAGE_BYTES
from spacecombat_agents.service.http.operator_keys import BEARER
from spacecombat_agents.service.http.service import Service

__all__ = [
    "MAX_WAIT_SECONDS",
    "get_seat",
    "join_game",
    "next_messages",
    "parse_body",
    "post_message",
]

MAX_WAIT_SECONDS = 25.0
BODY_SECONDS = 20.0


async def join_game(request: Request) -> Response:
    """Join: send the state, or for an invitation only a key."""
    message = await parse_body(request)
    return await _respond(request, message.get("reader"), _join_session, message, exchanges=True)


async def post_message(request: Request) -> Response:
    """Handle a message and answer it."""
    message = await parse_body(request)
    reader = message.pop("reader", None)
    return await _respond(request, reader, _handle, message)


async def next_messages(request: Request) -> Response:
    """Answer with the state as soon as it differs from the reader's."""
    query = request.query_params
    have, stamp = query.get("have", "0"), query.get("stamp", "")
    if not have.isdecimal() or len(have) > 9:
        raise InvalidRequest("have: is not a whole number of at least 0")
    service: Service = request.app.state.service
    address = address_of(request)
    if not service.acquire_socket(address):
        raise TooManyRequests("next: too many wait, at your address or in all")
    try:
        session, access = await _authenticate_request(request, query.get("reader"))
        name = session.game.id
        await _wait_for_change(service, name, access, int(have), stamp)
        messages = await service.run(
            service.manager.in_session,
            name,
            lambda session: _current_state(session, access, int(have), stamp),
        )
    finally:
        service.release_socket(address)
    return JSONResponse({"messages": messages})


async def get_seat(request: Request) -> Response:
    """Answer with what a list of games says to a reader: turn, and whether it is to act.

    That is what joining would send it, without the position.
    """
    session, access = await _authenticate_request(request, request.query_params.get("reader"))
    service: Service = request.app.state.service
    return JSONResponse(
        await service.run(
            service.manager.in_session,
            session.game.id,
            lambda session: seat_summary(session, access.reader),
        )
    )


async def _wait_for_change(
    service: Service, name: str, access: ReaderAccess, have: int, stamp: str
) -> None:
    """Wait for news of a game if the reader has the current state."""
    news = asyncio.Event()
    loop = asyncio.get_running_loop()
    subscriber = Subscriber(access.reader, lambda _: loop.call_soon_threadsafe(news.set), have)
    try:
        if await service.run(
            service.manager.in_session,
            name,
            lambda session: _subscribe_if_current(session, subscriber, stamp),
        ):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), MAX_WAIT_SECONDS)
    finally:
        await service.run(service.manager.unsubscribe, name, subscriber)


def _subscribe_if_current(session: GameSession, subscriber: Subscriber, stamp: str) -> bool:
    """Return whether the reader has the current state and must wait; then it is subscribed."""
    with session.exclusive():
        session.people.poll(subscriber.reader)
        snapshot = session.snapshot(subscriber.reader)
        subscriber.stamp, subscriber.moments = snapshot.stamp, snapshot.state.moment
        if subscriber.stamp != stamp:
            return False
        session.subscribers.append(subscriber)
        session.wake()
        return True


def _current_state(
    session: GameSession, access: ReaderAccess, have: int, stamp: str
) -> list[Message]:
    """Return the state; nothing if the reader has it."""
    messages: list[Message] = []
    with session.exclusive():
        if session.snapshot(access.reader).stamp != stamp:
            session.send_state(_collecting_subscriber(access, messages, have))
    return messages


def _join_session(session: GameSession, access: ReaderAccess, *_: Any) -> list[Message]:
    """Return a greeting and the state; only the greeting with a new key."""
    messages: list[Message] = []
    with session.exclusive():
        if access.new_key is None:
            session.people.poll(access.reader)
        messages.append(first_message(session, access.reader, access.new_key))
        if access.new_key is not None:
            return messages
        session.send_state(_collecting_subscriber(access, messages))
        session.wake()
    return messages


def _handle(
    session: GameSession, access: ReaderAccess, message: Message, arrived: float
) -> list[Message]:
    """Return the answers to a message that arrived then."""
    messages: list[Message] = []
    subscriber = _collecting_subscriber(access, messages)
    subscriber.arrived = arrived
    handle_message(session, subscriber, message)
    return messages


def _collecting_subscriber(
    access: ReaderAccess, messages: list[Message], have: int = 0
) -> Subscriber:
    """Return a subscriber that collects its messages in a list."""
    return Subscriber(access.reader, lambda each: messages.append(each or {}), have)


async def _respond(
    request: Request, reader: Any, work: Any, message: Message, *, exchanges: bool = False
) -> Response:
    """Run work for a reader's message in a session, and answer it."""
    service: Service = request.app.state.service
    session, access = await _authenticate_request(request, reader, message.get("name"), exchanges)
    is_peek = message.get("type") in QUERY_TYPES
    if is_peek and not service.acquire_peek(access.account, address_of(request)):
        raise TooManyRequests(service.too_many_peeks)
    try:
        run, arrived = service.run_lookahead if is_peek else service.run, session.clocks.now()
        await service.grid.wait(message)
        messages = await run(
            service.manager.in_session,
            session.game.id,
            lambda session: work(session, access, message, arrived),
        )
    finally:
        if is_peek:
            service.release_peek(access.account, address_of(request))
    return JSONResponse({"messages": messages})


async def _authenticate_request(
    request: Request, reader: Any, name: Any = None, exchanges: bool = False
) -> tuple[GameSession, ReaderAccess]:
    """Return the session of a request and its reader; raise TooManyRequests."""
    service: Service = request.app.state.service
    header = request.headers.get("authorization")
    key = BEARER.fullmatch(header) if header else None
    if header and key is None:
        raise AccessDenied("authorization: is not Bearer KEY")
    address = address_of(request)
    given = reader, key[1] if key else None, address, name, exchanges
    session, access = await service.run(
        service.manager.in_session,
        request.path_params["game"],
        lambda session: (session, authenticate(session, *given)),
    )
    if not service.rates.acquire(access.account):
        raise TooManyRequests(service.too_many_messages)
    return session, access


async def parse_body(request: Request) -> Message:
    """Return the JSON object in a body. Raises InvalidRequest, BodyTooLarge, BodyTooSlow."""
    try:
        body = await asyncio.wait_for(_read_body(request), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise BodyTooSlow(f"body: has not arrived in {BODY_SECONDS:g} seconds") from None
    content = parse_json(body)
    if not isinstance(content, dict):
        raise InvalidRequest("body: is not a JSON object")
    return content


async def _read_body(request: Request) -> bytearray:
    """Return the body of a request. Raises BodyTooLarge."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_MESSAGE_BYTES:
            raise BodyTooLarge(f"body: more than {MAX_MESSAGE_BYTES} bytes")
    return body
