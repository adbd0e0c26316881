"""Bots in seats: what they are asked, and when what they have decided is done."""

from __future__ import annotations

from collections.abc import Container

from kickdoor.bots.registry import FALLBACK_BOT
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import PASS, Answer, Prompt, key
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.match import Match
from kickdoor.server.room.offer_limits import check_offer, note_offer
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import BotAsked, RoomData

BOT_DELAY = (0.4, 1.2)
"""Seconds a bot takes, drawn without regard to what it holds."""
UNASKED_DELAY = (2.0, 3.2)
"""Seconds it waits before it speaks up while a person is to answer: they may see what is behind the door first."""


def seat_known_bots(data: RoomData, known: Container[str]) -> list[str]:
    """Have another bot play wherever one is not at this server, until it is again; names those that are missing.

    A stored table names bots and never loads any. One whose game is over stays as it was played.
    """
    if data.status == "over":
        return []
    for seat in data.seats:
        wanted = seat.absent or seat.bot
        seat.bot, seat.absent = (wanted, "") if wanted in known else (FALLBACK_BOT, wanted)
    return [seat.absent for seat in data.seats if seat.absent]


def absent_bots(data: RoomData) -> list[str]:
    """Return to everybody at a table which bots others play for."""
    return [
        f"{seat.name}: the bot {seat.absent} is not here; {seat.bot} plays in its place."
        for seat in data.seats
        if seat.absent and seat.is_bot and data.status != "over"
    ]


def act_for_bots(room: Room, match: Match) -> bool:
    """Do what bots have decided, if it is time; asks them what they have not decided yet."""
    s = match.state
    mask = runtime.prompted_seats(s)
    for i, seat in enumerate(room.data.seats):
        if not seat.is_bot:
            continue
        thought = room.thoughts.get(i)
        if thought is None or thought.serial != s.serial:
            think(room, match, i, mask >> i & 1 == 1)
        elif thought.ready and room.now >= thought.due:
            if carry_out(room, match, thought):
                return True
    return False


def think(room: Room, match: Match, seat: int, asked: bool) -> None:
    """Put a question to a bot, unless it has said already that it has nothing to say."""
    s = match.state
    if asked and room.reaction is not None and seat in room.reaction.passed:
        return
    before = room.data.bots_asked.get(seat)
    if before is not None and before.serial != s.serial:
        before = None
    if not asked and ((before is not None and before.silent) or not s.stack[-1].moments(s, seat)):
        return
    # Also whoever has nothing to choose is asked: an answer that need not wait for a busy worker would tell of that
    due = due_at(room, match, seat, asked) if before is None else before.due
    room.data.bots_asked[seat] = BotAsked(s.serial, due)
    room.thoughts[seat] = BotDecision(seat, s.serial, not asked, due)


def due_at(room: Room, match: Match, seat: int, asked: bool) -> float:
    """Draw the time at which a bot does what it decides now."""
    s = match.state
    person = any(runtime.prompted_seats(s) >> i & 1 for i in room.data.humans if not room.data.seats[i].driven)
    least, most = UNASKED_DELAY if person and not asked else BOT_DELAY
    return room.calm + least + (most - least) * lot_of(room, seat, s.serial)


def lot_of(room: Room, seat: int, serial: int) -> float:
    """Draw a lot between 0 and 1 for a bot: the same for the same moment whatever anybody holds."""
    return LehmerRng(f"{room.data.secret}:{seat}:{serial}").below(1000) / 1000


def carry_out(room: Room, match: Match, thought: BotDecision) -> bool:
    """Do what a bot has decided; True if the game has changed or a window may close.

    Not before now does it remember anything: what is thought and not done, because the game has gone on or the server
    has ended, leaves no trace, and the same question gets the same answer again. What says nothing need not be written
    by itself; it goes with what is done next.
    """
    seat = thought.seat
    del room.thoughts[seat]
    if thought.memory is not None:
        room.data.seats[seat].remember(thought.memory, thought.heard)
    if thought.choice is None:
        fall_silent(room, thought)
        return False
    code, picks = thought.choice
    if code == PASS and room.reaction is not None and not thought.speak_up:
        room.reaction.passed.append(seat)
        return room.now >= room.reaction.open_until
    try:
        check_offer(room, seat, code, picks)
        room.answer(Answer(seat, code, picks, -1, "bot"), key(code), thought.why)
        note_offer(room, seat, code, picks)
    except RequestRefused:
        # Its idea of the game was wrong: it does the safe thing, or nothing
        if thought.speak_up:
            fall_silent(room, thought)
            return False
        answer = runtime.default_answer(match.state, seat)
        room.answer(answer, key(answer.code))
    return True


def fall_silent(room: Room, thought: BotDecision) -> None:
    """Note that a bot has nothing to say at this moment of the game."""
    room.data.bots_asked[thought.seat] = BotAsked(thought.serial, thought.due, silent=True)


def wanted_thoughts(room: Room) -> list[tuple[BotDecision, Prompt]]:
    """List the questions that no bot thinks about yet, and takes them as put."""
    match = room.playing
    out: list[tuple[BotDecision, Prompt]] = []
    if match is not None:
        for thought in room.thoughts.values():
            if not thought.asked:
                thought.asked = True
                thought.heard = len(room.data.seats[thought.seat].heard)
                out.append((thought, runtime.prompt(match.state, thought.seat)))
    return out
