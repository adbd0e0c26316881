"""What is told of an act: its events with what they led to, and each of them as a line of the log for whoever reads it.

A line has its words, and as data all that a page needs to show it: whom it is about, what became of Levels and totals,
from where to where cards moved, what had to be rolled, which terms were offered. What a reader may not know is in none
of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.events import EVENTS, Event
from kickdoor.engine.machine.resolve import programs_running
from kickdoor.engine.rules.fight.rewards import seat_about_to_draw
from kickdoor.engine.rules.fight.strength import is_winning, totals
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.beats import REWARD_TAKEN, ROLLED_FOR_ORDER, beats_of
from kickdoor.server.room.card_moves import CardMoveTracker
from kickdoor.server.room.escape_odds import needed, not_pursued_by
from kickdoor.text.card_text import modifier_text
from kickdoor.text.event_text import left_because, narrate, taken_back, totals_moved
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.text.options_text import term_text, terms_text
from kickdoor.view.redact import is_about_a_level, levels_after, redact, sees
from kickdoor.view.visibility import HIDDEN_PICK, show_bargain

TAKEN_BACK = "taken_back"
"""The kind of the log line that says so."""
BARGAINS = (ev.HELP_ASKED, ev.HELP_OFFERED)
CAUSES = (ev.CAUGHT, ev.CURSE_LANDED)
"""What has consequences, until something else begins."""
DEEDS = (ev.CARD_PLAYED, ev.ABILITY_USED, ev.CURSE_LANDED, ev.CAUGHT)
"""What names the card because of which a monster leaves; without one it goes because of what stands on its own."""
CONSEQUENCES = frozenset(
    [
        "level_gained", "level_lost", "card_discarded", "died", "tokens_lost", "token_given", "sex_changed",
        "item_taken", "card_taken_from", "card_passed", "given", "hand_shown", "die_rolled", "items_sold",
        "card_drawn", "treasures_drawn", "taken_from_discards",
    ]
)  # fmt: skip
"""What may come of Bad Stuff, a curse or another card that is carried out."""
SORTS = {
    p.P_COUNT: "treasures", p.P_PLACE: "pick", p.P_TOKENS: "tokens", p.P_TOKEN_PLACE: "token_pick", p.P_CARD: "plays",
    p.P_GIVE: "gives", p.P_WANT: "wants", p.P_ANYWAY: "anyway",
}  # fmt: skip
SAW, DID_NOT_SEE = -2, -3
"""Readers whom a line is not about."""
OF_CARDS = (p.P_CARD, p.P_GIVE, p.P_WANT)


# Without slots: it is compiled, and has no other room then
@dataclass
class LogEvent:
    """An event with what it led to; without an event, a seat took its last act back."""

    event: Event | None
    turn: int
    seat: int = -1
    level: int = 0
    """The Level reached, where the event is about one."""
    terms: Sequence[str] = ()
    """What is offered or agreed for help, as each seat may know it; a spectator's version is the last."""
    helper: int = -1
    follows: bool = False
    """It came of the same act as the event before."""
    moved: Sequence[list[int]] = ()
    """Both totals of the fight before the act and after it, where the act has changed one."""
    why: wire.Reason | None = None
    """Why a bot has refused, where this tells that it has."""
    beat: str = ""
    """How it is seen to happen."""
    seconds: float = 0.0
    """How long that takes at normal pace; 0 where it is part of another beat."""
    moves: Sequence[str] = ()
    """From where to where each of its cards moves."""
    need: int = 0
    """The face that a roll to run away needs."""
    monster: int = -1
    """Which monster that is about."""
    cause: str = ""
    """The card whose Bad Stuff, curse or other effect it is; to which another is attached; that does not pursue."""
    chips: Sequence[list[wire.TermShown]] = ()
    """The terms one by one, for each seat as `terms`."""


def build_log_events(before: State, s: State, events: list[Event], names: list[str]) -> list[LogEvent]:
    """Add to the events of an act what they led to: Levels, totals, terms, where cards went, and how it is seen."""
    events = drop_redundant_events(s, events)
    out = [
        LogEvent(event, s.turns, event.seat, follows=n > 0 and event.kind != ev.TURN_BEGUN)
        for n, event in enumerate(events)
    ]
    if not out:
        return out
    out[-1].moved = moved(before, s, events)
    turns = bool(out[-1].moved) and is_winning(before) != is_winning(s)
    beats = beats_of([seen_as(before, event) for event in events], turns)
    journey = CardMoveTracker(before, s)
    for n, (told, event, levels) in enumerate(zip(out, events, levels_after(s, events), strict=True)):
        told.beat, told.seconds = beats[n]
        told.moves = journey.moves(event, events[n + 1 :])
        if is_about_a_level(event):
            told.level = levels[event.seat]
        elif event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ESCAPE:
            told.monster, told.need = needed(before, s, event, events[n + 1 :])
        elif event.kind == ev.CARD_ATTACHED:
            told.cause = s.cards[event.other].key
        elif event.kind == ev.ESCAPED:
            told.cause = not_pursued_by(before, s, event, events[:n])
        else:
            add_terms(told, event, s, names)
    note_causes(before, out)
    note_leavings(before, out)
    return out


def drop_redundant_events(s: State, events: list[Event]) -> list[Event]:
    """Leave out what people see from what was told: where a card went, that a follower's Item is equipped."""
    handed = [e for e in events if e.kind == ev.CARD_ATTACHED and s.cards[e.other].kind == nr.FOLLOWER]
    cards = [card for event in handed for card in event.cards]
    equipped = [event for event in events if event.kind == ev.ITEM_EQUIPPED and event.cards[0] in cards]
    return [event for event in events if event.kind not in ev.FOLLOWS_PLAY and event not in equipped]


def seen_as(before: State, event: Event) -> str:
    """Name the kind of an event, as far as it is seen in its own way."""
    if event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ORDER:
        return ROLLED_FOR_ORDER
    if event.kind == ev.TREASURES_DRAWN and seat_about_to_draw(before) not in (-1, event.seat):
        return REWARD_TAKEN
    return EVENTS[event.kind]


def add_terms(told: LogEvent, event: Event, s: State, names: list[str]) -> None:
    """Add to an event about help what is offered or agreed."""
    fight = s.fight
    if fight is None:
        return
    if event.kind in BARGAINS:
        for offer in fight.offers:
            if offer.asker == event.seat and offer.to == event.other:
                put_terms(told, s, offer.terms, offer.helper, names)
    elif event.kind == ev.HELP_AGREED and fight.helper == event.seat:
        put_terms(told, s, fight.deal, fight.helper, names)


def put_terms(told: LogEvent, s: State, terms: list[int], helper: int, names: list[str]) -> None:
    seats = [*range(len(names)), -1]
    told.terms = [terms_text(s, seat, terms, names, helper=helper) for seat in seats]
    told.chips = [chips_of(s, seat, terms, names) for seat in seats]
    told.helper = helper


def chips_of(s: State, seat: int, terms: list[int], names: list[str]) -> list[wire.TermShown]:
    """Return terms one by one as a seat may know them: a card promised from hand is named only to those who know it."""
    out: list[wire.TermShown] = []
    for term in show_bargain(s, terms, seat):
        sort, value = term >> p.P_SHIFT, term & 4095
        known = sort in OF_CARDS and term != HIDDEN_PICK
        text = "" if sort == p.P_ANYWAY else term_text(s, seat, term, names)
        card = s.cards[value].key if known else ""
        out.append(wire.TermShown(SORTS[sort], 0 if sort in OF_CARDS else value, card, text))
    return out


def carried_out(s: State) -> str:
    """Return the key of the card that is being carried out while somebody has to choose; empty if there is none."""
    running = [frame.card for frame in programs_running(s) if frame.card >= 0]
    return s.cards[running[-1]].key if running else ""


def note_causes(before: State, out: list[LogEvent]) -> None:
    """Add to what came of Bad Stuff, a curse or another card which card that was, also if somebody had to choose."""
    cause = carried_out(before)
    defs = before.rules.defs
    for told in out:
        event = told.event
        assert event is not None
        if event.kind in CAUSES:
            cause = defs[event.names[0]].key if event.names else ""
        elif EVENTS[event.kind] in CONSEQUENCES:
            told.cause = cause
        else:
            cause = ""


def note_leavings(before: State, out: list[LogEvent]) -> None:
    """Add to a monster that leaves the fight the card because of which it does."""
    deed = carried_out(before)
    defs = before.rules.defs
    for told in out:
        event = told.event
        assert event is not None
        if event.kind in DEEDS and event.names:
            deed = defs[event.names[0]].key
        elif event.kind == ev.MONSTER_LEFT and event.amount != nr.KILLED and event.names:
            told.cause = deed or defs[event.names[0]].key


def moved(before: State, after: State, events: list[Event]) -> Sequence[list[int]]:
    """Return both totals before an act and after it, if the same fight goes on undecided and one is another now."""
    if before.fight is None or after.fight is None or after.fight.lost:
        return ()
    if not after.fight.bodies or [e for e in events if e.kind == ev.FIGHT_BEGUN]:
        # Where no monster is left the fight is decided, and what they come to is nothing to tell
        return ()
    both = (totals(before)[:], totals(after)[:])
    return both if both[0] != both[1] else ()


def reader_of(fact: LogEvent, seat: int) -> int:
    """Return as whom a seat reads a line.

    The seat itself if the line is about it or names terms; else one that stands for all seats with the same knowledge.
    """
    event = fact.event
    if seat in (fact.seat, fact.helper) or fact.terms or (event is not None and seat in (event.seat, event.other)):
        return seat
    return SAW if event is not None and sees(event, seat) else DID_NOT_SEE


def line_of(rules: RuleSet, names: list[str], fact: LogEvent, number: int, seat: int, lang: str = DEFAULT) -> wire.Line:
    """Write one line of the log as a seat may know it."""
    event = fact.event
    if event is None:
        text = taken_back(rules, names, fact.seat, lang, seat)
        return wire.Line(number, text, TAKEN_BACK, fact.seat, [], fact.turn, follows=False, private=False)
    seen = sees(event, seat)
    return wire.Line(
        n=number,
        text=words_of(rules, names, fact, event, seat, lang),
        kind=EVENTS[event.kind],
        seat=fact.seat,
        cards=[rules.defs[index].key for index in event.names] if seen else [],
        turn=fact.turn,
        follows=fact.follows,
        private=is_private(fact, event, seat),
        why=fact.why,
        ids=event.cards[:] if seen else [],
        count=len(event.cards),
        other=event.other,
        amount=event.amount,
        level=fact.level,
        totals=[list(both) for both in fact.moved],
        moves=moves_of(fact, event, seen, rules),
        need=fact.need,
        monster=fact.monster,
        helper=fact.helper,
        terms=list(fact.chips[seat]) if fact.chips else [],
        cause=fact.cause,
        beat=fact.beat,
        seconds=fact.seconds,
    )


def words_of(rules: RuleSet, names: list[str], fact: LogEvent, event: Event, seat: int, lang: str) -> str:
    """Put an event into words, with what it led to."""
    told = redact(event, seat, rules)
    if fact.level:
        told["level"] = fact.level
    if fact.terms:
        told["terms"] = fact.terms[seat]
        told["helper"] = fact.helper
    if event.kind == ev.CARD_ATTACHED and fact.cause:
        told["host"] = fact.cause
    text = narrate(rules, told, names, lang, seat)
    if event.kind == ev.MONSTER_LEFT and fact.cause:
        text += " " + left_because(rules, event.names, fact.cause, lang)
    elif event.kind == ev.ESCAPED and fact.cause:
        text += " " + modifier_text(rules, fact.cause, nr.Q_NO_PURSUIT, lang)
    return text + " " + totals_moved(rules, fact.moved[0], fact.moved[1], lang) if fact.moved else text


def moves_of(fact: LogEvent, event: Event, seen: bool, rules: RuleSet) -> list[wire.Move]:
    """Return where the cards of a line move; whoever may not see them is told how many backs fly."""
    out: list[wire.Move] = []
    for n, move in enumerate(fact.moves):
        source, _, target = move.partition(">")
        card = rules.defs[event.names[n]].key if seen else ""
        out.append(wire.Move(card, event.cards[n] if seen else -1, source, target))
    return out


def is_private(fact: LogEvent, event: Event, seat: int) -> bool:
    """Return whether a seat is told of cards that somebody who only watches is not."""
    if fact.chips and [term.card for term in fact.chips[seat]] != [term.card for term in fact.chips[-1]]:
        return True
    return bool(event.cards) and sees(event, seat) and not sees(event, -1)
