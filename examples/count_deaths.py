"""Count which monsters kill the most munchkins over many games of random players."""

from collections import Counter

import kickdoor as kd


def deaths(game: kd.Game, rng: kd.Rng, max_turns: int = 100) -> Counter[str]:
    """Play one game and count the deaths by the monster that caught the player."""
    killers: Counter[str] = Counter()
    catcher = "something else"
    while not game.is_over and game.turns < max_turns:
        # Options and events render their text only when it is read, so counting is fast
        for event in game.do(rng.choice(game.options(game.asked[0]))):
            if event.word == "caught":
                catcher = event.cards()[0].name
            elif event.word == "died":
                killers[catcher] += 1
    return killers


def main(games: int = 1000) -> None:
    total: Counter[str] = Counter()
    for number in range(games):
        total += deaths(kd.new_game("deluxe", seats=3, seed=number), kd.Rng(number))
    print(f"{total.total()} deaths in {games} games")
    for name, count in total.most_common(5):
        print(f"{count:4}  {name}")


if __name__ == "__main__":
    main()
