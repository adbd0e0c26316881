"""Play a small tournament of two bots: two of each at a table, all moving one seat after each game."""

import kickdoor as kd


def main(games: int = 8) -> None:
    names = ["nasty", "normal", "nasty", "normal"]
    wins = dict.fromkeys(names, 0.0)
    for number in range(games):
        seating = names[number % 4 :] + names[: number % 4]
        result = kd.play(seating, sets="deluxe", seed=f"tournament:{number}")
        for seat in result.winners:
            wins[seating[seat]] += 1 / len(result.winners)
        print(f"game {number + 1}: {result}")
    for name, count in wins.items():
        print(f"{name} won {count:g} of {games}")


if __name__ == "__main__":
    main()
