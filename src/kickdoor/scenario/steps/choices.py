"""Answers questions by the name of what is picked: a card, a player, a monster, a number, a word, or several."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.effects.ops.levy_ops import TakeCard
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import CHOOSE, CHOOSE_MANY, act_of, kind_of, option, target_of
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.scenario.parsing.play_modes import way_meant, ways_open
from kickdoor.scenario.parsing.token_names import kind_named
from kickdoor.scenario.parsing.values import number as whole
from kickdoor.scenario.parsing.yaml_document import Rows
from kickdoor.scenario.steps import scenario_game
from kickdoor.scenario.steps.automatic_answers import CARD, PICK, TOKEN
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame

YES: Final = ("yes", "leave", "true", "accept")
NO: Final = ("no", "stay", "false", "fight", "refuse", "none", "nothing")
FROM_HAND: Final = ("hand", "hand card", "unseen", "unseen card", "an unseen card", "a card", "random", "from hand")
"""Words for a card that is drawn unseen from a hand instead of one being named."""
NOTHING: Final = ("nothing", "none", "no", "no one", "nobody", "refuse", "pass")


def as_list(value: object) -> list[object]:
    return list(value) if isinstance(value, Rows) else [value]


def is_asked(t: ScenarioGame, seat: int) -> bool:
    """Return whether a player has been asked something that `choose` answers."""
    return any(act_of(code) in (CHOOSE, CHOOSE_MANY) for code in runtime.legal_options(t.s, seat))


def next_answer(t: ScenarioGame, seat: int, values: list[object]) -> tuple[Interpretation, int]:
    """Answer the present question with the first of the values; tells how many it used up."""
    codes = [c for c in runtime.legal_options(t.s, seat) if act_of(c) in (CHOOSE, CHOOSE_MANY)]
    if codes and act_of(codes[0]) == CHOOSE_MANY:
        form = runtime.form(t.s, seat, codes[0])
        kind = getattr(t.s.stack[-1], "what", nr.A_CARD)
        count = min(len(values), form.max_picks)
        picks: list[int] = []
        for value in values[:count]:
            if str(value).casefold() not in NOTHING:
                picks.append(atom(t, kind, value, [a for a in form.candidates if a not in picks]))
        return Interpretation(seat, codes[0], picks), count
    if len(values) > 1 and ways_open(t) and all(t.names.player(value) >= 0 for value in values):
        return Interpretation(seat, single(t, seat, " ".join(str(value) for value in values), codes)), len(values)
    return Interpretation(seat, single(t, seat, values[0], codes)), 1


def single(t: ScenarioGame, seat: int, value: object, codes: list[int]) -> int:
    """Return the option a value stands for; one that is not offered if there is none."""
    targets = [target_of(c) for c in codes if kind_of(c)]
    word = str(value).casefold()
    unseen = takes_from_hand(t)
    if option(CHOOSE) in codes and (word in NOTHING or (unseen and word in FROM_HAND)) and not t.names.card(word):
        return option(CHOOSE)
    if unseen and option(CHOOSE) in codes and len(unseen) == 1 and t.names.card(word):
        # Of a single card everybody knows which one is drawn
        found = t.find(word, [targets, unseen])
        if found in unseen:
            return option(CHOOSE)
    kinds = {kind_of(c) for c in codes if kind_of(c)}
    for kind in sorted(kinds) or [nr.A_CARD]:
        found = atom(t, kind, value, targets)
        if found in targets or not kinds:
            return option(CHOOSE, -1, kind, max(found, 0))
        if kind == nr.A_CARD and found in getattr(t.s.stack[-1], "atoms", []):
            # One of those in question that may not be named now; the refusal says why
            return option(CHOOSE, -1, kind, found)
    return option(CHOOSE, -1, nr.A_NUMBER, 4095)


def takes_from_hand(t: ScenarioGame) -> list[int]:
    """List the hand that one is drawn from where no card in play is named; empty if nothing like that is asked."""
    below = t.s.stack[-2] if len(t.s.stack) > 1 else None
    if not isinstance(below, Resolve):
        return []
    ops = t.s.rules.programs[below.program].ops[below.op :]
    return t.s.seats[below.victim].hand if ops and isinstance(ops[0], TakeCard) else []


def atom(t: ScenarioGame, kind: int, value: object, atoms: list[int]) -> int:
    """Find what a value means among the atoms of a question; -1 if it means nothing there."""
    text = str(value)
    if kind == nr.A_SEAT:
        return t.names.player(text)
    if kind == nr.A_MONSTER:
        body = t.body(text)
        return -1 if body is None else body.uid
    if kind == nr.A_CARD:
        return t.find(text, [atoms, t.anywhere()]) if t.names.card(text) else -1
    if kind == nr.A_SIDE:
        return nr.SIDES.index(text) if text in nr.SIDES else -1
    if kind == nr.A_COUNTER:
        return kind_named(t, value)
    return number(t, value, atoms)


def number(t: ScenarioGame, value: object, atoms: list[int]) -> int:
    """Read a number or a word that stands for one."""
    ways = ways_open(t)
    if ways:
        return way_meant(t, ways, value)
    if isinstance(value, bool):
        return int(value)
    if (told := whole(value)) is not None:
        return told
    word = value.casefold() if isinstance(value, str) else ""
    if word in YES and 1 in atoms:
        return 1
    return 0 if word in NO and 0 in atoms else -1


def yes(seat: int) -> Interpretation:
    return Interpretation(seat, scenario_game.YES)


def means_yes(t: ScenarioGame, seat: int, value: object) -> bool:
    """Return whether somebody who is asked yes or no names what is asked only after a yes."""
    return t.s.stack[-1].purpose(t.s, seat) == nr.ASK_YES_OR_NO and str(value).casefold() not in (*YES, *NO, "0", "1")


def is_asked_about(t: ScenarioGame, seat: int, value: object) -> bool:
    """Return whether a player is asked something to which a value could be an answer."""
    codes = [c for c in runtime.legal_options(t.s, seat) if act_of(c) in (CHOOSE, CHOOSE_MANY)]
    if not codes:
        return False
    kinds = {kind_of(c) for c in codes if kind_of(c)}
    if act_of(codes[0]) == CHOOSE_MANY:
        kinds = {getattr(t.s.stack[-1], "what", nr.A_CARD)}
    if str(value).casefold() in NOTHING:
        return option(CHOOSE) in codes
    if t.names.card(str(value)) is not None:
        return bool(kinds & {nr.A_CARD, nr.A_MONSTER})
    return any(atom(t, kind, value, [target_of(c) for c in codes]) >= 0 for kind in kinds)


def is_settled(t: ScenarioGame, seat: int, value: object) -> bool:
    """Return whether a value names the only thing possible, which the engine has picked by itself; once for each."""
    name = t.names.card(str(value))
    if name is not None:
        cards = [c for c in t.anywhere() if name.fits(t.s.cards[c])]
        found = t.settled.take(seat, CARD, [d.index for d in name.defs])
        return t.settled.take(seat, PICK, cards) or found
    kind = kind_named(t, value)
    if kind >= 0:
        return t.settled.take(seat, TOKEN, [kind])
    told = whole(value)
    # A way is counted from 1, and from 0 by the engine
    picks = [t.names.player(value)] if told is None else [told, told - 1]
    return t.settled.take(seat, PICK, [pick for pick in picks if pick >= 0])


def offered(t: ScenarioGame, seat: int) -> str:
    """Return what a player is offered to choose from, as far as it has names."""
    codes = [c for c in runtime.legal_options(t.s, seat) if act_of(c) in (CHOOSE, CHOOSE_MANY)]
    many = runtime.form(t.s, seat, codes[0]) if codes and act_of(codes[0]) == CHOOSE_MANY else None
    kind = getattr(t.s.stack[-1], "what", nr.NOTHING) if many else max([kind_of(c) for c in codes], default=nr.NOTHING)
    found = [target_of(c) for c in codes if kind_of(c)] if many is None else many.candidates
    if kind == nr.A_CARD:
        told = ", ".join(t.s.cards[card].name for card in found)
    else:
        told = ", ".join(t.who(other) for other in found) if kind == nr.A_SEAT else ""
    count = "" if many is None else f"{many.min_picks} to {many.max_picks} of "
    return f"{t.who(seat)} is offered {count}{told}; " if told else ""
