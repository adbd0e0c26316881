"""What a table is besides the game: seats, rights, options. Written to the store after every deed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

import msgspec
from msgspec import Struct

from kickdoor.replay.provenance import OTHERS
from kickdoor.server.protocol.server_messages import BeatPace, SeatKind, Speed, Status
from kickdoor.server.room.reaction_window import HOLD_BANK, ReactionWindow
from kickdoor.server.storage.format_upgrades import read_stored

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
MAX_CHAT_LINES = 100
MAX_REMEMBERED_COMMANDS = 16
"""Commands a seat is known to have given, so that a repeated one is done once, also across a restart."""
MOVE_SECONDS = 60.0
"""How long the code is good by which a seat moves to another device."""
MAX_JOIN_REQUESTS = 12
MAX_BOT_EVENTS = 200
"""Things a bot is told at once that it saw happen; of more it hears the last. It is asked long before that."""
FORMAT = 2
"""2: fingerprints of answers are a chain, and there are snapshots."""
CHAIN, RUNNING = "chain", "running"


class RecentOffer(Struct, array_like=True):
    """An offer that was made."""

    what: str
    to: int
    at: float
    """The table's time."""


class SeatData(Struct):
    """One chair. Whoever has the token may sit in it, from whatever device."""

    name: str = ""
    kind: SeatKind = "open"
    token: str = ""
    """A hash; the token itself is only ever with its owner."""
    bot: str = "normal"
    absent: str = ""
    """The bot that should play here but is not at this server: until it is again, `bot` plays."""
    avatar: int = 0
    sex: str = "male"
    ready: bool = False
    seal: str = ""
    """A hash of what this seat adds to the seed, shown to everybody before any part is opened."""
    salt: str = ""
    """What this seat adds to the seed, once it has opened its seal."""
    spent: str = ""
    """The seal it opened when a start was called off; it seals another part before the next."""
    driven: bool = False
    """A bot plays on for its owner."""
    silent: int = 0
    """Times in a row that the clock has answered for its owner."""
    bank: float = 0.0
    """Seconds left to decide with."""
    hold: float = HOLD_BANK
    held: float = 0.0
    """The longest it has held a window open."""
    hints: list[int] = []
    """After how many answers it has asked for a hint."""
    watching: str = "ask"
    watching_turn: int = -1
    usual: str = "ask"
    """When it wants to be asked in turns for which nothing else is set."""
    excused: float = -1000.0
    """When its clock last stood still because its owner had vanished."""
    idle: int = 0
    """Acts in a turn that use nothing up."""
    idle_turn: int = -1
    offers: list[RecentOffer] = []
    """What it has offered lately, in the turn of this number."""
    offers_turn: int = -1
    commands: list[str] = []
    """The last commands that were carried out."""
    move: str = ""
    """A hash of the code by which the seat moves to another device; works once."""
    move_until: float = 0.0
    memory: list[list[int]] = []
    """What the bot that last answered here remembers of what this seat saw. It is told so with its next question."""
    memory_of: str = ""
    """Which bot that was: no other can make anything of it."""
    said: str = ""
    """The last line its bot has said."""
    heard: list[list[int]] = []
    """What this seat saw happen since then, if its bot listens; see `grudges.heard`. It is told that too."""

    @property
    def is_bot(self) -> bool:
        """Return whether a bot answers for it."""
        return self.kind == "bot" or self.driven

    def recall(self) -> list[list[int]]:
        """Return what the bot of this seat remembers; nothing if it was another that remembered it."""
        return self.memory if self.memory_of == self.bot else []

    def remember(self, memory: list[list[int]], heard: int = MAX_BOT_EVENTS) -> None:
        """Keep what the bot of this seat remembers, so many of the things heard among it."""
        self.memory, self.memory_of = memory, self.bot if memory else ""
        self.heard = self.heard[heard:]

    def hear(self, told: list[int]) -> None:
        """Keep something this seat saw until its bot is asked next."""
        self.heard = [*self.heard, told][-MAX_BOT_EVENTS:]

    def change_bot(self, bot: str) -> None:
        """Have another bot play here, which has seen nothing yet."""
        if bot != self.bot:
            self.heard = []
        self.bot, self.absent = bot, ""


class BotAsked(Struct, array_like=True):
    """What has become of a question to a bot, so that a woken table neither puts it again nor hurries."""

    serial: int
    """The moment of the game it is about."""
    due: float
    """The table's time before which its answer is not done."""
    silent: bool = False
    """It was not asked and had nothing to say."""


class JoinRequest(Struct):
    """Someone who waits to be let in: by the host, or in a running game by everyone."""

    id: int
    name: str
    token: str
    """A hash, as of a seat."""
    agreed: list[int] = []
    """The seats that have agreed; in a running game everyone must."""


class RulesChange(Struct):
    """How a stored game went on under other rules or with other card files than it was last played with."""

    rules: int
    """The version of the rules before."""
    cards: str
    """Says whether the card files were others; empty if they were the same."""
    answers: int
    """How many answers stand."""
    proven: bool
    """What they came to was known, and they came to the same."""
    undone: int = 0
    """How many answers more there had been, which could not stand."""
    why: str = ""
    """What came out otherwise; empty if nothing did."""


class RoomData(Struct):
    """One table."""

    id: str
    code: str
    sets: list[str]
    options: dict[str, Any]
    speed: Speed
    seats: list[SeatData]
    pace: BeatPace = "none"
    """How long the table lets what happens be seen; a table that was stored before there was a choice does not wait."""
    rest_until: float = 0.0
    """The table's time until which nothing goes on by itself: what has happened is being seen."""
    voices: bool = True
    """Bots with a character speak."""
    spoke_at: float = -1000.0
    """The table's time at which one last did."""
    spoke: int = -1
    """Which seat that was."""
    listed: bool = False
    password: str = ""
    """What is kept of it, with its salt; empty means that none is asked for."""
    watchers: bool = True
    approve: bool = False
    """The host lets in everybody one by one."""
    knocks: list[JoinRequest] = []
    next_knock: int = 1
    host: int = 0
    locked: bool = False
    status: Status = "waiting"
    secret: str = ""
    """The server's part of the seed, in hexadecimal; not shown before the game is over."""
    opening: float | None = None
    """Until when those who have sealed a part of the seed may open it; none while no game is about to begin."""
    called_off: int = 0
    """How often the game was to begin and did not, because somebody had not opened their part."""
    withheld: list[list[str]] = []
    """Who that was, of the last times; nobody where the server had gone down."""
    seed: str = ""
    catalog: str = ""
    """The digest of the card files the game is played with; others may play it differently."""
    rules: int = 1
    """The version of the rules the game is played under; rooms of 0.1 do not say it. A game that goes on under other
    rules or cards, because all its answers still come out the same, is from then on one of those."""
    dealt: str = ""
    """A fingerprint of the deal; rooms of 0.1 have none."""
    outcomes: str = CHAIN
    """How the fingerprints of its answers are made."""
    switch: RulesChange | None = None
    """When that last happened."""
    record: str = ""
    next_code: str = ""
    made: float = 0.0
    clock: float = 0.0
    """The table's own time, in seconds. It stands still while nobody is there."""
    asked_at: dict[int, float] = {}
    """Since when each seat has had a question before it and its clock has run."""
    window: ReactionWindow | None = None
    bots_asked: dict[int, BotAsked] = {}
    """The questions to bots at this moment of the game, by seat."""
    script: int = -1
    """The step of the tutorial the table is at; -1 at all other tables."""
    turn_noted: int = -1
    """The last turn whose time was given out."""
    format: int = FORMAT

    @property
    def commitment(self) -> str:
        """A hash of the server's part of the seed, shown before the seats open theirs."""
        return seal_of(self.secret, self.id)

    @property
    def humans(self) -> list[int]:
        """The seats people sit in, whether or not a bot plays on for them."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "human"]


def to_2(data: dict[str, Any]) -> None:
    """Make a room of 0.1 one of format 2: the fingerprints of its answers, if it has any, are no chain."""
    data |= {"format": 2, "outcomes": RUNNING}
    switch = data.get("switch")
    if switch:
        switch["cards"] = OTHERS if switch["cards"] else ""


STEPS = [to_2]


def read_room(body: bytes) -> RoomData:
    """Understand a room of this format or an older one; `BadData` if it cannot be read."""
    return read_stored(body, decoder, FORMAT, STEPS, "the table")


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(RoomData)


def stored(data: object) -> bytes:
    """Write a room, or the body of a deed. Here, as modules that are compiled know nothing of how it is written."""
    return encoder.encode(data)


def seal_of(part: str, table_id: str) -> str:
    """Hash a part of the seed, the server's or a seat's: it is fixed for everybody to see, and not told."""
    return hashlib.sha256(f"{table_id}:{part}".encode()).hexdigest()


def game_seed(secret: str, table_id: str, salts: list[str]) -> str:
    """Make the seed of the game from the server's part and everybody else's: nobody alone has chosen it."""
    return hashlib.sha256("\n".join([table_id, secret, *salts]).encode()).hexdigest()


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_token_of(token: str, seat: SeatData | JoinRequest) -> bool:
    """Compare in the same time whatever the difference."""
    return bool(seat.token) and hmac.compare_digest(token_hash(token), seat.token)
