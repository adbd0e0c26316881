"""Bots: programs that play a seat. They see only what a person in the seat would see."""
