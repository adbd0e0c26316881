"""The rule sentences and rulings as data, by id.

A refusal cites rule ids; this package turns them into words for the player.

>>> sentence("COMBAT-19")
'While in combat you cannot sell Items.'
>>> rulings()["AMB-42"].title
'Loot order ties'
>>> [found.id for found in search("selling level 10")]
['ITEM-40', 'AMB-53']
"""

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

__all__ = [
    "Option", "Rule", "Ruling", "bases", "chapters", "lookup", "options", "rules", "rulings", "search", "sentence",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the books in this project's own words."""

    id: str
    """Chapter and number, such as `COMBAT-05`."""
    chapter: str
    """A key of `chapters()`."""
    sets: tuple[str, ...]
    """The sets whose book prints the rule or, if `derived`, implies it."""
    derived: bool
    """Whether the rule is not printed as a sentence but follows from printed ones."""
    sentence: str
    derived_sets: tuple[str, ...] = ()
    """The sets where the rule only follows, though others print it."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision about a point that the books leave open."""

    id: str
    """`AMB-` and a number, such as `AMB-07`."""
    title: str
    sentence: str
    basis: tuple[str, ...]
    """The sources of the ruling: tags such as `BOOK` or `DESIGN`, each with an optional note after a colon."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table has about the rules."""

    name: str
    default: bool | int | str
    sentence: str
    see: tuple[str, ...]
    """The rules and rulings that the option is about."""


class _ChapterData(TypedDict):
    id: str
    title: str


class _RuleData(TypedDict):
    id: str
    chapter: str
    sets: list[str]
    derived_sets: NotRequired[list[str]]
    derived: bool
    sentence: str


class _RulingData(TypedDict):
    id: str
    title: str
    sentence: str
    basis: list[str]


class _OptionData(TypedDict):
    default: bool | int | str
    sentence: str
    see: list[str]


class _Book(TypedDict):
    version: int
    chapters: list[_ChapterData]
    rules: list[_RuleData]
    rulings: list[_RulingData]
    bases: dict[str, str]
    options: dict[str, _OptionData]


@cache
def _book() -> _Book:
    book: _Book = json.loads(files(__name__).joinpath("rules.json").read_text(encoding="utf-8"))
    return book


@cache
def chapters() -> dict[str, str]:
    """Return the titles of the chapters by id, in the order of the book.

    >>> chapters()["RUN"]
    'Running away'
    """
    return {chapter["id"]: chapter["title"] for chapter in _book()["chapters"]}


@cache
def rules() -> dict[str, Rule]:
    """Return all rules by id, in the order of the book. The dict is shared: do not change it.

    >>> rules()["DEATH-22"]
    Rule(id='DEATH-22', chapter='DEATH', sets=(...), derived=True, sentence='Death costs no levels by itself.', ...)
    """
    return {
        rule["id"]: Rule(
            id=rule["id"],
            chapter=rule["chapter"],
            sets=tuple(rule["sets"]),
            derived=rule["derived"],
            sentence=rule["sentence"],
            derived_sets=tuple(rule.get("derived_sets", ())),
        )
        for rule in _book()["rules"]
    }


@cache
def rulings() -> dict[str, Ruling]:
    """Return all rulings by id, in order. The dict is shared: do not change it.

    >>> rulings()["AMB-59"].basis
    ('DESIGN',)
    """
    return {
        ruling["id"]: Ruling(ruling["id"], ruling["title"], ruling["sentence"], tuple(ruling["basis"]))
        for ruling in _book()["rulings"]
    }


@cache
def bases() -> dict[str, str]:
    """Return what each tag in the basis of a ruling means. The dict is shared: do not change it.

    >>> bases()["CARDS"]
    'follows from the cards'
    """
    return _book()["bases"]


@cache
def options() -> dict[str, Option]:
    """Return the table options by name. The dict is shared: do not change it.

    >>> options()["winning_level"].default
    10
    """
    return {
        name: Option(name, option["default"], option["sentence"], tuple(option["see"]))
        for name, option in _book()["options"].items()
    }


def lookup(id: str) -> Rule | Ruling:
    """Return the rule or ruling with this id; an unknown id raises a `KeyError` that names the nearest ones.

    >>> lookup("TURN-26").sentence
    'At any time you may play a Curse (star: Trap).'
    >>> lookup("CURSES-12")
    Traceback (most recent call last):
    KeyError: "no rule 'CURSES-12'; nearest: CURSE-12, CURSE-15, CURSE-14"
    """
    found = rules().get(id) or rulings().get(id)
    if found is None:
        near = get_close_matches(id.upper(), [*rules(), *rulings()])
        raise KeyError(f"no rule {id!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
    return found


def sentence(id: str) -> str:
    """Return what the rule or ruling with this id says; raises like `lookup`.

    >>> sentence("END-01")
    'The first player to reach Level 10 wins.'
    """
    return lookup(id).sentence


SENSES = (
    ("combat", "fight", "battle"),
    ("run away", "flee", "escape"),
    ("curse", "trap", "hex"),
    ("death", "dead", "dies"),
    ("gold", "money", "coin"),
    ("sidekick", "follower", "minion"),
    ("equip", "wear", "worn"),
    ("discard", "throw away"),
)
"""Synonyms for the search, the books' own words first."""


def senses(word: str) -> tuple[str, ...]:
    """Return the synonyms of a word, itself first; an incomplete word is taken literally.

    >>> senses("Fights")
    ('Fights', 'combat', 'fight', 'battle')
    """
    low = word.lower()
    same = [sense for group in SENSES if low in group or low.removesuffix("s") in group for sense in group]
    return (word, *same)


def also(text: str) -> list[str]:
    """List the additional words by which a text can be found."""
    low = text.lower()
    found = [group for group in SENSES if any(re.search(rf"(?<!\w){sense}", low) for sense in group)]
    return [sense for group in found for sense in group if not re.search(rf"(?<!\w){sense}", low)]


def search(words: str) -> list[Rule | Ruling]:
    """Find the rules, then the rulings, that contain all these words, words that begin with them, or their synonyms.

    Ids and the titles of rulings are searched too. Case does not matter. Without words the result is empty.

    >>> [found.id for found in search("sidekick trade")]
    ['ITEM-34', 'SIDEKICK-03', 'SIDEKICK-05', 'SIDEKICK-22', 'AMB-18', 'AMB-47', 'AMB-51']
    """
    patterns = [
        re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, senses(word)))})", re.IGNORECASE) for word in words.split()
    ]
    if not patterns:
        return []
    places: list[tuple[Rule | Ruling, str]] = [(rule, f"{rule.id} {rule.sentence}") for rule in rules().values()]
    places += [(ruling, f"{ruling.id} {ruling.title} {ruling.sentence}") for ruling in rulings().values()]
    return [entry for entry, text in places if all(pattern.search(text) for pattern in patterns)]
