"""Tests of the bot in the guide."""

from __future__ import annotations

import re
from pathlib import Path

import kickdoor as kd
from kickdoor.bots.registry import BOTS
from kickdoor.engine.constants import PROMPT_KINDS
from kickdoor.engine.machine.prompts import ACTS

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_example_plays_a_game() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile("\n".join(blocks), str(GUIDE), "exec"), names)
    result = names["result"]
    assert isinstance(result, kd.Result)
    assert result.winners


def test_the_guide_names_every_bot() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in BOTS)


def test_the_guide_names_every_action_and_prompt() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert f"The words of `act` are {', '.join(f'`{word}`' for word in ACTS)}." in text
    assert f"Those of `asks_for` are {', '.join(f'`{word}`' for word in PROMPT_KINDS)}, and" in text


def test_the_guide_names_every_file() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    folder = Path(__file__).parents[2] / "src" / "kickdoor" / "policies"
    plain = {"__init__", "play_limits", "option_codes"}
    modules = [path for path in folder.rglob("*.py") if path.stem not in plain]
    assert [path for path in modules if f"`{path.relative_to(folder).as_posix()}`" not in text] == []
