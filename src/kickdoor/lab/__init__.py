"""The lab: studies of very many games, as plans that give the same rows on any machine."""
