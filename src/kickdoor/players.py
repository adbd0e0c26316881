"""The people at a table and the fight before them, read from a game as it stands."""

from __future__ import annotations

from kickdoor.card_index import Card
from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import is_winning, munchkin_strength, terms, totals
from kickdoor.engine.state.state import State
from kickdoor.text.event_text import explain_totals


class Player:
    """One player, as the game stands now: it follows the game.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=1, names=["Aric", "Bo", "Cleo"])
    >>> game.players[0]
    <Player Aric (seat 0): Level 1, strength 1, 8 cards in hand>
    """

    __slots__ = ("_names", "_state", "seat")

    def __init__(self, state: State, names: list[str], seat: int) -> None:
        self._state = state
        self._names = names
        self.seat = seat

    @property
    def name(self) -> str:
        """What the player is called."""
        return self._names[self.seat]

    @property
    def level(self) -> int:
        """The Level; the first to reach the winning one by a kill wins."""
        return self._state.seats[self.seat].level

    @property
    def strength(self) -> int:
        """Level, gear and all else that counts in a fight; in the fight under way what counts there."""
        return munchkin_strength(self._state, self.seat)

    @property
    def sex(self) -> str:
        """`male` or `female`: some cards ask for it."""
        return nr.SEXES[self._state.seats[self.seat].sex]

    @property
    def is_dead(self) -> bool:
        """Return whether the munchkin is dead until the next turn."""
        return self._state.seats[self.seat].dead

    @property
    def cards_in_hand(self) -> int:
        """How many cards the player holds."""
        return len(self._state.seats[self.seat].hand)

    @property
    def in_play(self) -> list[Card]:
        """Everything before the player: Class, Race, Items, followers, curses that last."""
        return cards_of(self._state, self._state.seats[self.seat].play)

    @property
    def worn(self) -> list[Card]:
        """The Items in use."""
        return cards_of(self._state, self._state.seats[self.seat].equipped)

    @property
    def tokens(self) -> dict[str, int]:
        """Tokens by kind, in games that have them."""
        counters = self._state.rules.counters
        return {counters[i]: n for i, n in enumerate(self._state.seats[self.seat].counters) if n}

    def __repr__(self) -> str:
        dead = ", dead" if self.is_dead else ""
        hand = f"{self.cards_in_hand} card{'' if self.cards_in_hand == 1 else 's'} in hand"
        return f"<Player {self.name} (seat {self.seat}): Level {self.level}, strength {self.strength}, {hand}{dead}>"

    def __str__(self) -> str:
        return self.name


class Fight:
    """The fight under way.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=3, names=["Aric", "Bo", "Cleo"])
    >>> while game.fight is None:
    ...     asked = game.asked[0]
    ...     kick = [option for option in game.options(asked) if option.act == "kick"]
    ...     events = game.do((kick or game.options(asked))[0])
    >>> game.fight
    <Fight: Cleo against Amazon, 1 to 8>
    >>> print(*game.fight.explained, sep="\\n")
    Cleo's side 1 = 1 Level
    Monsters 8 = 8 Amazon
    """

    __slots__ = ("_names", "_state")

    def __init__(self, state: State, names: list[str]) -> None:
        self._state = state
        self._names = names

    @property
    def main(self) -> int:
        """The seat whose fight it is."""
        return -1 if self._state.fight is None else self._state.fight.main

    @property
    def helper(self) -> int:
        """The seat that helps; -1 if nobody does."""
        return -1 if self._state.fight is None else self._state.fight.helper

    @property
    def monsters(self) -> list[Card]:
        """The monsters in the fight."""
        s = self._state
        bodies = [] if s.fight is None else s.fight.bodies
        return [Card(s.rules, s.rules.defs[body.definition], body.card) for body in bodies]

    @property
    def totals(self) -> tuple[int, int]:
        """What the munchkins have, and what the monsters have."""
        both = totals(self._state)
        return both[nr.MUNCHKINS], both[nr.MONSTERS]

    @property
    def is_winning(self) -> bool:
        """Return whether the munchkins would win now."""
        return is_winning(self._state)

    @property
    def explained(self) -> list[str]:
        """Both totals with every summand, in words."""
        return explain_totals(self._state.rules, terms(self._state), self._names, self.main)

    def __repr__(self) -> str:
        if self._state.fight is None:
            return "<Fight: over>"
        who = " and ".join(self._names[seat] for seat in (self.main, self.helper) if seat >= 0)
        monsters = " and ".join(monster.name for monster in self.monsters) or "nobody"
        return f"<Fight: {who} against {monsters}, {self.totals[0]} to {self.totals[1]}>"


def cards_of(state: State, ids: list[int]) -> list[Card]:
    """Show cards by their ids."""
    return [Card(state.rules, state.cards[card], card) for card in ids]
