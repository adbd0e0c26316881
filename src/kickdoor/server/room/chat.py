"""What people say at the table and the faces they make, which bots with a character answer now and then."""

from __future__ import annotations

from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.bot_chatter import reply
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import MAX_CHAT_LINES
from kickdoor.server.room.text_cleaning import clean_text
from kickdoor.server.storage.journal import CHAT


def say(room: Room, seat: int, message: wire.Say) -> None:
    text = clean_text(message.text)
    if not text:
        raise RequestRefused(RefusalCode.CHAT_EMPTY)
    name = room.data.seats[seat].name
    room.chat = [*room.chat[-MAX_CHAT_LINES + 1 :], (seat, name, text)]
    room.tell_all(wire.Chat(seat=seat, name=name, text=text))
    # A line of chat changes nothing that the others would have to be shown
    shown = room.played
    room.note(CHAT, [seat, name, text])
    room.played = shown


def emote(room: Room, seat: int, message: wire.Emote) -> None:
    to = -1 if message.to is None or message.to >= len(room.data.seats) else message.to
    room.tell_all(wire.EmoteShown(seat=seat, name=message.name, to=to))
    said = None if room.match is None else reply(room.data, room.match, seat, message.name, to)
    room.sayings += [] if said is None else [said]
