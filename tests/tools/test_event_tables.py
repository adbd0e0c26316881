"""Files generated from the declaration of the event kinds are up to date."""

import pytest
from tools import event_tables


@pytest.mark.parametrize("made", event_tables.FILES, ids=lambda made: made.__name__)
def test_a_generated_file_is_up_to_date(made: event_tables.Made) -> None:
    path, text = made()
    assert (event_tables.ROOT / path).read_text(encoding="utf-8") == text, "run python tools/event_tables.py"
