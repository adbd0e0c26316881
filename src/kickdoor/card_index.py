"""Cards as their sets print them, and as they lie in a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kickdoor import notebook
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.text.card_text import card_face, card_text
from kickdoor.text.message_catalog import renderer_for

ALL = "all"
Sets = str | Iterable[str] | RuleSet
"""What is mixed: a name, several with commas between them, `all`, a list of names, or a mix already loaded."""


class Card:
    """One card: what it is, what it says, and how it looks.

    >>> import kickdoor as kd
    >>> gazebo = kd.card("Gazebo")
    >>> gazebo
    <Card Gazebo: Monster, Level 8>
    >>> gazebo.kind, gazebo.level, gazebo.treasures
    ('monster', 8, 2)
    >>> gazebo.lines[-2:]
    ['Bad Stuff: Lose 3 levels.', '2 Treasures.']

    In a notebook a card shows its face. Cards of a game have an `id` there, which tells two copies apart.
    """

    __slots__ = ("_definition", "_rules", "id")

    def __init__(self, rules: RuleSet, definition: CardDef, id: int = -1) -> None:
        self._rules = rules
        self._definition = definition
        self.id = id
        """Its number in a game; -1 outside of one."""

    @property
    def name(self) -> str:
        """The name printed on it."""
        return self._definition.name

    @property
    def key(self) -> str:
        """Set and id, such as `deluxe/gazebo`: the same in every game."""
        return self._definition.key

    @property
    def set(self) -> str:
        """The set it comes from."""
        return self._definition.set_id

    @property
    def kind(self) -> str:
        """What it is, in a word: `monster`, `curse`, `item`, …"""
        return nr.KINDS[self._definition.kind]

    @property
    def label(self) -> str:
        """What its set calls its kind: `Monster`, `Item`, …"""
        return self._definition.label or renderer_for(self._rules).text("kind." + self.kind)

    @property
    def deck(self) -> str:
        """`door` or `treasure`."""
        return nr.DECKS[self._definition.deck]

    @property
    def level(self) -> int:
        """A monster's Level; 0 for all else."""
        return self._definition.level

    @property
    def treasures(self) -> int:
        """How many Treasures a monster is worth."""
        return self._definition.treasures

    @property
    def bonus(self) -> int:
        """What it adds to a strength."""
        return self._definition.bonus

    @property
    def value(self) -> int:
        """Its price in Gold Pieces."""
        return self._definition.value

    @property
    def copies(self) -> int:
        """How many of it are in its deck."""
        return self._definition.copies

    @property
    def lines(self) -> list[str]:
        """What the card says, sentence by sentence, in the words of this project."""
        return card_text(self._rules, self._definition)

    @property
    def text(self) -> str:
        """What the card says, in one paragraph."""
        return " ".join(self.lines)

    @property
    def face(self) -> str:
        """The whole card as text: name, kind, rules, rewards."""
        return card_face(self._rules, self._definition)

    def __repr__(self) -> str:
        number = f", Level {self.level}" if self.level else f", {self.bonus:+d}" if self.bonus else ""
        place = f" #{self.id}" if self.id >= 0 else ""
        return f"<Card {self.name}{place}: {self.label}{number}>"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (self.key, self.id) == (other.key, other.id)

    def __hash__(self) -> int:
        return hash((self.key, self.id))

    def __reduce__(self) -> tuple[object, ...]:
        return _card_again, (self._rules, self.key, self.id)

    def _repr_svg_(self) -> str:
        """Draw its face, for notebooks."""
        return notebook.card_svg(self._definition, self.label, self.lines)


def _card_again(rules: RuleSet, key: str, id: int) -> Card:
    found = rules.card(key)
    if found is None:
        raise BadData(f"there is no card '{key}' in {', '.join(rules.sets)}")
    return Card(rules, found, id)


def mix(sets: Sets | None = None, folders: Iterable[str | Path] = ()) -> RuleSet:
    """Load a mix of sets by whatever names it; nothing named is the mix that is played by default."""
    if isinstance(sets, RuleSet):
        return sets
    own = [Path(folder) for folder in ([folders] if isinstance(folders, str | Path) else folders)]
    if sets is None:
        names = [] if own else list(default_sets())
    elif isinstance(sets, str):
        names = [name.strip() for name in sets.split(",") if name.strip()]
    else:
        names = list(sets)
    for name in names:
        if not isinstance(name, str):
            raise BadData(f"a set is named by a word, not by {name!r}; known are {', '.join(known_sets())}")
    return load_catalog([one for name in names for one in (known_sets() if name == ALL else [name])], own)


def cards(sets: Sets | None = ALL, folders: Iterable[str | Path] = ()) -> list[Card]:
    """List the different cards of some sets; `folders` hold sets of one's own.

    >>> import kickdoor as kd
    >>> [card.name for card in kd.cards("deluxe") if card.kind == "monster" and card.level == 20]
    ['Plutonium Dragon']
    """
    rules = mix(sets, folders)
    return [Card(rules, d) for d in rules.defs]


def card(name: str, sets: Sets | None = ALL, folders: Iterable[str | Path] = ()) -> Card:
    """Find a card by its name or key, whatever the letters' case; a name that is in several sets gives the first.

    >>> import kickdoor as kd
    >>> kd.card("deluxe/gazebo") == kd.card("GAZEBO")
    True
    >>> kd.card("Gazeebo")
    Traceback (most recent call last):
    kickdoor.BadData: there is no card 'Gazeebo'; did you mean 'Gazebo'?
    """
    if not isinstance(name, str):
        raise BadData(f"a card is named by a word, not by {name!r}")
    rules = mix(sets, folders)
    found = _by_name(rules).get(name.casefold())
    if found is None:
        hint = suggest(name, [d.name for d in rules.defs]) or f" in {', '.join(rules.sets)}"
        raise BadData(f"there is no card '{name[:80]}'{hint}")
    return Card(rules, found)


@lru_cache(8)
def _by_name(rules: RuleSet) -> dict[str, CardDef]:
    """Make the index of names and keys."""
    names = {d.name.casefold(): d for d in reversed(rules.defs)}
    return names | {d.key: d for d in rules.defs}
