"""What an act would come to: tried out in worlds that look just like the table from where the seat sits.

Nothing hidden goes into it: the worlds are dealt from what the seat may know, the same for all tables that look alike
from there, and the dice show every face once. What differs from world to world hangs on chance, and is said to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.machine.prompts import Answer, act_of, card_of, parse, target_of
from kickdoor.engine.rules.turn.windows import declaration_open
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import MAX_ANSWERS, OPEN_WAIT
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.match import Match
from kickdoor.server.room.position_diff import (
    PublicPosition,
    is_worse,
    list_changes,
    list_minor_changes,
    news_of_events,
    standing,
)
from kickdoor.server.room.room import Client, Room
from kickdoor.text.options_text import prompt_text
from kickdoor.text.preview_text import Change, PreviewSummary, anyway_text, foresight_text, nothing_text
from kickdoor.text.reasons_text import refusal_text
from kickdoor.view.determinization import Determinizer

FACES = 6
"""Worlds that are looked at, one for each face of the next die."""
FEW = 4
"""Worlds that do where no die is rolled: which cards lie where makes a difference in most of them, or in none."""
BARGAINS = (nr.ASK_HELP, nr.ASK_OFFER, nr.ASK_TRADE, nr.ASK_GIFT)
"""Questions that nobody but the one who is asked can answer: silence would mean no, so it is told what a yes does."""
CHOICES = {nr.ASK_LOSE: "chooses_loss", nr.ASK_PICK: "chooses_card", nr.ASK_YES_OR_NO: "answers"}
"""How it is told that somebody would have to choose, by what for."""
MAX_COMPARED_OPTIONS = 8
"""Other choices that one is compared with: what comes of so many comes of all."""
OFFERING = (p.ASK, p.COUNTER, p.GIVE, p.OFFER, p.TRADE)
"""Acts by which somebody is asked to agree."""
DECLARED = (p.CLAIM, p.GIVE_UP)
"""What takes effect once everybody has let it pass."""
DRAWN = (ev.CARD_DRAWN, ev.TREASURES_DRAWN, ev.TREASURE_PICKED)


@dataclass(slots=True)
class PreviewRun:
    """What an act has come to in one world."""

    after: PublicPosition
    world: State
    events: list[Event]
    up_to: int
    """Who would have to agree; -1 for nobody."""
    silence: bool
    """Others were asked whether they do anything about it."""
    chooser: int
    """Who would have to choose before it goes on, and how that is told; -1 for nobody."""
    choice: str

    @property
    def fight(self) -> str:
        kinds = [event.kind for event in self.events]
        return "won" if ev.FIGHT_WON in kinds else ("lost" if ev.FIGHT_LOST in kinds else "")

    @property
    def course(self) -> list[tuple[int, ...]]:
        """What has happened, for comparison. Which Treasures one draws is luck, but not what comes of an act."""
        return [
            (event.kind, event.seat, event.other, event.amount, *([] if event.kind in DRAWN else event.names))
            for event in self.events
            if event.kind != ev.DIE_ROLLED and event.visible_to == EVERYONE
        ]

    def has(self, kind: int, seat: int) -> bool:
        return any(event.kind == kind and event.seat == seat for event in self.events)

    @property
    def rolled(self) -> bool:
        return any(event.kind == ev.DIE_ROLLED for event in self.events)


def preview(room: Room, client: Client, message: wire.Preview) -> wire.PreviewResult:
    """Return what an act would come to; it is refused as the act itself would be, and changes nothing."""
    match, seat = room.game_of(client), client.seat
    code = parse(message.key)
    if code < 0:
        raise RequestRefused(RefusalCode.BAD_KEY, RefusalCode.BAD_KEY.text)
    answer = Answer(seat, code, message.picks, message.prompt)
    try:
        runtime.check(match.state, answer)
    except Refused as e:
        raise RequestRefused(e.code, refusal_text(e.code, e.rules), e.rules) from None
    return outcome(match, answer, message)


def outcome(match: Match, answer: Answer, message: wire.Preview) -> wire.PreviewResult:
    """Try an act in every world and says what is the same in all."""
    s, seat = match.state, answer.seat
    before = standing(s, seat, card_of(answer.code))
    dealer = Determinizer(s, seat)
    rng = LehmerRng(f"preview:{s.serial}:{seat}")
    trials = [run_preview(dealer.deal(rng), answer, face + 1) for face in range(FEW)]
    if any(trial.rolled for trial in trials):
        trials += [run_preview(dealer.deal(rng), answer, face + 1) for face in range(FEW, FACES)]
    anyway = beside(s, dealer, answer, before, trials[0].after)
    seen = summarize_runs(anyway, trials, answer, match)
    text = foresight_text(match.rules, seen, match.names, seat)
    if not text and anyway != before:
        seen = summarize_runs(before, trials, answer, match)
        text = foresight_text(match.rules, seen, match.names, seat)
        text = anyway_text(match.rules, text) if text else ""
    worse = [is_worse(anyway, trial.after, seat) or seen.has("same", seat) for trial in trials]
    alone = seen.up_to < 0 and trials[0].chooser in (seat, -1)
    return wire.PreviewResult(
        cmd=message.cmd,
        key=message.key,
        text=text or nothing_text(match.rules),
        nothing=not text,
        sure=alone and not seen.depends,
        depends="others" if not alone else seen.depends,
        harms=all(worse),
        risks=any(worse),
        totals=seen.totals,
        lacks=max(0, seen.lacks),
        fight=seen.fight,
        levels=[after - was for was, after in zip(before.levels, levels_of(trials, before), strict=True)],
        strength=seen.strength,
        dies=seen.dies,
        wins=seen.wins,
        lost=[s.cards[card].key for card in gone(before, trials, seat)],
        faces=seen.faces,
        up_to=seen.up_to,
        silence=seen.silence,
    )


def beside(
    s: State, dealer: Determinizer, answer: Answer, before: PublicPosition, after: PublicPosition
) -> PublicPosition:
    """Return what stands before a choice, changed by what comes of every other too: no choice is to blame for that."""
    top = s.stack[-1] if s.stack else None
    if act_of(answer.code) != p.CHOOSE or top is None or top.choosing_seat() < 0:
        return before
    codes: list[int] = []
    top.options(s, answer.seat, codes)
    others = [code for code in codes if code != answer.code][:MAX_COMPARED_OPTIONS]
    found = [after]
    for code in others:
        world = dealer.deal(LehmerRng(f"preview:{s.serial}:{answer.seat}"))
        found.append(run_preview(world, Answer(answer.seat, code, []), 1).after)
    if not others:
        return before
    if len({one.strength for one in found}) == 1:
        before = replace(before, strength=after.strength)
    if len({one.levels for one in found}) == 1:
        seats = zip(before.seats, after.levels, strict=True)
        before = replace(before, seats=tuple(replace(one, level=level) for one, level in seats))
    if len({one.totals for one in found}) == 1:
        before = replace(before, totals=after.totals, lacks=after.lacks)
    return before


def run_preview(world: State, answer: Answer, face: int) -> PreviewRun:
    """Do an act in a world and lets it happen, until somebody must choose or the game rests."""
    seat, card = answer.seat, card_of(answer.code)
    waiting = runtime.prompted_seats(world)
    world.rng.script = [face]
    world.events = []
    runtime.apply(world, Answer(seat, answer.code, answer.picks))
    up_to, silence, chooser, choice = -1, False, -1, ""
    for _ in range(MAX_ANSWERS):
        mask = runtime.prompted_seats(world)
        if not mask:
            break
        top, asked = world.stack[-1], (mask & -mask).bit_length() - 1
        if asked != seat and top.purpose(world, asked) in BARGAINS:
            if waiting >> asked & 1 and act_of(answer.code) not in OFFERING:
                # They are asked already, about something else
                break
            once, up_to = up_to < 0, asked
            if once and agrees(world, asked, seat):
                continue
            break
        if top.choosing_seat() >= 0 and not (asked != seat and shares_spoils(world)):
            # What somebody else will choose is theirs to know
            chooser, choice = asked, CHOICES.get(top.purpose(world, asked), "chooses")
            break
        declared = act_of(answer.code) in DECLARED and declaration_open(world) is not None
        rests = top.moments(world, asked) & OPEN_WAIT and not declared
        if rests or (asked == seat and not top.WINDOW):
            break
        silence = silence or asked != seat
        runtime.apply_default(world, asked)
    return PreviewRun(standing(world, seat, card), world, world.events, up_to, silence, chooser, choice)


def shares_spoils(world: State) -> bool:
    """Return whether somebody picks of the Treasures of a fight that is won: which one changes nothing else."""
    return len(world.stack) > 1 and world.stack[-2].REWARD


def agrees(world: State, seat: int, asker: int) -> bool:
    """Have a seat agree to what it was asked for; False if it cannot."""
    codes = [
        code for code in runtime.legal_options(world, seat) if act_of(code) == p.ACCEPT and target_of(code) == asker
    ]
    if codes:
        runtime.apply(world, Answer(seat, codes[0], []))
    return bool(codes)


def summarize_runs(before: PublicPosition, trials: list[PreviewRun], answer: Answer, match: Match) -> PreviewSummary:
    """Gather what is the same in all worlds, and what the rest hangs on."""
    first, s = trials[0].after, match.state
    seen = PreviewSummary()
    seen.up_to = trials[0].up_to
    seen.main = before.main if first.main < 0 else first.main
    seen.silence = any(trial.silence for trial in trials)
    if any(trial.after != first or trial.course != trials[0].course for trial in trials):
        seen.depends = "die" if all(trial.rolled for trial in trials) else "cards"
    if act_of(answer.code) == p.FLEE and all(trial.rolled for trial in trials):
        seen.faces = len([trial for trial in trials if not trial.has(ev.CAUGHT, answer.seat)])
    sure = {trial.after.totals for trial in trials}
    if (
        first.totals is not None
        and len(sure) == 1
        and first.totals != before.totals
        and (before.totals or not seen.depends)
    ):
        seen.totals, seen.lacks = [list(before.totals or []), list(first.totals)], first.lacks
    if len({trial.fight for trial in trials}) == 1:
        seen.fight = trials[0].fight
    after = levels_of(trials, before)
    seen.levels = [[i, was, after[i]] for i, was in enumerate(before.levels) if after[i] != was]
    for i in range(len(before.levels)):
        if not before.dead[i] and all(trial.after.dead[i] for trial in trials):
            seen.dies.append(i)
        if all(i in trial.after.winners for trial in trials):
            seen.wins.append(i)
    strengths = {trial.after.strength for trial in trials}
    quiet = not (before.mine and before.totals) and not (first.mine and first.totals)
    if quiet and strengths != {before.strength} and len(strengths) == 1:
        seen.strength = [before.strength, first.strength]
    if answer.code != p.PASS:
        seen.lost = [s.cards[card].name for card in gone(before, trials, answer.seat)]
    tell_news(seen, before, trials, answer, match.names)
    if seen.has("same", answer.seat):
        seen.lost = []
    return seen


def tell_news(
    seen: PreviewSummary, before: PublicPosition, trials: list[PreviewRun], answer: Answer, names: list[str]
) -> None:
    """Add what else changes in all worlds, and who would have to choose."""
    seat, card = answer.seat, card_of(answer.code)
    seen.news = in_all([list_changes(before, trial.after, trial.world, seat) for trial in trials])
    seen.small = in_all([list_minor_changes(before, trial.after, trial.world, card) for trial in trials])
    if len({(trial.chooser, trial.choice) for trial in trials}) == 1 and trials[0].chooser >= 0:
        if trials[0].chooser == seat:
            seen.small += in_all([[own_choice(trial, names)] for trial in trials])
        else:
            seen.news.append(Change(trials[0].choice, trials[0].chooser))
    seen.small = seen.small or in_all([news_of_events(trial.events, trial.world) for trial in trials])


def own_choice(trial: PreviewRun, names: list[str]) -> Change:
    """Return what one would be asked oneself: that one would have to choose says nothing."""
    seat = trial.chooser
    if trial.choice == CHOICES[nr.ASK_LOSE]:
        return Change(trial.choice, seat)
    return Change("asked", seat, [prompt_text(trial.world, runtime.prompt(trial.world, seat), names)])


def in_all(found: list[list[Change]]) -> list[Change]:
    """Keep what is the same in all worlds."""
    return [one for one in found[0] if all(any(one.is_like(other) for other in more) for more in found[1:])]


def levels_of(trials: list[PreviewRun], before: PublicPosition) -> list[int]:
    """Return everybody's Level after the act; where it is not sure, as it is now."""
    first = trials[0].after.levels
    return [
        first[i] if all(trial.after.levels[i] == first[i] for trial in trials) else was
        for i, was in enumerate(before.levels)
    ]


def gone(before: PublicPosition, trials: list[PreviewRun], seat: int) -> list[int]:
    """List one's own cards in play that are gone in all worlds."""
    return [card for card in before.seats[seat].play if not any(card in t.after.seats[seat].play for t in trials)]
