"""Text for the events of a terminal game, line by line."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.state.state import State
from kickdoor.game import seat_names
from kickdoor.text.card_text import card_face
from kickdoor.text.event_text import narrate
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import terms_text
from kickdoor.view.redact import redact, witness

Facts = dict[str, object]
MEETING_EVENTS = ("door_kicked", "looked_for_trouble")
"""Events that name the monster, so that the start of the fight is not printed."""
MERGED_EVENTS = ("item_equipped", "item_unequipped", "item_carried", "card_discarded", "treasure_picked")
"""Events that are merged into one sentence if a player does the same to several cards in a row."""


def tell_events(s: State, events: list[Event], seat: int | None, names: list[str]) -> list[str]:
    """Write events as a seat may know them; None shows everything, including hidden cards."""
    count = len(s.seats)
    player_names = names or seat_names(count)
    lines: list[str] = []
    for event in without_echoes(events):
        viewer = witness(event, count) if seat is None else seat
        lines.append(narrate(s.rules, redact(event, viewer, s.rules), player_names))
    return lines


def without_echoes(events: list[Event]) -> list[Event]:
    """Return the events without those that add nothing for readers, such as the discard of a played card."""
    return [event for event in events if event.kind not in ev.FOLLOWS_PLAY]


def levels_before(s: State, events: list[Event]) -> list[int]:
    """Return the Levels of all seats before the last events."""
    levels = [p.level for p in s.seats]
    for event in reversed(events):
        if event.kind in ev.LEVELS:
            levels[event.seat] = event.before
    return levels


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    text: str
    about_reader: bool = False
    is_turn: bool = False


class EventLog:
    """A collector of events as log lines for one seat, the reader's."""

    def __init__(self, rules: RuleSet, seat: int, names: list[str]) -> None:
        self.rules = rules
        self.seat = seat
        self.names = names
        self.facts: list[Facts] = []

    def add(self, s: State, events: list[Event]) -> None:
        """Add events, with the resulting Levels and the offered terms."""
        events = without_echoes(events)
        found = [redact(event, self.seat, s.rules) for event in events]
        for n, (event, facts) in enumerate(zip(events, found, strict=True)):
            if event.kind == ev.TURN_BEGUN:
                facts["levels"] = levels_before(s, events[n:])
            elif event.kind in ev.LEVELS:
                facts["level"] = event.after
            elif event.kind in (ev.HELP_ASKED, ev.HELP_OFFERED) and event.helper >= 0:
                facts["terms"] = terms_text(s, self.seat, event.terms, self.names, helper=event.helper)
                facts["helper"] = event.helper
            self.append(facts)

    def append(self, facts: Facts) -> None:
        """Append an event, or merge it into the previous one if one sentence covers both."""
        previous = self.facts[-1] if self.facts else {}
        is_same_seat = previous.get("seat") == facts["seat"]
        defs = facts.get("defs")
        if facts["kind"] == "card_attached" and previous.get("kind") == "card_played" and is_same_seat:
            return
        if facts["kind"] == "promise_lapsed" and previous == facts:
            return
        if facts["kind"] == "fight_begun" and previous.get("kind") in MEETING_EVENTS and previous.get("defs") == defs:
            previous["fought"] = True
            return
        if facts["kind"] in MERGED_EVENTS and isinstance(defs, list) and is_same_seat:
            if previous["kind"] == "card_played" and previous.get("defs") == defs and facts["kind"] != "card_discarded":
                self.facts.pop()
                self.append(facts)
                return
            previous_defs = previous.get("defs")
            if previous["kind"] == facts["kind"] and isinstance(previous_defs, list):
                previous["defs"] = previous_defs + defs
                return
        self.facts.append(facts)

    def lines(self) -> list[Line]:
        """Return the collected lines and clear them."""
        facts, self.facts = self.facts, []
        out: list[Line] = []
        rolls = first_rolls(facts)
        if rolls:
            texts = ", ".join(f"{self.name_or_you(fact['seat'])} {fact['amount']}" for fact in rolls)
            out.append(Line(f"Rolling to see who goes first (ties roll again): {texts}."))
        for previous, fact in zip([{}, *facts], facts, strict=False):
            if fact not in rolls and not is_haul_of(previous, fact):
                out.append(self.line(fact))
                out.extend(self.card_lines(fact))
        return out

    def card_lines(self, fact: Facts) -> list[Line]:
        """Return the text of a card that affects the reader: a monster they fight, a Curse, Bad Stuff."""
        kind, defs = fact["kind"], fact.get("defs")
        if not isinstance(defs, list) or not defs or (fact["seat"] != self.seat and kind != "caught"):
            return []
        definition = renderer_for(self.rules).cards[str(defs[0])]
        if kind in ("fight_begun", "monster_joined", "curse_landed") or "fought" in fact:
            return [Line("  " + " ".join(card_face(self.rules, definition).split("\n")[2:]))]
        if kind == "caught":
            return [
                Line("  " + line)
                for line in card_face(self.rules, definition).split("\n")
                if line.startswith("Bad Stuff")
            ]
        return []

    def line(self, fact: Facts) -> Line:
        """Return the line for one event; a turn begins with the Levels of all players."""
        text = narrate(self.rules, fact, self.names, me=self.seat)
        levels = fact.get("levels")
        if isinstance(levels, list):
            texts = ", ".join(f"{self.name_or_you(seat)} {level}" for seat, level in enumerate(levels))
            return Line(f"{text} Levels: {texts}.", is_turn=True)
        # An event is about the reader if its text is different for the others
        return Line(text, text != narrate(self.rules, fact, self.names))

    def name_or_you(self, seat: object) -> str:
        """Name a seat; the reader is "you"."""
        return "you" if seat == self.seat else self.names[seat] if isinstance(seat, int) else ""


def is_haul_of(drawn: Facts, picked: Facts) -> bool:
    """Return whether a player picked exactly the Treasures they have just drawn, so that no line is needed."""
    if (drawn.get("kind"), picked["kind"]) != ("treasures_drawn", "treasure_picked") or drawn["seat"] != picked["seat"]:
        return False
    before, after = drawn.get("defs"), picked.get("defs")
    return isinstance(before, list) and isinstance(after, list) and sorted(before) == sorted(after)


def first_rolls(facts: list[Facts]) -> list[Facts]:
    """Find the die rolls for the first turn."""
    kinds = [fact["kind"] for fact in facts]
    if "turn_begun" not in kinds or facts[kinds.index("turn_begun")]["amount"] != 1:
        return []
    return [fact for fact in facts[: kinds.index("turn_begun")] if fact["kind"] == "die_rolled"]
