"""Reading an observation back into a `Determinizer`, from which states are sampled that have the same observation.

Only the observation and the rule set are needed, so that a remote bot can search as well.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import P_CARD, pick
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state.codec import check_claim, options_from_dict
from kickdoor.engine.state.fields import BARGAIN, CHOOSER, DEFINITION, HIDDEN, PROGRAM, PUBLIC, StateField
from kickdoor.engine.state.json_reader import MAX_LENGTH, Node, number
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import GameRng, LehmerRng
from kickdoor.engine.state.state import Fight, FightMonster, Offer, Seat, State, Term
from kickdoor.engine.state.symbol_codec import definition_read
from kickdoor.view.determinization import Determinizer, fill_in, known_to_mask
from kickdoor.view.frame_redaction import WITHHELD
from kickdoor.view.observation import Observation
from kickdoor.view.observe import VERSION
from kickdoor.view.visibility import HIDDEN_PICK


def shown_names(fields: tuple[StateField, ...]) -> tuple[str, ...]:
    """Return the names of the fields that an observation shows."""
    return tuple([field.name for field in fields if field.visibility in (PUBLIC, BARGAIN)])


STATE_FIELDS: Final = shown_names(State.FIELDS)
SEAT_FIELDS: Final = shown_names(Seat.FIELDS)
FIGHT_FIELDS: Final = shown_names(Fight.FIELDS)
CLAIM_FIELDS: Final = shown_names(RewardClaim.FIELDS)
WHERE: Final = "observation"
DOES_NOT_ADD_UP: Final = "observation: the cards do not add up"


class CardPool:
    """The cards of a game, with placeholders where the observer sees none. The samples draw the actual cards later."""

    def __init__(self, rules: RuleSet, mix: dict[str, int], ids: list[int], names: list[object]) -> None:
        left = [mix.get(d.key, d.copies) for d in rules.defs]
        count = sum(left)
        if len(ids) != len(names) or not rules.defs:
            raise BadData(DOES_NOT_ADD_UP)
        self.cards: list[CardDef] = [rules.defs[0]] * count
        free = [True] * count
        for i in range(len(ids)):
            name = names[i]
            d = rules.card(name) if isinstance(name, str) else None
            card = ids[i]
            if d is None or not 0 <= card < count or not free[card] or not left[d.index]:
                raise BadData(f"{WHERE}: card {card} cannot be {name}")
            left[d.index] -= 1
            free[card] = False
            self.cards[card] = d
        self.free = [card for card in range(count) if free[card]]
        self.unknown: list[list[CardDef]] = [[], []]
        self.never_held: list[list[CardDef]] = [[], []]
        """Cards that must be played at once: no hand holds one while the game waits."""
        for d in rules.defs:
            pool = self.never_held if d.must_play else self.unknown
            pool[d.deck].extend([d] * left[d.index])

    def turn_to_decks(self) -> None:
        """Add the cards that a hand cannot hold, after all hands are filled."""
        for deck in (nr.DOOR, nr.TREASURE):
            self.unknown[deck] += self.never_held[deck]

    def fill(self, deck: int, count: int) -> list[int]:
        """Return a number of unknown cards of a deck."""
        pool = self.unknown[deck]
        if not 0 <= count <= len(pool):
            raise BadData(DOES_NOT_ADD_UP)
        out: list[int] = []
        for _ in range(count):
            card = self.free.pop()
            self.cards[card] = pool.pop()
            out.append(card)
        return out

    def end(self) -> None:
        if self.free or self.unknown[0] or self.unknown[1]:
            raise BadData(DOES_NOT_ADD_UP)


def sample_state(observation: Observation, rules: RuleSet, rng: LehmerRng) -> State:
    """Return a state drawn at random from those that fit an observation."""
    return read_observation(observation, rules).deal(rng)


def read_observation(observation: Observation, rules: RuleSet) -> Determinizer:
    """Read the knowledge of a seat, once for all samples drawn from it."""
    top = Node(observation, WHERE)
    if top.raw("version") != VERSION or top.raw("catalog") != rules.digest:
        raise BadData(f"{WHERE}: of another version or made with other card files")
    mix = {str(row[0]): number(row[1], WHERE, 0, 4095) for row in (row_of(x, 2, WHERE) for x in top.items("mix"))}
    places = CardPool(rules, mix, top.numbers("card_ids"), top.items("card_defs"))
    me = top.number("seat", -1, 5)
    s = State(rules, options_from_dict(top.raw("options")), GameRng([], [0, 0, 0, 0], []), [], places.cards)
    s.mix = mix
    rows = top.nodes("seats", 6)
    fill_seats(s, rows, top, places, me)
    places.turn_to_decks()
    fill_decks(s, top, places, me)
    places.end()
    top.fill(s, STATE_FIELDS)
    if not 0 <= s.turn < len(rows) or not set(s.winners) <= set(range(len(rows))):
        raise BadData(f"{WHERE}: there is no seat {s.turn}, or a winner has none")
    s.phase = nr.PHASES.index(top.text("phase"))
    for pair in top.items("attached"):
        rider, host = two(pair)
        s.attached[rider] = host
    for pair in top.items("marks"):
        row = row_of(pair, 2, f"{WHERE}.marks")
        card, tags = Node({"": row}, f"{WHERE}.marks").numbers("")
        s.marks[card] = tags
    fight = top.raw("fight")
    s.fight = None if fight is None else make_fight(s, Node(fight, f"{WHERE}.fight"), rows)
    for node in top.nodes("stack", MAX_LENGTH):
        s.stack.append(make_frame(s, node, rows))
    return Determinizer(s, me, remembers(top))


def remembers(top: Node) -> bool:
    """Return whether all discards are listed, not just the top cards."""
    return all(pile.has("seen") or pile.number("count") == 0 for pile in top.nodes("discards", 2))


def two(pair: object) -> tuple[int, int]:
    first, second = row_of(pair, 2, WHERE)
    return number(first, WHERE, 0, 4095), number(second, WHERE, 0, 4095)


def fill_seats(s: State, rows: list[Node], top: Node, places: CardPool, me: int) -> None:
    """Add all seats, with the known cards and any others in hands of the right size and backs."""
    for index, row in enumerate(rows):
        p = Seat(index)
        row.fill(p, SEAT_FIELDS)
        p.sex = nr.SEXES.index(row.text("sex"))
        fresh = row.numbers("fresh")
        s.seats.append(p)
        if index == me:
            p.hand = top.numbers("hand")
            p.fresh = fresh
            for card, mask in zip(p.hand, top.numbers("shown"), strict=True):
                if mask:
                    s.seen[card] = mask
            continue
        known = row.numbers("known", 0, len(s.cards) - 1)
        shown = row.numbers("open")
        for card in known:
            s.seen[card] = known_to_mask(me, card in shown, index)
        doors = row.number("doors") - len([c for c in known if s.cards[c].deck == nr.DOOR])
        hidden = places.fill(nr.DOOR, doors)
        hidden += places.fill(nr.TREASURE, row.number("hand") - len(known) - doors)
        p.hand = known + hidden
        # Only the owner knows which of the hidden cards are fresh.
        p.fresh = fill_in(fresh, hidden)


def fill_decks(s: State, top: Node, places: CardPool, me: int) -> None:
    """Lay out the piles; cards of a deck that the observer has seen keep their places."""
    sizes = two(top.raw("decks"))
    for deck in (nr.DOOR, nr.TREASURE):
        known_at: dict[int, int] = {}
        for item in top.items("deck_known"):
            known = row_of(item, 4, f"{WHERE}.deck_known")
            if known[0] == deck:
                card = number(known[2], f"{WHERE}.deck_known", 0, len(s.cards) - 1)
                known_at[sizes[deck] - 1 - number(known[1], f"{WHERE}.deck_known", 0, sizes[deck] - 1)] = card
                s.seen[card] = known_to_mask(me, known[3] == 1, -1)
        rest = places.fill(deck, sizes[deck] - len(known_at))
        s.decks[deck] = [known_at[i] if i in known_at else rest.pop() for i in range(sizes[deck])]
    fill_discards(s, top, places)


def fill_discards(s: State, top: Node, places: CardPool) -> None:
    """Lay the discards under their top cards in any order; they are known only to a seat that remembers them."""
    for deck, pile in enumerate(top.nodes("discards", 2)):
        count = pile.number("count", 0, len(s.cards))
        if not count:
            continue
        last = pile.number("top", 0, len(s.cards) - 1)
        if pile.has("seen"):
            under = [card for card in pile.numbers("seen", 0, len(s.cards) - 1) if card != last]
        else:
            under = places.fill(deck, count - 1)
        s.discards[deck] = [*under, last]
        if len(under) != count - 1:
            raise BadData(DOES_NOT_ADD_UP)


def hidden_hand(s: State, rows: list[Node], seat: int) -> list[int]:
    """List the cards of a hand that the observer does not know."""
    if not 0 <= seat < len(rows):
        return []
    row = rows[seat]
    known = row.numbers("known")
    return [c for c in s.seats[seat].hand if c not in known]


def make_bargain(s: State, shown: list[int], rows: list[Node], main: int) -> list[int]:
    """Read terms; a promised card that the observer does not know may be any of the main fighter's hand."""
    hidden = hidden_hand(s, rows, main) if HIDDEN_PICK in shown else []
    return fill_in([WITHHELD if t == HIDDEN_PICK else t for t in shown], [pick(P_CARD, c) for c in hidden])


def row_of(item: object, size: int, where: str) -> list[object]:
    """Read a row: a tuple in a new observation, a list in one read from JSON."""
    row: list[object] = list(item) if isinstance(item, tuple) else item if isinstance(item, list) else []
    if len(row) != size:
        raise BadData(f"{where}: expected a list of {size}")
    return row


def make_fight(s: State, node: Node, rows: list[Node]) -> Fight:
    """Make the fight of an observation; the totals follow from it."""
    fight = Fight(0)
    node.fill(fight, FIGHT_FIELDS)
    # A promised card may be hidden.
    fight.deal = make_bargain(s, fight.deal, rows, fight.main)
    for item in node.items("bodies"):
        fight.bodies.append(make_monster(s, item, f"{node.where}.bodies"))
    for item in node.items("terms"):
        row = row_of(item, 9, f"{node.where}.terms")
        d = s.rules.card(str(row[5]))
        n = Node({"": [*row[:5], *row[6:]]}, f"{node.where}.terms").numbers("")
        fight.terms.append(Term(n[0], n[1], n[2], n[3], n[4], -1 if d is None else d.index, n[5], n[6], n[7]))
    for item in node.items("offers"):
        row = row_of(item, 5, f"{node.where}.offers")
        n = Node({"": row[:4]}, f"{node.where}.offers").numbers("")
        terms = Node({"": row[4]}, f"{node.where}.offers").numbers("")
        fight.offers.append(Offer(n[0], n[1], n[2], make_bargain(s, terms, rows, fight.main), n[3]))
    for one in node.nodes("former", len(s.seats)):
        claim = RewardClaim(0)
        one.fill(claim, CLAIM_FIELDS)
        check_claim(one, claim, s)
        fight.former.append(claim)
    return fight


def make_monster(s: State, item: object, where: str) -> FightMonster:
    """Make a monster of its row."""
    body = FightMonster(0, 0, 0, 0, False)
    row = row_of(item, len(FightMonster.FIELDS), where)
    node = Node({field.name: value for field, value in zip(FightMonster.FIELDS, row, strict=True)}, where)
    for field in FightMonster.FIELDS:
        if field.type == DEFINITION:
            body.definition = definition_read(s.rules, node.raw(field.name), where)
        else:
            setattr(body, field.name, node.like(field.name, getattr(body, field.name)))
    return body


def make_frame(s: State, node: Node, rows: list[Node]) -> Frame:
    """Make the frame of an observation, with cards of the right hand where some were withheld."""
    kind = node.text("kind")
    if kind not in s.rules.frames:
        raise BadData(f"{node.where}: there is no frame {kind}")
    frame = s.rules.frames[kind]()
    below = s.stack[-1] if s.stack else None
    for field in frame.COMMON + frame.FIELDS:
        if field.visibility == HIDDEN:
            continue
        value = program_called(s, node) if field.type == PROGRAM else node.like(field.name, getattr(frame, field.name))
        setattr(frame, field.name, value)
    # Only then does the frame know whose cards are hidden.
    for field in frame.FIELDS:
        visibility = frame.visibility(field)
        if visibility == BARGAIN:
            owner = frame.owner_of_hidden(below)
            setattr(frame, field.name, make_bargain(s, getattr(frame, field.name), rows, owner))
        elif visibility == CHOOSER:
            cards: list[int] = getattr(frame, field.name)
            if WITHHELD in cards:
                hidden = hidden_hand(s, rows, frame.owner_of_hidden(below))
                setattr(frame, field.name, fill_in(cards, hidden))
    return frame


def program_called(s: State, node: Node) -> int:
    """Return the index of the program that an observed frame runs."""
    name = node.text("program")
    for program in s.rules.programs:
        if program.name == name:
            return program.index
    raise BadData(f"{node.where}: there is no program {name}")
