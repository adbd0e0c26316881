"""The token core: games spoken token by token, and seen as numbers. It needs nothing but kickdoor itself."""
