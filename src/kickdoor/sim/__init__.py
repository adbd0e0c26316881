"""Games without people: random play, tables of bots, measurements."""
