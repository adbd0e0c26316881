"""Nothing is told before it is seen, nothing that is played covers what is asked, and nothing stays behind."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.beats_seen import pace
from tests.browser.browser_player import DESKTOP, MakePerson, Person
from tests.browser.scenes import KICK, alone, begin
from tests.browser.server_process import ServerProcess

NOTE = """() => {
  window.noted = [];
  const box = (e) => e && (({x, y, width, height}) => ({x, y, width, height}))(e.getBoundingClientRect());
  const look = () => window.noted.push({
    beat: document.querySelector(".beats")?.dataset.beat ?? "",
    seen: !!document.querySelector(".combat") && getComputedStyle(document.querySelector(".combat")).opacity === "1",
    verdict: document.querySelector(".verdict")?.textContent.trim() ?? "",
    asked: document.querySelector(".stage .fight-ask, .stage .ask h2")?.textContent ?? "",
    aloud: document.querySelector(".tbl > [aria-live]")?.textContent ?? "",
    caption: box(document.querySelector(".caption")),
    below: box(document.querySelector(".below > :is(.ask, .react)")),
  });
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""Notes with every change of the page what it tells of a fight."""
OVER = "() => window.noted.some((one) => one.beat) && !document.querySelector('.beats')"


def two(server: ServerProcess, person: MakePerson, *names: str) -> list[Person]:
    people = [person(server, name, DESKTOP, True) for name in names]
    begin(people)
    pace(people[0], "relaxed")
    for one in people:
        one.page.evaluate(NOTE)
    return people


def test_totals_are_shown_after_the_door_opened(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = two(server, person, "Fay", "Gus")
    # By no press: that would end what is played
    fay.button(KICK).evaluate("(button) => button.click()")
    gus.page.wait_for_function(OVER)
    fay.page.wait_for_function(OVER)
    for one in (fay, gus):
        during = [moment for moment in one.page.evaluate("window.noted") if moment["beat"] == "door"]
        before = [moment for moment in during if not moment["seen"]]
        after = during[len(before) :]
        assert before
        assert after
        assert all(moment["seen"] for moment in after)
        for moment in before:
            assert moment["verdict"] == ""
            assert "6" not in moment["asked"] + moment["aloud"]
        expect(one.page.locator(".verdict")).to_have_text("a tie loses")
    expect(fay.page.locator(".fight-ask")).to_contain_text("6 to 6")


def test_a_key_shows_delayed_results_at_once(server: ServerProcess, person: MakePerson) -> None:
    fay, _ = two(server, person, "Fay", "Gus")
    fay.button(KICK).evaluate("(button) => button.click()")
    fay.page.wait_for_selector(".beats", state="attached")
    fay.page.keyboard.press("Escape")
    told = fay.page.evaluate("[document.querySelectorAll('.beats, .unseen').length, document.activeElement.id]")
    assert told == [0, "stage"]
    # The keyboard is put on the stage, where there is nothing to press: no ring around the half of the table
    assert fay.page.locator("#stage").evaluate("e => getComputedStyle(e).outlineStyle") == "none"


def test_animations_do_not_cover_prompts(server: ServerProcess, person: MakePerson) -> None:
    hal, ivy = two(server, person, "Hal", "Ivy")
    hal.press(KICK)
    hal.press("Ask for help")
    hal.page.locator("dialog[open] .button.primary").first.click()
    ivy.see(".ask")
    ivy.page.wait_for_function("() => window.noted.some((one) => one.beat === 'help' && one.caption)")
    moments = [one for one in ivy.page.evaluate("window.noted") if one["beat"] == "help" and one["caption"]]
    for one in moments:
        if one["below"]:
            # What is asked may still slide by some pixels when it is measured
            assert one["caption"]["y"] + one["caption"]["height"] <= one["below"]["y"] + 8


GROW = """(log) => {
  // What a bot gives as its reason comes after its line, which is higher then; with that the log has been scrolled
  log.querySelector(".line:last-of-type").style.paddingBottom = "90px";
  log.dispatchEvent(new Event("scroll"));
}"""
OLDER = """() => window.sockets.at(-1).onmessage({data: JSON.stringify({t: "log", cmd: "x", first: 1, lines:
  [{n: 0, text: "Before.", kind: "said", seat: 0, cards: [], turn: 1, follows: false, private: false, why: null}]})})"""
AT_END = "e => e.scrollTop + e.clientHeight >= e.scrollHeight - 2"


def test_the_log_follows_until_the_reader_scrolls_up(server: ServerProcess, person: MakePerson) -> None:
    ann = alone(server, person, "Ann", DESKTOP)
    log = ann.page.locator("ol.log:not(.chat-log)")
    ann.page.evaluate(
        """() => window.sockets.at(-1).onmessage({data: JSON.stringify({t: "log", cmd: "x", first: 1, lines:
          Array.from({length: 50}, (_, n) => ({n: n - 60, text: `Line ${n}.`, kind: "said", seat: 0, cards: [], turn: 1,
            follows: false, private: false, why: null}))})})"""
    )
    ann.page.wait_for_function("() => document.querySelectorAll('ol.log .line').length > 40")
    ann.page.wait_for_function(f"() => ({AT_END})(document.querySelector('ol.log'))")
    log.evaluate(GROW)
    ann.page.evaluate(OLDER.replace("n: 0", "n: -70"))
    ann.page.wait_for_function(f"() => ({AT_END})(document.querySelector('ol.log'))")
    newest = log.get_by_role("button", name="Newest")
    expect(newest).to_have_count(0)

    log.hover()
    ann.page.mouse.wheel(0, -300)
    expect(newest).to_be_visible()
    ann.page.evaluate(OLDER.replace("n: 0", "n: -80"))
    ann.page.wait_for_timeout(100)
    assert not log.evaluate(AT_END)
    newest.click()
    ann.page.wait_for_function(f"() => ({AT_END})(document.querySelector('ol.log'))")
    expect(newest).to_have_count(0)
