"""The music of a room: only for those who want it, and only while they look."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

COUNTED = """window.tones = 0;
const make = BaseAudioContext.prototype.createOscillator;
BaseAudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
window.away = false;
Object.defineProperty(document, "hidden", {get: () => window.away});
"""
MORE = "(n) => window.tones > n + 5"
GO = "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"


def tones(one: Person) -> int:
    return int(one.page.evaluate("window.tones"))


@thorough
def test_a_room_has_music_for_those_who_switch_it_on(server: ServerProcess, person: MakePerson) -> None:
    asked: list[str] = []
    ann = person(server, "Ann")
    ann.context.add_init_script(COUNTED)
    ann.page.on("request", lambda one: asked.append(one.url))
    ann.take_table({"seats": 3, "bots": "normal", "pace": "none"})
    ann.start()
    ann.press("Menu")
    ann.press("Settings")
    settings = ann.page.locator("dialog.settings")
    music = settings.get_by_label("Music")
    expect(music).to_be_disabled()
    assert not [url for url in asked if "usic" in url]
    settings.get_by_label("Sound").check()
    before = tones(ann)
    music.check()
    ann.page.wait_for_function(MORE, arg=before + 10)

    # Whoever looks elsewhere hears nothing; it comes back with them
    ann.page.evaluate(GO, True)
    ann.page.wait_for_timeout(300)
    silent = tones(ann)
    ann.page.wait_for_timeout(4500)
    # What bots do may still have a sound of its own
    assert tones(ann) - silent < 12
    ann.page.evaluate(GO, False)
    ann.page.wait_for_function(MORE, arg=tones(ann))
    music.uncheck()
    assert ann.page.evaluate("JSON.parse(localStorage['kickdoor.settings']).music") is False
