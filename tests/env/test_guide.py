"""Test that the guide has the declared fields of the observation."""

from pathlib import Path

from kickdoor.env.core.observation_fields import table

GUIDE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_fields_are_in_the_guide() -> None:
    """To write them again, put what `kickdoor.env.core.observation_fields.table()` gives between the two marks."""
    text = GUIDE.read_text(encoding="utf-8")
    assert text.partition("<!-- fields -->")[2].partition("<!-- /fields -->")[0].strip() == table()
