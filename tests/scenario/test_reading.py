"""Tests of the parser: malformed files are refused with one clear line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.engine.machine.errors import BadData
from kickdoor.scenario import Outcome, run_paths
from kickdoor.scenario.parsing.yaml_document import MAX_BYTES, Malformed, parse

RunText = Callable[[str], Outcome]

GOOD = """\
scenario: Nothing happens
rules: [TURN-01]
sets: [deluxe]
players: {Aric: {}, Suzan: {}, Guy: {}}
steps: []
"""


def test_yaml_1_2_words_are_strings() -> None:
    assert parse("[yes, no, on, off, true, false, ~, 12, -3, 1.5, '7', 2001-01-01]") == [
        "yes", "no", "on", "off", True, False, None, 12, -3, "1.5", "7", "2001-01-01",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: &x 1\nb: *x", "anchors"),
        ("a: *x", "anchors"),
        ("a: !!python/object/apply:os.system [ls]", "tags"),
        ("a: !!str 1", "tags"),
        ("a: 1\na: 2", "given twice"),
        ("? [1]\n: 2", "key"),
        ("a: [1", "not valid YAML"),
        ("a: 1\n---\nb: 2", "more than one document"),
        ("[" * 2000 + "]" * 2000, "nested deeper"),
        ("a:\n\t- 1", "not valid YAML"),
    ],
)
def test_bad_documents_are_refused(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        parse(text)


def test_a_good_file_is_read(run_text: RunText) -> None:
    outcome = run_text(GOOD)
    assert outcome.passed
    assert not outcome.error
    assert outcome.name == "Nothing happens"
    assert outcome.rules == ["TURN-01"]
    assert outcome.seeds == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("scenario: Nothing happens", "", "'scenario' is missing"),
        ("steps: []", "", "'steps' is missing"),
        ("steps: []", "steps: {}", "steps must be a list"),
        ("rules: [TURN-01]", "rules: [TURN-99]", "no rule 'TURN-99'"),
        ("sets: [deluxe]", "sets: [delux]", "did you mean 'deluxe'"),
        ("players: {Aric: {}, Suzan: {}, Guy: {}}", "players: {Aric: {}, Suzan: {}}", "3 to 6 players"),
        ("Aric: {}", "Aric: {levle: 2}", "did you mean 'level'"),
        ("Aric: {}", "everyone: {}", "no player can be called 'everyone'"),
        ("steps: []", "steps: []\nturn: Bob", "no player Bob"),
        ("steps: []", "steps: []\nphase: combat", "phase must be one of"),
        ("steps: []", "steps: []\nstart: again", "start must be"),
        ("steps: []", "steps: []\ndice: [7]", "not a face of a die"),
        ("steps: []", "steps: []\nopen: yes", "true or false"),
        ("steps: []", "steps: []\nonly: [hands]", "doors and treasures"),
        ("steps: []", "steps: []\noptions: {shared_victroy: true}", "did you mean 'shared_victory'"),
        ("steps: []", "steps: []\noptions: {shared_victory: 1}", "expected true or false"),
        ("steps: []", "steps: []\ntreasure: [Huge Rock]", "did you mean 'treasures'"),
        ("steps: []", "steps: [{Aric: {}}]", "is not a step"),
        ("steps: []", "steps: [{Bob: claim}]", "no player 'Bob'"),
        ("steps: []", "steps: [{Aric: kick the door}]", "did you mean 'kick open the door'"),
        ("steps: []", "steps: [{Aric: {plya: Thief}}]", "did you mean 'play'"),
        ("steps: []", "steps: [{Aric: {play: Thief, onto: Guy}}]", "unknown word 'onto'"),
        ("steps: []", "steps: [{Aric: {attach: Cheat!}}]", "attach needs 'to'"),
        ("steps: []", "steps: [{Aric: {play: }}]", "names nothing"),
        ("steps: []", "steps: [{Aric: {offer help: {gold: 1}}}]", "unknown word 'gold'"),
        ("steps: []", "steps: [{everyone: claim}]", "is pass"),
        ("steps: []", "steps: [{Aric: claim, Guy: claim}]", "one key"),
        ("steps: []", "steps: [{illegal: {who: Bob, do: claim}}]", "no player Bob"),
        ("steps: []", "steps: [{illegal: {who: Guy, do: claim, because: NO-1}}]", "no rule 'NO-1'"),
        ("steps: []", "steps: [{expect: {phaze: arrange}}]", "did you mean 'phase'"),
        ("steps: []", "steps: [{expect: {phase: lunch}}]", "no phase lunch"),
        ("steps: []", "steps: [{expect: {Aric: {hat: 1}}}]", "unknown word 'hat'"),
        ("steps: []", "steps: [{Aric: {play: Frying Pan}}]", "is called 'Frying Pan'"),
    ],
)
def test_malformed_scenarios_are_refused(run_text: RunText, old: str, new: str, says: str) -> None:
    outcome = run_text(GOOD.replace(old, new))
    assert outcome.error
    assert not outcome.passed
    assert says in outcome.failure
    assert "\n" not in outcome.failure


def test_large_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_text(GOOD + "#" * MAX_BYTES)
    (outcome,) = run_paths([path])
    assert outcome.error
    assert "larger than 256 kB" in outcome.failure


def test_binary_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert run_paths([path])[0].error


def test_unreadable_paths_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no such file"):
        run_paths([tmp_path / "none.yaml"])
    with pytest.raises(BadData, match="contains no scenario"):
        run_paths([tmp_path])


def test_folders_are_searched(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "one.yaml").write_text(GOOD)
    (tmp_path / "two.yml").write_text("{")
    (tmp_path / "notes.txt").write_text("no scenario")
    outcomes = run_paths([tmp_path])
    assert [outcome.error for outcome in outcomes] == [False, True]
