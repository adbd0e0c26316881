"""The page of words is the one that the declarations and the card files give."""

from pathlib import Path

import effects_page

from kickdoor.engine.effects.op_registry import OPS

PAGE = Path(__file__).parents[2] / "docs" / "effects.md"


def test_the_page_is_the_one_of_today() -> None:
    assert PAGE.read_text(encoding="utf-8") == effects_page.page(), "run: python tools/effects_page.py"


def test_every_op_has_its_section_with_the_text_of_its_example() -> None:
    text = effects_page.page()
    for word in OPS:
        section = text.partition(f"\n### {word}\n")[2].partition("\n##")[0]
        assert f'`{{ op = "{word}"' in section
        assert section.rstrip().endswith('"')
