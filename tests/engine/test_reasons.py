"""Tests that a refusal has every reason, each with its first rule, and nothing else."""

from pathlib import Path

import pytest

from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.rejections import list_reasons

HORROR = "Unspeakably Awful Indescribable Horror"
PLAYERS = """
scenario: Refused
sets: [deluxe, steampunk]
open: true
players:
  Aric: {level: 4, class: Warrior, race: Elf, equipped: [Leather Armor], curses: [Chicken on Your Head],
         carried: [Helm of Courage, Horny Helmet, Mace of Sharpness, Sleep Potion],
         hand: [Spiky Knees, Thief, Duck of Doom, Crabs, Enraged, Wandering Monster, Pollymorph Potion, Baby]}
  Suzan: {level: 5, class: Cleric, equipped: [Flaming Armor], carried: [Huge Rock, Magic Missile],
          followers: [Hireling], hand: [Boots of Butt-Kicking, Wishing Ring, Super Munchkin, Cheat!]}
  Guy: {level: 2, carried: [Chainsaw of Bloody Dismemberment],
         hand: [Yuppie Water, Half-Breed, Wizard, Paramagnetic Fixative Vapour]}
"""
PLACES: dict[str, tuple[str, list[str]]] = {
    "quiet": ("", []),
    "second": ("phase: second", []),
    "charity": ("phase: charity", []),
    "curse": ("", ["Aric: {play: Duck of Doom, on: Guy}"]),
    "trade": ("", ["Aric: {give: Helm of Courage, to: Guy}"]),
    "fight": ("combat: {monsters: [Net Troll]}", []),
    "talk": ("combat: {monsters: [Net Troll]}", ["Aric: {ask: Guy, offer: {}}"]),
    "pair": ("combat: {helper: Suzan, monsters: [Plutonium Dragon]}", []),
    "frozen": ("combat: {monsters: [Net Troll]}", ["Guy: {play: Paramagnetic Fixative Vapour}"]),
    "lost": (f"combat: {{helper: Suzan, monsters: [{HORROR}]}}", ["Aric: give up", "everyone: pass"]),
}
"""The position and the steps that lead there: Aric's turn in all of them."""

ROWS = """
quiet   Aric  claim | no_fight/AMB-75
quiet   Aric  give up | no_fight/AMB-75
quiet   Suzan kick open the door | not_your_turn/TURN-04
quiet   Suzan loot the room | not_your_turn/TURN-11 phase_order/TURN-04
quiet   Aric  loot the room | phase_order/TURN-04
quiet   Aric  {look for trouble: Crabs} | not_phase_two/TURN-11
quiet   Aric  {look for trouble: Baby} | not_phase_two/TURN-11 not_a_monster/TURN-12
quiet   Aric  end turn | phase_order/TURN-04
quiet   Suzan end turn | not_your_turn/TURN-04
quiet   Aric  {flee: Net Troll} | not_running/RUN-01
quiet   Suzan {sacrifice: Hireling} | not_running/RUN-01 no_sacrifice/SIDEKICK-09
quiet   Aric  {take: Leather Armor} | in_play_stays/CARDS-12
quiet   Aric  {take: Spiky Knees} | not_asked
quiet   Aric  {discard: Leather Armor} | no_discard/ITEM-15
quiet   Aric  {discard: Chicken on Your Head} | curse_stays/CURSE-06 no_discard/ITEM-15
quiet   Suzan {discard: Hireling} | no_discard/SIDEKICK-22
quiet   Suzan {discard: Warrior} | not_your_card/CARDS-08
quiet   Aric  {discard: Thief} | not_your_card/CARDS-08
quiet   Aric  {equip: Leather Armor} | is_equipped/ITEM-04
quiet   Aric  {equip: Spiky Knees} | not_your_card/CARDS-08
quiet   Aric  {equip: Mace of Sharpness} | restricted/ITEM-12
quiet   Aric  {equip: Warrior} | not_an_item/ITEM-29
quiet   Aric  {unequip: Helm of Courage} | not_equipped/ITEM-04
quiet   Aric  {unequip: Warrior} | not_an_item/ITEM-29 not_equipped/ITEM-04
quiet   Aric  {attach: Leather Armor, to: Hireling} | wrong_target/AMB-48 not_your_card/CARDS-08
quiet   Suzan {attach: Super Munchkin, to: Hireling} | not_an_item/ITEM-29 wrong_target/AMB-48
quiet   Aric  {sell: [Helm of Courage]} | sell_too_little/ITEM-41
quiet   Aric  {sell: [Warrior]} | not_an_item/ITEM-29 sell_too_little/ITEM-41
quiet   Suzan {sell: [Huge Rock]} | sell_not_your_turn/TURN-31 sell_too_little/ITEM-41
quiet   Aric  {give: Spiky Knees, to: Guy} | trade_from_hand/ITEM-30
quiet   Aric  {give: Thief, to: Guy} | trade_from_hand/ITEM-30
quiet   Aric  {give: Warrior, to: Guy} | not_an_item/ITEM-29
quiet   Suzan {give: Huge Rock, to: Guy} | too_big/ITEM-18
quiet   Aric  {give: Leather Armor, to: Aric} | wrong_target
quiet   Aric  {trade: [], for: [], with: Guy} | trade_nothing/ITEM-29
quiet   Suzan {trade: [Huge Rock], for: [Leather Armor], with: Guy} | trade_from_hand/ITEM-30 too_big/ITEM-18
quiet   Suzan {play: Boots of Butt-Kicking} | item_not_your_turn/TURN-32
quiet   Guy   {play: Wizard} | class_not_your_turn/TURN-30
quiet   Guy   {play: Half-Breed} | class_not_your_turn/TURN-30 no_class_to_attach/CHAR-44
quiet   Aric  {play: Enraged, on: Net Troll} | no_fight/AMB-75 wrong_target/ENHANCER-06
quiet   Aric  {play: Wandering Monster, with: Crabs} | no_fight/AMB-75
quiet   Aric  {play: Crabs} | monster_alone/MONSTER-02
quiet   Guy   {play: Yuppie Water} | no_fight/AMB-75 condition/AMB-82 item_not_your_turn/TURN-32
quiet   Aric  {use: Berserk, discarding: [Baby]} | no_fight/AMB-75
quiet   Aric  {ask: Guy, offer: {}} | no_fight/AMB-75
quiet   Guy   {offer help: {}} | no_fight/AMB-75
quiet   Aric  accept | not_asked
quiet   Aric  refuse | not_asked
quiet   Aric  {charity: discard, cards: [Baby]} | phase_order/TURN-04
quiet   Suzan {charity: discard, cards: [Boots of Butt-Kicking]} | not_your_turn/TURN-04
quiet   Suzan {attach: Cheat!, to: Boots of Butt-Kicking} | item_not_your_turn/TURN-32
quiet   Suzan {play: Super Munchkin} | class_not_your_turn/TURN-30
quiet   Aric  {play: Duck of Doom, on: Leather Armor} | wrong_target/CURSE-09
second  Aric  kick open the door | phase_order/TURN-05
second  Aric  end turn | no_pass/AMB-74
second  Aric  {look for trouble: Baby} | not_a_monster/TURN-12
second  Aric  {look for trouble: Net Troll} | not_in_hand/CARDS-08 not_your_card/CARDS-08
second  Suzan loot the room | not_your_turn/TURN-11
second  Aric  {charity: discard, cards: [Baby]} | phase_order/TURN-04
second  Aric  {sell: [Sleep Potion]} | sell_too_little/ITEM-41
charity Aric  end turn | charity_owed/TURN-19
charity Aric  kick open the door | phase_order/TURN-05
charity Aric  loot the room | phase_order/TURN-10
charity Aric  {look for trouble: Crabs} | phase_order/TURN-10
charity Aric  {charity: discard, cards: [Baby, Thief, Enraged]} | charity_lowest/TURN-21
charity Aric  {charity: {Suzan: [Baby, Thief, Enraged]}} | charity_lowest/TURN-21
charity Aric  {charity: {Guy: [Baby, Thief]}} | charity_count/TURN-19
charity Aric  {charity: {Guy: [Baby, Thief, Leather Armor]}} | not_in_hand/CARDS-08
charity Aric  {charity: {Guy: [Baby, Baby, Thief]}} | bad_picks
curse   Aric  kick open the door | phase_order/TURN-04
curse   Suzan kick open the door | not_your_turn/TURN-04 phase_order/TURN-04
curse   Aric  {equip: Helm of Courage} | closed/AMB-13
curse   Aric  {sell: [Pollymorph Potion]} | closed/AMB-13
curse   Aric  {play: Thief} | closed/AMB-13
curse   Aric  {discard: Warrior} | closed/AMB-13
curse   Guy   {ask: Aric, offer: {}} | closed/AMB-13 no_fight/AMB-75
trade   Aric  accept | not_asked
trade   Suzan refuse | not_asked
trade   Aric  {give: Leather Armor, to: Guy} | trade_open/AMB-54
trade   Guy   {trade: [], for: [Leather Armor], with: Aric} | trade_open/AMB-54
trade   Aric  kick open the door | phase_order/TURN-04
fight   Aric  claim | not_winning/COMBAT-05
fight   Suzan give up | not_main_fighter/COMBAT-24
fight   Suzan claim | not_main_fighter/COMBAT-24 not_winning/COMBAT-05
fight   Aric  kick open the door | must_fight/TURN-06
fight   Suzan kick open the door | not_your_turn/TURN-04 phase_order/TURN-04
fight   Aric  {look for trouble: Crabs} | must_fight/TURN-06
fight   Aric  end turn | must_fight/TURN-06
fight   Aric  {flee: Net Troll} | not_running/RUN-01
fight   Aric  {sell: [Pollymorph Potion]} | sell_in_combat/COMBAT-19
fight   Aric  {sell: [Helm of Courage]} | sell_in_combat/COMBAT-19 sell_too_little/ITEM-41
fight   Aric  {equip: Helm of Courage} | status_in_combat/ITEM-06
fight   Aric  {equip: Leather Armor} | status_in_combat/ITEM-06 is_equipped/ITEM-04
fight   Aric  {unequip: Leather Armor} | status_in_combat/ITEM-06
fight   Aric  {unequip: Helm of Courage} | status_in_combat/ITEM-06 not_equipped/ITEM-04
fight   Aric  {give: Helm of Courage, to: Guy} | trade_in_combat/COMBAT-21
fight   Suzan {give: Flaming Armor, to: Aric} | trade_partner_in_combat/ITEM-31
fight   Aric  {play: Spiky Knees} | item_in_combat/COMBAT-22
fight   Aric  {play: Duck of Doom, on: Net Troll} | wrong_target/CURSE-09
fight   Aric  {use: Berserk, discarding: [Warrior]} | cost_own_card/AMB-56
fight   Aric  {use: Berserk, discarding: [Chicken on Your Head]} | curse_stays/CURSE-06
fight   Aric  {use: Berserk, discarding: []} | cost/CHAR-27
fight   Aric  {use: Berserk, discarding: [Baby, Thief, Crabs, Enraged]} | cost/CHAR-27
fight   Suzan {use: Turning, discarding: [Cheat!]} | not_combatant/AMB-10 condition/CHAR-26
fight   Aric  {ask: Aric, offer: {}} | help_self/HELP-01
fight   Suzan {ask: Guy, offer: {}} | not_main_fighter/COMBAT-24
fight   Aric  {ask: Guy, offer: {items: [Spiky Knees]}} | bad_terms/HELP-07
fight   Aric  {counter: {}, to: Guy} | not_asked/HELP-01
fight   Suzan {attach: Super Munchkin, to: Flaming Armor} | not_an_item/ITEM-29 wrong_target/AMB-48
fight   Guy   {play: Wizard} | class_not_your_turn/TURN-30
fight   Aric  {play: Wandering Monster, with: Enraged} | needs_monster/MONSTER-04
fight   Aric  {play: Crabs} | monster_alone/MONSTER-02
fight   Guy   {give: Chainsaw of Bloody Dismemberment, to: Suzan} | too_big/ITEM-18
fight   Aric  {play: Enraged, on: Bigfoot} | wrong_target/ENHANCER-06
talk    Suzan accept | not_asked/HELP-01
talk    Suzan {counter: {}, to: Aric} | not_asked/HELP-01
talk    Guy   {counter: {items: [Spiky Knees]}} | bad_terms/HELP-07
talk    Guy   {offer help: {}} | offer_limit/HELP-02
talk    Aric  {ask: Suzan, offer: {}} | offer_limit/HELP-02
talk    Aric  {ask: Guy, offer: {}} | offer_limit/HELP-02
pair    Aric  {ask: Guy, offer: {}} | help_taken/HELP-03
pair    Guy   {offer help: {}} | help_taken/HELP-03
pair    Suzan give up | not_main_fighter/COMBAT-24
pair    Suzan {attach: Flaming Armor, to: Hireling} | status_in_combat/SIDEKICK-18 not_an_item/ITEM-29 wrong_target/AMB-48
pair    Suzan {equip: Huge Rock} | status_in_combat/ITEM-06
pair    Suzan {sell: [Flaming Armor]} | sell_in_combat/COMBAT-19 sell_not_your_turn/TURN-31 sell_too_little/ITEM-41
pair    Suzan {attach: Cheat!, to: Boots of Butt-Kicking} | item_in_combat/COMBAT-22 item_not_your_turn/TURN-32
pair    Suzan {play: Boots of Butt-Kicking} | item_in_combat/COMBAT-22 item_not_your_turn/TURN-32
pair    Guy   {play: Wizard} | class_not_your_turn/TURN-30
frozen  Aric  {play: Enraged, on: Net Troll} | frozen/TREASURE-07
frozen  Aric  {play: Spiky Knees} | item_in_combat/COMBAT-22
lost    Suzan {flee: HORROR} | not_asked/RUN-10
lost    Guy   {flee: HORROR} | not_asked/RUN-10
lost    Aric  {sacrifice: Hireling} | no_sacrifice/SIDEKICK-09 not_your_card/CARDS-08
lost    Aric  {equip: Helm of Courage} | status_running/ITEM-06
lost    Aric  {sell: [Pollymorph Potion]} | sell_running/RUN-17
lost    Aric  {play: Enraged, on: HORROR} | fight_lost/AMB-12
lost    Guy   {offer help: {}} | fight_lost/AMB-12 help_taken/HELP-03
lost    Aric  {ask: Guy, offer: {}} | fight_lost/AMB-12 help_taken/HELP-03
lost    Suzan {attach: Flaming Armor, to: Hireling} | status_in_combat/SIDEKICK-18 not_an_item/ITEM-29 wrong_target/AMB-48
lost    Suzan {use: Turning, discarding: [Cheat!]} | fight_lost/AMB-12 condition/CHAR-26
lost    Guy   {play: Wizard} | class_not_your_turn/TURN-30
lost    Aric  {give: Helm of Courage, to: Guy} | trade_in_combat/COMBAT-21
lost    Suzan {equip: Huge Rock} | status_running/ITEM-06
lost    Aric  {use: Berserk, discarding: [Baby]} | fight_lost/AMB-12
lost    Aric  end turn | must_fight/TURN-06
lost    Suzan {sell: [Flaming Armor]} | sell_running/RUN-17 sell_not_your_turn/TURN-31 sell_too_little/ITEM-41
"""  # noqa: E501


@pytest.mark.parametrize("row", ROWS.strip().splitlines(), ids=lambda row: " ".join(row.split(" | ")[0].split()))
def test_refused_for_these_reasons(tmp_path: Path, row: str) -> None:
    act, reasons = row.split(" | ")
    place, who, do = act.split(maxsplit=2)
    position, steps = PLACES[place]
    lines = [*steps, f"illegal: {{who: {who}, do: {do.replace('HORROR', HORROR)}}}"]
    path = tmp_path / "refused.yaml"
    path.write_text("\n".join([PLAYERS, position, "steps:", *(f"  - {line}" for line in lines), ""]), encoding="utf-8")
    scenario = read_file(path)
    refused = scenario.steps.pop()
    game = play(scenario, "1", None)
    found = attempts(game, game.names.player(refused.by), refused.action)
    assert found
    assert not [attempt for attempt in found if game.is_legal(attempt)]
    found_reasons = ["/".join([reason.code, *reason.rules[:1]]) for reason in list_reasons(game, found)]
    assert " ".join(found_reasons) == reasons
