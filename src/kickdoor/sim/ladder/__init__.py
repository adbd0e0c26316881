"""Ladders of bots: who plays whom, the games, and how strong everybody is."""
