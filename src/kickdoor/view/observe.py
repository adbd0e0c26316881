"""Observations: the knowledge of one seat about a game, built field by field; seat -1 is a spectator.

`view.observation` describes the format: dicts, lists, tuples, numbers and words only, so that it can be sent as JSON.
Cards are given by id everywhere; hidden cards are in no list, they are only counted.

Every seat sees the top card of a discard pile (AMB-05). Earlier discards were public, so a program may remember which
cards they are, though not their order; a person is shown the top card alone.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.events import EVERYONE
from kickdoor.engine.machine.runtime import prompted_seats
from kickdoor.engine.rules.fight.strength import terms
from kickdoor.engine.state.state import Fight, Seat, State, Term
from kickdoor.view.frame_redaction import show_frame
from kickdoor.view.observation import (
    CardsSeen,
    KnownInDeck,
    LastingTermSeen,
    Observation,
    ObservedFight,
    ObservedSeat,
    OptionsSeen,
    PileSeen,
    TermSeen,
)
from kickdoor.view.part_views import show_claim, show_fight_fields, show_monster, show_seat_fields, show_state_fields
from kickdoor.view.visibility import knows, show_bargain

VERSION: Final = 2


def observe(s: State, seat: int, remembers: bool = True) -> Observation:
    """Return the observation of a seat in a game at rest. By default it includes all remembered discards."""
    hand = s.seats[seat].hand[:] if seat >= 0 else []
    faces = hand[:]
    seats = [show_seat(s, p, seat, faces) for p in s.seats]
    fight = None if s.fight is None else show_fight(s, s.fight, seat, faces)
    deck_known = show_decks(s, seat, faces)
    faces.extend(s.aside)
    discards = [show_pile(s, deck, seat, remembers, faces) for deck in (nr.DOOR, nr.TREASURE)]
    return {
        "version": VERSION,
        "sets": s.rules.sets[:],
        "catalog": s.rules.digest,
        "options": show_options(s.options),
        "seat": seat,
        "phase": nr.PHASES[s.phase],
        "asked": show_asked(s),
        "seats": seats,
        "hand": hand,
        "shown": [s.seen.get(card, 0) for card in hand],
        "discards": discards,
        "mix": [(key, copies) for key, copies in s.mix.items()],
        **show_state_fields(s),
        **show_cards(s),
        "deck_known": deck_known,
        "fight": fight,
        "stack": [show_frame(s, frame, seat, remembers) for frame in s.stack],
        "card_ids": faces,
        "card_defs": [s.cards[card].key for card in faces],
    }


def show_options(options: RuleOptions) -> OptionsSeen:
    """Show the rule options of the game."""
    return {
        "first_player": options.first_player,
        "help_when_winning": options.help_when_winning,
        "tokens_survive_death": options.tokens_survive_death,
        "run_order": options.run_order,
        "token_roll": options.token_roll,
        "listen_at_the_door": options.listen_at_the_door,
        "shared_victory": options.shared_victory,
        "winning_level": options.winning_level,
    }


def show_cards(s: State) -> CardsSeen:
    """Show the sizes of the decks, and the attachments of cards."""
    return {
        "decks": (len(s.decks[0]), len(s.decks[1])),
        "attached": [(rider, host) for rider, host in s.attached.items()],
        "marks": [(card, s.marks[card]) for card in sorted(s.marks)],
    }


def show_pile(s: State, deck: int, seat: int, remembers: bool, faces: list[int]) -> PileSeen:
    """Show a discard pile: its top card, its size, and all its cards by id for a seat that remembers them."""
    pile = s.discards[deck]
    out: PileSeen = {"top": pile[-1] if pile else -1, "count": len(pile)}
    if remembers:
        # The order of the pile is unknown to the seats, so it must not show in `card_ids` either.
        seen = sorted(pile)
        out["seen"] = seen
        faces.extend(seen)
    else:
        looked_at = looked_through(s, seat)
        faces.extend([card for card in sorted(pile) if card == pile[-1] or card in looked_at])
    return out


def looked_through(s: State, seat: int) -> list[int]:
    """List the cards that a seat may look at now because it must choose among them."""
    frame = s.stack[-1] if s.stack else None
    return [] if frame is None else frame.cards_to_choose(seat)


def show_asked(s: State) -> list[str | None]:
    """Return the prompt kind of each seat, or None."""
    mask = prompted_seats(s)
    if not mask:
        return [None] * len(s.seats)
    frame = s.stack[-1]
    return [nr.PROMPT_KINDS[frame.purpose(s, p.index)] if mask >> p.index & 1 else None for p in s.seats]


def show_seat(s: State, p: Seat, seat: int, faces: list[int]) -> ObservedSeat:
    """Show the cards before a seat. The backs of its hand are visible to all seats and are counted."""
    cards = s.cards
    doors = 0
    for card in p.hand:
        if cards[card].deck == nr.DOOR:
            doors += 1
    known: list[int] = []
    fresh = p.fresh[:]
    if p.index != seat:
        if s.seen:
            known = sorted([c for c in p.hand if knows(s.seen.get(c, 0), p.index, seat)])
            faces.extend(known)
        if fresh:
            fresh = sorted([c for c in fresh if c in known]) + [-1 for c in fresh if c not in known]
    faces.extend(p.play)
    return {
        **show_seat_fields(p),
        "sex": nr.SEXES[p.sex],
        "hand": len(p.hand),
        "doors": doors,
        "known": known,
        "open": [c for c in known if s.seen[c] | 1 << p.index == EVERYONE],
        "fresh": fresh,
    }


def show_decks(s: State, seat: int, faces: list[int]) -> list[KnownInDeck]:
    """List the cards of decks that a seat has seen: deck, place from the top, card, and 1 if all seats have seen it."""
    out: list[KnownInDeck] = []
    for card, mask in s.seen.items():
        # Nearly all seen cards are in hands, which are much shorter than decks.
        if not knows(mask, -1, seat) or in_a_hand(s, card):
            continue
        for deck in (nr.DOOR, nr.TREASURE):
            if card in s.decks[deck]:
                place = len(s.decks[deck]) - 1 - s.decks[deck].index(card)
                out.append((deck, place, card, 1 if mask == EVERYONE else 0))
    out.sort()
    # Sorted by deck, because the order in which they were seen is private.
    faces.extend([row[2] for row in out])
    return out


def in_a_hand(s: State, card: int) -> bool:
    for p in s.seats:
        if card in p.hand:
            return True
    return False


def show_fight(s: State, fight: Fight, seat: int, faces: list[int]) -> ObservedFight:
    """Show the fight with both totals and every term."""
    totals = [0, 0]
    summands = terms(s)
    for t in summands:
        totals[t.side] += t.amount
    faces.extend([body.card for body in fight.bodies])
    faces.extend(fight.enhancers[1::2])
    faces.extend(fight.played)
    return {
        **show_fight_fields(s, fight, seat),
        "bodies": [show_monster(s, body) for body in fight.bodies],
        "terms": [show_lasting_term(s, t) for t in fight.terms],
        "former": [show_claim(claim) for claim in fight.former],
        "offers": [(o.asker, o.to, o.helper, o.counters, show_bargain(s, o.terms, seat)) for o in fight.offers],
        "totals": (totals[0], totals[1]),
        "explained": [show_term(s, t) for t in summands],
    }


def show_term(s: State, t: Term) -> TermSeen:
    return (t.side, t.seat, t.body, t.sort, t.card, s.rules.defs[t.name].key if t.name >= 0 else "", t.amount)


def show_lasting_term(s: State, t: Term) -> LastingTermSeen:
    name = s.rules.defs[t.name].key if t.name >= 0 else ""
    return (t.side, t.seat, t.body, t.sort, t.card, name, t.amount, t.modifier, t.user)
