"""Every word of card files has one sentence and an example that loads."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from kickdoor.catalog.card_tables import COUNTED_DOCS, PER_DOCS, TARGET_DOCS
from kickdoor.catalog.lint_set import findings
from kickdoor.catalog.loader import DOOR_KINDS, load_catalog
from kickdoor.catalog.vocabulary import MORE, examples, inline, vocabulary
from kickdoor.engine import constants as nr
from kickdoor.engine.effects.conditions import Is
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO, ItemPick
from kickdoor.text.card_text import card_face

Own = Callable[..., Path]


def test_every_word_is_explained() -> None:
    found = {kind: [one.word for one in words] for kind, words in vocabulary().items()}
    assert found["op"] == list(OPS)
    assert found["query"] == list(nr.QUERIES)
    assert found["timing"] == list(nr.TIMINGS)
    assert found["state"] == list(Is.NAMES)
    assert found["player"] == list(WHO)
    assert found["item"] == [field.name for field in ItemPick.FIELDS]
    assert found["event"] == list(nr.TRIGGER_EVENTS)
    assert found["limit"] == list(nr.LIMITS)
    assert [*found["target"], *found["amount"], *found["counted"]] == [*TARGET_DOCS, *COUNTED_DOCS, *PER_DOCS]


def test_every_word_has_one_sentence_and_an_example_that_uses_it() -> None:
    for kind, words in vocabulary().items():
        for word, doc, example in words:
            assert doc, f"{kind} {word}"
            assert doc.isprintable()
            if kind not in ("condition", "item"):
                assert doc[0].isupper()
                assert doc.endswith((".", ").")), f"{kind} {word}: {doc}"
            assert word in example.toml(), f"{kind} {word}: {example.toml()}"


def test_cards_made_up_for_examples_load_and_have_an_effect(own: Own) -> None:
    """Those of the sets are loaded by every other test."""
    cards = tomllib.loads(MORE.read_text(encoding="utf-8"))
    door, treasure = (
        "\n".join(f"{name} = {inline(card)}" for name, card in cards.items() if is_door(card) == wanted)
        for wanted in (True, False)
    )
    head = 'name = "Examples"\nuses = ["undead"]\ncounters = ["ink"]\n'
    giver = '[squid]\nname = "Squid"\nkind = "monster"\nlevel = 1\ntreasures = 1\ntags = ["ink", "undead"]\n'
    folder = own("examples", head=head, door=f"{door}\n{giver}", treasure=treasure)
    rules = load_catalog([], [folder])
    assert {d.id for d in rules.defs} == {"squid", *cards}
    assert all(card_face(rules, d) for d in rules.defs)
    assert findings(folder, rules) == []


def test_a_card_is_made_up_only_where_the_sets_have_none() -> None:
    names = {card["name"] for card in tomllib.loads(MORE.read_text(encoding="utf-8")).values()}
    assert names.isdisjoint(one.card for one in examples().values())
    used = [example for words in vocabulary().values() for _, _, example in words if not example.card]
    assert 0 < len(used) < 20


def is_door(card: dict[str, object]) -> bool:
    return nr.KINDS.index(str(card["kind"])) in DOOR_KINDS
