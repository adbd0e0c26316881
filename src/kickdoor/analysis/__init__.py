"""Analysis of finished games: win chances over the game, turning points, and the cost of decisions."""
