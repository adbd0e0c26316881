"""Checks of one player in an `expect` step."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import munchkin_strength
from kickdoor.engine.state.zones import is_item, stays_by_itself
from kickdoor.scenario.parsing.card_names import Name, plain
from kickdoor.scenario.parsing.values import check_keys, format_value, read_block, read_names, read_number
from kickdoor.scenario.parsing.yaml_document import Block
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PLAYER_KEYS: Final = (
    "level", "class", "race", "sex", "strength", "hand", "equipped", "carried", "followers", "curses", "tokens", "dead",
    "attached", "super", "half",
)  # fmt: skip


def check_player(game: ScenarioGame, seat: int, word: str, wanted: object, failures: list[str]) -> None:
    """Add a difference if one property of a player is not as wanted."""
    label = f"{game.player_name(seat)}.{word}"
    if word in VALUES:
        found = VALUES[word](game, seat)
        wanted = wanted if (number := read_number(wanted)) is None else number
        if found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
            failures.append(f"{label} is {format_value(found)}, expected {format_value(wanted)}")
    elif word == "hand":
        check_hand(game, seat, label, wanted, failures)
    elif word == "tokens":
        check_tokens(game, seat, label, wanted, failures)
    elif word == "attached":
        check_attached(game, seat, label, wanted, failures)
    else:
        texts = [n for n in read_names(wanted, label) if not (word == "race" and plain(n) == "human")]
        texts = [n for n in texts if n not in ("none", "nothing")]
        cards = CARD_LISTS[word](game, seat) + list_named_non_items(game, seat, word, texts)
        check_cards(game, cards, texts, label, failures)


def list_named_non_items(game: ScenarioGame, seat: int, word: str, texts: list[str]) -> list[int]:
    """List the cards in play that are not Items but that a scenario names under `equipped` or `carried`."""
    if word not in ("equipped", "carried"):
        return []
    wanted = [game.names.need_card(text) for text in texts]
    cards = [c for c in game.s.seats[seat].play if stays_by_itself(game.s.cards[c])]
    return [c for c in cards if any(name.fits(game.s.cards[c]) for name in wanted)]


def cards_of_kind(*kinds: int) -> Callable[[ScenarioGame, int], list[int]]:
    """Return a function that lists the cards of these kinds that a player has in play."""
    return lambda game, seat: [c for c in game.s.seats[seat].play if game.s.cards[c].kind in kinds]


def list_carried(game: ScenarioGame, seat: int) -> list[int]:
    """List the Items that a player has in play and has not equipped."""
    p = game.s.seats[seat]
    return [c for c in p.play if is_item(game.s.cards[c]) and c not in p.equipped]


def has_kind(kind: int) -> Callable[[ScenarioGame, int], object]:
    """Return a function that returns whether a player has a card of this kind in play."""
    return lambda game, seat: any(game.s.cards[c].kind == kind for c in game.s.seats[seat].play)


VALUES: Final[dict[str, Callable[[ScenarioGame, int], object]]] = {
    "level": lambda game, seat: game.s.seats[seat].level,
    "sex": lambda game, seat: nr.SEXES[game.s.seats[seat].sex],
    "strength": lambda game, seat: munchkin_strength(game.s, seat),
    "dead": lambda game, seat: game.s.seats[seat].dead,
    "super": has_kind(nr.SUPER),
    "half": has_kind(nr.HALFBREED),
}
CARD_LISTS: Final[dict[str, Callable[[ScenarioGame, int], list[int]]]] = {
    "class": cards_of_kind(nr.CLASS),
    "race": cards_of_kind(nr.RACE),
    "equipped": lambda game, seat: game.s.seats[seat].equipped,
    "carried": list_carried,
    "followers": cards_of_kind(nr.FOLLOWER),
    "curses": cards_of_kind(nr.CURSE),
}


def match_cards(game: ScenarioGame, cards: list[int], wanted: list[Name]) -> tuple[list[str], list[int]]:
    """Match names with cards. Return the names without a card and the cards without a name."""
    unmatched = cards[:]
    missing: list[str] = []
    for name in wanted:
        found = [c for c in unmatched if name.fits(game.s.cards[c])]
        if found:
            unmatched.remove(found[0])
        else:
            missing.append(name.text)
    return missing, unmatched


def check_cards(game: ScenarioGame, cards: list[int], texts: list[str], label: str, failures: list[str]) -> None:
    """Add a difference if cards do not match names; the order does not count."""
    missing, unmatched = match_cards(game, cards, [game.names.need_card(text) for text in texts])
    if missing or unmatched:
        failures.append(
            f"{label} is {format_value([game.s.cards[c].name for c in cards])}, expected {format_value(texts)}"
        )


def check_hand(game: ScenarioGame, seat: int, label: str, wanted: object, failures: list[str]) -> None:
    """Compare a hand with a number, with names, or with `{has, lacks, count}`."""
    hand = game.s.seats[seat].hand
    hand_text = format_value([game.s.cards[c].name for c in hand])
    if (count := read_number(wanted)) is not None:
        if len(hand) != count:
            failures.append(f"{label} is {len(hand)} cards, expected {count}: {hand_text}")
        return
    if not isinstance(wanted, Block):
        check_cards(game, hand, read_names(wanted, label), label, failures)
        return
    check_keys(wanted, ("has", "lacks", "count"), label)
    missing, _ = match_cards(game, hand, [game.names.need_card(n) for n in read_names(wanted.get("has"), label)])
    if missing:
        failures.append(f"{label} is {hand_text}, expected it to have {format_value(missing)}")
    for text in read_names(wanted.get("lacks"), label):
        name = game.names.need_card(text)
        if any(name.fits(game.s.cards[c]) for c in hand):
            failures.append(f"{label} is {hand_text}, expected it to lack {text}")
    if "count" in wanted and read_number(wanted["count"]) != len(hand):
        failures.append(f"{label} is {len(hand)} cards, expected {format_value(wanted['count'])}")


def check_tokens(game: ScenarioGame, seat: int, label: str, wanted: object, failures: list[str]) -> None:
    """Compare tokens with their total or with the number of each kind."""
    p = game.s.seats[seat]
    found = {kind: n for kind, n in zip(game.s.rules.counters, p.counters, strict=False) if n}
    if (count := read_number(wanted)) is not None:
        if sum(found.values()) != count:
            failures.append(f"{label} is {format_value(found)}, expected {wanted} in all")
        return
    expected = {kind.casefold(): n for kind, value in read_block(wanted, label).items() if (n := read_number(value))}
    if found != expected:
        failures.append(f"{label} is {format_value(found)}, expected {format_value(expected)}")


def check_attached(game: ScenarioGame, seat: int, label: str, wanted: object, failures: list[str]) -> None:
    """Compare attached cards with their Items, and followers with the Items they carry."""
    found: Counter[tuple[str, str]] = Counter()
    for card, host in game.s.attached.items():
        if card not in game.s.seats[seat].play:
            continue
        # A follower stands before its Item, as a scenario writes it.
        pair = (host, card) if is_item(game.s.cards[card]) else (card, host)
        found[(game.s.cards[pair[0]].name, game.s.cards[pair[1]].name)] += 1
    expected: Counter[tuple[str, str]] = Counter()
    for first, second in read_block(wanted, label).items():
        one, other = game.names.need_card(first).defs[0], game.names.need_card(second).defs[0]
        # A scenario may also write the Item before its follower.
        expected[(other.name, one.name) if other.kind == nr.FOLLOWER else (one.name, other.name)] += 1
    if found != expected:
        failures.append(f"{label} is {format_value(dict(found.elements()))}, expected {format_value(wanted)}")
