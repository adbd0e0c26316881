"""Does what a scenario's steps say: one act with the answers that are part of it, or nothing at all."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import Answer, act_of, kind_of, option
from kickdoor.engine.state.codec import state_to_json
from kickdoor.scenario.expectations.checks import differences
from kickdoor.scenario.parsing.scenario_parser import EVERYONE, EXPECT, ILLEGAL, Step, StepAction
from kickdoor.scenario.parsing.token_names import kind_named, named_tokens, words_in
from kickdoor.scenario.parsing.values import shown
from kickdoor.scenario.parsing.yaml_document import Impossible
from kickdoor.scenario.steps import choices
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.passive_powers import is_drawing, pays_for_a_draw
from kickdoor.scenario.steps.prompt_checks import is_asked_for, is_settled
from kickdoor.scenario.steps.rejections import Failed, NotLegal, refusal, settled
from kickdoor.scenario.steps.scenario_game import Interpretation, PendingChoice, ScenarioGame
from kickdoor.scenario.steps.step_targets import named_in_play


def do_step(t: ScenarioGame, step: Step) -> None:
    """Do one step."""
    if step.who == EXPECT:
        found = differences(t, step.expects)
        if found:
            raise Failed("; ".join([*found, t.waiting()]))
    elif step.who == EVERYONE:
        t.pass_all()
    elif step.who == ILLEGAL:
        do_illegal(t, step)
    else:
        do_deed(t, t.names.player(step.who), step.deed)
    answer_what_was_said(t)


def do_deed(t: ScenarioGame, seat: int, deed: StepAction) -> None:
    """Do what a player's step says, unless it is marked and nobody asks, or names what is settled already."""
    if deed.if_asked and not is_asked_for(t, seat, deed):
        return
    try:
        perform(t, seat, deed)
    except NotLegal:
        if not is_settled(t, seat, deed):
            raise


def perform(t: ScenarioGame, seat: int, deed: StepAction) -> None:
    """Do what a step says, with the answers it holds to the questions that follow; else changes nothing."""
    if deed.verb == "choose" or is_token_choice(t, seat, deed):
        choose(t, seat, deed.verb, choices.as_list(deed.what))
        return
    if pays_for_a_draw(t, seat, deed) and is_drawing(t, seat):
        choose(t, seat, deed.verb, choices.as_list(deed.more["discarding"]))
        return
    found = attempts(t, seat, deed)
    offered = [a for a in found if t.is_offered(a)]
    if not offered or not t.is_legal(offered[0]):
        raise refusal(t, found)
    trial = t.copy()
    trial.begin(deed.verb)
    if deed.verb == "pass":
        trial.settled.take_pass(seat, trial.last_window)
    trial.apply(offered[0])
    afterwards(trial, seat, deed, offered[0])
    t.adopt(trial)


def is_token_choice(t: ScenarioGame, seat: int, deed: StepAction) -> bool:
    """Return whether a step says `take`, `give` or `discard` where the game asks which token that is."""
    said = words_in(deed.what) if deed.verb in ("take", "give", "discard") else []
    return bool(said) and all(kind_named(t, word) >= 0 for word in said) and choices.is_asked(t, seat)


def give(t: ScenarioGame, attempt: Interpretation) -> None:
    """Give a further answer of the same step."""
    if not t.is_legal(attempt):
        raise refusal(t, [attempt])
    t.apply(attempt)


def afterwards(t: ScenarioGame, seat: int, deed: StepAction, done: Interpretation) -> None:
    """Finish a step that takes a second act, and notes what it says of later questions."""
    card = prompts.card_of(done.code)
    if deed.verb == "attach" and act_of(done.code) == prompts.PLAY and kind_of(done.code) == nr.NOTHING:
        host = t.find(deed.more["to"], [t.s.seats[seat].play])
        give(t, Interpretation(seat, option(prompts.ATTACH, card, nr.A_CARD, host)))
    ended = Interpretation(seat, option(prompts.END_TURN))
    if deed.verb == "end turn" and done.code != ended.code and t.is_legal(ended):
        t.apply(ended)
    if deed.verb in ("play", "use"):
        note_what_was_said(t, seat, deed, done)
    t.settle()
    answer_what_was_said(t)


def note_what_was_said(t: ScenarioGame, seat: int, deed: StepAction, done: Interpretation) -> None:
    """Note what a step has named already of what its card asks afterwards, now or when others have passed."""
    found: list[PendingChoice] = []
    on = deed.more.get("on")
    aimed = kind_of(done.code)
    card = prompts.card_of(done.code)
    if on is not None and (aimed == nr.NOTHING or (aimed == nr.A_SEAT and t.names.player(on) < 0)):
        said = PendingChoice(seat, card, choices.as_list(on))
        said.victim = prompts.target_of(done.code) if aimed == nr.A_SEAT else -1
        found.append(said)
    if not (done.picks and done.picks[0] >> prompts.P_SHIFT == prompts.P_TOKENS):
        about = named_in_play(t, deed)
        values: list[object] = [about] if about else named_tokens(t, deed)
        if values:
            found.append(PendingChoice(seat, card, values))
    # What is played in answer to another card is done first
    t.said = found + t.said


def answer_what_was_said(t: ScenarioGame) -> None:
    """Answer what a card asks, as far as the step that played it has named it already."""
    t.settle()
    while t.said:
        said = t.said[0]
        while said.values and choices.is_asked(t, said.seat) and t.asks_for(said.card):
            answer, used = choices.next_answer(t, said.seat, said.values)
            if t.is_legal(answer):
                t.apply(answer)
                t.settle()
            elif not choices.is_settled(t, said.seat, said.values[0]):
                t.said = []
                raise refusal(t, [answer])
            said.values = said.values[max(used, 1) :]
        if said.values and t.is_under_way(said.card):
            # Others may stop it first
            return
        t.said.pop(0)
        if said.values and not may_be_about(t, said):
            raise NotLegal(f"refused: {shown(said.values)} is not what it is about", card_grounds(t.s, said.card))


def may_be_about(t: ScenarioGame, said: PendingChoice) -> bool:
    """Return whether what a step has named is what its card took without asking, or would have taken."""
    whose = (said.seat, said.victim) if said.victim >= 0 else (said.seat,)
    if any(choices.is_settled(t, seat, value) for seat in whose for value in said.values):
        return True
    if any(e.kind == ev.ONESHOT_CANCELLED and said.card in e.cards for e in t.events):
        return True
    return said.victim < 0 and any(has_to_do_with(t, value) for value in said.values)


def has_to_do_with(t: ScenarioGame, value: object) -> bool:
    """Return whether a card, monster or player that is named has to do with what has just happened."""
    name = t.names.card(str(value))
    if name is None:
        return t.names.player(value) in [seat for e in t.events for seat in (e.seat, e.other)]
    return any(t.s.rules.defs[index] in name.defs for e in t.events for index in e.names)


def choose(t: ScenarioGame, seat: int, verb: str, values: list[object]) -> None:
    """Answer one question, or several in turn; what is settled may be named where it is not what is asked."""
    trial = t.copy()
    while values:
        asked = choices.is_asked(trial, seat)
        answer, used = choices.next_answer(trial, seat, values)
        if asked and choices.means_yes(trial, seat, values[0]):
            answer, used = choices.yes(seat), 0
        if asked and trial.is_legal(answer):
            trial.begin(verb)
            trial.apply(answer)
            trial.settle()
            values = values[used:]
        elif choices.is_settled(trial, seat, values[0]):
            values = values[1:]
        elif asked:
            raise refused_choice(trial, seat, answer)
        else:
            rules = refusal(trial, [answer]).rules + settled(trial, seat)
            raise NotLegal(f"{shown(values)}: {trial.who(seat)} is not asked that; {trial.waiting()}", rules)
    t.adopt(trial)


def refused_choice(t: ScenarioGame, seat: int, answer: Interpretation) -> NotLegal:
    """Return why an answer is not taken, and what would be."""
    told = refusal(t, [answer])
    return NotLegal(choices.offered(t, seat) + str(told), told.rules)


def do_illegal(t: ScenarioGame, step: Step) -> None:
    """Pass if the step is refused, for one of the given reasons, and nothing has changed."""
    seat = t.names.player(step.by)
    cited = against(t, seat, step.deed)
    if cited is None:
        raise Failed("is legal, expected it to be refused")
    before = state_to_json(t.s)
    for attempt in meanings(t, seat, step.deed):
        try:
            if t.s.stack and not t.is_legal(attempt):
                runtime.apply(t.s, Answer(attempt.seat, attempt.code, attempt.picks))
                raise Failed("is legal, expected it to be refused")
        except Refused:
            pass
    if state_to_json(t.s) != before:
        raise Failed("was refused, but something has changed")
    if step.because and not set(step.because) & set(cited):
        # A window is open: what stands against the step when all have passed forbids it too
        later = t.copy()
        later.last = ""
        later.pass_all()
        cited += against(later, seat, step.deed) or []
    if step.because and not set(step.because) & set(cited):
        told = ", ".join(dict.fromkeys(cited)) or "no rule"
        raise Failed(f"is refused because of {told}, expected {' or '.join(step.because)}; {t.waiting()}")


def meanings(t: ScenarioGame, seat: int, deed: StepAction) -> list[Interpretation]:
    """List what the engine is told at once of a step that it should refuse."""
    if deed.verb == "choose":
        return [choices.next_answer(t, seat, choices.as_list(deed.what))[0]]
    try:
        return attempts(t, seat, deed)
    except Impossible:
        return []


def against(t: ScenarioGame, seat: int, deed: StepAction) -> list[str] | None:
    """Try a step on a copy, to the end of what its card asks; gives the rules against it, or None if it is legal."""
    trial = t.copy()
    # What nobody asks for is no answer here, settled or not
    trial.settled.found = []
    try:
        perform(trial, seat, deed)
        while trial.said and trial.said[0].values and not choices.is_asked(trial, trial.said[0].seat):
            # The card asks when the others have passed
            waiting = [other for other in trial.asked() if prompts.PASS in runtime.legal_options(trial.s, other)]
            if not waiting:
                break
            trial.apply(Interpretation(waiting[0], prompts.PASS))
            answer_what_was_said(trial)
    except Impossible:
        return []
    except NotLegal as e:
        return e.rules
    return None
