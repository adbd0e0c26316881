"""Tests of odd scenario files: each ends quickly with one clear line and the status for bad input."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.cli import main
from kickdoor.scenario import Outcome

GOOD = "scenario: A\nsets: [deluxe]\nplayers: {Aric: {}, Suzan: {}, Guy: {}}\nsteps: []\n"

WHOLE = {
    "empty": "",
    "only a comment": "# nothing",
    "a list": "[1, 2]",
    "a word": "scenario",
    "a number": "7",
    "deep": "[" * 200_000,
    "deep mappings": "{a: " * 60_000,
    "aliases of aliases": "a: &a [x, x]\n" + "\n".join(f"b{i}: &b{i} [*a, *a]" for i in range(2000)),
    "keys of keys": "? " * 50_000,
    "a merge": f"<<: {{a: 1}}\n{GOOD}",
    "binary": "!!binary aGVsbG8=",
    "an open quotation": 'a: "' + "x" * 200_000,
    "control characters": "a: \x1b[31m",
    "a null byte": "\x00",
    "a list as key": f"{GOOD}? [a]\n: b\n",
    "twice the same": f"{GOOD}sets: [star]\n",
    "two documents": f"{GOOD}---\n{GOOD}",
    "many keys": "\n".join(f"k{i}: 1" for i in range(5000)),
    "many steps": GOOD.replace("steps: []", "steps:\n" + "  - everyone: pass\n" * 2100),
    "many players": GOOD.replace("Guy: {}", ", ".join(f"P{i}: {{}}" for i in range(500))),
    "the same player twice": GOOD.replace("Guy", "aric"),
    "a player without a name": GOOD.replace("Guy", '" "'),
    "a player called none": GOOD.replace("Guy", "none"),
    "a set that is a path": GOOD.replace("deluxe", "../../etc"),
    "a set that is a number": GOOD.replace("[deluxe]", "7"),
    "a name that is a mapping": GOOD.replace("scenario: A", "scenario: {a: 1}"),
    "a seed that is a list": f"{GOOD}seed: [1, 2]\n",
    "a reason that is a list": f"{GOOD}why: [1, 2]\n",
    "a turn that is a mapping": f"{GOOD}turn: {{}}\n",
    "no line of its own": GOOD.replace("{Aric: {}", '{Aric: {hand: ["a\\nb"]}'),
    "a very long name": GOOD.replace("{Aric: {}", f"{{Aric: {{hand: [{'x' * 5000}]}}"),
    "a huge level": GOOD.replace("{Aric: {}", "{Aric: {level: 99999999999999999999}"),
    "a level with a point": GOOD.replace("{Aric: {}", "{Aric: {level: 1.5}"),
    "a hand of mappings": GOOD.replace("{Aric: {}", "{Aric: {hand: [{a: b}]}"),
    "an owner without a card": GOOD.replace("{Aric: {}", '{Aric: {hand: [" of Guy"]}'),
    "a card of no set": GOOD.replace("{Aric: {}", '{Aric: {hand: ["Thief [nowhere]"]}'),
    "monsters that are mappings": f"{GOOD}combat: {{monsters: {{a: b}}}}\n",
    "a monster without a name": f"{GOOD}combat: {{monsters: [{{enhancers: [Baby]}}]}}\n",
    "a level to win that is huge": f"{GOOD}options: {{winning_level: 999999999}}\n",
    "options that are a list": f"{GOOD}options: [1]\n",
}
STEPS = [
    "[]", "{}", "7", "~", "true", "{Aric: }", "{Aric: []}", "{Aric: 7}", "{Aric: true}", "{Aric: {play: {a: b}}}",
    "{Aric: {play: [Thief, Elf]}}", "{Aric: {play: true}}", "{Aric: {sell: {a: 1}}}",
    "{Aric: {give: Thief, to: [Guy]}}", "{Aric: {trade: [], for: {a: b}, with: Guy}}", "{Aric: {ask: Guy, offer: 7}}",
    "{Aric: {offer help: [1]}}", "{Aric: {offer help: {treasures: [zeroth]}}}",
    "{Aric: {offer help: {treasures: 99999}}}", "{Aric: {offer help: {treasures: {a: 1}}}}",
    "{Aric: {offer help: {in any case: maybe}}}", "{Aric: {show hand: 7}}", "{Aric: {charity: 7}}",
    "{Aric: {charity: {Bob: [Thief]}}}", "{Aric: {sacrifice: Hireling, helper: flies}}", "{illegal: 7}",
    "{illegal: {do: claim}}", "{illegal: {who: {}, do: claim}}", "{illegal: {who: [Aric], do: claim}}",
    "{illegal: {who: Aric}}", "{illegal: {who: Aric, do: claim, because: {a: b}}}",
    "{illegal: {who: Aric, do: claim, why: x}}", "{expect: 7}", "{expect: [1]}", "{expect: {phase: {}}}",
    "{expect: {phase: []}}", "{expect: {turn: []}}", "{expect: {asked: 7}}", "{expect: {terms: {Aric: 7}}}",
    "{expect: {terms: {Bob: {level: 1}}}}", "{expect: {sees: 7}}", "{expect: {sees: {Guy: {Aric: {hat: 1}}}}}",
    "{expect: {discards: {hands: []}}}", "{expect: {decks: 7}}", "{expect: {may flee: [Aric]}}",
    "{expect: {in combat: {a: 1}}}", "{expect: {Aric: 7}}", "{expect: {Aric: {hand: {a: 1}}}}",
    "{expect: {Aric: {hand: true}}}", "{expect: {Aric: {tokens: x}}}", "{expect: {Aric: {attached: [1]}}}",
    "{everyone: }", "{everyone: {pass: 1}}",
]  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_odd_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(WHOLE[name], encoding="utf-8")
    assert main(["scenario", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("kickdoor: ")
    assert error.count("\n") == 1
    assert len(error) < 600
    assert "Traceback" not in error


@pytest.mark.parametrize("step", STEPS)
def test_odd_steps_are_refused(run_text: Callable[[str], Outcome], step: str) -> None:
    outcome = run_text(GOOD.replace("steps: []", f"steps:\n  - {step}\n"))
    assert outcome.error, outcome.failure or "passed"
    assert "\n" not in outcome.failure


def test_unusual_valid_files_are_accepted(run_text: Callable[[str], Outcome]) -> None:
    for text in (
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("Aric", "Ä😀ß"),
        GOOD.replace("Aric", "'1'"),
        GOOD.replace("steps: []", "steps:\n" + "  - everyone: pass\n" * 1000),
        GOOD + "combat:\n",
    ):
        outcome = run_text(text)
        assert outcome.passed, outcome.failure
