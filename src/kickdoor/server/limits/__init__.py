"""Limits: connections, request rates, bans and fair access."""
