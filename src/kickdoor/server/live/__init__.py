"""Running rooms: their actors, the manager that loads and evicts them, and their timers."""
