"""Canonical JSON of a state: writing, and strict reading that never runs anything.

Cards are written by set and id, programs by name, frames by kind, so that a saved game is readable, and can be loaded
after cards have been added.
"""

import json
from difflib import get_close_matches
from typing import Any, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RUN_ORDERS, RuleOptions, RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.runtime import MAX_STACK_DEPTH, Frame
from kickdoor.engine.state import symbol_codec
from kickdoor.engine.state.fields import CARD, SEAT, SLAIN, StateField, saved_names
from kickdoor.engine.state.integrity import check_whole
from kickdoor.engine.state.json_reader import MAX_LENGTH, Node, describe, number
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import STREAMS, GameRng
from kickdoor.engine.state.state import Fight, FightMonster, Offer, Seat, State, Term

FORMAT: Final = 2
"""The format version. Format 2 names tags, tokens, abilities and modifiers, which format 1 wrote as numbers."""
MAX_CHARACTERS: Final = 2_000_000
KEY_BYTES: Final = 32

SEAT_FIELDS: Final = saved_names(Seat.FIELDS)
FIGHT_FIELDS: Final = saved_names(Fight.FIELDS)
STATE_FIELDS: Final = saved_names(State.FIELDS)
OPTION_FIELDS: Final = (
    "first_player", "help_when_winning", "tokens_survive_death", "run_order", "token_roll", "listen_at_the_door",
    "shared_victory", "winning_level",
)  # fmt: skip


def fields_of(thing: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


# Options


def options_to_dict(options: RuleOptions) -> dict[str, Any]:
    """Write rule options as a plain dict."""
    return fields_of(options, OPTION_FIELDS)


def options_from_dict(data: object) -> RuleOptions:
    """Read rule options; options not named keep their defaults, and an unknown word is an error."""
    out = RuleOptions()
    if not isinstance(data, dict):
        raise BadData(f"options: expected an object, found {describe(data)}")
    for name in data:
        if name not in OPTION_FIELDS:
            close = get_close_matches(str(name), OPTION_FIELDS, n=1, cutoff=0.5)
            hint = f"; did you mean '{close[0]}'?" if close else f"; known are {', '.join(OPTION_FIELDS)}"
            raise BadData(f"there is no option {describe(name)}{hint}")
    node = Node(data, "options")
    node.fill(out, tuple([name for name in OPTION_FIELDS if name in data]))
    first = out.first_player
    if first != "roll" and not (first.isascii() and first.isdecimal() and int(first) < nr.MAX_SEATS):
        raise BadData(f"options.first_player: expected 'roll' or the number of a seat, found {describe(first)}")
    if out.run_order not in RUN_ORDERS:
        raise BadData(f"options.run_order: expected one of {', '.join(RUN_ORDERS)}, found {describe(out.run_order)}")
    if not 2 <= out.winning_level <= 100:
        raise BadData(f"options.winning_level: expected a Level from 2 to 100, found {out.winning_level}")
    return out


# Writing


def state_to_json(s: State) -> str:
    """Write the whole state as one line of canonical JSON, with sorted keys and without spaces."""
    data = part_data(s, State.FIELDS, s.rules)
    data["format"] = FORMAT
    data["catalog"] = s.rules.digest
    data["sets"] = s.rules.sets
    data["options"] = options_to_dict(s.options)
    data["rng"] = {
        "keys": [key.hex() for key in s.rng.keys], "counters": s.rng.counters, "script": s.rng.script
    }  # fmt: skip
    data["cards"] = [d.key for d in s.cards]
    data["decks"] = s.decks
    data["discards"] = s.discards
    # The order in which cards were attached determines the order in which they are discarded.
    data["attached"] = [[rider, host] for rider, host in s.attached.items()]
    data["marks"] = [[card, symbol_codec.tags_named(s.rules, s.marks[card])] for card in sorted(s.marks)]
    data["seen"] = [[card, s.seen[card]] for card in sorted(s.seen)]
    data["seats"] = [part_data(p, Seat.FIELDS, s.rules) for p in s.seats]
    data["stack"] = [frame_data(frame, s.rules) for frame in s.stack]
    data["fight"] = None if s.fight is None else fight_data(s.fight, s.rules)
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def part_data(part: object, fields: tuple[StateField, ...], rules: RuleSet) -> dict[str, Any]:
    """Write the fields of an object by their types."""
    data: dict[str, Any] = {}
    for field in fields:
        if field.is_saved():
            value = getattr(part, field.name)
            data[field.name] = symbol_codec.field_named(rules, field.type, value, data.get("what", 0))
    return data


def frame_data(frame: Frame, rules: RuleSet) -> dict[str, Any]:
    return {"kind": frame.KIND} | part_data(frame, frame.COMMON + frame.FIELDS, rules)


def fight_data(fight: Fight, rules: RuleSet) -> dict[str, Any]:
    data = part_data(fight, Fight.FIELDS, rules)
    data["bodies"] = [part_data(body, FightMonster.FIELDS, rules) for body in fight.bodies]
    data["terms"] = [part_data(term, Term.FIELDS, rules) for term in fight.terms]
    data["offers"] = [part_data(offer, Offer.FIELDS, rules) for offer in fight.offers]
    data["former"] = [part_data(claim, RewardClaim.FIELDS, rules) for claim in fight.former]
    return data


# Reading


def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that has one key twice."""
    out = dict(pairs)
    if len(out) != len(pairs):
        raise BadData("saved game: an object has a key twice")
    return out


def parse(text: str) -> object:
    if len(text) > MAX_CHARACTERS:
        raise BadData(f"saved game: longer than {MAX_CHARACTERS} characters")
    try:
        return json.loads(text, object_pairs_hook=no_twins)
    except BadData:
        raise
    except (ValueError, RecursionError) as e:
        raise BadData(f"saved game: not valid JSON: {e}".split("\n")[0][:200]) from None


def state_from_json(text: str, rules: RuleSet, same_cards: bool = True) -> State:
    """Read a state written with the same rule set, or with another one if its cards and programs are unchanged.

    Raise `BadData` with a one-line message for any fault.
    """
    top = Node(parse(text), "saved game")
    if top.number("format") != FORMAT:
        raise BadData(f"saved game: format {describe(top.value['format'])}, but only {FORMAT} is known")
    if top.items("sets") != rules.sets:
        raise BadData(f"saved game: other sets than {', '.join(rules.sets)}")
    if top.text("catalog") != rules.digest and same_cards:
        raise BadData("saved game: made with other card files than those loaded")
    cards = read_cards(top, rules)
    count = len(cards)
    s = State(rules, options_from_dict(top.raw("options")), read_rng(Node(top.raw("rng"), "rng")), [], cards)
    for node in top.nodes("seats", nr.MAX_SEATS):
        s.seats.append(read_seat(node, s))
    read_part(top, s, State.FIELDS, s)
    s.mix = other_copies(cards, rules)
    s.decks = read_piles(top, "decks", cards)
    s.discards = read_piles(top, "discards", cards)
    s.attached = read_pairs(top, "attached", count - 1, count - 1)
    s.marks = read_marks(top, count - 1, rules)
    s.seen = read_pairs(top, "seen", count - 1, (1 << nr.MAX_SEATS) - 1)
    fight = top.raw("fight")
    s.fight = None if fight is None else read_fight(Node(fight, "saved game.fight"), s)
    s.stack = [read_frame(node, s) for node in top.nodes("stack", MAX_STACK_DEPTH)]
    top.end()
    check_whole(s)
    return s


def read_part(node: Node, part: object, fields: tuple[StateField, ...], s: State) -> None:
    """Read the fields of an object by their types."""
    what = node.value.get("what")
    sort = what if isinstance(what, int) else 0
    for field in fields:
        if field.is_saved() and (not field.optional or node.has(field.name)):
            value = symbol_codec.field_read(s.rules, field.type, node, field.name, sort)
            check_range(field, value, s, f"{node.where}.{field.name}")
            setattr(part, field.name, value)


def check_range(field: StateField, value: Any, s: State, where: str) -> None:
    """Raise an error if a field names a seat or a card that does not exist."""
    seats = value[1::3] if field.type == SLAIN else [value] if field.type == SEAT else []
    for seat in seats:
        if not -1 <= seat < len(s.seats):
            raise BadData(f"{where}: there is no seat {seat}")
    if field.type == CARD and not -1 <= value < len(s.cards):
        raise BadData(f"{where}: there is no card {value}")


def read_cards(top: Node, rules: RuleSet) -> list[CardDef]:
    """Read the definition of each card id."""
    keys = top.items("cards")
    return [
        rules.defs[symbol_codec.definition_read(rules, key, f"saved game.cards[{i}]")] for i, key in enumerate(keys)
    ]


def other_copies(cards: list[CardDef], rules: RuleSet) -> dict[str, int]:
    """Return the cards whose number of copies in the game differs from the card files.

    A game keeps its original copies.
    """
    count = [0] * len(rules.defs)
    for d in cards:
        count[d.index] += 1
    return {d.key: count[d.index] for d in rules.defs if count[d.index] != d.copies}


def read_seat(node: Node, s: State) -> Seat:
    p = Seat(len(s.seats))
    read_part(node, p, Seat.FIELDS, s)
    node.end()
    if p.sex not in (nr.MALE, nr.FEMALE) or not 0 < p.level < 1000:
        raise BadData(f"{node.where}: no such character: Level {p.level}, sex {p.sex}")
    for part, whole in ((p.equipped, p.play), (p.fresh, p.hand)):
        if not set(part) <= set(whole):
            raise BadData(f"{node.where}: a card is equipped or fresh that the seat does not have")
    return p


def read_rng(node: Node) -> GameRng:
    keys: list[bytes] = []
    for key in node.items("keys"):
        if not isinstance(key, str) or len(key) != 2 * KEY_BYTES or not set(key) <= set("0123456789abcdef"):
            raise BadData(f"rng.keys: expected {2 * KEY_BYTES} hexadecimal digits, found {describe(key)}")
        keys.append(bytes.fromhex(key))
    out = GameRng(keys, node.numbers("counters", 0), node.numbers("script", 1, 6))
    node.end()
    if len(keys) != STREAMS or len(out.counters) != STREAMS:
        raise BadData(f"rng: expected {STREAMS} keys and counters")
    return out


def read_piles(top: Node, key: str, cards: list[CardDef]) -> list[list[int]]:
    """Read two piles, each with cards of its own deck."""
    out: list[list[int]] = []
    for deck, pile in enumerate(top.items(key, len(nr.DECKS))):
        node = Node({key: pile}, f"{top.where}.{nr.DECKS[deck]}")
        out.append(node.numbers(key, 0, len(cards) - 1))
        for card in out[deck]:
            if cards[card].deck != deck:
                raise BadData(f"saved game.{key}: card {card} does not belong to the {nr.DECKS[deck]} deck")
    if len(out) != len(nr.DECKS):
        raise BadData(f"saved game.{key}: expected {len(nr.DECKS)} piles")
    return out


def read_pairs(top: Node, key: str, most_key: int, most_value: int) -> dict[int, int]:
    out: dict[int, int] = {}
    where = f"{top.where}.{key}"
    for pair in top.items(key):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadData(f"{where}: expected pairs, found {describe(pair)}")
        out[number(pair[0], where, 0, most_key)] = number(pair[1], where, 0, most_value)
    return out


def read_marks(top: Node, most: int, rules: RuleSet) -> dict[int, int]:
    out: dict[int, int] = {}
    where = "saved game.marks"
    for pair in top.items("marks"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadData(f"{where}: expected pairs, found {describe(pair)}")
        out[number(pair[0], where, 0, most)] = symbol_codec.tags_read(rules, pair[1], where)
    return out


def read_fight(node: Node, s: State) -> Fight:
    fight = Fight(0)
    read_part(node, fight, Fight.FIELDS, s)
    for one in node.nodes("bodies", MAX_LENGTH):
        body = FightMonster(0, 0, 0, 0, False)
        read_part(one, body, FightMonster.FIELDS, s)
        one.end()
        if body.definition < 0 or not 0 <= body.uid < fight.next_uid:
            raise BadData(f"{one.where}: no such monster")
        fight.bodies.append(body)
    for one in node.nodes("terms", MAX_LENGTH):
        term = Term(0, 0, 0, 0, 0, 0, 0)
        read_part(one, term, Term.FIELDS, s)
        one.end()
        if term.side not in (nr.MUNCHKINS, nr.MONSTERS):
            raise BadData(f"{one.where}: no such term")
        fight.terms.append(term)
    for one in node.nodes("offers", MAX_LENGTH):
        offer = Offer(0, 0, 0, [], 0)
        read_part(one, offer, Offer.FIELDS, s)
        one.end()
        fight.offers.append(offer)
    for one in node.nodes("former", nr.MAX_SEATS):
        claim = RewardClaim(0)
        read_part(one, claim, RewardClaim.FIELDS, s)
        check_claim(one, claim, s)
        fight.former.append(claim)
    node.end()
    pairs = (fight.enhancers, fight.used, fight.escaped, fight.refillable, fight.runs)
    if fight.main < 0 or [pair for pair in pairs if len(pair) % 2]:
        raise BadData(f"{node.where}: no main fighter, or half a pair")
    return fight


def check_claim(node: Node, claim: RewardClaim, s: State) -> None:
    """Raise an error if a claim is incomplete."""
    node.end()
    if not 0 <= claim.seat < len(s.seats) or len(claim.spoils) % 3 or len(claim.slain) % 3:
        raise BadData(f"{node.where}: a claim without a seat, or an incomplete kill")


def read_frame(node: Node, s: State) -> Frame:
    kind = node.text("kind")
    if kind not in s.rules.frames:
        raise BadData(f"{node.where}: there is no frame {describe(kind)}")
    frame = s.rules.frames[kind]()
    read_part(node, frame, frame.COMMON + frame.FIELDS, s)
    node.end()
    if not 0 <= frame.uid < s.next_uid or not 0 <= frame.pc < 256:
        raise BadData(f"{node.where}: frame {frame.uid} cannot be at step {frame.pc}")
    return frame
