"""Set up a position and compare the options of a player by their results."""

from kickdoor.scenario import set_up

POSITION = """
scenario: Aric meets a Net Troll
sets: [deluxe]
players:
  Aric: {level: 4, class: Warrior, equipped: [Chainsaw of Bloody Dismemberment], hand: [Magic Missile, Thief]}
  Suzan: {level: 2, race: Elf, equipped: [Boots of Butt-Kicking]}
  Guy: {}
doors: [Net Troll]
open: true
steps:
  - Aric: kick open the door
"""


def main() -> None:
    game = set_up(POSITION)
    print(game)
    view = game.view(0)
    for option in view.options:
        after = view.after(option)
        totals = after.fight.totals if after.fight is not None else None
        print(f"{option.text}: {f'{totals[0]} to {totals[1]}' if totals else 'the fight is over'}")
    print(f"Kicking again? {game.why_not(0, 'kick')}")


if __name__ == "__main__":
    main()
