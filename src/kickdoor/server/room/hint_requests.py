"""Hints at a table where one person sits with bots: asked for, thought of elsewhere, and noted for the record."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Prompt, parse
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.fault_guard import unchanged
from kickdoor.server.room.room import Room
from kickdoor.server.room.tutorial import is_scripted
from kickdoor.view.observation import Observation
from kickdoor.view.observe import observe

MAX_RECORDED_HINTS = 500
"""Hints of a seat whose moments are noted; nobody reads on about more."""


@dataclass(slots=True)
class HintOrder:
    """A hint that is wanted: by whom, about which moment, and what their seat may know of it."""

    cmd: str
    seat: int
    turn: int
    seen: Observation
    prompt: Prompt
    sent: bool = False


def ask_hint(room: Room, seat: int, message: wire.AskHint) -> None:
    """Want a hint for a seat, where nobody else is a person: who plays with people plays by themselves."""
    match = room.playing
    if match is None:
        raise RequestRefused(RefusalCode.NO_GAME)
    if is_scripted(room.data):
        raise RequestRefused(RefusalCode.TUTORIAL_LATER)
    if room.data.humans != [seat]:
        raise RequestRefused(RefusalCode.HINT_COMPANY)
    if seat in room.hints:
        raise RequestRefused(RefusalCode.HINT_COMING)
    prompt = runtime.prompt(match.state, seat)
    if not prompt.codes:
        raise RequestRefused(RefusalCode.HINT_NOTHING)
    with unchanged(room.data.id):
        seen = observe(match.state, seat)
    noted = room.data.seats[seat].hints
    if len(noted) < MAX_RECORDED_HINTS:
        noted.append(match.seq)
    room.unwritten = True
    room.hints[seat] = HintOrder(message.cmd, seat, match.state.turns, seen, prompt)


def give_hint(room: Room, order: HintOrder, found: tuple[str, str] | None) -> None:
    """Report a seat what was thought of, or nothing if that has failed or the game has gone on to another question."""
    if room.hints.get(order.seat) is not order:
        return
    del room.hints[order.seat]
    match = room.playing
    if match is None or found is None or not is_of_use(match.state, order, found[0]):
        found = "", ""
    for client in room.clients_of(order.seat):
        room.send(client.id, wire.Hint(key=found[0], text=found[1]))


def is_of_use(s: State, order: HintOrder, key: str) -> bool:
    """Return whether the seat still has the prompt it wanted a hint about."""
    if (s.turns, runtime.prompt(s, order.seat).purpose) != (order.turn, order.prompt.purpose):
        return False
    return not key or parse(key) in runtime.legal_options(s, order.seat)
