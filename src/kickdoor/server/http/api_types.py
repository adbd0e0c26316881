"""The lobby over HTTP: what may be asked and what is answered."""

from __future__ import annotations

import random
import secrets
from typing import Annotated

from msgspec import Meta, Struct

from kickdoor.bots.registry import PERSONALITY_SEPARATOR, BotRegistry
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import options_from_dict, options_to_dict
from kickdoor.server.protocol.client_messages import END, BeatPace, BotName, Code, Name, Password, Speed, Token
from kickdoor.server.protocol.server_messages import SeatKind
from kickdoor.server.room.bot_profiles import ANY, PERSONALITIES, levels_with_personality, may_sit, put_bot
from kickdoor.server.room.room_data import RoomData, SeatData
from kickdoor.server.room.seating import must_knock, seats_to_take
from kickdoor.server.room.text_cleaning import clean_name

MAX_BODY_BYTES = 8192
OptionName = Annotated[str, Meta(max_length=40)]
OptionValue = bool | Annotated[int, Meta(ge=0, le=30)] | Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{12}" + END)]


class NewTable(Struct, forbid_unknown_fields=True):
    """How a new table is set up."""

    name: Name
    sets: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=12)]
    seats: Annotated[int, Meta(ge=3, le=6)] = 4
    bots: BotName | None = None
    """Fills the other seats with bots; `nasty@any` gives each a character at random."""
    speed: Speed = "normal"
    pace: BeatPace = "normal"
    """How long the table lets what happens be seen; `none` is for programs."""
    voices: bool = True
    """Bots with a character speak."""
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=30)] = {}
    listed: bool = False
    password: Password = ""
    approve: bool = False
    """The host lets in everybody one by one."""
    watchers: bool = True


class Join(Struct, forbid_unknown_fields=True):
    """Who wants to sit down."""

    name: Name
    password: Password = ""


class TutorialRequest(Struct, forbid_unknown_fields=True):
    """Who takes the tutorial."""

    name: Name


class SeatCredentials(Struct):
    """The way to a seat. Whoever has the token has the seat."""

    code: Code
    token: Token
    knocking: bool = False
    """The host must let them in first."""


class MoveOrder(Struct, forbid_unknown_fields=True):
    """Asks for the code by which a seat moves to another device."""

    token: Token


class MoveCode(Struct):
    """Works once, and for a minute. The link holds it in its fragment, which no server sees."""

    move: MoveText
    link: str
    svg: str
    """The link as a picture for a camera."""
    seconds: float


class Claim(Struct, forbid_unknown_fields=True):
    """Takes a seat over with its code."""

    move: MoveText


class TableSummary(Struct):
    """A table in the list of open ones."""

    code: Code
    status: str
    sets: list[str]
    speed: str
    seats: int
    taken: int
    free: int
    """Seats a newcomer may take, those of bots among them."""
    names: list[str]
    kinds: list[SeatKind]
    """Of each of those who are named, whether it is a `human` or a `bot`."""
    password: bool
    locked: bool
    approve: bool
    """Whoever comes knocks, and the host lets them in."""
    watchers: bool
    winning_level: int
    commitment: str
    """A hash of the server's part of the seed, to be known before one opens one's own."""


class RecordKept(Struct):
    """Where a record that was brought along can be looked at."""

    id: str


class Problem(Struct, omit_defaults=True):
    """Why something was refused."""

    code: str
    text: str
    request: str = ""
    """After a fault of the server: the name under which whoever runs it finds it in the log."""


class Health(Struct, omit_defaults=True):
    """How the server is."""

    status: str
    reason: str = ""


class About(Struct):
    """What the server is made of."""

    kickdoor: str
    rules: int
    """The version of the rules, which records name."""
    formats: dict[str, int]
    sets: list[str]


def check_bots(order: NewTable, known: BotRegistry) -> None:
    """Object to a bot that this server does not offer."""
    if order.bots is not None and not may_sit(order.bots, known.offered):
        having = ", ".join(levels_with_personality(known.offered))
        raise BadData(
            f"bots must be one of {', '.join(known.offered)}; {having} may also have a personality: "
            f"{PERSONALITY_SEPARATOR} and one of {', '.join((*PERSONALITIES, ANY))}"
        )


def new_room(order: NewTable) -> RoomData:
    """Make a table as ordered; the first seat is for whoever ordered it."""
    chairs = [SeatData() for _ in range(order.seats)]
    if order.bots is not None:
        rng = random.Random(secrets.randbits(64))
        for i in range(1, order.seats):
            put_bot(chairs, i, order.bots, True, rng, [clean_name(order.name)])
    options = options_to_dict(RuleOptions()) | order.options
    data = RoomData(id="", code="", sets=order.sets, options=options, speed=order.speed, seats=chairs)
    data.pace, data.voices = order.pace, order.voices
    data.listed = order.listed
    data.approve = order.approve
    data.watchers = order.watchers
    return data


def table_shown(data: RoomData) -> TableSummary:
    taken = [seat for seat in data.seats if seat.kind != "open"]
    return TableSummary(
        code=data.code,
        status=data.status,
        sets=data.sets,
        speed=data.speed,
        seats=len(data.seats),
        taken=len(taken),
        free=0 if data.locked else len(seats_to_take(data)),
        names=[seat.name for seat in taken],
        kinds=[seat.kind for seat in taken],
        password=bool(data.password),
        locked=data.locked,
        approve=must_knock(data),
        watchers=data.watchers,
        winning_level=options_from_dict(data.options).winning_level,
        commitment=data.commitment,
    )
