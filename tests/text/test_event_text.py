"""Tests of the texts of events, totals, options, prompts and refusals."""

import pytest

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime as m
from kickdoor.engine.machine.prompts import Answer, Reason, Verdict, pick
from kickdoor.engine.rules.fight.strength import terms
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State, Term
from kickdoor.text.event_text import explain_totals, narrate
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import option_text, prompt_text, terms_text
from kickdoor.text.reasons_text import reason_text, verdict_text
from kickdoor.view.redact import redact

NAMES = ["Aric", "Suzan", "Bo", "Cleo"]
SET = "deluxe"


def event(
    kind: str, seat: int = 0, other: int = -1, amount: int = 0, count: int = 0, ids: list[str] | None = None
) -> dict[str, object]:
    out: dict[str, object] = {"kind": kind, "seat": seat, "other": other, "amount": amount, "count": count}
    if ids is not None:
        out["count"] = len(ids)
        out["defs"] = [f"{SET}/{id}" for id in ids]
    return out


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (event("door_kicked", ids=["net_troll"]), "Aric kicks open the door: Net Troll!"),
        (
            event("trade_offered", 0, 1, 2, ids=["leather_armor", "buckler_of_swashing", "spiky_knees"]),
            "Aric offers Suzan Leather Armor and Buckler of Swashing for Spiky Knees.",
        ),
        (event("trade_offered", 0, 1, 1, ids=["spiky_knees"]), "Aric offers Suzan Spiky Knees for free."),
        (event("trade_offered", 0, 1, 0, ids=["spiky_knees"]), "Aric asks Suzan for Spiky Knees."),
        (event("card_played", 1, -1, nr.A_MONSTER, ids=["enraged", "net_troll"]), "Suzan plays Enraged on Net Troll."),
        (
            event("card_played", 1, nr.MONSTERS, nr.A_SIDE, ids=["magic_missile"]),
            "Suzan plays Magic Missile for the monsters.",
        ),
        (event("card_played", 1, 0, nr.A_SEAT, ids=["boil_an_anthill"]), "Suzan plays Boil an Anthill on Aric."),
        (event("card_played", 1, 1, nr.A_SEAT, ids=["boil_an_anthill"]), "Suzan plays Boil an Anthill."),
        (event("escaped", ids=["net_troll"]), "Aric escapes Net Troll."),
        (event("treasures_drawn", count=3), "Aric draws 3 Treasures."),
        (event("treasures_drawn", ids=["magic_missile", "huge_rock"]), "Aric draws Magic Missile and Huge Rock."),
        (event("card_drawn", count=1), "Aric draws 1 Door card."),
        (event("deck_seen", count=1), "Aric looks at 1 card from the top of a deck."),
        (
            event("help_offered", 0, 1) | {"terms": "nothing; Suzan gives Huge Rock", "helper": 1},
            "For helping, Aric offers Suzan nothing; Suzan gives Huge Rock.",
        ),
        (event("charity_given", 0, 1, 2, 2), "Aric gives 2 cards to Suzan as charity."),
        (event("ability_used", 0, 1, 0, ids=["thief"]), "Aric uses Backstab (Thief) against Suzan."),
        (event("ability_used", 0, -1, 1, ids=["wizard", "crabs"]), "Aric uses Charm Spell (Wizard) on Crabs."),
        (event("items_sold", 0, 1100, 2, ids=["huge_rock"]), "Aric sells Huge Rock for 1,100 Gold Pieces."),
        (event("level_gained", 2, -1, 1), "Bo gains 1 level."),
        (event("level_lost", 2, -1, 2), "Bo loses 2 levels."),
        (event("fight_won"), "Aric wins the fight."),
        (event("fight_won", 0, 1), "Aric and Suzan win the fight."),
        (event("die_rolled", 0, 1, 4), "Aric rolls a 4 to run away."),
        (event("sex_changed", 0, -1, nr.FEMALE), "Aric is now female."),
        (event("reshuffled", -1, nr.TREASURE, 30), "The Treasure discards are shuffled into a new deck."),
        (
            event("monster_left", 0, -1, nr.DRIVEN_OFF, ids=["crabs"]),
            "A monster leaves the fight, but its Treasures stay: Crabs.",
        ),
    ],
)
def test_event_text_is_as_expected(rules: RuleSet, facts: dict[str, object], text: str) -> None:
    assert narrate(rules, facts, NAMES) == text


def test_an_ability_aimed_at_a_side_names_nobody(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    # The voice may be that of another rule set of the same cards, which was there before
    thief = renderer_for(rules).cards[f"{SET}/thief"]
    monkeypatch.setattr(thief.abilities[0], "aim", nr.A_SIDE)
    facts = event("ability_used", 0, nr.MONSTERS, 0, ids=["thief"])
    assert narrate(rules, facts, NAMES) == "Aric uses Backstab (Thief)."


@pytest.mark.parametrize("kind", ev.EVENTS)
@pytest.mark.parametrize("other", [-1, 1])
def test_every_event_has_a_text_with_and_without_cards(rules: RuleSet, kind: str, other: int) -> None:
    for facts in (event(kind, 0, other, 1, 1), event(kind, 0, other, 1, ids=["crabs"])):
        line = narrate(rules, facts, NAMES)
        assert line[-1] in ".!"
        assert "{" not in line
        assert "  " not in line


def test_unseen_cards_are_not_named(rules: RuleSet) -> None:
    crabs = next(d for d in rules.defs if d.id == "crabs")
    for kind in range(len(ev.EVENTS)):
        hidden = ev.Event(kind, 0, 1, 1, [5], [crabs.index], 1)
        assert "Crabs" not in narrate(rules, redact(hidden, 2, rules), NAMES)


def index_of(rules: RuleSet, id: str) -> int:
    return next(d.index for d in rules.defs if d.id == id)


def test_totals_are_explained(rules: RuleSet) -> None:
    found = [
        Term(nr.MUNCHKINS, 0, -1, nr.T_LEVEL, -1, -1, 4),
        Term(nr.MUNCHKINS, 0, -1, nr.T_ITEM, 1, index_of(rules, "chainsaw_of_bloody_dismemberment"), 3),
        Term(nr.MUNCHKINS, 0, -1, nr.T_POWER, 2, index_of(rules, "warrior"), 3),
        Term(nr.MUNCHKINS, 1, -1, nr.T_LEVEL, -1, -1, 2),
        Term(nr.MUNCHKINS, -1, -1, nr.T_ONESHOT, 3, index_of(rules, "magic_missile"), 5),
        Term(nr.MONSTERS, -1, 0, nr.T_MONSTER, 4, index_of(rules, "harpies"), 4),
        Term(nr.MONSTERS, 0, 0, nr.T_MONSTER, -1, index_of(rules, "harpies"), 5),
        Term(nr.MONSTERS, -1, 0, nr.T_ENHANCER, 5, index_of(rules, "baby"), -5),
    ]
    assert explain_totals(rules, found, NAMES, 0) == [
        "Aric's side 17 = 4 Level + 3 Chainsaw of Bloody Dismemberment + 3 Berserk + 2 Suzan's Level + 5 Magic Missile",
        "Monsters 4 = 4 Harpies + 5 Harpies (bonus) - 5 Baby",
    ]
    assert explain_totals(rules, [], NAMES) == ["Munchkins 0 = nothing", "Monsters 0 = nothing"]


def some_game(rules: RuleSet, seed: int, answers: int) -> list[State]:
    """Play at random and gives copies of the game on the way."""
    s = new_state(rules, RuleOptions(), f"words {seed}", 4, [0, 1, 0, 1])
    rng = LehmerRng(f"words {seed}")
    out: list[State] = []
    while len(out) < answers and not s.winners:
        asked = m.prompted_seats(s)
        seat = next(i for i in range(4) if asked >> i & 1)
        codes = m.legal_options(s, seat)
        code = codes[rng.below(len(codes))]
        picks = m.form(s, seat, code).sample(s, rng) if code & p.FORM_BIT else []
        out.append(s.copy())
        m.apply(s, Answer(seat, code, picks))
    return out


@pytest.mark.parametrize("seed", range(4))
def test_every_prompt_and_option_has_a_text(rules: RuleSet, seed: int) -> None:
    for s in some_game(rules, seed, 250):
        for seat in range(4):
            lines = [option_text(s, seat, code, NAMES) for code in m.legal_options(s, seat)]
            assert len(set(lines)) >= len(lines) * 0.5
            lines.append(prompt_text(s, m.prompt(s, seat), NAMES))
            if s.fight is not None:
                lines.extend(explain_totals(rules, terms(s), NAMES, s.fight.main))
            for line in lines:
                assert line
                assert "{" not in line
                assert "  " not in line
                assert line == line.strip()


def test_first_prompt_has_its_text(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    text = prompt_text(s, m.prompt(s, 0), NAMES)
    assert text == "Play any starting cards you like, then choose Done."
    assert option_text(s, 0, p.option(p.DONE), NAMES) == "Done"


@pytest.mark.parametrize("act", range(len(p.ACTS)))
def test_every_action_has_a_text(rules: RuleSet, act: int) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    assert option_text(s, 0, p.option(act, 3, nr.A_SEAT, 1), NAMES)


@pytest.mark.parametrize(
    ("act", "card", "text"),
    [
        (p.USE, "Thief", "Use Backstab (Thief) against {whom}"),
        (p.PLAY, "Boil an Anthill", "Play Boil an Anthill for {whom}"),
        (p.PLAY, "Curse! Duck of Doom", "Play Curse! Duck of Doom on {whom}"),
    ],
)
def test_options_targeting_oneself_have_a_text(rules: RuleSet, act: int, card: str, text: str) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    id = next(id for id, one in enumerate(s.cards) if one.name == card)
    for seat, whom in ((0, "yourself"), (1, "Suzan")):
        assert option_text(s, 0, p.option(act, id, nr.A_SEAT, seat), NAMES) == text.format(whom=whom)


def test_terms_of_help_have_a_text(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    assert terms_text(s, 0, [], NAMES) == "nothing"
    assert terms_text(s, 0, [pick(p.P_COUNT, 2)], NAMES) == "2 Treasures"
    both = [pick(p.P_PLACE, 1), pick(p.P_PLACE, 0), pick(p.P_ANYWAY)]
    assert terms_text(s, 0, both, NAMES) == (
        "the first and last Treasure picks, even if the fight is lost (void if the two split up before it ends)"
    )
    places = [pick(p.P_PLACE, 3), pick(p.P_TOKENS, 1), pick(p.P_PLACE, 11), pick(p.P_TOKEN_PLACE, 2)]
    assert terms_text(s, 0, places, NAMES) == "the third and 11th Treasure picks, 1 token and the second token pick"
    first, second = s.cards[0].name, s.cards[1].name
    ways = [pick(p.P_COUNT, 1), pick(p.P_GIVE, 0), pick(p.P_WANT, 1)]
    assert terms_text(s, 0, ways, NAMES) == f"1 Treasure and {first}; the helper gives {second}"
    assert terms_text(s, 0, [pick(p.P_WANT, 1)], NAMES, helper=0) == f"nothing; you give {second}"
    assert terms_text(s, 0, [pick(p.P_WANT, 1)], NAMES, helper=1) == f"nothing; Suzan gives {second}"


def test_promised_hand_card_is_named_only_to_its_holder(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    card = s.seats[0].hand[0]
    name = s.cards[card].name
    assert terms_text(s, 0, [pick(p.P_CARD, card)], NAMES) == f"{name}, to be played on the helper"
    assert terms_text(s, 1, [pick(p.P_CARD, card)], NAMES) == "a card from hand, to be played on the helper"


def test_a_reason_has_a_text_with_its_rules() -> None:
    reason = Reason("sell_in_combat", ["COMBAT-19", "TURN-31"])
    assert reason_text(reason) == "You can't sell during your fight. (COMBAT-19, TURN-31)"
    assert reason_text(Reason("not_asked", [])) == "You haven't been asked to do that."


def test_reasons_of_one_code_are_one_sentence() -> None:
    v = Verdict(True)
    v.reasons = [Reason("no_fight", ["COMBAT-16"]), Reason("dead", []), Reason("no_fight", ["HELP-01", "COMBAT-16"])]
    assert verdict_text(v) == ["There's no fight. (COMBAT-16, HELP-01)", "Your character is dead."]


def test_an_unavailable_action_is_explained(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "words", 4, [])
    v = Verdict(True)
    m.explain(s, 0, p.option(p.KICK), [], v)
    lines = verdict_text(v)
    assert lines
    assert len(set(lines)) == len(lines)
