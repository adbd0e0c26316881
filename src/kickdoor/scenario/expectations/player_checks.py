"""Compares what a scenario expects of one player with that player's place at the table."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import munchkin_strength
from kickdoor.engine.state.zones import is_item, stays_by_itself
from kickdoor.scenario.parsing.card_names import Name, plain
from kickdoor.scenario.parsing.values import block, known_keys, names, number, shown
from kickdoor.scenario.parsing.yaml_document import Block
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PERSON: Final = (
    "level", "class", "race", "sex", "strength", "hand", "equipped", "carried", "followers", "curses", "tokens", "dead",
    "attached", "super", "half",
)  # fmt: skip


def person(t: ScenarioGame, seat: int, word: str, wanted: object, out: list[str]) -> None:
    """Add what is not as expected about one player."""
    what = f"{t.who(seat)}.{word}"
    if word in VALUES:
        found = VALUES[word](t, seat)
        wanted = wanted if (told := number(wanted)) is None else told
        if found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
            out.append(f"{what} is {shown(found)}, expected {shown(wanted)}")
    elif word == "hand":
        check_hand(t, seat, what, wanted, out)
    elif word == "tokens":
        check_tokens(t, seat, what, wanted, out)
    elif word == "attached":
        check_attached(t, seat, what, wanted, out)
    else:
        texts = [n for n in names(wanted, what) if not (word == "race" and plain(n) == "human")]
        texts = [n for n in texts if n not in ("none", "nothing")]
        same_cards(t, CARDS[word](t, seat) + named_among_items(t, seat, word, texts), texts, what, out)


def named_among_items(t: ScenarioGame, seat: int, word: str, texts: list[str]) -> list[int]:
    """List what lies there without being an Item and is named among the equipped or the carried ones all the same."""
    if word not in ("equipped", "carried"):
        return []
    wanted = [t.names.need_card(text) for text in texts]
    cards = [c for c in t.s.seats[seat].play if stays_by_itself(t.s.cards[c])]
    return [c for c in cards if any(name.fits(t.s.cards[c]) for name in wanted)]


def play_of_kind(*kinds: int) -> Callable[[ScenarioGame, int], list[int]]:
    """Make the list of a player's cards in play of some kinds."""
    return lambda t, seat: [c for c in t.s.seats[seat].play if t.s.cards[c].kind in kinds]


def carried(t: ScenarioGame, seat: int) -> list[int]:
    p = t.s.seats[seat]
    return [c for c in p.play if is_item(t.s.cards[c]) and c not in p.equipped]


def has_kind(kind: int) -> Callable[[ScenarioGame, int], object]:
    return lambda t, seat: any(t.s.cards[c].kind == kind for c in t.s.seats[seat].play)


VALUES: Final[dict[str, Callable[[ScenarioGame, int], object]]] = {
    "level": lambda t, seat: t.s.seats[seat].level,
    "sex": lambda t, seat: nr.SEXES[t.s.seats[seat].sex],
    "strength": lambda t, seat: munchkin_strength(t.s, seat),
    "dead": lambda t, seat: t.s.seats[seat].dead,
    "super": has_kind(nr.SUPER),
    "half": has_kind(nr.HALFBREED),
}
CARDS: Final[dict[str, Callable[[ScenarioGame, int], list[int]]]] = {
    "class": play_of_kind(nr.CLASS),
    "race": play_of_kind(nr.RACE),
    "equipped": lambda t, seat: t.s.seats[seat].equipped,
    "carried": carried,
    "followers": play_of_kind(nr.FOLLOWER),
    "curses": play_of_kind(nr.CURSE),
}


def missing(t: ScenarioGame, cards: list[int], wanted: list[Name]) -> tuple[list[str], list[int]]:
    """Match names with cards: the names left over, and the cards left over."""
    left = cards[:]
    lacking: list[str] = []
    for name in wanted:
        found = [c for c in left if name.fits(t.s.cards[c])]
        if found:
            left.remove(found[0])
        else:
            lacking.append(name.text)
    return lacking, left


def same_cards(t: ScenarioGame, cards: list[int], texts: list[str], what: str, out: list[str]) -> None:
    """Compare cards with names, without order."""
    lacking, left = missing(t, cards, [t.names.need_card(text) for text in texts])
    if lacking or left:
        out.append(f"{what} is {shown([t.s.cards[c].name for c in cards])}, expected {shown(texts)}")


def check_hand(t: ScenarioGame, seat: int, what: str, wanted: object, out: list[str]) -> None:
    hand = t.s.seats[seat].hand
    if (count := number(wanted)) is not None:
        if len(hand) != count:
            out.append(f"{what} is {len(hand)} cards, expected {count}: {shown([t.s.cards[c].name for c in hand])}")
        return
    if not isinstance(wanted, Block):
        same_cards(t, hand, names(wanted, what), what, out)
        return
    known_keys(wanted, ("has", "lacks", "count"), what)
    held = shown([t.s.cards[c].name for c in hand])
    lacking, _ = missing(t, hand, [t.names.need_card(n) for n in names(wanted.get("has"), what)])
    if lacking:
        out.append(f"{what} is {held}, expected it to have {shown(lacking)}")
    for text in names(wanted.get("lacks"), what):
        name = t.names.need_card(text)
        if any(name.fits(t.s.cards[c]) for c in hand):
            out.append(f"{what} is {held}, expected it to lack {text}")
    if "count" in wanted and number(wanted["count"]) != len(hand):
        out.append(f"{what} is {len(hand)} cards, expected {shown(wanted['count'])}")


def check_tokens(t: ScenarioGame, seat: int, what: str, wanted: object, out: list[str]) -> None:
    p = t.s.seats[seat]
    found = {kind: n for kind, n in zip(t.s.rules.counters, p.counters, strict=False) if n}
    if (count := number(wanted)) is not None:
        if sum(found.values()) != count:
            out.append(f"{what} is {shown(found)}, expected {wanted} in all")
        return
    expected = {kind.casefold(): n for kind, value in block(wanted, what).items() if (n := number(value))}
    if found != expected:
        out.append(f"{what} is {shown(found)}, expected {shown(expected)}")


def check_attached(t: ScenarioGame, seat: int, what: str, wanted: object, out: list[str]) -> None:
    """Compare what hangs on what; a follower is named before what it carries."""
    found: Counter[tuple[str, str]] = Counter()
    for rider, host in t.s.attached.items():
        if rider not in t.s.seats[seat].play:
            continue
        pair = (rider, host)
        if is_item(t.s.cards[rider]):
            pair = (host, rider)
        found[(t.s.cards[pair[0]].name, t.s.cards[pair[1]].name)] += 1
    expected: Counter[tuple[str, str]] = Counter()
    for first, second in block(wanted, what).items():
        one, other = t.names.need_card(first).defs[0], t.names.need_card(second).defs[0]
        # The Item named before who carries it means the same
        expected[(other.name, one.name) if other.kind == nr.FOLLOWER else (one.name, other.name)] += 1
    if found != expected:
        told = dict(found.elements())
        out.append(f"{what} is {shown(told)}, expected {shown(wanted)}")
