"""What bots at a table hear: those that bear grudges are told what their seats saw happen, with the next question."""

from __future__ import annotations

from kickdoor.bots.registry import receives_events
from kickdoor.engine.machine.events import Event
from kickdoor.policies.grudges import RELEVANT_EVENTS, visible_numbers
from kickdoor.server.room.room_data import RoomData


def listen(data: RoomData, events: list[Event]) -> None:
    """Keep what each bot that receives events saw of what has just happened; it is written with the table."""
    telling = [event for event in events if RELEVANT_EVENTS >> event.kind & 1]
    if telling:
        for i, seat in enumerate(data.seats):
            if seat.is_bot and receives_events(seat.bot):
                for event in telling:
                    seat.hear(visible_numbers(event, i))
