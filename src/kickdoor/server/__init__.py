"""The table: rooms in which people and bots play, over the network, with nothing lost."""
