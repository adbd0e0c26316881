"""Tests of custom bots from files: they are found, named and guarded, and every fault is one line."""

from __future__ import annotations

import multiprocessing
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import kickdoor as kd
from kickdoor.bots.custom_bots import MAX_FREE_ACTIONS, BotFault, GuardedBot, is_custom, load_custom_bot
from kickdoor.bots.registry import BOTS, BotRegistry, bot_maker
from kickdoor.engine.machine.errors import BadData
from kickdoor.seat_view import SeatView, make_seat_view

EAGER = Path(__file__).parents[2] / "examples" / "eager_bot.py"
HEAD = "import kickdoor as kd\n\n\n"
FIRST = "    def choose(self, view):\n        return view.options[0]\n"
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file with a class Mine and gives what names it."""

    def to_file(body: str, head: str = HEAD + "class Mine(kd.Bot):\n", file: str = "mine.py") -> str:
        path = tmp_path / file
        path.write_text(head + body, encoding="utf-8")
        return f"{path}:Mine"

    return to_file


def a_view() -> SeatView:
    return make_seat_view(kd.new_game("deluxe", seats=3, seed="outside").state, 0)


def test_a_bot_is_known_by_its_class_or_its_name(write: Write) -> None:
    known = BotRegistry([f"{EAGER}:Eager", write('    name = "The Safe One"\n' + FIRST)])
    assert list(known.own) == ["Eager", "The Safe One"]
    assert list(known) == [*BOTS, "Eager", "The Safe One"]
    assert "Eager" in known
    bot = known.maker("Eager")(2, kd.Rng("x"))
    assert isinstance(bot, GuardedBot)
    assert (bot.seat, bot.name) == (2, "Eager")
    assert known.maker("nasty") is BOTS["nasty"]


def test_a_relative_path_is_stored_as_absolute(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(FIRST)
    monkeypatch.chdir(tmp_path)
    known = BotRegistry(["mine.py:Mine"])
    monkeypatch.chdir("/")
    assert known.own == {"Mine": f"{tmp_path}/mine.py:Mine"}
    assert known.maker("Mine")(0, kd.Rng(1)).choose(a_view()) == a_view().options[0]


def test_the_same_bot_twice_is_one(write: Write) -> None:
    spec = write(FIRST)
    assert list(BotRegistry([spec, spec]).own) == ["Mine"]


@pytest.mark.parametrize(
    ("head", "body", "message"),
    [
        (HEAD, "class Other(kd.Bot):\n" + FIRST, r"there is no bot 'Mine' in mine.py; it holds Other"),
        (HEAD, "class Mina(kd.Bot):\n" + FIRST, r"there is no bot 'Mine' in mine.py; did you mean 'Mina'\?"),
        (HEAD, "x = 1\n", r"it holds no kickdoor.Bot"),
        ("", "class Mine:\n" + FIRST, r"Mine is not a kickdoor.Bot; begin it with: class Mine\(kickdoor.Bot\):"),
        (HEAD, "class Mine(kd.Bot):\n    def choose(self, view)\n", r"mine.py, line 5: SyntaxError: expected ':'"),
        (HEAD, "y = '\0'\n", r"mine.py: SyntaxError: source code .*null bytes"),
        (HEAD, "y = 1 / 0\n", r"mine.py, line 4: ZeroDivisionError: division by zero"),
        (HEAD, "raise SystemExit(3)\n", r"mine.py, line 4: SystemExit: 3"),
        ("import no_such_module_at_all\n", "", r"line 1: ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        (HEAD, "class Mine(kd.Bot):\n    pass\n", r"Mine needs a method choose\(self, view\)"),
        (
            HEAD,
            "class Mine(kd.Bot):\n    def __init__(self, depth):\n        self.depth = depth\n\n" + FIRST,
            r"a bot must accept the arguments \(seat, rng\) in __init__: too many positional",
        ),
        (HEAD, 'class Mine(kd.Bot):\n    name = "normal"\n' + FIRST, r"the name 'normal' is kickdoor's own; give"),
        (HEAD, 'class Mine(kd.Bot):\n    name = "Nasty"\n' + FIRST, r'is kickdoor\'s own; .*: name = "Mine2"'),
        (HEAD, 'class Mine(kd.Bot):\n    name = "human"\n' + FIRST, r"the name 'human' is kickdoor's own"),
        (HEAD, 'class Mine(kd.Bot):\n    name = "a,b"\n' + FIRST, r"1 to 40 letters and digits, got 'a,b'"),
        (HEAD, "class Mine(kd.Bot):\n    name = 7\n" + FIRST, r"1 to 40 letters and digits, got 7"),
    ],
)  # fmt: skip
def test_a_faulty_file_gets_a_clear_error(write: Write, head: str, body: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        BotRegistry([write(body, head)])


def test_a_name_without_a_file_explains_the_notation(write: Write, tmp_path: Path) -> None:
    file = write(FIRST).removesuffix(":Mine")
    with pytest.raises(BadData, match=r"as in path/to/file.py:Class; the file holds .*mine.py:Mine"):
        BotRegistry([file])
    with pytest.raises(BadData, match=r"Eager: a bot is named by its file and class"):
        BotRegistry(["Eager"])
    with pytest.raises(BadData, match=r"normal is not a file but a built-in bot"):
        BotRegistry(["normal"])
    with pytest.raises(BadData, match=r"there is no file .*none.py"):
        BotRegistry([f"{tmp_path}/none.py:Mine"])


def test_two_bots_of_one_name_are_refused(write: Write) -> None:
    one = write(FIRST, file="one.py")
    two = write(FIRST, HEAD + "class Mine(kd.Bot):\n", "two.py")
    with pytest.raises(BadData, match=r"two.py:Mine: the name 'Mine' is that of .*one.py:Mine; give the class another"):
        BotRegistry([one, two])


def test_untrusted_names_load_no_file(tmp_path: Path) -> None:
    """Only custom bots from the command line are found, whatever a saved game or a request names."""
    file = tmp_path / "evil.py"
    file.write_text(f"open({str(tmp_path / 'was_here')!r}, 'w')\n")
    known = BotRegistry()
    assert f"{file}:Evil" not in known
    with pytest.raises(BadData, match="there is no bot"):
        known.maker(f"{file}:Evil")
    with pytest.raises(BadData, match="there is no bot"):
        known.check([f"{file}:Evil"])
    assert not (tmp_path / "was_here").exists()


def test_python_callers_may_name_files() -> None:
    assert bot_maker(f"{EAGER}:Eager") is load_custom_bot(f"{EAGER}:Eager")
    assert is_custom(f"{EAGER}:Eager")
    assert kd.play([f"{EAGER}:Eager", "random", "random"], sets="deluxe", seed=2).bots[0] == "Eager"


# At play


def watched(spec: str) -> GuardedBot:
    bot = BotRegistry([spec]).maker("Mine")(0, kd.Rng("w"))
    assert isinstance(bot, GuardedBot)
    return bot


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("        return view.no_such\n", r"mine.py, line 6\): AttributeError: .*no_such"),
        ("        return 1 / 0\n", r"the bot Mine \(.*mine.py, line 6\): ZeroDivisionError: division by zero"),
        ("        return None\n", r"gave back None, which is not an option; return one of view.options"),
        ("        return 'kick'\n", r"gave back 'kick', which is not an option"),
        ("        raise SystemExit\n", r"mine.py, line 6\): SystemExit"),
        (
            "        return kd.new_game('deluxe', seats=3, seed=1).options(1)[0]\n",
            r"gave back the option done, which is not among view.options now",
        ),
    ],
)
def test_a_fault_names_bot_file_and_line(write: Write, body: str, message: str) -> None:
    bot = watched(write("    def choose(self, view):\n" + body))
    with pytest.raises(BotFault, match=message) as raised:
        bot.choose(a_view())
    assert "mine.py" in raised.value.trace or "gave back" in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.trace) == (str(raised.value), raised.value.trace)


def test_a_fault_of_the_constructor_is_reported(write: Write) -> None:
    spec = write("    def __init__(self, seat, lots):\n        self.x = {}['x']\n\n" + FIRST)
    with pytest.raises(BotFault, match=r"mine.py, line 6\): KeyError: 'x'"):
        watched(spec)


def test_a_bot_with_a_fault_handler_takes_the_safe_option(write: Write) -> None:
    spec = write("    def choose(self, view):\n        return 1 / 0\n\n    interject = choose\n")
    heard: list[BotFault] = []
    bot = BotRegistry([spec]).maker("Mine", heard.append)(0, kd.Rng("w"))
    view = a_view()
    assert bot.choose(view) == view.options[0]
    assert bot.interject(view) is None
    assert ["ZeroDivisionError" in str(fault) for fault in heard] == [True, True]


@pytest.mark.parametrize("is_heard", [True, False])
def test_illegal_picks_are_a_fault_of_the_bot(write: Write, is_heard: bool) -> None:
    spec = write(
        "    def choose(self, view):\n"
        "        for option in view.options:\n"
        "            if option.is_form:\n"
        "                return option.filled([1, 2, 3, 4, 5, 99999])\n"
        "        return view.options[0]\n"
    )
    heard: list[BotFault] = []
    maker = BotRegistry([spec]).maker("Mine", heard.append if is_heard else None)
    if is_heard:
        assert kd.play([maker, "random", "random"], sets="deluxe", seed=3, max_turns=6).turns == 6
        faults = heard
    else:
        with pytest.raises(BotFault) as raised:
            kd.play([maker, "random", "random"], sets="deluxe", seed=3, max_turns=6)
        faults = [raised.value]
    assert re.search(
        r"the bot Mine \(.*mine.py\): filled in \w+.* with \[.*\], which is refused: [A-Z]", str(faults[0])
    )


def test_endless_free_actions_are_limited(write: Write) -> None:
    """Equipping and unequipping are free actions, so the turn would never end."""
    spec = write(
        "    def choose(self, view):\n"
        "        idle = [o for o in view.options if o.act in ('equip', 'unequip')]\n"
        "        played = [o for o in view.options if o.act == 'play' and o.card.kind == 'item']\n"
        "        return (idle or played or view.options)[0]\n"
    )
    known, bots = BotRegistry([spec]), list[kd.Bot]()

    def maker(seat: int, rng: kd.Rng) -> kd.Bot:
        bots.append(known.maker("Mine")(seat, rng))
        return bots[0]

    result = kd.play([maker, "random", "random"], sets="deluxe", seed=3, max_turns=4)
    assert isinstance(bots[0], GuardedBot)
    assert bots[0].free_actions > MAX_FREE_ACTIONS
    assert result.turns == 4


def play_in_another_process(spec: str) -> list[int]:
    known = BotRegistry([spec])
    return kd.play([known.maker("Eager"), "random", "random"], sets="deluxe", seed=5).levels


def test_a_fresh_process_loads_the_file_for_itself() -> None:
    spec = f"{EAGER}:Eager"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(play_in_another_process, (spec,)) == play_in_another_process(spec)
