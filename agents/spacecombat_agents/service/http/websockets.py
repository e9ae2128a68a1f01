"""The protocol over WebSockets: one reader per socket, one JSON object per frame."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from spacecombat_agents.service.games.authentication import AccessDenied, ReaderAccess, authenticate
from spacecombat_agents.service.games.capacity import QuotaReached, ServerFull
from spacecombat_agents.service.games.deltas import DeltaEncoder
from spacecombat_agents.service.games.facts import first_message
from spacecombat_agents.service.games.game_request import InvalidRequest
from spacecombat_agents.service.games.game_session import GameSession, SessionClosed
from spacecombat_agents.service.games.message_handler import QUERY_TYPES, handle_message
from spacecombat_agents.service.games.replies import error_message
from spacecombat_agents.service.games.session_builder import GameNotFound
from spacecombat_agents.service.games.subscribers import Message, Subscriber
from spacecombat_agents.service.http.addresses import address_of
from spacecombat_agents.service.http.admission import BANNED
from spacecombat_agents.service.http.json_text import parse_json
from spacecombat_agents.service.http.middleware import (
    MAX_MESSAGE_BYTES,
    POLICY_VIOLATION,
    TRY_AGAIN,
)
from spacecombat_agents.service.http.service import Service
from spacecombat_agents.service.storage.database import StoreError
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.validation import is_count

__all__ = ["WebSocketConnection", "websocket_endpoint"]

JOIN_SECONDS, CLOSE_SECONDS = 15.0, 1.0
SECONDS_TO_COME_BACK = 60.0
"""Time for which a reader that a failing store cut off counts as present."""
MAX_QUEUED_CHARACTERS = 8 << 20
"""Characters that may wait for a slow reader."""
MAX_GAME_ID_LENGTH = 100
JOIN_FIRST = "join: must come first"


class CloseFrame(NamedTuple):
    """The end of the queue."""

    status: int
    reason: str


SESSION_CLOSED = CloseFrame(TRY_AGAIN, "the game was reloaded: connect again")


class WebSocketConnection:
    """A socket, with messages in both directions."""

    def __init__(self, socket: WebSocket, service: Service) -> None:
        self.socket, self.service = socket, service
        self.address = address_of(socket)
        self.host = socket.client.host if socket.client else ""
        self.refused_count = 0
        """Consecutive messages over the limit."""
        self._loop = asyncio.get_running_loop()
        self._out: asyncio.Queue[str | CloseFrame] = asyncio.Queue()
        self._sent = asyncio.Event()
        """Set when nothing more is sent."""
        self._queued_characters = 0
        """Characters that wait to be sent."""
        self._peeks: set[asyncio.Task[None]] = set()
        self._receiving: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Exchange messages until either side ends it."""
        await self.socket.accept()
        self._receiving = asyncio.create_task(self._receive_loop())
        sending = asyncio.create_task(self._send_loop())
        try:
            await asyncio.wait([self._receiving, sending], return_when=asyncio.FIRST_COMPLETED)
            if sending.done():  # closed: work in progress finishes, and raises its errors
                await asyncio.wait([self._receiving], timeout=CLOSE_SECONDS)
        finally:  # the server may end this too: leave no task behind
            sending.cancel()
            self._receiving.cancel()
            await asyncio.wait([self._receiving, sending])
            failed = None if self._receiving.cancelled() else self._receiving.exception()
        if failed is not None:
            raise failed

    # -- out -------------------------------------------------------------------------------------

    def send(self, message: Message | None) -> None:
        """Send a message, from any thread; None closes the socket."""
        content = SESSION_CLOSED if message is None else as_line(message)
        with contextlib.suppress(RuntimeError):  # the loop and the reader are gone
            self._loop.call_soon_threadsafe(self._enqueue, content)

    def refuse(self) -> None:
        """Close the socket for good; in the thread of the event loop."""
        self._enqueue(CloseFrame(POLICY_VIOLATION, BANNED))

    def _enqueue(self, content: str | CloseFrame) -> None:
        """Queue a message; disconnect a reader that does not read for long."""
        self._queued_characters += len(content) if isinstance(content, str) else 0
        if self._queued_characters <= MAX_QUEUED_CHARACTERS:
            self._out.put_nowait(content)
        elif self._receiving is not None:
            self._receiving.cancel()

    async def _send_loop(self) -> None:
        """Send queued messages until the end."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            while isinstance(text := await self._out.get(), str):
                await self.socket.send_text(text)
                self._queued_characters -= len(text)
            await self.socket.close(*text)
        self._sent.set()

    async def _close_with_error(
        self, message: Any, code: str, reason: str, status: int = POLICY_VIOLATION
    ) -> None:
        """Send the reason of an error, and close the socket."""
        self._enqueue(as_line(error_message(message, code, reason)))
        self._enqueue(CloseFrame(status, reason[:100]))
        await self._sent.wait()

    # -- in --------------------------------------------------------------------------------------

    async def _receive_loop(self) -> None:
        """Serve the reader until it leaves."""
        with contextlib.suppress(WebSocketDisconnect):
            await self._run_reader()

    async def _receive(self) -> Any:
        """Return the message of the next frame; an InvalidRequest for an invalid one."""
        frame = await self.socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        try:
            return parse_frame(frame.get("text"))
        except InvalidRequest as cause:
            return cause

    async def _run_reader(self) -> None:
        """Let the reader join and serve it; an invited reader joins again with its key."""
        found = await self._receive_join()
        while found is not None and found[1].new_key is not None:
            found = await self._receive_join()
        if found is not None:
            await self._serve_reader(*found)

    async def _receive_join(self) -> tuple[GameSession, ReaderAccess, Message] | None:
        """Handle a join; return the session and access it leads to, and the message.

        Returns None if the socket is closed. A new key is sent to the reader.
        """
        message = None
        try:
            message = await asyncio.wait_for(self._receive(), JOIN_SECONDS)
            if isinstance(message, dict) and message.get("type") == "join":
                if self.service.rates.acquire(f"http {self.address}"):
                    return await self.service.run(self._authenticate, message)
                await self._close_with_error(
                    message, "busy", self.service.too_many_messages, TRY_AGAIN
                )
            else:
                reason = str(message) if isinstance(message, InvalidRequest) else JOIN_FIRST
                await self._close_with_error(message, "malformed", reason)
        except asyncio.TimeoutError:
            await self._close_with_error(None, "malformed", "join: must come first, and soon")
        except (AccessDenied, InvalidRequest) as cause:
            await self._close_with_error(message, "forbidden", str(cause))
        except GameNotFound as cause:
            await self._close_with_error(message, "no_game", str(cause))
        except (SessionClosed, ServerFull, QuotaReached, StoreError) as cause:
            await self._close_with_error(message, "cold", str(cause), TRY_AGAIN)
        return None

    async def _serve_reader(
        self, session: GameSession, access: ReaderAccess, join: Message
    ) -> None:
        """Subscribe a reader and handle its messages."""
        have: Any = join.get("have")
        known = int(have) if is_count(have) else 0
        deltas = DeltaEncoder(self.service.grounds) if wants(join, "delta") else None
        subscriber = Subscriber(access.reader, self.send, known, deltas)
        subscriber.wants_people = wants(join, "people")
        stays = 0.0
        try:
            await self.service.run(self._in_session, session.game.id, self._subscribe, subscriber)
            await self._handle_messages(session, subscriber, access)
        except (SessionClosed, StoreError) as cause:
            stays = SECONDS_TO_COME_BACK  # nobody sees that it is cut off, and so that it acted
            await self._close_with_error(None, "cold", str(cause), TRY_AGAIN)
        finally:
            self._loop.call_later(stays, self._leave, session.game.id, subscriber)

    def _leave(self, name: str, subscriber: Subscriber) -> None:
        """Remove a subscriber from the session of a game."""
        with contextlib.suppress(RuntimeError):  # the service is closing
            manager = self.service.manager
            self.service.request_threads.submit(manager.unsubscribe, name, subscriber)

    def _authenticate(self, message: Message) -> tuple[GameSession, ReaderAccess, Message]:
        """Find the game and check the key; a new key is sent at once, and nothing else."""
        given = message.get("reader"), message.get("key"), self.address, message.get("name")

        def authenticated(session: GameSession) -> tuple[GameSession, ReaderAccess, Message]:
            with session.lock:
                access = authenticate(session, *given)
                if access.new_key is not None:
                    self.send(first_message(session, access.reader, access.new_key))
            return session, access, message

        return self.service.manager.in_session(
            str(message.get("game"))[:MAX_GAME_ID_LENGTH], authenticated
        )

    def _in_session(self, name: str, work: Callable[..., None], *arguments: Any) -> None:
        """Do work in the present session of a game."""
        self.service.manager.in_session(name, lambda session: work(session, *arguments))

    def _subscribe(self, session: GameSession, subscriber: Subscriber) -> None:
        """Greet and subscribe a reader."""
        with session.exclusive():
            session.subscribe(subscriber, first_message(session, subscriber.reader))

    async def _handle_messages(
        self, session: GameSession, subscriber: Subscriber, access: ReaderAccess
    ) -> None:
        """Handle message after message."""
        while True:
            message = await self._receive()
            if not self.service.rates.acquire(access.account):
                self.refused_count += 1
                if self.refused_count > self.service.limits.refusals:
                    return await self._close_with_error(None, "busy", "messages: far too many")
                subscriber.send(error_message(message, "busy", self.service.too_many_messages))
                continue
            self.refused_count = 0
            await self._handle_message(session, subscriber, access.account, message)

    async def _handle_message(
        self, session: GameSession, subscriber: Subscriber, account: str, message: Any
    ) -> None:
        """Handle a message; look-aheads run concurrently, everything else in order."""
        if isinstance(message, InvalidRequest):
            subscriber.send(error_message(None, "malformed", str(message)))
            return
        if not isinstance(message, dict) or message.get("type") not in QUERY_TYPES:
            subscriber.arrived = session.clocks.now()
            await self.service.grid.wait(message)
            return await self.service.run(
                self._in_session, session.game.id, handle_message, subscriber, message
            )
        if not self.service.acquire_peek(account, self.address):
            subscriber.send(error_message(message, "busy", self.service.too_many_peeks))
            return
        task = asyncio.create_task(self._peek(session, subscriber, account, message))
        self._peeks.add(task)
        task.add_done_callback(self._peeks.discard)

    async def _peek(
        self, session: GameSession, subscriber: Subscriber, account: str, message: Message
    ) -> None:
        """Look ahead."""
        try:
            await self.service.run_lookahead(
                self._in_session, session.game.id, handle_message, subscriber, message
            )
        except (SessionClosed, StoreError):
            self.send(None)
        finally:
            self.service.release_peek(account, self.address)


def wants(join: Message, part: str) -> bool:
    """Whether a reader wants an optional part of messages."""
    parts = join.get("wants")
    return isinstance(parts, dict) and parts.get(part) is True


def parse_frame(text: str | None) -> Any:
    """Return the message of a frame. Raises InvalidRequest unless it is text, and JSON."""
    if text is None or len(text) > MAX_MESSAGE_BYTES:
        raise InvalidRequest(f"body: is not a text of at most {MAX_MESSAGE_BYTES} characters")
    return parse_json(text)


async def websocket_endpoint(socket: WebSocket) -> None:
    """Serve a reader over a socket, unless its address has too many."""
    service: Service = socket.app.state.service
    address = address_of(socket)
    if not service.acquire_socket(address):
        await socket.close(POLICY_VIOLATION, "too many sockets")
        return
    connection = WebSocketConnection(socket, service)
    service.live.add(connection)
    try:
        await connection.run()
    finally:
        service.live.discard(connection)
        service.release_socket(address)
