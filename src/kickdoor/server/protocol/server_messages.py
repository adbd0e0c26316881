"""What the server says: the messages of the protocol that go to clients, and the parts they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from kickdoor.server.protocol.log_lines import Line as Line
from kickdoor.server.protocol.log_lines import Move as Move
from kickdoor.server.protocol.log_lines import Reason as Reason
from kickdoor.server.protocol.log_lines import TermShown as TermShown

if TYPE_CHECKING:
    from kickdoor.view.observation import Observation, OpenObservation
else:
    # msgspec reads no union of dicts, which the procedures are; it never has to, for views are only written
    Observation = OpenObservation = dict[str, Any]

Speed = Literal["blitz", "normal", "relaxed", "none"]
BeatPace = Literal["none", "brisk", "normal", "relaxed"]
"""How long the table lets what happens be seen; `none` does not wait at all."""
SeatKind = Literal["open", "human", "bot"]
FormKind = Literal["cards", "seats", "terms", "trade", "charity", "tokens"]
Status = Literal["waiting", "playing", "over"]


class SeatInfo(Struct, forbid_unknown_fields=True):
    """Who sits where, for everybody to see."""

    name: str
    kind: SeatKind
    avatar: int
    sex: str
    ready: bool
    here: bool
    """Somebody is connected, or it is a bot."""
    driven: bool
    """A bot plays on for somebody who is away."""
    bot: str
    """Its level, and its character if it has one: `nasty@gruff`; empty where no bot sits."""
    seal: str
    """A hash of what the seat adds to the seed; empty if it adds nothing."""
    opened: bool
    """It has opened its part, which is told to nobody before the end."""


class KnockShown(Struct, forbid_unknown_fields=True):
    """Someone who waits to be let in."""

    id: int
    name: str


class RoomInfo(Struct, tag_field="t", tag="room", forbid_unknown_fields=True):
    """The table around the game: who sits there, how it is set up, what is still missing to start."""

    code: str
    id: str
    """What parts of the seed are sealed with; it opens nothing."""
    status: Status
    sets: list[str]
    options: dict[str, bool | int | str]
    speed: Speed
    seats: list[SeatInfo]
    host: int
    you: int
    """The seat of this client; -1 for somebody who watches."""
    locked: bool
    approve: bool
    """The host lets in everybody one by one."""
    knocks: list[KnockShown]
    """Who waits for this seat's agreement to be let in: the host's, or in a running game everyone's."""
    knocking: bool
    """This client waits to be let in."""
    listed: bool
    password: bool
    paused: bool
    """Time stands still, for no player is connected."""
    watchers: int
    missing: list[str]
    """What keeps the game from starting, in words."""
    commitment: str
    """A hash of the server's part of the seed, given before anybody could know the cards."""
    opening: bool
    """The game is about to begin: the seals are fixed, and whoever has one opens it with `reveal`."""
    called_off: int
    """How often it was about to begin and somebody did not open their part."""
    withheld: list[str]
    """Who that was the last time; nobody if the server had gone down."""
    record: str
    """Where the record of the finished game is; empty until then."""
    next_code: str
    """The table of the rematch; empty if there is none."""
    note: str
    """What everybody should know of the game: that it was begun under other rules, say; else empty."""
    bots: list[str]
    """The bots the host may put into seats."""
    levels_with_personality: list[str]
    """Those of them that may have a personality."""
    personalities: list[str]
    """The personalities there are: `nasty@gruff` is a bot that has one, `nasty@any` has one drawn at random."""
    pace: BeatPace | UnsetType = UNSET
    """How long what happens is let be seen; a replay has no such thing."""
    voices: bool | UnsetType = UNSET
    """Bots with a character speak."""


class FormShown(Struct, forbid_unknown_fields=True):
    """What an option wants picked."""

    kind: FormKind
    least: int
    most: int
    atoms: list[int]
    texts: list[str]
    receivers: list[int]
    """Charity: who may get cards."""
    most_treasures: int
    """Bargains: how many Treasures there are to share."""
    worths: list[int]
    """Sales: what each atom is worth in Gold Pieces; else empty."""
    doubled: int
    """Sales: how many of the Items may count double; which is asked after it."""


class Choice(Struct, forbid_unknown_fields=True):
    """One thing the seat may do now."""

    key: str
    act: str
    text: str
    card: int
    target: str
    """`seat`, `monster`, `card`, `side`, `counter`, `number`, or nothing."""
    aim: int
    second: int
    mine: bool
    """It answers the question; else it may be done at any time."""
    form: FormShown | None


class Refusal(Struct, forbid_unknown_fields=True):
    """Why a card or a step is of no use now."""

    card: int
    act: str
    text: str
    rules: list[str]
    codes: list[str]
    """The objections by message id, so that a client can put them shortly."""


class Question(Struct, forbid_unknown_fields=True):
    """What the seat is asked."""

    prompt: int
    word: str
    text: str


class WindowShown(Struct, forbid_unknown_fields=True):
    """A reaction window. Times are seconds from the moment the message was sent."""

    id: int
    floor: float
    """Until then it is not said who has passed; -1 where there is no clock."""
    closes: float
    held: bool
    holder: int
    """Who holds it open; -1 if nobody does."""
    done: bool
    """This seat has passed."""
    waiting: list[int]
    """After the floor: who is still thinking."""
    hold_left: float


class StrengthTerm(Struct, forbid_unknown_fields=True):
    """One summand of a side's total."""

    side: int
    seat: int
    """The munchkin whose strength it is part of; -1 for a side as a whole."""
    text: str
    amount: int
    card: str
    """The card it comes from; empty for a Level."""


class Escape(Struct, forbid_unknown_fields=True):
    """What the seat must roll to get away from a monster, and how many of the six faces do it."""

    monster: int
    need: int
    faces: int
    free: bool
    """The seat gets away without a roll."""


class HelpPreview(Struct, forbid_unknown_fields=True):
    """How the fight would stand if a munchkin helped, as far as everybody can tell."""

    seat: int
    totals: list[int]
    winning: bool


class FightShown(Struct, forbid_unknown_fields=True):
    """The fight explained: every summand, who is ahead by how much, and what running away would take."""

    totals: list[int]
    winning: bool
    lacks: int
    """What the munchkins lack to win; 0 if they would."""
    chips: list[StrengthTerm]
    escapes: list[Escape]
    helped: list[HelpPreview]
    """How it would stand with each who could still help."""
    treasures: list[int]
    """What each monster pays if it is killed, with all that was played on it."""
    for_win: list[int]
    """Whom this fight would win the game as it stands, if it is won."""


class Lesson(Struct, forbid_unknown_fields=True):
    """Where the tutorial is, and by which option the pupil goes on; empty while others act."""

    step: int
    total: int
    key: str


class View(Struct, tag_field="t", tag="view", forbid_unknown_fields=True):
    """All one client may know of the game, each time again."""

    seq: int
    game: Observation | OpenObservation
    question: Question | None
    choices: list[Choice]
    lines: list[Line]
    """What has happened since the last line this client has."""
    window: WindowShown | None
    clock: float
    """Seconds this seat has left to decide; -1 where there is no clock."""
    rest: float
    """Seconds for which nothing goes on by itself, so that what has just happened can be seen."""
    undo: str
    """Empty if the last act may be taken back; else why not."""
    fight: FightShown | None
    strengths: list[int]
    """What each munchkin would bring into a fight, or brings into this one."""
    hands: list[int]
    """How many hands each munchkin has to hold Items with."""
    watch: str
    """When the seat wants to be asked in reaction windows."""
    lesson: Lesson | None = None
    """In the tutorial."""


class Chat(Struct, tag_field="t", tag="chat", forbid_unknown_fields=True):
    seat: int
    name: str
    text: str


class BotLine(Struct, tag_field="t", tag="said", forbid_unknown_fields=True):
    """What a bot with a character says."""

    seat: int
    line: str
    """Which line it is: character, occasion and number, `penny.refuses_too_little.1`; `any` is what all might say."""
    text: str
    params: dict[str, str]
    """What is put into it: `who`, `card`, `n`."""
    n: int
    """The number of the line of the log that it is about."""


class EmoteShown(Struct, tag_field="t", tag="emoted", forbid_unknown_fields=True):
    seat: int
    name: str
    to: int = -1
    """Whom it is made at; -1 for nobody in particular."""


class Hint(Struct, tag_field="t", tag="advice", forbid_unknown_fields=True):
    """The hint that was asked for."""

    key: str
    """The option to take; empty if the best is to let things be."""
    text: str
    """What to do and why, in a sentence; empty if it came to nothing, or too late."""


class Reasons(Struct, tag_field="t", tag="reasons", forbid_unknown_fields=True):
    """Why whatever the seat cannot do now cannot be done."""

    cmd: str
    refusals: list[Refusal]


class LogPage(Struct, tag_field="t", tag="log", forbid_unknown_fields=True):
    """Older lines of the log, as they were asked for."""

    cmd: str
    lines: list[Line]
    first: int
    """The oldest line that is kept; those before are in the replay."""


class PreviewResult(Struct, tag_field="t", tag="outcome", forbid_unknown_fields=True):
    """What an act would come to, by what the seat may know. What is not sure is left at nothing."""

    cmd: str
    key: str
    text: str
    nothing: bool
    """The text says that nothing comes of it at once."""
    sure: bool
    """It comes to this whatever the dice and hidden cards are; others may still do something about it."""
    depends: str
    """What decides the rest: a `die`, `cards` that the seat cannot see, `others` who agree or choose; else empty."""
    harms: bool
    """The seat itself would stand worse, whatever happens."""
    risks: bool
    """It might."""
    totals: list[list[int]]
    """Both totals before and after, where one changes in a fight that goes on; where one begins there is no before."""
    lacks: int
    """What the munchkins would lack then; 0 if they would win."""
    fight: str
    """`won` or `lost` if it would be decided; else empty."""
    levels: list[int]
    """What everybody's Level would change by."""
    strength: list[int]
    """The seat's own out of a fight, before and after, where it changes; else empty."""
    dies: list[int]
    wins: list[int]
    """Who would win the game."""
    lost: list[str]
    """The seat's own cards in play that would be gone."""
    faces: int
    """With how many faces of the die the seat would get away; -1 where it does not run."""
    up_to: int
    """Who has to agree; -1 for nobody."""
    silence: bool
    """Others could do something about it first."""


class Done(Struct, tag_field="t", tag="done", forbid_unknown_fields=True):
    """The command was carried out."""

    cmd: str


class Refused(Struct, tag_field="t", tag="refused", forbid_unknown_fields=True):
    """The command was not carried out, and nothing has changed."""

    cmd: str
    code: str
    text: str
    rules: list[str]


class Pong(Struct, tag_field="t", tag="pong", forbid_unknown_fields=True):
    n: int
