"""Loads sets of cards from TOML files into a rule set. Data only: nothing read here is ever run."""

import re
import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kickdoor.catalog.compile import Compiler
from kickdoor.catalog.kinds import CardReader
from kickdoor.catalog.reader import Reader, describe, suggest
from kickdoor.catalog.shapes import ANY_CARD, SET
from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.errors import BadData
from kickdoor.core.ruleset import RuleSet
from kickdoor.modules.module import Module
from kickdoor.modules.registry import MODULES
from kickdoor.rules.rulebook import FRAMES, Rulebook

HOME = Path(__file__).parent
MOST_BYTES = 1_000_000
MOST_CARDS = 4000
CARD_ID = re.compile("[a-z0-9][a-z0-9_]{0,79}")
# The parser takes time with the square of a key's dotted parts; the card, its table and one more are all that is used
TOO_DEEP = re.compile(r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){9}""")
DOOR_KINDS = range(w.MONSTER, w.OTHER_DOOR + 1)


def known_sets() -> list[str]:
    """Lists the sets that come with the package."""
    return sorted(path.parent.name for path in HOME.glob("*/set.toml"))


class SetFiles:
    """The files of one set, read but not yet understood."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.id = folder.name
        self.digest = blake2b(digest_size=16)
        self.head = Reader(self.parse(folder / "set.toml"), f"{self.id}/set.toml", SET)
        self.cards: list[tuple[int, str, Reader]] = []
        for deck, name in enumerate(w.DECKS):
            for path in sorted((folder / name).glob("*.toml")):
                for card_id, table in self.parse(path).items():
                    if not CARD_ID.fullmatch(card_id):
                        raise BadData(f"{self.id}/{name}/{path.name}: {describe(card_id)} is no id of a card")
                    where = f"{self.id}/{name}/{path.name}: {card_id}"
                    self.cards.append((deck, card_id, Reader(table, where, ANY_CARD)))

    def parse(self, path: Path) -> dict[str, object]:
        """Parses one file, refusing what is too large or no TOML."""
        where = f"{self.id}/{path.name}"
        try:
            if path.stat().st_size > MOST_BYTES:
                raise BadData(f"{where}: larger than {MOST_BYTES} bytes")
            data = path.read_bytes()
            self.digest.update(path.name.encode() + b"\0" + data)
            text = data.decode()
            if TOO_DEEP.search(text):
                raise BadData(f"{where}: tables are nested too deeply")
            return tomllib.loads(text)
        except OSError as e:
            raise BadData(f"{path}: cannot be read: {e.strerror}") from None
        except (ValueError, RecursionError) as e:
            if isinstance(e, BadData):
                raise
            raise BadData(f"{where}: not valid TOML: {' '.join(str(e).split())[:200]}") from None


def load_catalog(sets: list[str], folders: list[Path] | None = None) -> RuleSet:
    """Loads a mix of sets; `folders` hold sets of one's own.

    >>> rules = load_catalog([known_sets()[0]])
    >>> rules.sets == [known_sets()[0]]
    True
    """
    return cached(tuple(sorted(set(sets))), tuple(str(path) for path in folders or []))


@cache
def cached(sets: tuple[str, ...], folders: tuple[str, ...]) -> RuleSet:
    files: list[SetFiles] = []
    for name in sets:
        if name not in known_sets():
            raise BadData(f"there is no set '{name}'{suggest(name, known_sets())}; known are {', '.join(known_sets())}")
        files.append(SetFiles(HOME / name))
    files.extend(SetFiles(Path(path)) for path in folders)
    return build(files)


def build(files: list[SetFiles]) -> RuleSet:
    """Makes the rule set: traits and tags first, so that cards may speak of each other."""
    rules = RuleSet([one.id for one in files])
    rules.male = rules.trait_bit("male")
    rules.female = rules.trait_bit("female")
    uses: set[str] = set()
    for one in files:
        one.head.text("name")
        uses.update(one.head.words("uses"))
        for tag in one.head.names("tags"):
            rules.tag_bit(tag)
    for name in sorted(uses):
        MODULES[name].declare(rules)
        for tag in MODULES[name].tags:
            rules.tag_bit(tag)
    read_cards(rules, files, [MODULES[name] for name in sorted(uses)])
    rules.frames = {frame.KIND: frame for frame in FRAMES}
    rules.procedures = Rulebook()
    rules.digest = blake2b("".join(one.digest.hexdigest() for one in files).encode(), digest_size=16).hexdigest()
    return rules


def read_cards(rules: RuleSet, files: list[SetFiles], modules: list[Module]) -> None:
    defs: list[tuple[CardDef, Reader]] = []
    keys: set[str] = set()
    for one in files:
        for deck, card_id, r in one.cards:
            kind = w.KINDS.index(r.word("kind"))
            if (kind in DOOR_KINDS) != (deck == w.DOOR):
                raise r.fail("kind", f"a {w.KINDS[kind]} does not belong into the {w.DECKS[deck]} deck")
            d = CardDef(len(defs), card_id, one.id, r.text("name"), deck, kind)
            if d.key in keys:
                raise BadData(f"{r.where}: the set has another card with this id")
            keys.add(d.key)
            if kind in (w.CLASS, w.RACE):
                rules.trait_bit(card_id)
            defs.append((d, r))
    compiler = Compiler(rules)
    for d, r in defs:
        CardReader(compiler, d, r).read()
        rules.defs.append(d)
    if sum(d.copies for d in rules.defs) > MOST_CARDS:
        raise BadData(f"more than {MOST_CARDS} cards")
    for d, _ in defs:
        for module in modules:
            module.complete(rules, d)
        for play in d.plays:
            d.moments |= play.moments
        rules.answers_to |= d.moments
