"""Tests of rendering, and that the message catalog has exactly the messages in use."""

import ast
from collections.abc import Iterable
from itertools import product
from math import prod
from pathlib import Path

import pytest
from msgspec import inspect

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.compiler import Compiler
from kickdoor.catalog.loader import load_catalog
from kickdoor.catalog.toml_reader import options_of, read_table
from kickdoor.engine import constants as nr
from kickdoor.engine.cards import field_specs as f
from kickdoor.engine.cards.definitions import CardDef, Condition, Message, Op
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.conditions import Is
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.errors import BadData
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import MessageRenderer, language, read_language, renderer_for, sentence
from kickdoor.text.preview_text import CHANGE_KINDS

SOURCES = Path(__file__).parents[2] / "src" / "kickdoor"
SWAPS: tuple[dict[str, str], ...] = (
    {},
    {"who.victim": "who.target"},
    {"who.victim": "who.main_fighter", "who.player": "who.main_fighter", "who.monster": "who.this_monster"},
)


def test_each_rule_set_has_one_renderer(rules: RuleSet) -> None:
    others = [load_catalog([name]) for name in ("deluxe", "star", "steampunk", "cooks")]
    found = {id(renderer_for(one)) for one in [rules, *others]}
    for one in [rules, *others, *reversed(others), rules]:
        assert id(renderer_for(one)) in found
        assert list(renderer_for(one).cards) == [d.key for d in one.defs]


def test_argument_is_inserted(rules: RuleSet) -> None:
    assert renderer_for(rules).render(Message("card.level", {"n": 10})) == "Level 10"


@pytest.mark.parametrize(("n", "text"), [(1, "1 level"), (2, "2 levels"), (0, "0 levels")])
def test_number_agrees_with_its_word(rules: RuleSet, n: int, text: str) -> None:
    assert renderer_for(rules).format_argument(n, "level|levels", {}) == text


@pytest.mark.parametrize(("n", "text"), [(3, "+3"), (-2, "-2"), (0, "+0")])
def test_signed_number(rules: RuleSet, n: int, text: str) -> None:
    assert renderer_for(rules).format_argument(n, "+", {}) == text


@pytest.mark.parametrize(
    ("n", "spec", "text"), [(999, "", "999"), (1000, "", "1,000"), (-1200, "+", "-1,200"), (2500, "x|xs", "2,500 xs")]
)
def test_thousands_have_a_comma(rules: RuleSet, n: int, spec: str, text: str) -> None:
    assert renderer_for(rules).format_argument(n, spec, {}) == text


def test_word_alone_agrees_with_the_number(rules: RuleSet) -> None:
    assert renderer_for(rules).format_argument(1, "~is|are", {}) == "is"
    assert renderer_for(rules).format_argument(3, "~is|are", {}) == "are"


@pytest.mark.parametrize(
    ("items", "spec", "text"),
    [
        ([], "", ""),
        (["A"], "", "A"),
        (["A", "B"], "", "A and B"),
        (["A", "B", "C"], "or", "A, B or C"),
        (["Elf", "Dwarf"], "a or", "an Elf or a Dwarf"),
        (["A, or B", "C"], "moments", "A, or B, or C"),
        (["do A", "do B", "do C"], "ways", "do A; or do B; or do C"),
        (["if A", "if B"], "conditions", "if A and B"),
        (["while A", "if B"], "conditions", "while A and if B"),
    ],
)
def test_lists_are_joined(rules: RuleSet, items: list[object], spec: str, text: str) -> None:
    assert renderer_for(rules).format_argument(items, spec, {}) == text


@pytest.mark.parametrize(("name", "text"), [("Net Troll", "the Net Troll"), ("The Thing", "The Thing")])
def test_definite_article_is_put_once(rules: RuleSet, name: str, text: str) -> None:
    assert renderer_for(rules).format_argument(name, "the", {}) == text


def test_verb_agrees_with_who_acts(rules: RuleSet) -> None:
    msg = Message("op.lose_levels", {"n": Message("much.plain", {"n": 2}), "who": Message("who.victim")})
    assert renderer_for(rules).render(msg) == "lose 2 levels"
    assert renderer_for(rules).render(msg, {"who.victim": "who.target"}) == "that player loses 2 levels"


def test_quantity_takes_the_words_it_counts(rules: RuleSet) -> None:
    msg = Message("op.lose_levels", {"n": Message("much.die", {"n": 1}), "who": Message("who.victim")})
    assert renderer_for(rules).render(msg) == "lose that many levels"


def test_class_is_named_as_its_card(rules: RuleSet) -> None:
    assert renderer_for(rules).render(Message("trait.elf")) == "Elf"


def test_unknown_tag_is_named_by_its_id(rules: RuleSet) -> None:
    assert renderer_for(rules).render(Message("tag.very_shiny"), {}, "item") == "marked Very Shiny"


def test_missing_message_is_an_error(rules: RuleSet) -> None:
    with pytest.raises(BadData, match=r"no message 'op\.fly_to_the_moon'"):
        renderer_for(rules).render(Message("op.fly_to_the_moon"))


def test_missing_argument_is_an_error(rules: RuleSet) -> None:
    with pytest.raises(BadData, match="lacks its argument 'n'"):
        renderer_for(rules).render(Message("card.level"))


@pytest.mark.parametrize("name", ["xx", "../en", ""])
def test_unknown_language_is_an_error(name: str) -> None:
    with pytest.raises(BadData):
        language(name)


@pytest.mark.parametrize("text", ["a = 1", "[a]\nb = 2", "[a]\nb = {c = 3}", "not toml"])
def test_faulty_message_file_is_an_error(text: str) -> None:
    with pytest.raises(BadData):
        read_language("test", text)


def test_sentence_has_a_capital_and_a_full_stop() -> None:
    assert [sentence(x) for x in ("you die", "Wait!", "")] == ["You die.", "Wait!", ""]


# What the engine can name

ABSENT = object()
"""Stands for a key that the card file leaves out."""


COUNTER = "crumbs"
MAX_MIXES = 5000
ITEM_PICKS: list[object] = [
    {}, {"big": True}, {"small": True}, {"complex": True}, {"simple": True}, {"oneshot": True}, {"hands": 1},
    {"best_bonus": True}, {"lowest_value": True}, {"highest_value": True}, {"value_at_least": 200}, {"slot": "hand"},
    {"slot": "armor", "worn": True},
]  # fmt: skip
QUANTITIES: list[object] = [
    1, -1, "die", "half_die", "paid", "lowest_level", "hands_in_use", "best_item", "amount",
    *[{"each": 2, "per": x} for x in ("die", "paid", "margin", "other_monster", "card_in_fight")],
    {"each": 1, "per": "margin", "least": 1, "most": 5}, {"each": 2, "items": {}},
    {"base": 1, "or": 2, "when": {"level_at_most": 3}},
]  # fmt: skip


def samples(field: f.Field, rules: RuleSet) -> list[object]:
    """List values a card file could give a key, one for each way it may be put."""
    trait = rules.traits[-1]
    absent = [ABSENT] if field.default == "" else []
    found: dict[str, list[object]] = {
        f.INT: [1, 2],
        f.BOOL: [True, False],
        f.WORD: [*field.words, *absent],
        f.WHO: [*WHO, *absent],
        f.TRAIT: [trait, ABSENT],
        f.TAG: [rules.tags[0]],
        f.KIND: ["class", "race"],
        f.SLOT: list(nr.SLOTS[1:]),
        f.PROGRAM: [[[{"op": "die"}], [{"op": "roll"}, {"op": "die"}]]],
        f.QUANTITY: [
            *[x for x in QUANTITIES if x != -1 or field.least < 0],
            *[{"each": 2, "per": x} for x in (COUNTER, trait)],
            {"each": 2, "per": "other_monster", "tag": rules.tags[0]},
        ],
        f.ITEMS: [*ITEM_PICKS, {"tag": rules.tags[0]}],
        f.COUNTERS: [COUNTER, ABSENT],
    }  # fmt: skip
    assert field.sort in found, f"how are fields of the sort {field.sort} sampled?"
    return found[field.sort]


def scratch_of(rules: RuleSet) -> RuleSet:
    """Make a rule set to try things out in, with the words of another one, a kind of token and one of food."""
    scratch = RuleSet([])
    scratch.traits, scratch.tags, scratch.defs = rules.traits[:], rules.tags[:], rules.defs
    scratch.counter(COUNTER)
    scratch.food = [scratch.counter("bread")]
    return scratch


def mixes(values: list[list[object]]) -> Iterable[tuple[object, ...]]:
    """Return every mix of some values; where those are too many, each value with the first of the others."""
    if prod(len(one) for one in values) < MAX_MIXES:
        return product(*values)
    first = [one[0] for one in values]
    return [(*first[:i], x, *first[i + 1 :]) for i in range(len(values)) for x in values[i]]


def all_ops(rules: RuleSet) -> list[Op]:
    """Make every instruction with every sampled mix of its keys."""
    ops: list[Op] = []
    compiler = Compiler(scratch_of(rules))
    compiler.meant = compiler.rules.food
    compiler.aims_at_side = True
    for word, cls in OPS.items():
        names = [field.name for field in cls.FIELDS]
        for values in mixes([samples(field, rules) for field in cls.FIELDS]):
            given = {name: value for name, value in zip(names, values, strict=True) if value is not ABSENT}
            table = {"op": word, **given}
            ops.append(compiler.op(read_table(ct.Op, table, word), table, word, 0, False, 0))
    return ops


def all_conditions(rules: RuleSet) -> list[Condition]:
    """Make every condition, and one that joins two."""
    tables: list[dict[str, object]] = [{"is": name} for name in Is.NAMES]
    mix: dict[str, object] = {"tags": rules.tags[0], "counters": COUNTER, "traits": rules.traits[-1]}
    shape = inspect.type_info(ct.Condition)
    assert isinstance(shape, inspect.StructType)
    for key in shape.fields:
        kind, extra = options_of(key.type)[0]
        if isinstance(kind, inspect.StructType):
            tables.append({key.encode_name: {"level_at_most": 3} if kind.cls is ct.Condition else {}})
        elif isinstance(kind, inspect.IntType):
            tables.extend([] if key.name == "count" else [{key.name: 3}])
        elif key.encode_name != "is":
            tables.extend({key.name: word} for word in ([mix[extra["mix"]]] if "mix" in extra else extra["words"]))
    tables.extend({name: {}, "count": 2} for name in ("has_items", "lacks_items"))
    tables.append({"trait": rules.traits[-1], "level_at_most": 4})
    tables.extend(
        {"has_tokens": {"kinds": COUNTER, **much}} for much in ({"least": 3}, {"most": 0}, {"most": 1}, {"most": 2})
    )
    tables.append({"has_tokens": {"least": 2, "most": 3}})
    compiler = Compiler(scratch_of(rules))
    compiler.meant = compiler.rules.food
    made = [compiler.condition(read_table(ct.Condition, table, "test"), False) for table in tables]
    return [condition for condition in made if condition is not None]


def ids_in(msg: Message) -> set[str]:
    """Collect the ids of a message and all messages in it."""
    out = {msg.id}
    for arg in msg.args.values():
        for part in arg if isinstance(arg, list) else [arg]:
            if isinstance(part, Message):
                out |= ids_in(part)
    return out


def check_speech(speaker: MessageRenderer, msg: Message, form: str = "") -> None:
    for swaps in SWAPS:
        text = speaker.render(msg, swaps, form)
        assert "{" not in text
        assert "  " not in text
        assert text == text.strip()


def test_every_op_has_a_text(rules: RuleSet) -> None:
    for op in all_ops(rules):
        check_speech(renderer_for(rules), op.text())


def test_every_condition_has_a_text(rules: RuleSet) -> None:
    for condition in all_conditions(rules):
        check_speech(renderer_for(rules), condition.text())
        if renderer_for(rules).has(condition.text(), "whom"):
            check_speech(renderer_for(rules), condition.text(), "whom")


@pytest.mark.parametrize("query", nr.QUERIES)
@pytest.mark.parametrize("verb", ["add", "set"])
@pytest.mark.parametrize("kind", [nr.MONSTER, nr.ITEM, nr.CURSE])
def test_every_modifier_has_a_text(rules: RuleSet, query: str, verb: str, kind: int) -> None:
    writer = CardWriter(rules, CardDef(0, "test", "test", "Test", nr.DOOR, kind), "en")
    scratch = RuleSet([])
    scratch.traits, scratch.tags = rules.traits, rules.tags
    for when in ({}, {"when": {"level_at_most": 3}}):
        table = {"query": query, verb: 2, **when}
        text = writer.modifier(Compiler(scratch).static(read_table(ct.Static, table, "test"), 0, False))
        assert text
        assert "{" not in text


# What the message file holds


def reason_codes() -> set[str]:
    """Collect the codes of all refusals in the sources."""
    found: set[str] = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                makes = node.func.id in ("Reason", "Refused", "IllegalAnswer", "StaleAnswer", "ForeignAnswer")
                if makes and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def words_in_code() -> set[str]:
    """Collect the string constants of the code that makes messages."""
    found: set[str] = set()
    for package in ("view", "text", "engine/effects", "engine/actions", "analysis"):
        for path in (SOURCES / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
    return found


FAMILIES = {
    "event": set(ev.EVENTS),
    "act": set(p.ACTS),
    "news": set(CHANGE_KINDS),
    "kind": set(nr.KINDS),
    "slot": set(nr.SLOTS[1:]),
    "once": set(nr.LIMITS[1:]),
    "on": set(nr.TRIGGER_EVENTS),
    "sort": {*nr.SORTS, "any_items"},
    "limit": {*nr.LIFTS, "big_and_complex", "class_and_sex"},
    "ordinal": {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "*"},
    "mute": {
        "only",
        "none",
        "mine_only",
        "mine_none",
        "no_bonus",
        "mine_no_bonus",
        "mine_bonuses",
        "mine_items_no_bonus",
        "reversed",
        "mine_reversed",
        "but_slot",
        "slot",
        "hands",
        "complex",
        "unless",
        "tagged",
    },
    "join": {"comma", "and", "or", "ways", "moments", "condition", "thousands"},
    "article": {"vowels", "vowel", "other", "the"},
}
"""Families of which every member must be in the file, and no other."""

ALSO_USED = {
    *("at." + x for x in nr.TIMINGS),
    *("mod." + x for x in nr.QUERIES),
    *("who." + x for x in WHO),
    *("prompt." + x.replace(" ", "_") for x in nr.PROMPT_KINDS),
    *("target." + x for x in nr.SIDES),
    *("trait." + x for x in (*nr.SEXES, "human")),
    *("aim." + x for x in ("seat_whom", "other_seat_whom", *nr.SIDES)),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_family_is_complete(family: str) -> None:
    found = {id.partition(".")[2] for id in language().forms if id.startswith(family + ".")}
    assert found == FAMILIES[family]


def test_every_reason_has_a_sentence() -> None:
    found = {id.partition(".")[2] for id in language().forms if id.startswith("reason.")}
    assert found == reason_codes()


def test_every_message_in_the_file_is_used(rules: RuleSet) -> None:
    used = ALSO_USED | words_in_code() | {f"{family}.{name}" for family, names in FAMILIES.items() for name in names}
    for op in all_ops(rules):
        used |= ids_in(op.text())
    for condition in all_conditions(rules):
        used |= ids_in(condition.text())
    unused = [id for id in language().forms if id not in used and not id.startswith(("tag.", "reason."))]
    # What stands for all names the file does not know is used by sets that have such names
    unused = [id for id in unused if not id.endswith(".*")]
    assert unused == []


def test_every_name_of_a_message_exists() -> None:
    for id in ALSO_USED:
        assert language().find(id)
