"""The protocol over WebSockets: one reader a socket, one JSON object a frame."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from spacecombat_agents.service.answers import refuse
from spacecombat_agents.service.entrance import Admitted, NoEntry, admit, confirm
from spacecombat_agents.service.guard import CLOSED_FOR_POLICY, MOST_BYTES
from spacecombat_agents.service.hearing import hear
from spacecombat_agents.service.house import NoGame, seats_of
from spacecombat_agents.service.listeners import Listener, Message, joined
from spacecombat_agents.service.rooms import Room
from spacecombat_agents.service.service import Service
from spacecombat_agents.service.wanted import Wrong
from spacecombat_agents.service.warmth import Cold
from spacecombat_env.protocol.checking import is_count
from spacecombat_env.protocol.lines import as_line

SECONDS_TO_JOIN = 15.0
MOST_WAITING = 200
"""Messages that may wait for a reader that does not take them."""
TRY_AGAIN, INTERNAL = 1013, 1011
PEEK = "peek"


class Connection:
    """A socket: messages in, messages out, whoever sends them."""

    def __init__(self, socket: WebSocket, service: Service) -> None:
        self.socket, self.service = socket, service
        self.loop = asyncio.get_running_loop()
        self.out: asyncio.Queue[Message | None] = asyncio.Queue()
        self.address = socket.client.host if socket.client else ""
        self.refused = 0
        """Messages too many, on end."""
        self.peeks: set[asyncio.Task[None]] = set()

    # -- out -------------------------------------------------------------------------------------

    def send(self, message: Message | None) -> None:
        """Send a message, from any thread; None closes the socket."""
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it the reader
            self.loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: Message | None) -> None:
        """Have a message wait to be sent; who takes none for long is closed."""
        if self.out.qsize() == MOST_WAITING:
            message = None
        if self.out.qsize() <= MOST_WAITING:
            self.out.put_nowait(message)

    async def pass_on(self) -> None:
        """Send what waits, until the end."""
        while (message := await self.out.get()) is not None:
            await self.socket.send_text(as_line(message))
        await self.socket.close(TRY_AGAIN, "too slow, or the game begins anew")

    # -- in --------------------------------------------------------------------------------------

    async def talk(self) -> None:
        """Talk until either side ends it."""
        await self.socket.accept()
        sender = asyncio.create_task(self.pass_on())
        try:
            await self._joined()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sender.cancel()

    async def _joined(self) -> None:
        """Let the reader in and hear it."""
        try:
            text = await asyncio.wait_for(self.socket.receive_text(), SECONDS_TO_JOIN)
        except asyncio.TimeoutError:
            return await self._end(None, "malformed", "join: comes first, and soon")
        except KeyError:
            return await self._end(None, "malformed", "message: is no text")
        message = read(text)
        if not isinstance(message, dict) or message.get("type") != "join":
            return await self._end(message, "malformed", "join: comes first")
        try:
            room, admitted = await self.service.run(self._admit, message)
        except (NoEntry, Wrong) as cause:
            return await self._end(message, "forbidden", str(cause))
        except NoGame as cause:
            return await self._end(message, "no_game", str(cause))
        except Cold as cause:
            return await self._end(message, "cold", str(cause), TRY_AGAIN)
        have = message.get("have")
        number = int(have) if is_count(have) else 0  # type: ignore[arg-type]
        listener = Listener(admitted.reader, self.send, number)
        try:
            await self.service.run(self._enter, room, listener, admitted)
            await self._hear_all(room, listener, admitted)
        finally:
            await self.service.run(room.leave, listener)

    def _admit(self, message: Message) -> tuple[Room, Admitted]:
        """Find the game and look at the key."""
        room = self.service.house.room(str(message.get("game"))[:100])
        return room, admit(
            room, message.get("reader"), message.get("key"), self.address, message.get("name")
        )

    def _enter(self, room: Room, listener: Listener, admitted: Admitted) -> None:
        """Greet a reader and let it in."""
        seats, watch = seats_of(room.kept), room.kept.watch
        with room.lock:
            room.enter(
                listener,
                joined(room.kept.id, listener.reader, room.table, seats, watch, admitted.new_key),
            )

    async def _hear_all(self, room: Room, listener: Listener, admitted: Admitted) -> None:
        """Hear message after message."""
        is_new = admitted.new_key is not None
        while True:
            try:
                text = await self.socket.receive_text()
            except KeyError:
                listener.send(refuse(None, "malformed", "message: is no text"))
                continue
            if not self.service.rates.take(admitted.account):
                self.refused += 1
                if self.refused > self.service.limits.refusals:
                    return await self._end(None, "busy", "messages: far too many")
                listener.send(refuse(read(text), "busy", self.service.too_many))
                continue
            self.refused = 0
            if is_new:
                await self.service.run(confirm, room, admitted.reader)
                is_new = False
            if room.broken:
                return self.send(None)
            await self._hear(room, listener, admitted.account, text)

    async def _hear(self, room: Room, listener: Listener, account: str, text: str) -> None:
        """Hear a message; looks ahead beside each other, all else in order."""
        message = read(text)
        if not isinstance(message, dict) or message.get("type") != PEEK:
            return await self.service.run(hear, room, listener, message)
        if not self.service.peeks.take(account):
            return listener.send(refuse(message, "busy", self.service.too_many_peeks))
        task = asyncio.create_task(self._peek(room, listener, account, message))
        self.peeks.add(task)
        task.add_done_callback(self.peeks.discard)

    async def _peek(self, room: Room, listener: Listener, account: str, message: Message) -> None:
        """Look ahead."""
        try:
            await self.service.run(hear, room, listener, message)
        finally:
            self.service.peeks.give(account)

    async def _end(
        self, message: Any, code: str, reason: str, status: int = CLOSED_FOR_POLICY
    ) -> None:
        """Say why the socket is closed, and close it."""
        await self.socket.send_text(as_line(refuse(message, code, reason)))
        await self.socket.close(status, reason[:100])


def read(text: str) -> Any:
    """Return what a frame says; a text that is no JSON as it is, to be refused."""
    if len(text) > MOST_BYTES:
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
