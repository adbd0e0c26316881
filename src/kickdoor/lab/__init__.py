"""The laboratory: studies of very many games, as plans that give the same rows wherever they are played."""
