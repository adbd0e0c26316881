"""What a bot at a table is asked, and what it has made of it."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.engine.machine.prompts import Prompt
from kickdoor.server.protocol import client_messages as wire


@dataclass(slots=True)
class BotDecision:
    """What a bot is asked: to answer its question, or whether it wants to speak up."""

    seat: int
    serial: int
    speak_up: bool
    due: float
    """Not done before: bots take their time, and the same time whatever they hold."""
    asked: bool = False
    choice: tuple[int, list[int]] | None = None
    heard: int = 0
    """How many of the things its seat saw happen it was told."""
    memory: list[list[int]] | None = None
    """What it remembers once this is done; None leaves it as it was."""
    why: wire.Reason | None = None
    """Why it refuses, if it does."""
    ready: bool = False

    def give_up(self, prompt: Prompt) -> None:
        """Have it come to the safe option or, where nothing is asked, to nothing."""
        self.choice = None if self.speak_up else (prompt.codes[0], [])
        self.ready = True
