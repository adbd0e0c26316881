"""One action as a sequence of tokens: the action, the card, its play, the target, the second card, then the picks.

Each position offers only tokens that lead to a legal action, and a position with a single token is skipped,
so that every step is a choice. Exactly one sequence leads to each option, and to each way to fill in its form.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    FORM_BIT,
    P_SHIFT,
    Form,
    act_of,
    card_of,
    kind_of,
    second_of,
    target_of,
    way_of,
)
from kickdoor.engine.state.state import State
from kickdoor.env.core.action_vocabulary import NUMBERS, Vocabulary
from kickdoor.view.visibility import knows

NO_TOKEN: Final = -1
"""A position without a token."""
NO_ACTION: Final = -1
"""Among options: do not interject."""
STOP: Final = -1
"""Among picks: the end of the picks."""

# Positions of a sequence, and those of each pick after it
ACT: Final = 0
CARD: Final = 1
WHICH_CARD: Final = 2
WAY: Final = 3
TARGET: Final = 4
WHICH_TARGET: Final = 5
SECOND: Final = 6
WHICH_SECOND: Final = 7
END: Final = 8
PICK_KIND: Final = 9
PICK: Final = 10
WHICH_PICK: Final = 11
END_OF_PICK: Final = 12

CARD_PICK_KINDS: Final = 1 << p.P_GIVE | 1 << p.P_WANT | 1 << p.P_CARD
"""Kinds of picks that name a card."""


class ActionBuilder:
    """An unfinished action of a seat. It changes no state; once complete, `code` and `picks` form an answer."""

    __slots__ = (
        "chosen", "code", "form", "left", "page", "picks", "place", "said", "seat", "state", "tokens", "vocabulary",
    )  # fmt: skip

    def __init__(self, vocabulary: Vocabulary, state: State, seat: int, codes: list[int]) -> None:
        self.vocabulary = vocabulary
        self.state = state
        self.seat = seat
        self.left = codes
        """The options, and later the picks, that the tokens so far allow."""
        self.place = ACT
        self.page = 0
        """The number of `more` tokens at this position."""
        self.chosen: list[int] = []
        """The chosen tokens."""
        self.said: list[int] = []
        """The chosen tokens and the implied ones."""
        self.tokens: list[int] = []
        """The legal next tokens; empty once the action is complete."""
        self.code = NO_ACTION
        self.picks: list[int] = []
        self.form: Form | None = None
        self.advance_to_choice()

    @property
    def is_complete(self) -> bool:
        """Return whether the action is complete."""
        return len(self.tokens) == 0

    def push(self, token: int) -> None:
        """Add one of the legal tokens."""
        entries = [entry for entry in self.left if self.token(entry) == token]
        self.left = entries
        self.chosen.append(token)
        if token == self.vocabulary.more:
            self.page += 1
            self.said.append(token)
        else:
            self.advance(token)
        self.advance_to_choice()

    def advance_to_choice(self) -> None:
        """Advance to the next position with a choice, or to the end."""
        self.tokens = []
        while True:
            if self.place == END:
                self.begin_picks()
            elif self.place == END_OF_PICK:
                self.end_pick()
            if not self.left or self.has_single_option():
                return
            tokens = self.choices()
            if len(tokens) > 1:
                # Sort so that the order does not reveal where cards lie
                self.tokens = sorted(tokens)
                return
            if tokens[0] == self.vocabulary.more:
                self.page += 1
                self.said.append(tokens[0])
            else:
                self.advance(NO_TOKEN if tokens[0] == self.vocabulary.nothing else tokens[0])

    def has_single_option(self) -> bool:
        """Return whether only one option is left, so that the rest is implied; its form has yet to begin."""
        if len(self.left) > 1:
            return False
        if self.form is not None:
            return self.left[0] == STOP
        if self.left[0] != NO_ACTION and self.left[0] & FORM_BIT:
            return False
        self.code = self.left[0]
        return True

    def choices(self) -> list[int]:
        """List the legal tokens at this position."""
        out: list[int] = []
        for entry in self.left:
            token = self.token(entry)
            if token not in out:
                out.append(token)
        return out

    def advance(self, token: int) -> None:
        """Record the token of this position and go to the next."""
        if token != NO_TOKEN:
            self.said.append(token)
        self.place += 1
        self.page = 0

    def begin_picks(self) -> None:
        """Begin the form of the only option left."""
        self.code = self.left[0]
        self.form = runtime.form(self.state, self.seat, self.code)
        self.list_picks()

    def end_pick(self) -> None:
        """Add a pick that is complete."""
        self.picks.append(self.left[0])
        self.list_picks()

    def list_picks(self) -> None:
        """List the possible next picks; equal candidates are implied."""
        assert self.form is not None
        candidates, may_stop = self.form.next(self.state, self.picks)
        self.place = PICK_KIND
        self.page = 0
        if not candidates:
            self.left = []
            return
        kind = candidates[0] >> P_SHIFT
        for candidate in candidates:
            if candidate >> P_SHIFT != kind:
                kind = NO_TOKEN
        if kind != NO_TOKEN:
            self.advance(self.vocabulary.pick_kinds + kind)
        self.left = [*candidates, STOP] if may_stop else candidates

    # Tokens by position

    def token(self, entry: int) -> int:
        """Return the token of an option or pick at this position."""
        place = self.place
        if place == ACT:
            return self.vocabulary.acts + (p.PASS if entry == NO_ACTION else act_of(entry))
        if place >= PICK_KIND:
            return self.pick_token(entry)
        if place == CARD:
            return self.card_token(card_of(entry))
        if place == WAY:
            return self.vocabulary.ways + way_of(entry)
        if place == TARGET:
            return self.object_token(kind_of(entry), target_of(entry))
        if place == SECOND:
            return self.card_token(second_of(entry))
        return self.which_token(entry)

    def pick_token(self, pick: int) -> int:
        """Return the token of a pick at this position."""
        if pick == STOP:
            return self.vocabulary.done
        kind = pick >> P_SHIFT
        if self.place == PICK_KIND:
            return self.vocabulary.pick_kinds + kind
        if self.place == WHICH_PICK:
            return self.which_token(pick)
        if kind == p.P_ANYWAY:
            return self.vocabulary.nothing
        return self.object_token(self.picked_kind(pick), pick & 4095)

    def picked_kind(self, pick: int) -> int:
        """Return the kind of thing a pick refers to."""
        return nr.A_CARD if self.form is None else self.form.thing(pick)

    def object_token(self, kind: int, value: int) -> int:
        """Return the token of a seat, monster, card, side, kind of tokens or number."""
        vocabulary = self.vocabulary
        if kind == nr.NOTHING:
            return vocabulary.nothing
        if kind == nr.A_SEAT:
            return vocabulary.seats + (value - self.seat) % len(self.state.seats)
        if kind == nr.A_MONSTER:
            return vocabulary.cards + self.definition_of(value)
        if kind == nr.A_CARD:
            return self.card_token(value)
        if kind == nr.A_SIDE:
            return vocabulary.sides + value
        return vocabulary.counters + value if kind == nr.A_COUNTER else self.number_token(value)

    def number_token(self, value: int) -> int:
        value -= self.page * NUMBERS
        return self.vocabulary.more if value >= NUMBERS else self.vocabulary.numbers + value

    def definition_of(self, uid: int) -> int:
        """Return the definition that a monster fights as."""
        fight = self.state.fight
        if fight is not None:
            for monster in fight.bodies:
                if monster.uid == uid:
                    return monster.definition
        return 0

    def card_token(self, card: int) -> int:
        """Return the token of a card: its name, or its back if the acting seat does not know it."""
        if card < 0:
            return self.vocabulary.nothing
        d = self.state.cards[card]
        return self.vocabulary.cards + d.index if self.is_known(card) else self.vocabulary.hidden + d.deck

    def is_known(self, card: int) -> bool:
        """Return whether the acting seat knows the face of a card."""
        s = self.state
        if card in s.seats[self.seat].hand:
            return True
        for seat in s.seats:
            if card in seat.play:
                return True
        for seat in s.seats:
            if card in seat.hand:
                return knows(s.seen.get(card, 0), seat.index, self.seat)
        if card in s.decks[0] or card in s.decks[1]:
            return knows(s.seen.get(card, 0), -1, self.seat)
        return True

    # Choice among several cards of one name

    def which_token(self, entry: int) -> int:
        """Return the number of a card or monster among the candidates of its name."""
        own = self.object_at(entry)
        if own < 0:
            return NO_TOKEN
        candidates: list[int] = []
        for candidate in self.left:
            item = self.object_at(candidate)
            if item >= 0 and item not in candidates:
                candidates.append(item)
        if len(candidates) == 1:
            return NO_TOKEN
        ranks = sorted([self.rank(item) for item in candidates])
        return self.number_token(ranks.index(self.rank(own)))

    def object_at(self, entry: int) -> int:
        """Return the card or monster that an option or pick names at the previous position; -1 for none."""
        if self.place == WHICH_CARD:
            return card_of(entry)
        if self.place == WHICH_SECOND:
            return second_of(entry)
        if self.place == WHICH_TARGET:
            return target_of(entry) if kind_of(entry) == nr.A_CARD or kind_of(entry) == nr.A_MONSTER else -1
        if entry == STOP or not CARD_PICK_KINDS >> (entry >> P_SHIFT) & 1:
            return -1
        return entry & 4095 if self.picked_kind(entry) == nr.A_CARD else -1

    def rank(self, item: int) -> int:
        """Return a sort key: equipped cards, other cards in play, then all others; monsters by arrival."""
        if self.place == WHICH_TARGET and kind_of(self.left[0]) == nr.A_MONSTER:
            return item
        zone = 2
        for seat in self.state.seats:
            if item in seat.equipped:
                zone = 0
            elif item in seat.play:
                zone = 1
        return zone << P_SHIFT | item

    def copy(self, state: State) -> "ActionBuilder":
        """Return a copy for a copy of the game."""
        c = ActionBuilder(self.vocabulary, state, self.seat, [])
        c.left = self.left
        c.place = self.place
        c.page = self.page
        c.chosen = self.chosen[:]
        c.said = self.said[:]
        c.tokens = self.tokens
        c.code = self.code
        c.picks = self.picks[:]
        c.form = self.form
        return c
