"""Tests of records: a replay equals the game, and a changed record is refused with a clear line."""

import json
from pathlib import Path

import msgspec
import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData, Refused
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, parse
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.game import Game
from kickdoor.replay import Record, Recorder, Replayer, load, read, record_game, replay, save
from kickdoor.replay import record as record_module


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


class Lucky:
    """Answers at random, so many times."""

    def __init__(self, seed: str, answers: int) -> None:
        self.rng = LehmerRng(seed)
        self.left = answers

    def __call__(self, game: Game) -> Answer | None:
        self.left -= 1
        if self.left < 0:
            return None
        s = game.state
        seats = [seat for seat in range(game.seats) if runtime.legal_options(s, seat)]
        asked = [seat for seat in seats if runtime.prompted_seats(s) >> seat & 1]
        seat = asked[0] if self.rng.below(6) else seats[self.rng.below(len(seats))]
        codes = runtime.legal_options(s, seat)
        code = codes[self.rng.below(len(codes))]
        picks = runtime.form(s, seat, code).sample(s, self.rng) if code & FORM_BIT else []
        return Answer(seat, code, picks, cause="" if self.rng.below(5) else "time-out")


def played(rules: RuleSet, seats: int, seed: str, answers: int) -> tuple[Recorder, Record]:
    options = RuleOptions()
    options.winning_level = 5
    options.help_when_winning = True
    recorder = Recorder(rules, seats, seed, options, [1, 0, 1])
    return recorder, record_game(recorder, Lucky(seed, answers))


@pytest.fixture(scope="module")
def record(rules: RuleSet) -> Record:
    return played(rules, 4, "tamper", 300)[1]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_replay_equals_play(rules: RuleSet, tmp_path: Path, seats: int) -> None:
    recorder, record = played(rules, seats, f"equal:{seats}", 1200)
    path = tmp_path / "game.json"
    save(record, path)
    loaded = load(path)
    assert loaded == record
    assert replay(loaded).save() == recorder.game.save()


def test_a_finished_game_is_recorded_with_its_winner(rules: RuleSet) -> None:
    for seed in range(20):
        recorder, record = played(rules, 3, f"end:{seed}", 5000)
        if recorder.game.is_over:
            assert record.result.winners == recorder.game.winners
            assert replay(record, rules).winners == record.result.winners
            return
    raise AssertionError("no game ended")


def test_causes_are_recorded_and_refused_answers_are_not(rules: RuleSet) -> None:
    recorder = Recorder(rules, 3, "causes")
    with pytest.raises(Refused):
        recorder.apply(Answer(0, 1))
    assert recorder.answers == []
    seat = recorder.game.asked[0]
    recorder.apply(Answer(seat, parse(recorder.game.options(seat)[0].key), cause="time-out"))
    assert recorder.answers[0].cause == "time-out"


def test_a_replay_can_be_stepped(rules: RuleSet, record: Record) -> None:
    replayer = Replayer(record, rules)
    for done in range(1, 6):
        replayer.step()
        assert replayer.done == done
    assert replayer.finish().save() == replay(record, rules).save()


def changed(record: Record, **fields: object) -> Record:
    return msgspec.structs.replace(record, **fields)


def test_another_seed_is_noticed(rules: RuleSet, record: Record) -> None:
    with pytest.raises(BadData, match="the deal of the record replays differently"):
        replay(changed(record, seed="another"), rules)
    with pytest.raises(BadData, match=r"answer \d+ of the record"):
        replay(changed(record, seed="another", dealt=""), rules)


def test_missing_answer_is_noticed(rules: RuleSet, record: Record) -> None:
    with pytest.raises(BadData, match="of the record"):
        replay(changed(record, answers=record.answers[:20] + record.answers[21:]), rules)


def test_cut_end_is_noticed(rules: RuleSet, record: Record) -> None:
    with pytest.raises(BadData, match="the record ends with"):
        replay(changed(record, answers=record.answers[:-1]), rules)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("outcome", "00000000", "answer 31 of the record.* replays differently"),
        ("key", "nonsense", "answer 31 of the record: 'nonsense' is not an option"),
        ("key", "loot", "answer 31 of the record"),
        ("seat", 7, "answer 31 of the record.* is refused: there is no seat 7"),
        ("picks", [1, 2, 3, 4, 5, 6, 7], "answer 31 of the record"),
    ],
)
def test_tampered_answer_is_refused(rules: RuleSet, record: Record, field: str, value: object, message: str) -> None:
    answers = record.answers[:]
    answers[30] = msgspec.structs.replace(answers[30], **{field: value})
    with pytest.raises(BadData, match=message) as caught:
        replay(changed(record, answers=answers), rules)
    assert "\n" not in str(caught.value)


def test_a_changed_winner_is_noticed(rules: RuleSet, record: Record) -> None:
    result = msgspec.structs.replace(record.result, winners=[2])
    with pytest.raises(BadData, match="winners"):
        replay(changed(record, result=result), rules)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", 7, "format 7"),
        ("format", "1", "not a record"),
        ("sets", ["no_such_set"], "there is no set"),
        ("sets", ["deluxe", "deluxe"], "names a set twice"),
        ("rules", 0, "not a record"),
        ("rules", "2", "not a record"),
        ("dealt", 2, "not a record"),
        ("seats", "four", "not a record"),
        ("sexes", [3], "sexes"),
        ("answers", [[0, "done", [], ""]], "not a record"),
        ("answers", [[0, "done", "x", "", ""]], "not a record"),
        ("extra", 1, "not a record"),
        ("result", None, "not a record"),
    ],
)
def test_odd_files_are_refused(record: Record, tmp_path: Path, field: str, value: object, message: str) -> None:
    path = tmp_path / "odd.json"
    save(record, path)
    data = json.loads(path.read_bytes())
    data[field] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadData, match=message) as caught:
        load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seats", [0, 2, 7, -1])
def test_odd_number_of_seats_is_refused(rules: RuleSet, record: Record, seats: int) -> None:
    with pytest.raises(BadData, match="players"):
        replay(changed(record, seats=seats, sexes=[]), rules)


def test_odd_options_are_refused(rules: RuleSet, record: Record) -> None:
    with pytest.raises(BadData, match="did you mean 'winning_level'"):
        replay(changed(record, options={"winning_levels": 9}), rules)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 200_000, b"null"], ids=range(5))
def test_invalid_records_are_refused(data: bytes) -> None:
    with pytest.raises(BadData, match="not a record"):
        read(data)


def test_a_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MAX_BYTES", 10)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 11)
    with pytest.raises(BadData, match="larger than"):
        load(path)


def test_missing_files_and_folders_are_refused(record: Record, tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cannot be read"):
        load(tmp_path / "missing.json")
    with pytest.raises(BadData, match="cannot be written"):
        save(record, tmp_path / "missing" / "game.json")


def test_saving_replaces_the_file_atomically(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    save(record, path)
    assert load(path) == record
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
