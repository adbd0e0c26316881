"""Shows a table to everybody at it: the room to all, the game to each as that seat may know it."""

from __future__ import annotations

from hashlib import blake2b

from kickdoor.engine.machine import runtime
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.bot_profiles import PERSONALITIES, levels_with_personality
from kickdoor.server.room.bot_turns import absent_bots
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.match import Match
from kickdoor.server.room.prompt_views import choices_of, question_of
from kickdoor.server.room.public_view import PublicView
from kickdoor.server.room.room import FOREVER, Client, Room
from kickdoor.server.room.scheduler import due_at
from kickdoor.server.room.seating import list_shown_requests, missing
from kickdoor.server.room.tutorial import lesson_of
from kickdoor.server.storage.recovery import note_of
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.view.observe import observe

NO_CLOCK = -1.0


class ViewCache:
    """What was made for one client, for others who see the same: those who watch, and all devices of a seat."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, bool], tuple[wire.RoomInfo, bytes]] = {}
        self.views: dict[tuple[int, int], wire.View] = {}
        self.sight: PublicView | None = None
        """What all of them see alike, once anybody looks."""
        self.lines: dict[tuple[int, int], wire.Line] = {}
        """Lines of the log by their numbers and by who reads them; see `telling.reader_of`."""


def broadcast(room: Room) -> None:
    """Put what everybody should see into the outbox. The game changes all the time, what is around it hardly ever."""
    shown = ViewCache()
    around = room.changed or room.visited
    for client in list(room.clients.values()):
        if client.id in room.hang_ups:
            # All that is said to them is that they are to go
            continue
        game = room.changed or room.played or client.seat in room.changed_seats
        show_parts(room, client, shown, around, game)
    for said in room.sayings:
        room.tell_all(said)
    room.sayings = []
    room.changed = room.played = room.visited = False
    room.changed_seats.clear()


def show(room: Room, client: Client) -> None:
    """Show the whole table to one client."""
    show_parts(room, client, ViewCache(), True, True)


def show_parts(room: Room, client: Client, shown: ViewCache, around: bool, game: bool) -> None:
    """Show what has changed to one client; a fault in that is told to this client alone."""
    try:
        with unchanged(room.data.id):
            if around:
                show_room(room, client, shown)
            if game:
                show_game(room, client, shown)
    except RequestRefused as e:
        room.send(client.id, wire.Refused(cmd="", code=e.code, text=e.text, rules=e.rules))


def show_game(room: Room, client: Client, shown: ViewCache) -> None:
    """Show the game to one client, with the lines of the log it has not been told yet."""
    match = room.match
    if match is None or client.knock:
        return
    mark = (client.seat, client.since)
    if mark not in shown.views:
        shown.views[mark] = view(room, match, client, shown)
    client.since = match.told
    room.send(client.id, shown.views[mark])


def show_room(room: Room, client: Client, shown: ViewCache) -> None:
    """Show what is around the game to one client; what it has been shown already is not said again."""
    mark = (client.seat, client.knock > 0)
    if mark not in shown.rooms:
        made = room_shown(room, client)
        shown.rooms[mark] = (made, blake2b(wire.encoder.encode(made), digest_size=16).digest())
    found, digest = shown.rooms[mark]
    if digest != client.shown:
        client.shown = digest
        room.send(client.id, found)


def seats_shown(room: Room) -> list[wire.SeatInfo]:
    return [
        wire.SeatInfo(
            name=seat.name,
            kind=seat.kind,
            avatar=seat.avatar,
            sex=seat.sex,
            ready=seat.ready,
            here=seat.kind == "bot" or room.is_here(i),
            driven=seat.driven,
            bot=seat.bot if seat.kind == "bot" else "",
            seal=seat.seal,
            opened=bool(seat.salt),
        )
        for i, seat in enumerate(room.data.seats)
    ]


def room_shown(room: Room, client: Client) -> wire.RoomInfo:
    """Show the table around the game."""
    data = room.data
    you = client.seat
    return wire.RoomInfo(
        code=data.code,
        id=data.id,
        status=data.status,
        sets=data.sets,
        options=data.options,
        speed=data.speed,
        seats=seats_shown(room),
        host=data.host,
        you=you,
        locked=data.locked,
        approve=data.approve,
        knocks=[wire.KnockShown(id=knock.id, name=knock.name) for knock in list_shown_requests(room, you)],
        knocking=client.knock > 0,
        listed=data.listed,
        password=bool(data.password),
        paused=not room.is_going(),
        watchers=len([other for other in room.clients.values() if other.seat < 0 and not other.knock]),
        missing=missing(room) if data.status == "waiting" else [],
        commitment=data.commitment,
        opening=data.opening is not None,
        called_off=data.called_off,
        withheld=data.withheld[-1] if data.withheld else [],
        record=data.record,
        next_code=data.next_code,
        note=" ".join([note_of(data), *absent_bots(data)]).strip(),
        bots=list(room.bots),
        levels_with_personality=levels_with_personality(room.bots),
        personalities=list(PERSONALITIES),
        pace=data.pace,
        voices=data.voices,
    )


def view(room: Room, match: Match, client: Client, shown: ViewCache) -> wire.View:
    """Build what one client may know of the game."""
    s = match.state
    seat = client.seat
    names = match.names
    if shown.sight is None:
        shown.sight = PublicView(s, names)
    out = scene(shown.sight, seat, room.next_seq, match.lines(seat, client.since, shown.lines))
    # The last blow and who has won have their time too
    out.rest = room.calm - room.now
    if room.playing is None:
        return out
    out.window = window_shown(room, seat)
    if seat >= 0:
        prompt = runtime.prompt(s, seat)
        out.question = question_of(s, prompt, names, DEFAULT)
        out.choices = choices_of(s, prompt, names)
        out.clock = clock_shown(room, seat)
        out.undo = match.why_not(seat)
        out.watch = room.data.seats[seat].watching
        out.lesson = lesson_of(room, match, seat)
    return out


def scene(sight: PublicView, seat: int, seq: int, lines: list[wire.Line]) -> wire.View:
    """Show a game as somebody sees it who has nothing to do; records are looked at like this."""
    return wire.View(
        seq=seq,
        game=observe(sight.s, seat, remembers=False),
        question=None,
        choices=[],
        lines=lines,
        window=None,
        clock=NO_CLOCK,
        rest=0.0,
        undo=RefusalCode.UNDO_NOTHING,
        fight=sight.fight_of(seat),
        strengths=sight.strengths,
        hands=sight.hands,
        watch="ask",
    )


def window_shown(room: Room, seat: int) -> wire.WindowShown | None:
    """Show the open window; who is still thinking is told after the floor only."""
    reaction = room.reaction
    match = room.playing
    if reaction is None or match is None:
        return None
    mask = runtime.prompted_seats(match.state)
    over = room.now >= reaction.floor_at
    waiting = [i for i in range(len(room.data.seats)) if mask >> i & 1 and i not in reaction.passed]
    return wire.WindowShown(
        id=reaction.id,
        floor=max(0.0, reaction.floor_at - room.now),
        closes=NO_CLOCK if reaction.closes_at is None else max(0.0, reaction.closes_at - room.now),
        held=reaction.holder >= 0,
        holder=reaction.holder,
        done=seat in reaction.passed or not (seat >= 0 and mask >> seat & 1),
        waiting=waiting if over else [],
        hold_left=room.data.seats[seat].hold if seat >= 0 else 0.0,
    )


def clock_shown(room: Room, seat: int) -> float:
    if seat < 0 or room.playing is None:
        return NO_CLOCK
    due = due_at(room, seat)
    return NO_CLOCK if due == FOREVER else max(0.0, due - room.now)
