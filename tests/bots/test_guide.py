"""The bot in the guide works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from kickdoor.bots.registry import BOTS

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_example_plays_a_game() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile("\n".join(blocks), str(GUIDE), "exec"), names)
    state = names["state"]
    assert getattr(state, "winners") or getattr(state, "turns") > 200  # noqa: B009


def test_the_guide_names_every_bot() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in BOTS)


def test_the_guide_names_every_file() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    folder = Path(__file__).parents[2] / "src" / "kickdoor" / "bots"
    plain = {"__init__.py", "base.py", "registry.py", "idle.py", "options.py", "easy.py", "random_bot.py"}
    assert all(f"`{path.name}`" in text for path in folder.glob("*.py") if path.name not in plain)
