"""Nothing hidden leaves the server: not in a byte, and not in the time at which something happens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.table.harness import House, any_answer, new_data, start

from kickdoor.catalog.load import known_sets
from kickdoor.core import machine
from kickdoor.core.prompts import P_CARD, P_SHIFT, PASS, Answer, key
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.table import protocol as wire
from kickdoor.view.observe import observe
from kickdoor.view.secrets import hidden_cards
from kickdoor.view.worlds import worlds

CARD_FIELDS = frozenset(
    ["card_ids", "hand", "known", "open", "play", "equipped", "discards", "aside", "played", "atoms", "card", "second"]
)


def names_of(value: Any, out: set[str]) -> None:
    """Gathers every text in a message."""
    if isinstance(value, str):
        out.add(value)
    elif isinstance(value, dict):
        for part in value.values():
            names_of(part, out)
    elif isinstance(value, list):
        for part in value:
            names_of(part, out)


def check(house: House, s: State, seat: int, view: wire.View) -> None:
    """Looks through one view for cards its reader must not know, by id and by definition."""
    told = json.loads(wire.encoder.encode(view))
    game = told["game"]
    hidden = hidden_cards(s, seat)
    assert not hidden & set(game["card_ids"])
    assert len(game["card_ids"]) == len(game["card_defs"])
    visible = {s.cards[card].index for card in range(len(s.cards)) if card not in hidden}
    secret = {d.key for d in s.rules.defs if d.index not in visible}
    shown = "\n".join(s.rules.defs[index].name for index in visible)
    # The log may name what was seen and is hidden again; all else may not
    lines = told.pop("lines")
    said: set[str] = set()
    names_of(told, said)
    assert not said & secret
    text = "\n".join(said)
    for d in s.rules.defs:
        if d.key in secret and len(d.name) > 12 and d.name not in shown:
            assert d.name not in text, d.name
    for choice in told["choices"]:
        assert choice["card"] not in hidden
        if choice["form"]:
            check_form(choice["form"], hidden, game)
    for refusal in told["refusals"]:
        assert refusal["card"] not in hidden
    for line in lines:
        assert "cards" in line


def check_form(form: dict[str, Any], hidden: set[int], game: dict[str, Any]) -> None:
    """A form speaks of cards the seat knows; drawing blindly from a hand goes by places."""
    if form["kind"] in ("cards", "charity"):
        assert not hidden & set(form["atoms"])
    if form["kind"] == "terms":
        cards = {atom & 4095 for atom in form["atoms"] if atom >> P_SHIFT == P_CARD}
        assert not hidden & cards


@pytest.mark.parametrize(("seed", "sets"), [(1, None), (2, None), (3, known_sets())])
def test_no_view_names_a_hidden_card(seed: int, sets: list[str] | None) -> None:
    data = new_data(3, 4, "blitz", sets)
    data.secret = f"{seed:064x}"
    house, clients = start(3, data=data)
    clients.append(house.connect(-1))
    lots = Lots(f"leak{seed}")
    marks = dict.fromkeys(clients, 0)
    for _ in range(150):
        if house.room.playing is None:
            break
        random_step(house, clients[:3], lots)
        for client in clients:
            news = [m for m in house.inbox[client][marks[client] :] if isinstance(m, wire.View)]
            marks[client] = len(house.inbox[client])
            if news:
                check(house, house.state, house.room.clients[client].seat, news[-1])


def random_step(house: House, clients: list[int], lots: Lots) -> None:
    """Somebody does something, or time goes on."""
    asked = machine.asked(house.state)
    waiting = [c for c in clients if asked >> house.room.clients[c].seat & 1]
    if waiting and lots.below(3):
        client = waiting[lots.below(len(waiting))]
        house.do(client, *any_answer(house.state, house.room.clients[client].seat, lots))
    elif not house.step() and waiting:
        house.do(waiting[0], *any_answer(house.state, house.room.clients[waiting[0]].seat, lots))


def test_a_line_of_the_log_names_cards_only_to_those_who_saw_them() -> None:
    house, clients = start(3, 4, "blitz")
    lots = Lots("lines")
    for _ in range(400):
        if house.room.playing is None:
            break
        random_step(house, clients, lots)
    seen = 0
    for seat in (-1, 0, 1, 2):
        for line, fact in zip(house.match.lines(seat, 0), house.match.events, strict=True):
            if fact.event is None or not fact.event.cards:
                continue
            allowed = fact.event.eyes == 63 if seat < 0 else fact.event.eyes >> seat & 1
            assert bool(line.cards) == bool(allowed)
            if not allowed:
                seen += 1
                for index in fact.event.names:
                    name = house.match.rules.defs[index].name
                    assert name not in line.text
    assert seen > 20


def schedule(house: House, clients: list[int], most: int) -> list[tuple[float, int, int]]:
    """Has everybody pass wherever he can, and tells when each window opened, and who was asked."""
    out: list[tuple[float, int, int]] = []
    last = -1
    for _ in range(most):
        if house.room.playing is None:
            break
        window = house.room.reaction
        if window is not None and window.id != last:
            last = window.id
            out.append((round(house.now, 3), window.id, machine.asked(house.state)))
        if window is None:
            break
        house.step()
    return out


def test_hidden_cards_do_not_change_the_schedule_of_windows() -> None:
    """In the middle of a game all that one seat does not know is dealt anew: the windows it sees stay the same."""
    compared = 0
    for seed in range(6):
        house, clients = start(2, 4, "normal", data=new_data(2, 4))
        lots = Lots(f"worlds{seed}")
        for _ in range(600):
            if house.room.playing is None:
                break
            window = house.room.reaction
            if window is not None and not window.told and not window.passed:
                found = [schedule_in(house, state) for state in alternatives(house, lots)]
                assert found[0] == found[1] == found[2]
                compared += 1
                break
            random_step(house, clients, lots)
    assert compared >= 4


def alternatives(house: House, lots: Lots) -> list[State]:
    """Gives the state as it is and twice as it might be for a spectator: other cards in hands and decks."""
    seen = observe(house.state, -1)
    return [house.state.copy(), *[worlds(seen, house.match.rules, Lots(f"{lots.x}:{i}")) for i in range(2)]]


def schedule_in(house: House, state: State) -> list[tuple[float, int, int]]:
    """Tells the schedule of windows from here on, in a world of its own, if nobody says anything."""
    fresh = House(new_data(2, 4))
    fresh.room.start_match()
    fresh.match.recorder.game.state = state
    fresh.room.data.turn_noted = state.turns
    clients = [fresh.connect(0), fresh.connect(1)]
    fresh.think = lambda: pass_for_bots(fresh)  # type: ignore[method-assign]
    return schedule(fresh, clients, 60)


def pass_for_bots(house: House) -> None:
    """Bots hold their tongues, after as long as they always take."""
    for thought in house.room.thoughts.values():
        thought.asked = thought.ready = True
        thought.choice = None if thought.speak_up else (PASS, [])


def test_a_bot_takes_as_long_whatever_it_holds() -> None:
    from kickdoor.table.bot_seats import BOT_DELAY, delay_of

    house, _ = start(2)
    delays = [delay_of(house.room, 2, serial) for serial in range(500)]
    assert min(delays) >= BOT_DELAY[0]
    assert max(delays) <= BOT_DELAY[1]
    assert len(set(delays)) > 300
    answer = Answer(2, PASS)
    assert key(answer.code) == "pass"
