"""The compiler from tables of a card file to conditions, quantities, selectors and programs."""

from collections.abc import Callable

from kickdoor.catalog.digest import program_digest
from kickdoor.catalog.file_schema import ANY_OP, COUNTED, MAX_LARGE_NUMBER, MAX_TABLES, OP_SHAPES, PER, PER_WORDS
from kickdoor.catalog.toml_reader import Reader, describe, fitting, readers
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
from kickdoor.engine.machine.errors import BadData

MAX_DEPTH = 4
# These queries are an advantage even on a monster or curse, so a trait that brings them is one too.
GOOD_QUERIES = (nr.Q_NO_PURSUIT, nr.Q_LEVELS, nr.Q_TREASURES, nr.Q_HELPER_LEVELS, nr.Q_SPARES)
GOOD_OPS = ("monster_leaves", "may", "may_discard_item", "may_discard_cards", "draw", "gain_levels", "escape")


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

    def trait(self, r: Reader, key: str, name: str) -> int:
        if name not in self.rules.traits:
            raise r.fail(key, f"there is no class, race or sex '{name}'{fitting(name, self.rules.traits)}")
        return 1 << self.rules.traits.index(name)

    def traits(self, r: Reader, key: str) -> tuple[int, list[str]]:
        names = r.words(key, self.rules.traits)
        mask = 0
        for name in names:
            mask |= self.trait(r, key, name)
        return mask, names

    def counters(self, r: Reader, key: str) -> list[int]:
        """Read one or several kinds of token; the default is the kinds of the set."""
        names = r.words(key, self.rules.counters) if r.has(key) else []
        if not names and not self.meant:
            raise r.fail(key, NO_KINDS)
        return [self.rules.counters.index(name) for name in names] or self.meant

    def counter_names(self, kinds: list[int]) -> list[str]:
        """Name kinds of token for a sentence. Food is one name, because all of it is meant."""
        return [] if kinds == self.rules.food else [self.rules.counters[kind] for kind in kinds]

    def tag(self, r: Reader, key: str, name: str) -> int:
        if name not in self.rules.tags:
            raise r.fail(key, f"there is no tag '{name}'{fitting(name, self.rules.tags)}")
        return 1 << self.rules.tags.index(name)

    def condition(self, r: Reader | None, hurts: bool) -> Condition | None:
        """Compile a `when` table. `hurts`: the guarded line is a disadvantage for the player."""
        if r is None:
            return None
        parts: list[Condition] = []
        for key in ("trait", "not_trait"):
            if r.has(key):
                mask, names = self.traits(r, key)
                parts.append(cond.HasTrait(mask, names, hurts == (key == "trait"), key == "trait"))
        for key in ("level_at_most", "level_at_least", "die_at_most", "die_at_least"):
            if r.has(key):
                parts.append(cond.Limit(key.startswith("level"), key.endswith("most"), r.number(key)))
        parts.extend(self.tag_conditions(r))
        if r.has("trait_in_fight"):
            name = r.text("trait_in_fight")
            parts.append(cond.TraitInFight(self.trait(r, "trait_in_fight", name), name))
        if r.has("token"):
            kind = self.counters(r, "token")[0]
            parts.append(cond.TokenIs(kind, self.rules.counters[kind]))
        if r.has("has_tokens"):
            parts.append(self.tokens_held(r.table_or_none("has_tokens")))
        if r.has("die"):
            parts.append(cond.Parity(r.word("die")))
        if r.has("worth_less_than"):
            parts.append(cond.WorthLess(r.number("worth_less_than")))
        for key in ("has_items", "lacks_items"):
            if r.has(key):
                parts.append(cond.HasItems(self.items(r.table_or_none(key)), r.number("count"), key == "has_items"))
        if r.has("anyone") and r.where.endswith(".anyone"):
            raise r.fail("anyone", "cannot be nested in another anyone")
        inner = self.condition(r.table_or_none("anyone"), hurts) if r.has("anyone") else None
        if inner is not None:
            parts.append(cond.Anyone(inner))
        for name in r.words("is"):
            parts.append(cond.Is(name))
        if not parts:
            raise BadData(f"{r.where}: an empty condition")
        return parts[0] if len(parts) == 1 else cond.All(parts)

    def tokens_held(self, t: Reader | None) -> Condition:
        """Compile the number of tokens that a player must have."""
        assert t is not None
        kinds = self.counters(t, "kinds")
        most = t.number("most")
        least = t.number("least", 0 if t.has("most") else 1)
        if least > most:
            raise t.fail("least", f"no player has {least} or more and {most} or fewer")
        return cond.HasTokens(kinds, self.counter_names(kinds), least, most)

    def tag_conditions(self, r: Reader) -> list[Condition]:
        """Compile the keys of a `when` table that name a tag."""
        out: list[Condition] = []
        for key, made in TAG_CONDITIONS.items():
            if r.has(key):
                name = r.text(key)
                out.append(made(self.tag(r, key, name), name))
        return out

    def quantity(self, r: Reader, key: str) -> Quantity:
        """Compile a number, the word `die`, `paid` or `lowest_level`, or a table such as {each = 3, per = "paid"}."""
        value = r.raw(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return Plain(r.number(key))
        if isinstance(value, str) and value in PLAIN_WORDS:
            return PLAIN_WORDS[value]()
        if value in ("die", "paid"):
            return self.given(value == "die", 1)
        if isinstance(value, dict):
            t = Reader(value, r.at(key), PER)
            self.check_amount(t, r.key(key).least)
            when = self.condition(t.table_or_none("when"), False)
            if when is not None:
                return Either(t.number("base"), t.number("or"), when)
            count = self.counted(t)
            if t.has("least") or t.has("most"):
                return Clamped(count, t.number("least"), t.number("most", MAX_LARGE_NUMBER))
            return count
        hint = fitting(value, COUNTED)
        raise r.fail(
            key,
            f'expected a number, a word or a table such as {{ each = 2, per = "die" }}, found {describe(value)}{hint}',
        )

    def given(self, of_die: bool, each: int) -> Quantity:
        return Given(of_die, each) if of_die or not self.pays_tokens else PerToken(each)

    def check_amount(self, t: Reader, least: int) -> None:
        """Raise an error for a table whose keys do not fit together, or whose amount is below the minimum."""
        ways = [key for key in ("per", "items", "when") if t.has(key)]
        if len(ways) > 1:
            raise t.fail(ways[1], f"cannot be combined with {ways[0]}; use only one of them")
        for key, needs in (("base", "when"), ("or", "when"), ("tag", "per")):
            if t.has(key) and not t.has(needs):
                raise t.fail(key, f"has no effect without {needs}")
        if t.has("when") and (t.has("each") or t.has("least") or t.has("most")):
            raise t.fail("when", "chooses between base and or; remove each, least and most")
        if t.has("tag") and t.raw("per") != "other_monster":
            raise t.fail("tag", 'counts only with per = "other_monster"')
        if t.number("least") > t.number("most", MAX_LARGE_NUMBER):
            raise t.fail("least", "is larger than most")
        for key in ("each", "base", "or"):
            if least >= 0 and t.number(key) < 0:
                raise t.fail(key, f"expected a whole number from 0 on, found {t.number(key)}")

    def counted(self, t: Reader) -> Quantity:
        """Compile a table that gives an amount for each counted object."""
        each = t.number("each")
        if t.has("items"):
            return PerItem(each, self.items(t.table_or_none("items")))
        if not t.has("per"):
            raise t.fail("per", "is missing; it names what is counted")
        per = t.word("per", (*PER_WORDS, *self.rules.traits, *self.rules.counters))
        if per == "margin":
            return Margin(each)
        if per == "card_in_fight":
            return PerCardPlayed(each)
        if per == "token":
            return PerToken(each)
        if per == "other_monster":
            name = t.text("tag")
            return PerOther(each, self.tag(t, "tag", name) if name else 0, name)
        if per in ("die", "paid"):
            return self.given(per == "die", each)
        if per in self.rules.counters:
            return PerCounter(each, self.rules.counters.index(per), per)
        return PerTrait(each, self.trait(t, "per", per), per)

    def items(self, r: Reader | None) -> ItemPick:
        pick = ItemPick()
        if r is None:
            return pick
        pick.slot = nr.SLOTS.index(r.word("slot")) if r.has("slot") else 0
        pick.worn = r.flag("worn")
        pick.big = r.flag("big")
        pick.small = r.flag("small")
        for flag in ("held", "complex", "simple", "oneshot", "lowest_value", "highest_value"):
            setattr(pick, flag, r.flag(flag))
        pick.hands = r.number("hands")
        pick.best_bonus = r.flag("best_bonus")
        pick.value_at_least = r.number("value_at_least")
        if r.has("tag"):
            pick.tag_name = r.text("tag")
            pick.tag = self.tag(r, "tag", pick.tag_name)
        return pick

    def modifier(self, query: int, amount: Quantity, sets: bool, when: Condition | None, source: int) -> Modifier:
        m = Modifier(len(self.rules.modifiers), query, amount, sets, when)
        m.source = source
        self.rules.modifiers.append(m)
        return m

    def static(self, r: Reader, source: int, hurts: bool) -> Modifier:
        """Compile one line of `static`: a query, the amount that it adds or sets, and its condition."""
        query = nr.QUERIES.index(r.word("query"))
        sets = r.has("set")
        amount = self.quantity(r, "set") if sets else (self.quantity(r, "add") if r.has("add") else Plain(1))
        when = self.condition(r.table_or_none("when"), hurts and query not in GOOD_QUERIES)
        m = self.modifier(query, amount, sets, when, source)
        m.only_held = r.flag("only_held")
        return m

    def mute(self, r: Reader) -> Mute:
        """Compile one line of `mute`: the kinds of terms that do not count, or all except those named."""
        sorts = 0
        for name in r.words("sorts"):
            sorts |= nr.SORTS[name]
        if r.has("all_but"):
            # A penalty that a monster gives a player has no name among the kinds, but is silenced as well (AMB-108).
            sorts = nr.ALL_SORTS
            for name in r.words("all_but"):
                sorts &= ~nr.SORTS[name]
        slot = nr.SLOTS.index(r.word("but_slot")) if r.has("but_slot") else 0
        tag = self.tag(r, "tag", r.text("tag")) if r.has("tag") else 0
        out = Mute(sorts, slot, tag)
        out.slot = nr.SLOTS.index(r.word("slot")) if r.has("slot") else nr.NO_SLOT
        out.hands = r.number("hands")
        out.complex = r.flag("complex")
        out.with_bonus = r.flag("with_bonus")
        out.unless, _ = self.traits(r, "unless")
        out.reverse = r.flag("reverse")
        return out

    def program(self, lines: list[Reader], name: str, source: int, hurts: bool, depth: int = 0) -> int:
        """Compile a list of ops and return its number."""
        if depth > MAX_DEPTH:
            raise BadData(f"{name}: ops are nested too deeply")
        if not lines:
            raise BadData(f"{name}: a list of ops is empty or missing")
        program = Program(len(self.rules.programs), name, [])
        self.rules.programs.append(program)
        for r in lines:
            op = self.op(r, name, source, hurts, depth)
            if (op.instead or op.then) and not program.ops:
                raise BadData(f"{r.where}: the first op has no op before it to depend on")
            program.ops.append(op)
        program.digest = program_digest([r.table for r in lines])
        return program.index

    def op(self, r: Reader, name: str, source: int, hurts: bool, depth: int) -> Op:
        word = r.word("op")
        r.narrow(OP_SHAPES[word])
        op = OPS[word]()
        op.when = self.condition(r.table_or_none("when"), hurts and word not in GOOD_OPS)
        op.instead = r.flag("instead")
        op.then = r.flag("then")
        if isinstance(op, ChooseOne):
            op.options = self.ways(r, name, source, hurts, depth)
        else:
            for field in OPS[word].FIELDS:
                self.set_field(r, op, field)
        if isinstance(op, Bonus) and (op.to in (SIDE, OTHER_SIDE) or op.side) and not self.aims_at_side:
            raise r.fail("to", 'needs a side as the target; on = "side" aims at one')
        if isinstance(op, Bonus) and not op.n.is_settled():
            op.modifier = self.modifier(nr.Q_STRENGTH, op.n, False, None, source)
        if isinstance(op, Aftermath):
            op.modifier = self.modifier(nr.QUERIES.index(op.query), op.add, False, None, source)
            op.modifier.until = nr.UNTIL.index(op.until)
            op.modifier.sort = nr.T_CURSE
        return op

    def ways(self, r: Reader, name: str, source: int, hurts: bool, depth: int) -> list[Program]:
        ways: list[Program] = []
        value = r.raw("options")
        if not isinstance(value, list) or not 2 <= len(value) <= MAX_TABLES:
            raise r.fail("options", f"expected a list of 2 to {MAX_TABLES} lists of ops")
        for i in range(len(value)):
            lines = readers(value[i], f"{r.at('options')}[{i}]", ANY_OP)
            ways.append(self.rules.programs[self.program(lines, f"{name}.{i}", source, hurts, depth + 1)])
        return ways

    def set_field(self, r: Reader, op: Op, field: Field) -> None:
        """Set one attribute of an op from its table."""
        key = field.name
        if field.sort == f.COUNTERS:
            kinds = self.counters(r, key)
            setattr(op, key, kinds)
            setattr(op, key + "_names", self.counter_names(kinds))
            return
        if field.default is not None and not r.has(key):
            if field.sort == f.QUANTITY and isinstance(field.default, int):
                setattr(op, key, Plain(field.default))
            return
        attribute = "from_" if key == "from" else key
        if field.sort == f.QUANTITY:
            setattr(op, attribute, self.quantity(r, key))
        elif field.sort == f.INT:
            setattr(op, attribute, r.number(key))
        elif field.sort == f.BOOL:
            setattr(op, attribute, r.flag(key))
        elif field.sort == f.WORD or field.sort == f.WHO:
            setattr(op, attribute, r.word(key))
        elif field.sort == f.KIND:
            setattr(op, attribute, nr.KINDS.index(r.word(key)))
        elif field.sort == f.ITEMS:
            setattr(op, attribute, self.items(r.table_or_none(key)))
        elif field.sort == f.TAG:
            setattr(op, key + "_name", r.text(key))
            setattr(op, attribute, self.tag(r, key, r.text(key)))
        elif field.sort == f.TRAIT:
            setattr(op, key + "_name", r.text(key))
            setattr(op, attribute, self.trait(r, key, r.text(key)))
