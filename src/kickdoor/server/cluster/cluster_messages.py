"""What servers send each other over the bus. Hands are in it: the bus is as private as the store."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class JoinForward(Struct, tag="knock", array_like=True):
    """Somebody at another server wants to a table that is run here. The same may come twice."""

    node: str
    """The server that somebody is connected to."""
    visit: str
    hello: bytes
    """The first message of the connection, as it came; `since` is what has arrived by now."""
    since: int
    address: str


class JoinResult(Struct, tag="came", array_like=True):
    """A visitor is at the table, or is not let in: then with the reason."""

    visit: str
    code: str = ""
    text: str = ""
    rules: list[str] = []


class ServerForward(Struct, tag="told", array_like=True):
    """A message of the table to a visitor. They are numbered: what has been missed is sent again."""

    visit: str
    n: int
    body: bytes
    since: int
    """The last line of the log that has been told, if this told one; else 0."""


class ResendRequest(Struct, tag="missed", array_like=True):
    """A visitor has missed messages from a number on."""

    visit: str
    n: int


class ClientForward(Struct, tag="asked", array_like=True):
    """A message of a visitor to the table, numbered too. It is sent again until it is `Heard`, and done once."""

    visit: str
    n: int
    body: bytes


class Ack(Struct, tag="heard", array_like=True):
    """What a visitor has asked was dealt with."""

    visit: str
    n: int


class SessionLeft(Struct, tag="left", array_like=True):
    """A visitor is gone."""

    visit: str


class SessionEnded(Struct, tag="ended", array_like=True):
    """The table has ended a visit; unless it is for good, the visitor's server asks again who runs it."""

    visit: str
    for_good: bool = False


class Heartbeat(Struct, tag="here", array_like=True):
    """A server lives and has these visitors, each with the number of the last message that has arrived."""

    node: str
    visits: dict[str, int]


class HeartbeatAck(Struct, tag="lives", array_like=True):
    """The answer to `Here`."""

    node: str


class HttpForward(Struct, tag="call", array_like=True):
    """A request that came to another server and is about a table that is run here. It is answered once."""

    node: str
    id: str
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    scheme: str
    address: str
    body: bytes


class RpcReply(Struct, tag="answer", array_like=True):
    """What came of a request."""

    id: str
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class BotJobReply(Struct, tag="thought", array_like=True):
    """What a bot has thought of, or why nothing came of it."""

    id: str
    reply: bytes
    error: str = ""


class AdminForward(Struct, tag="ordered", array_like=True):
    """What whoever runs a server has ordered, for all of them to do their part; it is answered like a request."""

    node: str
    id: str
    body: bytes


ClusterMessage = (
    AdminForward
    | BotJobReply
    | JoinForward
    | JoinResult
    | ServerForward
    | ResendRequest
    | ClientForward
    | Ack
    | SessionLeft
    | SessionEnded
    | Heartbeat
    | HeartbeatAck
    | HttpForward
    | RpcReply
)

decoder = msgspec.msgpack.Decoder(ClusterMessage)
encoder = msgspec.msgpack.Encoder()
