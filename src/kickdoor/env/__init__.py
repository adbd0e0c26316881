"""Research environments: the games as PettingZoo, Gymnasium and OpenSpiel know games, all on one core of tokens."""
