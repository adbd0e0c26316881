"""Tests of the chart of a learning curve."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
POINTS = [
    {"steps": 500, "games": 20, "random": [0.3, 0.2, 0.4], "easy": [0.1, 0.05, 0.15]},
    {"steps": 1000, "games": 200, "random": [0.9, 0.85, 0.95], "easy": [0.5, 0.4, 0.6]},
]


def test_every_point_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "curve.json").write_text(json.dumps(POINTS[::-1]), encoding="utf-8")
    main = runpy.run_path(str(ROOT / "tools" / "learning_curve.py"))["main"]
    main([str(tmp_path / "curve.json"), str(tmp_path / "curve.svg")])
    picture = ElementTree.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8"))
    circles = [one for one in picture.iter() if one.tag.endswith("circle")]
    assert len(circles) == 4
    assert [float(one.attrib["cx"]) for one in circles[:2]] == [284, 504]
    assert float(circles[0].attrib["cy"]) > float(circles[1].attrib["cy"])
    words = "".join(picture.itertext())
    assert "three random, 90%" in words
    assert "three easy, 50%" in words


@pytest.mark.parametrize("text", [None, "[", "{}{", '[{"games": 3}]'])
def test_an_invalid_curve_is_refused(tmp_path: Path, text: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    if text is not None:
        (tmp_path / "curve.json").write_text(text, encoding="utf-8")
    main = runpy.run_path(str(ROOT / "tools" / "learning_curve.py"))["main"]
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path / "curve.json"), str(tmp_path / "curve.svg")])
    assert left.value.code == 2
    assert "is no curve of examples/train_ppo.py" in capsys.readouterr().err
    assert not (tmp_path / "curve.svg").exists()
