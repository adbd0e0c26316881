"""Plays, simulates and studies the kick-open-the-door family of card games."""
