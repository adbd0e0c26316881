"""Analysis of finished games: everybody's chance to win over the game, turning points, and what decisions have cost."""
