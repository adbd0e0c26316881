"""What clients ask of a table: each message has one function, which does it or refuses it with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import PASS, Answer, act_of, key, parse
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.bot_profiles import may_sit, put_bot
from kickdoor.server.room.chat import emote, say
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.hint_requests import ask_hint
from kickdoor.server.room.match import Match
from kickdoor.server.room.offer_limits import check_offer, note_offer
from kickdoor.server.room.previews import preview
from kickdoor.server.room.prompt_views import refusals_of
from kickdoor.server.room.room import FOREVER, Client, Room, prompt_of
from kickdoor.server.room.room_data import SeatData
from kickdoor.server.room.scheduler import hold, question_meant
from kickdoor.server.room.seating import bar, list_deciders, missing, seat_agreed_requests, seats_to_take
from kickdoor.server.room.seed_commitments import abort_start, lock_commitments, reveal_salt, unopened
from kickdoor.server.room.text_cleaning import clean_name, look_of
from kickdoor.server.room.tutorial import check_lesson, is_scripted, lesson_done

MAX_FREE_ACTIONS_PER_TURN = 200
"""Acts that use nothing up, and acts taken back, that a seat gets in one turn."""
MAX_LOG_PAGE_LINES = 100
"""Older lines of the log that are told at once."""
JOIN_RETRY_S = 60.0
"""Seconds before somebody who was sent away may knock again."""


def handle(room: Room, client: Client, message: Any, wall: float) -> None:
    """Do what a message asks; tells its sender how it went. Whoever runs the table has it advance afterwards."""
    room.tick(wall)
    cmd: str = message.cmd
    seat = client.seat
    try:
        question = QUESTIONS.get(type(message))
        if question is not None:
            with unchanged(room.data.id):
                found = question(room, client, message)
            room.send(client.id, found)
            return
        if seat < 0:
            raise RequestRefused(RefusalCode.WATCHING)
        if not room.is_repeated(seat, cmd):
            if room.data.opening is not None and not isinstance(message, WHILE_OPENING):
                raise RequestRefused(RefusalCode.STARTING)
            COMMANDS[type(message)](room, seat, message)
            if client.seat >= 0:
                room.remember(client.seat, cmd)
    except RequestRefused as e:
        room.send(client.id, refused(cmd, e))
        return
    room.send(client.id, wire.Done(cmd=cmd))


def refused(cmd: str, e: RequestRefused) -> wire.Refused:
    return wire.Refused(cmd=cmd, code=e.code, text=e.text, rules=e.rules)


# In the game


def do(room: Room, seat: int, message: wire.Do) -> None:
    """Answer the question, or does something unasked. A pass in a window counts from the floor on."""
    match = room.playing
    if match is None:
        raise RequestRefused(RefusalCode.NO_GAME)
    code = parse(message.key)
    if code < 0:
        raise RequestRefused(RefusalCode.BAD_KEY, RefusalCode.BAD_KEY.text)
    check_lesson(room, seat, code)
    window, prompt = room.reaction, question_meant(room, match, seat, message.prompt)
    if code == PASS and window is not None and runtime.prompted_seats(match.state) >> seat & 1:
        if prompt != prompt_of(match, seat) or message.picks:
            # Meant for a window that is gone: this one has not been looked at
            raise RequestRefused(RefusalCode.STALE, RefusalCode.STALE.text)
        if seat not in window.passed:
            window.passed.append(seat)
        if window.holder == seat:
            room.release()
        # Before the floor nobody else hears that somebody has passed, not even by a message that says nothing
        room.touch_seat(seat)
    else:
        check_offer(room, seat, code, message.picks)
        if FREE_ACTIONS_MASK >> act_of(code) & 1:
            check_idle(room, match, seat)
        room.answer(Answer(seat, code, message.picks, prompt), key(code))
        note_offer(room, seat, code, message.picks)
    lesson_done(room)
    room.take_back(seat)


def check_idle(room: Room, match: Match, seat: int) -> None:
    """Count an act that uses nothing up, and refuses it after very many in one turn.

    The rulebooks set no limit, so the engine has none. But each act is written and kept, and whoever did such acts
    without end would fill the disk. Whatever somebody must answer can be answered by other acts.
    """
    data = room.data.seats[seat]
    if data.idle_turn != match.state.turns:
        data.idle, data.idle_turn = 0, match.state.turns
    if data.idle >= MAX_FREE_ACTIONS_PER_TURN:
        raise RequestRefused(RefusalCode.IDLE)
    data.idle += 1


def back(room: Room, seat: int, message: wire.ReclaimSeat) -> None:
    """Take the seat back from the bot that plays on for its owner."""
    room.take_back(seat)


def undo(room: Room, seat: int, message: wire.Undo) -> None:
    if is_scripted(room.data):
        raise RequestRefused(RefusalCode.TUTORIAL_LATER)
    if room.playing is not None:
        check_idle(room, room.playing, seat)
    room.undo(seat)


def hold_on(room: Room, seat: int, message: wire.Hold) -> None:
    hold(room, seat)


def watch(room: Room, seat: int, message: wire.SetAutoPass) -> None:
    match = room.playing
    data = room.data.seats[seat]
    data.watching = message.mode
    if message.lasting:
        data.usual = message.mode
    data.watching_turn = -1 if match is None or message.mode == "ask" else match.state.turns
    room.touch_seat(seat)


def leave(room: Room, seat: int, message: wire.Leave) -> None:
    """Give the seat up: a bot plays on, or before the game anybody may sit down."""
    give_up_seat(room, seat)


def give_up_seat(room: Room, seat: int) -> None:
    """Free a seat. Whoever sat there watches from now on, where that is allowed."""
    data = room.data
    if room.reaction is not None and room.reaction.holder == seat:
        room.release()
    if data.opening is not None:
        abort_start(data, [data.seats[seat].name])
    if data.status == "waiting":
        data.seats[seat] = SeatData()
    else:
        old = data.seats[seat]
        data.seats[seat] = SeatData(
            name=old.name,
            kind="bot",
            bot=old.bot,
            absent=old.absent,
            avatar=old.avatar,
            sex=old.sex,
            seal=old.seal,
            salt=old.salt,
            held=old.held,
            memory=old.memory,
            memory_of=old.memory_of,
            heard=old.heard,
            hints=old.hints,
        )
    for knock in data.knocks:
        # The next person in this seat is asked again
        knock.agreed = [other for other in knock.agreed if other != seat]
    data.asked_at.pop(seat, None)
    room.away.pop(seat, None)
    room.dismiss(room.clients_of(seat))
    if data.host == seat and data.humans:
        here = [i for i in data.humans if room.is_here(i)]
        data.host = (here or data.humans)[0]
    room.touch()


def reasons(room: Room, client: Client, message: wire.GetUnavailable) -> wire.Reasons:
    """Return a seat why what it cannot do cannot be done; views are without it, for few are looked at so closely."""
    match = room.game_of(client)
    return wire.Reasons(cmd=message.cmd, refusals=refusals_of(match.state, client.seat, match.names))


def older_lines(room: Room, client: Client, message: wire.GetLog) -> wire.LogPage:
    """Return older lines of the log, to whoever sits or watches here."""
    match = room.match
    if match is None or client.knock:
        raise RequestRefused(RefusalCode.NO_GAME)
    found = match.lines_before_line(client.seat, message.before, MAX_LOG_PAGE_LINES)
    return wire.LogPage(cmd=message.cmd, lines=found, first=match.dropped + 1)


# In the waiting room


def character(room: Room, seat: int, message: wire.Character) -> None:
    data = room.data.seats[seat]
    if room.data.status != "waiting":
        raise RequestRefused(RefusalCode.GAME_RUNS)
    name = clean_name(message.name)
    if not name:
        raise RequestRefused(RefusalCode.NAME_EMPTY)
    if look_of(name) in [look_of(other.name) for i, other in enumerate(room.data.seats) if i != seat]:
        raise RequestRefused(RefusalCode.NAME_TAKEN)
    data.name, data.sex, data.avatar = name, message.sex, message.avatar
    room.touch()


def ready(room: Room, seat: int, message: wire.Ready) -> None:
    if room.data.status != "waiting":
        raise RequestRefused(RefusalCode.GAME_RUNS)
    room.data.seats[seat].ready = message.on
    room.touch()


def seal(room: Room, seat: int, message: wire.Seal) -> None:
    """Fix the seat's part of the seed without telling it; until the game is about to begin it may be another."""
    if room.data.status != "waiting":
        raise RequestRefused(RefusalCode.GAME_RUNS)
    if message.hash == room.data.seats[seat].spent:
        raise RequestRefused(RefusalCode.SEAL_SPENT)
    room.data.seats[seat].seal = message.hash
    room.touch()


def reveal(room: Room, seat: int, message: wire.Reveal) -> None:
    """Open the seat's part of the seed. With the last part the game begins; a wrong one calls it off."""
    if room.data.opening is None or seat not in unopened(room.data):
        raise RequestRefused(RefusalCode.SEAL_NONE)
    fits = reveal_salt(room.data, seat, message.salt)
    room.touch()
    if fits and not unopened(room.data):
        room.data.opening = None
        room.start_match()


def need_host(room: Room, seat: int) -> None:
    if room.data.host != seat:
        raise RequestRefused(RefusalCode.NOT_HOST)


def need_seat(room: Room, seat: int) -> SeatData:
    if seat >= len(room.data.seats):
        raise RequestRefused(RefusalCode.NO_SUCH_SEAT)
    return room.data.seats[seat]


def set_bot(room: Room, seat: int, message: wire.SetBot) -> None:
    need_host(room, seat)
    if need_seat(room, message.seat).kind == "human":
        raise RequestRefused(RefusalCode.SEAT_TAKEN)
    if message.level is not None and not may_sit(message.level, room.bots):
        raise RequestRefused(RefusalCode.NO_SUCH_BOT)
    waiting = room.data.status == "waiting"
    if message.level is None:
        if not waiting:
            raise RequestRefused(RefusalCode.GAME_RUNS)
        room.data.seats[message.seat] = SeatData()
    else:
        put_bot(room.data.seats, message.seat, message.level, waiting, room.rnd)
        room.forget_thought(message.seat)
        if room.match is not None:
            room.match.names[message.seat] = room.data.seats[message.seat].name
    room.touch()


def kick(room: Room, seat: int, message: wire.Kick) -> None:
    need_host(room, seat)
    if need_seat(room, message.seat).kind != "human" or message.seat == seat:
        raise RequestRefused(RefusalCode.NO_SUCH_SEAT)
    going = room.clients_of(message.seat)
    give_up_seat(room, message.seat)
    # They may come from elsewhere, under another name: whether they may come back is the host's to say
    room.data.approve = True
    away = bar(room, going, FOREVER)
    room.hang_ups.extend(client.id for client in away if client.id not in room.hang_ups)


def swap(room: Room, seat: int, message: wire.Swap) -> None:
    """Have two chairs change places, with everybody who sits there."""
    need_host(room, seat)
    if room.data.status != "waiting":
        raise RequestRefused(RefusalCode.GAME_RUNS)
    a, b = message.seat, message.other
    seats = room.data.seats
    need_seat(room, max(a, b))
    seats[a], seats[b] = seats[b], seats[a]
    place = {a: b, b: a}
    room.data.host = place.get(room.data.host, room.data.host)
    room.away = {place.get(i, i): since for i, since in room.away.items()}
    for client in room.clients.values():
        client.seat = place.get(client.seat, client.seat)
    room.touch()


def lock(room: Room, seat: int, message: wire.Lock) -> None:
    need_host(room, seat)
    room.data.locked = message.on
    room.touch()


def admit(room: Room, seat: int, message: wire.Admit) -> None:
    """Agree to let someone in, or send them away; see `list_deciders`."""
    if seat not in list_deciders(room):
        raise RequestRefused(RefusalCode.NOT_HOST)
    knock = next((knock for knock in room.data.knocks if knock.id == message.knock), None)
    if knock is None:
        raise RequestRefused(RefusalCode.NO_SUCH_KNOCK)
    if message.yes:
        if not seats_to_take(room.data):
            raise RequestRefused(RefusalCode.TABLE_FULL)
        knock.agreed = sorted({*knock.agreed, seat})
        seat_agreed_requests(room)
    else:
        waiting = [client for client in room.clients.values() if client.knock == knock.id]
        room.data.knocks = [other for other in room.data.knocks if other.id != knock.id]
        bar(room, waiting, room.wall + JOIN_RETRY_S)
        room.hang_ups.extend(client.id for client in waiting)
    room.touch()


def set_pace(room: Room, seat: int, message: wire.SetPace) -> None:
    """Report how long the table lets what happens be seen, from the next thing on."""
    need_host(room, seat)
    room.data.pace = message.pace
    room.touch()


def set_voices(room: Room, seat: int, message: wire.SetVoices) -> None:
    """Report whether bots with a character speak."""
    need_host(room, seat)
    room.data.voices = message.on
    room.touch()


def hand_over(room: Room, seat: int, message: wire.HandOver) -> None:
    need_host(room, seat)
    if need_seat(room, message.seat).kind != "human":
        raise RequestRefused(RefusalCode.NO_SUCH_SEAT)
    room.data.host = message.seat
    room.touch()


def start(room: Room, seat: int, message: wire.Start) -> None:
    """Have everybody open what they have sealed; where nobody has sealed anything the game begins at once."""
    need_host(room, seat)
    if room.data.status != "waiting":
        raise RequestRefused(RefusalCode.GAME_RUNS)
    lacking = missing(room)
    if lacking:
        raise RequestRefused(lacking[0])
    if not lock_commitments(room.data, [i for i in room.data.humans if room.is_here(i)]):
        room.start_match()
    room.touch()


QUESTIONS: dict[type, Callable[[Room, Client, Any], wire.ServerMessage]] = {
    wire.Preview: preview,
    wire.GetUnavailable: reasons,
    wire.GetLog: older_lines,
}
"""What changes nothing: it is answered to whoever asks, and neither remembered nor written."""
WHILE_OPENING = (wire.Reveal, wire.Say, wire.Emote, wire.Leave)
"""What may be done while the parts of the seed are opened: nothing that could change who plays."""


COMMANDS: dict[type, Callable[[Room, int, Any], None]] = {
    wire.Do: do,
    wire.ReclaimSeat: back,
    wire.Undo: undo,
    wire.Hold: hold_on,
    wire.AskHint: ask_hint,
    wire.SetAutoPass: watch,
    wire.Say: say,
    wire.Emote: emote,
    wire.Leave: leave,
    wire.Character: character,
    wire.Ready: ready,
    wire.Seal: seal,
    wire.Reveal: reveal,
    wire.Admit: admit,
    wire.SetBot: set_bot,
    wire.Kick: kick,
    wire.Swap: swap,
    wire.Lock: lock,
    wire.HandOver: hand_over,
    wire.SetPace: set_pace,
    wire.SetVoices: set_voices,
    wire.Start: start,
}
"""Rematch is not among them: it makes another table, which is the server's business."""
