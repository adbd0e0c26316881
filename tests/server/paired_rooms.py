"""Two tables that differ only in what somebody must not know. For that player they must be one and the same."""

from __future__ import annotations

from typing import Any

from tests.server.harness import RoomHarness, new_data

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, PASS, key
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.scheduler import could_react
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe
from kickdoor.view.visibility import hidden_cards

MAX_WAKES = 50
MAX_DEALS = 12


class Twin:
    """A table in the middle of a game, with everyone connected, and one of them whose eyes we use.

    With `driven` a stand-in plays for them while they look on, and no one else does.
    """

    def __init__(self, like: RoomHarness, state: State, eyes: int, driven: bool = False) -> None:
        data = new_data(len(like.room.data.humans), len(state.seats), like.room.data.speed, like.room.data.sets)
        # How long things are let be seen must not tell anything either
        data.pace = "normal"
        self.tables = RoomHarness(data)
        self.tables.room.start_match()
        self.tables.match.recorder.game.state = state
        self.tables.room.data.turn_noted = state.turns
        self.tables.think = self.hush  # type: ignore[method-assign]
        self.eyes = eyes
        self.driven = driven
        self.clients = {seat: self.tables.connect(seat) for seat in (*([] if driven else [-1]), *data.humans)}
        self.client = self.clients[eyes]
        if driven:
            data.seats[eyes].driven = True
            data.window = None
            self.tables.room.touch()
            self.tables.pass_time(0.0)
        self.start = self.tables.time

    @property
    def state(self) -> State:
        return self.tables.state

    def hush(self) -> None:
        """Have the bots pass, after as long as they always take."""
        for thought in self.tables.room.thoughts.values():
            thought.asked = thought.ready = True
            thought.choice = None if thought.speak_up else (PASS, [])

    def news(self) -> bytes:
        """Return every byte that was sent since it was last asked for."""
        sent = b"\n".join(wire.encoder.encode(message) for message in self.tables.inbox[self.client])
        self.tables.inbox[self.client] = []
        return sent

    def command(self, message: Any) -> bytes:
        """Send a command; gives every byte that came of it."""
        self.tables.send(self.client, message)
        return self.news()

    def overhear(self, seat: int, message: Any) -> bytes:
        """Have somebody else send a command; gives every byte that came of it here."""
        self.tables.send(self.clients[seat], message)
        return self.news()

    def step(self) -> tuple[float, bytes]:
        """Let time pass until something is said; tells when that was, and every byte of it."""
        for _ in range(MAX_WAKES):
            if self.tables.room.playing is None or not self.tables.step():
                break
            said = self.news()
            if said:
                return round(self.tables.time - self.start, 3), said
        return -1.0, b""

    def has_decided(self) -> bool:
        """Return whether anybody has done more than pass. What they do may depend on what they hold."""
        return any(deed.kind == "answer" and b'"pass"' not in deed.body for deed in self.tables.written)


def twins(harness: RoomHarness, eyes: int, rng: LehmerRng, driven: bool = False, parted: int = -1) -> tuple[Twin, Twin]:
    """Return the table as it is, and with all that someone does not know dealt again.

    With `parted` it is dealt again until this seat has something for a window at one table only, if that is possible.
    """
    s = harness.state
    other = sample_state(observe(s, eyes), s.rules, rng)
    for _ in range(MAX_DEALS):
        if parted < 0 or could_react(s, parted) != could_react(other, parted):
            break
        other = sample_state(observe(s, eyes), s.rules, rng)
    # The same dice: they are chance, not knowledge
    other.rng = s.rng.copy()
    return Twin(harness, s.copy(), eyes, driven), Twin(harness, other, eyes, driven)


def has_learnt(before: State, after: State, eyes: int) -> bool:
    """Return whether chance was used, or anything shown: then the tables may part."""
    if before.rng.counters != after.rng.counters:
        return True
    return bool(hidden_cards(before, eyes) - hidden_cards(after, eyes))


def own_act(twin: Twin, rng: LehmerRng) -> tuple[str, list[int]] | None:
    """Draw something a seat may do; none if there is nothing."""
    codes = runtime.legal_options(twin.state, twin.eyes)
    if not codes:
        return None
    code = codes[rng.below(len(codes))]
    picks = runtime.form(twin.state, twin.eyes, code).sample(twin.state, rng) if code & FORM_BIT else []
    return key(code), picks


def odd_acts(s: State, seat: int, rng: LehmerRng) -> list[tuple[str, list[int]]]:
    """Draw acts of others, and acts with cards at random: what a seat might try to see how it is refused."""
    out: list[tuple[str, list[int]]] = []
    for p in s.seats:
        codes = runtime.legal_options(s, p.index)
        for code in rng.sample(codes, min(2, len(codes))):
            out.append((key(code), runtime.form(s, p.index, code).sample(s, rng) if code & FORM_BIT else []))
    card, more, who = rng.below(len(s.cards)), rng.below(len(s.cards)), rng.below(len(s.seats))
    out += [(f"play:{card}", []), (f"play:{card}>seat{who}", []), (f"play:{more}>side{who % 2}", [])]
    out += [(f"equip:{card}", []), ("sell*", [card, more]), (f"give>seat{who}*", [card]), (f"use:{card}", [])]
    out.append((f"trade>seat{who}*", [card, more]))
    own = [key(code) for code in runtime.legal_options(s, seat)]
    return [act for act in out if act[0] not in own]
