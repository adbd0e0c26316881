"""Nothing hidden leaves the server: not in a byte, and not in the time at which something happens."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from tests.server.harness import RoomHarness, any_answer, new_data, start

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import ASK, P_CARD, P_GIVE, P_SHIFT, P_WANT, act_of, key, target_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.bot_turns import lot_of
from kickdoor.server.room.game_log import LogEvent
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import DEFAULT, PLAIN, language
from kickdoor.view.observation import Observation
from kickdoor.view.visibility import hidden_cards


def texts_of(value: Any, out: set[str]) -> None:
    """Gather every text in a message."""
    if isinstance(value, str):
        out.add(value)
    elif isinstance(value, dict):
        for part in value.values():
            texts_of(part, out)
    elif isinstance(value, list):
        for part in value:
            texts_of(part, out)


def buried(s: State, seat: int) -> set[int]:
    """Gather the discards under the top cards, which nobody is shown who need not choose among them (AMB-05)."""
    asked = s.stack[-1] if s.stack else None
    looked = asked.atoms if isinstance(asked, ChoiceFrame) and asked.seat == seat else []
    return {card for pile in s.discards for card in pile[:-1] if card not in looked}


def restrictions(rules: RuleSet, index: int) -> list[str]:
    return CardWriter(rules, rules.defs[index], DEFAULT).restrictions()


def check(s: State, seat: int, view: wire.View, reasons: wire.Reasons | None) -> None:
    """Look through one view, and what was told on asking, for cards its reader must not know, by id and by name."""
    told = json.loads(wire.encoder.encode(view))
    if reasons is not None:
        told["refusals"] = json.loads(wire.encoder.encode(reasons))["refusals"]
    game: Observation = told["game"]
    hidden = hidden_cards(s, seat) | buried(s, seat)
    assert not hidden & set(game["card_ids"])
    assert len(game["card_ids"]) == len(game["card_defs"])
    visible = {s.cards[card].index for card in range(len(s.cards)) if card not in hidden}
    secret = {d.key for d in s.rules.defs if d.index not in visible}
    shown = "\n".join(s.rules.defs[index].name for index in visible)
    # The log may name what was seen and is hidden again; it has a test of its own
    del told["lines"]
    said: set[str] = set()
    texts_of(told, said)
    assert not said & secret
    text = "\n".join(said)
    for id, forms in language().forms.items():
        if id.startswith("reason."):
            # What it takes to sell is the name of a card as well
            text = text.replace(forms[PLAIN], "")
    for limit in {limit for index in visible for limit in restrictions(s.rules, index)}:
        # A card that the reader sees says itself that it is only for a Wizard
        text = text.replace(limit, "")
    for d in s.rules.defs:
        if d.key in secret and d.name not in shown:
            assert d.name not in text, d.name
    for part in (*told["choices"], *told.get("refusals", [])):
        assert part["card"] not in hidden
    for form in [choice["form"] for choice in told["choices"] if choice["form"]]:
        check_form(form, hidden)


def check_form(form: dict[str, Any], hidden: set[int]) -> None:
    """A form speaks of cards the seat knows; drawing blindly from a hand goes by places."""
    if form["kind"] in ("cards", "charity"):
        assert not hidden & set(form["atoms"])
    if form["kind"] in ("terms", "trade"):
        assert not hidden & {atom & 4095 for atom in form["atoms"] if atom >> P_SHIFT in (P_CARD, P_GIVE, P_WANT)}


def check_secrets(harness: RoomHarness, seat: int, message: wire.ServerMessage) -> None:
    """No message of any kind holds a part of the seed, a token or what others have added to it."""
    sent = wire.encoder.encode(message)
    data = harness.room.data
    words = [data.secret, data.seed, *[one.token for one in data.seats], *[one.salt for one in data.seats]]
    for word in [word for word in words if word]:
        assert word.encode() not in sent


@pytest.mark.parametrize(("seed", "sets"), [(1, None), (2, known_sets()), (3, known_sets())])
def test_no_message_names_a_hidden_card(seed: int, sets: list[str] | None) -> None:
    data = new_data(3, 4, "blitz", sets)
    data.secret = f"{seed:064x}"
    harness, clients = start(3, data=data)
    clients.append(harness.connect(-1))
    rng = LehmerRng(f"leak{seed}")
    marks = dict.fromkeys(clients, 0)
    for _ in range(150):
        if harness.room.playing is None:
            break
        random_step(harness, clients[:3], rng)
        for client in clients:
            news = harness.inbox[client][marks[client] :]
            marks[client] = len(harness.inbox[client])
            seat = harness.room.clients[client].seat
            for message in news:
                check_secrets(harness, seat, message)
            views = [message for message in news if isinstance(message, wire.View)]
            if views and harness.room.playing is not None:
                check(harness.state, seat, views[-1], reasons_for(harness, client) if seat >= 0 else None)


def reasons_for(harness: RoomHarness, client: int) -> wire.Reasons:
    """Ask why what a seat cannot do cannot be done."""
    harness.send(client, wire.GetUnavailable(cmd="why"))
    told = harness.inbox[client].pop()
    assert isinstance(told, wire.Reasons)
    return told


def random_step(harness: RoomHarness, clients: list[int], rng: LehmerRng) -> None:
    """Somebody does something, or time goes on."""
    asked = runtime.prompted_seats(harness.state)
    waiting = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
    if waiting and rng.below(3):
        client = waiting[rng.below(len(waiting))]
        harness.do(client, *any_answer(harness.state, harness.room.clients[client].seat, rng))
    elif not harness.step() and waiting:
        harness.do(waiting[0], *any_answer(harness.state, harness.room.clients[waiting[0]].seat, rng))


def check_line(harness: RoomHarness, seat: int, line: wire.Line, fact: LogEvent, seen: Counter[str]) -> None:
    """Compare a line of the log with what a seat has seen of the event."""
    event = fact.event
    if event is None:
        return
    if event.cards:
        allowed = event.visible_to == 63 if seat < 0 else event.visible_to >> seat & 1
        assert bool(line.cards) == bool(allowed)
        if not allowed:
            seen["hidden"] += 1
            for index in event.names:
                assert harness.match.rules.defs[index].name not in line.text
            # Backs fly: how many, and from where to where, and nothing else
            assert line.ids == []
            assert not [move for move in line.moves if move.card or move.id >= 0]
            assert len(line.moves) in (0, len(event.cards))
            seen["backs"] += len(line.moves)
        keys = {harness.match.rules.defs[index].key for index in event.names}
        sent = wire.encoder.encode(line).decode()
        assert allowed or line.cause in keys or not [key for key in keys if f'"{key}"' in sent]


def test_a_line_of_the_log_names_cards_only_to_those_who_saw_them() -> None:
    seen: Counter[str] = Counter()
    for seed, sets in ((1, None), (2, known_sets()), (3, known_sets())):
        data = new_data(3, 4, "blitz", sets)
        data.secret = f"{seed:064x}"
        harness, clients = start(3, data=data)
        rng = LehmerRng(f"lines{seed}")
        for _ in range(250):
            if harness.room.playing is None:
                break
            random_step(harness, clients, rng)
        for seat in (-1, 0, 1, 2, 3):
            for line, fact in zip(harness.match.lines(seat, 0), harness.match.events, strict=True):
                check_line(harness, seat, line, fact, seen)
    assert seen["hidden"] > 100
    assert seen["backs"] > 30


def promise(harness: RoomHarness, clients: list[int], rng: LehmerRng) -> tuple[int, int, int] | None:
    """Play on until somebody may promise a hand card for help, and does; gives who, to whom, and the card."""
    for _ in range(400):
        if harness.room.playing is None:
            return None
        seat = -1 if harness.state.fight is None else harness.state.fight.main
        for code in runtime.legal_options(harness.state, seat) if seat >= 0 else []:
            form = runtime.form(harness.state, seat, code) if act_of(code) == ASK else None
            atoms = [] if form is None else [atom for atom in form.candidates if atom >> P_SHIFT == P_CARD]
            if atoms and isinstance(harness.do(clients[seat], key(code), atoms[:1]), wire.Done):
                return seat, target_of(code), atoms[0] & 4095
        random_step(harness, clients, rng)
    return None


def test_a_promised_card_is_shown_only_to_the_helper() -> None:
    found = 0
    for seed in range(20):
        if found == 2:
            return
        data = new_data(4, 4, "blitz", known_sets() if seed % 2 else None)
        data.secret = f"{seed:064x}"
        harness, clients = start(4, data=data)
        done = promise(harness, clients, LehmerRng(f"promise{seed}"))
        if done is None:
            continue
        asker, to, card = done
        name = harness.state.cards[card].name
        told = {seat: harness.match.lines(seat, 0)[-1].text for seat in range(-1, 4)}
        if "help" not in told[-1]:
            # Help is compelled, and for nothing
            continue
        found += 1
        assert name in told[asker]
        assert name in told[to]
        for seat in told:
            if seat not in (asker, to) and card in hidden_cards(harness.state, seat):
                assert name not in told[seat]
                assert name not in wire.encoder.encode(harness.match.lines(seat, 0)[-1]).decode()
    raise AssertionError("nobody promises anything")


def test_a_bot_takes_as_long_whatever_it_holds() -> None:
    harness, _ = start(2)
    rng = [lot_of(harness.room, 2, serial) for serial in range(500)]
    assert min(rng) >= 0.0
    assert max(rng) <= 1.0
    assert len(set(rng)) > 300
    harness.state.seats[2].hand.clear()
    assert [lot_of(harness.room, 2, serial) for serial in range(500)] == rng
