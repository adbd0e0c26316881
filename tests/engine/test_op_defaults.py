"""A key that a card file leaves out of an op has its documented default."""

import pytest

from kickdoor.engine.cards.field_specs import COUNTERS, ITEMS, QUANTITY
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import ItemPick


@pytest.mark.parametrize("word", sorted(OPS))
def test_a_key_left_out_has_the_documented_default(word: str) -> None:
    op = OPS[word]()
    for field in OPS[word].FIELDS:
        if field.default is None or field.sort in (COUNTERS, ITEMS):
            continue
        value = getattr(op, "from_" if field.name == "from" else field.name)
        if field.sort == QUANTITY:
            assert isinstance(value, Plain)
            value = value.n
        assert value == field.default or (not value and not field.default), field.name


def test_a_selector_without_keys_selects_any_item() -> None:
    items = ItemPick()
    for field in ItemPick.FIELDS:
        assert bool(getattr(items, field.name)) == bool(field.default), field.name


def test_an_item_worth_something_is_named_with_its_worth() -> None:
    """Its words continue after the noun, even if one Gold Piece is enough."""
    items = ItemPick()
    assert not items.trails()
    items.value_at_least = 1
    assert items.trails()
