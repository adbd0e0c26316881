"""What bots with a character say: a line now and then, by what has happened to them before everybody's eyes.

A line is chosen by the table's own lot, from what its occasion and its speaker have, and never the speaker's last one
again. What it goes by is told to everybody: the events of an act, and the reason a bot gives when it refuses, which is
the one it had. So a line tells nothing that the log does not.
"""

from __future__ import annotations

import string
import tomllib
from functools import cache
from importlib import resources

from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.fight.strength import is_winning
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import server_messages as wire
from kickdoor.server.room.beats import TURNING
from kickdoor.server.room.bot_profiles import parted
from kickdoor.server.room.game_log import LogEvent
from kickdoor.server.room.match import Match
from kickdoor.server.room.room_data import RoomData
from kickdoor.text.message_catalog import DEFAULT

MIN_LINE_INTERVAL_S = 5.0
"""Seconds of the table's time between two lines, whoever says them."""
ANY = "any"
FEW = 3
"""A character with fewer lines for an occasion also says what anybody might."""
CHANCES = {
    "greets": 100, "meets": 50, "doubts": 50, "asked": 30, "begs": 60, "agrees": 80, "refuses": 100, "haggles": 100,
    "thanks": 80, "cursed": 80, "curses": 80, "saved": 50, "caught": 60, "dies": 100, "triumphs": 50, "hindered": 70,
    "wins": 100, "loses": 100, "hailed": 75, "teased": 75, "pressed": 75,
}  # fmt: skip
"""How many times in a hundred an occasion is one to speak; refusals are explained whenever there is time."""
RECENT_SPEAKER_S = 20.0
"""Seconds in which a face that nobody is named for is meant for whoever spoke last."""
FACES = {"wave": "hailed", "gg": "hailed", "laugh": "teased", "rage": "teased", "beg": "pressed", "think": "pressed"}
"""What each face people make is an occasion for."""

Params = dict[str, str]
Occasion = tuple[int, str, Params]
"""Who may speak, about what, and what can be named."""


@cache
def lines(lang: str = DEFAULT) -> dict[str, dict[str, list[str]]]:
    """Read what there is to say, by character and occasion."""
    text = resources.files("kickdoor.text").joinpath(f"locales/{lang}/bot_lines.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def params_of(line: str) -> set[str]:
    """List what a line names."""
    return {name for _, name, _, _ in string.Formatter().parse(line) if name}


def speak(data: RoomData, match: Match) -> wire.BotLine | None:
    """Have one of those to whom something has just happened say a line; None if nobody does."""
    if (
        not data.voices
        or data.clock < data.spoke_at + MIN_LINE_INTERVAL_S
        or not any(seat.kind == "bot" for seat in data.seats)
    ):
        return None
    found = [one for n, told in enumerate(match.news) for one in line_triggers(match, told, n)]
    # What comes last in an act is what came of it: that is what is spoken about
    return first_word(data, found[::-1], LehmerRng(f"{data.secret}:voice:{match.told}"))


def reply(data: RoomData, match: Match, seat: int, face: str, to: int) -> wire.BotLine | None:
    """Have a bot answer an emote: the one it is aimed at, else a recent speaker, else one at random."""
    if not data.voices or data.clock < data.spoke_at + MIN_LINE_INTERVAL_S:
        return None
    rng = LehmerRng(f"{data.secret}:face:{match.told}:{data.clock}")
    speakers = [i for i in range(len(data.seats)) if character_of(data, i)]
    recent = [data.spoke] if data.clock <= data.spoke_at + RECENT_SPEAKER_S else []
    meant = [i for i in ([to] if to >= 0 else recent or speakers) if i in speakers]
    if not meant:
        return None
    about = (match.told, meant[rng.below(len(meant))], FACES[face], {"who": match.names[seat]})
    return first_word(data, [about], rng)


def first_word(data: RoomData, found: list[tuple[int, int, str, Params]], rng: LehmerRng) -> wire.BotLine | None:
    """Have the first speak who has a character, a mind to and a line that fits."""
    for told, seat, word, params in found:
        character = character_of(data, seat)
        if not character or rng.below(100) >= CHANCES[word.partition("_")[0]]:
            continue
        key, text = choose(character, word, params, data.seats[seat].said, rng)
        if key:
            data.seats[seat].said, data.spoke, data.spoke_at = key, seat, data.clock
            return wire.BotLine(seat=seat, line=key, text=text, params=params, n=told)
    return None


def character_of(data: RoomData, seat: int) -> str:
    """Return the character of the bot in a seat; nothing where a person sits, or a bot without one."""
    return parted(data.seats[seat].bot)[1] if data.seats[seat].kind == "bot" else ""


def choose(character: str, word: str, params: Params, last: str, rng: LehmerRng) -> tuple[str, str]:
    """Draw a line for an occasion, not the last one again; nothing if there is none that fits."""
    whole = lines()
    own = [(character, n, line) for n, line in enumerate(whole[character].get(word, []))]
    if len(own) < FEW:
        own += [(ANY, n, line) for n, line in enumerate(whole[ANY].get(word, []))]
    fitting = [
        (f"{who}.{word}.{n}", line)
        for who, n, line in own
        if params_of(line) <= set(params) and f"{who}.{word}.{n}" != last
    ]
    if not fitting:
        return "", ""
    key, line = fitting[rng.below(len(fitting))]
    return key, line.format_map(params)


def line_triggers(match: Match, told: LogEvent, n: int) -> list[tuple[int, int, str, Params]]:
    """List who could say something about an event, with the number of its line; the last is the likeliest."""
    event = told.event
    if event is None:
        return []
    number = match.dropped + match.lines_before + n + 1
    return [(number, *one) for one in [*about_help(match, told, event), *about_fate(match, told, event)]]


def about_help(match: Match, told: LogEvent, event: Event) -> list[Occasion]:
    """Return what is an occasion in bargaining."""
    kind, seat, other = event.kind, event.seat, event.other
    names = match.names
    if kind == ev.HELP_ASKED:
        return [(other, "asked", {"who": names[seat]}), (seat, "begs", {"who": names[other]})]
    if kind == ev.HELP_OFFERED:
        params = {"who": names[other]}
        treasures = [term.n for term in (told.chips[seat] if told.chips else []) if term.sort == "treasures"]
        if treasures and told.helper == seat:
            params["n"] = str(treasures[0])
        return [(seat, "haggles", params)]
    if kind == ev.HELP_AGREED:
        return [(other, "thanks", {"who": names[seat]}), (seat, "agrees", {"who": names[other]})]
    if kind in (ev.HELP_REFUSED, ev.TRADE_REFUSED) and told.why is not None:
        params = {"who": names[other]}
        counted = [str(told.why.numbers[word]) for word in ("treasures", "levels") if word in told.why.numbers]
        if counted:
            params["n"] = counted[0]
        return [(seat, f"refuses_{told.why.why}", params)]
    return []


def about_fate(match: Match, told: LogEvent, event: Event) -> list[Occasion]:
    """Return what is an occasion in everything else."""
    kind, seat, other = event.kind, event.seat, event.other
    names, rules = match.names, match.rules
    card = {"card": rules.defs[event.names[0]].name} if event.names and event.kind in OPEN else {}
    if kind == ev.GAME_WON:
        losers = [(i, "loses", {"who": names[seat]}) for i in range(len(names)) if i != seat]
        return [*losers, (seat, "wins", {})]
    if kind == ev.CURSE_LANDED:
        if other in (-1, seat):
            return [(seat, "cursed", card)]
        return [(seat, "cursed", {"who": names[other]} | card), (other, "curses", {"who": names[seat]} | card)]
    if told.beat == TURNING and match.state.fight is not None and seat not in (-1, match.state.fight.main):
        return [(match.state.fight.main, "hindered", {"who": names[seat]})]
    if kind == ev.TURN_BEGUN and event.amount <= len(names):
        return [(seat, "greets", {})]
    if kind == ev.FIGHT_BEGUN and match.state.fight is not None and not is_winning(match.state):
        # Whoever is about to run does not boast
        return [(seat, "doubts", card)]
    word = WORDS.get(kind)
    return [] if word is None else [(seat, word, card)]


OPEN = (ev.FIGHT_BEGUN, ev.CURSE_LANDED, ev.CAUGHT)
"""Kinds whose card everybody sees."""
WORDS = {
    ev.FIGHT_BEGUN: "meets", ev.ESCAPED: "saved", ev.CURSE_CANCELLED: "saved", ev.CAUGHT: "caught", ev.DIED: "dies",
    ev.FIGHT_WON: "triumphs",
}  # fmt: skip
