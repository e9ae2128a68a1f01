"""Addresses of clients, as limits and bans count them."""

from __future__ import annotations

import functools
import ipaddress

from starlette.requests import HTTPConnection

__all__ = ["address_group", "address_of"]

IPV6_PREFIX = 64
"""Bits of an IPv6 address that name a network: one customer has all addresses in it."""


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client as limits count it; empty if unknown."""
    return address_group(connection.client.host) if connection.client else ""


@functools.lru_cache(maxsize=4096)
def address_group(host: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address; other texts as they are."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:100]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, IPV6_PREFIX), strict=False))
