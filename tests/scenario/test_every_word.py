"""Tests of every word of the scenario format."""

from collections.abc import Callable

import pytest

from kickdoor.scenario import Outcome

THREE = "players: {Aric: {}, Suzan: {}, Guy: {}}"

WORDS = {
    "names without regard to case, dots, exclamation marks and prefixes": """
players: {Aric: {level: 5, hand: [curse! DUCK OF DOOM, baby!]}, Suzan: {}, Guy: {level: 4}}
steps:
  - aric: {play: "...duck of doom!!", on: GUY}
  - Aric: Kick Open The Door
  - expect: {GUY: {level: 2}}
open: true
""",
    "equal cards by number, another player's by owner": """
sets: [star]
players: {Aric: {hand: [Psychic, Psychic]}, Suzan: {carried: [Laser]}, Guy: {carried: [Laser, Maser]}}
steps:
  - Guy: {trade: [Maser], for: [Laser of Suzan], with: Suzan}
  - Suzan: accept
  - expect: {Guy: {carried: [Laser, Laser (2)]}, Suzan: {carried: [Maser]}, Aric: {hand: [Psychic, Psychic (2)]}}
  - Aric: {play: Psychic (2)}
  - expect: {Aric: {class: Psychic, hand: [Psychic]}}
""",
    "the same name in two sets": """
sets: [deluxe, cooks]
players: {Aric: {carried: [Huge Rock], hand: ["Cheat! [cooks]", "Cheat! [deluxe]"]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {attach: "Cheat! [cooks]", to: Huge Rock}
  - expect: {Aric: {attached: {"Cheat! [cooks]": Huge Rock}, hand: ["Cheat! [deluxe]"]}}
""",
    "two bodies of one monster": """
players: {Aric: {level: 9, hand: [Baby]}, Suzan: {hand: [Mate]}, Guy: {}}
combat: {fighter: Aric, monsters: [Net Troll]}
steps:
  - Suzan: {play: Mate, on: Net Troll}
  - expect: {in combat: [Net Troll, Net Troll (2)], monsters: 20}
  - Aric: {play: Baby, on: Net Troll (2)}
  - expect: {monsters: 10, terms: {Net Troll (2): {level: 10, Baby: -5}}}
""",
    "a player with everything": """
players:
  Aric: {level: 4, sex: female, class: [Warrior, Thief], super: true, race: [Elf], half: true,
         equipped: [Leather Armor], carried: [Magic Missile], attached: {Cheat!: Huge Rock}, hand: [Baby],
         followers: [Hireling], curses: [Chicken on Your Head], dead: false}
  Suzan: {race: human, class: none}
  Guy: {dead: true, class: Wizard}
steps:
  - expect: {Aric: {class: [Thief, Warrior], race: Elf, super: true, half: true, sex: female, dead: false}}
  - expect: {Aric: {curses: Chicken on Your Head}}
  - expect: {Guy: {dead: true, class: Wizard, hand: 0}, Suzan: {race: [], class: []}}
""",
    "piles from the top, decks of nothing else": """
discards: {doors: [Baby, Thief], treasures: [Sleep Potion]}
only: [doors, treasures]
doors: [Ancient]
treasures: [Huge Rock]
phase: second
steps:
  - Aric: loot the room
  - expect: {discards: {doors: [Baby]}, decks: {doors: 0, treasures: 1}, Aric: {hand: [Ancient]}}
""",
    "listening at the door comes first": """
options: {listen_at_the_door: true}
doors: [Ancient]
steps:
  - expect: {phase: arrange, Aric: {hand: [Ancient]}}
""",
    "a fight with enhancers and helper": """
combat: {fighter: Suzan, helper: Guy, monsters: [{name: Net Troll, enhancers: [Ancient]}, Crabs]}
steps:
  - expect: {fighter: Suzan, helper: Guy, monsters: 21, in combat: [Crabs, Net Troll], turn: Aric}
""",
    "a new game": """
start: new game
turn: Suzan
doors: [Elf, Thief, Baby, Mate]
steps:
  - expect: {phase: setup, Aric: {hand: 8}}
  - Aric: done
  - Guy: done
  - Suzan: done
  - expect: {phase: arrange, turn: Suzan}
""",
    "lasers equipped together are joined": """
sets: [star]
players: {Aric: {equipped: [Laser, Maser]}, Suzan: {}, Guy: {}}
steps:
  - expect: {Aric: {equipped: [Laser, Maser]}}
""",
    "canes equipped together are joined": """
sets: [steampunk]
players: {Aric: {equipped: [Cane-Sword, Cane-Pistol]}, Suzan: {}, Guy: {}}
steps:
  - expect: {Aric: {equipped: [Cane-Sword, Cane-Pistol]}}
""",
    "looking for trouble": """
players: {Aric: {level: 3, hand: [Crabs]}, Suzan: {}, Guy: {}}
phase: second
steps:
  - Aric: {look for trouble: Crabs}
  - expect: {in combat: [Crabs], phase: combat}
""",
    "a one-shot for either side, and its default": """
players: {Aric: {hand: [Magic Missile]}, Suzan: {hand: [Sleep Potion]}, Guy: {carried: [Flaming Poison Potion]}}
combat: {monsters: [Crabs]}
steps:
  - Aric: {play: Magic Missile}
  - expect: {munchkins: 6}
  - Suzan: {play: Sleep Potion, side: monsters}
  - expect: {monsters: 3}
  - Guy: {play: Flaming Poison Potion, side: munchkins}
  - expect: {munchkins: 9}
""",
    "a wandering monster with a monster": """
players: {Aric: {}, Suzan: {hand: [Wandering Monster, Harpies]}, Guy: {}}
combat: {monsters: [Crabs]}
steps:
  - Suzan: {play: Wandering Monster, with: Harpies}
  - expect: {in combat: [Crabs, Harpies]}
""",
    "a card on the card just played": """
players: {Aric: {level: 3}, Suzan: {hand: [Duck of Doom]}, Guy: {hand: [Wishing Ring]}}
steps:
  - Suzan: {play: Duck of Doom, on: Aric}
  - Guy: {play: Wishing Ring, on: Duck of Doom}
  - expect: {Aric: {level: 3}}
""",
    "a card on a curse": """
players: {Aric: {curses: [Chicken on Your Head], hand: [Wishing Ring]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {play: Wishing Ring, on: Chicken on Your Head}
  - expect: {Aric: {curses: []}}
""",
    "tokens spent on a card": """
sets: [cooks]
players: {Aric: {hand: [Mystery Ingredient], tokens: {meat: 1, drink: 1}}, Suzan: {}, Guy: {}}
combat: {monsters: [Mystery Meat]}
steps:
  - Aric: {play: Mystery Ingredient, with: [meat, drink]}
  - expect: {Aric: {tokens: {}}}
""",
    "taking a card behind the door": """
doors: [Ancient]
steps:
  - Aric: kick open the door
  - Aric: {take: Ancient}
  - expect: {Aric: {hand: [Ancient]}, phase: second}
open: true
""",
    "carrying and equipping": """
players: {Aric: {hand: [Leather Armor, Spiky Knees]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {carry: Leather Armor}
  - Aric: {equip: Leather Armor}
  - Aric: {unequip: Leather Armor}
  - Aric: {play: Spiky Knees}
  - expect: {Aric: {carried: [Leather Armor], equipped: [Spiky Knees]}}
""",
    "an Item for a follower": """
players: {Aric: {followers: [Hireling], carried: [Spiky Knees]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {attach: Spiky Knees, to: Hireling}
  - expect: {Aric: {attached: {Hireling: Spiky Knees}}}
""",
    "selling one Item, named without a list": """
players: {Aric: {hand: [Pollymorph Potion]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {sell: Pollymorph Potion}
  - expect: {Aric: {level: 2}}
""",
    "giving": """
players: {Aric: {carried: [Leather Armor]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {give: Leather Armor, to: Guy}
  - expect: {asked: {Guy: gift}}
  - Guy: accept
  - expect: {Guy: {carried: [Leather Armor]}}
""",
    "discarding at will": """
players: {Aric: {}, Suzan: {class: Thief, race: Elf}, Guy: {}}
steps:
  - Suzan: {discard: Elf}
  - expect: {Suzan: {race: human, class: Thief}}
""",
    "an ability by its name, and by its card": """
players: {Aric: {level: 3, class: Warrior, hand: [Baby]}, Suzan: {class: Thief, hand: [Mate]}, Guy: {}}
combat: {monsters: [Crabs]}
steps:
  - Aric: {use: Warrior, discarding: Baby}
  - expect: {munchkins: 4}
  - Suzan: {use: Backstab, on: Aric, discarding: [Mate]}
  - expect: {munchkins: 2}
""",
    "showing a hand": """
players: {Aric: {hand: [Baby]}, Suzan: {}, Guy: {}}
steps:
  - Aric: {show hand: everyone}
  - expect: {sees: {Suzan: {Aric: {hand: [Baby], count: 1}}, Guy: {Aric: {hand: [Baby]}}}}
""",
    "bargaining": """
players: {Aric: {level: 4, carried: [Leather Armor]}, Suzan: {level: 7}, Guy: {}}
combat: {monsters: [Net Troll]}
steps:
  - Aric: {ask: Suzan}
  - expect: {asked: {Suzan: help}}
  - Suzan: {counter: {treasures: 2, items: [Leather Armor], in any case: true}}
  - expect: {asked: {Aric: offer}}
  - Aric: {counter: {treasures: [first, last]}}
  - Suzan: {accept: Aric}
  - expect: {helper: Suzan}
""",
    "offers refused by name": """
combat: {monsters: [Net Troll]}
steps:
  - Suzan: {offer help: {}}
  - Guy: offer help
  - Aric: {refuse: Suzan}
  - Aric: {accept: Guy}
  - expect: {helper: Guy}
""",
    "winning": """
players: {Aric: {level: 4}, Suzan: {hand: [Enraged]}, Guy: {}}
combat: {monsters: [Crabs]}
treasures: [Huge Rock]
steps:
  - expect: {winning: munchkins}
  - Aric: claim
  - expect: {asked: {Suzan: window}}
  - Suzan: pass
  - expect: {phase: charity, Aric: {level: 5, hand: [Huge Rock]}}
""",
    "passing where nothing is open": """
steps:
  - everyone: pass
  - Aric: kick open the door
  - everyone: pass
  - everyone: pass
  - expect: {turn: Aric}
doors: [Ancient]
open: true
""",
    "running away": """
players: {Aric: {level: 1}, Suzan: {hand: [Baby]}, Guy: {}}
combat: {monsters: [Harpies, Flying Frogs]}
dice: [6, 1]
steps:
  - Aric: give up
  - everyone: pass
  - expect: {phase: run, may flee: {Aric: [Flying Frogs, Harpies]}, asked: {Aric: flee}}
  - Aric: {flee: Harpies}
  - Aric: flee
  - expect: {phase: charity, winner: none}
""",
    "a sacrifice alone": """
players: {Aric: {followers: [Hireling]}, Suzan: {}, Guy: {}}
combat: {monsters: [Net Troll]}
steps:
  - Aric: give up
  - everyone: pass
  - Aric: {sacrifice: Hireling}
  - expect: {phase: charity, Aric: {followers: []}}
""",
    "choosing a card, in a list or not": """
players: {Aric: {equipped: [Leather Armor, Spiky Knees]}, Suzan: {hand: [Lose 1 Small Item]}, Guy: {}}
steps:
  - Suzan: {play: Lose 1 Small Item, on: Aric}
  - expect: {asked: {Aric: lose}}
  - Aric: {choose: [Spiky Knees]}
  - expect: {Aric: {equipped: [Leather Armor]}}
""",
    "choosing a word": """
players: {Aric: {sex: female, level: 3}, Suzan: {}, Guy: {}}
doors: [Amazon]
steps:
  - Aric: kick open the door
  - everyone: pass
  - expect: {Aric: {level: 3}}
open: true
""",
    "charity to the lowest": """
players: {Aric: {level: 3, hand: [Baby, Mate, Ancient, Enraged, Thief, Elf, Crabs]}, Suzan: {}, Guy: {}}
phase: charity
steps:
  - illegal: {who: Aric, do: end turn, because: TURN-19}
  - Aric: {charity: {Suzan: Baby, Guy: [Mate]}}
  - expect: {Suzan: {hand: [Baby]}, Guy: {hand: [Mate]}}
open: true
""",
    "ending a turn": """
phase: charity
steps:
  - Aric: end turn
  - expect: {turn: Suzan, phase: arrange}
""",
    "what an expectation may hold": """
players: {Aric: {level: 4, equipped: [Leather Armor]}, Suzan: {level: 2}, Guy: {}}
combat: {helper: Suzan, monsters: [Crabs]}
steps:
  - expect:
      {munchkins: 7, monsters: 1, winning: munchkins, fighter: Aric, helper: Suzan, in combat: Crabs, turn: Aric,
       terms: {Aric: {level: 4, Leather Armor: 1}, Suzan: {level: 2}, Crabs: {level: 1}}, phase: combat, winner: none,
       asked: {Aric: fight}, may flee: {Aric: []}, Aric: {strength: 5, hand: {has: [], lacks: [Baby]}}}
""",
    "illegal with one reason of several": """
players: {Aric: {}, Suzan: {hand: [Pollymorph Potion]}, Guy: {}}
steps:
  - illegal: {who: suzan, do: {sell: [Pollymorph Potion]}, because: [AMB-01, TURN-31]}
  - illegal: {who: Suzan, do: {sell: [Pollymorph Potion]}, because: ITEM-35}
""",
    "an open end": """
players: {Aric: {carried: [Leather Armor]}, Suzan: {}, Guy: {}}
open: true
steps:
  - Aric: {trade: [Leather Armor], for: [], with: Guy}
  - expect: {asked: {Guy: trade}}
""",
    "a seed": "seed: 12345\nsteps:\n  - expect: {turn: Aric}\n",
}


@pytest.mark.parametrize("name", WORDS)
def test_word(run_text: Callable[[str], Outcome], name: str) -> None:
    text = WORDS[name]
    head = "".join(line for key, line in (("sets:", "sets: [deluxe]\n"), ("players:", THREE + "\n")) if key not in text)
    outcome = run_text(f"scenario: {name}\n{head}{text}")
    assert outcome.passed, outcome.failure
