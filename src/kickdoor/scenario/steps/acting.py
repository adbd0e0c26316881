"""Does the steps of a scenario: what a player does, what is expected, and what must be refused."""

from dataclasses import replace

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.grounds import card_grounds
from kickdoor.engine.machine import machine, prompts
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import PASS, Answer, act_of, kind_of, option
from kickdoor.engine.state.codec import state_to_json
from kickdoor.scenario.expecting.expect import differences
from kickdoor.scenario.reading.document import Impossible, Malformed
from kickdoor.scenario.reading.reader import EVERYONE, EXPECT, ILLEGAL, Deed, Step, shown
from kickdoor.scenario.reading.tokens import PAID, kind_named, named_tokens, words_in
from kickdoor.scenario.steps import choices
from kickdoor.scenario.steps.aims import named_in_play, owners
from kickdoor.scenario.steps.deeds import attempts
from kickdoor.scenario.steps.refusing import Failed, NotLegal, refusal, settled
from kickdoor.scenario.steps.standing import is_drawing, pays_for_a_draw
from kickdoor.scenario.steps.table import YES, Attempt, Said, Table
from kickdoor.scenario.steps.unneeded import done_already, happened_so, was_picked


def with_payment(t: Table, step: Step, later: list[Step]) -> Step:
    """Adds to a step what the `choose` right after it names as its price, where the step alone cannot be done."""
    bare = step.deed.verb in ("play", "use") and not set(step.deed.more) & set(PAID)
    if not bare or not later or later[0].who != step.who or later[0].deed.verb != "choose":
        return step
    seat = t.names.player(step.who)
    paid = replace(step, deed=replace(step.deed, more={**step.deed.more, "discarding": later[0].deed.what}))
    try:
        if any(t.is_legal(a) for a in attempts(t, seat, step.deed)):
            return step
        if any(t.is_legal(a) for a in attempts(t, seat, paid.deed)):
            later.pop(0)
            return paid
    except Malformed:
        # What is chosen is nothing to pay with; the step itself will tell what is wrong with it
        pass
    return step


def do_step(t: Table, step: Step) -> None:
    """Does one step; a moment that is one player's alone passes if the step makes sense only after it.

    So does a flight that nothing can help, the moment in which a one-shot could be stopped, and what may be refused.
    """
    while t.may_go_on() and step.who not in (EVERYONE, ILLEGAL):
        seat = t.names.player(step.who)
        if step.deed.verb == "choose" and choices.is_asked(t, seat):
            break
        if step.deed.verb == "choose" and t.is_own_moment() and choices.is_asked_next(t, seat, step.deed.what):
            t.go_on()
            continue
        try:
            do_one(t, step)
            return
        except Failed:
            t.go_on()
            answer_what_was_said(t)
    try:
        do_one(t, step)
    except Failed:
        if step.who in (EXPECT, EVERYONE, ILLEGAL) or not t.turn_down():
            raise
        do_one(t, step)


def do_one(t: Table, step: Step) -> None:
    if step.who == EXPECT:
        found = differences(t, step.expects)
        if found:
            raise Failed("; ".join(found))
    elif step.who == EVERYONE:
        t.pass_all()
    elif step.who == ILLEGAL:
        do_illegal(t, step)
    else:
        do_deed(t, t.names.player(step.who), step.deed)


def do_deed(t: Table, seat: int, deed: Deed) -> None:
    """Does what a player's step says; what the engine has done by itself need not be done again."""
    if deed.verb == "pass" and seat in t.passed_for and (PASS not in machine.listing(t.s, seat) or t.is_announced()):
        # The player has passed already: this is no answer to what has been asked since
        t.passed_for.discard(seat)
        return
    try:
        perform(t, seat, deed)
    except NotLegal:
        if not done_already(t, seat, deed):
            raise


def perform(t: Table, seat: int, deed: Deed, strict: bool = False) -> None:
    """Does what a step says, with the answers it holds to the questions that follow; else changes nothing.

    A `strict` one takes no answer that nobody has asked for.
    """
    if deed.verb == "choose" or is_token_choice(t, seat, deed):
        choose(t, seat, deed, choices.as_list(deed.what), strict)
        return
    if pays_for_a_draw(t, seat, deed) and is_drawing(t, seat):
        choose(t, seat, deed, choices.as_list(deed.more["discarding"]), strict)
        return
    found = attempts(t, seat, deed)
    refused = [a for a in found if not t.is_legal(a)]
    against: NotLegal | None = None
    for attempt in found:
        if attempt in refused:
            continue
        trial = t.copy()
        if attempt.code != PASS:
            trial.passed_for.clear()
        trial.events = []
        trial.last = deed.verb
        trial.apply(attempt)
        if deed.verb in ("claim", "give up") and trial.is_announced():
            # Nobody could answer that, so all have passed
            trial.passed_for.update(range(len(trial.s.seats)))
        try:
            afterwards(trial, seat, deed, attempt)
        except NotLegal as e:
            # The card asks for what the step names and does not take it; another meaning may do
            against = against or e
            continue
        t.become(trial)
        return
    told = refusal(t, refused)
    raise told if against is None else NotLegal(str(against), against.rules + told.rules)


def is_token_choice(t: Table, seat: int, deed: Deed) -> bool:
    """Tells whether a step says `take`, `give` or `discard` where the game asks which token that is."""
    said = words_in(deed.what) if deed.verb in ("take", "give", "discard") else []
    return bool(said) and all(kind_named(t, word) >= 0 for word in said) and choices.is_asked(t, seat)


def give(t: Table, attempt: Attempt) -> None:
    """Gives a further answer of the same step."""
    if not t.is_legal(attempt):
        raise refusal(t, [attempt])
    t.apply(attempt)


def afterwards(t: Table, seat: int, deed: Deed, done: Attempt) -> None:
    """Finishes a step that takes a second act: carrying without equipping, what becomes of the helper."""
    card = prompts.card_of(done.code)
    if deed.verb == "carry" and act_of(done.code) == prompts.PLAY and card in t.s.seats[seat].equipped:
        give(t, Attempt(seat, option(prompts.UNEQUIP, card)))
    if deed.verb == "attach" and act_of(done.code) == prompts.PLAY and kind_of(done.code) == nr.NOTHING:
        host = t.find(deed.more["to"], [t.s.seats[seat].play])
        give(t, Attempt(seat, option(prompts.ATTACH, card, nr.A_CARD, host)))
    ended = Attempt(seat, option(prompts.END_TURN))
    if deed.verb == "end turn" and done.code != ended.code and t.is_legal(ended):
        t.apply(ended)
    told = kind_of(done.code) != nr.NOTHING
    if deed.verb == "sacrifice" and deed.more.get("helper") and not told and choices.is_asked(t, seat):
        answer, _ = choices.next_answer(t, seat, ["yes" if deed.more["helper"] == "escapes" else "no"])
        give(t, answer)
    if deed.verb in ("play", "use"):
        note_what_was_said(t, seat, deed, done)
        answer_what_was_said(t)


def note_what_was_said(t: Table, seat: int, deed: Deed, done: Attempt) -> None:
    """Notes what a step has said already of what its card asks for afterwards, now or when others have passed."""
    t.said = []
    on = deed.more.get("on")
    aimed = kind_of(done.code)
    card = prompts.card_of(done.code)
    if on is not None and not (aimed != nr.NOTHING and t.names.player(on) >= 0):
        # The step has a monster or a card for what is played on somebody or nothing: it must be what is asked for
        t.said.append(Said(seat, card, choices.as_list(on), aimed in (nr.A_SEAT, nr.NOTHING)))
        t.said[0].aimless = aimed == nr.NOTHING
        t.said[0].victim = prompts.target_of(done.code) if aimed == nr.A_SEAT else -1
    if not (done.picks and done.picks[0] >> prompts.P_SHIFT == prompts.P_TOKENS):
        about = named_in_play(t, deed)
        values: list[object] = [about] if about else named_tokens(t, deed)
        t.said.append(Said(seat, card, values, not done.picks))


def answer_what_was_said(t: Table) -> None:
    """Answers what a card asks, as far as the step that played it has said it already."""
    t.settle()
    while t.said:
        said = t.said[0]
        while said.values and choices.is_asked(t, said.seat):
            answer, used = choices.next_answer(t, said.seat, said.values)
            if not t.is_legal(answer):
                if was_picked(t, said.values[0]):
                    # It was the only choice, and the card asks for the next thing already
                    said.values = said.values[1:]
                    continue
                if said.binding and t.asks_for(said.card):
                    t.said = []
                    raise refusal(t, [answer])
                break
            t.apply(answer)
            t.settle()
            said.values = said.values[max(used, 1) :]
        if said.values and t.is_announced() and t.is_under_way(said.card):
            # Others may stop it first
            return
        t.said.pop(0)
        if said.values and not t.asks_for(said.card) and not may_be_about(t, said):
            raise NotLegal(f"refused: {shown(said.values)} is not what it is about", card_grounds(t.s, said.card))


def may_be_about(t: Table, said: Said) -> bool:
    """Tells whether what a step has named could be what its card took without asking, there being nothing else.

    Of a card that was aimed at nobody this is known only where what is named still lies on the table.
    """
    if said.victim < 0 and not (said.aimless and any(owners(t, value) for value in said.values)):
        return True
    whose = (said.seat, said.victim) if said.victim >= 0 else (said.seat,)
    return any(happened_so(t, seat, value) for seat in whose for value in said.values)


def choose(t: Table, seat: int, deed: Deed, values: list[object], strict: bool) -> None:
    """Answers one question, or several in turn; what has come about by itself may be named all the same."""
    trial = t.copy()
    while values:
        if not choices.is_asked(trial, seat):
            if not strict and all(happened_so(trial, seat, value) for value in values):
                break
            used_up = attempts(trial, seat, replace(deed, verb="use")) if trial.names.card(str(deed.what)) else []
            if used_up and trial.is_legal(used_up[0]) and act_of(used_up[0].code) == prompts.USE:
                # What is chosen is the card whose ability may be used now
                trial.apply(used_up[0])
                break
            rules = refusal(trial, [choices.next_answer(trial, seat, values)[0]]).rules + settled(trial, seat)
            raise NotLegal(f"{trial.who(seat)} is asked nothing; {trial.waiting()}", rules)
        answer, used = choices.next_answer(trial, seat, values)
        if trial.is_legal(answer):
            trial.passed_for.clear()
            trial.events = []
            trial.apply(answer)
            values = values[max(used, 1) :]
        elif (yes := implied_yes(trial, seat, values)) is not None:
            trial.apply(yes)
        elif not strict and happened_so(trial, seat, values[0]):
            # The answer to a question that left no choice, while another one is open
            values = values[1:]
        else:
            raise refused_choice(trial, seat, answer, values)
        trial.settle()
    t.become(trial)


def refused_choice(t: Table, seat: int, answer: Attempt, values: list[object]) -> NotLegal:
    """Says why an answer is not taken; where it lies behind a yes, what stands against it there counts as well."""
    told = refusal(t, [answer])
    trial = said_yes(t, seat)
    if trial is not None and not choices.is_asked(trial, seat):
        told.rules += settled(trial, seat)
    elif trial is not None:
        told.rules += refusal(trial, [choices.next_answer(trial, seat, values)[0]]).rules
    return told


def said_yes(t: Table, seat: int) -> Table | None:
    """Makes the table as it is after a yes to what is asked, if that is a question of yes or no."""
    yes = Attempt(seat, YES)
    if t.s.stack[-1].purpose(t.s, seat) != nr.ASK_YES_OR_NO or not t.is_legal(yes):
        return None
    trial = t.copy()
    trial.apply(yes)
    trial.settle()
    return trial


def implied_yes(t: Table, seat: int, values: list[object]) -> Attempt | None:
    """Gives the yes that lies in naming at once what is asked for only after it, as the price of something optional."""
    yes = Attempt(seat, YES)
    trial = said_yes(t, seat)
    if trial is None:
        return None
    if not choices.is_asked(trial, seat):
        return yes if all(happened_so(trial, seat, value) for value in values) else None
    answer, _ = choices.next_answer(trial, seat, values)
    return yes if trial.is_legal(answer) else None


def do_illegal(t: Table, step: Step) -> None:
    """Passes if the step is refused, for one of the given reasons, and nothing has changed."""
    seat = t.names.player(step.by)
    cited = against(t, seat, step.deed)
    if cited is None:
        raise Failed("is legal, expected it to be refused")
    before = state_to_json(t.s)
    for attempt in meanings(t, seat, step.deed):
        try:
            if t.s.stack and not t.is_legal(attempt):
                machine.apply(t.s, Answer(attempt.seat, attempt.code, attempt.picks))
                raise Failed("is legal, expected it to be refused")
        except Refused:
            pass
    if state_to_json(t.s) != before:
        raise Failed("was refused, but something has changed")
    later = t.copy()
    while step.because and not set(step.because) & set(cited) and later.may_go_on():
        # A moment that need not be mentioned is open; what forbids the step is what stands against it afterwards too
        later.go_on()
        more = against(later, seat, step.deed)
        if more is None:
            break
        cited += more
    if step.because and not set(step.because) & set(cited):
        told = ", ".join(dict.fromkeys(cited)) or "no rule"
        raise Failed(f"is refused because of {told}, expected {' or '.join(step.because)}")


def meanings(t: Table, seat: int, deed: Deed) -> list[Attempt]:
    """Lists what a step could stand for as far as it can be told to the engine at once."""
    if deed.verb == "choose":
        return [choices.next_answer(t, seat, choices.as_list(deed.what))[0]]
    try:
        return attempts(t, seat, deed)
    except Impossible:
        return []


def against(t: Table, seat: int, deed: Deed) -> list[str] | None:
    """Tries a step on a copy, to the end of what its card asks; gives the rules against it, or None if it is legal."""
    trial = t.copy()
    try:
        perform(trial, seat, deed, strict=True)
        while trial.said and trial.is_announced():
            trial.go_on()
            answer_what_was_said(trial)
    except Impossible:
        return []
    except NotLegal as e:
        return e.rules
    return None
