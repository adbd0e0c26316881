"""Tells what happened, line by line."""

from __future__ import annotations

from kickdoor.core.events import Event
from kickdoor.core.state import State
from kickdoor.view.narrate import narrate
from kickdoor.view.redact import redact


def seat_names(count: int) -> list[str]:
    """Names seats that nobody has named."""
    return [f"Seat {seat}" for seat in range(count)]


def witness(event: Event, count: int) -> int:
    """Finds a seat that saw the cards of an event; a spectator if nobody did."""
    for seat in range(count):
        if event.eyes >> seat & 1:
            return seat
    return -1


def tell_events(s: State, events: list[Event], seat: int | None, names: list[str]) -> list[str]:
    """Writes events as a seat may know them; for None with everything, hidden cards too."""
    count = len(s.seats)
    people = names or seat_names(count)
    lines: list[str] = []
    for event in events:
        eyes = witness(event, count) if seat is None else seat
        lines.append(narrate(s.rules, redact(event, eyes, s.rules), people))
    return lines
