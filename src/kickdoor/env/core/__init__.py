"""The token core: actions as token sequences and observations as numbers. It depends on kickdoor only."""
