"""Rules of thumb of the greedy policies, for each kind of prompt and for the own turn."""
