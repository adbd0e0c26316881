"""Compares what a scenario expects with the table, and says every difference."""

from collections import Counter
from typing import Final

from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import FLEE, act_of, target_of
from kickdoor.engine.rules.fight.combat import Combat
from kickdoor.engine.rules.fight.strength import is_winning, terms, totals
from kickdoor.engine.rules.items.excess import ExcessChoice
from kickdoor.engine.rules.turn.turn import Turn
from kickdoor.engine.state.state import State, Term
from kickdoor.scenario.expectations.player_checks import PERSON, person, same_cards
from kickdoor.scenario.parsing.card_names import plain
from kickdoor.scenario.parsing.scenario_parser import DECKS
from kickdoor.scenario.parsing.values import block, known_keys, names, number, shown
from kickdoor.scenario.parsing.yaml_document import Block, Malformed
from kickdoor.scenario.steps.scenario_game import ScenarioGame
from kickdoor.view.observe import observe

TOP: Final = (
    "munchkins", "monsters", "winning", "fighter", "helper", "in combat", "terms", "phase", "turn", "winner", "asked",
    "may flee", "discards", "decks", "sees",
)  # fmt: skip
SAME_WORD: Final = {"choice": "pick"}
"""Words of the engine that scenarios know by another one."""
NOBODY: Final = (None, "none", "nobody", "nothing", False)


def differences(t: ScenarioGame, expects: Block) -> list[str]:
    """List in words whatever is not as expected."""
    out: list[str] = []
    for key, wanted in expects.items():
        seat = t.names.player(key)
        if seat >= 0:
            spec = block(wanted, key, expects.line)
            known_keys(spec, PERSON, f"expect: {key}")
            for word, value in spec.items():
                person(t, seat, word, value, out)
        elif key in CHECKS:
            CHECKS[key](t, key, wanted, out)
        else:
            known_keys(expects, (*TOP, *t.names.players), "expect")
    return out


def differ(what: str, found: object, wanted: object, out: list[str]) -> None:
    told = number(wanted)
    same = found == wanted or (told is not None and found == told and not isinstance(found, bool))
    if not same:
        out.append(f"{what} is {shown(found)}, expected {shown(wanted)}")


def check_total(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    found = None if t.s.fight is None else totals(t.s)[nr.SIDES.index(key)]
    differ(key, found, wanted, out)


def check_winning(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    found = None if t.s.fight is None else nr.SIDES[nr.MUNCHKINS if is_winning(t.s) else nr.MONSTERS]
    differ(key, found, wanted, out)


def check_fighters(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    fight = t.s.fight
    seat = -1 if fight is None else fight.main if key == "fighter" else fight.helper
    found = None if seat < 0 else t.who(seat)
    differ(key, found, None if wanted in NOBODY else t.who(t.names.need_player(wanted)), out)


def body_names(t: ScenarioGame, uids: list[int]) -> list[str]:
    fight = t.s.fight
    bodies = [] if fight is None else fight.bodies
    return [t.s.rules.defs[b.definition].name for b in bodies if b.uid in uids]


def wanted_bodies(t: ScenarioGame, value: object) -> list[str]:
    return [t.names.need_card(text).defs[0].name for text in names(value, "monsters")]


def check_in_combat(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    fight = t.s.fight
    found = [] if fight is None else [t.s.rules.defs[b.definition].name for b in fight.bodies]
    differ("in combat", sorted(found), sorted([] if wanted in NOBODY else wanted_bodies(t, wanted)), out)


def check_may_flee(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    for player, monsters in block(wanted, key).items():
        seat = t.names.need_player(player)
        uids = [target_of(c) for c in runtime.legal_options(t.s, seat) if act_of(c) == FLEE]
        differ(f"what {player} may flee", sorted(body_names(t, uids)), sorted(wanted_bodies(t, monsters)), out)


def check_phase(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    if wanted not in nr.PHASES:
        raise Malformed(f"expect: there is no phase {shown(wanted)}")
    differ(key, nr.PHASES[t.s.phase], wanted, out)


def check_turn(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    differ(key, t.who(t.s.turn), t.who(t.names.need_player(wanted)), out)


def check_winner(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    expected = [] if wanted in NOBODY else [t.who(t.names.need_player(n)) for n in names(wanted, key)]
    differ(key, sorted(t.who(seat) for seat in t.s.winners), sorted(expected), out)


def check_asked(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    spec = block(wanted, key)
    asked = {t.who(seat): runtime.prompt(t.s, seat).word for seat in t.asked()}
    asked = {name: SAME_WORD.get(word, word) for name, word in asked.items()}
    if not spec and not is_own_step(t.s):
        out.append(f"{t.waiting()}, expected nothing to wait")
    for player, word in spec.items():
        found = asked.get(t.who(t.names.need_player(player)))
        expected = None if word in NOBODY else SAME_WORD.get(str(word), word)
        if found is not None and expected in other_words(t.s):
            continue
        differ(f"what {player} is asked", found, expected, out)


def other_words(s: State) -> list[str]:
    """List what else a question may be called: all that name something let pick, some name what is kept."""
    top = s.stack[-1]
    keeps = isinstance(top, ExcessChoice) and top.keeps()
    picks = isinstance(top, ChoiceFrame) and top.ask not in (nr.ASK_YES_OR_NO, nr.ASK_LEAVE)
    return (["keep"] if keeps else []) + (["pick"] if picks else [])


def is_own_step(s: State) -> bool:
    """Return whether nothing waits but the next step of the turn, or of the fight that is part of it."""
    if not s.stack or s.phase == nr.OVER:
        return True
    return isinstance(s.stack[-1], Turn | Combat)


def check_discards(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    spec = block(wanted, key)
    known_keys(spec, DECKS, "expect: discards")
    for deck, cards in spec.items():
        texts = names(cards, deck)
        pile = t.s.discards[DECKS.index(deck)][::-1]
        found = [t.s.cards[c].name for c in pile[: len(texts)]]
        fits = [t.names.need_card(text).fits(t.s.cards[c]) for text, c in zip(texts, pile, strict=False)]
        if len(found) < len(texts) or not all(fits):
            out.append(f"the discarded {deck} are {shown(found)} from the top, expected {shown(texts)}")
        elif isinstance(cards, list) and not cards and pile:
            out.append(f"the discarded {deck} are {len(pile)} cards, expected none")


def check_decks(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    spec = block(wanted, key)
    known_keys(spec, DECKS, "expect: decks")
    for deck, count in spec.items():
        differ(f"the number of {deck} in the deck", len(t.s.decks[DECKS.index(deck)]), count, out)


def label(t: ScenarioGame, term: Term) -> str:
    """Name a summand: `level`, or the card it comes from."""
    if term.name < 0:
        return "level"
    if term.side == nr.MONSTERS and term.sort == nr.T_MONSTER and term.card >= 0 and term.seat < 0:
        return "level"
    return plain(t.s.rules.defs[term.name].name)


def check_terms(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    """Compare the summands that are named; what is not named is not looked at."""
    for whose, parts in block(wanted, key).items():
        if whose not in nr.SIDES and t.names.player(whose) < 0:
            t.names.need_card(whose)
        found: Counter[str] = Counter()
        for term in terms(t.s):
            if belongs(t, term, whose):
                found[label(t, term)] += term.amount
        for part, amount in block(parts, whose).items():
            name = "level" if part == "level" else plain(t.names.need_card(part).defs[0].name)
            differ(f"{whose}'s {part} in the fight", found[name], amount, out)


def belongs(t: ScenarioGame, term: Term, whose: str) -> bool:
    """Return whether a summand is a player's, a monster's or a side's."""
    if whose in nr.SIDES:
        return term.side == nr.SIDES.index(whose)
    seat = t.names.player(whose)
    if seat >= 0:
        common = term.seat < 0 and t.s.fight is not None and seat == t.s.fight.main
        return term.side == nr.MUNCHKINS and (term.seat == seat or common)
    body = t.body(whose)
    return body is not None and term.side == nr.MONSTERS and term.body == body.uid


def check_sees(t: ScenarioGame, key: str, wanted: object, out: list[str]) -> None:
    """Compare what one player's view shows of another."""
    for viewer, people in block(wanted, key).items():
        eye = t.names.need_player(viewer)
        view = observe(t.s, eye)
        for player, spec in block(people, viewer).items():
            seat = t.names.need_player(player)
            shows = view["seats"][seat]
            for word, value in block(spec, player).items():
                what = f"what {viewer} sees of {player}'s hand"
                if word == "count":
                    differ(what + " in number", shows["hand"], value, out)
                elif word == "hand":
                    known = view["hand"] if eye == seat else shows["known"]
                    same_cards(t, known, names(value, word), what, out)
                elif word in PERSON:
                    person(t, seat, word, value, out)
                else:
                    raise Malformed(f"expect: sees: unknown word '{word}'{suggest(word, ('hand', 'count', *PERSON))}")


CHECKS: Final = {
    "munchkins": check_total,
    "monsters": check_total,
    "winning": check_winning,
    "fighter": check_fighters,
    "helper": check_fighters,
    "in combat": check_in_combat,
    "terms": check_terms,
    "phase": check_phase,
    "turn": check_turn,
    "winner": check_winner,
    "asked": check_asked,
    "may flee": check_may_flee,
    "discards": check_discards,
    "decks": check_decks,
    "sees": check_sees,
}
