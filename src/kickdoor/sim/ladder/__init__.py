"""Ladders of bots: line-ups, games and ratings."""
