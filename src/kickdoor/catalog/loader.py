"""The loader of card sets: from TOML files to a rule set. The files are data only and are never run."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from kickdoor.catalog.card_reader import CardReader
from kickdoor.catalog.card_tables import ANY_CARD, Card, SetTable
from kickdoor.catalog.compiler import Compiler, known, listed, names, text
from kickdoor.catalog.digest import MEANING, meaning_of
from kickdoor.catalog.set_folder import HEAD, SetFolder, absolute, check_name, shown
from kickdoor.catalog.toml_reader import FROM_CONCEPTS, TableError, describe, fitting, located, read_table, suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.core_rules import FRAMES, CoreRules
from kickdoor.engine.features import FEATURES, RuleFeature
from kickdoor.engine.machine.errors import BadData

HOME = Path(__file__).parent
MAX_CARDS = 4000
MAX_DISTINCT_CARDS = 1000
"""The maximum number of different cards in one set."""
MAX_PLAYS_PER_CARD = 12
"""The maximum number of plays and abilities of one card: an option has few bits for their index."""
MAX_CACHED_MIXES = 32
"""The maximum number of mixes kept in memory."""
CARD_ID = re.compile("[a-z0-9][a-z0-9_]{0,79}")
# The parser's time is quadratic in the dotted parts of a key. Cards need three at most: the card, its table and one
# more.
TOO_DEEP = re.compile(r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){9}""")
DOOR_KINDS = range(nr.MONSTER, nr.OTHER_DOOR + 1)


def known_sets() -> list[str]:
    """List the sets that come with the package.

    >>> import kickdoor as kd
    >>> kd.known_sets()
    ['cooks', 'deluxe', 'star', 'steampunk']
    """
    return sorted(path.parent.name for path in HOME.glob("*/set.toml"))


class CardTable(NamedTuple):
    """The table of a card as it was written, with its place for messages."""

    deck: int
    id: str
    where: str
    table: dict[str, object]


class SetFiles:
    """The files of one set, read but not yet parsed. `own`: the set does not come with the package."""

    def __init__(self, folder: Path, own: bool = True, changed: Path | None = None) -> None:
        self.folder = SetFolder(absolute(folder), own)
        self.id = check_name(self.folder.path)
        self.folder.check()
        self.digest = blake2b(digest_size=16)
        self.table = self.parse(self.folder.path / HEAD, "")
        self.head: SetTable = read_table(SetTable, self.table, self.where)
        self.cards: list[CardTable] = []
        for deck, name in enumerate(nr.DECKS):
            for path in self.folder.card_files(name):
                for card_id, table in self.parse(path, f"{name}/").items():
                    self.add(deck, f"{self.id}/{name}/{path.name}", card_id, table)
        if changed is not None:
            self.change(absolute(changed))
        if not self.cards:
            raise BadData(f"{self.id}: has no cards; put them in {' and '.join(f'{d}/*.toml' for d in nr.DECKS)}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetFiles) and (self.id, self.hash) == (other.id, other.hash)

    def __hash__(self) -> int:
        return hash((self.id, self.hash))

    @property
    def hash(self) -> str:
        """Return a hash of all bytes read."""
        return self.digest.hexdigest()

    @property
    def meaning(self) -> str:
        """Return a digest of the set's meaning, independent of its wording."""
        return meaning_of(self.table, [(card.deck, card.id, card.table) for card in self.cards])

    def add(self, deck: int, where: str, card_id: str, table: object) -> None:
        if not CARD_ID.fullmatch(card_id):
            raise BadData(f"{where}: {describe(card_id)} is not a valid card id")
        if len(self.cards) >= MAX_DISTINCT_CARDS:
            raise BadData(f"{self.id}: more than {MAX_DISTINCT_CARDS} different cards")
        self.cards.append(card_table(deck, card_id, f"{where}: {card_id}", table))

    def change(self, path: Path) -> None:
        """Replace cards of the set with those of the same ids in one more file."""
        places = {card.id: i for i, card in enumerate(self.cards)}
        for card_id, table in self.parse(path, "changed/", SetFolder(path.parent, True)).items():
            where = f"{path.name}: {card_id}"
            if card_id not in places:
                hint = suggest(card_id, places) or "; a card that is new stands in a set of your own"
                raise BadData(f"{where}: the set '{self.id}' has no such card to change{hint}")
            i = places[card_id]
            self.cards[i] = card_table(self.cards[i].deck, card_id, where, table)

    @property
    def where(self) -> str:
        """Return the place of the set's own table for messages."""
        return f"{self.id}/{HEAD}"

    def labels(self) -> list[str]:
        """Return the set's own words for the kinds of card; empty texts where it has none."""
        with located(self.head, self.where):
            return ["" if self.head.labels is None else text(self.head.labels, kind) for kind in nr.KINDS]

    def parse(self, path: Path, place: str, folder: SetFolder | None = None) -> dict[str, object]:
        """Parse one file; refuse one that is too large or not TOML."""
        where = f"{self.id}/{path.name}"
        folder = folder or self.folder
        data = folder.read(path)
        self.digest.update(f"{place}{path.name} {len(data)}\0".encode() + data)
        try:
            source = data.decode()
            if folder.own and TOO_DEEP.search(source):
                raise BadData(f"{where}: tables are nested too deeply")
            return tomllib.loads(source)
        except (ValueError, RecursionError) as e:
            if isinstance(e, BadData):
                raise
            raise BadData(f"{where}: not valid TOML: {' '.join(str(e).split())[:200]}") from None


def card_table(deck: int, card_id: str, where: str, table: object) -> CardTable:
    if not isinstance(table, dict):
        raise BadData(f"{where}: expected a table, found {describe(table)}")
    return CardTable(deck, card_id, where, table)


def load_catalog(
    sets: Iterable[str], folders: Iterable[Path] | None = None, changes: Mapping[str, Path] | None = None
) -> RuleSet:
    """Load a mix of sets. `folders` hold custom sets, which join the mix even if `sets` does not name them.

    `changes` gives files by set. Their cards replace those of the same ids, to try out other numbers.

    >>> rules = load_catalog([known_sets()[0]])
    >>> rules.sets == [known_sets()[0]]
    True
    """
    known = known_sets()
    # The folder of a set of the package stands for that set, so that its cards can be checked in place.
    bundled = [folder for folder in folders or () if folder.name in known and is_same(folder, HOME / folder.name)]
    sets = [*sets, *[folder.name for folder in bundled]]
    changed = dict(changes or {})
    rest = [folder for folder in folders or () if folder not in bundled]
    own = sorted((SetFiles(one, True, changed.pop(absolute(one).name, None)) for one in rest), key=lambda one: one.id)
    mine = [one.id for one in own]
    for i, name in enumerate(mine):
        if name in known:
            raise BadData(f"{own[i].folder.path}: a set called '{name}' comes with kickdoor; rename the folder")
        if name in mine[:i]:
            raise BadData(f"{own[i].folder.path}: another folder has the name '{name}' too; rename one")
    inside = sorted(set(sets) - set(mine))
    for name in inside:
        if name not in known:
            raise BadData(unknown_set(name, [*known, *mine]))
    if not inside and not own:
        raise BadData(f"no set is named; known are {', '.join(known)}")
    for name in sorted(changed.keys() - set(inside)):
        raise BadData(f"cards of the set {describe(name)} are changed, but it does not play{suggest(name, inside)}")
    files = [SetFiles(HOME / name, False, changed[name]) if name in changed else name for name in inside]
    return cached(tuple(files), tuple(own))


def is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def unknown_set(name: str, known: list[str]) -> str:
    """Return the message that a set does not exist, with the likely name."""
    hint = suggest(name, known) or "; a set of your own needs its folder (--set-dir, or folders=)."
    return f"there is no set {describe(name)}{hint} Known are {', '.join(known)}"


def load_again(sets: list[str], folders: Iterable[Path] | None, what: str) -> RuleSet:
    """Load the current version of the sets that `what` was made with; raise a one-line error if they differ."""
    own = list(folders or ())
    given = {absolute(folder).name for folder in own}
    for name in sets:
        if name not in known_sets() and name not in given:
            raise BadData(
                f"{what} was made with the set {describe(name)}, and there is no set of that name here: "
                "give its folder (--set-dir)"
            )
    for folder in own:
        if absolute(folder).name not in sets and not folder.is_dir():
            raise BadData(f"{shown(folder)}: there is no such folder")
    for name in sorted(given.difference(sets)):
        raise BadData(f"{what} was made without the set '{name}'; leave its folder out")
    rules = load_catalog(sets, own)
    if rules.sets != sorted(sets, key=rules.sets.index):
        raise BadData(f"{what} names a set twice")
    return rules


def load_same(sets: list[str], digest: str, folders: Iterable[Path] | None, what: str) -> RuleSet:
    """Load the exact cards that `what` was started with; raise a one-line error if they have changed."""
    rules = load_again(sets, folders, what)
    if rules.digest != digest:
        raise BadData(f"{what} was made with other card files of {', '.join(rules.sets)}")
    return rules


@lru_cache(MAX_CACHED_MIXES)
def cached(inside: tuple[str | SetFiles, ...], own: tuple[SetFiles, ...]) -> RuleSet:
    return build([*(SetFiles(HOME / one, False) if isinstance(one, str) else one for one in inside), *own])


def build(files: list[SetFiles]) -> RuleSet:
    """Make the rule set. Traits and tags come first, so that cards may refer to each other."""
    rules = RuleSet([one.id for one in files])
    rules.male = rules.trait_bit("male")
    rules.female = rules.trait_bit("female")
    uses: set[str] = set()
    for one in files:
        with located(one.head, one.where):
            text(one.head, "name")
            uses.update(listed(one.head, "uses"))
            for tag in names(one.head, "tags"):
                rules.tag_bit(tag)
            for counter in names(one.head, "counters"):
                rules.counter(counter)
    for name in sorted(uses):
        FEATURES[name].declare(rules)
        for tag in FEATURES[name].tags:
            rules.tag_bit(tag)
    for one in files:
        with located(one.head, one.where):
            declare_tokens(rules, one.head)
    read_cards(rules, files, [FEATURES[name] for name in sorted(uses)])
    rules.frames = {frame.KIND: frame for frame in FRAMES}
    rules.procedures = CoreRules()
    rules.folders = [str(one.folder.path) for one in files if one.folder.own]
    rules.files = digest_of([one.hash for one in files])
    rules.digest = MEANING + digest_of([f"{one.id}:{one.meaning}" for one in files])
    return rules


def digest_of(parts: list[str]) -> str:
    return blake2b("".join(parts).encode(), digest_size=16).hexdigest()


def declare_tokens(rules: RuleSet, head: SetTable) -> None:
    """Record what a set declares about its kinds of token: which are food, and which make a set (AMB-112)."""
    for name in head.counters:
        if name in FROM_CONCEPTS:
            raise TableError(head, "counters", f"'{name}' is not a new kind{fitting(name, ())}")
    for name in known(head, "food", head.counters):
        rules.food.append(rules.counter(name))
    if head.turned_in is not None:
        meal = [rules.counter(name) for name in known(head, "turned_in", [*head.counters, *foods(head)])]
        if len(meal) < 2:
            raise TableError(head, "turned_in", "must name at least two kinds")
        rules.meals.append(meal)


def foods(head: SetTable) -> list[str]:
    """List the kinds of token that a set has from its modules."""
    return [name for module in listed(head, "uses") for name in FEATURES[module].counters]


def kinds_meant(rules: RuleSet, head: SetTable) -> list[int]:
    """List the kinds that cards of a set mean where they name none.

    These are food, if the set has any, else its own kinds (AMB-112).
    """
    if head.counters and not foods(head) and not head.food:
        return [rules.counter(name) for name in head.counters]
    return rules.food


def read_cards(rules: RuleSet, files: list[SetFiles], concepts: list[RuleFeature]) -> None:
    """Read all cards. Classes, Races and monsters come first, because cards refer to those of others by name."""
    read: list[tuple[CardDef, Card, CardTable]] = []
    keys: set[str] = set()
    meant = {one.id: kinds_meant(rules, one.head) for one in files}
    for one in files:
        labels = one.labels()
        for card in one.cards:
            t = read_table(ANY_CARD, card.table, card.where)
            kind = nr.KINDS.index(t.__struct_config__.tag)
            if (kind in DOOR_KINDS) != (card.deck == nr.DOOR):
                what = f"a {nr.KINDS[kind]} does not belong in the {nr.DECKS[card.deck]} deck"
                raise BadData(f"{card.where}.kind: {what}")
            d = CardDef(len(read), card.id, one.id, t.name, card.deck, kind)
            d.label = labels[kind]
            if d.key in keys:
                raise BadData(f"{card.where}: the set has another card with this id")
            keys.add(d.key)
            if kind in (nr.CLASS, nr.RACE):
                rules.trait_bit(card.id)
            read.append((d, t, card))
    for name in rules.counters:
        if name in rules.traits:
            raise BadData(f"'{name}' is a kind of token of one set and a Class or Race of another; rename one of them")
    compiler = Compiler(rules)
    compiler.monsters = [d.id for d, _, _ in read if d.kind == nr.MONSTER]
    for d, t, card in read:
        compiler.meant = meant[d.set_id]
        with located(t, card.where):
            CardReader(compiler, d, t, card.table).read()
        rules.defs.append(d)
    if sum(d.copies for d in rules.defs) > MAX_CARDS:
        raise BadData(f"more than {MAX_CARDS} cards")
    for d, _, card in read:
        for concept in concepts:
            concept.complete(rules, d)
        if max(len(d.plays), len(d.abilities)) > MAX_PLAYS_PER_CARD:
            raise BadData(f"{card.where}: more than {MAX_PLAYS_PER_CARD} ways to play it or abilities")
        for play in d.plays:
            d.moments |= play.moments
        rules.answers_to |= d.moments
        rules.ability_moments |= d.table_moments
