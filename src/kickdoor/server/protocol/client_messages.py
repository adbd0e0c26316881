"""What client and server say to each other: strict, typed messages. TypeScript types are made from this file."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from kickdoor.bots.registry import MAX_NAME_LENGTH
from kickdoor.server.protocol.server_messages import (
    BeatPace as BeatPace,
)
from kickdoor.server.protocol.server_messages import (
    BotLine as BotLine,
)
from kickdoor.server.protocol.server_messages import (
    Chat as Chat,
)
from kickdoor.server.protocol.server_messages import (
    Choice as Choice,
)
from kickdoor.server.protocol.server_messages import (
    Done as Done,
)
from kickdoor.server.protocol.server_messages import (
    EmoteShown as EmoteShown,
)
from kickdoor.server.protocol.server_messages import (
    Escape as Escape,
)
from kickdoor.server.protocol.server_messages import (
    FightShown as FightShown,
)
from kickdoor.server.protocol.server_messages import (
    FormShown as FormShown,
)
from kickdoor.server.protocol.server_messages import (
    HelpPreview as HelpPreview,
)
from kickdoor.server.protocol.server_messages import (
    Hint as Hint,
)
from kickdoor.server.protocol.server_messages import (
    KnockShown as KnockShown,
)
from kickdoor.server.protocol.server_messages import (
    Line as Line,
)
from kickdoor.server.protocol.server_messages import (
    LogPage as LogPage,
)
from kickdoor.server.protocol.server_messages import (
    Move as Move,
)
from kickdoor.server.protocol.server_messages import (
    Pong as Pong,
)
from kickdoor.server.protocol.server_messages import (
    PreviewResult as PreviewResult,
)
from kickdoor.server.protocol.server_messages import (
    Question as Question,
)
from kickdoor.server.protocol.server_messages import (
    Reason as Reason,
)
from kickdoor.server.protocol.server_messages import (
    Reasons as Reasons,
)
from kickdoor.server.protocol.server_messages import (
    Refusal as Refusal,
)
from kickdoor.server.protocol.server_messages import (
    Refused as Refused,
)
from kickdoor.server.protocol.server_messages import (
    RoomInfo as RoomInfo,
)
from kickdoor.server.protocol.server_messages import (
    SeatInfo as SeatInfo,
)
from kickdoor.server.protocol.server_messages import (
    Speed as Speed,
)
from kickdoor.server.protocol.server_messages import (
    StrengthTerm as StrengthTerm,
)
from kickdoor.server.protocol.server_messages import (
    TermShown as TermShown,
)
from kickdoor.server.protocol.server_messages import (
    View as View,
)
from kickdoor.server.protocol.server_messages import (
    WindowShown as WindowShown,
)

MAX_MESSAGE_BYTES = 8192
"""Bytes of a message from a client."""

END = r"$(?!\n)"
"""The end of a pattern: in Python `$` alone also matches before a line feed; this is read alike by JavaScript."""
Code = Annotated[str, Meta(pattern="^[BCDFGHJKLMNPQRSTVWXZ]{6}" + END)]
"""Finds a table; it opens nothing by itself."""
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}" + END)]
Command = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+" + END)]
"""A number the client gives each command: a repeated one is done once."""
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Password = Annotated[str, Meta(max_length=40)]
Salt = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+" + END)]
"""A random word of the player's own, which goes into the seed; too long to be guessed from its seal."""
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
BotName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
"""A level, with a character or without, or another bot of this server. A name is looked up, and loads nothing."""
AutoPassMode = Literal["ask", "touches_me", "could_win", "my_turn"]
"""When a seat wants to be asked: always, if it is concerned, if somebody could win, not before its own turn."""


# From the client


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message of a connection: which table, and by which right.

    Without a token one watches, where the table has a password only with that.
    """

    code: Code
    token: Token | None = None
    since: Annotated[int, Meta(ge=0)] = 0
    """The last log line that has arrived; what came after it is sent again."""
    password: Password = ""


class Do(Struct, tag_field="t", tag="do", forbid_unknown_fields=True):
    """Answers the question before the seat, or does something it may do at any time."""

    cmd: Command
    key: Annotated[str, Meta(max_length=60)]
    picks: Annotated[list[Annotated[int, Meta(ge=0, le=65535)]], Meta(max_length=80)] = []
    prompt: int = -1


class Preview(Struct, tag_field="t", tag="preview", forbid_unknown_fields=True):
    """Asks what an act would come to; nothing is done."""

    cmd: Command
    key: Annotated[str, Meta(max_length=60)]
    picks: Annotated[list[Annotated[int, Meta(ge=0, le=65535)]], Meta(max_length=80)] = []
    prompt: int = -1


class GetUnavailable(Struct, tag_field="t", tag="why", forbid_unknown_fields=True):
    """Asks why what cannot be done now cannot."""

    cmd: Command


class GetLog(Struct, tag_field="t", tag="lines", forbid_unknown_fields=True):
    """Asks for the lines of the log before one."""

    cmd: Command
    before: Annotated[int, Meta(ge=1, le=1 << 31)]


class Hold(Struct, tag_field="t", tag="hold", forbid_unknown_fields=True):
    """Stops the clock of the open reaction window for a while."""

    cmd: Command


class AskHint(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True):
    """Asks what a strong bot would do here, where nobody else is a person; the record tells of it."""

    cmd: Command


class Undo(Struct, tag_field="t", tag="undo", forbid_unknown_fields=True):
    """Takes one's own last act back, where nothing has come of it."""

    cmd: Command


class SetAutoPass(Struct, tag_field="t", tag="watch", forbid_unknown_fields=True):
    """Sets when the seat wants to be asked in reaction windows, until the end of this turn or for good."""

    cmd: Command
    mode: AutoPassMode
    lasting: bool = False
    """From now on in every turn, unless something else is set for one."""


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    cmd: Command
    text: Text


class Emote(Struct, tag_field="t", tag="emote", forbid_unknown_fields=True):
    """Makes a face, for everybody to see. A bot with a character may answer it."""

    cmd: Command
    name: Literal["wave", "laugh", "think", "rage", "beg", "gg"]
    to: SeatNumber | None = None
    """Whom it is made at."""


class Character(Struct, tag_field="t", tag="character", forbid_unknown_fields=True):
    """Names the seat and says how it looks, in the waiting room."""

    cmd: Command
    name: Name
    sex: Literal["male", "female"]
    avatar: Annotated[int, Meta(ge=0, le=7)] = 0


class Ready(Struct, tag_field="t", tag="ready", forbid_unknown_fields=True):
    cmd: Command
    on: bool


class Seal(Struct, tag_field="t", tag="seal", forbid_unknown_fields=True):
    """Fixes one's own part of the seed without telling it: sha256 of the table's id, a colon and the salt, in hex."""

    cmd: Command
    hash: Hash


class Reveal(Struct, tag_field="t", tag="reveal", forbid_unknown_fields=True):
    """Opens one's own part of the seed, once the table shows that all seals are fixed."""

    cmd: Command
    salt: Salt


class ReclaimSeat(Struct, tag_field="t", tag="back", forbid_unknown_fields=True):
    """Takes the seat back from the bot that plays on for its owner."""

    cmd: Command


class Admit(Struct, tag_field="t", tag="admit", forbid_unknown_fields=True):
    """The host lets somebody in who has knocked, or sends them away."""

    cmd: Command
    knock: Annotated[int, Meta(ge=1, le=1 << 31)]
    yes: bool


class Leave(Struct, tag_field="t", tag="leave", forbid_unknown_fields=True):
    """Gives the seat up: to a bot in a game, to anybody before it."""

    cmd: Command


class SetBot(Struct, tag_field="t", tag="bot", forbid_unknown_fields=True):
    """The host puts a bot into a seat, or takes it out."""

    cmd: Command
    seat: SeatNumber
    level: BotName | None = None


class Kick(Struct, tag_field="t", tag="kick", forbid_unknown_fields=True):
    """The host sends somebody away: a bot plays on for them, before the game the seat is free. Newcomers must knock."""

    cmd: Command
    seat: SeatNumber


class Swap(Struct, tag_field="t", tag="swap", forbid_unknown_fields=True):
    """The host has two chairs change places, before the game."""

    cmd: Command
    seat: SeatNumber
    other: SeatNumber


class Lock(Struct, tag_field="t", tag="lock", forbid_unknown_fields=True):
    """The host lets nobody else in."""

    cmd: Command
    on: bool


class SetPace(Struct, tag_field="t", tag="pace", forbid_unknown_fields=True):
    """The host says how long the table lets what happens be seen."""

    cmd: Command
    pace: BeatPace


class SetVoices(Struct, tag_field="t", tag="voices", forbid_unknown_fields=True):
    """The host says whether bots with a character speak."""

    cmd: Command
    on: bool


class HandOver(Struct, tag_field="t", tag="hand_over", forbid_unknown_fields=True):
    """The host makes somebody else the host."""

    cmd: Command
    seat: SeatNumber


class Start(Struct, tag_field="t", tag="start", forbid_unknown_fields=True):
    cmd: Command


class Rematch(Struct, tag_field="t", tag="rematch", forbid_unknown_fields=True):
    cmd: Command


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=0, le=1 << 53)]


ClientMessage = (
    Hello | Do | Preview | GetUnavailable | GetLog | Hold | AskHint | Undo | SetAutoPass | Say | Emote | Character
    | Ready | Seal | Reveal | ReclaimSeat | Leave | SetBot | Kick | Lock | Swap | Admit | HandOver | SetPace | SetVoices
    | Start | Rematch | Ping
)  # fmt: skip


ServerMessage = (
    RoomInfo | View | Chat | BotLine | EmoteShown | Hint | PreviewResult | Reasons | LogPage | Done | Refused | Pong
)

decoder = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder()
