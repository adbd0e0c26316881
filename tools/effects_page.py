"""Write docs/effects.md: the words of card files, each with its sentence, an example and the text on the card.

    python tools/effects_page.py

Everything on the page comes from the declarations of the words and from the card files.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import NODEFAULT, inspect

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.compiler import Compiler
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.catalog.toml_reader import options_of, read_table
from kickdoor.catalog.vocabulary import Example, Word, vocabulary
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.text.message_catalog import renderer_for, sentence

PAGE = Path(__file__).parents[1] / "docs" / "effects.md"
HEAD = """\
# Words of card files

This page explains every word that an effect of a card may use. [adding-a-card.md](adding-a-card.md) shows how to put \
a card together. An example names its card, unless it was made up; `kickdoor cards NAME` shows the whole card. \
[card-schema.json](card-schema.json) has the same sentences for editors.

The page is generated from the declarations of the words: `python tools/effects_page.py` writes it.

## Ops

An effect is a list of ops, which run in order. Every op may also have `when` (a condition), `instead` (only if the op \
before had nothing to do) and `then` (only if the op before did something).
"""
SECTIONS = {
    "query": """Queries
A line of `static` changes a value while its card is in play: `query` names the value, `add` or `set` changes it, and \
`when` limits the change.""",
    "timing": """Timings
`at` names one timing or several at which a play or an ability may be used.""",
    "target": """Targets
`on` names what a play or an ability is aimed at.""",
    "condition": """Conditions
`when` is a table of conditions. All of them must hold.""",
    "state": """Named conditions
`is` names one or several conditions that have no value of their own.""",
    "amount": """Amounts
An amount is a number, one of these words, or a table of what is counted.""",
    "counted": """Counted amounts
`per` names what is counted: one of these words, a Class, Race or sex (each fighter who has it), or a kind of token \
(each token that the player has). `each` is the amount for each; `least` and `most` limit the result. `items = {}` \
counts Items. `when` chooses between two amounts, `base` and `or`.""",
    "player": """Players
`who`, `by`, `to` and similar keys name players.""",
    "item": """Items
`items`, `has_items` and `lacks_items` select Items in play. An empty table selects all of them.""",
    "event": """Events
A `trigger` runs its `do` after an event while its card is in play.""",
    "limit": """Limits
`once` limits how often an ability is used.""",
    "strength": """Kinds of strength
`mute` names the kinds of strength that do not count, or with `all_but` those that still do.""",
    "lifted": """Lifted limits
`lifts` names limits that do not apply to an Item.""",
}
"""Title and introduction of the section of each kind of word."""


def scratch_rules(rules: RuleSet) -> RuleSet:
    """Return a rule set to compile single lines in."""
    made = RuleSet([])
    made.traits, made.tags, made.counters, made.food = rules.traits, rules.tags, rules.counters, rules.food
    return made


def text_of(line: Example, compiler: Compiler, rules: RuleSet) -> str:
    """Return the text that a card with an op has."""
    op = compiler.op(read_table(ct.Op, line.table, line.card), line.table, line.card, 0, False, 0)
    return sentence(renderer_for(rules).render(op.text()))


def key_rows(kind: type) -> list[str]:
    """Return the keys of an op as rows of a table."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    rows = []
    for key in shape.fields:
        if key.encode_name in ct.Line.__struct_fields__:
            continue
        notes = getattr(key.type, "extra_json_schema", None) or {}
        words = [word for _, extra in options_of(key.type)[:1] if "mix" not in extra for word in extra.get("words", ())]
        meaning = notes["description"] + (f": {', '.join(f'`{word}`' for word in words)}" if 0 < len(words) < 9 else "")
        given = "" if key.default in (NODEFAULT, None, "") else str(key.default).lower()
        rows.append(f"| `{key.encode_name}` | {meaning} | {'required' if key.required else given} |")
    return rows


def op_section(one: Word, text: str) -> str:
    """Return the section of an op."""
    rows = key_rows(ct.OP_TABLES[one.word])
    table = ["", "| key | meaning | default |", "|---|---|---|", *rows] if rows else []
    example = f'`{one.example.toml()}` on *{one.example.card}*: "{text}"'
    return "\n".join([f"### {one.word}", "", one.doc, *table, "", example, ""])


def word_section(head: str, words: list[Word]) -> str:
    """Return the section of the words of one kind."""
    title, _, intro = head.partition("\n")
    rows = []
    for word, doc, example in words:
        card = f" ({example.card})" if example.card else ""
        rows.append(f"| `{word}` | {doc} | `{example.toml()}`{card} |")
    return "\n".join([f"## {title}", "", intro, "", "| word | meaning | example |", "|---|---|---|", *rows, ""])


def page() -> str:
    """Return the whole page."""
    rules = load_catalog(known_sets())
    compiler = Compiler(scratch_rules(rules))
    compiler.meant = rules.food
    compiler.aims_at_side = True
    found = vocabulary()
    parts = [
        HEAD,
        *(op_section(one, text_of(one.example, compiler, rules)) for one in sorted(found["op"])),
        *(word_section(SECTIONS[kind], words) for kind, words in found.items() if kind in SECTIONS),
    ]
    return "\n".join(parts)


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
