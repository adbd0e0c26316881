"""Every code the server can send has words in the language file of the pages, and the pages say nothing without one."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from kickdoor.bots.registry import LEVELS
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RUN_ORDERS, RuleOptions
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol import server_messages as shown
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode
from kickdoor.server.records.game_stats import AWARDS
from kickdoor.text.message_catalog import language

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "web" / "src"
SERVER = ROOT / "src" / "kickdoor" / "server"
WORDS: dict[str, str] = json.loads((PAGES / "i18n" / "en.json").read_text(encoding="utf-8"))
SOURCES = {
    path.relative_to(PAGES).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PAGES.rglob("*"))
    if path.suffix in (".svelte", ".ts") and path.name != "messages.ts"
}
ALL_SOURCES = "\n".join(SOURCES.values())
PYTHON = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SERVER.rglob("*.py")))


def server_codes(pattern: str) -> list[str]:
    return sorted(set(re.findall(pattern, PYTHON)))


IDS = server_codes(r'"(award\.[\w.]+)"')


def missing(ids: list[str]) -> list[str]:
    return [id for id in ids if id not in WORDS]


def words_of(why: RefusalCode) -> list[str]:
    """Find the words of a page for a refusal, in the order in which it looks for them."""
    return [WORDS[id] for id in (f"refused.{why}", f"problem.{why}", why) if id in WORDS]


@pytest.mark.parametrize("why", RefusalCode)
def test_a_refusal_is_explained_once_and_in_the_words_of_the_server(why: RefusalCode) -> None:
    assert words_of(why)[:1] == [why.text]
    assert not {f"refused.{why}", f"problem.{why}"} <= set(WORDS)


def test_nothing_is_refused_by_a_code_that_is_not_in_the_table() -> None:
    """Whoever refuses something names a member of the table; only what the game refuses has the game's own code."""
    found = set()
    for path in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in (
                "RequestRefused",
                "Problem",
                "Refused",
            ):
                named = {word.arg: word.value for word in node.keywords}
                found.add(ast.unparse(named["code"] if "code" in named else node.args[0]))
    codes = {code.removeprefix("RefusalCode.") for code in found if re.fullmatch(r"RefusalCode\.\w+", code)}
    assert {"NO_TABLE", "WATCHING", "TOO_FAST"} <= codes <= set(RefusalCode.__members__)
    # Two reasons in one line; what the engine, the undo, a table that stands still or another server has said; what is
    # missing
    assert found - {f"RefusalCode.{code}" for code in codes} == {
        "RefusalCode.TABLE_FULL if data.status == 'waiting' else RefusalCode.GAME_RUNS",
        "RefusalCode.UNDO_NOTHING if self.undo_by < 0 else RefusalCode.UNDO_OTHERS",
        "e.code",
        "self.undo_why",
        "self.stuck[table_id].code",
        "BY_CODE.get(came.code, came.code)",
        "lacking[0]",
    }


def test_every_refusal_is_used() -> None:
    for name in RefusalCode.__members__:
        assert re.search(rf"\bRefusalCode\.{name}\b", PYTHON), name


@pytest.mark.parametrize("code", CloseCode)
def test_the_end_of_a_connection_is_explained(code: CloseCode) -> None:
    """Whoever is hung up on hears why; and only what may end well is tried again."""
    assert f"closed.{code}" in WORDS
    again = {CloseCode.TRY_AGAIN, CloseCode.TOO_MANY}
    for_good = re.findall(r"FOR_GOOD = \[([^\]]*)\]", SOURCES["stores/tableClient.svelte.ts"])[0]
    assert (str(code) in for_good) == (code not in again)


def test_message_ids_have_words() -> None:
    """The server names awards by their ids."""
    assert "award.luck" in IDS
    assert missing(IDS) == []
    assert missing([f"{award}.why" for award, *_ in AWARDS]) == []


def literal(kind: object) -> list[str]:
    return [str(word) for word in get_args(kind)]


def test_words_of_the_protocol_have_words() -> None:
    speeds = literal(shown.Speed)
    ids = [f"speed.{word}" for word in speeds] + [f"speed.{word}.why" for word in speeds]
    ids += [f"bot.{word}" for word in LEVELS]
    ids += [f"watch.{word}" for word in literal(wire.AutoPassMode)]
    ids += [f"emote.{word}" for word in emotes()]
    ids += [f"status.{word}" for word in ("waiting", "playing", "over")]
    ids += [f"phase.{word}" for word in nr.PHASES]
    ids += [f"slot.{word}" for word in nr.SLOTS]
    ids += [f"kinds.{word}" for word in nr.KINDS]
    ids += [f"sex.{word}" for word in nr.SEXES]
    ids += [f"discards.{word}" for word in nr.DECKS] + [f"deck.{word}" for word in nr.DECKS]
    ids += [f"escape.{faces}" for faces in range(1, 6)] + ["escape.sure"]
    assert missing(ids) == []


def emotes() -> list[str]:
    messages = (SERVER / "protocol" / "client_messages.py").read_text()
    found = re.search(r"class Emote\(.*?name: Literal\[(.*?)\]", messages, re.S)
    assert found is not None
    return re.findall(r'"(\w+)"', found[1])


def test_options_have_words() -> None:
    names = list(options_to_dict(RuleOptions()))
    assert missing([f"option.{name}{part}" for name in names for part in ("", ".why", ".short")]) == []
    assert missing([f"option.run_order.{word}" for word in RUN_ORDERS]) == []


def test_questions_are_answered_somewhere() -> None:
    """A question is answered on the stage, with the buttons below, or in the reaction window."""
    options = SOURCES["stores/tableUi/choices.svelte.ts"]
    inline = re.findall(r'"([\w ]+)"', re.findall(r"INLINE = new Set\(\[(.*?)\]", options, re.S)[0])
    below = ["setup", "arrange", "second", "charity", "fight", "window"]
    asked = [id.partition(".")[2].replace("_", " ") for id in language("en").forms if id.startswith("prompt.")]
    assert sorted({*asked} - {"any time", "how many"}) == sorted({*inline, *below})


def test_a_chat_line_is_not_longer_than_the_server_takes() -> None:
    said = [text for id, text in WORDS.items() if id.startswith(("chat.preset.", "chat.quick."))]
    assert 0 < max(len(text) for text in said) <= 200


# The pages themselves


def test_what_the_pages_say_has_words() -> None:
    """An id that is written out in the pages is in the language file."""
    used = set(re.findall(r'\bt\(\s*"([\w.?/-]+)"', ALL_SOURCES))
    used |= {one for pair in re.findall(r'\bt\([^"`()]*\? "([\w.]+)" : "([\w.]+)"', ALL_SOURCES) for one in pair}
    assert len(used) > 200
    assert missing(sorted(used)) == []


def test_no_words_are_left_over() -> None:
    """Whoever translates the file translates nothing that nobody will read."""
    whole = set(re.findall(r"[\"'`]([\w.?/ -]+)[\"'`]", ALL_SOURCES))
    starts = set(re.findall(r"`([a-z_]+\.(?:[\w.]+\.)?)\$\{", ALL_SOURCES))
    sent = {*IDS, *[f"{award}.why" for award, *_ in AWARDS], *RefusalCode}
    sent |= {f"{family}.{why}" for family in ("refused", "problem") for why in RefusalCode}
    # What the page refuses by itself
    sent |= {f"refused.{code}" for code in re.findall(r'"refused".*?code: "(\w+)"', ALL_SOURCES)}
    starts -= {"refused.", "problem."}
    left = [id for id in WORDS if id not in whole and id not in sent and not id.startswith(tuple(starts))]
    assert left == []


MARKUP = re.compile(r"<script.*?</script>|<!--.*?-->|<style.*?</style>", re.S)
BRACES = re.compile(r"\{[^{}]*\}")
ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"{]*[A-Za-z]{2}[^"{]*)"')


@pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith(".svelte")])
def test_no_word_is_written_into_a_page(name: str) -> None:
    """Visible words stand in the language file; a page only names them."""
    text = MARKUP.sub("", SOURCES[name])
    assert ATTRIBUTE.findall(text) == []
    while BRACES.search(text):
        text = BRACES.sub("", text)
    # Keys, commands and the names of licences are the same everywhere
    text = re.sub(r"<kbd>\w</kbd>|<code[^>]*>.*?</code>|\bCC BY [\d.]+", "", text)
    between = re.sub(r"<[^>]*>", "\n", re.sub(r"=>", "", text))
    assert [line.strip() for line in between.splitlines() if re.search(r"[A-Za-z]{2}", line)] == []
