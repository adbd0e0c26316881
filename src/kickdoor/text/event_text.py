"""The text of events as a seat may know them: a hidden card is just "a card"."""

import re
from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Message
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.ops.fight_ops import Bonus
from kickdoor.engine.machine import event_kinds as ek
from kickdoor.engine.machine.event_kinds import BY_WORD, EventKind
from kickdoor.engine.state.state import Term
from kickdoor.text.message_catalog import DEFAULT, NO_SWAPS, PLAIN, MessageRenderer, renderer_for

NO_SEAT: Final = -1
SEAT_TYPES: Final = (ek.SEAT, ek.SEAT_OR_NONE, ek.HELPER, ek.TARGET)
"""Types of event fields whose number is a seat."""
DOUBLE_STOP: Final = re.compile(r"(?<![.!])([.!])[.!](?= |$)")
"""Two sentence marks in a row, of which the first belongs to a card name. An ellipsis is no match."""
DOUBLE_STOPS: Final = ("..", "!.", ".!", "!!")
"""Substrings checked before the pattern. Few lines contain one, and the pattern is slow compared with the rest."""
READER_FIRST: Final = "{who} and {other}"
"""A pair of players. If the reader is one of them, the reader comes first, as in "You and Aric"."""
SINGULAR: Final = 1
PLURAL: Final = 2
"""The grammatical numbers of verbs: "Aric plays" is singular, "you play" is plural."""


def narrate(rules: RuleSet, event: dict[str, object], names: list[str], lang: str = DEFAULT, me: int = NO_SEAT) -> str:
    """Write one redacted event as a log line. The seat `me` is the reader, addressed as "you".

    An event may have more fields than the engine gives it: the `level` reached, the `terms` offered to a `helper`, the
    `host` that a card is attached to.
    """
    renderer = renderer_for(rules, lang)
    kind = BY_WORD[str(event["kind"])]
    defs = [renderer.cards[key] for key in keys_of(event)]
    cards: list[object] = [d.name for d in defs]
    seat, other = number_of(event, "seat"), number_of(event, "other")
    other_seat = other if kind.other.sort in SEAT_TYPES else NO_SEAT
    amount, level = number_of(event, "amount"), number_of(event, "level")
    host = renderer.cards[str(event["host"])] if "host" in event else None
    args: dict[str, object] = {
        "who": name_or_you(renderer, names, seat, me),
        "other": name_or_you(renderer, names, other_seat, me) or renderer.text("target.someone"),
        "whose": whose(renderer, names, other_seat, me),
        "me": PLURAL if seat == me else SINGULAR,
        "level": level,
        "before": level + (amount if kind.word == "level_lost" else -amount),
        "terms": str(event.get("terms")),
        "n": amount or number_of(event, "count"),
        "cards": cards,
        "ability": ability_of(renderer, defs, amount),
        "gold": other,
        "first": cards[0] if cards else "",
        "second": cards[-1] if cards else "",
        "host": "" if host is None else host.name,
        "given": cards[:amount],
        "wanted": cards[amount:],
        "token": token_of(renderer, rules, kind, other, amount),
    }
    id = "event." + kind.word
    forms = renderer.language.find(id)
    wanted = host_forms(host) or wanted_forms(kind, event, defs, seat == me)
    form = first_available(forms, wanted, "named" if args["token"] else "")
    if seat == me and has_third_person_verb(forms.get(form) or forms.get(PLAIN, "")):
        args["who"] = name_of(names, seat)
    if other_seat == me and me >= 0 and READER_FIRST in (forms.get(form) or forms.get(PLAIN, "")):
        args["who"], args["other"] = args["other"], args["who"]
    return drop_double_stop(capital(renderer.render(Message(id, args), NO_SWAPS, form)))


def taken_back(rules: RuleSet, names: list[str], seat: int, lang: str = DEFAULT, me: int = NO_SEAT) -> str:
    """Write the log line for a seat that took its last action back."""
    renderer = renderer_for(rules, lang)
    args: dict[str, object] = {
        "who": name_or_you(renderer, names, seat, me),
        "me": PLURAL if seat == me else SINGULAR,
    }
    return capital(renderer.render(Message("log.taken_back", args), NO_SWAPS))


def totals_moved(rules: RuleSet, before: list[int], after: list[int], lang: str = DEFAULT) -> str:
    """Write the change of the totals of a fight: "Munchkins 6 → 11."."""
    renderer = renderer_for(rules, lang)
    out: list[str] = []
    for side, id in ((nr.MUNCHKINS, "log.munchkins"), (nr.MONSTERS, "log.monsters")):
        if before[side] != after[side]:
            out.append(renderer.render(Message(id, {"before": before[side], "after": after[side]})))
    return " ".join(out)


def left_because(rules: RuleSet, monsters: list[int], cause: str, lang: str = DEFAULT) -> str:
    """Write why a monster has left the fight; `cause` is the key of a card."""
    renderer = renderer_for(rules, lang)
    if monsters and rules.defs[monsters[0]].key == cause:
        return renderer.render(Message("log.left_by_itself"))
    return renderer.render(Message("log.left_because", {"card": renderer.cards[cause].name}), NO_SWAPS)


def has_third_person_verb(template: str) -> bool:
    """Return whether a template has a verb for the third person only, so that "you" does not fit."""
    return template.startswith("{who} ") and not template.startswith(
        ("{who} {me:", "{who} and ", "{who} can ", "{who} must ", "{who} would ")
    )


def name_or_you(renderer: MessageRenderer, names: list[str], seat: int, me: int) -> str:
    """Return the name of a seat; the reader is "you"."""
    return renderer.text("target.you") if seat == me and seat >= 0 else name_of(names, seat)


def whose(renderer: MessageRenderer, names: list[str], seat: int, me: int) -> str:
    """Return the possessive of a seat: "your", "Aric's"."""
    if seat == me and seat >= 0:
        return renderer.text("target.your")
    return renderer.render(Message("target.whose", {"who": name_of(names, seat) or renderer.text("target.someone")}))


def drop_double_stop(text: str) -> str:
    """Keep only the first of two sentence marks in a row."""
    for pair in DOUBLE_STOPS:
        if pair in text:
            return DOUBLE_STOP.sub(r"\1", text)
    return text


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def token_of(renderer: MessageRenderer, rules: RuleSet, kind: EventKind, other: int, amount: int) -> str:
    """Return the names of the kinds of token of an event; empty if the sentence names none."""
    if kind.amount.sort == ek.MEAL:
        # The sentence for a meal of food names no kinds.
        meal = [] if amount >= len(rules.meals) or rules.meals[amount][0] in rules.food else rules.meals[amount]
        return ", ".join([renderer.text("counter." + rules.counters[k]) for k in meal])
    token = other if kind.other.sort == ek.TOKEN else (amount if kind.amount.sort == ek.TOKEN else -1)
    return renderer.text("counter." + rules.counters[token]) if 0 <= token < len(rules.counters) else ""


def keys_of(event: dict[str, object]) -> list[str]:
    """List the keys of the cards that the reader may know."""
    defs = event.get("defs")
    return [str(key) for key in defs] if isinstance(defs, list) else []


def number_of(event: dict[str, object], name: str) -> int:
    """Return a numeric field of an event; if it is missing, -1 for a seat and 0 for others."""
    value = event.get(name)
    return value if isinstance(value, int) else (-1 if name in ("seat", "other") else 0)


def name_of(names: list[str], seat: int) -> str:
    """Return the name of a seat; empty if there is no such seat."""
    return names[seat] if 0 <= seat < len(names) else ""


def first_available(forms: dict[str, str], wanted: list[str], default: str) -> str:
    """Return the first of the wanted forms that a message has."""
    for form in wanted:
        if form in forms:
            return form
    return default


def host_forms(host: CardDef | None) -> list[str]:
    """List the form of a line that names the card to which another was attached; none without `host`."""
    return [] if host is None else ["handed" if host.kind == nr.FOLLOWER else "on_host"]


def wanted_forms(kind: EventKind, event: dict[str, object], defs: list[CardDef], is_own: bool) -> list[str]:
    """List the forms that fit an event, the most informative first. A message has some of them."""
    amount = number_of(event, "amount")
    special = special_form(kind, event, defs)
    if "level" in event or "terms" in event:
        return ["wants", "full"] if event.get("helper") == event["seat"] else ["full"]
    if kind.word == "turn_begun" and is_own:
        return ["mine"]
    if not defs:
        return ["hidden", special]
    if not special and kind.word == "card_played" and defs[0].kind in (nr.CLASS, nr.RACE):
        return ["character"]
    if kind.word == "taken_from_discards" and amount == ek.INTO_PLAY:
        return ["character"]
    if kind.amount.sort == ek.PART:
        return ["gift"] if amount == len(defs) else ["wish" if amount == 0 else "swap"]
    pair = kind.cards.sort == ek.CARD_AND_TARGET and len(defs) == 2
    return [special, "on_card", "seen"] if pair else [special, "seen"]


def special_form(kind: EventKind, event: dict[str, object], defs: list[CardDef]) -> str:
    """Return the form of the line that the fields `other` and `amount` require; empty for the usual form."""
    other, amount = number_of(event, "other"), number_of(event, "amount")
    field_type = kind.other.sort
    if field_type == ek.TARGET:
        return target_form(number_of(event, "seat"), other, aim_of(kind, amount, defs))
    if field_type == ek.PURPOSE:
        return "to_" + nr.ROLLS[other] if 0 <= other < len(nr.ROLLS) else ""
    if field_type == ek.GOLD:
        return "for_gold" if other > 0 else ""
    if field_type == ek.DECK:
        return nr.DECKS[nr.TREASURE if other == nr.TREASURE else nr.DOOR]
    if field_type == ek.HELPER:
        return "helped" if other >= 0 else "alone"
    if kind.amount.sort == ek.LEAVING:
        return nr.REMOVAL_KINDS[amount] if 0 <= amount < len(nr.REMOVAL_KINDS) else ""
    if kind.amount.sort == ek.SEX:
        return nr.SEXES[amount] if 0 <= amount < len(nr.SEXES) else ""
    return ""


def aim_of(kind: EventKind, amount: int, defs: list[CardDef]) -> int:
    """Return the target type of the play or ability of an event."""
    if kind.amount.sort == ek.AIM:
        return amount
    for play in defs[0].abilities if defs else []:
        if play.index == amount:
            return play.aim
    return nr.A_SEAT


def target_form(seat: int, other: int, target_type: int) -> str:
    """Return the form for a play or ability of a seat by its target: a side, the seat itself or another seat."""
    if target_type == nr.A_SIDE and 0 <= other < len(nr.SIDES):
        return "for_" + nr.SIDES[other]
    return "" if other < 0 else ("on_self" if other == seat else "on_seat")


def ability_of(renderer: MessageRenderer, defs: list[CardDef], index: int) -> str:
    """Return the name of the ability that an event is about, with its card."""
    if not defs:
        return ""
    for play in defs[0].abilities:
        if play.index == index:
            return renderer.render(Message("target.ability", {"name": play.name, "card": defs[0].name}))
    return defs[0].name


def explain_totals(
    rules: RuleSet, terms: list[Term], names: list[str], main: int = -1, lang: str = DEFAULT, me: int = NO_SEAT
) -> list[str]:
    """Explain both totals of a fight, munchkins first: "Aric's side 7 = 4 Level + 3 Chainsaw". `me` is "you"."""
    renderer = renderer_for(rules, lang)
    out: list[str] = []
    for side in (nr.MUNCHKINS, nr.MONSTERS):
        side_terms = [term for term in terms if term.side == side]
        args: dict[str, object] = {
            "who": name_of(names, main),
            "n": sum([term.amount for term in side_terms]),
            "terms": terms_sum_text(renderer, rules, side_terms, names, main, me),
        }
        id = "total.monsters"
        if side == nr.MUNCHKINS:
            id = "total.no_fighter" if main < 0 else ("total.your_side" if main == me else "total.munchkins")
        out.append(renderer.render(Message(id, args)))
    return out


def terms_sum_text(
    renderer: MessageRenderer, rules: RuleSet, terms: list[Term], names: list[str], main: int, me: int
) -> str:
    """Write the terms of one side as a sum."""
    text = ""
    for term in terms:
        sign = renderer.text("total.minus" if term.amount < 0 else "total.plus")
        label = term_label(renderer, rules, term, names, main, me)
        part = renderer.render(Message("total.term", {"n": abs(term.amount), "name": label}))
        if text:
            text += sign + part
        else:
            text = sign.lstrip() + part if term.amount < 0 else part
    return text or renderer.text("total.nothing")


def term_label(renderer: MessageRenderer, rules: RuleSet, term: Term, names: list[str], main: int, me: int) -> str:
    """Return the label of a term: the Level, a card, or the ability that added it.

    The label names the owner of the term, too, unless that is the main fighter.
    """
    if term.name < 0:
        label = renderer.text("total.level")
    else:
        d = rules.defs[term.name]
        label = d.name
        if term.side == nr.MONSTERS and term.card < 0 and d.kind == nr.MONSTER:
            return renderer.render(Message("total.extra", {"name": d.name}))
        if term.sort == nr.T_POWER and term.card >= 0:
            label = power_name(rules, d)
    if term.side == nr.MUNCHKINS and term.seat >= 0 and term.seat != main:
        if term.seat == me:
            return renderer.render(Message("total.yours", {"name": label}))
        return renderer.render(Message("total.theirs", {"who": name_of(names, term.seat), "name": label}))
    return label


def power_name(rules: RuleSet, definition: CardDef) -> str:
    """Return the name of the power that gives a card's bonus; the name of the card if there are several or none."""
    offset = 1 if definition.run else 0
    names = [
        definition.powers[min(number + offset, len(definition.powers) - 1)]
        for number, modifier in enumerate(definition.modifiers)
        if modifier.query == nr.Q_STRENGTH and definition.powers
    ]
    for play in definition.abilities:
        if [op for op in rules.programs[play.program].ops if isinstance(op, Bonus)]:
            names.append(play.name)
    return names[0] if len(names) == 1 else definition.name
