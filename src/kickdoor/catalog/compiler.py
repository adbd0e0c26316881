"""The compiler from tables of a card file to conditions, quantities, selectors and programs."""

import re
from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.digest import program_digest
from kickdoor.catalog.toml_reader import TableError, describe, fitting
from kickdoor.engine import constants as nr
from kickdoor.engine.cards import field_specs as f
from kickdoor.engine.cards.definitions import Condition, Modifier, Mute, Op, Program, Quantity
from kickdoor.engine.cards.field_specs import Field
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects import conditions as cond
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.ops.card_ops import ChooseOne
from kickdoor.engine.effects.ops.delayed_ops import Aftermath
from kickdoor.engine.effects.ops.fight_ops import OTHER_SIDE, SIDE, Bonus
from kickdoor.engine.effects.quantities import (
    Amount,
    BestItem,
    Clamped,
    Either,
    Given,
    HalfDie,
    HandsInUse,
    LowestLevel,
    Margin,
    PerCardPlayed,
    PerCounter,
    PerItem,
    PerOther,
    PerToken,
    PerTrait,
    Plain,
)
from kickdoor.engine.effects.target_selectors import ItemPick

MAX_DEPTH = 4
# These queries are an advantage even on a monster or curse, so a trait that brings them is one too.
GOOD_QUERIES = (nr.Q_NO_PURSUIT, nr.Q_LEVELS, nr.Q_TREASURES, nr.Q_HELPER_LEVELS, nr.Q_SPARES)
GOOD_OPS = ("monster_leaves", "may", "may_discard_item", "may_discard_cards", "draw", "gain_levels", "escape")


NAME = re.compile(ct.NAME)
NO_OPS = "a list of ops is empty or missing"
NO_KINDS = 'names no kind of token, and its set has none: counters = ["…"] in set.toml declares some'
PLAIN_WORDS: dict[str, Callable[[], Quantity]] = {
    "lowest_level": LowestLevel,
    "half_die": HalfDie,
    "hands_in_use": HandsInUse,
    "best_item": BestItem,
    "amount": Amount,
}
TAG_CONDITIONS: dict[str, Callable[[int, str], Condition]] = {
    "tag_in_fight": cond.TagInFight,
    "monster_tag": cond.MonsterTag,
    "won_against": cond.WonAgainst,
    "killed_tag": cond.KilledTag,
    "tag_counts": cond.TagCounts,
}


def values(t: Struct, key: str) -> list[Any]:
    """Return one value or a list of values as a list."""
    value = getattr(t, ct.attribute(key))
    return value if isinstance(value, list) else [] if value is None else [value]


def listed(t: Struct, key: str) -> list[Any]:
    """Return one word or a list of words as a list, in which each stands once."""
    words = values(t, key)
    for word in words if len(words) > 1 else ():
        if words.count(word) > 1:
            raise TableError(t, key, f"{describe(word)} stands there twice")
    return words


def known(t: Struct, key: str, words: Collection[str]) -> list[str]:
    """Return the words of a key, all of which must exist in the mix."""
    found = listed(t, key)
    for word in found:
        if word not in words:
            raise TableError(t, key, f"{describe(word)} is not known{fitting(word, words)}")
    return found


def names(t: Struct, key: str) -> list[str]:
    """Return new names, in lower case with underscores."""
    for name in values(t, key):
        if not NAME.fullmatch(name):
            raise TableError(t, key, f"expected names such as 'below_waist', found {describe(name)}")
    return values(t, key)


def text(t: Struct, key: str) -> str:
    """Return a text that can be shown on one line."""
    for value in values(t, key):
        if not value.isprintable():
            raise TableError(t, key, f"a text must not have line breaks or control characters, found {describe(value)}")
        if value and not value.strip():
            raise TableError(t, key, "the text is empty")
    return str(getattr(t, ct.attribute(key)))


class Compiler:
    """A compiler for the cards of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.monsters: list[str] = []
        """Ids of the monsters of the mix."""
        self.meant: list[int] = []
        """Kinds of token that the current card means where it does not name any (AMB-112)."""
        self.pays_tokens = False
        """Whether the current play or ability is paid for with tokens."""
        self.aims_at_side = False
        """Whether the current play or ability is aimed at a side of the fight."""

    def begin_use(self, pays_tokens: bool, aims_at_side: bool) -> None:
        """Record the facts about the play or ability whose ops follow."""
        self.pays_tokens = pays_tokens
        self.aims_at_side = aims_at_side

    def traits(self, t: Struct, key: str) -> int:
        """Return the bits of the traits that a key names."""
        return sum(1 << self.rules.traits.index(name) for name in known(t, key, self.rules.traits))

    def tags(self, t: Struct, key: str) -> int:
        """Return the bits of the tags that a key names."""
        return sum(1 << self.rules.tags.index(name) for name in known(t, key, self.rules.tags))

    def counters(self, t: Struct, key: str) -> list[int]:
        """Read one or several kinds of token; the default is the kinds of the set."""
        names = known(t, key, self.rules.counters)
        if not names and not self.meant:
            raise TableError(t, key, NO_KINDS)
        return [self.rules.counters.index(name) for name in names] or self.meant

    def counter_names(self, kinds: list[int]) -> list[str]:
        """Name kinds of token for a sentence. Food is one name, because all of it is meant."""
        return [] if kinds == self.rules.food else [self.rules.counters[kind] for kind in kinds]

    def condition(self, t: ct.Condition | None, hurts: bool) -> Condition | None:
        """Compile a `when` table. `hurts`: the guarded line is a disadvantage for the player."""
        if t is None:
            return None
        parts: list[Condition] = []
        for key in ("trait", "not_trait"):
            if getattr(t, key) is not None:
                mask, wanted = self.traits(t, key), key == "trait"
                parts.append(cond.HasTrait(mask, listed(t, key), hurts == wanted, wanted))
        for key in ("level_at_most", "level_at_least", "die_at_most", "die_at_least"):
            limit = getattr(t, key)
            if limit is not None:
                parts.append(cond.Limit(key.startswith("level"), key.endswith("most"), limit))
        for key, made in TAG_CONDITIONS.items():
            if getattr(t, key) is not None:
                parts.append(made(self.tags(t, key), getattr(t, key)))
        if t.trait_in_fight is not None:
            parts.append(cond.TraitInFight(self.traits(t, "trait_in_fight"), t.trait_in_fight))
        if t.token is not None:
            kind = self.counters(t, "token")[0]
            parts.append(cond.TokenIs(kind, self.rules.counters[kind]))
        if t.has_tokens is not None:
            parts.append(self.tokens_held(t.has_tokens))
        if t.die:
            parts.append(cond.Parity(t.die))
        if t.worth_less_than is not None:
            parts.append(cond.WorthLess(t.worth_less_than))
        for key in ("has_items", "lacks_items"):
            if getattr(t, key) is not None:
                parts.append(cond.HasItems(self.items(getattr(t, key)), t.count, key == "has_items"))
        if t.anyone is not None:
            if t.anyone.anyone is not None:
                raise TableError(t.anyone, "anyone", "cannot be nested in another anyone")
            inner = self.condition(t.anyone, hurts)
            assert inner is not None
            parts.append(cond.Anyone(inner))
        for name in listed(t, "is"):
            parts.append(cond.Is(name))
        if not parts:
            raise TableError(t, "", "an empty condition")
        return parts[0] if len(parts) == 1 else cond.All(parts)

    def tokens_held(self, t: ct.TokensHeld) -> Condition:
        """Compile the number of tokens that a player must have."""
        kinds = self.counters(t, "kinds")
        most = cond.HasTokens.MANY if t.most is None else t.most
        least = int(t.most is None) if t.least is None else t.least
        if least > most:
            raise TableError(t, "least", f"no player has {least} or more and {most} or fewer")
        return cond.HasTokens(kinds, self.counter_names(kinds), least, most)

    def quantity(self, value: ct.Quantity, least: int = f.ANY_NUMBER) -> Quantity:
        """Compile a number, the word `die`, `paid` or `lowest_level`, or a table such as {each = 3, per = "paid"}."""
        if isinstance(value, int):
            return Plain(value)
        if isinstance(value, str):
            return PLAIN_WORDS[value]() if value in PLAIN_WORDS else self.given(value == "die", 1)
        self.check_amount(value, least)
        when = self.condition(value.when, False)
        if when is not None:
            return Either(value.base or 0, value.or_ or 0, when)
        count = self.counted(value)
        if value.least is None and value.most is None:
            return count
        return Clamped(count, value.least or 0, ct.MAX_LARGE_NUMBER if value.most is None else value.most)

    def given(self, of_die: bool, each: int) -> Quantity:
        return Given(of_die, each) if of_die or not self.pays_tokens else PerToken(each)

    def check_amount(self, t: ct.Per, least: int) -> None:
        """Raise an error for a table whose keys do not fit together, or whose amount is below the minimum."""
        has = {key for key in t.__struct_encode_fields__ if getattr(t, ct.attribute(key)) is not None}
        ways = [key for key in ("per", "items", "when") if key in has]
        if len(ways) > 1:
            raise TableError(t, ways[1], f"cannot be combined with {ways[0]}; use only one of them")
        for key, needs in (("base", "when"), ("or", "when"), ("tag", "per")):
            if key in has and needs not in has:
                raise TableError(t, key, f"has no effect without {needs}")
        if "when" in has and has & {"each", "least", "most"}:
            raise TableError(t, "when", "chooses between base and or; remove each, least and most")
        if "tag" in has and t.per != "other_monster":
            raise TableError(t, "tag", 'counts only with per = "other_monster"')
        if (t.least or 0) > (ct.MAX_LARGE_NUMBER if t.most is None else t.most):
            raise TableError(t, "least", "is larger than most")
        for key in ("each", "base", "or"):
            number = getattr(t, ct.attribute(key))
            if least >= 0 and number is not None and number < 0:
                raise TableError(t, key, f"expected a whole number from 0 on, found {number}")

    def counted(self, t: ct.Per) -> Quantity:
        """Compile a table that gives an amount for each counted object."""
        each = 1 if t.each is None else t.each
        if t.items is not None:
            return PerItem(each, self.items(t.items))
        if t.per is None:
            raise TableError(t, "per", "is missing; it names what is counted")
        (per,) = known(t, "per", (*ct.PER_DOCS, *self.rules.traits, *self.rules.counters))
        if per == "margin":
            return Margin(each)
        if per == "card_in_fight":
            return PerCardPlayed(each)
        if per == "token":
            return PerToken(each)
        if per == "other_monster":
            return PerOther(each, self.tags(t, "tag"), t.tag or "")
        if per in ("die", "paid"):
            return self.given(per == "die", each)
        if per in self.rules.counters:
            return PerCounter(each, self.rules.counters.index(per), per)
        return PerTrait(each, self.traits(t, "per"), per)

    def items(self, t: ct.Items | None) -> ItemPick:
        pick = ItemPick()
        if t is not None:
            for field in ItemPick.FIELDS:
                self.set_field(t, pick, field)
        return pick

    def modifier(self, query: int, amount: Quantity, sets: bool, when: Condition | None, source: int) -> Modifier:
        m = Modifier(len(self.rules.modifiers), query, amount, sets, when)
        m.source = source
        self.rules.modifiers.append(m)
        return m

    def static(self, t: ct.Static, source: int, hurts: bool) -> Modifier:
        """Compile one line of `static`: a query, the amount that it adds or sets, and its condition."""
        query = nr.QUERIES.index(t.query)
        value = t.add if t.set is None else t.set
        amount = self.quantity(1 if value is None else value)
        when = self.condition(t.when, hurts and query not in GOOD_QUERIES)
        m = self.modifier(query, amount, t.set is not None, when, source)
        m.only_held = t.only_held
        return m

    def mute(self, t: ct.Mute) -> Mute:
        """Compile one line of `mute`: the kinds of terms that do not count, or all except those named."""
        sorts = sum(nr.SORTS[name] for name in listed(t, "sorts"))
        if t.all_but is not None:
            # A penalty that a monster gives a player has no name among the kinds, but is silenced as well (AMB-108).
            sorts = nr.ALL_SORTS & ~sum(nr.SORTS[name] for name in listed(t, "all_but"))
        out = Mute(sorts, nr.SLOTS.index(t.but_slot or "none"), self.tags(t, "tag"))
        out.slot = nr.SLOTS.index(t.slot or "none")
        out.hands = t.hands
        out.complex = t.complex
        out.with_bonus = t.with_bonus
        out.unless = self.traits(t, "unless")
        out.reverse = t.reverse
        return out

    def program(
        self, lines: list[ct.Op], tables: list[dict[str, Any]], name: str, source: int, hurts: bool, depth: int = 0
    ) -> int:
        """Compile a list of ops and return its number. `tables` are the same ops as they were written."""
        program = Program(len(self.rules.programs), name, [])
        self.rules.programs.append(program)
        for t, table in zip(lines, tables, strict=True):
            op = self.op(t, table, name, source, hurts, depth)
            if (op.instead or op.then) and not program.ops:
                raise TableError(t, "", "the first op has no op before it to depend on")
            program.ops.append(op)
        program.digest = program_digest(tables)
        return program.index

    def op(self, t: ct.Op, table: dict[str, Any], name: str, source: int, hurts: bool, depth: int) -> Op:
        word = str(t.__struct_config__.tag)
        op = OPS[word]()
        op.when = self.condition(t.when, hurts and word not in GOOD_OPS)
        op.instead = t.instead
        op.then = t.then
        if isinstance(op, ChooseOne):
            op.options = self.ways(t, table, name, source, hurts, depth)
        else:
            for field in op.FIELDS:
                self.set_field(t, op, field)
        if isinstance(op, Bonus) and (op.to in (SIDE, OTHER_SIDE) or op.side) and not self.aims_at_side:
            raise TableError(t, "to", 'needs a side as the target; on = "side" aims at one')
        if isinstance(op, Bonus) and not op.n.is_settled():
            op.modifier = self.modifier(nr.Q_STRENGTH, op.n, False, None, source)
        if isinstance(op, Aftermath):
            op.modifier = self.modifier(nr.QUERIES.index(op.query), op.add, False, None, source)
            op.modifier.until = nr.UNTIL.index(op.until)
            op.modifier.sort = nr.T_CURSE
        return op

    def ways(self, t: Any, table: dict[str, Any], name: str, source: int, hurts: bool, depth: int) -> list[Program]:
        """Compile the alternatives of `choose_one`."""
        if depth >= MAX_DEPTH:
            raise TableError(t, "options", "ops are nested too deeply")
        ways: list[Program] = []
        for i, lines in enumerate(t.options):
            if not lines:
                raise TableError(t, f"options[{i}]", NO_OPS)
            index = self.program(lines, table["options"][i], f"{name}.{i}", source, hurts, depth + 1)
            ways.append(self.rules.programs[index])
        return ways

    def set_field(self, t: Struct, made: Op | ItemPick, field: Field) -> None:
        """Set one attribute of an op or selector from its table."""
        key, sort = field.name, field.sort
        attribute = ct.attribute(key)
        value = getattr(t, attribute)
        if sort == f.COUNTERS:
            value = self.counters(t, key)
            setattr(made, key + "_names", self.counter_names(value))
        elif sort == f.ITEMS:
            value = self.items(value)
        elif value is None or value == "":
            return
        elif sort == f.QUANTITY:
            value = self.quantity(value, field.least)
        elif sort in (f.KIND, f.SLOT):
            value = (nr.KINDS if sort == f.KIND else nr.SLOTS).index(value)
        elif sort in (f.TAG, f.TRAIT):
            setattr(made, key + "_name", value)
            value = self.tags(t, key) if sort == f.TAG else self.traits(t, key)
        setattr(made, attribute, value)
