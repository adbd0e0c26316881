"""What is told of an act: its events with what they led to, and each of them as a line of the log for whoever reads it.

A line has its words, and as data all that a page needs to show it: whom it is about, what became of Levels and totals,
from where to where cards moved, what had to be rolled, which terms were offered. What a reader may not know is in none
of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.event_kinds import KINDS, REWARD_TAKEN, ROLLED_FOR_ORDER, TOKEN
from kickdoor.engine.machine.events import EVENTS, Event
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.beats import beats_of
from kickdoor.server.room.card_moves import list_moves
from kickdoor.text.card_text import modifier_text
from kickdoor.text.event_text import left_because, narrate, taken_back, totals_moved
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.text.options_text import term_text, terms_text
from kickdoor.view.redact import redact, sees
from kickdoor.view.visibility import HIDDEN_PICK, show_bargain

TAKEN_BACK = "taken_back"
"""The kind of the log line that says so."""
DEEDS = (ev.CARD_PLAYED, ev.ABILITY_USED, ev.CURSE_LANDED, ev.CAUGHT)
"""What may bring a card into play by which a monster is driven off."""
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


def build_log_events(s: State, events: list[Event], names: list[str]) -> list[LogEvent]:
    """Make the lines of the log of an act: its events with their Levels, totals, terms, moves and beats."""
    told = without_carried(s.rules, events)
    out = [
        LogEvent(event, s.turns, event.seat, follows=n > 0 and event.kind != ev.TURN_BEGUN, moves=moves)
        for n, (event, moves) in enumerate(with_moves(s.rules, told))
    ]
    if not out:
        return out
    score = events[-1].totals
    out[-1].moved = (score[:2], score[2:]) if score else ()
    lines = [line.event for line in out if line.event is not None]
    beats = beats_of([seen_as(event) for event in lines], events[-1].turned)
    deed = -1
    for line, event, (beat, seconds) in zip(out, lines, beats, strict=True):
        line.beat, line.seconds = beat, seconds
        line.need, line.monster = event.need, event.monster
        if event.kind in ev.LEVELS:
            line.level = event.after
        if event.kind in DEEDS and event.names:
            deed = event.names[0]
        cause = event.cause
        if cause < 0 and event.kind == ev.MONSTER_LEFT and event.amount != nr.KILLED:
            # Nothing is being carried out: it was driven off by what has come into play, or goes of its own accord
            cause = deed if deed >= 0 else event.names[0]
        line.cause = s.rules.defs[cause].key if cause >= 0 else ""
        if event.helper >= 0:
            put_terms(line, s, event.terms, event.helper, names)
    return out


def without_carried(rules: RuleSet, events: list[Event]) -> list[Event]:
    """Leave out that an Item is equipped which a follower has just been given to carry."""
    handed = [e for e in events if e.kind == ev.CARD_ATTACHED and rules.defs[e.cause].kind == nr.FOLLOWER]
    cards = [card for event in handed for card in event.cards]
    return [event for event in events if event.kind != ev.ITEM_EQUIPPED or event.cards[0] not in cards]


def with_moves(rules: RuleSet, events: list[Event]) -> list[tuple[Event, list[str]]]:
    """Return the events that people are told, each with the moves of its cards."""
    pairs = zip(events, list_moves(rules, events), strict=True)
    return [(event, moves) for event, moves in pairs if event.kind not in ev.FOLLOWS_PLAY]


def seen_as(event: Event) -> str:
    """Name the kind of an event, as far as it is seen in its own way."""
    if event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ORDER:
        return ROLLED_FOR_ORDER
    return REWARD_TAKEN if event.loser >= 0 else EVENTS[event.kind]


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
        aim=aim_of(event),
        token=token_of(event),
    )


def aim_of(event: Event) -> str | msgspec.UnsetType:
    """Return the place at which a played card is aimed, if it is a seat or a side."""
    if event.kind != ev.CARD_PLAYED or event.other < 0:
        return msgspec.UNSET
    return f"mat.{event.other}" if event.amount == nr.A_SEAT else f"side.{nr.SIDES[event.other]}"


def token_of(event: Event) -> int | msgspec.UnsetType:
    """Return the kind of token that an event is about, if it is about one."""
    kind = KINDS[event.kind]
    if kind.other.sort == TOKEN:
        return event.other
    return event.amount if kind.amount.sort == TOKEN else msgspec.UNSET


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
