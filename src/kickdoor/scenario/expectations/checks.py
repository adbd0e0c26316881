"""Checks of an `expect` step: each adds a sentence for every difference from the game."""

from collections import Counter
from typing import Final

from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FLEE, act_of, target_of
from kickdoor.engine.rules.fight.strength import is_winning, terms, totals
from kickdoor.engine.state.state import State, Term
from kickdoor.scenario.expectations.player_checks import PLAYER_KEYS, check_cards, check_player
from kickdoor.scenario.parsing.card_names import plain
from kickdoor.scenario.parsing.scenario_parser import DECKS
from kickdoor.scenario.parsing.values import check_keys, format_value, read_block, read_names, read_number
from kickdoor.scenario.parsing.yaml_document import Block, Malformed
from kickdoor.scenario.steps.scenario_game import ScenarioGame
from kickdoor.view.observe import observe

EXPECT_KEYS: Final = (
    "munchkins", "monsters", "winning", "fighter", "helper", "in combat", "terms", "phase", "turn", "winner", "asked",
    "may flee", "discards", "decks", "sees",
)  # fmt: skip
SYNONYMS: Final = {"choice": "pick"}
"""Prompt kinds of the engine that have another name in scenarios."""
NO_ONE: Final = (None, "none", "nobody", "nothing", False)
"""Values that mean no player, no monster or no prompt."""


def list_differences(game: ScenarioGame, expects: Block) -> list[str]:
    """List the differences between the game and an `expect` step, as sentences."""
    failures: list[str] = []
    for key, wanted in expects.items():
        seat = game.names.player(key)
        if seat >= 0:
            spec = read_block(wanted, key, expects.line)
            check_keys(spec, PLAYER_KEYS, f"expect: {key}")
            for word, value in spec.items():
                check_player(game, seat, word, value, failures)
        elif key in CHECKS:
            CHECKS[key](game, key, wanted, failures)
        else:
            check_keys(expects, (*EXPECT_KEYS, *game.names.players), "expect")
    return failures


def compare(label: str, found: object, wanted: object, failures: list[str]) -> None:
    """Add a difference if a value is not as wanted; a quoted number equals the number."""
    number = read_number(wanted)
    same = found == wanted or (number is not None and found == number and not isinstance(found, bool))
    if not same:
        failures.append(f"{label} is {format_value(found)}, expected {format_value(wanted)}")


def check_total(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the total strength of a side."""
    found = None if game.s.fight is None else totals(game.s)[nr.SIDES.index(key)]
    compare(key, found, wanted, failures)


def check_winning(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare which side is winning the fight."""
    found = None if game.s.fight is None else nr.SIDES[nr.MUNCHKINS if is_winning(game.s) else nr.MONSTERS]
    compare(key, found, wanted, failures)


def check_fighters(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the main fighter or the helper."""
    fight = game.s.fight
    seat = -1 if fight is None else fight.main if key == "fighter" else fight.helper
    found = None if seat < 0 else game.player_name(seat)
    compare(key, found, None if wanted in NO_ONE else game.player_name(game.names.need_player(wanted)), failures)


def monster_names(game: ScenarioGame, uids: list[int]) -> list[str]:
    """Return the names of the fight monsters with these uids."""
    fight = game.s.fight
    monsters = [] if fight is None else fight.bodies
    return [game.s.rules.defs[one.definition].name for one in monsters if one.uid in uids]


def wanted_monsters(game: ScenarioGame, value: object) -> list[str]:
    """Return the full card names of the monsters that a scenario names."""
    return [game.names.need_card(text).defs[0].name for text in read_names(value, "monsters")]


def check_in_combat(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the monsters in the fight."""
    fight = game.s.fight
    found = [] if fight is None else [game.s.rules.defs[one.definition].name for one in fight.bodies]
    compare("in combat", sorted(found), sorted([] if wanted in NO_ONE else wanted_monsters(game, wanted)), failures)


def check_may_flee(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the monsters that each player may flee next."""
    for player, monsters in read_block(wanted, key).items():
        seat = game.names.need_player(player)
        uids = [target_of(c) for c in runtime.legal_options(game.s, seat) if act_of(c) == FLEE]
        found = sorted(monster_names(game, uids))
        compare(f"what {player} may flee", found, sorted(wanted_monsters(game, monsters)), failures)


def check_phase(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the phase of the turn."""
    if wanted not in nr.PHASES:
        raise Malformed(f"expect: there is no phase {format_value(wanted)}")
    compare(key, nr.PHASES[game.s.phase], wanted, failures)


def check_turn(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare whose turn it is."""
    compare(key, game.player_name(game.s.turn), game.player_name(game.names.need_player(wanted)), failures)


def check_winner(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the winners of the game."""
    seats = [] if wanted in NO_ONE else [game.names.need_player(name) for name in read_names(wanted, key)]
    expected = sorted(game.player_name(seat) for seat in seats)
    compare(key, sorted(game.player_name(seat) for seat in game.s.winners), expected, failures)


def check_asked(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the kinds of the current prompts."""
    spec = read_block(wanted, key)
    prompts = {game.player_name(seat): runtime.prompt(game.s, seat).word for seat in game.prompted_seats()}
    prompts = {name: SYNONYMS.get(word, word) for name, word in prompts.items()}
    if not spec and not is_own_step(game.s):
        failures.append(f"{game.waiting_text()}, expected no prompt")
    for player, word in spec.items():
        found = prompts.get(game.player_name(game.names.need_player(player)))
        expected = None if word in NO_ONE else SYNONYMS.get(str(word), word)
        if found is not None and expected in alternative_words(game.s):
            continue
        compare(f"what {player} is asked", found, expected, failures)


def alternative_words(s: State) -> list[str]:
    """List the general kinds of the current prompt: `pick` for a choice, `keep` where the player names what to keep."""
    top = s.stack[-1]
    seat = top.choosing_seat()
    picks = seat >= 0 and top.purpose(s, seat) not in (nr.ASK_YES_OR_NO, nr.ASK_LEAVE)
    return (["keep"] if top.keeps() else []) + (["pick"] if picks else [])


def is_own_step(s: State) -> bool:
    """Return whether only the next step of the turn or of its fight is pending, and no other prompt."""
    if not s.stack or s.phase == nr.OVER:
        return True
    return s.stack[-1].OWN_STEP


def check_discards(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the top cards of the discard piles."""
    spec = read_block(wanted, key)
    check_keys(spec, DECKS, "expect: discards")
    for deck, cards in spec.items():
        texts = read_names(cards, deck)
        pile = game.s.discards[DECKS.index(deck)][::-1]
        top = [game.s.cards[c].name for c in pile[: len(texts)]]
        fits = [game.names.need_card(text).fits(game.s.cards[c]) for text, c in zip(texts, pile, strict=False)]
        if len(top) < len(texts) or not all(fits):
            failures.append(
                f"the discarded {deck} are {format_value(top)} from the top, expected {format_value(texts)}"
            )
        elif isinstance(cards, list) and not cards and pile:
            failures.append(f"the discarded {deck} are {len(pile)} cards, expected none")


def check_decks(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the sizes of the decks."""
    spec = read_block(wanted, key)
    check_keys(spec, DECKS, "expect: decks")
    for deck, count in spec.items():
        compare(f"the number of {deck} in the deck", len(game.s.decks[DECKS.index(deck)]), count, failures)


def term_label(game: ScenarioGame, term: Term) -> str:
    """Return the name of a strength term: `level`, or the card it comes from."""
    if term.name < 0:
        return "level"
    if term.side == nr.MONSTERS and term.sort == nr.T_MONSTER and term.card >= 0 and term.seat < 0:
        return "level"
    return plain(game.s.rules.defs[term.name].name)


def check_terms(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the named strength terms of the fight; other terms are ignored."""
    for owner, parts in read_block(wanted, key).items():
        if owner not in nr.SIDES and game.names.player(owner) < 0:
            game.names.need_card(owner)
        found: Counter[str] = Counter()
        for term in terms(game.s):
            if is_term_of(game, term, owner):
                found[term_label(game, term)] += term.amount
        for part, amount in read_block(parts, owner).items():
            name = "level" if part == "level" else plain(game.names.need_card(part).defs[0].name)
            compare(f"{owner}'s {part} in the fight", found[name], amount, failures)


def is_term_of(game: ScenarioGame, term: Term, owner: str) -> bool:
    """Return whether a strength term belongs to a player, a monster or a side."""
    if owner in nr.SIDES:
        return term.side == nr.SIDES.index(owner)
    seat = game.names.player(owner)
    if seat >= 0:
        # Terms of the whole munchkin side count as those of the main fighter.
        is_shared = term.seat < 0 and game.s.fight is not None and seat == game.s.fight.main
        return term.side == nr.MUNCHKINS and (term.seat == seat or is_shared)
    monster = game.find_monster(owner)
    return monster is not None and term.side == nr.MONSTERS and term.body == monster.uid


def check_sees(game: ScenarioGame, key: str, wanted: object, failures: list[str]) -> None:
    """Compare the hand of one player in the observation of another."""
    for viewer, players in read_block(wanted, key).items():
        viewer_seat = game.names.need_player(viewer)
        observation = observe(game.s, viewer_seat)
        for player, spec in read_block(players, viewer).items():
            seat = game.names.need_player(player)
            observed = observation["seats"][seat]
            for word, value in read_block(spec, player).items():
                label = f"what {viewer} sees of {player}'s hand"
                if word == "count":
                    compare(f"{label} in number", observed["hand"], value, failures)
                elif word == "hand":
                    known = observation["hand"] if viewer_seat == seat else observed["known"]
                    check_cards(game, known, read_names(value, word), label, failures)
                elif word in PLAYER_KEYS:
                    check_player(game, seat, word, value, failures)
                else:
                    hint = suggest(word, ("hand", "count", *PLAYER_KEYS))
                    raise Malformed(f"expect: sees: unknown word '{word}'{hint}")


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
