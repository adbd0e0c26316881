"""The players and the fight of a game, read from its current state."""

from __future__ import annotations

from kickdoor.card_index import Card
from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import is_winning, munchkin_strength, terms, totals
from kickdoor.engine.state.state import State
from kickdoor.text.event_text import explain_totals


class Player:
    """One player in the current state of a game; the object follows the game.

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
        """The name of the player."""
        return self._names[self.seat]

    @property
    def level(self) -> int:
        """The Level. The first player to reach the winning Level by a kill wins."""
        return self._state.seats[self.seat].level

    @property
    def strength(self) -> int:
        """Combat strength: Level, Items and all other bonuses, including those of a fight in progress."""
        return munchkin_strength(self._state, self.seat)

    @property
    def sex(self) -> str:
        """The sex, `male` or `female`; some cards depend on it."""
        return nr.SEXES[self._state.seats[self.seat].sex]

    @property
    def is_dead(self) -> bool:
        """Whether the munchkin is dead until the next turn."""
        return self._state.seats[self.seat].dead

    @property
    def cards_in_hand(self) -> int:
        """The number of cards in hand."""
        return len(self._state.seats[self.seat].hand)

    @property
    def in_play(self) -> list[Card]:
        """The cards in play: Class, Race, Items, followers and lasting Curses."""
        return cards_of(self._state, self._state.seats[self.seat].play)

    @property
    def worn(self) -> list[Card]:
        """The Items in use."""
        return cards_of(self._state, self._state.seats[self.seat].equipped)

    @property
    def tokens(self) -> dict[str, int]:
        """The number of tokens by kind, in games with tokens."""
        counters = self._state.rules.counters
        return {counters[i]: n for i, n in enumerate(self._state.seats[self.seat].counters) if n}

    def __repr__(self) -> str:
        dead = ", dead" if self.is_dead else ""
        hand = f"{self.cards_in_hand} card{'' if self.cards_in_hand == 1 else 's'} in hand"
        return f"<Player {self.name} (seat {self.seat}): Level {self.level}, strength {self.strength}, {hand}{dead}>"

    def __str__(self) -> str:
        return self.name


class Fight:
    """The fight in progress.

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
        """The seat of the main fighter; -1 if the fight is over."""
        return -1 if self._state.fight is None else self._state.fight.main

    @property
    def helper(self) -> int:
        """The seat of the helper; -1 if there is none."""
        return -1 if self._state.fight is None else self._state.fight.helper

    @property
    def monsters(self) -> list[Card]:
        """The monsters in the fight."""
        s = self._state
        bodies = [] if s.fight is None else s.fight.bodies
        return [Card(s.rules, s.rules.defs[body.definition], body.card) for body in bodies]

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of the munchkins and of the monsters."""
        both = totals(self._state)
        return both[nr.MUNCHKINS], both[nr.MONSTERS]

    @property
    def is_winning(self) -> bool:
        """Whether the munchkins would win now."""
        return is_winning(self._state)

    @property
    def explained(self) -> list[str]:
        """Both totals with all their terms, as sentences."""
        return explain_totals(self._state.rules, terms(self._state), self._names, self.main)

    def __repr__(self) -> str:
        if self._state.fight is None:
            return "<Fight: over>"
        who = " and ".join(self._names[seat] for seat in (self.main, self.helper) if seat >= 0)
        monsters = " and ".join(monster.name for monster in self.monsters) or "no one"
        return f"<Fight: {who} against {monsters}, {self.totals[0]} to {self.totals[1]}>"


def cards_of(state: State, ids: list[int]) -> list[Card]:
    """Return the cards with some ids."""
    return [Card(state.rules, state.cards[card], card) for card in ids]
