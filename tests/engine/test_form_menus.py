"""Tests of the candidates and bounds of forms: terms of help, trades and costs."""

from pathlib import Path

import pytest

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    ASK,
    FORM_BIT,
    P_ANYWAY,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_TOKENS,
    TRADE,
    USE,
    Form,
    act_of,
    card_of,
    pick,
)
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

BOILERS = Path(__file__).parent / "test_sets" / "boilers"


def position(tmp_path: Path, sets: str, text: str) -> State:
    path = tmp_path / "form.yaml"
    path.write_text(f"scenario: A form\nrules: [CHAR-27]\nsets: [{sets}]\n{text}\nsteps: []\n", encoding="utf-8")
    return play(read_file(path), "1", [BOILERS] if "boilers" in sets else None).s


def form(s: State, act: int, card: str = "") -> Form:
    for code in runtime.legal_options(s, 0):
        if act_of(code) == act and code & FORM_BIT and (not card or s.cards[card_of(code)].name == card):
            return runtime.form(s, 0, code)
    raise AssertionError("no such form")


def names(s: State, cards: list[int]) -> list[str]:
    return [s.cards[card].name for card in cards]


def test_terms_list_each_number_of_treasures_and_the_first_place(tmp_path: Path) -> None:
    """From one to all of them may go to the helper, who may also help for nothing (HELP-07, HELP-12)."""
    players = "players: {Aric: {carried: [Leather Armor]}, Suzan: {}, Guy: {}}\n"
    s = position(tmp_path, "deluxe", players + "combat: {fighter: Aric, monsters: [Net Troll]}")
    terms = form(s, ASK)
    counts = [pick(P_COUNT, n) for n in (1, 2, 3)]
    assert terms.menu(s) == [*counts, pick(P_GIVE, s.seats[0].play[0]), pick(P_PLACE, 1), pick(P_ANYWAY)]
    assert terms.min_picks == 0


def test_a_trade_names_one_item_or_more(tmp_path: Path) -> None:
    items = "Aric: {carried: [Leather Armor]}, Suzan: {carried: [Spiky Knees]}"
    trade = form(position(tmp_path, "deluxe", f"players: {{{items}, Guy: {{}}}}"), TRADE)
    assert (trade.min_picks, trade.max_picks) == (1, 2)


@pytest.mark.parametrize("first", [0, 2])
def test_a_cost_continues_with_cards_of_the_same_deck(tmp_path: Path, first: int) -> None:
    """What a Mutant recombines is all Doors or all Treasures."""
    hand = "[Blob, Fuzzball, Laser, Maser]"
    s = position(tmp_path, "star", f"players: {{Aric: {{race: Mutant, hand: {hand}}}, Suzan: {{}}, Guy: {{}}}}")
    cost = form(s, USE, "Mutant")
    found = [card for card in cost.menu(s) if s.cards[card].deck == s.cards[s.seats[0].hand[first]].deck]
    assert len(found) in (2, 3), "the Race itself is a Door"
    rest, enough = cost.next(s, found[:1])
    assert names(s, rest) == names(s, found[1:])
    assert not enough


def test_a_cost_in_tokens_is_named_token_by_token(tmp_path: Path) -> None:
    """The Valve takes two tokens and no more (TOKEN-16, AMB-112)."""
    players = "players: {Aric: {carried: [Valve], tokens: {steam: 3}}, Suzan: {}, Guy: {}}\n"
    s = position(tmp_path, "cooks, boilers", players + "combat: {fighter: Aric, monsters: [Cinder Cat]}")
    cost = form(s, USE, "Valve")
    steam = pick(P_TOKENS, s.rules.counters.index("steam"))
    assert cost.next(s, []) == ([steam], False)
    assert cost.next(s, [steam]) == ([steam], False)
    assert cost.next(s, [steam, steam]) == ([], True)
