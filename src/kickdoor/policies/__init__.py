"""How the bots of the package think: in the engine's numbers, about an imagined game, and compiled with the engine."""
