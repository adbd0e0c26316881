"""Does what a scenario's steps say: one act with the answers that are part of it, or nothing at all."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import Answer, act_of, kind_of, option
from kickdoor.engine.state.codec import state_to_json
from kickdoor.scenario.expectations.checks import list_differences
from kickdoor.scenario.parsing.scenario_parser import EVERYONE, EXPECT, ILLEGAL, Step, StepAction
from kickdoor.scenario.parsing.token_names import expand_words, find_token_kind, list_named_tokens
from kickdoor.scenario.parsing.values import format_value
from kickdoor.scenario.parsing.yaml_document import Impossible
from kickdoor.scenario.steps import choices
from kickdoor.scenario.steps.interpretations import attempts
from kickdoor.scenario.steps.passive_powers import is_draw_payment, is_prompted_for_draw_payment
from kickdoor.scenario.steps.prompt_checks import is_prompted_for, is_settled
from kickdoor.scenario.steps.rejections import Failed, NotLegal, refusal, settled
from kickdoor.scenario.steps.scenario_game import Interpretation, PendingChoice, ScenarioGame
from kickdoor.scenario.steps.step_targets import find_named_in_play


def do_step(game: ScenarioGame, step: Step) -> None:
    """Do one step."""
    if step.who == EXPECT:
        found = list_differences(game, step.expects)
        if found:
            raise Failed("; ".join([*found, game.waiting_text()]))
    elif step.who == EVERYONE:
        game.pass_all()
    elif step.who == ILLEGAL:
        check_illegal(game, step)
    else:
        do_action(game, game.names.player(step.who), step.deed)
    answer_pending_choices(game)


def do_action(game: ScenarioGame, seat: int, action: StepAction) -> None:
    """Do what a player's step says, unless it is marked and nobody asks, or names what is settled already."""
    if action.if_asked and not is_prompted_for(game, seat, action):
        return
    try:
        perform(game, seat, action)
    except NotLegal:
        if not is_settled(game, seat, action):
            raise


def perform(game: ScenarioGame, seat: int, action: StepAction) -> None:
    """Do what a step says, with the answers it holds to the questions that follow; else changes nothing."""
    if action.verb == "choose" or is_token_choice(game, seat, action):
        choose(game, seat, action.verb, choices.as_list(action.argument))
        return
    if is_draw_payment(game, seat, action) and is_prompted_for_draw_payment(game, seat):
        choose(game, seat, action.verb, choices.as_list(action.details["discarding"]))
        return
    found = attempts(game, seat, action)
    offered = [a for a in found if game.is_offered(a)]
    if not offered or not game.is_legal(offered[0]):
        raise refusal(game, found)
    trial = game.copy()
    trial.start_action(action.verb)
    if action.verb == "pass":
        trial.automatic.take_pass(seat, trial.last_window)
    trial.apply(offered[0])
    finish_action(trial, seat, action, offered[0])
    game.adopt(trial)


def is_token_choice(game: ScenarioGame, seat: int, action: StepAction) -> bool:
    """Return whether a step says `take`, `give` or `discard` where the game asks which token that is."""
    words = expand_words(action.argument) if action.verb in ("take", "give", "discard") else []
    return bool(words) and all(find_token_kind(game, word) >= 0 for word in words) and choices.is_prompted(game, seat)


def give(game: ScenarioGame, attempt: Interpretation) -> None:
    """Give a further answer of the same step."""
    if not game.is_legal(attempt):
        raise refusal(game, [attempt])
    game.apply(attempt)


def finish_action(game: ScenarioGame, seat: int, action: StepAction, done: Interpretation) -> None:
    """Finish a step that takes a second act, and notes what it says of later questions."""
    card = prompts.card_of(done.code)
    if action.verb == "attach" and act_of(done.code) == prompts.PLAY and kind_of(done.code) == nr.NOTHING:
        host = game.find_card(action.details["to"], [game.s.seats[seat].play])
        give(game, Interpretation(seat, option(prompts.ATTACH, card, nr.A_CARD, host)))
    ended = Interpretation(seat, option(prompts.END_TURN))
    if action.verb == "end turn" and done.code != ended.code and game.is_legal(ended):
        game.apply(ended)
    if action.verb in ("play", "use"):
        record_pending_choices(game, seat, action, done)
    game.pass_idle_seats()
    answer_pending_choices(game)


def record_pending_choices(game: ScenarioGame, seat: int, action: StepAction, done: Interpretation) -> None:
    """Note what a step has named already of what its card asks afterwards, now or when others have passed."""
    found: list[PendingChoice] = []
    on = action.details.get("on")
    target_kind = kind_of(done.code)
    card = prompts.card_of(done.code)
    if on is not None and (target_kind == nr.NOTHING or (target_kind == nr.A_SEAT and game.names.player(on) < 0)):
        pending = PendingChoice(seat, card, choices.as_list(on))
        pending.victim = prompts.target_of(done.code) if target_kind == nr.A_SEAT else -1
        found.append(pending)
    if not (done.picks and done.picks[0] >> prompts.P_SHIFT == prompts.P_TOKENS):
        about = find_named_in_play(game, action)
        values: list[object] = [about] if about else list_named_tokens(game, action)
        if values:
            found.append(PendingChoice(seat, card, values))
    # What is played in answer to another card is done first
    game.pending = found + game.pending


def answer_pending_choices(game: ScenarioGame) -> None:
    """Answer what a card asks, as far as the step that played it has named it already."""
    game.pass_idle_seats()
    while game.pending:
        pending = game.pending[0]
        while pending.values and choices.is_prompted(game, pending.seat) and game.is_prompting(pending.card):
            answer, used = choices.next_answer(game, pending.seat, pending.values)
            if game.is_legal(answer):
                game.apply(answer)
                game.pass_idle_seats()
            elif not choices.take_automatic_choice(game, pending.seat, pending.values[0]):
                game.pending = []
                raise refusal(game, [answer])
            pending.values = pending.values[max(used, 1) :]
        if pending.values and game.is_resolving(pending.card):
            # Others may stop it first
            return
        game.pending.pop(0)
        if pending.values and not matches_outcome(game, pending):
            raise NotLegal(
                f"refused: {format_value(pending.values)} is not what it is about", card_grounds(game.s, pending.card)
            )


def matches_outcome(game: ScenarioGame, pending: PendingChoice) -> bool:
    """Return whether what a step has named is what its card took without asking, or would have taken."""
    whose = (pending.seat, pending.victim) if pending.victim >= 0 else (pending.seat,)
    if any(choices.take_automatic_choice(game, seat, value) for seat in whose for value in pending.values):
        return True
    if any(e.kind == ev.ONESHOT_CANCELLED and pending.card in e.cards for e in game.events):
        return True
    return pending.victim < 0 and any(is_in_events(game, value) for value in pending.values)


def is_in_events(game: ScenarioGame, value: object) -> bool:
    """Return whether a card, monster or player that is named has to do with what has just happened."""
    name = game.names.card(str(value))
    if name is None:
        return game.names.player(value) in [seat for e in game.events for seat in (e.seat, e.other)]
    return any(game.s.rules.defs[index] in name.defs for e in game.events for index in e.names)


def choose(game: ScenarioGame, seat: int, verb: str, values: list[object]) -> None:
    """Answer one question, or several in turn; what is settled may be named where it is not what is asked."""
    trial = game.copy()
    while values:
        asked = choices.is_prompted(trial, seat)
        answer, used = choices.next_answer(trial, seat, values)
        if asked and choices.implies_yes(trial, seat, values[0]):
            answer, used = choices.yes(seat), 0
        if asked and trial.is_legal(answer):
            trial.start_action(verb)
            trial.apply(answer)
            trial.pass_idle_seats()
            values = values[used:]
        elif choices.take_automatic_choice(trial, seat, values[0]):
            values = values[1:]
        elif asked:
            raise refused_choice(trial, seat, answer)
        else:
            rules = refusal(trial, [answer]).rules + settled(trial, seat)
            raise NotLegal(
                f"{format_value(values)}: {trial.player_name(seat)} is not asked that; {trial.waiting_text()}", rules
            )
    game.adopt(trial)


def refused_choice(game: ScenarioGame, seat: int, answer: Interpretation) -> NotLegal:
    """Return why an answer is not taken, and what would be."""
    refused = refusal(game, [answer])
    return NotLegal(choices.candidates_text(game, seat) + str(refused), refused.rules)


def check_illegal(game: ScenarioGame, step: Step) -> None:
    """Pass if the step is refused, for one of the given reasons, and nothing has changed."""
    seat = game.names.player(step.by)
    cited = list_rules_against(game, seat, step.deed)
    if cited is None:
        raise Failed("is legal, expected it to be refused")
    before = state_to_json(game.s)
    for attempt in list_attempts(game, seat, step.deed):
        try:
            if game.s.stack and not game.is_legal(attempt):
                runtime.apply(game.s, Answer(attempt.seat, attempt.code, attempt.picks))
                raise Failed("is legal, expected it to be refused")
        except Refused:
            pass
    if state_to_json(game.s) != before:
        raise Failed("was refused, but something has changed")
    if step.because and not set(step.because) & set(cited):
        # A window is open: what stands against the step when all have passed forbids it too
        later = game.copy()
        later.last_verb = ""
        later.pass_all()
        cited += list_rules_against(later, seat, step.deed) or []
    if step.because and not set(step.because) & set(cited):
        rules = ", ".join(dict.fromkeys(cited)) or "no rule"
        raise Failed(f"is refused because of {rules}, expected {' or '.join(step.because)}; {game.waiting_text()}")


def list_attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """List what the engine is told at once of a step that it should refuse."""
    if action.verb == "choose":
        return [choices.next_answer(game, seat, choices.as_list(action.argument))[0]]
    try:
        return attempts(game, seat, action)
    except Impossible:
        return []


def list_rules_against(game: ScenarioGame, seat: int, action: StepAction) -> list[str] | None:
    """Try a step on a copy, to the end of what its card asks; gives the rules against it, or None if it is legal."""
    trial = game.copy()
    # What nobody asks for is no answer here, settled or not
    trial.automatic.answers = []
    try:
        perform(trial, seat, action)
        while trial.pending and trial.pending[0].values and not choices.is_prompted(trial, trial.pending[0].seat):
            # The card asks when the others have passed
            waiting = [
                other for other in trial.prompted_seats() if prompts.PASS in runtime.legal_options(trial.s, other)
            ]
            if not waiting:
                break
            trial.apply(Interpretation(waiting[0], prompts.PASS))
            answer_pending_choices(trial)
    except Impossible:
        return []
    except NotLegal as e:
        return e.rules
    return None
