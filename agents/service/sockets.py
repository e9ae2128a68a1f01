"""The protocol over WebSockets: one reader a socket, one JSON object a frame."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from spacecombat_agents.service.answers import refuse
from spacecombat_agents.service.entrance import Admitted, NoEntry, admit
from spacecombat_agents.service.guard import CLOSED_FOR_POLICY, MOST_BYTES
from spacecombat_agents.service.hearing import LOOKS, hear
from spacecombat_agents.service.house import NoGame, seats_of
from spacecombat_agents.service.listeners import Listener, Message, joined
from spacecombat_agents.service.rooms import Gone, Room
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.wanted import Wrong
from spacecombat_agents.service.warmth import Cold
from spacecombat_env.protocol.checking import is_count
from spacecombat_env.protocol.lines import as_line

SECONDS_TO_JOIN, SECONDS_TO_LEAVE = 15.0, 1.0
MOST_WAITING = 8 << 20
"""Characters that may wait for a reader that does not take them."""
LONGEST_GAME = 100
TRY_AGAIN = 1013


class Close(NamedTuple):
    """The end of what is sent."""

    status: int
    reason: str


AGAIN = Close(TRY_AGAIN, "the game begins anew: come again")


class Connection:
    """A socket: messages in, messages out, whoever sends them."""

    def __init__(self, socket: WebSocket, service: Service) -> None:
        self.socket, self.service = socket, service
        self.address = socket.client.host if socket.client else ""
        self.refused = 0
        """Messages too many, on end."""
        self._loop = asyncio.get_running_loop()
        self._out: asyncio.Queue[str | Close] = asyncio.Queue()
        self._sent = asyncio.Event()
        """Set when nothing more is sent."""
        self._waiting = 0
        """Characters that wait to be sent."""
        self._peeks: set[asyncio.Task[None]] = set()
        self._talking: asyncio.Task[None] | None = None

    async def talk(self) -> None:
        """Talk until either side ends it."""
        await self.socket.accept()
        self._talking = asyncio.create_task(self._talk())
        sending = asyncio.create_task(self._send_on())
        try:
            await asyncio.wait([self._talking, sending], return_when=asyncio.FIRST_COMPLETED)
            if (
                sending.done()
            ):  # closed: what is being done comes to its end, and tells why it failed
                await asyncio.wait([self._talking], timeout=SECONDS_TO_LEAVE)
        finally:  # whoever serves may end this, too: nothing is left that nobody waits for
            sending.cancel()
            self._talking.cancel()
            await asyncio.wait([self._talking, sending])
            failed = None if self._talking.cancelled() else self._talking.exception()
        if failed is not None:
            raise failed

    # -- out -------------------------------------------------------------------------------------

    def send(self, message: Message | None) -> None:
        """Send a message, from any thread; None closes the socket."""
        said = AGAIN if message is None else as_line(message)
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it the reader
            self._loop.call_soon_threadsafe(self._put, said)

    def _put(self, said: str | Close) -> None:
        """Have something wait to be sent; who takes nothing for long is sent away."""
        self._waiting += len(said) if isinstance(said, str) else 0
        if self._waiting <= MOST_WAITING:
            self._out.put_nowait(said)
        elif self._talking is not None:
            self._talking.cancel()

    async def _send_on(self) -> None:
        """Send what waits, until the end."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            while isinstance(said := await self._out.get(), str):
                await self.socket.send_text(said)
                self._waiting -= len(said)
            await self.socket.close(*said)
        self._sent.set()

    async def _end(
        self, message: Any, code: str, reason: str, status: int = CLOSED_FOR_POLICY
    ) -> None:
        """Say why the socket is closed, and close it."""
        self._put(as_line(refuse(message, code, reason)))
        self._put(Close(status, reason[:100]))
        await self._sent.wait()

    # -- in --------------------------------------------------------------------------------------

    async def _talk(self) -> None:
        """Talk to the reader until it goes."""
        with contextlib.suppress(WebSocketDisconnect):
            await self._joined()

    async def _receive(self) -> Any:
        """Return what the next frame says; None where it says nothing."""
        frame = await self.socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        return read(frame.get("text"))

    async def _joined(self) -> None:
        """Let the reader in and hear it; who came by an invitation joins again, with its key."""
        found = await self._let_in()
        while found is not None and found[1].new_key is not None:
            found = await self._let_in()
        if found is not None:
            await self._attended(*found)

    async def _let_in(self) -> tuple[Room, Admitted, Any] | None:
        """Hear a join; return where it leads, and the number of the last event that is had.

        None where the socket is closed. Who is given a key is told so.
        """
        message = None
        try:
            message = await asyncio.wait_for(self._receive(), SECONDS_TO_JOIN)
            if isinstance(message, dict) and message.get("type") == "join":
                if self.service.rates.take(f"http {self.address}"):
                    return await self.service.run(self._admit, message)
                await self._end(message, "busy", self.service.too_many, TRY_AGAIN)
            else:
                await self._end(message, "malformed", "join: comes first")
        except asyncio.TimeoutError:
            await self._end(None, "malformed", "join: comes first, and soon")
        except (NoEntry, Wrong) as cause:
            await self._end(message, "forbidden", str(cause))
        except NoGame as cause:
            await self._end(message, "no_game", str(cause))
        except (Cold, Gone) as cause:
            await self._end(message, "cold", str(cause), TRY_AGAIN)
        return None

    async def _attended(self, room: Room, admitted: Admitted, have: Any) -> None:
        """Let a reader in and hear it."""
        listener = Listener(admitted.reader, self.send, int(have) if is_count(have) else 0)
        try:
            await self.service.run(self._enter, room, listener)
            await self._hear_all(room, listener, admitted)
        except Gone as cause:
            await self._end(None, "cold", str(cause), TRY_AGAIN)
        finally:
            with contextlib.suppress(RuntimeError):  # the service is closed, and tells nobody more
                self.service.people.submit(room.leave, listener)

    def _admit(self, message: Message) -> tuple[Room, Admitted, Any]:
        """Find the game and look at the key; a new one is sent at once, and nothing else."""
        room = self.service.house.room(str(message.get("game"))[:LONGEST_GAME])
        given = message.get("reader"), message.get("key"), self.address, message.get("name")
        with room.lock:
            admitted = admit(room, *given)
            if admitted.new_key is not None:
                self.send(_greeting(room, admitted.reader, admitted.new_key))
        return room, admitted, message.get("have")

    def _enter(self, room: Room, listener: Listener) -> None:
        """Greet a reader and let it in."""
        with room.used():
            room.enter(listener, _greeting(room, listener.reader))

    async def _hear_all(self, room: Room, listener: Listener, admitted: Admitted) -> None:
        """Hear message after message."""
        while True:
            message = await self._receive()
            if not self.service.rates.take(admitted.account):
                self.refused += 1
                if self.refused > self.service.limits.refusals:
                    return await self._end(None, "busy", "messages: far too many")
                listener.send(refuse(message, "busy", self.service.too_many))
                continue
            self.refused = 0
            await self._hear(room, listener, admitted.account, message)

    async def _hear(self, room: Room, listener: Listener, account: str, message: Any) -> None:
        """Hear a message; looks ahead beside each other, all else in order."""
        if not isinstance(message, dict) or message.get("type") not in LOOKS:
            listener.arrived = room.clocks.now()
            await self.service.grid.wait(message)
            return await self.service.run(hear, room, listener, message)
        if not self.service.peeks.take(account):
            listener.send(refuse(message, "busy", self.service.too_many_peeks))
            return
        task = asyncio.create_task(self._peek(room, listener, account, message))
        self._peeks.add(task)
        task.add_done_callback(self._peeks.discard)

    async def _peek(self, room: Room, listener: Listener, account: str, message: Message) -> None:
        """Look ahead."""
        try:
            await self.service.look(hear, room, listener, message)
        except Gone:
            self.send(None)
        finally:
            self.service.peeks.give(account)


def _greeting(room: Room, reader: str, key: str | None = None) -> Message:
    """Return the first message to a reader; `key` is what its invitation was exchanged for."""
    kept = room.kept
    return joined(
        kept.id, reader, room.table, seats_of(room), kept.watch, key, kept.clock.message()
    )


def read(text: str | None) -> Any:
    """Return what a frame says; None where it has no text, too much, or what is no JSON."""
    if text is None or len(text) > MOST_BYTES:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def speak(socket: WebSocket) -> None:
    """Talk to a reader over a socket, unless its address has too many."""
    service: Service = socket.app.state.service
    address = socket.client.host if socket.client else ""
    if not service.sockets.take(address):
        await socket.close(CLOSED_FOR_POLICY, "too many sockets")
        return
    try:
        await Connection(socket, service).talk()
    finally:
        service.sockets.give(address)
