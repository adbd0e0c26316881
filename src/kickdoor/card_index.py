"""Cards as printed in their sets, and as instances in a game."""

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
"""Card sets: a name, several names separated by commas, `all`, a list of names, or a loaded mix."""


class Card:
    """One card: its kind, its text and its face.

    >>> import kickdoor as kd
    >>> gazebo = kd.card("Gazebo")
    >>> gazebo
    <Card Gazebo: Monster, Level 8>
    >>> gazebo.kind, gazebo.level, gazebo.treasures
    ('monster', 8, 2)
    >>> gazebo.lines[-2:]
    ['Bad Stuff: Lose 3 levels.', '2 Treasures.']

    A notebook displays the face of a card. Cards of a game have an `id`, which distinguishes two copies.
    """

    __slots__ = ("_definition", "_rules", "id")

    def __init__(self, rules: RuleSet, definition: CardDef, id: int = -1) -> None:
        self._rules = rules
        self._definition = definition
        self.id = id
        """The number of the card in a game; -1 outside a game."""

    @property
    def name(self) -> str:
        """The printed name."""
        return self._definition.name

    @property
    def key(self) -> str:
        """The set and the id, such as `deluxe/gazebo`; the same in every game."""
        return self._definition.key

    @property
    def set(self) -> str:
        """The set it comes from."""
        return self._definition.set_id

    @property
    def kind(self) -> str:
        """The kind of card as a word, such as `monster`, `curse` or `item`."""
        return nr.KINDS[self._definition.kind]

    @property
    def label(self) -> str:
        """The name of the kind in its set, such as `Monster` or `Item`."""
        return self._definition.label or renderer_for(self._rules).text("kind." + self.kind)

    @property
    def deck(self) -> str:
        """The deck: `door` or `treasure`."""
        return nr.DECKS[self._definition.deck]

    @property
    def level(self) -> int:
        """The Level of a monster; 0 for other cards."""
        return self._definition.level

    @property
    def treasures(self) -> int:
        """The number of Treasures of a monster."""
        return self._definition.treasures

    @property
    def bonus(self) -> int:
        """The bonus to combat strength."""
        return self._definition.bonus

    @property
    def value(self) -> int:
        """The value in Gold Pieces."""
        return self._definition.value

    @property
    def copies(self) -> int:
        """The number of copies in the deck."""
        return self._definition.copies

    @property
    def lines(self) -> list[str]:
        """The text of the card as a list of sentences, in the wording of this project."""
        return card_text(self._rules, self._definition)

    @property
    def text(self) -> str:
        """The text of the card in one paragraph."""
        return " ".join(self.lines)

    @property
    def face(self) -> str:
        """The whole card as text: name, kind, rules and rewards."""
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
        return _restore_card, (self._rules, self.key, self.id)

    def _repr_svg_(self) -> str:
        """Return the face as SVG, for notebooks."""
        return notebook.card_svg(self._definition, self.label, self.lines)


def _restore_card(rules: RuleSet, key: str, id: int) -> Card:
    found = rules.card(key)
    if found is None:
        raise BadData(f"there is no card '{key}' in {', '.join(rules.sets)}")
    return Card(rules, found, id)


def mix(sets: Sets | None = None, folders: Iterable[str | Path] = ()) -> RuleSet:
    """Load a mix of sets. Without sets and folders, load the default mix."""
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
            raise BadData(f"the name of a set must be a string, got {name!r}; known are {', '.join(known_sets())}")
    return load_catalog([one for name in names for one in (known_sets() if name == ALL else [name])], own)


def cards(sets: Sets | None = ALL, folders: Iterable[str | Path] = ()) -> list[Card]:
    """List the different cards of some sets; `folders` contain custom sets.

    >>> import kickdoor as kd
    >>> [card.name for card in kd.cards("deluxe") if card.kind == "monster" and card.level == 20]
    ['Plutonium Dragon']
    """
    rules = mix(sets, folders)
    return [Card(rules, d) for d in rules.defs]


def card(name: str, sets: Sets | None = ALL, folders: Iterable[str | Path] = ()) -> Card:
    """Find a card by its name or key, ignoring case. If several sets have the name, return the card of the first set.

    >>> import kickdoor as kd
    >>> kd.card("deluxe/gazebo") == kd.card("GAZEBO")
    True
    >>> kd.card("Gazeebo")
    Traceback (most recent call last):
    kickdoor.BadData: there is no card 'Gazeebo'; did you mean 'Gazebo'?
    """
    if not isinstance(name, str):
        raise BadData(f"the name of a card must be a string, got {name!r}")
    rules = mix(sets, folders)
    found = _by_name(rules).get(name.casefold())
    if found is None:
        hint = suggest(name, [d.name for d in rules.defs]) or f" in {', '.join(rules.sets)}"
        raise BadData(f"there is no card '{name[:80]}'{hint}")
    return Card(rules, found)


@lru_cache(8)
def _by_name(rules: RuleSet) -> dict[str, CardDef]:
    """Index the cards by name and by key."""
    names = {d.name.casefold(): d for d in reversed(rules.defs)}
    return names | {d.key: d for d in rules.defs}
