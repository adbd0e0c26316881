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
from kickdoor.engine.state.integrity import check_whole
from kickdoor.engine.state.json_reader import MAX_LENGTH, Node, describe, number
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import STREAMS, GameRng
from kickdoor.engine.state.state import Fight, FightMonster, Offer, Seat, State, Term

FORMAT: Final = 2
"""The format version. Format 2 names tags, tokens, abilities and modifiers, which format 1 wrote as numbers."""
MAX_CHARACTERS: Final = 2_000_000
KEY_BYTES: Final = 32

SEAT_FIELDS: Final = (
    "level", "sex", "dead", "newborn", "hand", "play", "equipped", "fresh", "used", "counters", "after",
)  # fmt: skip
FIGHT_FIELDS: Final = (
    "main", "helper", "compelled", "stay", "lost", "next_uid", "enhancers", "played", "owed", "gift", "gift_doors",
    "kills", "kill_levels", "deal", "may_loot", "used", "escaped", "caught", "margin", "pinned", "frozen", "runs",
    "fought", "rolled", "met", "spoils", "slain", "tokens_met", "refillable", "cards_in",
)  # fmt: skip
BODY_FIELDS: Final = ("uid", "card", "group", "added", "tags", "taken", "extra")
TERM_FIELDS: Final = ("side", "seat", "body", "sort", "card", "amount", "modifier", "user")
CLAIM_FIELDS: Final = ("seat", "kills", "kill_levels", "owed", "gift", "gift_doors", "spoils", "slain")
OFFER_FIELDS: Final = ("asker", "to", "helper", "terms", "counters")
STATE_FIELDS: Final = (
    "aside", "turn", "turns", "phase", "won_fight", "won_tags", "winners", "pending", "result", "picked", "serial",
    "acts", "actor", "next_uid", "dirty",
)  # fmt: skip
LATER: Final = frozenset(["spent"])
"""Fields of frames that games saved before rules version 4 lack. They keep their initial value."""
FRAME_FIELDS: Final = ("uid", "pc", "round")
OPTION_FIELDS: Final = (
    "first_player", "help_when_winning", "tokens_survive_death", "run_order", "token_roll", "listen_at_the_door",
    "shared_victory", "winning_level",
)  # fmt: skip

SEAT_NAMES: Final = frozenset(
    ["seat", "player", "victim", "other", "by", "runner", "helper", "asker", "to", "main", "chooser", "user"]
)
"""Fields of frames that hold a seat; -1 for none."""
CARD_NAMES: Final = frozenset(["card", "giving"])


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
    data = fields_of(s, STATE_FIELDS)
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
    data["won_tags"] = symbol_codec.tags_named(s.rules, s.won_tags)
    data["seen"] = [[card, s.seen[card]] for card in sorted(s.seen)]
    data["seats"] = [seat_data(p, s.rules) for p in s.seats]
    data["stack"] = [frame_data(frame, s.rules) for frame in s.stack]
    data["fight"] = None if s.fight is None else fight_data(s.fight, s.rules)
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def seat_data(p: Seat, rules: RuleSet) -> dict[str, Any]:
    data = fields_of(p, SEAT_FIELDS)
    data["used"] = symbol_codec.uses_named(rules, p.used)
    data["counters"] = symbol_codec.tokens_named(rules, p.counters)
    data["after"] = symbol_codec.after_named(rules, p.after)
    return data


def frame_data(frame: Frame, rules: RuleSet) -> dict[str, Any]:
    data = fields_of(frame, FRAME_FIELDS + frame.FIELDS)
    data["kind"] = frame.KIND
    for name, sort in frame.NAMED.items():
        data[name] = symbol_codec.field_named(rules, sort, data[name], data.get("what", 0))
    if "program" in data:
        program = rules.programs[data["program"]]
        data["program"] = f"{program.name}#{program.digest}"
    return data


def name_of(index: int, rules: RuleSet) -> str:
    return "" if index < 0 else rules.defs[index].key


def fight_data(fight: Fight, rules: RuleSet) -> dict[str, Any]:
    data = fields_of(fight, FIGHT_FIELDS)
    data["used"] = symbol_codec.uses_named(rules, fight.used)
    data["met"] = symbol_codec.tags_named(rules, fight.met)
    data["spoils"] = symbol_codec.kills_named(rules, fight.spoils)
    data["slain"] = symbol_codec.slain_named(rules, fight.slain)
    data["bodies"] = [body_data(b, rules) for b in fight.bodies]
    data["terms"] = [term_data(t, rules) for t in fight.terms]
    data["offers"] = [fields_of(offer, OFFER_FIELDS) for offer in fight.offers]
    data["former"] = [claim_data(claim, rules) for claim in fight.former]
    return data


def claim_data(claim: RewardClaim, rules: RuleSet) -> dict[str, Any]:
    named = {
        "spoils": symbol_codec.kills_named(rules, claim.spoils),
        "slain": symbol_codec.slain_named(rules, claim.slain),
    }
    return fields_of(claim, CLAIM_FIELDS) | named


def body_data(b: FightMonster, rules: RuleSet) -> dict[str, Any]:
    tags = {"tags": symbol_codec.tags_named(rules, b.tags), "taken": symbol_codec.tags_named(rules, b.taken)}
    return fields_of(b, BODY_FIELDS) | {"definition": name_of(b.definition, rules)} | tags


def term_data(t: Term, rules: RuleSet) -> dict[str, Any]:
    named = {"name": name_of(t.name, rules), "modifier": symbol_codec.modifier_name(rules, t.modifier)}
    return fields_of(t, TERM_FIELDS) | named


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
    seats = [read_seat(node, i, count, rules) for i, node in enumerate(top.nodes("seats", nr.MAX_SEATS))]
    s = State(rules, options_from_dict(top.raw("options")), read_rng(Node(top.raw("rng"), "rng")), seats, cards)
    # Older versions did not store the last actor.
    unknown = () if top.has("actor") else ("actor",)
    top.fill(s, but(STATE_FIELDS, "won_tags", *unknown))
    s.won_tags = symbol_codec.tags_read(rules, top.raw("won_tags"), "saved game.won_tags")
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


def but(names: tuple[str, ...], *left: str) -> tuple[str, ...]:
    """Return the names except for some of them."""
    return tuple([name for name in names if name not in left])


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


def read_seat(node: Node, index: int, count: int, rules: RuleSet) -> Seat:
    p = Seat(index)
    node.fill(p, but(SEAT_FIELDS, "used", "counters", "after"))
    p.used = symbol_codec.uses_read(rules, node.raw("used"), f"{node.where}.used")
    p.counters = symbol_codec.tokens_read(rules, node.raw("counters"), f"{node.where}.counters")
    p.after = symbol_codec.after_read(rules, node.raw("after"), f"{node.where}.after")
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


def read_definition(node: Node, key: str, rules: RuleSet) -> int:
    name = node.text(key)
    return symbol_codec.definition_read(rules, name, f"{node.where}.{key}") if name else -1


def read_fight(node: Node, s: State) -> Fight:
    fight = Fight(0)
    node.fill(fight, but(FIGHT_FIELDS, "used", "met", "spoils", "slain"))
    fight.used = symbol_codec.uses_read(s.rules, node.raw("used"), f"{node.where}.used")
    fight.met = symbol_codec.tags_read(s.rules, node.raw("met"), f"{node.where}.met")
    fight.spoils = symbol_codec.kills_read(s.rules, node.raw("spoils"), f"{node.where}.spoils")
    fight.slain = symbol_codec.slain_read(s.rules, node, len(s.seats))
    for one in node.nodes("bodies", MAX_LENGTH):
        body = FightMonster(0, 0, read_definition(one, "definition", s.rules), 0, False)
        one.fill(body, but(BODY_FIELDS, "tags", "taken"))
        body.tags = symbol_codec.tags_read(s.rules, one.raw("tags"), f"{one.where}.tags")
        body.taken = symbol_codec.tags_read(s.rules, one.raw("taken"), f"{one.where}.taken")
        one.end()
        if body.definition < 0 or not 0 <= body.uid < fight.next_uid:
            raise BadData(f"{one.where}: no such monster")
        fight.bodies.append(body)
    for one in node.nodes("terms", MAX_LENGTH):
        term = Term(0, 0, 0, 0, 0, read_definition(one, "name", s.rules), 0)
        one.fill(term, but(TERM_FIELDS, "modifier") if one.has("user") else but(TERM_FIELDS, "modifier", "user"))
        term.modifier = symbol_codec.modifier_read(s.rules, one.raw("modifier"), f"{one.where}.modifier")
        one.end()
        seats_within(term, TERM_FIELDS, len(s.seats), one.where)
        if term.side not in (nr.MUNCHKINS, nr.MONSTERS):
            raise BadData(f"{one.where}: no such term")
        fight.terms.append(term)
    for one in node.nodes("offers", MAX_LENGTH):
        offer = Offer(0, 0, 0, [], 0)
        one.fill(offer, OFFER_FIELDS)
        one.end()
        seats_within(offer, OFFER_FIELDS, len(s.seats), one.where)
        fight.offers.append(offer)
    for one in node.nodes("former", nr.MAX_SEATS):
        spoils = symbol_codec.kills_read(s.rules, one.raw("spoils"), f"{one.where}.spoils")
        fight.former.append(read_claim(one, s, spoils, symbol_codec.slain_read(s.rules, one, len(s.seats))))
    node.end()
    seats_within(fight, FIGHT_FIELDS, len(s.seats), node.where)
    pairs = (fight.enhancers, fight.used, fight.escaped, fight.refillable, fight.runs)
    if fight.main < 0 or [pair for pair in pairs if len(pair) % 2]:
        raise BadData(f"{node.where}: no main fighter, or half a pair")
    return fight


def read_claim(node: Node, s: State, spoils: list[int], slain: list[int]) -> RewardClaim:
    claim = RewardClaim(0)
    node.fill(claim, but(CLAIM_FIELDS, "spoils", "slain"))
    claim.spoils = spoils
    claim.slain = slain
    node.end()
    if not 0 <= claim.seat < len(s.seats) or len(spoils) % 3 or len(slain) % 3:
        raise BadData(f"{node.where}: a claim without a seat, or an incomplete kill")
    return claim


def read_frame(node: Node, s: State) -> Frame:
    kind = node.text("kind")
    if kind not in s.rules.frames:
        raise BadData(f"{node.where}: there is no frame {describe(kind)}")
    frame = s.rules.frames[kind]()
    names = tuple([name for name in frame.FIELDS if name not in LATER or node.has(name)])
    node.fill(frame, FRAME_FIELDS)
    if "program" in names:
        name = node.text("program")
        found = [program for program in s.rules.programs if f"{program.name}#{program.digest}" == name]
        if not found:
            raise BadData(f"{node.where}: there is no program {describe(name)}, or it says something else now")
        number(node.value.get("op"), f"{node.where}.op", 0, MAX_LENGTH)
        setattr(frame, "program", found[0].index)  # noqa: B010 - other frames have no such field
        names = but(names, "program")
    node.fill(frame, but(names, *frame.NAMED))
    what = node.value.get("what")
    for field, sort in frame.NAMED.items():
        if field in names:
            setattr(
                frame, field, symbol_codec.field_read(s.rules, sort, node, field, what if isinstance(what, int) else 0)
            )
    node.end()
    seats_within(frame, names, len(s.seats), node.where)
    for name in names:
        if name in CARD_NAMES and not -1 <= getattr(frame, name) < len(s.cards):
            raise BadData(f"{node.where}.{name}: there is no card {getattr(frame, name)}")
    if not 0 <= frame.uid < s.next_uid or not 0 <= frame.pc < 256:
        raise BadData(f"{node.where}: frame {frame.uid} cannot be at step {frame.pc}")
    return frame


def seats_within(thing: object, names: tuple[str, ...], seats: int, where: str) -> None:
    for name in names:
        if name in SEAT_NAMES and not -1 <= getattr(thing, name) < seats:
            raise BadData(f"{where}.{name}: there is no seat {getattr(thing, name)}")
