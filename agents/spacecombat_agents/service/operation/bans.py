"""Networks that the operator has banned, for a while."""

from __future__ import annotations

import ipaddress
import time

from spacecombat_agents.service.storage.game_store import GameStore

__all__ = ["Bans", "parse_network"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_network(text: str) -> Network:
    """Return the network of an address, or with a number of bits. Raises ValueError."""
    found = ipaddress.ip_network(text, strict=False)
    mapped = found.network_address.ipv4_mapped if found.version == 6 else None
    if mapped is not None and found.prefixlen >= 96:
        return ipaddress.IPv4Network((mapped, found.prefixlen - 96), strict=False)
    return found


class Bans:
    """The bans, as stored."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._until = {parse_network(text): until for text, until in store.bans()}

    def set(self, network: Network, until: float) -> None:
        """Ban a network until a time; one in the past lifts the ban. Raises StoreError."""
        self._store.set_ban(str(network), until)
        self._until = {parse_network(text): until for text, until in self._store.bans()}

    def all(self) -> list[tuple[str, float]]:
        """Return networks and ends of the bans that hold."""
        now = time.time()
        return [(str(each), until) for each, until in self._until.items() if until > now]

    def covers(self, host: str) -> bool:
        """Return whether an address is banned."""
        if not self._until:
            return False
        try:
            address = parse_network(host.partition("%")[0]).network_address
        except ValueError:
            return False
        now = time.time()
        return any(until > now and address in each for each, until in self._until.items())
