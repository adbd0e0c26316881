"""Execution of steps: an action with all the answers that the step names, or a failure without any change."""

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
from kickdoor.scenario.steps.rejections import Failed, NotLegal, automatic_choice_rules, refusal
from kickdoor.scenario.steps.scenario_game import Interpretation, PendingChoice, ScenarioGame
from kickdoor.scenario.steps.step_targets import find_named_in_play


def do_step(game: ScenarioGame, step: Step) -> None:
    """Execute one step; raise `Failed` if the game differs from it."""
    if step.key == EXPECT:
        found = list_differences(game, step.expects)
        if found:
            raise Failed("; ".join([*found, game.waiting_text()]))
    elif step.key == EVERYONE:
        game.pass_all()
    elif step.key == ILLEGAL:
        check_illegal(game, step)
    else:
        do_action(game, game.names.player(step.key), step.action)
    answer_pending_choices(game)


def do_action(game: ScenarioGame, seat: int, action: StepAction) -> None:
    """Execute the action of a player.

    Do nothing if it is marked `if asked` without a prompt for it, or if it names an automatic answer.
    """
    if action.if_asked and not is_prompted_for(game, seat, action):
        return
    try:
        perform(game, seat, action)
    except NotLegal:
        if not is_settled(game, seat, action):
            raise


def perform(game: ScenarioGame, seat: int, action: StepAction) -> None:
    """Execute an action with the answers that it names for later prompts; raise `NotLegal` without any change."""
    if action.verb == "choose" or is_token_choice(game, seat, action):
        choose(game, seat, action.verb, choices.as_list(action.argument))
        return
    if is_draw_payment(game, seat, action) and is_prompted_for_draw_payment(game, seat):
        choose(game, seat, action.verb, choices.as_list(action.details["discarding"]))
        return
    found = attempts(game, seat, action)
    offered = [attempt for attempt in found if game.is_offered(attempt)]
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
    """Return whether a step answers a prompt for a token with `take`, `give` or `discard`."""
    words = expand_words(action.argument) if action.verb in ("take", "give", "discard") else []
    return bool(words) and all(find_token_kind(game, word) >= 0 for word in words) and choices.is_prompted(game, seat)


def apply_next(game: ScenarioGame, attempt: Interpretation) -> None:
    """Apply a further answer of the same step; raise `NotLegal` if it is not legal."""
    if not game.is_legal(attempt):
        raise refusal(game, [attempt])
    game.apply(attempt)


def finish_action(game: ScenarioGame, seat: int, action: StepAction, done: Interpretation) -> None:
    """Apply the second answer of a step that needs one, and record the values it names for later prompts."""
    card = prompts.card_of(done.code)
    if action.verb == "attach" and act_of(done.code) == prompts.PLAY and kind_of(done.code) == nr.NOTHING:
        host = game.find_card(action.details["to"], [game.s.seats[seat].play])
        apply_next(game, Interpretation(seat, option(prompts.ATTACH, card, nr.A_CARD, host)))
    end_turn = Interpretation(seat, option(prompts.END_TURN))
    if action.verb == "end turn" and done.code != end_turn.code and game.is_legal(end_turn):
        game.apply(end_turn)
    if action.verb in ("play", "use"):
        record_pending_choices(game, seat, action, done)
    game.pass_idle_seats()
    answer_pending_choices(game)


def record_pending_choices(game: ScenarioGame, seat: int, action: StepAction, done: Interpretation) -> None:
    """Record the values of a step that answer later prompts of its card."""
    found: list[PendingChoice] = []
    on = action.details.get("on")
    target_kind = kind_of(done.code)
    card = prompts.card_of(done.code)
    if on is not None and (target_kind == nr.NOTHING or (target_kind == nr.A_SEAT and game.names.player(on) < 0)):
        pending = PendingChoice(seat, card, choices.as_list(on))
        pending.victim = prompts.target_of(done.code) if target_kind == nr.A_SEAT else -1
        found.append(pending)
    if not (done.picks and done.picks[0] >> prompts.P_SHIFT == prompts.P_TOKENS):
        named = find_named_in_play(game, action)
        values: list[object] = [named] if named else list_named_tokens(game, action)
        if values:
            found.append(PendingChoice(seat, card, values))
    # A card played in response to another is resolved first.
    game.pending = found + game.pending


def answer_pending_choices(game: ScenarioGame) -> None:
    """Answer the prompts of a card whose answers the step that played it has named."""
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
            # Other players may still respond before the card prompts.
            return
        game.pending.pop(0)
        if pending.values and not matches_outcome(game, pending):
            raise NotLegal(
                f"refused: the card does not use {format_value(pending.values)}", card_grounds(game.s, pending.card)
            )


def matches_outcome(game: ScenarioGame, pending: PendingChoice) -> bool:
    """Return whether the values of a step are what its card took without a prompt, or would have taken."""
    seats = (pending.seat, pending.victim) if pending.victim >= 0 else (pending.seat,)
    if any(choices.take_automatic_choice(game, seat, value) for seat in seats for value in pending.values):
        return True
    if any(event.kind == ev.ONESHOT_CANCELLED and pending.card in event.cards for event in game.events):
        return True
    return pending.victim < 0 and any(is_in_events(game, value) for value in pending.values)


def is_in_events(game: ScenarioGame, value: object) -> bool:
    """Return whether an event of the last action involves the card, monster or player that a value names."""
    name = game.names.card(str(value))
    if name is None:
        return game.names.player(value) in [seat for event in game.events for seat in (event.seat, event.other)]
    return any(game.s.rules.defs[index] in name.defs for event in game.events for index in event.names)


def choose(game: ScenarioGame, seat: int, verb: str, values: list[object]) -> None:
    """Answer one prompt or several in turn; a value may also name an automatic answer."""
    trial = game.copy()
    while values:
        is_prompted = choices.is_prompted(trial, seat)
        answer, used = choices.next_answer(trial, seat, values)
        if is_prompted and choices.implies_yes(trial, seat, values[0]):
            answer, used = choices.yes(seat), 0
        if is_prompted and trial.is_legal(answer):
            trial.start_action(verb)
            trial.apply(answer)
            trial.pass_idle_seats()
            values = values[used:]
        elif choices.take_automatic_choice(trial, seat, values[0]):
            values = values[1:]
        elif is_prompted:
            raise refused_choice(trial, seat, answer)
        else:
            rules = refusal(trial, [answer]).rules + automatic_choice_rules(trial, seat)
            raise NotLegal(
                f"{format_value(values)}: {trial.player_name(seat)} has no such prompt; {trial.waiting_text()}", rules
            )
    game.adopt(trial)


def refused_choice(game: ScenarioGame, seat: int, answer: Interpretation) -> NotLegal:
    """Return the exception for a choice that is not legal, with the candidates."""
    refused = refusal(game, [answer])
    return NotLegal(choices.candidates_text(game, seat) + str(refused), refused.rules)


def check_illegal(game: ScenarioGame, step: Step) -> None:
    """Raise `Failed` unless the step is refused, by one of the rules it cites, without any change."""
    seat = game.names.player(step.by)
    cited = list_rules_against(game, seat, step.action)
    if cited is None:
        raise Failed("is legal, expected it to be refused")
    before = state_to_json(game.s)
    for attempt in list_attempts(game, seat, step.action):
        try:
            if game.s.stack and not game.is_legal(attempt):
                runtime.apply(game.s, Answer(attempt.seat, attempt.code, attempt.picks))
                raise Failed("is legal, expected it to be refused")
        except Refused:
            pass
    if state_to_json(game.s) != before:
        raise Failed("was refused, but the state has changed")
    if step.because and not set(step.because) & set(cited):
        # If a window is open, the rules against the step after it count too.
        later = game.copy()
        later.last_verb = ""
        later.pass_all()
        cited += list_rules_against(later, seat, step.action) or []
    if step.because and not set(step.because) & set(cited):
        rules = ", ".join(dict.fromkeys(cited)) or "no rule"
        raise Failed(f"is refused because of {rules}, expected {' or '.join(step.because)}; {game.waiting_text()}")


def list_attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """List the interpretations of a step that the engine should refuse."""
    if action.verb == "choose":
        return [choices.next_answer(game, seat, choices.as_list(action.argument))[0]]
    try:
        return attempts(game, seat, action)
    except Impossible:
        return []


def list_rules_against(game: ScenarioGame, seat: int, action: StepAction) -> list[str] | None:
    """Try a step on a copy with all prompts of its card; return the rules against it, or None if it is legal."""
    trial = game.copy()
    # An `illegal` step must be refused even if it names an automatic answer.
    trial.automatic.answers = []
    try:
        perform(trial, seat, action)
        while trial.pending and trial.pending[0].values and not choices.is_prompted(trial, trial.pending[0].seat):
            # The card prompts after the other players have passed.
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
