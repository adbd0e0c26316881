"""Play a game with random options, and print the events as the player in seat 0 sees them."""

import kickdoor as kd


def main(turns: int = 6) -> None:
    game = kd.new_game("deluxe", seats=4, seed=7, names=["You", "Bo", "Cleo", "Dan"])
    rng = kd.Rng("play a game")
    while not game.is_over and game.turns <= turns:
        seat = game.asked[0]
        option = rng.choice(game.options(seat))
        for event in game.do(option):
            print(event.text(0))
    print(game)


if __name__ == "__main__":
    main()
