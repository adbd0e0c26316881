"""Tests of sensible moves in clear positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.bot import Bot
from kickdoor.bots.policy_adapter import think
from kickdoor.bots.registry import BOTS
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.rng import Rng
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.seat_view import make_seat_view

HEAD = "scenario: Position\nsets: [{sets}]\nopen: true\n"
CLAIM = "steps:\n  - Aric: claim\n"
ARIC, SUZAN, GUY = 0, 1, 2


def answer(bot: Bot, state: State) -> Choice:
    """Have a bot answer its question."""
    chosen = think(bot, make_seat_view(state, bot.seat))
    assert chosen is not None
    return chosen


class Position:
    """A position to put before a bot."""

    def __init__(self, folder: Path, text: str, sets: str = "deluxe") -> None:
        path = folder / "position.yaml"
        path.write_text(HEAD.format(sets=sets) + text + ("" if "steps:" in text else "steps: []\n"), encoding="utf-8")
        self.state: State = play(read_file(path), "1", None).s

    def choice(self, seat: int, name: str = "normal") -> tuple[str, list[str]]:
        """Ask a bot: the act, with the card's name, and the names of the cards picked."""
        view = make_seat_view(self.state, seat)
        chosen = think(BOTS[name](seat, Rng("one")), view, not view.is_asked)
        if chosen is None:
            return "nothing", []
        runtime.check(self.state, Answer(seat, chosen[0], chosen[1]))
        card = p.card_of(chosen[0])
        act = p.ACTS[p.act_of(chosen[0])]
        cards = self.state.cards
        picks = [cards[pick].name if pick >> p.P_SHIFT == 0 else str(pick & 4095) for pick in chosen[1]]
        return (f"{act} {cards[card].name}" if card >= 0 else act), picks

    def go_on(self, seat: int, until: str, name: str = "normal") -> list[str]:
        """Let one bot answer until it does something, and lists what it did before."""
        bot = BOTS[name](seat, Rng("one"))
        done: list[str] = []
        while len(done) < 20:
            code, picks = answer(bot, self.state)
            if p.ACTS[p.act_of(code)] == until:
                break
            done.append(p.key(code))
            runtime.apply(self.state, Answer(seat, code, picks))
        return done


def test_wears_the_best_by_true_totals(tmp_path: Path) -> None:
    position = Position(
        tmp_path,
        "players:\n  Aric: {equipped: [Eleven-Foot Pole, Leather Armor],"
        " carried: [Sneaky Bastard Sword, Buckler of Swashing, Flaming Armor]}\n  Suzan: {}\n  Guy: {}\n",
    )
    position.go_on(ARIC, "kick")
    s = position.state
    worn = {s.cards[card].name for card in s.seats[ARIC].equipped}
    assert worn == {"Sneaky Bastard Sword", "Buckler of Swashing", "Flaming Armor"}


def test_sells_what_it_cannot_use(tmp_path: Path) -> None:
    position = Position(
        tmp_path,
        "players:\n  Aric: {hand: [Pointy Hat of Power, Dagger of Treachery, Short Wide Armor],"
        " equipped: [Boots of Butt-Kicking]}\n  Suzan: {}\n  Guy: {}\n",
    )
    position.go_on(ARIC, "kick")
    s = position.state
    assert s.seats[ARIC].level == 2
    assert [s.cards[card].name for card in s.seats[ARIC].equipped] == ["Boots of Butt-Kicking"]


def fight(hand: str, monster: str, aric: str = "level: 4", others: str = "  Suzan: {}\n  Guy: {}\n") -> str:
    """Write a position in which Aric has met a monster."""
    return f"players:\n  Aric: {{{aric}, hand: [{hand}]}}\n{others}combat: {{fighter: Aric, monsters: [{monster}]}}\n"


def test_plays_the_cheapest_sufficient_card(tmp_path: Path) -> None:
    position = Position(tmp_path, fight("Magic Missile, Sleep Potion, Pretty Balloons", "Harpies"))
    assert position.choice(ARIC) == ("play Sleep Potion", [])


def test_combines_several_plays(tmp_path: Path) -> None:
    position = Position(tmp_path, fight("Sleep Potion, Potion of Idiotic Bravery", "Platycore", "level: 3"))
    assert position.choice(ARIC)[0].startswith("play")


def test_wastes_nothing_where_only_levels_count(tmp_path: Path) -> None:
    position = Position(tmp_path, fight("Magic Missile, Pretty Balloons", "Ghoulfiends"))
    assert position.choice(ARIC) == ("give_up", [])


def test_berserks_with_the_fewest_cards(tmp_path: Path) -> None:
    position = Position(tmp_path, fight("Mate, Bigfoot, Enraged", "Face Sucker", "level: 6, class: Warrior"))
    act, picks = position.choice(ARIC)
    assert act == "use Warrior"
    assert len(picks) == 2


def test_turns_the_undead(tmp_path: Path) -> None:
    position = Position(tmp_path, fight("Bigfoot, Net Troll", "Undead Horse", "level: 2, class: Cleric"))
    act, picks = position.choice(ARIC)
    assert act == "use Cleric"
    assert len(picks) == 1


def test_charms_a_monster_it_cannot_beat(tmp_path: Path) -> None:
    position = Position(
        tmp_path, fight("Bigfoot, Net Troll, Mate", "Stoned Golem", "level: 5, class: Wizard, equipped: [Huge Rock]")
    )
    act, _ = position.choice(ARIC)
    assert act == "use Wizard"


def test_asks_the_strong_for_help_and_pays_them(tmp_path: Path) -> None:
    others = "  Suzan: {level: 8}\n  Guy: {level: 1}\n"
    position = Position(tmp_path, fight("", "Bigfoot", "level: 5, race: Elf", others))
    act, picks = position.choice(ARIC)
    assert act == "ask"
    assert int(picks[0]) >= 1


def test_plays_followers_and_equips_items_without_a_bonus(tmp_path: Path) -> None:
    text = "players:\n  Aric: {hand: [Hireling, Sandals of Protection]}\n  Suzan: {}\n  Guy: {}\n"
    position = Position(tmp_path, text)
    position.go_on(ARIC, "kick")
    s = position.state
    assert {s.cards[card].name for card in s.seats[ARIC].play} == {"Hireling", "Sandals of Protection"}
    assert [s.cards[card].name for card in s.seats[ARIC].equipped] == ["Sandals of Protection"]


@pytest.mark.parametrize("extra", ["Half-Breed", "Super Munchkin"])
def test_makes_the_most_of_one_race_or_class(tmp_path: Path, extra: str) -> None:
    text = f"players:\n  Aric: {{race: Halfling, class: Wizard, hand: [{extra}]}}\n  Suzan: {{}}\n  Guy: {{}}\n"
    assert Position(tmp_path, text).choice(ARIC)[0] == f"play {extra}"


@pytest.mark.parametrize(("level", "act"), [(9, "play Paramagnetic Fixative Vapour"), (5, "claim")])
def test_keeps_everyone_out_of_the_decisive_fight(tmp_path: Path, level: int, act: str) -> None:
    text = fight("Paramagnetic Fixative Vapour", "Lame Goblin", f"level: {level}")
    assert Position(tmp_path, text, "deluxe, steampunk").choice(ARIC)[0] == act


@pytest.mark.parametrize(("level", "act"), [(7, "play Grease Slick"), (2, "nothing")])
def test_holds_back_a_leader_who_runs_from_a_loss_of_levels(tmp_path: Path, level: int, act: str) -> None:
    text = (
        f"players:\n  Aric: {{level: {level}}}\n  Suzan: {{level: 3, hand: [Grease Slick]}}\n  Guy: {{}}\n"
        "combat: {fighter: Aric, monsters: [Wight Brothers]}\nsteps:\n  - Aric: give up\n  - everyone: pass\n"
    )
    assert Position(tmp_path, text, "deluxe, cooks").choice(SUZAN)[0] == act


@pytest.mark.parametrize(("asker", "asked"), [("Aric", SUZAN), ("Suzan", GUY), ("Guy", ARIC)])
def test_asks_the_left_neighbour_first_where_others_are_as_good(tmp_path: Path, asker: str, asked: int) -> None:
    everybody = "  Aric: {level: 4}\n  Suzan: {level: 4}\n  Guy: {level: 4}\n"
    text = f"players:\n{everybody}combat: {{fighter: {asker}, monsters: [Lawyers]}}\n"
    position = Position(tmp_path, text)
    seat = ["Aric", "Suzan", "Guy"].index(asker)
    code, _ = answer(BOTS["normal"](seat, Rng("one")), position.state)
    assert (p.ACTS[p.act_of(code)], p.target_of(code)) == ("ask", asked)


def test_does_not_help_another_player_to_win(tmp_path: Path) -> None:
    others = "  Suzan: {level: 8}\n  Guy: {level: 1}\n"
    text = fight("", "Bigfoot", "level: 9", others) + "steps:\n  - Aric: {ask: Suzan, offer: {treasures: 3}}\n"
    for name in ("normal", "nasty"):
        assert Position(tmp_path, text).choice(SUZAN, name)[0] == "refuse"


def test_counters_an_offer_of_nothing(tmp_path: Path) -> None:
    others = "  Suzan: {level: 8}\n  Guy: {level: 1}\n"
    text = fight("", "Bigfoot", "level: 5", others) + "steps:\n  - Aric: {ask: Suzan, offer: {}}\n"
    act, picks = Position(tmp_path, text).choice(SUZAN)
    assert act == "counter"
    assert int(picks[0]) >= 1


def test_gives_no_items_for_helping(tmp_path: Path) -> None:
    others = "  Suzan: {level: 8, equipped: [Mithril Armor]}\n  Guy: {level: 1}\n"
    asks = "steps:\n  - Aric: {ask: Suzan, offer: {treasures: 2, gives: {items: [Mithril Armor]}}}\n"
    act, picks = Position(tmp_path, fight("", "Bigfoot", "level: 5", others) + asks).choice(SUZAN)
    assert act == "counter"
    assert picks
    assert "Mithril Armor" not in picks


@pytest.mark.parametrize(("giver", "taken"), [("Suzan", SUZAN), ("Guy", GUY)])
def test_accepts_the_helper_who_gives_more(tmp_path: Path, giver: str, taken: int) -> None:
    others = "  Suzan: {level: 8, carried: [Mithril Armor]}\n  Guy: {level: 8, carried: [Leather Armor]}\n"
    item = "Mithril Armor" if giver == "Suzan" else "Leather Armor"
    offers = "steps:\n"
    for who in ("Suzan", "Guy"):
        gives = f", gives: {{items: [{item}]}}" if who == giver else ""
        offers += f"  - {who}: {{offer help: {{treasures: 1{gives}}}}}\n"
    position = Position(tmp_path, fight("", "Bigfoot", "level: 5", others) + offers)
    code, _ = answer(BOTS["normal"](ARIC, Rng("one")), position.state)
    assert (p.ACTS[p.act_of(code)], p.target_of(code)) == ("accept", taken)


def test_sells_to_make_room_for_a_better_item(tmp_path: Path) -> None:
    text = (
        "players:\n  Aric: {level: 4, carried: [Huge Rock, Boots of Running Really Fast, Kneepads of Allure]}\n"
        "  Suzan: {level: 7, carried: [Chainsaw of Bloody Dismemberment]}\n  Guy: {}\n"
        "combat: {fighter: Aric, monsters: [Net Troll]}\ntreasures: [Sleep Potion, Yuppie Water, Wishing Ring]\n"
        "steps:\n  - Suzan: {offer help: {gives: {items: [Chainsaw of Bloody Dismemberment]}}}\n  - Aric: accept\n"
        "  - Aric: claim\n  - everyone: pass\n"
    )
    position = Position(tmp_path, text)
    act, sold = position.choice(ARIC)
    assert act == "sell"
    assert "Huge Rock" in sold


def test_offers_help_in_the_last_window(tmp_path: Path) -> None:
    others = "  Suzan: {level: 8}\n  Guy: {level: 1}\n"
    text = fight("", "Bigfoot", "level: 5", others) + "steps:\n  - Aric: give up\n"
    assert Position(tmp_path, text).choice(SUZAN)[0] == "offer"


HINDERING = "  Suzan: {level: 5, hand: [Enraged, Mate]}\n  Guy: {level: 1}\n"


@pytest.mark.parametrize(
    ("level", "name", "hinders"), [(6, "normal", True), (6, "nasty", False), (9, "normal", True), (9, "nasty", True)]
)
def test_nasty_bots_save_their_cards_for_a_fight_for_the_win(
    tmp_path: Path, level: int, name: str, hinders: bool
) -> None:
    position = Position(tmp_path, fight("", "Harpies", f"level: {level}", HINDERING) + CLAIM)
    assert (position.choice(SUZAN, name)[0] != "pass") == hinders


def test_backstabs_to_stop_a_win(tmp_path: Path) -> None:
    others = "  Suzan: {level: 5, class: Thief, hand: [Bigfoot]}\n  Guy: {level: 1}\n"
    position = Position(tmp_path, fight("", "Face Sucker", "level: 9", others) + CLAIM)
    assert position.choice(SUZAN) == ("use Thief", ["Bigfoot"])


def test_steals_when_there_is_no_level_to_lose(tmp_path: Path) -> None:
    text = (
        "players:\n  Aric: {class: Thief, hand: [Bigfoot]}\n  Suzan: {equipped: [Singing & Dancing Sword]}\n  Guy: {}\n"
    )
    assert Position(tmp_path, text).choice(ARIC) == ("use Thief", ["Bigfoot"])


def flight(aric: str, monster: str, die: int) -> str:
    """Write a position in which Aric has rolled to run away."""
    return (
        f"players:\n  Aric: {{{aric}}}\n  Suzan: {{}}\n  Guy: {{}}\ndice: [{die}]\n"
        f"combat: {{fighter: Aric, monsters: [{monster}]}}\n"
        f"steps:\n  - Aric: give up\n  - everyone: pass\n  - Aric: {{flee: {monster}}}\n"
    )


def test_pays_exactly_for_a_flight_spell(tmp_path: Path) -> None:
    text = flight("level: 7, class: Wizard, hand: [Bigfoot, Mate, Enraged, Baby]", "Wannabe Vampire", 3)
    act, picks = Position(tmp_path, text).choice(ARIC)
    assert act == "use Wizard"
    assert len(picks) == 2


def test_tries_again_for_a_card(tmp_path: Path) -> None:
    text = flight("level: 7, race: Halfling, hand: [Bigfoot, Mate]", "Wannabe Vampire", 2)
    assert Position(tmp_path, text).choice(ARIC) == ("use Halfling", ["Bigfoot"])


def test_lets_a_goblin_catch_it_rather_than_waste_a_potion(tmp_path: Path) -> None:
    text = flight("level: 1, hand: [Invisibility Potion]", "Lame Goblin", 1)
    assert Position(tmp_path, text).choice(ARIC)[0] == "pass"


def test_cancels_a_curse_that_hurts(tmp_path: Path) -> None:
    text = (
        "players:\n  Aric: {level: 6, hand: [Wishing Ring]}\n  Suzan: {hand: [Curse! Duck of Doom]}\n  Guy: {}\n"
        "steps:\n  - Suzan: {play: Duck of Doom, on: Aric}\n"
    )
    assert Position(tmp_path, text).choice(ARIC)[0] == "play Wishing Ring"


def test_pays_for_a_monster_it_can_beat(tmp_path: Path) -> None:
    text = (
        "players:\n  Aric: {level: 6, class: Cleric, hand: [Sleep Potion, Bigfoot]}\n  Suzan: {}\n  Guy: {}\n"
        "discards: {doors: [Harpies]}\nsteps:\n  - Aric: kick open the door\n"
    )
    state = Position(tmp_path, text).state
    code, _ = answer(BOTS["normal"](ARIC, Rng("one")), state)
    assert state.cards[p.target_of(code)].name == "Sleep Potion"
